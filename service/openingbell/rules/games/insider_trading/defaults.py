"""What an absent seat plays in Insider Trading.

Law. From what that seat knows; all that it plays is shown (GEN-10).
"""

from __future__ import annotations

from openingbell.rules.cards import ORDER, RANK, SUIT
from openingbell.rules.games.insider_trading.state import Keep, Lock, Panic, Play, State
from openingbell.rules.values import Action, Rng


def default(state: State, seat: int, rng: Rng) -> Action:
    """What an absent seat plays: its lowest card, no insider trading, the lock that is worth most at the present
    demand, and in the Panic what is worth least (GEN-10)."""
    del rng
    values, hand = state.market.values, state.hands[seat]
    if state.phase == "play":
        return Play(min(hand, key=lambda card: (RANK[card], ORDER[card])))
    if state.phase == "insider":
        return Keep()
    if state.phase == "lock":
        assert state.trick is not None
        return Lock(max(state.trick.cards, key=lambda card: (RANK[card] * values[SUIT[card]], -ORDER[card])))
    worst = sorted(hand, key=lambda card: (RANK[card] * values[SUIT[card]], ORDER[card]))
    return Panic(tuple(worst[: len(state.locked[seat])]))
