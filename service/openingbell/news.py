"""Who waits for a table hears when it has got entries.

Law. One subscription and one thread a process, started by the first who waits; it ends when the subscription breaks and
nobody waits. News is a hint: whoever is woken reads the table, so hearing too much does no harm, and every gap in the
subscription wakes everybody.
"""

from __future__ import annotations

import logging
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from openingbell.errors import Refused
from openingbell.store.logs import Announcement

IDLE_S: Final = 30.0
AGAIN_S: Final = 0.5
MOST_OF_ONE: Final = 8
"""How many requests of one player may wait in a process, and never more than half of all that may."""

_log = logging.getLogger(__name__)


class Watch:
    """One who waits."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def wait(self, timeout_s: float) -> bool:
        """Whether there was news since the last call (or since the watch began), within that time."""
        heard = self._event.wait(timeout_s)
        self._event.clear()
        return heard

    def wake(self) -> None:
        self._event.set()


def of_one(limit: int) -> int:
    """How many requests of one player, or of one stranger's address, may wait where `limit` may in all."""
    return max(1, min(MOST_OF_ONE, limit // 2))


class News:
    """The process's ear. `listen(timeout_s)` yields announcements, first of all None once it is subscribed."""

    def __init__(self, listen: Callable[[float], Iterator[Announcement | None]], limit: int) -> None:
        self._listen = listen
        self._limit = limit
        self._limit_of_one = of_one(limit)
        self._watches: dict[str, set[Watch]] = {}
        self._waiting: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._reader_of = 0

    @contextmanager
    def watch(self, table: str, who: str) -> Iterator[Watch]:
        """Hear of this table from now on. Raises `Refused` when too many wait in this process, of all or of `who`."""
        watch = Watch()
        with self._lock:
            self._check(who)
            self._waiting[who] += 1
            self._watches.setdefault(table, set()).add(watch)
            self._start()
        try:
            yield watch
        finally:
            with self._lock:
                self._waiting[who] -= 1
                if not self._waiting[who]:
                    del self._waiting[who]
                watching = self._watches[table]
                watching.discard(watch)
                if not watching:
                    del self._watches[table]

    def _check(self, who: str) -> None:
        if self._waiting[who] >= self._limit_of_one:
            message = f"{self._limit_of_one} of your requests are waiting already; ask again without waiting."
            raise Refused("too-many-waiting", message)
        if self._waiting.total() >= self._limit:
            raise Refused("too-many-waiting", "Too many requests are waiting already; ask again without waiting.")

    def _start(self) -> None:
        """A thread does not survive a fork, so each process starts its own."""
        if self._reader_of != os.getpid():
            self._reader_of = os.getpid()
            threading.Thread(target=self._read, name="news", daemon=True).start()

    def _read(self) -> None:
        pause = threading.Event()
        while True:
            try:
                for number, said in enumerate(self._listen(IDLE_S)):
                    if number == 0:
                        self._wake(None)
                    elif said is not None:
                        self._wake(said.table)
            except Refused as refused:
                _log.warning("no news for the moment: %s", refused)
            self._wake(None)
            pause.wait(AGAIN_S)
            with self._lock:
                if not self._watches:
                    self._reader_of = 0
                    return

    def _wake(self, table: str | None) -> None:
        with self._lock:
            for name in (table,) if table is not None else tuple(self._watches):
                for watch in self._watches.get(name, ()):
                    watch.wake()
