"""What a clock asks the workers to do.

Law. At most one job a table and line is outstanding as far as this clock knows: a job does all that is due when it
runs, so a second one would find nothing. What a job leaves undone is still due, and the next sweep asks again. Nothing
depends on an errand being run, nor on the server of the queues being there. Who is waited for by somebody goes first.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from rq import Queue
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from openingbell import jobs
from openingbell.errors import Refused
from openingbell.store import QUEUES, Kind, Link

JOB_S: Final = 10
"""How long a job may run, and how long it may wait."""

BACKLOG: Final = 1_000
"""How long a queue may grow while nobody works on it."""

AWAY_S: Final = 2.0
"""How long a server of the queues that has failed is not asked: a clock has better things to do than to wait for it."""

UNATTENDED_AT_ONCE: Final = 16
"""How many jobs may be outstanding of tables where nobody is present: a crowd of them must not fill the queue."""


class _Errand(NamedTuple):
    """What becomes of one kind: its job, the queue, whether it goes `first` where a crowd waits there that nobody waits
    for, and the line in which one job a table and `most` in all may be outstanding.
    """

    line: str
    queue: str
    job: Callable[[str], None]
    first: bool = False
    most: int = BACKLOG


_ERRANDS: Final[Mapping[Kind, _Errand]] = {
    "house": _Errand("house", "house", jobs.serve),
    "deadline": _Errand("house", "house", jobs.settle),
    "bot": _Errand("bots", "bots", jobs.think, first=True),
    "unattended": _Errand("unattended", "bots", jobs.think_unattended, most=UNATTENDED_AT_ONCE),
}
_OPEN: Final = {JobStatus.QUEUED.encode(), JobStatus.STARTED.encode()}

_log = logging.getLogger("openingbell.clock")


class Errands:
    """The queues, and what this clock has asked for and not yet seen done."""

    def __init__(self, jobs_url: str) -> None:
        self._link = Link(jobs_url)
        self._queues = {name: Queue(name, connection=self._link.client, serializer=JSONSerializer) for name in QUEUES}
        self._asked: dict[str, dict[str, str]] = {each.line: {} for each in _ERRANDS.values()}
        self._later: dict[tuple[Kind, str], None] = {}
        self._away_until = 0.0

    def ask(self, kind: Kind, table: str) -> bool:
        """Ask for what is due of that kind at the table; False if a job that will do it waits or runs already.

        Where as many are outstanding as may be, it is left to a later sweep.
        """
        errand = _ERRANDS[kind]
        line = self._asked[errand.line]
        if table in line and self._open([line[table]])[0]:
            return False
        line.pop(table, None)
        # Who goes before everybody goes before those too who have waited longer: only where there is a crowd.
        first = errand.first and bool(self._asked[_ERRANDS["unattended"].line])
        if len(line) < errand.most and (made := self._enqueue(errand.queue, errand.job, table, first=first)):
            line[table] = made
        return True

    def hear(self, table: str, due: Iterable[Kind]) -> None:
        """These kinds are due at the table, and no others. A job that runs may have looked already: then it is asked
        again once that one is over, unless something else is heard of the table before.
        """
        for kind in _ERRANDS:
            self._later.pop((kind, table), None)
        for kind in due:
            if not self.ask(kind, table):
                self._later[kind, table] = None

    def ask_again(self) -> None:
        """Ask for what was left to jobs that are over by now. One round trip, none when nothing was."""
        if self._later:
            self.look()
            for kind, table in list(self._later):
                if table not in self._asked[_ERRANDS[kind].line]:
                    del self._later[kind, table]
                    self.ask(kind, table)

    def ask_for_life(self, queue: str) -> None:
        """Ask whoever works on the queue for a sign of life, before all that waits: being busy is being alive."""
        self._enqueue(queue, jobs.pulse, queue, first=True)

    def look(self) -> None:
        """Forget the jobs that are over. One round trip, none when nothing is outstanding."""
        made = [(line, table, job) for line, asked in self._asked.items() for table, job in asked.items()]
        if made:
            for (line, table, _), is_open in zip(made, self._open([job for _, _, job in made]), strict=True):
                if not is_open:
                    del self._asked[line][table]

    def forget(self, kind: Kind, table: str) -> None:
        """Whoever has that job has not done it in time: what falls due next is asked of somebody else."""
        self._asked[_ERRANDS[kind].line].pop(table, None)

    def _open(self, made: list[str]) -> list[bool]:
        """Which of these jobs wait or run; all of them where that cannot be asked."""
        try:
            with self._reached() as client:
                pipeline = client.pipeline(transaction=False)
                for job in made:
                    pipeline.hget(Job.key_for(job), "status")
                return [status in _OPEN for status in pipeline.execute()]
        except Refused:
            return [True] * len(made)

    def _enqueue(self, name: str, job: Callable[[str], None], argument: str, *, first: bool = False) -> str | None:
        """Give a job to whoever works on the queue; its id, None where that is not possible now."""
        times = {"job_timeout": JOB_S, "ttl": JOB_S, "result_ttl": 0, "failure_ttl": 60}
        queue = self._queues[name]
        try:
            with self._reached():
                return queue.enqueue(job, argument, at_front=first, **times).id if queue.count < BACKLOG else None
        except Refused:
            return None

    @contextmanager
    def _reached(self) -> Iterator[Any]:
        """The client of the queues' server; `Refused` at once while it is known to be away."""
        if time.monotonic() < self._away_until:
            raise Refused("store-unavailable", "The server of the jobs was not there a moment ago.")
        try:
            with self._link.guarded() as client:
                yield client
        except Refused:
            self._away_until = time.monotonic() + AWAY_S
            _log.warning("the server of the jobs cannot be reached; the clock does what is due by itself")
            raise
