"""What an absent seat plays in Bear Market.

Law. From what that seat knows, and so that it tells strangers nothing about cards that stay hidden (GEN-10).
"""

from __future__ import annotations

from openingbell.rules.games.bear_market.moves import legal
from openingbell.rules.games.bear_market.state import State
from openingbell.rules.values import Action, Rng


def default(state: State, seat: int, rng: Rng) -> Action:
    """What an absent seat plays: two cards at random, since what it locks stays hidden from the others (GEN-10)."""
    return legal(state, seat).sample(rng)
