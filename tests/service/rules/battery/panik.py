"""What the battery knows of Panik by itself: what is conserved, and what a viewer may not know."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.panik import Deal, Duo, Place, Reveal, State
from openingbell.rules.games.panik.moves import manor_scores
from openingbell.rules.games.panik.state import TEAM, Hunter, Manor
from openingbell.rules.kernel import Action
from openingbell.rules.values import shuffled
from tests.service.rules.battery.known import Known, Renaming


def panik_cards(state: State) -> None:
    """Section 7's invariants: manors and hunters conserved, room for four, a hunter a turn, who can have moved."""
    seats = state.table.seats
    if state.phase == "deal":
        assert not state.manors
        return
    assert Counter([*(manor.card for manor in state.manors), *state.unused]) == Counter(state.table.deck)
    lying = [*chain(*(manor.hunters for manor in state.manors)), *([state.lifted] if state.lifted else [])]
    for seat, hand in enumerate(state.hands):
        assert Counter([*hand, *(each.kind for each in lying if each.seat == seat)]) == Counter(TEAM)
    duos = 0 if state.phase in ("reveal", "duo") else seats
    assert len(lying) == duos + state.turns + (state.at is not None)
    assert all(len(manor.hunters) <= 4 for manor in state.manors)
    assert not any((each.sent_back or each.called) and each.kind == "overequipped" for each in lying)
    assert not any(each.called and each.kind == "duo" for each in lying)
    assert (state.lifted is not None) == (state.phase == "relocate")
    if state.phase == "place_detector":
        assert "detector" in state.hands[state.active]
    for score in manor_scores(state):
        hunters = state.manors[score.manor].hunters
        count, doubled = len(hunters), sum(each.kind == "duo" for each in hunters)
        assert min(score.points) >= 0
        if score.card == "shared":
            assert sum(score.points) == count * (5 - count) + (5 - count) * doubled
    assert state.phase == "over" or not any(state.totals)


def panik_swapped(state: State, viewer: int | None, rng: SeededRng) -> tuple[State, Renaming]:
    """The same game with hidden manors, hidden hunters of each team and sealed moves exchanged.

    Which those are, and which hunters a public move has shown not to be of some kind, is read from the rulings here.
    """
    closed = [n for n, manor in enumerate(state.manors) if not manor.face_up and n // 4 != viewer]
    cards = shuffled(rng, [*(state.manors[n].card for n in closed), *state.unused])
    card = {n: cards.pop() for n in closed}
    teams = {seat: _Team(state, seat, rng) for seat in range(state.table.seats) if seat != viewer}
    given = {spot: kind for team in teams.values() for spot, kind in team.lying.items()}

    def put(n: int, place: int, each: Hunter) -> Hunter:
        return each._replace(kind=given.get((n, place), each.kind))

    def rename(action: Action) -> Action:
        if isinstance(action, Deal):
            lying = [manor.card for manor in swapped.manors]
            hands = tuple(tuple(lying[n : n + 4]) for n in range(0, len(lying), 4))
            return Deal(action.first_seat, hands, swapped.unused)
        if not isinstance(action, Place) or state.active == viewer:
            return action
        return Place(teams[state.active].held.get(action.hunter, action.hunter), action.manor, action.face)

    swapped = state.but(
        manors=tuple(
            Manor(
                card.get(n, manor.card), manor.face_up, tuple(put(n, p, each) for p, each in enumerate(manor.hunters))
            )
            for n, manor in enumerate(state.manors)
        ),
        unused=tuple(cards),
        hands=tuple(teams[seat].hand if seat in teams else hand for seat, hand in enumerate(state.hands)),
        lifted=state.lifted and put(*LIFTED, state.lifted),
        sealed=tuple(
            move if move is None or seat == viewer else _other(state, seat, move, rng)
            for seat, move in enumerate(state.sealed)
        ),
    )
    return swapped, rename


LIFTED = (-1, -1)
"""Where the hunter lies that its owner has in hand to put it elsewhere."""


class _Team:
    """A seat's hidden hunters, exchanged: `lying` by (manor, place), the whole `hand`, and what became of a kind that
    was `held`."""

    def __init__(self, state: State, seat: int, rng: SeededRng) -> None:
        spots = {(n, p): each for n, manor in enumerate(state.manors) for p, each in enumerate(manor.hunters)}
        if state.lifted is not None:
            spots[LIFTED] = state.lifted
        hidden = {spot: each for spot, each in spots.items() if each.seat == seat and not each.face_up}
        # A detector that has turned a manor up is known to be in hand.
        kept = ["detector"] if state.phase == "place_detector" and state.active == seat else []
        held = [kind for kind in state.hands[seat] if kind not in kept]
        kinds = [*(each.kind for each in hidden.values()), *held]
        barred = [*(_barred(each) for each in hidden.values()), *([frozenset[str]()] * len(held))]
        for _ in range(3 * len(kinds)):
            i, j = rng.below(len(kinds)), rng.below(len(kinds))
            if kinds[i] not in barred[j] and kinds[j] not in barred[i]:
                kinds[i], kinds[j] = kinds[j], kinds[i]
        self.lying = dict(zip(hidden, kinds, strict=False))
        self.held = dict(zip(held, kinds[len(hidden) :], strict=True))
        self.hand = tuple(sorted([*kinds[len(hidden) :], *kept], key=TEAM.index))


def _barred(hunter: Hunter) -> frozenset[str]:
    """What everybody knows the hunter not to be: nobody moves the over-equipped, or calls a duo."""
    if hunter.called:
        return frozenset({"overequipped", "duo"})
    return frozenset({"overequipped"}) if hunter.sent_back else frozenset()


def _other(state: State, seat: int, move: Action, rng: SeededRng) -> Action:
    manors = [n for n in range(4 * seat, 4 * seat + 4) if not state.manors[n].face_up]
    assert isinstance(move, Reveal | Duo)
    return type(move)(manors[rng.below(len(manors))])


KNOWN = Known(
    variants=({"values": (0, 0, 13, 0, 0), "first_seat": 1}, {"values": (5, 2, 0, 1, 5)}),
    invariant=panik_cards,
    swapped=panik_swapped,
)
