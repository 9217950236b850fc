"""What options say of themselves, and how games refuse options that do not fit.

Law. Descriptions and checks that two games need, each a function of its arguments; no game's own options. A check
raises `Illegal` with a pointer into the options. None is cached: `True == 1` would let one in for the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal

from openingbell.rules.cards import COMMODITIES
from openingbell.rules.market import EMPTY_RULES
from openingbell.rules.values import Illegal

SUITS_OPTION: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "doc": "Letters of the commodities, one more than there are seats; empty: the first ones.",
        "bounds": {"uniqueItems": True, "maxItems": len(COMMODITIES), "items": {"enum": list(COMMODITIES)}},
    }
)
"""What the field `suits` of a game's options says of itself: its meaning, and further keywords of JSON Schema."""

EMPTY_RULE_OPTION: Final[Mapping[str, Any]] = MappingProxyType(
    {"doc": "Commodities without a card take slots like any other, or share the top slot and take none."}
)
"""The same for the field `empty_rule`."""


def first_seat_option(seats: Sequence[int], doc: str = "The dealer's seat, or drawn by the house.") -> dict[str, Any]:
    """The same for the field `first_seat` of a game for so many players."""
    return {"doc": doc, "bounds": {"minimum": 0, "maximum": max(seats) - 1}}


def suits_for(seats: int, suits: tuple[str, ...]) -> tuple[str, ...]:
    """The commodities of a table: those its creator named, or the first ones (MKT-01)."""
    if not suits:
        return tuple(COMMODITIES)[: seats + 1]
    if len(suits) != seats + 1 or len(set(suits)) != len(suits) or any(suit not in COMMODITIES for suit in suits):
        named = " ".join(map(str, suits))
        message = f"{seats} seats need {seats + 1} different commodities of {''.join(COMMODITIES)}, not {named}."
        raise Illegal("wrong-suits", message, ruling="MKT-01", pointer="/suits")
    return suits


def check_seats(seats: int, allowed: Sequence[int], ruling: str) -> None:
    """The game is made for so many seats."""
    if seats not in allowed:
        message = f"The game has {allowed[0]} to {allowed[-1]} seats, not {seats!r}."
        raise Illegal("wrong-seats", message, ruling=ruling, pointer="/seats")


def check_flag(name: str, value: object, ruling: str) -> None:
    """An option that is switched on or off is one or the other."""
    if type(value) is not bool:
        raise Illegal("wrong-type", f"{name} is true or false, not {value!r}.", ruling=ruling, pointer=f"/{name}")


def check_offered(name: str, value: object, values: Sequence[object], ruling: str) -> None:
    """The option is one of these values."""
    if type(value) is bool or value not in values:
        message = f"{name} is one of {', '.join(map(str, values))}, not {value!r}."
        raise Illegal("not-offered", message, ruling=ruling, pointer=f"/{name}")


def check_whole(name: str, value: object, least: int, most: int, ruling: str) -> None:
    """The option is a whole number within these bounds."""
    if type(value) is not int or not least <= value <= most:
        message = f"{name} is a whole number from {least} to {most}, not {value!r}."
        raise Illegal("out-of-range", message, ruling=ruling, pointer=f"/{name}")


def check_empty_rule(rule: str) -> None:
    """There is such a way of sorting empty commodities (MKT-03)."""
    check_offered("empty_rule", rule, EMPTY_RULES, "MKT-03")


def check_first_seat(first: int | Literal["drawn"], seats: int) -> None:
    """The one who begins has a seat, or is drawn (GEN-04)."""
    if first != "drawn" and (type(first) is not int or not 0 <= first < seats):
        message = f"first_seat is 'drawn' or a seat from 0 to {seats - 1}, not {first!r}."
        raise Illegal("not-offered", message, ruling="GEN-04", pointer="/first_seat")
