"""A whole server whose processes can be killed, stopped and restarted one by one.

Law. Starts and ends processes and writes down when each was away. All of it must be called from one thread, which has
to outlive the processes: they are tied to it. Nothing is left behind by `close`.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal

from openingbell.clock import GOES
from openingbell.processes import signal_group, tied_to
from tests.chaos.line import Line, Point
from tests.support.redis_server import RedisServer

Kind = Literal["store", "api", "house", "bots", "clock"]
KINDS: Final[tuple[Kind, ...]] = ("store", "api", "house", "bots", "clock")
SPOKEN: Final = ("api", "clock")
"""Those that are back when they say so themselves."""

START_S: Final = 60.0
API_THREADS: Final = 24
GIVES_UP_S: Final = 15.0
PORTS: Final = range(20_000, 32_000)


@dataclass
class Outage:
    """A process was away: dead until it was back, or stopped.

    The API and the store are back when they answer, a clock when it says that it goes, a worker when it is started.
    """

    kind: Kind
    name: str
    began: float
    ended: float | None = None


@dataclass
class Part:
    """One process of the server."""

    kind: Kind
    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    line: Line | None = None
    outage: Outage | None = None
    stopped: bool = False
    restart_at: float = 0.0
    log_from: int = 0


class World:
    """`apis`, `workers` (of each queue) and `clocks` processes, and a store; `options` are the store's."""

    def __init__(self, *, apis: int = 2, workers: int = 1, clocks: int = 1, **options: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ob-chaos-"))
        self.store = RedisServer(**options)
        self.outages: list[Outage] = []
        self.killed: Counter[Kind] = Counter()
        self.halted: Counter[Kind] = Counter()
        self.at_points = self.given_up = 0
        self.unexpected: list[str] = []
        self.store_part = Part("store", "store", ())
        self.parts: list[Part] = []
        for number in range(apis):
            self._add_api(f"api-{number}")
        for queue in ("house", "bots"):
            for number in range(workers):
                self.parts.append(Part(queue, f"{queue}-{number}", ("-m", "openingbell.worker", queue)))
        for number in range(clocks):
            self.parts.append(Part("clock", f"clock-{number}", ("-m", "openingbell.clock")))

    @property
    def ports(self) -> tuple[int, ...]:
        """Where the API listens."""
        return tuple(part.port for part in self.parts if part.kind == "api")

    def start(self) -> None:
        """Start everything that is not started, and wait until the API answers."""
        for part in self.parts:
            if part.process is None:
                self.start_part(part)
        deadline = time.time() + START_S
        while any(part.outage for part in self.parts):
            assert time.time() < deadline, f"the server did not start; see {self.folder}"
            self.look()
            time.sleep(0.05)
        self.outages.clear()

    def close(self) -> None:
        """End everything, at once and for good."""
        for part in self.parts:
            if part.process is not None:
                signal_group(part.process.pid, signal.SIGKILL)
                part.process.wait()
            if part.line is not None:
                part.line.close()
        if self.store_part.stopped:
            self.store.signal(signal.SIGCONT)
        self.store.close()
        shutil.rmtree(self.folder)

    def start_part(self, part: Part, point: Point | None = None) -> None:
        """Start its process; with a point, over a line of its own that does it there."""
        if part.line is not None:
            part.line.close()
            part.line = None
        url = self.store.url
        if point is not None:
            part.line = Line(self.folder / f"{part.name}.sock", self.store.socket, point)
            url = part.line.url
        env = {**os.environ, **part.env, "REDIS_URL": url, "OPENINGBELL_JOBS_URL": self.store.url}
        with self._log(part).open("ab") as log:
            part.log_from = log.tell()
            part.process = subprocess.Popen(
                (sys.executable, *part.argv),
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=tied_to(os.getpid(), signal.SIGKILL),  # noqa: PLW1509
            )
        part.stopped = False
        if part.kind in SPOKEN:
            part.outage = part.outage or self._away(part)
        else:
            self._back(part)

    @property
    def kills(self) -> int:
        """How many processes were killed."""
        return self.killed.total()

    @property
    def stops(self) -> int:
        """How many processes were stopped."""
        return self.halted.total()

    def kill(self, part: Part, back_in_s: float) -> None:
        """kill -9, the process with all that it has started."""
        self.killed[part.kind] += 1
        if part is self.store_part:
            self.store.kill()
        else:
            assert part.process is not None
            signal_group(part.process.pid, signal.SIGKILL)
            part.process.wait()
            part.process = None
        part.stopped = False
        part.outage = part.outage or self._away(part)
        part.restart_at = time.time() + back_in_s

    def kill_child(self, part: Part) -> bool:
        """kill -9 of what the process has started (the API's gunicorn starts another one); False: there is none."""
        assert part.process is not None
        found = children(part.process.pid)
        for pid in found:
            os.kill(pid, signal.SIGKILL)
        if found:
            self.killed[part.kind] += 1
            part.outage = part.outage or self._away(part)
        return bool(found)

    def stop(self, part: Part) -> None:
        """SIGSTOP."""
        self.halted[part.kind] += 1
        part.stopped = True
        part.outage = part.outage or self._away(part)
        self._signal(part, signal.SIGSTOP)

    def go_on(self, part: Part) -> None:
        """SIGCONT."""
        self._signal(part, signal.SIGCONT)
        part.stopped = False
        if part.kind not in SPOKEN:
            self._back(part)

    def look(self) -> None:
        """See who is back, and who has died by himself."""
        for part in self.parts:
            if part.process is not None and part.process.poll() is not None:
                self._died(part, part.process.returncode)
            elif part.outage and part.kind in SPOKEN and part.process and not part.stopped and self._speaks(part):
                self._back(part)

    def _speaks(self, part: Part) -> bool:
        """Whether the API answers, or the clock has said that it goes."""
        if part.kind == "api":
            return answers(part.port)
        with self._log(part).open("rb") as log:
            log.seek(part.log_from)
            return GOES.encode() in log.read()

    def _log(self, part: Part) -> Path:
        return self.folder / f"{part.name}.log"

    def everything(self) -> Iterator[Part]:
        """All parts, the store last."""
        yield from self.parts
        yield self.store_part

    def restart_store(self) -> None:
        """Start the store where it was killed, on what it has kept."""
        self.store.start()
        self._back(self.store_part)

    def down(self, *kinds: Kind) -> list[tuple[float, float]]:
        """The times during which every process of one of these kinds was away."""
        now = time.time()
        result = []
        for kind in kinds:
            names = {part.name for part in self.everything() if part.kind == kind}
            spans = [(each.began, each.ended or now, each.name) for each in self.outages if each.kind == kind]
            edges = sorted({edge for span in spans for edge in span[:2]})
            for low, high in pairwise(edges):
                if names == {name for began, ended, name in spans if began <= low and high <= ended}:
                    result.append((low, high))
        return result

    def _died(self, part: Part, status: int) -> None:
        """At its point, or for a reason that nobody planned."""
        assert part.process is not None
        if part.line is not None and part.line.reached.is_set():
            self.killed[part.kind] += 1
            self.at_points += 1
        elif part.kind in ("house", "bots") and self._store_was_away():
            self.given_up += 1
        else:
            self.unexpected.append(f"{part.name} ended by itself with status {status}; see {self.folder}")
        signal_group(part.process.pid, signal.SIGKILL)
        part.process = None
        part.outage = part.outage or self._away(part)
        part.restart_at = time.time()

    def _store_was_away(self) -> bool:
        """Whether it was, a moment ago: RQ's workers then end, and whoever runs them starts others."""
        since = time.time() - GIVES_UP_S
        return any(each.kind == "store" and (each.ended or since) >= since for each in self.outages)

    def _signal(self, part: Part, number: signal.Signals) -> None:
        if part is self.store_part:
            self.store.signal(number)
        elif part.process is not None:
            signal_group(part.process.pid, number)

    def _away(self, part: Part) -> Outage:
        outage = Outage(part.kind, part.name, time.time())
        self.outages.append(outage)
        return outage

    def _back(self, part: Part) -> None:
        if part.outage is not None:
            part.outage.ended = time.time()
            part.outage = None

    def _add_api(self, name: str) -> None:
        port = free_port()
        argv = ("-m", "gunicorn", "--config", "python:openingbell.gunicorn_config", "--preload")
        env = {
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "OPENINGBELL_API_PROCESSES": "1",
            "OPENINGBELL_RATES": "0",
            "OPENINGBELL_OPEN_TABLES": "100000",
            "OPENINGBELL_API_THREADS": str(API_THREADS),
        }
        self.parts.append(Part("api", name, argv, env, port))


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def free_port() -> int:
    """A port that nobody listens on, below those that the system gives to connections: it must be free again later."""
    for port in random.sample(PORTS, len(PORTS)):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise OSError("no port is free")


def answers(port: int) -> bool:
    """Whether an API process answers there."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=0.3) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: chaos\r\nConnection: close\r\n\r\n")
            return b" 200 " in connection.recv(64)
    except OSError:
        return False
