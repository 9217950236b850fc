"""The clock's own decisions: ask once, then do it, then do without the bot; and leave alone what fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from openingbell import clock
from openingbell.clock import Clock
from openingbell.settings import Settings
from openingbell.wiring import Services, services
from tests.support.playing import Seated, seated
from tests.support.redis_server import RedisServer


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    running = RedisServer()
    yield running
    running.close()


@pytest.fixture
def parts(server: RedisServer) -> Services:
    with server.client() as client:
        client.flushall()
    return services(Settings(redis_url=server.url))


@pytest.fixture
def ticking(parts: Services, server: RedisServer) -> Clock:
    parts.premises.now_ms()
    return Clock(parts, server.url)


@pytest.fixture
def waiting(parts: Services) -> Seated:
    """A table where a bot owes a move."""
    table = seated(parts, 2, bots=("random",))
    while parts.tables.read(table.id, None).table.turn.seats != (1,):
        table.move(0)
        parts.tables.advance(table.id, bots="rest")
    return table


def queued(server: RedisServer) -> int:
    with server.client() as client:
        return sum(client.llen(f"rq:queue:{name}") for name in ("house", "bots"))


def last_by(table: Seated) -> str:
    return table.parts.tables._desk.shelf.load(table.id).loaded.entries[-1].by


def test_a_worker_is_asked_once(ticking: Clock, waiting: Seated, server: RedisServer) -> None:
    for _ in range(3):
        ticking.sweep()
    assert queued(server) == 1
    assert last_by(waiting) != "house_bot"


def test_what_stays_undone_the_clock_does_itself(
    ticking: Clock, waiting: Seated, server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "PATIENCE_MS", 0)
    ticking.sweep()
    assert queued(server) == 0
    assert last_by(waiting) == "house_bot"


def test_at_last_the_bot_is_passed_over(ticking: Clock, waiting: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "PATIENCE_MS", 0)
    monkeypatch.setattr(clock, "BOT_PATIENCE_MS", 0)
    ticking.sweep()
    assert last_by(waiting) == "default"


def test_a_table_that_fails_is_put_off_and_others_go_on(
    ticking: Clock, waiting: Seated, parts: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = seated(parts, 2, bots=("random", "random"), join=False)
    advance = parts.tables.advance

    def failing(table: str, **how: Any) -> bool:
        if table == waiting.id:
            raise ArithmeticError("a game's own mistake")
        return advance(table, **how)

    monkeypatch.setattr(clock, "PATIENCE_MS", 0)
    monkeypatch.setattr(parts.tables, "advance", failing)
    now_ms = parts.link.now_ms()
    ticking.sweep()
    due = {(kind, table): at for kind, table, at in parts.logs.due(2**52, 100)}
    assert due["bot", waiting.id] > now_ms + clock.PUT_OFF_MS / 2
    assert len(parts.tables._desk.shelf.load(other.id).loaded.entries) > 5


def test_a_pulse_is_asked_for_once_and_tells_that_the_clock_goes(
    ticking: Clock, parts: Services, server: RedisServer
) -> None:
    assert not parts.health.ready()["clock"]["ok"]
    ticking.pulse()
    ticking.pulse()
    assert queued(server) == 2
    ready = parts.health.ready()
    assert (ready["redis"]["ok"], ready["clock"]["ok"], ready["worker"]["ok"]) == (True, True, False)


def test_queues_that_nobody_works_on_do_not_grow_for_ever(
    ticking: Clock, waiting: Seated, server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "BACKLOG", 1)
    ticking.pulse()
    ticking.sweep()
    assert queued(server) == 2


def test_bots_keep_neither_the_house_nor_the_next_tick_waiting(
    ticking: Clock, parts: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def entries(table: Seated) -> int:
        return len(parts.tables._desk.shelf.load(table.id).loaded.entries)

    crowd = [seated(parts, 4, bots=("random",) * 4, join=False) for _ in range(8)]
    before = {table.id: entries(table) for table in crowd}
    table = seated(parts, 2, begun=False)
    for player in table.players.values():
        parts.tables.start(table.id, player)
    begun = entries(table)
    monkeypatch.setattr(clock, "PATIENCE_MS", 0)
    monkeypatch.setattr(clock, "TICK_S", 0)
    ticking.sweep()
    assert entries(table) == begun + 1, "the deal comes first, although it fell due last"
    assert {each.id: entries(each) for each in crowd} == before, "and the clock has looked up again after it"
    ticking.sweep()
    assert sum(entries(each) > before[each.id] for each in crowd) == 1
