"""What an absent seat plays in a game of peeking and passing.

Law. From what that seat knows, and so that it tells strangers nothing about cards that stay hidden (GEN-10).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from openingbell.rules.cards import ORDER, RANK, SUIT
from openingbell.rules.peek_and_pass.moves import legal
from openingbell.rules.peek_and_pass.state import KEPT, PANIC_CARDS, Discard, Panic, PassBid, Pay, State
from openingbell.rules.values import Action, Rng


def default(state: State, seat: int, rng: Rng) -> Action:
    """What an absent seat plays: it passes in auctions, pays as little as it can, passes cards at random (nobody is
    to learn anything from them), and lays down what is worth least at the present demand (GEN-10)."""
    phase, hand = state.phase, state.hands[seat]
    if phase == "auction":
        return PassBid()
    if phase == "pay":
        price = state.auctions[-1].price
        assert price is not None
        return Pay(cheapest(hand, KEPT - len(state.locked[seat]), price))
    if phase == "pass":
        return legal(state, seat).sample(rng)
    values = state.market.values
    worst = sorted(hand, key=lambda card: (RANK[card] * values[SUIT[card]], ORDER[card]))
    return Discard(worst[0]) if phase == "discard" else Panic(tuple(worst[:PANIC_CARDS]))


def cheapest(hand: Sequence[str], most: int, price: int) -> tuple[str, ...]:
    """The payment of the lowest total that is enough; of those the one with the fewest cards, first in order."""
    payments = itertools.chain.from_iterable(itertools.combinations(hand, size) for size in range(1, most + 1))
    enough = [(total, len(cards), cards) for cards in payments if (total := sum(RANK[c] for c in cards)) >= price]
    return min(enough, key=lambda payment: payment[:2])[2]
