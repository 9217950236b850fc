"""What a creator of a table of Bull Market may choose, and the table that follows from it.

Law. Options and constants; the moving parts are in `peek_and_pass`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal

from openingbell.rules.cards import deck
from openingbell.rules.market import EmptyRule, Market
from openingbell.rules.matches import Scored, check_empty_rule, check_first_seat, suits_for
from openingbell.rules.peek_and_pass.state import Table, stack_of

SEATS: Final = (2, 3, 4, 5, 6, 7, 8)
HANDS: Final = 3


@dataclass(frozen=True, slots=True)
class Options:
    """What the creator of a table may choose."""

    suits: tuple[str, ...] = field(
        default=(),
        metadata={"doc": "Letters of the commodities, one more than seats; empty: the first ones."},
    )
    short: bool = field(default=False, metadata={"doc": "Short Selling: the most common commodity is the best."})
    slow_burn: bool = field(default=False, metadata={"doc": "Slow Burn: four discards one by one instead of a Panic."})
    empty_rule: EmptyRule = field(
        default="ranked",
        metadata={"doc": "Commodities without a card take slots like any other, or share the top slot and take none."},
    )
    first_seat: int | Literal["drawn"] = field(
        default="drawn", metadata={"doc": "The dealer's seat, or drawn by the house."}
    )


def over(hand: int, totals: Sequence[int]) -> bool:
    """Whether the game ends with that hand (BULL-19)."""
    del totals
    return hand == HANDS


@cache
def table(seats: int, options: Options) -> Table:
    """The table. Raises `Illegal` for options that do not fit so many seats."""
    suits = suits_for(seats, options.suits)
    check_empty_rule(options.empty_rule)
    check_first_seat(options.first_seat, seats)
    cards = deck(suits)
    return Table(
        seats=seats,
        options=Options(suits, options.short, options.slow_burn, options.empty_rule, options.first_seat),
        deck=cards,
        cards=frozenset(cards),
        stack_size=stack_of(seats),
        market=Market((), suits, options.short, options.empty_rule),
        slow=options.slow_burn,
        award=0,
        scoring=Scored,
        over=over,
    )
