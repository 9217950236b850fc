"""The way that every change of a table takes: read, settle what time has decided, judge, write, note.

Law. Knows tries and times, not wishes. Who asks for what is judged by the callers, each time anew, since a write that
meets a longer log is never a reason to refuse: the log is read again, and the wish judged by what is there.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import Final

from openingbell.errors import Refused, no_such_table
from openingbell.players import Player
from openingbell.readings import Snapshot
from openingbell.table import EndedBy, Entry, Table, default_action, overdue_since_ms, settling
from openingbell.tables.lobby import Lobby
from openingbell.tables.shelf import Loaded, Present, Shelf, Written

TRIES: Final = 24
"""How often a wish is judged anew before the answer is `busy`; each try lost means that somebody else's was written."""

PAUSE_S: Final = 0.002
LONGEST_PAUSE_S: Final = 0.1


class Desk:
    """Reads and writes tables for the services."""

    def __init__(self, shelf: Shelf, lobby: Lobby) -> None:
        self.shelf = shelf
        self.lobby = lobby

    def present(self, table: str) -> Present:
        """The table now, after every decision whose time is up has been played, and every bell has rung that is due."""
        for _ in attempts():
            present = self.shelf.load(table)
            if overdue_since_ms(present.loaded.table, present.now_ms) is None:
                return present
            written, settled = self.settle(present)
            if written == "applied":
                return settled
        raise AssertionError("attempts end by themselves")

    def settle(self, present: Present) -> tuple[Written, Present]:
        """Play what is overdue, end a phase, a pause or a table whose time is up."""
        loaded, now_ms = present
        entries = list(settling(loaded.table, loaded.secret, now_ms))
        return self.write(loaded, entries, not_before_ms=overdue_since_ms(loaded.table, now_ms))

    def write(
        self,
        loaded: Loaded,
        entries: Sequence[Entry],
        *,
        not_before_ms: int | None = None,
        not_from_ms: int | None = None,
    ) -> tuple[Written, Present]:
        """Append the entries to what was loaded, and note in the indexes what changed for them."""
        written, present = self.shelf.append(loaded, entries, not_before_ms=not_before_ms, not_from_ms=not_from_ms)
        if written == "applied" and present.loaded.mark != loaded.mark:
            self.lobby.try_note(present.loaded)
        return written, present

    def break_off_unread(self, table: str, why: str) -> EndedBy | None:
        """End a table that cannot be read, unless it was over; what it ended by, None if somebody else wrote then."""
        ended_by, left = self.shelf.break_off(table, why)
        if left is not None:
            self.lobby.try_note(left)
        return ended_by


def attempts() -> Iterator[int]:
    """The tries that a wish has, with growing, jittered pauses in between; after the last one `Refused` (`busy`)."""
    for attempt in range(TRIES):
        if attempt:
            time.sleep(random.uniform(0, min(PAUSE_S * 2 ** min(attempt, 10), LONGEST_PAUSE_S)))
        yield attempt
    raise Refused("busy", "The table is very busy; ask again.")


def viewer_of(table: Table, caller: Player | None) -> int | None:
    """The seat whose eyes the caller has. Raises `Refused` for whoever may not know of a private table."""
    seat = None if caller is None else table.seat_of(caller.id)
    if table.facts.private and seat is None and (caller is None or caller.id != table.facts.creator):
        no_such_table(table.facts.id)
    return seat


def snapshot(present: Present, viewer: int | None) -> Snapshot:
    """The reading for one viewer, without any secret."""
    loaded, now_ms = present
    table, turn = loaded.table, loaded.table.turn
    default = sealed = None
    if viewer is not None and viewer in (*turn.seats, *turn.revisable):
        default = default_action(table, loaded.secret, viewer)
        if viewer in turn.revisable and (entry := loaded.recorded(viewer, table.closed[viewer])):
            sealed = entry.action
    return Snapshot(table, viewer, loaded.seq(viewer), now_ms, default, sealed)
