"""The printed material of Panic on Wall Street!: amounts, scales, dice, companies.

Law. Constants like the rulebook's page, and look-ups on them. Money is in thousands of dollars.

A company is named by its colour and a number (`R3`), with a D for the ones that pay double (`RD1`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

SEATS: Final = (3, 4, 5, 6, 7, 8, 9, 10, 11)
BOTH: Final = (3, 4)
"""The numbers of seats with which everybody is manager and investor at once."""
CASH: Final = 120
"""What everybody begins with."""
DEALT: Final = 3
"""Companies that a manager begins with."""
TOKENS: Final = 10
STEP: Final = 5
"""The smallest bill: every amount is a multiple of it."""
COST: Final = 10
"""What a company costs its manager a month."""
SALE: Final = 5
"""What the bank pays for a company that a manager must sell."""
MONTHS: Final = 5
START: Final = 3
"""The place on the scale where every colour begins, at 30."""
DEAREST: Final = 1_000_000
"""Far above every price that means something; prices have no upper limit of their own."""
USUAL: Final = 100

Colour = Literal["red", "yellow", "green", "blue"]

COLOURS: Final[tuple[Colour, ...]] = ("red", "yellow", "green", "blue")
SCALE: Final[Mapping[Colour, tuple[int, ...]]] = {
    "red": (-20, -10, 0, 30, 40, 50, 60, 70),
    "yellow": (-10, 0, 0, 30, 40, 40, 60, 60),
    "green": (0, 10, 20, 30, 30, 40, 50, 60),
    "blue": (20, 20, 20, 30, 30, 30, 40, 40),
}
DICE: Final[Mapping[Colour, tuple[int, ...]]] = {
    "red": (-7, -3, -2, 2, 3, 7),
    "yellow": (-3, -2, -1, 1, 2, 3),
    "green": (-2, -1, 0, 0, 1, 2),
    "blue": (-1, -1, 0, 0, 1, 1),
}
SKEWED: Final = (-2, -1, 0, 1, 2, 2)
"""The green die as another source has it."""
COUNTS: Final[Mapping[Colour, tuple[int, int]]] = {
    "red": (6, 1),
    "yellow": (11, 2),
    "green": (11, 2),
    "blue": (11, 2),
}
"""How many companies of a colour there are: ordinary ones, and ones that pay double."""

TILES: Final[tuple[str, ...]] = tuple(
    f"{colour[0].upper()}{kind}{number}"
    for colour in COLOURS
    for kind, count in zip(("", "D"), COUNTS[colour], strict=True)
    for number in range(1, count + 1)
)
"""Every company, in the order in which they are always listed."""
ORDER: Final = {tile: place for place, tile in enumerate(TILES)}
COLOUR: Final[Mapping[str, Colour]] = {tile: next(c for c in COLOURS if c[0].upper() == tile[0]) for tile in TILES}
DOUBLE: Final = frozenset(tile for tile in TILES if tile[1] == "D")


def in_order(tiles: Iterable[str]) -> tuple[str, ...]:
    """Companies in the order of `TILES`."""
    return tuple(sorted(tiles, key=ORDER.__getitem__))


def value(colour: Colour, index: int) -> int:
    """What a company of that colour yields with its indicator at this place (PWS-02)."""
    return SCALE[colour][index]


def moved(index: int, die: int) -> int:
    """Where an indicator stands after a roll: it stops at the ends of the scale."""
    return min(max(index + die, 0), len(SCALE["red"]) - 1)
