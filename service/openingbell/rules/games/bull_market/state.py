"""What a creator of a table of Bull Market may choose, and the table that follows from it.

Law. Options and constants; the moving parts are in `peek_and_pass`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal

from openingbell.rules.market import EmptyRule, Market
from openingbell.rules.options import (
    EMPTY_RULE_OPTION,
    SUITS_OPTION,
    check_empty_rule,
    check_first_seat,
    check_flag,
    check_seats,
    first_seat_option,
    suits_for,
)
from openingbell.rules.peek_and_pass.state import Table, laid, stack_of

SEATS: Final = (2, 3, 4, 5, 6, 7, 8)
HANDS: Final = 3


@dataclass(frozen=True, slots=True)
class Options:
    """What the creator of a table may choose."""

    suits: tuple[str, ...] = field(default=(), metadata=SUITS_OPTION)
    short: bool = field(default=False, metadata={"doc": "Short Selling: the most common commodity is the best."})
    slow_burn: bool = field(default=False, metadata={"doc": "Slow Burn: four discards one by one instead of a Panic."})
    empty_rule: EmptyRule = field(default="ranked", metadata=EMPTY_RULE_OPTION)
    first_seat: int | Literal["drawn"] = field(default="drawn", metadata=first_seat_option(SEATS))


def over(hand: int, totals: Sequence[int]) -> bool:
    """Whether the game ends with that hand (BULL-19)."""
    del totals
    return hand == HANDS


def checked(seats: int, options: Options) -> Options:
    """The options with the commodities filled in. Raises `Illegal` for options that do not fit so many seats."""
    check_seats(seats, SEATS, "MKT-01")
    suits, first = suits_for(seats, options.suits), options.first_seat
    check_flag("short", options.short, "BULL-22")
    check_flag("slow_burn", options.slow_burn, "BULL-21")
    check_empty_rule(options.empty_rule)
    check_first_seat(first, seats)
    return Options(suits, options.short, options.slow_burn, options.empty_rule, first)


@cache
def table(seats: int, options: Options) -> Table:
    """The table of checked options."""
    return laid(
        seats,
        options,
        Market((), options.suits, options.short, options.empty_rule),
        stack_size=stack_of(seats),
        slow=options.slow_burn,
        over=over,
    )
