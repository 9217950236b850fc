"""The clock's own bots: a thread that lets bots move where no worker did, so that the clock waits for none of them.

Law. Takes tables, one after the other, and does what is due there, bots' moves included; how they think
is the services' affair. It promises nothing: whatever it has not done in time the clock does without asking the bot.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from typing import Final

from openingbell.errors import Refused
from openingbell.processes import interrupt
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
        self._waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._taken: set[str] = set()
        self._thread: threading.Thread | None = None
        self._since: float | None = None
        self._closing = False

    def take(self, table: str) -> None:
        """See to this table soon; once, however often it is asked meanwhile."""
        if table not in self._taken:
            self._taken.add(table)
            self._waiting.put(table)
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
            self._waiting.put(None)
            self._thread.join(STUCK_S)

    def _run(self) -> None:
        while True:
            try:
                table = self._waiting.get()
                if table is None or self._closing:
                    return
                self._see_to(table)
            except Stuck:
                _log.warning("a table has held the clock's bots for %s s", STUCK_S)
                # It may come late and hit the next table: what is taken twice does no harm, what is lost would.
                self._taken.clear()

    def _see_to(self, table: str) -> None:
        self._since = time.monotonic()
        try:
            self._tables.do_overdue(table, "bot", "think", SLICE_S)
        except Refused as refused:
            _log.warning("table %s: %s", table, refused)
        finally:
            self._since = None
            self._taken.discard(table)
