"""How Bear Market sorts: a commodity is as bad as the lowest cards of it that lie in the Marketplace.

Law. Functions of public cards only. What a place is worth is the shared market's business (`rules/market.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from openingbell.rules.cards import RANK, SUIT, in_order
from openingbell.rules.market import EmptyRule, places_by_key, values_by_place

_NO_CARD: Final = -11
"""Where a commodity has no further card: better than any rank, and keys are better the smaller they are (BEAR-04)."""


@dataclass(frozen=True, slots=True)
class RankedSuit:
    """How one commodity stands in the Marketplace and why.

    `cards` are in ascending order; `place` 1 is best; `tied_with` are the commodities with the very same ranks. Below
    place 1, `behind` is a commodity of the next better place (one with cards, if there is one), and the two part where
    this one has the card `by_card` and the other has `against`: a higher card, or none at all where it is absent.
    """

    suit: str
    cards: tuple[str, ...]
    place: int
    value: int
    tied_with: tuple[str, ...]
    behind: str | None = None
    by_card: str | None = None
    against: str | None = None


@dataclass(frozen=True)
class LowMarket:
    """The cards in the Marketplace and how they are sorted; everything derived is computed once, when asked for."""

    cards: tuple[str, ...]
    suits: tuple[str, ...]
    empty_rule: EmptyRule = "ranked"

    def plus(self, cards: Iterable[str]) -> LowMarket:
        """The Marketplace with these cards laid into it."""
        return LowMarket((*self.cards, *cards), self.suits, self.empty_rule)

    @cached_property
    def by_suit(self) -> dict[str, tuple[str, ...]]:
        """The cards a commodity, lowest first."""
        piles: dict[str, list[str]] = {suit: [] for suit in self.suits}
        for card in in_order(self.cards):
            piles[SUIT[card]].append(card)
        return {suit: tuple(cards) for suit, cards in piles.items()}

    @cached_property
    def keys(self) -> dict[str, tuple[int, ...]]:
        """What each commodity is sorted by; the smaller, the better (BEAR-04)."""
        return {suit: (*[-RANK[card] for card in cards], _NO_CARD) for suit, cards in self.by_suit.items()}

    @cached_property
    def places(self) -> dict[str, int]:
        """Place a commodity: 1 more than the number of commodities that stand strictly better."""
        keys = self.keys
        if self.empty_rule == "ranked":
            return places_by_key(keys)
        filled = places_by_key({suit: key for suit, key in keys.items() if len(key) > 1})
        return {suit: filled.get(suit, 1) for suit in self.suits}

    @cached_property
    def values(self) -> dict[str, int]:
        """Demand a commodity."""
        return values_by_place(self.places, len(self.suits))

    @cached_property
    def standings(self) -> tuple[RankedSuit, ...]:
        """Every commodity, best first; commodities at the same place in the table's order."""
        return tuple(self._standing(suit) for suit in sorted(self.suits, key=self.places.__getitem__))

    def _standing(self, suit: str) -> RankedSuit:
        places, cards = self.places, self.by_suit[suit]
        tied = tuple(other for other in self.suits if other != suit and self.keys[other] == self.keys[suit])
        better = [other for other in self.suits if places[other] < places[suit]]
        if not better:
            return RankedSuit(suit, cards, places[suit], self.values[suit], tied)
        behind = max(better, key=lambda other: (places[other], bool(self.by_suit[other])))
        by_card, against = self._parting(cards, self.by_suit[behind])
        return RankedSuit(suit, cards, places[suit], self.values[suit], tied, behind, by_card, against)

    @staticmethod
    def _parting(worse: tuple[str, ...], better: tuple[str, ...]) -> tuple[str, str | None]:
        """The first card in which a worse commodity differs, and what the better one has there."""
        for place, card in enumerate(worse):
            other = better[place] if place < len(better) else None
            if other is None or RANK[other] != RANK[card]:
                return card, other
        raise ValueError(f"{worse} is not worse than {better}")
