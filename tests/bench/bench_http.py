"""CPU per decision through gunicorn, against a bare Flask endpoint that makes the same two round trips to the store.

Law. One run, one machine, one store for both; the ratio is the figure, the rest explains it. What is counted is the
CPU of gunicorn's processes; that of the client and of the store, which both need alike, is not.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

from openingbell import codec
from openingbell.bots import SeededRng
from openingbell.players import Player
from openingbell.readings import Order
from openingbell.rules.kernel import game_named
from openingbell.settings import Settings
from openingbell.wiring import Services, services
from tests.bench.figures import Figure, at_most
from tests.support.redis_server import RedisServer
from tests.support.waiting import until

ROOT: Final = Path(__file__).resolve().parents[2]
A_ROUND: Final = 400
WARM_UP: Final = 200
ROUNDS: Final = 8
GAME: Final = game_named("bull_market")
TABLES: Final = "/v1/games/bull_market/tables"
_TICK: Final = os.sysconf("SC_CLK_TCK")


class Client:
    """One connection that is kept open."""

    def __init__(self, port: int, token: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port)
        self._headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}

    def put(self, path: str, body: Any) -> None:
        """Send it. Raises `RuntimeError` unless the answer is a 2xx."""
        self._connection.request("PUT", path, json.dumps(body), self._headers)
        answer = self._connection.getresponse()
        data = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"PUT {path}: {answer.status} {data[:300]!r}")


@contextmanager
def gunicorn(app: str, url: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """gunicorn as `make run` starts it, on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "--config", "python:openingbell.gunicorn_config"]
    command += ["--bind", f"127.0.0.1:{port}", app]
    command_path = os.pathsep.join((str(ROOT / "service"), str(ROOT)))
    env = {**os.environ, "REDIS_URL": url, "PYTHONPATH": command_path}
    process = subprocess.Popen(command, env=env)
    try:
        until("gunicorn", lambda: _listens(port))
        yield port, process
    finally:
        process.terminate()
        process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0


def cpu_s(pid: int) -> float:
    """CPU seconds of a process and its children, user and system."""
    total = 0.0
    for each in (pid, *_children(pid)):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        total += (int(fields[11]) + int(fields[12])) / _TICK
    return total


def _children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def player(parts: Services, name: str, port: int) -> tuple[Player, Client]:
    """A player, and its connection."""
    who, token = parts.players.register(name, "bot")
    return who, Client(port, token)


def decide_for_real(parts: Services, port: int, decisions: int) -> None:
    """Two players decide, game after game. Everything but the decisions themselves is done in this process."""
    ada, bob = player(parts, "Ada", port), player(parts, "Bob", port)
    done, rng = 0, SeededRng("bench")
    while done < decisions:
        order = Order(GAME.name, 2, GAME.Options(), fingerprint="bench")
        table = parts.tables.create(ada[0], order, None)[0].table.facts.id
        parts.tables.sit(table, bob[0], 1)
        for who, _ in (ada, bob):
            parts.tables.start(table, who)
        while done < decisions and (now := parts.tables.read(table, ada[0])).table.status != "finished":
            if not now.table.turn.seats:
                parts.tables.advance(table)
                continue
            seat = now.table.turn.seats[0]
            action = GAME.legal(now.table.state, seat).sample(rng)
            path = f"{TABLES}/{table}/seats/{seat}/decisions/{now.table.closed[seat]}"
            (ada, bob)[seat][1].put(path, {"action": codec.to_json(action)})
            done += 1


def decide_bare(port: int, decisions: int) -> None:
    """As many requests of the same kind to the bare endpoint, over as many connections."""
    clients = [Client(port, "none") for _ in range(2)]
    for number in range(decisions):
        clients[number % 2].put(f"/tables/t/seats/0/decisions/{number}", {"action": {"type": "bid", "amount": 7}})


class Measured:
    """A server under load: the CPU that its decisions have cost."""

    def __init__(self, process: subprocess.Popen[bytes], drive: Callable[[int], None]) -> None:
        self._pid = process.pid
        self._drive = drive
        self._spent_s = 0.0
        self._decisions = 0
        drive(WARM_UP)

    def go_on(self) -> None:
        """One more round."""
        began = cpu_s(self._pid)
        self._drive(A_ROUND)
        self._spent_s += cpu_s(self._pid) - began
        self._decisions += A_ROUND

    @property
    def ms(self) -> float:
        """Milliseconds of CPU a decision."""
        return 1000 * self._spent_s / self._decisions


def measure() -> tuple[float, float]:
    """Milliseconds of CPU a decision, ours and the bare endpoint's: in turns, so that both meet the same machine."""
    store = RedisServer()
    try:
        parts = services(Settings(redis_url=store.url, jobs_url=store.url))
        with gunicorn("openingbell.wsgi:app", store.url) as one, gunicorn("tests.bench.bare_app:app", store.url) as two:
            ours = Measured(one[1], partial(decide_for_real, parts, one[0]))
            bare = Measured(two[1], partial(decide_bare, two[0]))
            for _ in range(ROUNDS):
                ours.go_on()
                bare.go_on()
    finally:
        store.close()
    return ours.ms, bare.ms


def figures() -> Iterator[Figure]:
    """Ours, the bare endpoint's, and the ratio."""
    ours, bare = measure()
    yield at_most("CPU a decision, against the bare endpoint", ours / bare, 2.0, "×", ".2f")
    yield Figure("CPU a decision", f"{ours:.2f} ms")
    yield Figure("CPU a decision of the bare endpoint", f"{bare:.2f} ms")
