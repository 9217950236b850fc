"""What an absent seat plays in Panic on Wall Street!

Law. From what everybody knows; nothing is hidden in what it plays (GEN-10).
"""

from __future__ import annotations

from collections.abc import Mapping

from openingbell.rules.games.panic_on_wall_street.board import COLOUR, DOUBLE, ORDER
from openingbell.rules.games.panic_on_wall_street.clearing import still_due
from openingbell.rules.games.panic_on_wall_street.state import (
    Allocate,
    Done,
    Extend,
    PassBid,
    SellOff,
    State,
    owned,
    values_now,
)
from openingbell.rules.values import Action, Rng


def default(state: State, seat: int, rng: Rng) -> Action:
    """What silence plays: nothing that was not asked; payments in seat order, patience, the cheapest companies."""
    del rng
    if state.phase == "negotiate":
        return Done()
    if state.phase == "allocate":
        return Allocate(in_seat_order(still_due(state, seat), state.cash[seat]))
    if state.phase == "claim":
        return Extend()
    if state.phase == "sell":
        return SellOff(tuple(sorted(cheapest(state, seat)[: state.short[seat]], key=ORDER.__getitem__)))
    return PassBid()


def in_seat_order(due: Mapping[int, int], cash: int) -> dict[str, int]:
    """Each creditor gets what is due as long as there is cash."""
    amounts = {}
    for manager, owed in sorted(due.items()):
        amounts[str(manager)] = min(owed, cash)
        cash -= amounts[str(manager)]
    return amounts


def cheapest(state: State, seat: int) -> list[str]:
    """A manager's companies, those of the cheapest colours first; of one colour, those without an investor first."""
    values = values_now(state)

    def worth(tile: str) -> tuple[int, bool, bool, int]:
        return values[COLOUR[tile]], state.companies[tile].deal is not None, tile in DOUBLE, ORDER[tile]

    return sorted(owned(state, seat), key=worth)
