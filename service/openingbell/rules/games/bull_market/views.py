"""What a seat of Bull Market knows, as a type of its own.

Law. The fields that every game of peeking and passing shows, with this game's options.
"""

from __future__ import annotations

from dataclasses import dataclass

from openingbell.rules.games.bull_market.state import Options
from openingbell.rules.peek_and_pass.state import State
from openingbell.rules.peek_and_pass.views import CommonView, seen
from openingbell.rules.values import quick


@quick
@dataclass(frozen=True, slots=True)
class View(CommonView):  # noqa: D101 - takes over what the fields mean
    __doc__ = CommonView.__doc__

    options: Options


def view(state: State, seat: int | None) -> View:
    """What a seat (None: a spectator) knows."""
    return seen(View, state, seat)
