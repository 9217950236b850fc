"""What the battery knows of Panik by itself: what is conserved, and what a viewer may not know."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import chain

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.panik import Duo, Place, Reveal, State
from openingbell.rules.games.panik.moves import manor_scores
from openingbell.rules.games.panik.state import TEAM, Hunter
from openingbell.rules.kernel import Action
from openingbell.rules.values import shuffled


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


def panik_swapped(state: State, viewer: int | None, rng: SeededRng) -> tuple[State, Callable[[Action], Action]]:
    """The same game with hidden manors, hidden hunters of each team and sealed moves exchanged.

    Which those are, and which hunters a public move has shown not to be of some kind, is read from the rulings here.
    """
    closed = [n for n, manor in enumerate(state.manors) if not manor.face_up and n // 4 != viewer]
    cards = shuffled(rng, [*(state.manors[n].card for n in closed), *state.unused])
    card = {n: cards.pop() for n in closed}
    new: dict[int, dict[str, list[str]]] = {}
    given: dict[tuple[int, int], str] = {}
    hands = list(state.hands)
    for seat in range(state.table.seats):
        if seat == viewer:
            continue
        slots = [
            (n, place)
            for n, manor in enumerate(state.manors)
            for place, each in enumerate(manor.hunters)
            if each.seat == seat and not each.face_up
        ]
        if state.lifted is not None and state.lifted.seat == seat and not state.lifted.face_up:
            slots.append((-1, -1))
        held = list(hands[seat])
        kept = ["detector"] if state.phase == "place_detector" and state.active == seat else []
        for kind in kept:
            held.remove(kind)  # type: ignore[arg-type]
        old = [_at(state, slot).kind for slot in slots] + held
        bounds = [_barred(_at(state, slot)) for slot in slots] + [frozenset[str]()] * len(held)
        kinds: list[str] = list(old)
        for _ in range(3 * len(kinds)):
            i, j = rng.below(len(kinds)), rng.below(len(kinds))
            if kinds[i] not in bounds[j] and kinds[j] not in bounds[i]:
                kinds[i], kinds[j] = kinds[j], kinds[i]
        given |= dict(zip(slots, kinds, strict=False))
        renamed = kinds[len(slots) :]
        new[seat] = defaultdict(list)
        for before, after in zip(held, renamed, strict=True):
            new[seat][before].append(after)
        hands[seat] = tuple(sorted([*renamed, *kept], key=TEAM.index))  # type: ignore[type-var, assignment]

    def put(n: int, place: int, each: Hunter) -> Hunter:
        return each._replace(kind=given.get((n, place), each.kind))  # type: ignore[arg-type]

    def rename(action: Action) -> Action:
        if isinstance(action, Place) and state.active in new and action.hunter in new[state.active]:
            return Place(new[state.active][action.hunter][0], action.manor, action.face)  # type: ignore[arg-type]
        return action

    swapped = state.but(
        manors=tuple(
            manor._replace(
                card=card.get(n, manor.card), hunters=tuple(put(n, p, each) for p, each in enumerate(manor.hunters))
            )
            for n, manor in enumerate(state.manors)
        ),
        unused=tuple(cards),
        hands=tuple(hands),
        lifted=state.lifted and put(-1, -1, state.lifted),
        sealed=tuple(
            move if move is None or seat == viewer else _other(state, seat, move, rng)
            for seat, move in enumerate(state.sealed)
        ),
    )
    return swapped, rename


def _at(state: State, slot: tuple[int, int]) -> Hunter:
    hunter = state.lifted if slot == (-1, -1) else state.manors[slot[0]].hunters[slot[1]]
    assert hunter is not None
    return hunter


def _barred(hunter: Hunter) -> frozenset[str]:
    """What everybody knows the hunter not to be: nobody moves the over-equipped, or calls a duo."""
    if hunter.called:
        return frozenset({"overequipped", "duo"})
    return frozenset({"overequipped"}) if hunter.sent_back else frozenset()


def _other(state: State, seat: int, move: Action, rng: SeededRng) -> Action:
    manors = [n for n in range(4 * seat, 4 * seat + 4) if not state.manors[n].face_up]
    assert isinstance(move, Reveal | Duo)
    return type(move)(manors[rng.below(len(manors))])
