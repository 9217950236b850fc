"""What the battery plays: every game of the catalogue, its variants, its numbers of seats, and what must be conserved.

A game that is added is found by itself, with its default options and every boolean or listed option toggled. It gets
a line here only for more variants, or for a check of its own on every state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import chain
from typing import Any, Literal, get_args, get_origin, get_type_hints

from tests.service.rules.battery.panik import panik_cards, panik_swapped

from openingbell.bots.rng import SeededRng
from openingbell.rules.cards import in_order
from openingbell.rules.games import bull_market
from openingbell.rules.games.bull_market.moves import max_bid
from openingbell.rules.games.bull_market.state import neighbour
from openingbell.rules.kernel import HOUSE, Action, Game, catalogue
from openingbell.rules.values import shuffled

MORE_VARIANTS: Mapping[str, list[dict[str, Any]]] = {
    "bull_market": [
        {"short": True, "slow_burn": True},
        {"slow_burn": True, "empty_rule": "shared_top", "first_seat": 1},
    ],
    "panik": [{"values": (0, 0, 13, 0, 0), "first_seat": 1}, {"values": (5, 2, 0, 1, 5)}],
}


def bull_cards(state: bull_market.State) -> None:
    """Section 2's invariants: every card once, five locked at most, hands and Marketplace of the right sizes."""
    if state.hand == 0:
        return
    lying = state.stacks[state.revealed :]
    everything = chain(*state.hands, *state.locked, *lying, state.market.cards, state.stub)
    assert sorted(everything) == sorted(state.table.deck)
    discarded = sum(len(cards) for step in state.discards for cards in step)
    assert len(state.market.cards) == state.revealed * state.table.stack_size + discarded
    for seat, hand in enumerate(state.hands):
        dropped = sum(len(step[seat]) for step in state.discards)
        assert len(state.locked[seat]) <= 5
        assert len(hand) + len(state.locked[seat]) == 9 - dropped
    bull_history(state)
    bound = 50 * (len(state.table.options.suits) // 2)
    assert all(abs(total) <= bound * state.hand for total in state.totals)


def bull_history(state: bull_market.State) -> None:
    """The passes and payments of this hand could have been made, and whoever bids in the open auction can pay."""
    held = [set(hand) for hand in state.hands]
    for step in state.discards:
        for seat, cards in enumerate(step):
            held[seat] |= set(cards)
    payments = {record.round: record for record in state.auctions if record.paid is not None}
    for round_ in range(state.round, 0, -1):
        if round_ <= len(state.passes):
            given = state.passes[round_ - 1]
            for seat, cards in enumerate(given):
                receiver = neighbour(seat, state.hand, state.table.seats)
                assert len(cards) == 4 - round_
                assert held[receiver] >= set(cards)
                held[receiver] -= set(cards)
            for seat, cards in enumerate(given):
                held[seat] |= set(cards)
        if round_ in payments:
            record = payments[round_]
            assert record.winner is not None
            held[record.winner] |= set(record.paid or ())
    assert all(len(cards) == 9 for cards in held)
    calls = state.auction.calls if state.auction else state.auctions[-1].calls if state.phase == "pay" else ()
    for call in calls:
        assert (call.bid or 0) <= max_bid(state.hands[call.seat], len(state.locked[call.seat]))


INVARIANTS: Mapping[str, Callable[[Any], None]] = {"bull_market": bull_cards, "panik": panik_cards}


Renaming = Callable[[Action], Action]


def bull_swapped(state: bull_market.State, viewer: int | None, rng: SeededRng) -> tuple[bull_market.State, Renaming]:
    """The same game with all cards that the viewer may not see exchanged for one another.

    Which those are is read from the rulings here, not from the view: a view that shows too much cannot hide it.
    """
    open_hands = state.hand > 0 and state.phase in ("deal", "over")
    others = [] if open_hands else [seat for seat in range(state.table.seats) if seat != viewer]
    stacks = [
        place
        for place in range(state.revealed, 3)
        if viewer is None or place >= len(state.auctions) or state.auctions[place].winner != viewer
    ]
    hidden = in_order(chain(*(state.hands[s] for s in others), *(state.stacks[p] for p in stacks), state.stub))
    new = dict(zip(hidden, shuffled(rng, hidden), strict=True))

    def renamed(cards: tuple[str, ...]) -> tuple[str, ...]:
        return in_order(new.get(card, card) for card in cards)

    def rename(action: Action) -> Action:
        if isinstance(action, bull_market.Discard):
            return bull_market.Discard(new.get(action.card, action.card))
        if isinstance(action, bull_market.PassCards | bull_market.Panic | bull_market.Pay):
            return type(action)(renamed(action.cards))
        return action

    swapped = state.but(
        hands=tuple(renamed(hand) if seat in others else hand for seat, hand in enumerate(state.hands)),
        stacks=tuple(renamed(stack) if place in stacks else stack for place, stack in enumerate(state.stacks)),
        stub=renamed(state.stub),
        sealed=tuple(
            move if move is None or seat == viewer else rename(move) for seat, move in enumerate(state.sealed)
        ),
    )
    return swapped, rename


SWAPS: Mapping[str, Callable[[Any, int | None, SeededRng], tuple[Any, Renaming]]] = {
    "bull_market": bull_swapped,
    "panik": panik_swapped,
}
"""Where a game's hidden things are exchanged by the test's own knowledge of the rules."""


@dataclass(frozen=True)
class Case:
    """One game with one set of options at one number of seats."""

    game: Game
    changes: tuple[tuple[str, Any], ...]
    seats: int

    @cached_property
    def options(self) -> Any:
        return replace(self.game.Options(), **dict(self.changes))

    @property
    def variant(self) -> str:
        return " ".join(f"{name}={value}" for name, value in self.changes) or "default"

    @property
    def id(self) -> str:
        return f"{self.game.name}-{self.variant.replace(' ', '-')}-{self.seats}"

    def rng(self, purpose: str) -> SeededRng:
        return SeededRng(f"{self.id} {purpose}")

    def other_worlds(self, state: Any, viewer: int | None, rng: SeededRng) -> Iterator[tuple[Any, Renaming]]:
        """States that differ only in what the viewer may not know, each with what an action is called there."""
        yield self.game.imagine(self.game.view(state, viewer), rng), lambda action: action
        if self.game.name in SWAPS:
            yield SWAPS[self.game.name](state, viewer, rng)

    def invariant(self, state: Any) -> None:
        INVARIANTS.get(self.game.name, lambda _: None)(state)


def toggles(options: type[Any]) -> Iterator[dict[str, Any]]:
    """Every boolean option turned round, and every other value of an option that lists its values."""
    hints = get_type_hints(options)
    for each in fields(options):
        hint, default = hints[each.name], getattr(options(), each.name)
        values = (True, False) if hint is bool else get_args(hint) if get_origin(hint) is Literal else ()
        yield from ({each.name: value} for value in values if value != default)


def cases() -> list[Case]:
    """Every game x variant x number of seats."""
    return [
        Case(game, tuple(changes.items()), seats)
        for game in catalogue().values()
        for changes in ({}, *toggles(game.Options), *MORE_VARIANTS.get(game.name, []))
        for seats in game.seats
    ]


@dataclass(frozen=True)
class Step:
    """One entry of a random game: the state before it, who acts, the action, and the state after."""

    before: Any
    seat: int
    action: Action
    after: Any


MOST_STEPS = 20_000


def walk(case: Case, rng: SeededRng) -> Iterator[Step]:
    """A random game, entry by entry; now and then a seat replaces its sealed move."""
    game = case.game
    state = game.start(case.seats, case.options)
    for _ in range(MOST_STEPS):
        now = game.turn(state)
        if now.over:
            return
        able = now.seats if not now.revisable or rng.below(6) else now.revisable
        if able:
            seat = able[rng.below(len(able))]
            action = game.legal(state, seat).sample(rng)
        else:
            seat, action = HOUSE, game.house(state, rng)
        after = game.apply(state, seat, action)
        yield Step(state, seat, action, after)
        state = after
    raise AssertionError(f"{case.id} did not end within {MOST_STEPS} entries")
