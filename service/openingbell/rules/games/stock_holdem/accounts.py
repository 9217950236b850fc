"""Who has what in Stock Hold'em, and how it changes hands: chips, money, shares, and the price that every trade moves.

Law. Arithmetic on numbers and on a state's accounts; no phase, no card.
"""

from __future__ import annotations

from collections.abc import Sequence

from openingbell.rules.games.stock_holdem.prices import clamped
from openingbell.rules.games.stock_holdem.state import MOST_CHIPS, State
from openingbell.rules.values import put


def gain_chips(chips: int, money: int, count: int) -> tuple[int, int]:
    """Chips and money after being given `count` chips; each one above seven is a dollar instead (HLD-09)."""
    kept = min(MOST_CHIPS, chips + count)
    return kept, money + chips + count - kept


def next_start_player(chips: Sequence[int], current: int) -> int:
    """Who starts the next round: the fewest chips; in a tie the nearest seat clockwise, never the same (HLD-16)."""
    fewest, seats = min(chips), len(chips)
    tied = [seat for seat in range(seats) if chips[seat] == fewest]
    if len(tied) == 1:
        return tied[0]
    return min((seat for seat in tied if seat != current), key=lambda seat: (seat - current) % seats)


def sold(state: State, seat: int, company: int) -> State:
    """One share back to the bank at the present price; then the price falls, not below 1 (HLD-06)."""
    return _traded(state, seat, company, -1)


def bought(state: State, seat: int, company: int) -> State:
    """One share from the tile at the present price; then the price rises, not above 57 (HLD-06)."""
    return _traded(state, seat, company, 1)


def _traded(state: State, seat: int, company: int, count: int) -> State:
    price, held = state.prices[company], state.shares[seat]
    return state.but(
        money=put(state.money, seat, state.money[seat] - count * price),
        shares=put(state.shares, seat, put(held, company, held[company] + count)),
        prices=put(state.prices, company, clamped(price + count)),
    )


def given_chip(state: State, seat: int) -> State:
    """A chip from the bank, for a sale or a purchase not made (HLD-05)."""
    chips, money = gain_chips(state.chips[seat], state.money[seat], 1)
    return state.but(chips=put(state.chips, seat, chips), money=put(state.money, seat, money))


def paying(state: State, seat: int, chips: int) -> State:
    """So many chips to the bank."""
    return state.but(chips=put(state.chips, seat, state.chips[seat] - chips))
