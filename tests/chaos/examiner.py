"""Has finished tables checked in a process of its own, so that checking does not slow the clients down.

Law. Reads logs from the store itself, not through the API; a store that is away just now is asked again.
"""

from __future__ import annotations

import multiprocessing
import time
from concurrent.futures import Future, ProcessPoolExecutor

from openingbell.errors import Refused
from openingbell.settings import Settings
from openingbell.store import Link, Logs
from openingbell.tables.shelf import Loaded, Shelf
from tests.chaos.checker import Verdict, check
from tests.chaos.faults import Fault
from tests.chaos.history import History

TRIES = 200


def logged(url: str, table: str) -> Loaded:
    """The table as the store has it, from its first entry. Raises `Refused` after many tries."""
    shelf = Shelf(Logs(Link(Settings(redis_url=url).redis())))
    for _ in range(TRIES):
        try:
            return shelf.load(table).loaded
        except Refused as refused:
            if refused.code != "store-unavailable":
                raise
            time.sleep(0.1)
    return shelf.load(table).loaded


def examine(url: str, history: History) -> Verdict:
    """Read the log and check the history against it."""
    troubles = [Fault("refused", history.name, trouble) for trouble in history.troubles]
    if not history.table:
        return Verdict(troubles or [Fault("stuck", history.name, "no table was made")])
    try:
        loaded = logged(url, history.table)
    except Refused as refused:
        return Verdict([*troubles, Fault("lost", history.name, f"the whole table: {refused}")])
    verdict = check(history, loaded.table.facts, loaded.secret, loaded.entries)
    verdict.faults.extend(troubles)
    return verdict


class Examiner:
    """A process that examines, one table after the other."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        self._asked: list[tuple[History, Future[Verdict]]] = []

    def take(self, history: History) -> None:
        """Examine this one when there is time; its bodies are given up here."""
        self._asked.append((history, self._pool.submit(examine, self._url, history)))

    def ready(self) -> list[tuple[History, Verdict]]:
        """Those that were finished since the last call. Raises what an examination raised."""
        done = [(history, future) for history, future in self._asked if future.done()]
        self._asked = [each for each in self._asked if not each[1].done()]
        for history, _ in done:
            history.exchanges = []
        return [(history, future.result()) for history, future in done]

    @property
    def busy(self) -> bool:
        """Whether some are not examined yet."""
        return bool(self._asked)

    def close(self) -> None:
        """End the process."""
        self._pool.shutdown(cancel_futures=True)
