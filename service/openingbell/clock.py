"""The clock process: `python -m openingbell.clock`, any number of them.

Law. Hears what is announced, sweeps what is due, and sees that it gets done: first it asks a worker, by a job, and
what is still undone a little later it does itself, by the same call. It waits for nobody: bots think elsewhere, and
clocks know nothing of one another. It keeps no state that matters.
"""

from __future__ import annotations

import logging
import secrets
import signal
import sys
import threading
import time
import zlib
from collections.abc import Generator, Mapping
from contextlib import closing
from typing import Any, Final

from openingbell.errands import Errands
from openingbell.errors import Refused
from openingbell.minds import Mind
from openingbell.processes import bounded
from openingbell.settings import Settings
from openingbell.store import QUEUES, SHARDS, Kind, Outdated, Unfit
from openingbell.store.logs import KINDS, Announcement, Due, announcements
from openingbell.store.premises import CLOCK_PULSE_S
from openingbell.tables import Bots
from openingbell.tables.advancing import BOT_PATIENCE_MS
from openingbell.thinker import Thinker
from openingbell.wiring import Services, at_start, services

SWEEP_S: Final = 0.25
AGAIN_S: Final = 0.05
"""How soon the clock sees that a job is over which may have looked at its table too early."""

TICK_S: Final = 1.0
"""How long the clock goes on doing what others have left before it looks again at what is more urgent."""

UNATTENDED_TICK_S: Final = 0.25
"""The same for tables where nobody is present."""

SLICE_S: Final = 0.1
"""How long the clock stays at one table."""

LONGEST_S: Final = 5.0
"""How long a table may hold the clock before that is taken for a mistake of its rules."""

PATIENCE_MS: Final[Mapping[Kind, int]] = {"house": 1_000, "deadline": 1_000, "bot": 2_000, "unattended": 2_000}
"""How long what is due may stay undone before the clock does it itself."""

BY_BOTS: Final[tuple[Kind, ...]] = ("bot", "unattended")
"""What bots have to think for."""

PULSE_S: Final = 1.0
"""How often the clock gives a sign of life, and heals a few indexes."""

LIFE_ASKED_EVERY_S: Final = 5
"""How often the workers of a queue are asked for a sign of life, by however many clocks."""

A_SHARD: Final = 100
"""How much of each kind that is due in one shard a sweep looks at."""

ROUGHLY_MS: Final = 500
"""What is late by about as much, several clocks do in different orders."""

GOES: Final = "the clock goes"
"""What a clock logs when it begins to see to what is due."""

_log = logging.getLogger("openingbell.clock")


class Clock:
    """One clock. `run` until `stop`."""

    def __init__(self, parts: Services, jobs_url: str) -> None:
        self._parts = parts
        self._errands = Errands(jobs_url)
        self._thinker = Thinker(parts.tables)
        self._own = secrets.token_bytes(8)
        self._stopping = threading.Event()
        self._healing = (0, 0)
        self._recalled = False

    def stop(self, *_: Any) -> None:
        """End after the present tick."""
        self._stopping.set()

    def run(self) -> None:
        """Tick until told to stop; without Redis, try again until it is back."""
        sweep_at = pulse_at = again_at = 0.0
        with closing(self._thinker), closing(self._news()) as news:
            while not self._stopping.is_set():
                said = next(news)
                now = time.monotonic()
                try:
                    if said is not None:
                        self._ask_for(said)
                    if now >= again_at:
                        again_at = now + AGAIN_S
                        self._errands.ask_again()
                    if now >= sweep_at:
                        sweep_at = now + SWEEP_S
                        self.sweep()
                    if now >= pulse_at:
                        pulse_at = now + PULSE_S
                        self.pulse()
                except Refused as refused:
                    _log.warning("a tick was lost: %s", refused)
                    self._recover(refused)

    def sweep(self) -> None:
        """See to what is due: the house, deadlines, bots, bots where nobody waits for them; and what is oldest first.

        However much there is, a tick ends, so that nothing keeps more urgent things or a sign of life waiting.
        """
        now_ms = self._parts.link.now_ms()
        self._recall(now_ms)
        self._errands.look()
        undone = []
        for due in self._parts.logs.due(now_ms, A_SHARD):
            if now_ms - due.since_ms < PATIENCE_MS[due.kind]:
                self._errands.ask(due.kind, due.table)
            else:
                self._errands.forget(due.kind, due.table)
                undone.append(due)
        began = time.monotonic()
        for due in sorted(undone, key=self._turn):
            tick_s = UNATTENDED_TICK_S if due.kind == "unattended" else TICK_S
            if due.kind in BY_BOTS and now_ms - due.since_ms < BOT_PATIENCE_MS:
                self._thinker.take(due.table, due.kind)
            elif time.monotonic() < began + tick_s and not self._stopping.is_set():
                self._do(due)

    def pulse(self) -> None:
        """Say that the clock goes, ask the workers for a sign of life, and heal a few indexes."""
        parts = self._parts
        parts.premises.now_ms()
        parts.premises.pulse("clock", CLOCK_PULSE_S)
        for name in QUEUES:
            if parts.premises.claim(f"ask-{name}", LIFE_ASKED_EVERY_S):
                self._errands.ask_for_life(name)
        self._thinker.look()
        shard, cursor = self._healing
        cursor = parts.tables.lobby.heal(shard, cursor)
        self._healing = (shard, cursor) if cursor else ((shard + 1) % SHARDS, 0)

    def _recall(self, now_ms: int) -> None:
        """A clock that has just begun tries the tables in trouble anew: it may be what they have waited for."""
        if not self._recalled:
            self._parts.logs.recall(now_ms)
            self._recalled = True

    def _ask_for(self, said: Announcement) -> None:
        now_ms = self._parts.link.now_ms()
        self._errands.hear(said.table, [kind for kind, at_ms in said.due.items() if at_ms <= now_ms])

    def _turn(self, due: Due) -> tuple[int, int, int]:
        """What comes first. Clocks that all began with the same table would do it all at once, and then the next."""
        own = zlib.crc32(due.table.encode(), zlib.crc32(self._own))
        return KINDS.index(due.kind), due.since_ms // ROUGHLY_MS, own

    def _do(self, due: Due) -> None:
        """Do what nobody has done; for a bot that keeps its table waiting, its default."""
        bots: Bots = "default" if due.kind in BY_BOTS else "rest"
        try:
            with bounded(LONGEST_S):
                done = self._parts.tables.do_overdue(due.table, due.kind, bots, SLICE_S)
        except Refused as refused:
            if refused.code != "busy":
                raise
            _log.warning("table %s is left for the next time: %s", due.table, refused)
            return
        if due.kind in BY_BOTS and not done:
            self._thinker.take(due.table, due.kind)

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
                yield from announcements(self._parts.link, AGAIN_S)
            except Refused as refused:
                _log.warning("no news for the moment: %s", refused)
                self._stopping.wait(SWEEP_S)
                yield None


def main() -> int:
    """Run a clock until SIGTERM or SIGINT."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    settings = Settings.read()
    mind = Mind()
    mind.start()
    parts = services(settings, mind.think)
    clock = Clock(parts, settings.jobs())
    signal.signal(signal.SIGTERM, clock.stop)
    signal.signal(signal.SIGINT, clock.stop)
    try:
        at_start(parts, _log)
        _log.info(GOES)
        clock.run()
    except Unfit as unfit:
        _log.error("%s", unfit)
        return 1
    finally:
        mind.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
