"""What a seat of Insiders knows, as a type of its own, and what it is asked.

Law. The fields that every game of peeking and passing shows, with this game's options, awards and turned cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from openingbell.rules.games.insiders.moves import turning
from openingbell.rules.games.insiders.state import HandAward, Options, turned
from openingbell.rules.peek_and_pass import views
from openingbell.rules.peek_and_pass.state import Discard, PassCards, State
from openingbell.rules.peek_and_pass.views import CommonView, seen
from openingbell.rules.values import Text, quick


@quick
@dataclass(frozen=True, slots=True)
class View(CommonView):  # noqa: D101 - takes over what the fields mean
    __doc__ = f"{CommonView.__doc__}\n    `turned` are cards of the stub that broke ties in this hand, in order."

    options: Options
    scored: tuple[HandAward, ...]
    own_sealed: PassCards | Discard | None = None
    turned: tuple[str, ...] = ()


def view(state: State, seat: int | None) -> View:
    """What a seat (None: a spectator) knows."""
    return seen(View, state, seat, turned=turned(state))


def prompt(state: State, seat: int | None) -> Text:
    """What that viewer is asked to do now, or waits for."""
    if turning(state):
        return Text("wait-for-house", "The house turns a card of the stub to break a tie.", {"kind": "turn_stub"})
    return views.prompt(state, seat)
