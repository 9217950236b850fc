"""The clock process: `python -m openingbell.clock`, any number of them.

Law. Hears what is announced, sweeps what is due, and sees that it gets done: first it asks a worker, by a job, and
what is still undone a little later it does itself, by the same call. It keeps no state that matters.
"""

from __future__ import annotations

import logging
import signal
import sys
import threading
import time
from collections.abc import Generator
from typing import Any, Final

from rq import Queue
from rq.serializers import JSONSerializer

from openingbell import jobs
from openingbell.errors import Refused
from openingbell.settings import Settings
from openingbell.store import SHARDS, Link, Outdated, Unfit
from openingbell.store.logs import Announcement, announcements
from openingbell.tables import Bots
from openingbell.wiring import CLOCK_PULSE_S, QUEUES, Services, at_start, services

SWEEP_S: Final = 0.25
TICK_S: Final = 1.0
"""How long the clock goes on doing what others have left before it looks again at what is more urgent."""

SLICE_S: Final = 0.25
"""How long the clock stays at one table."""

PATIENCE_MS: Final = 2_000
"""How long what is due may stay undone before the clock does it itself."""

BOT_PATIENCE_MS: Final = 10_000
"""How long a bot's move may stay undone, by workers and by the clock, before its default is played unasked."""

PUT_OFF_MS: Final = 30_000
"""How long a table that fails is left alone."""

JOB_S: Final = 10
PULSE_EVERY_S: Final = 5
BACKLOG: Final = 1_000
"""How long a queue may grow while nobody works on it."""

A_SHARD: Final = 100
JOBS: Final = {"house": ("house", jobs.serve), "deadline": ("house", jobs.serve), "bot": ("bots", jobs.think)}

_log = logging.getLogger("openingbell.clock")


class Clock:
    """One clock. `run` until `stop`."""

    def __init__(self, parts: Services, jobs_url: str) -> None:
        self._parts = parts
        self._jobs = Link(jobs_url)
        self._queues = {name: Queue(name, connection=self._jobs.client, serializer=JSONSerializer) for name in QUEUES}
        self._asked: dict[tuple[str, str], int] = {}
        self._stopping = threading.Event()
        self._healing = (0, 0)

    def stop(self, *_: Any) -> None:
        """End after the present tick."""
        self._stopping.set()

    def run(self) -> None:
        """Tick until told to stop; without Redis, try again until it is back."""
        sweep_at = pulse_at = 0.0
        news = self._news()
        while not self._stopping.is_set():
            said = next(news)
            now = time.monotonic()
            try:
                if said is not None:
                    self._ask_for(said)
                if now >= sweep_at:
                    sweep_at = now + SWEEP_S
                    self.sweep()
                if now >= pulse_at:
                    pulse_at = now + 1
                    self.pulse()
            except Refused as refused:
                _log.warning("a tick was lost: %s", refused)
                self._recover(refused)
        news.close()

    def sweep(self) -> None:
        """See to what is due: the house and deadlines before bots, and what has waited longest first.

        However many bots there are, a tick ends, so that they keep neither the house nor a sign of life waiting.
        """
        now_ms = self._parts.link.now_ms()
        found = self._parts.logs.due(now_ms, A_SHARD)
        self._asked = {
            (kind, table): self._asked[kind, table] for kind, table, _ in found if (kind, table) in self._asked
        }
        undone = []
        for kind, table, since_ms in sorted(found, key=_urgency):
            if now_ms - since_ms >= PATIENCE_MS:
                undone.append((kind, table, now_ms - since_ms))
            else:
                self._ask(kind, table, since_ms)
        until = time.monotonic() + TICK_S
        for each in undone:
            self._do(*each)
            if self._stopping.is_set() or time.monotonic() >= until:
                return

    def pulse(self) -> None:
        """Say that the clock goes, ask the workers for a sign of life, and heal a few indexes."""
        parts = self._parts
        parts.premises.now_ms()
        parts.premises.pulse("clock", CLOCK_PULSE_S)
        for name in QUEUES:
            asked = f"asked-{name}"
            if not parts.premises.alive(asked)[asked]:
                parts.premises.pulse(asked, PULSE_EVERY_S)
                self._enqueue(name, jobs.pulse, name)
        shard, cursor = self._healing
        cursor = parts.tables.lobby.heal(shard, cursor)
        self._healing = (shard, cursor) if cursor else ((shard + 1) % SHARDS, 0)

    def _ask_for(self, said: Announcement) -> None:
        now_ms = self._parts.link.now_ms()
        for kind, at_ms in said.due.items():
            if at_ms <= now_ms:
                self._ask(kind, said.table, at_ms)

    def _ask(self, kind: str, table: str, since_ms: int) -> None:
        """Enqueue a job, once for each time that something falls due."""
        if self._asked.get((kind, table)) != since_ms:
            self._asked[kind, table] = since_ms
            self._enqueue(*JOBS[kind], table)

    def _enqueue(self, name: str, job: Any, argument: str) -> None:
        """Give a job to whoever works on the queue. Where that fails, the clock will do it itself."""
        times = {"job_timeout": JOB_S, "ttl": JOB_S, "result_ttl": 0, "failure_ttl": 60}
        queue = self._queues[name]
        try:
            with self._jobs.guarded():
                if queue.count < BACKLOG:
                    queue.enqueue(job, argument, **times)
        except Refused:
            _log.warning("the server of the jobs cannot be reached; the clock does what is due by itself")

    def _do(self, kind: str, table: str, late_ms: int) -> None:
        """Do what nobody has done. A table that cannot go on is put off, so that it keeps no other from its turn."""
        bots: Bots = "rest" if kind != "bot" else "think" if late_ms < BOT_PATIENCE_MS else "default"
        try:
            if not self._parts.tables.advance(table, bots=bots, budget_s=SLICE_S):
                self._parts.tables.stamp(table)
            return
        except Refused as refused:
            if refused.code == "store-unavailable":
                raise
            _log.warning("table %s cannot go on: %s", table, refused)
        except Exception:  # noqa: BLE001 - one table must not stop the clock for all
            _log.exception("table %s cannot go on", table)
        self._parts.logs.postpone(kind, table, self._parts.link.now_ms() + PUT_OFF_MS)

    def _recover(self, refused: Refused) -> None:
        """Wait a little for the store, or bring it up to date. Raises `Unfit` when no patience helps."""
        if isinstance(refused, Unfit):
            raise refused
        if isinstance(refused, Outdated):
            try:
                self._parts.premises.upgrade()
                _log.info("the store is in the form of this release now")
            except Unfit:
                raise
            except Refused as again:
                _log.warning("the store could not be brought up to date yet: %s", again)
        self._stopping.wait(SWEEP_S)

    def _news(self) -> Generator[Announcement | None]:
        """What is announced, or None after a while; a lost subscription costs a sweep's time at most."""
        while True:
            try:
                yield from announcements(self._parts.link, SWEEP_S)
            except Refused as refused:
                _log.warning("no news for the moment: %s", refused)
                self._stopping.wait(SWEEP_S)
                yield None


def _urgency(due: tuple[str, str, int]) -> tuple[bool, int]:
    kind, _, since_ms = due
    return kind == "bot", since_ms


def main() -> int:
    """Run a clock until SIGTERM or SIGINT."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    settings = Settings.read()
    parts = services(settings)
    clock = Clock(parts, settings.jobs())
    signal.signal(signal.SIGTERM, clock.stop)
    signal.signal(signal.SIGINT, clock.stop)
    try:
        at_start(parts, _log)
        clock.run()
    except Unfit as unfit:
        _log.error("%s", unfit)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
