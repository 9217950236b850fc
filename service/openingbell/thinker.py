"""The clock's own bots: a thread that lets bots move where no worker did, so that the clock waits for none of them.

Law. Takes tables, one after the other, those where somebody is present first, and does what is due there, bots' moves
included; how they think is the services' affair. It promises nothing: whatever it has not done in time the clock does
without asking the bot.
"""

from __future__ import annotations

import itertools
import logging
import queue
import threading
import time
from typing import Final

from openingbell.errors import Refused
from openingbell.processes import interrupt
from openingbell.store import Kind
from openingbell.store.logs import KINDS
from openingbell.tables import Tables

SLICE_S: Final = 0.25
"""How long it stays at one table."""

STUCK_S: Final = 15.0
"""How long a table may hold it before that is taken for a mistake of its rules."""

_log = logging.getLogger("openingbell.clock")


class Stuck(Exception):
    """What is due at a table has gone on for far too long."""


class Thinker:
    """One thread, from the first table on until `close`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._waiting: queue.PriorityQueue[tuple[int, int, str, Kind]] = queue.PriorityQueue()
        self._number = itertools.count()
        self._taken: dict[str, int] = {}
        self._thread: threading.Thread | None = None
        self._since: float | None = None
        self._closing = False

    def take(self, table: str, kind: Kind) -> None:
        """See to this table soon, where something of that kind is due; once, however often it is asked meanwhile."""
        urgency = KINDS.index(kind)
        if urgency < self._taken.get(table, len(KINDS)):
            self._taken[table] = urgency
            self._waiting.put((urgency, next(self._number), table, kind))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="thinker", daemon=True)
            self._thread.start()

    def look(self) -> None:
        """Free the thread from a table that will not let it go."""
        since = self._since
        if self._thread is not None and since is not None and time.monotonic() - since > STUCK_S:
            self._since = time.monotonic()
            interrupt(self._thread, Stuck)

    def close(self) -> None:
        """End it after the present table."""
        self._closing = True
        if self._thread is not None:
            self._waiting.put((-1, next(self._number), "", "bot"))
            self._thread.join(STUCK_S)

    def _run(self) -> None:
        while True:
            try:
                _, _, table, kind = self._waiting.get()
                if self._closing:
                    return
                self._see_to(table, kind)
            except Stuck:
                _log.warning("a table has held the clock's bots for %s s", STUCK_S)
                # It may come late and hit the next table: what is taken twice does no harm, what is lost would.
                self._taken.clear()

    def _see_to(self, table: str, kind: Kind) -> None:
        self._since = time.monotonic()
        try:
            self._tables.do_overdue(table, kind, "think", SLICE_S)
        except Refused as refused:
            _log.warning("table %s: %s", table, refused)
        finally:
            self._since = None
            self._taken.pop(table, None)
