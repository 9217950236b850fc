"""What the battery checks of Stock Hold'em: what is conserved, and what a viewer may not know."""

from __future__ import annotations

from itertools import chain

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.stock_holdem import Deal, Place, State
from openingbell.rules.games.stock_holdem.cards import BACK, in_order
from openingbell.rules.values import Action, shuffled
from tests.service.rules.battery.known import Known, Renaming


def holdem_accounts(state: State) -> None:
    """Section 6's invariants: cards, shares, chips, prices and surges, and how many cards lie where and when."""
    table = state.table
    assert all(1 <= price <= 57 for price in state.prices)
    assert all(0 <= chips <= 7 for chips in state.chips)
    assert all(money >= 0 for money in state.money)
    assert sum(state.surges) <= 3
    assert all(0 <= sum(held) <= 11 and min(held) >= 0 for held in zip(*state.shares, strict=True))
    if state.round == 0:
        return
    lying = [slot.card for area in state.areas for slot in area]
    assert sorted(chain(lying, *state.hands, state.undrawn)) == sorted(table.deck)
    assert all(2 <= len(area) <= 5 for area in state.areas)
    assert len(lying) == 12 + sum(table.turns - len(hand) for hand in state.hands)
    if state.active is None:
        assert len(lying) == 30
    elif state.phase == "final":
        assert len(state.hands[state.active]) == 1
    else:
        placed = state.turn - (1 if state.phase in ("sell", "buy", "end") else 2)
        assert len(state.hands[state.active]) == table.turns - max(placed, 0)


def holdem_swapped(state: State, viewer: int | None, rng: SeededRng) -> tuple[State, Renaming]:
    """The same game with all cards of which the viewer may see the back only exchanged for others with that back."""
    closed = [
        slot.card
        for area in state.areas
        for slot in area
        if not slot.face_up and (viewer is None or (slot.placed_by != viewer and viewer not in slot.peeked_by))
    ]
    held = [card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]
    new: dict[str, str] = {}
    for back in set(BACK.values()):
        hidden = [card for card in (*closed, *held, *state.undrawn) if BACK[card] == back]
        new |= zip(hidden, shuffled(rng, hidden), strict=True)

    def dealt(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new.get(card, card) for card in cards)

    def renamed(cards: tuple[str, ...]) -> tuple[str, ...]:
        return in_order(dealt(cards))

    def rename(action: Action) -> Action:
        if isinstance(action, Deal):
            areas, hands = tuple(map(dealt, action.areas)), tuple(map(dealt, action.hands))
            return Deal(action.start_seat, areas, hands, dealt(action.undrawn))
        if isinstance(action, Place):
            return Place(new.get(action.card, action.card), action.company)
        return action

    swapped = state.but(
        areas=tuple(tuple(slot._replace(card=new.get(slot.card, slot.card)) for slot in area) for area in state.areas),
        hands=tuple(map(renamed, state.hands)),
        undrawn=renamed(state.undrawn),
    )
    return swapped, rename


KNOWN = Known(
    variants=(
        {"crowded": True, "crowded_scope": "round"},
        {"rounds": 3, "dark": True, "start_price": 57, "first_seat": 2},
        {"rounds": 1, "crowded": True, "deck": "1-10x1", "start_price": 1},
    ),
    invariant=holdem_accounts,
    swapped=holdem_swapped,
)
