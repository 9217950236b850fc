"""What a creator of a table of Insiders may choose, the table that follows from it, and how a hand is explained.

Law. Options, constants and values; nothing here decides what happens next but when the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain
from typing import Final, Literal, get_args

from openingbell.rules.market import HandScore, Market, explained
from openingbell.rules.matches import MILLION, Scored
from openingbell.rules.options import (
    SUITS_OPTION,
    check_first_seat,
    check_offered,
    check_seats,
    first_seat_option,
    suits_for,
)
from openingbell.rules.peek_and_pass.state import State, Table, laid, stack_of
from openingbell.rules.values import Action, Illegal

Version = Literal["revised", "original"]

SEATS: Final = (2, 3, 4, 5, 6)
ORIGINAL_SEATS: Final = (2, 3, 4, 5)
REVISED_HANDS: Final = 3
TARGET: Final = 5_000_000
"""The original is over once somebody has more than this (I11-04)."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the creator of a table may choose."""

    version: Version = field(
        default="revised",
        metadata={"doc": "The revised game of three hands, or the first draft: single cards, five million."},
    )
    suits: tuple[str, ...] = field(default=(), metadata=SUITS_OPTION)
    first_seat: int | Literal["drawn"] = field(default="drawn", metadata=first_seat_option(SEATS))


@dataclass(frozen=True, slots=True)
class TurnStub(Action):
    """The house turns the next card of the stub into the Marketplace: commodities still tie (original, I11-06)."""

    card: str


@dataclass(frozen=True, slots=True)
class HandAward(HandScore):
    """A scored hand with its reasons; every seat's total has grown by its score and by the `award`. `turned` are cards
    of the stub that broke ties and count in the market, in order (original, I11-08)."""

    award: int
    turned: tuple[str, ...]


@dataclass(frozen=True)
class ScoredHand(Scored):
    """A hand that has been scored, with its million and the cards of the stub that were turned for it."""

    turned: tuple[str, ...] = ()

    @cached_property
    def breakdown(self) -> HandAward:
        """The reasons; worked out when somebody asks."""
        why = explained(self.hand, self.market, self.cards, self.totals)
        return HandAward(why.hand, why.market, why.seats, MILLION, self.turned)


def over_revised(hand: int, totals: Sequence[int]) -> bool:
    """Whether the revised game ends with that hand (I11-11)."""
    del totals
    return hand == REVISED_HANDS


def over_original(hand: int, totals: Sequence[int]) -> bool:
    """Whether somebody has broken five million (I11-04)."""
    del hand
    return max(totals) > TARGET


def checked(seats: int, options: Options) -> Options:
    """The options with the commodities filled in. Raises `Illegal` for options that do not fit so many seats."""
    check_seats(seats, SEATS, "I11-11")
    suits, version = suits_for(seats, options.suits), options.version
    check_first_seat(options.first_seat, seats)
    check_offered("version", version, get_args(Version), "I11-11")
    if version == "original" and seats not in ORIGINAL_SEATS:
        message = f"The original has {ORIGINAL_SEATS[0]} to {ORIGINAL_SEATS[-1]} seats, not {seats}."
        raise Illegal("wrong-seats", message, ruling="I11-11", pointer="/version")
    return Options(version, suits, options.first_seat)


@cache
def table(seats: int, options: Options) -> Table:
    """The table of checked options."""
    original = options.version == "original"
    return laid(
        seats,
        options,
        Market((), options.suits),
        stack_size=1 if original else stack_of(seats),
        slow=True,
        over=over_original if original else over_revised,
        award=MILLION,
        scoring=ScoredHand,
    )


def turned(state: State) -> tuple[str, ...]:
    """The cards of the stub that lie in the Marketplace, in the order in which they were turned (I11-08)."""
    stacks = state.revealed * state.table.stack_size
    return state.market.cards[stacks + sum(map(len, chain(*state.discards))) :]
