"""What the games of the commodity market share about a match: several hands, and how each is scored.

Law. Pure helpers that two games need, each a function of its arguments; never a base class, and no game's own rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from openingbell.rules.market import HandScore, Market, explained
from openingbell.rules.values import Action

MILLION: Final = 1_000_000
"""What a seat is awarded for a hand, beside the score of its cards, where a game awards it (BEAR-07, I11-03)."""


def lowest_total(totals: Sequence[int], dealer: int) -> int:
    """The seat with the lowest total; of those that tie, the first clockwise from the dealer on (BULL-02)."""
    seats = len(totals)
    return min(range(seats), key=lambda seat: (totals[seat], (seat - dealer) % seats))


@dataclass(frozen=True, slots=True)
class Score(Action):
    """The house scores a hand: what each seat's cards score (`scores`) and the running `totals` with it, by seat."""

    scores: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Scored:
    """A hand that has been scored: the final Marketplace, the final hands, and the totals with it."""

    hand: int
    market: Market
    cards: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]

    @cached_property
    def breakdown(self) -> HandScore:
        """The reasons; worked out when somebody asks."""
        return explained(self.hand, self.market, self.cards, self.totals)


def without(hand: tuple[str, ...], cards: Sequence[str]) -> tuple[str, ...]:
    """The hand less these cards."""
    return tuple([card for card in hand if card not in cards])
