"""The clock's own decisions: ask once, then have it done, then do without the bot; and leave alone what fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from openingbell import clock, thinker
from openingbell.clock import Clock
from openingbell.errors import Refused
from openingbell.store import SHARDS, Kind
from openingbell.store.logs import Announcement, Due, due_key
from openingbell.table import timing
from openingbell.tables import advancing
from openingbell.tables.desk import Desk
from openingbell.wiring import Services
from tests.service.processes.conftest import IMPATIENT, alone, last_by, queued
from tests.support.playing import Seated, seated
from tests.support.redis_server import RedisServer
from tests.support.waiting import until


@pytest.fixture
def store(emptied: RedisServer) -> RedisServer:
    return emptied


def test_many_overdue_bots_hide_neither_house_work_nor_a_deadline(ticking: Clock, parts: Services) -> None:
    """Each kind has a limit of its own, and the urgent kinds are read first."""
    table = seated(parts, 2, clock=timing.Clock(3600))
    shard = table.id[:2]
    with parts.link.guarded() as client:
        client.zadd(due_key(shard, "bot"), {f"{shard}{number:08}": 1 for number in range(clock.A_SHARD + 50)})
        for kind in ("house", "deadline"):
            client.zadd(due_key(shard, kind), {table.id: 2})
    found = parts.logs.due(3, clock.A_SHARD)
    assert [(each.kind, each.table) for each in found[:2]] == [("house", table.id), ("deadline", table.id)]
    assert len(found) == clock.A_SHARD + 2


def test_what_stays_undone_the_clock_has_done(
    ticking: Clock, waiting: Seated, server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "PATIENCE_MS", IMPATIENT)
    ticking.sweep()
    assert queued(server) == 0
    until("the bot's move", lambda: last_by(waiting) == "house_bot")


def test_at_last_the_bot_is_passed_over(ticking: Clock, waiting: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "PATIENCE_MS", IMPATIENT)
    monkeypatch.setattr(clock, "BOT_PATIENCE_MS", 0)
    monkeypatch.setattr(advancing, "BOT_PATIENCE_MS", 0)
    ticking.sweep()
    assert last_by(waiting) == "default"


def test_a_table_that_fails_is_put_off_and_others_go_on(
    ticking: Clock, waiting: Seated, parts: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = seated(parts, 2, bots=("random", "random"), join=False)
    advance = advancing.advance

    def failing(desk: Desk, table: str, *how: Any) -> bool:
        if table == waiting.id:
            raise ArithmeticError("a game's own mistake")
        return advance(desk, table, *how)

    monkeypatch.setattr(clock, "PATIENCE_MS", IMPATIENT)
    monkeypatch.setattr(advancing, "advance", failing)
    ticking.sweep()
    until("the trouble", lambda: [each.table for each in parts.logs.troubles()] == [waiting.id])
    until("others", lambda: len(parts.tables._desk.shelf.load(other.id).loaded.entries) > 5)


def test_a_new_clock_tries_the_tables_in_trouble_at_once(
    waiting: Seated, parts: Services, server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(8):
        parts.logs.trouble(waiting.id, "bot", "it was the process")
    assert parts.logs.due(parts.premises.now_ms(), 100) == []
    monkeypatch.setattr(clock, "PATIENCE_MS", IMPATIENT)
    fresh = Clock(parts, server.url)
    fresh.sweep()
    until("the bot's move", lambda: last_by(waiting) == "house_bot")
    assert parts.logs.troubles() == []
    fresh._thinker.close()


def test_a_table_whose_rules_never_end_does_not_hold_the_clock(
    ticking: Clock, parts: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(parts, 2, begun=False)
    for player in table.players.values():
        parts.tables.start(table.id, player)

    def endless(*_: Any) -> bool:
        while True:
            pass

    monkeypatch.setattr(clock, "PATIENCE_MS", IMPATIENT)
    monkeypatch.setattr(clock, "LONGEST_S", 0.05)
    monkeypatch.setattr(advancing, "advance", endless)
    ticking.sweep()
    (trouble,) = parts.logs.troubles()
    assert (trouble.table, trouble.error) == (table.id, "OutOfTime: more than 0.05 s")


def test_a_table_that_holds_the_clock_s_bots_is_taken_from_them(
    ticking: Clock, waiting: Seated, parts: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*_: Any) -> bool:
        while True:
            pass

    monkeypatch.setattr(clock, "PATIENCE_MS", IMPATIENT)
    with monkeypatch.context() as planted:
        planted.setattr(advancing, "advance", endless)
        ticking.sweep()
        until("the thread at the table", lambda: ticking._thinker._since is not None)
    monkeypatch.setattr(thinker, "STUCK_S", 0.0)

    def in_trouble() -> bool:
        ticking.pulse()
        return [each.table for each in parts.logs.troubles()] == [waiting.id]

    until("the trouble", in_trouble)
    monkeypatch.setattr(thinker, "STUCK_S", 15.0)


def plant(parts: Services, kind: Kind, *times_ms: int) -> None:
    """Something of that kind is due at tables that nobody has made, since those times."""
    with parts.link.guarded() as client:
        for at_ms in times_ms:
            client.zadd(due_key("07", kind), {f"07{kind:0>8}{at_ms}": at_ms})


def test_a_sweep_does_what_is_urgent_first_and_of_that_what_has_waited_longest(
    ticking: Clock, parts: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("bot", "deadline", "house"):
        plant(parts, kind, 9_000, 1_000, 5_000)
    done: list[tuple[str, int]] = []
    monkeypatch.setattr(clock, "PATIENCE_MS", IMPATIENT)
    monkeypatch.setattr(ticking, "_do", lambda due: done.append((due.kind, due.since_ms)))
    ticking.sweep()
    assert done == [(kind, at_ms) for kind in ("house", "deadline", "bot") for at_ms in (1_000, 5_000, 9_000)]


def test_a_tick_ends_however_much_is_due(ticking: Clock, parts: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(parts, "house", *range(1_000, 9_000, 1_000))
    done: list[str] = []

    def slow(due: Due) -> None:
        done.append(due.table)
        time.sleep(2 * clock.TICK_S)

    monkeypatch.setattr(clock, "TICK_S", 0.05)
    monkeypatch.setattr(clock, "PATIENCE_MS", IMPATIENT)
    monkeypatch.setattr(ticking, "_do", slow)
    ticking.sweep()
    assert len(done) == 1


def test_a_table_that_is_busy_is_left_for_the_next_time_and_others_go_on(
    ticking: Clock, parts: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(parts, "house", 1_000, 2_000)
    asked: list[str] = []

    def busy(table: str, *_: Any) -> bool:
        asked.append(table)
        raise Refused("busy", "too many at once")

    monkeypatch.setattr(clock, "PATIENCE_MS", IMPATIENT)
    monkeypatch.setattr(parts.tables, "do_overdue", busy)
    ticking.sweep()
    assert len(asked) == 2
    assert parts.logs.troubles() == []


def test_a_clock_goes_on_when_a_tick_is_lost(ticking: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    swept: list[int] = []

    def sweep() -> None:
        swept.append(len(swept))
        if len(swept) == 2:
            ticking.stop()
        raise Refused("store-unavailable", "just now")

    monkeypatch.setattr(ticking, "sweep", sweep)
    ticking.run()
    assert swept == [0, 1]


def test_a_clock_without_news_is_told_that_there_are_none(ticking: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    said = Announcement("0700000000", 1, {"bot": 1})
    heard = iter((Refused("store-unavailable", "the subscription broke"), said))

    def announced(*_: Any) -> Iterator[Announcement]:
        one = next(heard)
        if isinstance(one, Refused):
            raise one
        yield one

    monkeypatch.setattr(clock, "announcements", announced)
    news = ticking._news()
    assert next(news) is None
    assert next(news) == said


def test_every_pulse_heals_some_tables_and_comes_to_all_shards(
    ticking: Clock, parts: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    healed: list[tuple[int, int]] = []

    def heal(shard: int, cursor: int) -> int:
        healed.append((shard, cursor))
        return 5 if len(healed) == 2 else 0

    monkeypatch.setattr(parts.tables.lobby, "heal", heal)
    for _ in range(SHARDS + 2):
        ticking.pulse()
    assert healed == [(0, 0), (1, 0), (1, 5), *((shard, 0) for shard in range(2, SHARDS)), (0, 0)]


def test_clocks_begin_with_different_tables(parts: Services, server: RedisServer) -> None:
    due = [Due("house", f"07{number:08}", 1_000) for number in range(20)]
    urgent = Due("house", "0700000000", 0)
    orders = set()
    for _ in range(5):
        one = Clock(parts, server.url)
        orders.add(tuple(sorted([*due, urgent], key=one._turn)))
    assert len(orders) > 1
    assert {order[0] for order in orders} == {urgent}, "what is late by more comes first everywhere"


def test_a_pulse_is_asked_for_once_and_tells_that_the_clock_goes(
    ticking: Clock, parts: Services, server: RedisServer
) -> None:
    assert not parts.health.ready()["clock"]["ok"]
    ticking.pulse()
    ticking.pulse()
    assert queued(server) == 2
    ready = parts.health.ready()
    assert (ready["redis"]["ok"], ready["clock"]["ok"], ready["worker"]["ok"]) == (True, True, False)


def test_bots_keep_neither_the_house_nor_the_next_tick_waiting(
    ticking: Clock, parts: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def entries(table: Seated) -> int:
        return len(parts.tables._desk.shelf.load(table.id).loaded.entries)

    crowd = [alone(parts) for _ in range(8)]
    table = seated(parts, 2, begun=False)
    for player in table.players.values():
        parts.tables.start(table.id, player)
    begun = entries(table)
    taken: list[str] = []
    monkeypatch.setattr(clock, "PATIENCE_MS", IMPATIENT)
    monkeypatch.setattr(ticking._thinker, "take", lambda table, _: taken.append(table))
    ticking.sweep()
    assert entries(table) == begun + 1, "the deal is done"
    assert sorted(taken) == sorted({each.id for each in crowd}), "and the bots are somebody else's"


def test_the_clock_s_bots_think_first_where_somebody_is_present(
    ticking: Clock, parts: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    first = threading.Event()

    def do(table: str, *_: Any) -> bool:
        first.wait()
        seen.append(table)
        return True

    monkeypatch.setattr(parts.tables, "do_overdue", do)
    ticking._thinker.take("held", "unattended")
    until("the thread at the table", lambda: ticking._thinker._since is not None)
    asked: list[tuple[str, Kind]] = [("one", "unattended"), ("two", "unattended"), ("three", "bot"), ("two", "bot")]
    for table, kind in asked:
        ticking._thinker.take(table, kind)
    first.set()
    until("all of them", lambda: "one" in seen)
    assert seen[:4] == ["held", "three", "two", "one"]
