"""Processes are killed, or stand still, while a game is played over HTTP: it goes on and nothing confirmed is gone."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest

from tests.support.guests import TABLES
from tests.support.supervised import Server
from tests.support.waiting import until

pytestmark = pytest.mark.server

PROCESSES = ("api", "house-1", "bots-1", "clock", "redis")


class Player:
    """A player who sends everything again until it is answered, and remembers every decision that was confirmed."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=20)
        answer = self._sent(lambda: self.http.post("/v1/players", json={"name": "Ada"}))
        self.http.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        # All moves of this module are made at one table, and the usual game asks a seat for fewer.
        options = {"slow_burn": True}
        order = {"seats": 3, "bots": ["random", "random"], "practice_seed": "kills", "options": options}
        key = {"Idempotency-Key": "the only table"}
        self.table = self._sent(lambda: self.http.post(TABLES, json=order, headers=key)).json()["id"]
        self._sent(lambda: self.http.post(f"/v1/tables/{self.table}/start"))
        self.confirmed: dict[int, Any] = {}

    def _sent(self, send: Callable[[], httpx.Response]) -> httpx.Response:
        def answered() -> httpx.Response | None:
            try:
                answer = send()
            except httpx.TransportError:
                return None
            return None if answer.status_code == 503 else answer

        answer = until("an answer", answered)
        assert answer.status_code < 300, answer.text
        return answer

    def view(self) -> Any:
        return self._sent(lambda: self.http.get(f"{TABLES}/{self.table}/view")).json()

    def move(self) -> None:
        """One decision, once it is asked for; confirmed is confirmed."""
        view = until("a decision", lambda: (now := self.view()) and "decision" in now and now)
        n, action = view["decision"]["n"], view["decision"]["default"]
        path = f"{TABLES}/{self.table}/seats/0/decisions/{n}"
        self._sent(lambda: self.http.put(path, json={"action": action}))
        self.confirmed[n] = action

    def check(self) -> None:
        """Every confirmed decision is still what was confirmed, and there are no others of this seat."""
        for n, action in self.confirmed.items():
            path = f"{TABLES}/{self.table}/seats/0/decisions/{n}"
            answer = self._sent(lambda p=path, a=action: self.http.put(p, json={"action": a}))  # type: ignore[misc]
            assert answer.json()["replayed"] is True
        assert sorted(self.confirmed) == list(range(len(self.confirmed)))


@pytest.fixture(scope="module")
def player(server: Server) -> Iterator[Player]:
    playing = Player(server.url)
    yield playing
    playing.http.close()


@pytest.mark.parametrize("name", PROCESSES)
def test_a_game_goes_on_when_a_process_is_killed(server: Server, player: Player, name: str) -> None:
    player.move()
    starts = len(server.pids(name))
    os.kill(server.wait_pid(name, starts), signal.SIGKILL)
    player.move()
    server.wait_pid(name, starts + 1)
    player.move()
    player.check()


def test_a_game_goes_on_when_all_are_killed_at_once(server: Server, player: Player) -> None:
    starts = {name: len(server.pids(name)) for name in PROCESSES}
    for name, count in starts.items():
        # A worker that misses the store may have ended by itself in the meantime.
        with suppress(ProcessLookupError):
            os.kill(server.wait_pid(name, count), signal.SIGKILL)
    for _ in range(3):
        player.move()
    player.check()
    for name, count in starts.items():
        server.wait_pid(name, count + 1)


@pytest.mark.parametrize("name", ["redis", "clock"])
def test_a_game_goes_on_when_a_process_stood_still(server: Server, player: Player, name: str) -> None:
    player.move()
    pid = server.wait_pid(name, len(server.pids(name)))
    os.kill(pid, signal.SIGSTOP)
    try:
        until("that it is noticed", lambda: player.http.get("/readyz").status_code == 503)
    finally:
        os.kill(pid, signal.SIGCONT)
    player.move()
    player.check()
