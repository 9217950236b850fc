"""What the battery knows of Bull Market and Insiders by itself: what is conserved, and what a viewer may not know."""

from __future__ import annotations

from itertools import chain

from openingbell.bots.rng import SeededRng
from openingbell.rules.cards import in_order
from openingbell.rules.kernel import Action
from openingbell.rules.peek_and_pass.moves import max_bid
from openingbell.rules.peek_and_pass.state import Deal, Discard, Panic, PassCards, Pay, State, neighbour
from openingbell.rules.values import drawn, shuffled
from tests.service.rules.battery.known import Renaming


def cards_conserved(state: State, turned: int = 0) -> None:
    """Every card once, five locked at most, hands and Marketplace (`turned` cards of the stub in it) of their sizes."""
    if state.hand == 0:
        return
    lying = state.stacks[state.revealed :]
    everything = chain(*state.hands, *state.locked, *lying, state.market.cards, state.stub)
    assert sorted(everything) == sorted(state.table.deck)
    discarded = sum(len(cards) for step in state.discards for cards in step)
    assert len(state.market.cards) == state.revealed * state.table.stack_size + discarded + turned
    for seat, hand in enumerate(state.hands):
        dropped = sum(len(step[seat]) for step in state.discards)
        assert len(state.locked[seat]) <= 5
        assert len(hand) + len(state.locked[seat]) == 9 - dropped
    possible_history(state)
    bound = 50 * (len(state.table.options.suits) // 2)
    scored = len(state.scored)
    assert all(abs(total - state.table.award * scored) <= bound * scored for total in state.totals)


def possible_history(state: State) -> None:
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


def cards_swapped(state: State, viewer: int | None, rng: SeededRng) -> tuple[State, Renaming]:
    """The same game with all cards that the viewer may not see exchanged for one another.

    Which those are is read from the rulings here, not from the view: a view that shows too much cannot hide it.
    """
    open_hands = state.hand > 0 and state.phase in ("deal", "over")
    others = [] if open_hands else [seat for seat in range(state.table.seats) if seat != viewer]
    closed = [
        place
        for place in range(state.revealed, 3)
        if viewer is None or place >= len(state.auctions) or state.auctions[place].winner != viewer
    ]
    hidden = in_order(chain(*(state.hands[s] for s in others), *(state.stacks[p] for p in closed), state.stub))
    new = dict(zip(hidden, shuffled(rng, hidden), strict=True))

    def lying(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new.get(card, card) for card in cards)

    def renamed(cards: tuple[str, ...]) -> tuple[str, ...]:
        return in_order(lying(cards))

    def rename(action: Action) -> Action:
        if isinstance(action, Deal):
            hands, stacks = tuple(map(lying, action.hands)), tuple(map(lying, action.stacks))
            return Deal(action.dealer, hands, stacks, lying(action.stub))
        if isinstance(action, Discard):
            return Discard(new.get(action.card, action.card))
        if isinstance(action, PassCards | Panic | Pay):
            return type(action)(renamed(action.cards))
        return action

    def passed(giver: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        """What went between two other seats stays hidden even where the cards themselves have come to light."""
        if viewer in (giver, neighbour(giver, state.hand, state.table.seats)):
            return cards
        return tuple(drawn(rng, state.table.deck, len(cards)))

    swapped = state.but(
        hands=tuple(renamed(hand) if seat in others else hand for seat, hand in enumerate(state.hands)),
        stacks=tuple(renamed(stack) if place in closed else stack for place, stack in enumerate(state.stacks)),
        stub=tuple(shuffled(rng, renamed(state.stub))),
        passes=tuple(tuple(passed(seat, cards) for seat, cards in enumerate(given)) for given in state.passes),
        sealed=tuple(
            move if move is None or seat == viewer else rename(move) for seat, move in enumerate(state.sealed)
        ),
    )
    return swapped, rename
