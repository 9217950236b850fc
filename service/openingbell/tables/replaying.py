"""Does every stored table still follow from its log under the rules that are installed?

Law. Reads and judges, writes nothing, holds one table at a time; so it may run beside a server that plays. It takes
nothing on trust that the fold does: every action is checked for legality as when it was played, and everything that the
house did is computed anew from the secret.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from openingbell import codec, fairness
from openingbell.errors import Refused
from openingbell.rules.kernel import HOUSE, Illegal, check
from openingbell.store import SHARDS, Logs, Reading
from openingbell.table import LIFECYCLE, Entry, Table, chained, entry_of, fold, house_action, opened
from openingbell.tables.salvage import broken_off
from openingbell.tables.shelf import facts_of

PAGE: Final = 100
"""About how many ids of tables are asked for at once."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Break:
    """The first thing that would not go as it went.

    `code`: `rules-not-installed`, `unreadable` (facts, or an entry that is no action of these rules), `illegal` (the
    rules refuse it now), `house-differs` (the house would do something else), `failed` (the rules stumble over it),
    `hash-differs` (the log is not the one that was written), `commitment-differs`. `entry` counts from 0; None where
    the table as a whole is meant. `recorded` is the entry as it is stored. `why` may quote what the game hides.
    """

    code: str
    why: str
    entry: int | None = None
    recorded: Any = None


@dataclass(frozen=True, slots=True)
class Replayed:
    """One table's verdict; `broken` is None when all goes as it went."""

    table: str
    game: str
    rules_version: int
    entries: int
    broken: Break | None


class _Broken(Exception):
    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code


def replay_all(logs: Logs) -> Iterator[Replayed]:
    """The verdict of every table, shard by shard."""
    for shard in range(SHARDS):
        cursor, more, seen = 0, True, set[str]()
        while more:
            cursor, page = logs.tables(shard, cursor, PAGE)
            # A set that is being changed may name a member twice.
            for table in page:
                if table not in seen:
                    seen.add(table)
                    try:
                        reading = logs.read(table, 0, "")
                    except Refused as refused:
                        if refused.code != "table-damaged":
                            raise
                        yield Replayed(table, "?", 0, 0, Break("unreadable", refused.message))
                    else:
                        if reading.chain is not None:
                            yield replayed(table, reading)
            more = cursor != 0


def replayed(table: str, reading: Reading) -> Replayed:
    """The verdict of one table that was read whole. One that the house has broken off goes on under no rules."""
    found = _replayed(table, reading)
    return replace(found, broken=None) if broken_off(reading.tail) else found


def _replayed(table: str, reading: Reading) -> Replayed:
    if reading.facts is None or reading.secret is None:
        return Replayed(table, "?", 0, reading.length, Break("unreadable", "Its facts or its secret are gone."))
    game, version = _named(reading.facts)
    try:
        facts = facts_of(reading.facts)
        if fairness.commitment(reading.secret) != facts.commitment:
            raise _Broken("commitment-differs", "The secret is not the one that was promised.")
        now = opened(facts)
    except Refused as refused:
        code = refused.code if refused.code == "rules-not-installed" else "unreadable"
        return Replayed(table, game, version, reading.length, Break(code, refused.message))
    except _Broken as broken:
        return Replayed(table, game, version, reading.length, Break(broken.code, str(broken)))
    chain = ""
    for number, line in enumerate(reading.tail):
        chain = chained(chain, line)
        try:
            now = _stepped(now, line, reading.secret)
        except _Broken as broken:
            return Replayed(
                table, game, version, reading.length, Break(broken.code, str(broken), number, _recorded(line))
            )
    broken_end = None
    if chain != reading.chain:
        broken_end = Break("hash-differs", "The log is not the one that was written: its running hash is another.")
    return Replayed(table, game, version, reading.length, broken_end)


def _stepped(now: Table, line: bytes, secret: bytes) -> Table:
    """The table after the stored line. Raises `_Broken`."""
    try:
        entry = entry_of(now.game, line)
    except (ValueError, TypeError, IndexError) as error:
        raise _Broken("unreadable", f"It is no entry of these rules: {error}.") from error
    try:
        if not isinstance(entry.action, LIFECYCLE):
            _judge(now, entry, secret)
        return fold(now, entry)
    except Illegal as illegal:
        raise _Broken("illegal", f"{illegal.message} ({illegal.ruling})") from illegal
    except _Broken:
        raise
    except Exception as error:
        _log.debug("a game's rules failed", exc_info=True)
        raise _Broken("failed", f"The rules fail at it: {error!r}.") from error


def _judge(now: Table, entry: Entry, secret: bytes) -> None:
    """Raise `Illegal` or `_Broken` for an entry that would not be written now."""
    if now.state is None:
        raise _Broken("illegal", "The game has not begun.")
    check(now.game, now.state, entry.seat, entry.action)
    if entry.seat == HOUSE:
        expected = house_action(now, secret)
        if entry.action != expected:
            shown = codec.dumps(expected).decode()
            raise _Broken("house-differs", f"The house would do something else: {shown}.")


def _named(facts: bytes) -> tuple[str, int]:
    """Game and rules version, as far as the facts tell."""
    try:
        raw = codec.loads(facts)
        return str(raw["game"]), int(raw["rules_version"])
    except (ValueError, TypeError, KeyError):
        return "?", 0


def _recorded(line: bytes) -> Any:
    try:
        return codec.loads(line)
    except codec.Undecodable:
        return line.decode(errors="replace")
