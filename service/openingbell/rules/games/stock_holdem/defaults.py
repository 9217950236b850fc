"""What an absent seat plays in Stock Hold'em.

Law. From what that seat knows, and so that it tells strangers nothing about cards that stay hidden (GEN-10).
"""

from __future__ import annotations

from openingbell.rules.games.stock_holdem.legality import place_choice
from openingbell.rules.games.stock_holdem.state import EndTurn, SkipBuy, SkipSell, State
from openingbell.rules.values import Action, Rng


def default(state: State, seat: int, rng: Rng) -> Action:
    """What an absent seat plays: a card and a company at random (nobody is to learn anything from them), no trade, no
    chips spent (GEN-10)."""
    if state.phase in ("place", "final"):
        return place_choice(state, seat).sample(rng)
    return {"sell": SkipSell(), "buy": SkipBuy(), "end": EndTurn()}[state.phase]
