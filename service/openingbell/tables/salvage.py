"""What is left of a table that the house broke off though it cannot be read: its log is damaged, or its rules are gone.

Law. An operator can end every table, and whoever looks at one afterwards is told that it is over, and why. So this
takes what can be read without rules, and makes nothing up: what the facts say, who sat down, and the end. What happened
in the game is lost with it, and no deal is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any, Final, NamedTuple, NoReturn

import msgspec

from openingbell import codec
from openingbell import table as folding
from openingbell.errors import Refused
from openingbell.readings import Happening
from openingbell.rules.kernel import HOUSE, Game
from openingbell.store import Reading
from openingbell.table import Begin, End, Entry, Facts, Leave, Ready, Sit, Table

UNREADABLE: Final = ("table-damaged", "rules-not-installed")
"""Refusals of tables that only an operator can help."""

TOLD_OF_ONE: Final = 4
"""Of an entry each viewer is told fewer things than that."""


class Remains(NamedTuple):
    """The table, finished and without a state; the entry that ended it; and what everybody is told of that.

    The story's numbers lie behind all that anybody can have been told before, so that whoever follows hears the end.
    """

    table: Table
    end: Entry
    story: tuple[Happening, ...]


def end_of(reading: Reading, why: str) -> Entry:
    """The entry with which an operator ends a table of whose log only the lines are known."""
    last = _read(reading.tail[-1:])
    return Entry(HOUSE, 0, End("server", why), "house", max([reading.now_ms, *(each.at_ms for each in last)]))


def broken_off(lines: Sequence[bytes]) -> bool:
    """Whether the house has broken the table with these stored lines off."""
    last = next(_read(lines[-1:]), None)
    return last is not None and isinstance(last.action, End) and last.action.reason == "server"


def remains(facts: bytes, lines: Sequence[bytes]) -> Remains:
    """What is left of a table with these stored facts and lines, which was broken off.

    Raises `Refused` (`table-damaged`) where not even the facts can be read.
    """
    end = next(_read(lines[-1:]))
    known = facts_without_rules(facts)
    before = _seated(folding.opened(known, NO_RULES), lines)
    after = folding.fold(before, end)
    first = TOLD_OF_ONE * len(lines)
    told = enumerate(folding.told(before, end, after, None), first)
    return Remains(after, end, tuple(Happening(seq, end.at_ms, each, end.by) for seq, each in told))


def facts_without_rules(data: bytes) -> Facts:
    """The facts that were stored, with the options as they stand there. Raises `Refused` (`table-damaged`)."""
    try:
        return msgspec.convert({"move_s": None, **codec.loads(data)}, Facts)
    except (ValueError, TypeError) as error:
        raise Refused("table-damaged", "The facts of this table cannot be read.") from error


def _seated(table: Table, lines: Sequence[bytes]) -> Table:
    """The table with those who sat there when the game began, as far as the lines tell."""
    for entry in takewhile(lambda each: not isinstance(each.action, Begin), _read(lines)):
        if isinstance(entry.action, Sit | Leave | Ready) and 0 <= entry.seat < table.facts.seats:
            with suppress(AssertionError):
                table = folding.fold(table, entry)
    return table


def _read(lines: Iterable[bytes]) -> Iterator[Entry]:
    """Those entries that can be read without a game's rules."""
    for line in lines:
        with suppress(ValueError, TypeError, IndexError):
            entry = folding.entry_of(NO_RULES, line)
            if type(entry.seat) is type(entry.at_ms) is int:
                yield entry


def _gone(*_: Any) -> NoReturn:
    raise LookupError("a table without a state asks for no rules")


NO_RULES: Final = Game(
    name="",
    title="",
    summary="",
    seats=(),
    version=0,
    Options=type(None),
    View=type(None),
    moves=(),
    deals=(),
    rulings={},
    start=_gone,
    turn=_gone,
    legal=_gone,
    apply=_gone,
    house=_gone,
    default=_gone,
    view=_gone,
    tell=_gone,
    imagine=_gone,
    prompt=_gone,
    scores=_gone,
    breakdown=_gone,
    result=_gone,
)
"""In the place of a game that is never asked anything."""
