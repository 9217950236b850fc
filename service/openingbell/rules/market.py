"""The commodity market: what each commodity is worth, and why.

Law. Values follow from a best-first ordering of the commodities by a sort key and from nothing else; a game that
sorts differently (Bear Market) hands `places_by_key` other keys. Everything here is a function of public cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, Literal

from openingbell.rules.cards import RANK, SUIT, in_order

EmptyRule = Literal["ranked", "shared_top"]
EMPTY_RULES: Final = ("ranked", "shared_top")


@cache
def demand_row(suits: int) -> tuple[int, ...]:
    """The Demand cards laid out for so many commodities, worst to best; symmetric, so they add up to 0 (MKT-07)."""
    half = suits // 2
    return (*range(-half, 0), *((0,) if suits % 2 else ()), *range(1, half + 1))


@cache
def _best_first(suits: int) -> tuple[int, ...]:
    return demand_row(suits)[::-1]


def places_by_key(keys: Mapping[str, Any]) -> dict[str, int]:
    """Place a commodity, 1 for the smallest key: 1 more than the number of commodities with a better key (MKT-02)."""
    ordered = sorted(keys.values())
    return {suit: ordered.index(key) + 1 for suit, key in keys.items()}


def values_by_place(places: Mapping[str, int], slots: int) -> dict[str, int]:
    """Demand a commodity on a row of `slots`: those that tie share the highest slot they span (MKT-02)."""
    row = _best_first(slots)
    return {suit: row[place - 1] for suit, place in places.items()}


def suit_points(cards: Iterable[str], suits: Sequence[str]) -> dict[str, int]:
    """The sum of ranks that lies in the Marketplace, a commodity (MKT-05)."""
    totals = dict.fromkeys(suits, 0)
    for card in cards:
        totals[SUIT[card]] += RANK[card]
    return totals


def demand_values(
    cards: Iterable[str], suits: Sequence[str], *, short: bool = False, empty_rule: EmptyRule = "ranked"
) -> dict[str, int]:
    """Demand a commodity for the cards of the Marketplace.

    Fewest points are best (MKT-02), or most under `short` (BULL-22). `empty_rule` says whether commodities without a
    card take slots like any other or share the top slot without taking any (MKT-03); `short` ignores it (BULL-23).
    """
    return Market(tuple(cards), tuple(suits), short, empty_rule).values


def hand_score(cards: Iterable[str], values: Mapping[str, int]) -> int:
    """Rank times demand, added up over the cards (MKT-06)."""
    return sum([RANK[card] * values[SUIT[card]] for card in cards])


@dataclass(frozen=True, slots=True)
class Standing:
    """How one commodity stands in the Marketplace and why.

    `place` 1 is best; `tied_with` are the commodities with the same points. `gap_above` and `gap_below` are the points
    to the next better and the next worse place: how near the order was to another one. Absent at either end.
    """

    suit: str
    cards: tuple[str, ...]
    points: int
    place: int
    value: int
    tied_with: tuple[str, ...]
    gap_above: int | None = None
    gap_below: int | None = None


@dataclass(frozen=True)
class Market:
    """The cards in the Marketplace and how they are sorted; everything derived is computed once, when asked for."""

    cards: tuple[str, ...]
    suits: tuple[str, ...]
    short: bool = False
    empty_rule: EmptyRule = "ranked"

    def plus(self, cards: Iterable[str]) -> Market:
        """The Marketplace with these cards laid into it."""
        return Market((*self.cards, *cards), self.suits, self.short, self.empty_rule)

    @cached_property
    def points(self) -> Mapping[str, int]:
        return suit_points(self.cards, self.suits)

    @cached_property
    def values(self) -> dict[str, int]:
        """Demand a commodity."""
        return values_by_place(self.places, len(self.suits))

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Place a commodity: 1 more than the number of commodities that stand strictly better."""
        points = self.points
        if self.short:
            return places_by_key({suit: -amount for suit, amount in points.items()})
        if self.empty_rule == "ranked":
            return places_by_key(points)
        filled = places_by_key({suit: amount for suit, amount in points.items() if amount})
        return {suit: filled.get(suit, 1) for suit in self.suits}

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Every commodity, best first; commodities at the same place in the table's order."""
        return tuple(self._standing(suit) for suit in sorted(self.suits, key=self.places.__getitem__))

    def _standing(self, suit: str) -> Standing:
        place, mine = self.places[suit], self.points[suit]
        better = [abs(mine - self.points[other]) for other in self.suits if self.places[other] < place]
        worse = [abs(mine - self.points[other]) for other in self.suits if self.places[other] > place]
        return Standing(
            suit=suit,
            cards=in_order(card for card in self.cards if SUIT[card] == suit),
            points=mine,
            place=place,
            value=self.values[suit],
            tied_with=tuple(other for other in self.suits if other != suit and self.points[other] == mine),
            gap_above=min(better, default=None),
            gap_below=min(worse, default=None),
        )


@dataclass(frozen=True, slots=True)
class ScoredCard:
    """One card of a final hand: its rank times its commodity's demand."""

    card: str
    rank: int
    value: int
    score: int


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's final hand: every card, the hand's score, and the running total with it."""

    seat: int
    cards: tuple[ScoredCard, ...]
    score: int
    total: int


@dataclass(frozen=True, slots=True)
class HandScore:
    """Why a hand scored what it scored: the final sort of the Marketplace, best first, and every seat's cards."""

    hand: int
    market: tuple[Standing, ...]
    seats: tuple[SeatScore, ...]


def explained(hand: int, market: Market, cards: Sequence[tuple[str, ...]], totals: Sequence[int]) -> HandScore:
    """The breakdown of a hand; `cards` are the final hands and `totals` the running totals with it, by seat."""
    values, seats = market.values, []
    for seat, held in enumerate(cards):
        rows = tuple(ScoredCard(c, RANK[c], values[SUIT[c]], RANK[c] * values[SUIT[c]]) for c in held)
        seats.append(SeatScore(seat, rows, sum(row.score for row in rows), totals[seat]))
    return HandScore(hand, market.standings, tuple(seats))
