"""Whatever stands in the store of one table, and whatever its rules do: no other table is kept from anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import redis

from openingbell import clock
from openingbell.clock import Clock
from openingbell.rules.games.bull_market import GAME
from openingbell.settings import Settings
from openingbell.store.logs import KINDS, announcements, channel, due_key, hash_of
from openingbell.tables import lobby
from openingbell.tables.replaying import replay_all
from openingbell.wiring import Services, services
from tests.service.processes.conftest import IMPATIENT
from tests.support.playing import Seated, seated
from tests.support.redis_server import RedisServer

Damage = Callable[[redis.Redis, str], Any]


@pytest.fixture
def store(emptied: RedisServer) -> RedisServer:
    return emptied


@pytest.fixture
def ticking(server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """A clock that does at once what is due, in a process that has not seen the tables before."""
    monkeypatch.setattr(clock, "PATIENCE_MS", IMPATIENT)
    fresh = services(Settings(redis_url=server.url))
    fresh.premises.now_ms()
    made = Clock(fresh, server.url)
    yield made
    made._thinker.close()


def owing(parts: Services) -> Seated:
    """A table that has begun, where the house owes the deal."""
    table = seated(parts, 2, begun=False)
    for player in table.players.values():
        parts.tables.start(table.id, player)
    return table


def dealt(parts: Services, table: Seated) -> bool:
    return bool(parts.tables.read(table.id, None).table.turn.seats)


def log_of(table: str) -> str:
    return f"{hash_of(table)}:log"


def another_type(key: str, client: redis.Redis) -> None:
    client.delete(key)
    client.set(key, "x")


def in_trouble(trouble: str) -> Damage:
    """What is written down of a trouble that it is in, since its log is damaged."""

    def damage(client: redis.Redis, table: str) -> None:
        client.hset(hash_of(table), "trouble", trouble)
        client.zadd(f"{{{table[:2]}}}:troubles", {table: 1})
        client.lset(log_of(table), 0, "x")

    return damage


def crowded(*members: bytes | str) -> Damage:
    """So many odd members before everything that is due in the shard."""

    def damage(client: redis.Redis, table: str) -> None:
        for kind in KINDS:
            client.zadd(due_key(table[:2], kind), dict.fromkeys(members, 1))

    return damage


@pytest.mark.parametrize(
    "damage",
    [
        lambda client, table: another_type(log_of(table), client),
        lambda client, table: another_type(hash_of(table), client),
        lambda client, table: client.hset(hash_of(table), "chain", b"\xff"),
        lambda client, table: client.hdel(hash_of(table), "facts"),
        lambda client, table: client.hdel(hash_of(table), "secret"),
        lambda client, table: client.hset(hash_of(table), "facts", "[1]"),
        lambda client, table: client.delete(log_of(table)),
        in_trouble("{no"),
        in_trouble("[]"),
        in_trouble("{}"),
        in_trouble('{"since": 1, "times": "often"}'),
        crowded(b"\xff\xfe", ""),
        crowded(*(f"no id {number}" for number in range(clock.A_SHARD))),
        lambda client, table: client.sadd(f"{{{table[:2]}}}:tables", b"\xff", "", "no id"),
        lambda client, table: client.zadd("openingbell:lobby:running", {b"\xff": 9e14, "": 9e14, "no id": 9e14}),
    ],
)
def test_a_damaged_table_keeps_no_other_from_anything(
    ticking: Clock, parts: Services, server: RedisServer, damage: Damage
) -> None:
    good, bad = owing(parts), owing(parts)
    with server.client() as client:
        damage(client, bad.id)
        # Both in one shard, the damaged one first: it has waited longer.
        client.zadd(due_key(bad.id[:2], "house"), {bad.id: 2})
    for _ in range(3):
        ticking.sweep()
    assert dealt(parts, good)
    for shard in range(64):
        ticking._parts.tables.lobby.heal(shard, 0)
    assert good.id in {each.facts.id for each in ticking._parts.tables.listing(None)[0]}
    assert ticking._parts.tables.lobby.rebuild() >= 1
    assert {each.table for each in parts.logs.troubles()} <= {bad.id}
    assert {each.table: each.broken for each in replay_all(parts.logs)}[good.id] is None


@contextmanager
def failing_at(table: Seated, mistake: Callable[[], Any]) -> Iterator[None]:
    """`scores` of the rules make that mistake at one table."""
    state, scores = table.parts.tables.read(table.id, None).table.state, GAME.scores
    object.__setattr__(GAME, "scores", lambda now: mistake() if now == state else scores(now))
    try:
        yield
    finally:
        object.__setattr__(GAME, "scores", scores)


def stumbles() -> None:
    raise ZeroDivisionError


def never_ends() -> None:
    while True:
        pass


@pytest.mark.parametrize("mistake", [stumbles, never_ends])
def test_rules_that_fail_when_a_table_is_listed_cost_that_table_its_place_only(
    ticking: Clock,
    parts: Services,
    server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    mistake: Callable[[], Any],
) -> None:
    good, bad = seated(parts, 2), seated(parts, 3)
    with server.client() as client:
        for table in (good, bad):
            client.hdel(hash_of(table.id), "row")
    monkeypatch.setattr(lobby, "LONGEST_S", 0.2)
    with failing_at(bad, mistake):
        for _ in range(64):
            ticking.pulse()
        with server.client() as client:
            assert client.hexists(hash_of(good.id), "row"), "the clock has gone on from the one to the other"
        assert [each.facts.id for each in ticking._parts.tables.listing(None)[0]] == [good.id]
        assert ticking._parts.tables.lobby.rebuild() == 1


def test_what_is_no_announcement_is_not_heard(parts: Services, server: RedisServer) -> None:
    parts.premises.now_ms()
    heard = announcements(parts.link, 5.0)
    assert next(heard) is None
    with server.client() as client:
        for said in (b"", b"\xff", b"a,b,c,d,e", b"a,1"):
            client.publish(channel(parts.link), said)
    table = owing(parts)
    said = next(each for each in heard if each is not None)
    assert said.table == table.id


def test_two_houses_in_two_databases_of_one_server_do_not_hear_each_other(parts: Services, server: RedisServer) -> None:
    other = services(Settings(redis_url=server.url.replace("db=0", "db=1")))
    for house in (parts, other):
        house.premises.now_ms()
    heard = announcements(parts.link, 5.0)
    assert next(heard) is None
    seated(other, 2)
    own = owing(parts)
    assert next(each for each in heard if each is not None).table == own.id
