"""What the battery knows of Insider Trading by itself: what is conserved, and what a viewer may not know."""

from __future__ import annotations

from itertools import chain

from openingbell.bots.rng import SeededRng
from openingbell.rules.cards import in_order
from openingbell.rules.games.insider_trading import Deal, Lock, Panic, Play, State, Swap
from openingbell.rules.games.insider_trading.state import Trick
from openingbell.rules.kernel import Action
from openingbell.rules.values import shuffled
from tests.service.rules.battery.known import Known, Renaming


def insider_cards(state: State) -> None:
    """Section 4's invariants: every card once, one lock a trick, one draw a removal, hands of the right sizes."""
    if state.hand == 0:
        return
    seats, done, trick = state.table.seats, len(state.tricks), state.trick
    on_table = trick.cards if trick is not None else ()
    tricks = (*state.tricks, *((trick,) if trick is not None else ()))
    removed = [each.removed for each in tricks if each.removed is not None]
    everything = chain(*state.hands, *state.locked, state.stub, state.market.cards, on_table, removed)
    assert sorted(everything) == sorted(state.table.deck)
    assert len(state.stub) == 10 - len(removed) == 10 - sum(each.drawn is not None for each in tricks)
    assert sum(map(len, state.locked)) == done
    assert len(state.market.cards) == done * (seats - 1) + sum(map(len, state.discards))
    if trick is not None and trick.winner is not None:
        assert len(on_table) == seats
    if state.discards:
        assert {len(hand) + len(lock) for hand, lock in zip(state.hands, state.locked, strict=True)} == {5}
    for each in state.tricks:
        kept = {play.card for play in each.plays} ^ {card for card in (each.removed, each.drawn) if card is not None}
        assert kept == {each.locked, *each.flooded}
    bound = 50 * (len(state.table.options.suits) // 2)
    assert all(abs(total) <= bound * len(state.scored) for total in state.totals)


def insider_swapped(state: State, viewer: int | None, rng: SeededRng) -> tuple[State, Renaming]:
    """The same game with all cards that the viewer may not see exchanged, and what an action is called there."""
    shown, trick = state.phase in ("deal", "over"), state.trick
    others = [] if shown else [seat for seat in range(state.table.seats) if seat != viewer]
    secret = () if trick is None or trick.drawn is None or trick.winner == viewer else (trick.drawn,)
    hidden = in_order(chain(*(state.hands[seat] for seat in others), state.stub, secret))
    new = dict(zip(hidden, shuffled(rng, hidden), strict=True))
    if trick is not None and secret:
        drawn = new[secret[0]]
        trick = Trick(trick.number, trick.leader, trick.plays, trick.winner, trick.removed, drawn)

    def renamed(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new.get(card, card) for card in cards)

    def rename(action: Action) -> Action:
        if isinstance(action, Deal):
            return Deal(action.dealer, tuple(map(renamed, action.hands)), renamed(action.stub))
        if isinstance(action, Panic):
            return Panic(renamed(action.cards))
        if isinstance(action, Play | Swap | Lock):
            return type(action)(new.get(action.card, action.card))
        return action

    swapped = state.but(
        hands=tuple(in_order(renamed(hand)) for hand in state.hands),
        stub=renamed(state.stub),
        trick=trick,
        sealed=tuple(move and rename(move) for move in state.sealed),
    )
    return swapped, rename


KNOWN = Known(
    variants=({"empty_rule": "shared_top", "first_seat": 1},), invariant=insider_cards, swapped=insider_swapped
)
