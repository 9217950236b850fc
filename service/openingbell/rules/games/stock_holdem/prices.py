"""What a company's five information cards make of its stock price, and why.

Law. Functions of revealed cards and a surge, in whatever order the cards lie; no table, no seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from openingbell.rules.games.stock_holdem.cards import BULL, BULL_POINTS, NUMBER, SUIT, SUITS

LOWEST: Final = 1
HIGHEST: Final = 57
SURGE_BONUS: Final = 5

SuitBonus = Literal["flush", "four_suits"]
NumberBonus = Literal[
    "five_of_a_kind", "four_of_a_kind", "full_house", "large_straight", "three_of_a_kind", "small_straight"
]
SUIT_BONUSES: Final[Mapping[SuitBonus, int]] = {"flush": 10, "four_suits": 10}
NUMBER_BONUSES: Final[Mapping[NumberBonus, int]] = {
    "five_of_a_kind": 30,
    "four_of_a_kind": 25,
    "full_house": 20,
    "large_straight": 20,
    "three_of_a_kind": 10,
    "small_straight": 10,
}
_LARGE: Final = 5
_SMALL: Final = 4


class Parts(NamedTuple):
    """The four parts of a price (HLD-12), and the names of the bonuses (None: none)."""

    base: int
    surge: int
    suit: int
    number: int
    suit_bonus: SuitBonus | None
    number_bonus: NumberBonus | None

    @property
    def total(self) -> int:
        """What the parts add up to, before the board's ends hold it."""
        return self.base + self.surge + self.suit + self.number


def clamped(price: int) -> int:
    """The price on the board, which has spaces 1 to 57 (HLD-12)."""
    return max(LOWEST, min(HIGHEST, price))


def suit_totals(cards: Iterable[str]) -> dict[str, int]:
    """The sum of the numbers, a suit that lies there, in the fixed order of suits."""
    totals = dict.fromkeys(SUITS, 0)
    for card in cards:
        if card in SUIT:
            totals[SUIT[card]] += NUMBER[card]
    return {suit: total for suit, total in totals.items() if total}


def base_price(cards: Sequence[str]) -> int:
    """The largest suit total; the Bull adds its ten once (HLD-12)."""
    return max(suit_totals(cards).values(), default=0) + (BULL_POINTS if BULL in cards else 0)


def suit_bonus(cards: Iterable[str]) -> SuitBonus | None:
    """One suit only, or all four; the Bull and the Bear have none and do not spoil either (HLD-13)."""
    suits = {SUIT[card] for card in cards if card in SUIT}
    if len(suits) == 1:
        return "flush"
    return "four_suits" if len(suits) == len(SUITS) else None


def number_bonus(cards: Iterable[str]) -> NumberBonus | None:
    """The best single line of the numbers that lie there (HLD-14)."""
    numbers = [NUMBER[card] for card in cards if card in NUMBER]
    distinct = set(numbers)
    most = max(map(numbers.count, distinct), default=0)
    if most >= 4:
        return "five_of_a_kind" if most == 5 else "four_of_a_kind"
    if most == 3:
        return "full_house" if len(numbers) == 5 and len(distinct) == 2 else "three_of_a_kind"
    if len(distinct) < _SMALL:
        return None
    if len(distinct) == _LARGE and max(distinct) - min(distinct) == _LARGE - 1:
        return "large_straight"
    runs = any(all(first + step in distinct for step in range(_SMALL)) for first in distinct)
    return "small_straight" if runs else None


def price_parts(cards: Sequence[str], surge: bool) -> Parts:
    """The parts of the price that these cards make."""
    suit, number = suit_bonus(cards), number_bonus(cards)
    return Parts(
        base_price(cards),
        SURGE_BONUS if surge else 0,
        0 if suit is None else SUIT_BONUSES[suit],
        0 if number is None else NUMBER_BONUSES[number],
        suit,
        number,
    )


def stock_price(cards: Sequence[str], surge: bool) -> int:
    """The new price of a company (HLD-12)."""
    return clamped(price_parts(cards, surge).total)


@dataclass(frozen=True, slots=True)
class CompanyScore:
    """How one company's new price came about: `base` + `surge` + `suit` + `number` = `total`, held to 1..57 = `price`.

    `cards` lie in the order in which they came. `suit_totals` are the sums of the suits that lie there, `best_suits`
    those with the largest; `bull` says whether the Bull added its ten. A bonus's name is absent where there is none.
    """

    company: str
    cards: tuple[str, ...]
    suit_totals: Mapping[str, int]
    best_suits: tuple[str, ...]
    bull: bool
    base: int
    surge: int
    suit: int
    number: int
    total: int
    price_before: int
    price: int
    suit_bonus: SuitBonus | None = None
    number_bonus: NumberBonus | None = None


@dataclass(frozen=True, slots=True)
class Worth:
    """What a seat owns, in dollars: money, shares (their number a company, and their value), a dollar a chip."""

    seat: int
    money: int
    shares: tuple[int, ...]
    share_value: int
    chips: int
    total: int


@dataclass(frozen=True, slots=True)
class RoundScore:
    """One round's price determination, and what every seat was worth by the new prices."""

    round: int
    companies: tuple[CompanyScore, ...]
    worths: tuple[Worth, ...]


def company_score(company: str, cards: Sequence[str], surge: bool, price_before: int) -> CompanyScore:
    """The reasons of one company's new price."""
    parts, totals = price_parts(cards, surge), suit_totals(cards)
    best = max(totals.values(), default=0)
    return CompanyScore(
        company=company,
        cards=tuple(cards),
        suit_totals=totals,
        best_suits=tuple(suit for suit, total in totals.items() if total == best),
        bull=BULL in cards,
        base=parts.base,
        surge=parts.surge,
        suit=parts.suit,
        number=parts.number,
        total=parts.total,
        price_before=price_before,
        price=clamped(parts.total),
        suit_bonus=parts.suit_bonus,
        number_bonus=parts.number_bonus,
    )


def worth(seat: int, money: int, shares: tuple[int, ...], chips: int, prices: Sequence[int]) -> Worth:
    """What a seat owns at these prices, which do not move for it (HLD-17)."""
    value = share_value(shares, prices)
    return Worth(seat, money, shares, value, chips, money + value + chips)


def share_value(shares: Sequence[int], prices: Sequence[int]) -> int:
    """What shares bring at these prices, in dollars."""
    return sum([count * price for count, price in zip(shares, prices, strict=True)])
