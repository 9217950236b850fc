"""A whole state of Panik that one viewer cannot tell from the real one.

Law. From the view alone. Beside all that the view shows, it accounts for what follows from it: a hunter that was ever
sent back is not over-equipped, one that was ever called is not a duo either, and a detector that has turned a manor up
is still in its seat's hand. Every assignment that fits is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from openingbell.rules.games.panik.legality import legal
from openingbell.rules.games.panik.moves import start
from openingbell.rules.games.panik.state import (
    DEAF,
    KINDS,
    STAYS,
    TEAM,
    Hunter,
    Kind,
    Manor,
    State,
    without,
)
from openingbell.rules.games.panik.views import HunterView, View
from openingbell.rules.values import Rng, drawn, shuffled
from openingbell.rules.worlds import sealed_anew


def imagine(view: View, rng: Rng) -> State:
    """A full state whose view for this viewer is the one given."""
    teams = [_Team(view, seat, rng) for seat in range(view.seats)]
    cards = _cards(view, rng)
    state = start(view.seats, view.options).but(
        phase=view.phase,
        turns=view.turns,
        first_seat=view.first_seat,
        manors=tuple(
            Manor(card, manor.face_up, tuple(teams[each.seat].hunter(each) for each in manor.hunters))
            for card, manor in zip(cards, view.manors, strict=False)
        ),
        unused=tuple(cards[len(view.manors) :]) if view.manors else (),
        hands=tuple(team.hand for team in teams),
        totals=view.totals,
        at=view.at,
        lifted=None if view.lifted is None else teams[view.lifted.seat].hunter(view.lifted),
    )
    if view.phase not in ("reveal", "duo"):
        return state
    state = state.but(sealed=(None,) * view.seats)
    return state.but(sealed=sealed_anew(view, partial(legal, state), rng))


def _cards(view: View, rng: Rng) -> list[str]:
    """The manors' cards by number, then the unused ones: what is hidden, shuffled."""
    known = [manor.card for manor in view.manors if manor.card is not None]
    hidden = iter(shuffled(rng, without(start(view.seats, view.options).table.deck, known)))
    return [*(manor.card or next(hidden) for manor in view.manors), *hidden]


class _Team:
    """One seat's nine hunters, given out to the places where the viewer knows or does not know them."""

    def __init__(self, view: View, seat: int, rng: Rng) -> None:
        placed = [each for each in on_table(view) if each.seat == seat]
        known: list[Kind] = [each.kind for each in placed if each.kind is not None]
        self._faces: dict[tuple[bool, bool], Iterator[Kind]] = {}
        if view.seat == seat:
            self.hand = view.own_hand or ()
            return
        if view.phase == "place_detector" and view.active == seat:
            known.append("detector")
        left = without(TEAM, known)
        for histories, barred in _BOUNDS:
            count = sum(each.kind is None and (each.sent_back, each.called) in histories for each in placed)
            chosen = shuffled(rng, drawn(rng, [kind for kind in left if kind not in barred], count))
            self._faces |= dict.fromkeys(histories, iter(chosen))
            for kind in chosen:
                left.remove(kind)
        if view.phase == "place_detector" and view.active == seat:
            left.append("detector")
        self.hand = tuple(sorted(left, key=KINDS.index))

    def hunter(self, each: HunterView) -> Hunter:
        """The hunter at that place, with a kind if the viewer does not know it."""
        kind = each.kind if each.kind is not None else next(self._faces[each.sent_back, each.called])
        return Hunter(each.seat, kind, each.face_up, each.sent_back, each.called)


def on_table(view: View) -> Iterator[HunterView]:
    """Every hunter at a manor, and the one that is on its way to another."""
    for manor in view.manors:
        yield from manor.hunters
    if view.lifted is not None:
        yield view.lifted


_BOUNDS: Final[Sequence[tuple[tuple[tuple[bool, bool], ...], frozenset[str]]]] = (
    (((False, True), (True, True)), DEAF),
    (((True, False),), STAYS),
    (((False, False),), frozenset()),
)
"""By (sent back, called): what a hidden hunter cannot be. The narrowest bound is served first, which always works
since each one lies within the next."""
