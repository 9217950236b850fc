"""Who sits where, in words.

Law. Seats keep the numbers that the server gives them; names are added, never put in their place, since two players
may be called the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from openingbell_client.cli import timing
from openingbell_client.cli.output import clean
from openingbell_client.types import Table

LONGEST: Final = 16


def label(name: str) -> str:
    """A name short enough for a table."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def namer(table: Table) -> Callable[[int], str]:
    """How each seat is called: `0 you`, `2 greedy`."""
    own = table.get("your_seat")
    names = {seat["seat"]: label(clean(seat["player"]["name"])) for seat in table["seats"] if "player" in seat}
    return lambda seat: f"{seat} {'you' if seat == own else names.get(seat, '')}".strip()


def narrated(text: str, table: Table) -> str:
    """An event's sentence with names after the numbers of seats, unless it has them: `Seat 2 (greedy) bids 7.`"""
    name = namer(table)

    def named(found: re.Match[str]) -> str:
        _, _, who = name(int(found[1])).partition(" ")
        return f"{found[0]} ({who})" if who and who not in text else found[0]

    return re.sub(r"\b[Ss]eat (\d{1,2})\b", named, clean(text))


def caption(table: Table) -> str:
    """The table in one line: game, state, clock, what is unusual."""
    parts = [
        clean(table["game"]),
        table["status"],
        timing.clock_words(table["clock"]),
        *(["private"] if table["private"] else []),
        *(["practice"] if table["practice"] else []),
    ]
    return ", ".join(parts)
