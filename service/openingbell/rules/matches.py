"""What the games of the commodity market share about a match: several hands, totals, and where everybody ends.

Law. Pure helpers that two games need, each a function of its arguments; never a base class, and no game's own rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Literal

from openingbell.rules.cards import COMMODITIES
from openingbell.rules.kernel import Place, Result, Turn
from openingbell.rules.market import EMPTY_RULES, HandScore, Market, explained
from openingbell.rules.values import Action, Illegal, Text

MILLION: Final = 1_000_000
"""What a seat is awarded for a hand, beside the score of its cards, where a game awards it (BEAR-07, I11-03)."""

SUITS_OPTION: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "doc": "Letters of the commodities, one more than there are seats; empty: the first ones.",
        "bounds": {"uniqueItems": True, "maxItems": len(COMMODITIES), "items": {"enum": list(COMMODITIES)}},
    }
)
"""What the field `suits` of a game's options says of itself: its meaning, and further keywords of JSON Schema."""


def first_seat_option(seats: Sequence[int], doc: str = "The dealer's seat, or drawn by the house.") -> dict[str, Any]:
    """The same for the field `first_seat` of a game for so many players."""
    return {"doc": doc, "bounds": {"minimum": 0, "maximum": max(seats) - 1}}


def suits_for(seats: int, suits: tuple[str, ...]) -> tuple[str, ...]:
    """The commodities of a table: those its creator named, or the first ones. Raises `Illegal` (MKT-01)."""
    if not suits:
        return tuple(COMMODITIES)[: seats + 1]
    if len(suits) != seats + 1 or len(set(suits)) != len(suits) or any(suit not in COMMODITIES for suit in suits):
        message = f"{seats} seats need {seats + 1} different commodities of {''.join(COMMODITIES)}, not {suits!r}."
        raise Illegal("wrong-suits", message, ruling="MKT-01", pointer="/suits")
    return suits


def check_seats(seats: int, allowed: Sequence[int], ruling: str) -> None:
    """Raise `Illegal` for a number of seats that the game is not made for."""
    if seats not in allowed:
        message = f"The game has {allowed[0]} to {allowed[-1]} seats, not {seats!r}."
        raise Illegal("wrong-seats", message, ruling=ruling, pointer="/seats")


def check_empty_rule(rule: str) -> None:
    """Raise `Illegal` for a way of sorting empty commodities that there is not (MKT-03)."""
    if rule not in EMPTY_RULES:
        message = f"empty_rule is one of {', '.join(EMPTY_RULES)}, not {rule!r}."
        raise Illegal("not-offered", message, ruling="MKT-03", pointer="/empty_rule")


def check_flag(name: str, value: object, ruling: str) -> None:
    """Raise `Illegal` unless an option that is switched on or off is one or the other."""
    if type(value) is not bool:
        raise Illegal("wrong-type", f"{name} is true or false, not {value!r}.", ruling=ruling, pointer=f"/{name}")


def check_first_seat(first: int | Literal["drawn"], seats: int) -> None:
    """Raise `Illegal` for a dealer who has no seat (GEN-04)."""
    if first != "drawn" and (type(first) is not int or not 0 <= first < seats):
        message = f"first_seat is 'drawn' or a seat from 0 to {seats - 1}, not {first!r}."
        raise Illegal("not-offered", message, ruling="GEN-04", pointer="/first_seat")


def lowest_total(totals: Sequence[int], dealer: int) -> int:
    """The seat with the lowest total; of those that tie, the first clockwise from the dealer on (BULL-02)."""
    seats = len(totals)
    return min(range(seats), key=lambda seat: (totals[seat], (seat - dealer) % seats))


def standing(totals: Sequence[int]) -> Result:
    """The final standing by totals; equal totals share a place (GEN-03)."""
    places = tuple(Place(seat, 1 + sum(other > total for other in totals), total) for seat, total in enumerate(totals))
    return Result(places, tuple(place.seat for place in places if place.rank == 1))


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


def put(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    """The items with another one at that place."""
    return (*items[:place], item, *items[place + 1 :])


def without(hand: tuple[str, ...], cards: Sequence[str]) -> tuple[str, ...]:
    """The hand less these cards."""
    return tuple([card for card in hand if card not in cards])


def named(seats: Sequence[int]) -> str:
    """`seat 1`, `seats 1 and 3`, `seats 0, 1 and 3`."""
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def waiting(now: Turn, seat: int | None, verb: str) -> Text:
    """What a viewer is told who owes no move now: whom everybody waits for, and to do what (`verb`)."""
    if now.over:
        return Text("game-over", "The game is over.")
    if now.house is not None:
        doing = "deals" if now.kind == "deal" else "scores the hand"
        return Text("wait-for-house", f"The house {doing}.", {"kind": now.kind})
    again = seat in now.revisable
    before = "You have chosen and may still change your mind. " if again else ""
    text = f"{before}Waiting for {named(now.seats)} {verb}."
    return Text("wait-for-seats", text, {"seats": list(now.seats), "kind": now.kind, "revisable": again})
