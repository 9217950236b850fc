"""Redis dies, comes back, comes back older: what was confirmed is there, and nobody continues what is not."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from openingbell.errors import Refused
from openingbell.readings import Decided
from openingbell.settings import Settings
from openingbell.wiring import services
from tests.support.playing import seated
from tests.support.redis_server import RedisServer
from tests.support.waiting import until


def test_nothing_confirmed_is_lost_when_redis_is_killed(own_server: RedisServer) -> None:
    parts = services(Settings(redis_url=own_server.url))
    table = seated(parts, 4)
    confirmed: list[tuple[int, Decided]] = []
    halfway = threading.Event()
    refused: list[str] = []

    def play() -> None:
        for _ in range(60):
            try:
                seat = table.seat_to_move()
                confirmed.append((seat, table.move(seat)))
                parts.tables.advance(table.id)
            except Refused as error:
                refused.append(error.code)
            except IndexError:
                parts.tables.advance(table.id)
            if len(confirmed) == 10:
                halfway.set()

    player = threading.Thread(target=play)
    player.start()
    assert halfway.wait(60)
    own_server.kill()
    own_server.start()
    player.join(60)
    assert set(refused) <= {"store-unavailable"}
    fresh = services(Settings(redis_url=own_server.url))
    entries = fresh.tables._desk.shelf.load(table.id).loaded.entries
    for seat, decided in confirmed:
        found = [each for each in entries if each.seat == seat and each.n == decided.n and each.by == "player"]
        counted = [each for each in found if not hasattr(each.action, "entropy")]
        assert [each.action for each in counted][-1:] == [decided.recorded]
    while table.step():
        pass
    assert fresh.tables.read(table.id, None).table.status == "finished"


def test_without_redis_everything_is_refused_alike_and_works_again_afterwards(own_server: RedisServer) -> None:
    parts = services(Settings(redis_url=own_server.url))
    table = seated(parts)
    seat = table.seat_to_move()
    owed = table.decision(seat)
    assert owed is not None
    own_server.kill()
    for call in (
        lambda: parts.tables.read(table.id, None),
        lambda: table.decide(seat, 0, owed.default),
        lambda: parts.tables.happenings(table.id, None, 0),
        lambda: parts.tables.listing(None),
        lambda: parts.tables.advance(table.id),
        lambda: parts.players.register("Late", "human"),
        lambda: parts.players.authenticate("ob_whatever"),
    ):
        with pytest.raises(Refused) as refused:
            call()
        assert refused.value.code == "store-unavailable"
    assert not parts.health.ready()["redis"]["ok"]
    own_server.start()
    assert table.decide(seat, 0, owed.default).outcome == "applied"


def test_who_waits_survives_a_restart_of_redis(own_server: RedisServer) -> None:
    """A gap in the news wakes everybody, and later news is heard over the new subscription."""
    parts = services(Settings(redis_url=own_server.url))
    table = seated(parts)
    now = parts.tables.read(table.id, None)
    with parts.tables._news.watch(table.id, "somebody") as watch:
        until("the subscription", lambda: watch.wait(0.1))
        own_server.kill()
        own_server.start()
        until("being woken by the gap", lambda: watch.wait(0.1))
        until("quiet", lambda: not watch.wait(1.5))
        table.move(table.seat_to_move())
        until("news over the new subscription", lambda: watch.wait(0.1))
    assert parts.tables.happenings(table.id, None, now.seq)[0]


def _keys(table: str) -> list[str]:
    prefix = f"{{{table[:2]}}}:t:{table}"
    return [prefix, f"{prefix}:log"]


def _copy(client: Any, table: str) -> dict[str, bytes]:
    return {key: client.dump(key) for key in _keys(table)}


@pytest.mark.parametrize("moves_after", [0, 1, 3])
def test_a_cache_that_ran_ahead_of_a_restored_log_is_dropped(own_server: RedisServer, moves_after: int) -> None:
    """The restored log then goes on differently, to a shorter, an equal or a greater length than the one cached."""
    ahead = services(Settings(redis_url=own_server.url))
    table = seated(ahead)
    table.move(table.seat_to_move())
    with own_server.client() as client:
        older = _copy(client, table.id)
        lost = table.move(table.seat_to_move())
        cached = ahead.tables._desk.shelf.load(table.id).loaded
        for key, value in older.items():
            client.restore(key, 0, value, replace=True)
    other = services(Settings(redis_url=own_server.url))
    table.parts = other
    for _ in range(moves_after):
        seat = table.seat_to_move()
        owed = table.decision(seat)
        assert owed is not None
        bold = next(each for each in owed.choices.actions() if each not in (lost.recorded, owed.default))
        table.decide(seat, owed.n, bold)
        other.tables.advance(table.id)
    seen = ahead.tables._desk.shelf.load(table.id).loaded
    truth = services(Settings(redis_url=own_server.url)).tables._desk.shelf.load(table.id).loaded
    assert seen.entries == truth.entries
    assert seen.table == truth.table
    for viewer in (None, *range(seen.table.facts.seats)):
        assert seen.story(viewer) == truth.story(viewer)
    assert seen.entries != cached.entries


def test_a_cache_that_ran_ahead_cannot_write(own_server: RedisServer) -> None:
    """The append itself says no, even without a reading in between; then the move is judged by what is there."""
    ahead = services(Settings(redis_url=own_server.url))
    table = seated(ahead)
    with own_server.client() as client:
        older = _copy(client, table.id)
        table.move(table.seat_to_move())
        present = ahead.tables._desk.shelf.load(table.id)
        for key, value in older.items():
            client.restore(key, 0, value, replace=True)
    entry = present.loaded.entries[-1]
    assert ahead.tables._desk.write(present.loaded, [entry])[0] == "conflict"
    assert table.move(table.seat_to_move()).outcome == "applied"


def test_a_cache_of_the_same_length_as_a_log_that_went_on_differently_cannot_write(own_server: RedisServer) -> None:
    """A length says nothing of what the entries are: the running hash does."""
    ahead = services(Settings(redis_url=own_server.url))
    table = seated(ahead)
    with own_server.client() as client:
        older = _copy(client, table.id)
        lost = table.move(table.seat_to_move())
        present = ahead.tables._desk.shelf.load(table.id)
        for key, value in older.items():
            client.restore(key, 0, value, replace=True)
    table.parts = services(Settings(redis_url=own_server.url))
    seat = table.seat_to_move()
    owed = table.decision(seat)
    assert owed is not None
    table.decide(seat, owed.n, next(each for each in owed.choices.actions() if each != lost.recorded))
    truth = table.parts.tables._desk.shelf.load(table.id).loaded.entries
    assert len(truth) == len(present.loaded.entries)
    assert ahead.tables._desk.write(present.loaded, present.loaded.entries[-1:])[0] == "conflict"
    assert services(Settings(redis_url=own_server.url)).tables._desk.shelf.load(table.id).loaded.entries == truth


def test_a_log_that_has_lost_entries_takes_none_whatever_stands_beside_it(own_server: RedisServer) -> None:
    parts = services(Settings(redis_url=own_server.url))
    table = seated(parts)
    present = parts.tables._desk.shelf.load(table.id)
    with own_server.client() as client:
        client.rpop(_keys(table.id)[1])
    assert parts.tables._desk.write(present.loaded, present.loaded.entries[-1:])[0] == "conflict"


MISTAKEN = {"no entry": (2, b"[7,{}"), "no seat": (1, b'["x",0,0,1,"leave"]'), "no time": (-1, b'[0,0,0,"x","leave"]')}


@pytest.mark.parametrize("harm", ["altered", "emptied", "no entry", "no seat", "no time"])
def test_a_table_whose_log_is_damaged_can_be_ended(own_server: RedisServer, harm: str) -> None:
    table = seated(services(Settings(redis_url=own_server.url)), 3, bots=("random",))
    while table.seat_to_move() not in table.players:
        table.parts.tables.advance(table.id)
    table.move(table.seat_to_move())
    log = _keys(table.id)[1]
    with own_server.client() as client:
        if harm == "altered":
            client.lset(log, 0, client.lindex(log, 0).replace(b"Player 0", b"Player X"))
        elif harm == "emptied":
            client.delete(log)
        else:
            client.lset(log, *MISTAKEN[harm])
    fresh = services(Settings(redis_url=own_server.url))
    with pytest.raises(Refused, match=r"is not the one|does not add up"):
        fresh.tables.read(table.id, None)
    assert fresh.tables.break_off(table.id, "The disk was on fire.") == "server"
    for parts in (fresh, table.parts):
        assert parts.tables.break_off(table.id, "Again.") == "server"
        now = parts.tables.read(table.id, table.players[0]).table
        assert (now.status, now.ended) == ("finished", "server")
        found, _ = parts.tables.happenings(table.id, table.players[0], 0, wait_s=5)
        assert [each.told.code for each in found[-2:]] == ["ended", "finished"]
        parts.tables.record(table.id, None)
        assert not parts.tables.advance(table.id)
        assert [each.facts.id for each in parts.tables.listing(None)[0]] == [table.id]
        (mine,), _ = parts.tables.listing(table.players[0], mine=True)
        assert mine.shown.status == "finished"
        assert parts.tables.lobby.rebuild() == 1
        assert not fresh.tables.record(table.id, None).complete


@pytest.mark.parametrize("told", [True, False])
def test_a_game_that_was_over_keeps_its_result_though_its_log_is_damaged(own_server: RedisServer, told: bool) -> None:
    table = seated(services(Settings(redis_url=own_server.url)), 2)
    table.parts.tables.resign(table.id, table.players[0])
    key, log = _keys(table.id)
    with own_server.client() as client:
        client.lset(log, 0, client.lindex(log, 0).replace(b"Player 0", b"Player X"))
        if not told:
            client.hdel(key, "row")
        before = client.lrange(log, 0, -1)
    fresh = services(Settings(redis_url=own_server.url))
    if told:
        assert fresh.tables.break_off(table.id, "The disk was on fire.") == "resign"
    else:
        with pytest.raises(Refused, match="is over and keeps its result"):
            fresh.tables.break_off(table.id, "The disk was on fire.")
    with own_server.client() as client:
        assert client.lrange(log, 0, -1) == before
        client.lset(log, 0, before[0].replace(b"Player X", b"Player 0"))
    whole = services(Settings(redis_url=own_server.url)).tables.record(table.id, None)
    assert (whole.complete, whole.snapshot.table.ended) == (True, "resign")


def test_a_table_of_which_not_even_the_facts_are_left_is_gone_once_it_was_ended(own_server: RedisServer) -> None:
    table = seated(services(Settings(redis_url=own_server.url)))
    with own_server.client() as client:
        client.hset(_keys(table.id)[0], "facts", b"{}")
    fresh = services(Settings(redis_url=own_server.url))
    assert fresh.tables.break_off(table.id, "Nothing is left.") == "server"
    with pytest.raises(Refused) as refused:
        fresh.tables.read(table.id, None)
    assert refused.value.code == "no-such-table"
    assert fresh.logs.due(2**52, 10) == []
    assert fresh.tables.listing(None) == ([], None)


def test_a_damaged_log_is_said_to_be_and_stands_in_nobodys_way(own_server: RedisServer) -> None:
    parts = services(Settings(redis_url=own_server.url))
    damaged, sound = seated(parts), seated(parts)
    with own_server.client() as client:
        client.lset(_keys(damaged.id)[1], 0, client.lindex(_keys(damaged.id)[1], 0).replace(b"Player 0", b"Player X"))
    fresh = services(Settings(redis_url=own_server.url))
    with pytest.raises(Refused) as refused:
        fresh.tables.read(damaged.id, None)
    assert refused.value.code == "table-damaged"
    with own_server.client() as client:
        client.hdel(_keys(damaged.id)[0], "row")
    assert [one.facts.id for one in fresh.tables.listing(None)[0]] == [sound.id]
    assert fresh.tables.lobby.rebuild() == 1
