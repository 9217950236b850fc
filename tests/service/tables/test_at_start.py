"""What every process looks at before it uses a store: the server, its form, and the way from one form to the next."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import redis

from openingbell.errors import Refused
from openingbell.settings import Settings, SettingsError
from openingbell.store import Outdated, Unfit, fitness, premises, schema
from openingbell.store.link import Unwelcome
from openingbell.store.logs import due_key
from openingbell.table import Clock
from openingbell.wiring import Services, bare, check, services
from tests.support.playing import seated
from tests.support.redis_server import RedisServer
from tests.support.waiting import until

HOUSE = "openingbell:house"
NOW, NEXT = schema.SCHEMA, schema.SCHEMA + 1


def _everything(client: redis.Redis) -> dict[Any, Any]:
    return {key: client.dump(key) for key in client.scan_iter()}


def opened(server: RedisServer, *accepted: str) -> Services:
    return services(Settings(redis_url=server.url, accepted=frozenset(accepted)))


def test_a_house_of_other_shards_is_not_opened(own_server: RedisServer) -> None:
    assert opened(own_server).health.ready()["redis"]["ok"]
    with own_server.client() as client:
        client.hset(HOUSE, "shards", 16)
    ready = opened(own_server).health.ready()["redis"]
    assert (ready["ok"], "16 shards" in ready["why"]) == (False, True)
    with pytest.raises(Unfit, match="16 shards"):
        opened(own_server).tables.listing(None)


@pytest.mark.parametrize(
    ("code", "name", "value", "words"),
    [
        ("eviction", "maxmemory-policy", "allkeys-lru", "throws keys out"),
        ("eviction", "maxmemory-policy", "volatile-ttl", "throws keys out"),
        ("not-append-only", "appendonly", "no", "not append-only"),
    ],
)
def test_a_server_that_would_lose_games_is_refused_unless_that_is_accepted(
    own_server: RedisServer, code: str, name: str, value: str, words: str
) -> None:
    with own_server.client() as client:
        client.config_set(name, value)
        with pytest.raises(Unfit, match=words):
            opened(own_server).tables.listing(None)
        assert client.keys() == []
        other = next(iter(fitness.ACCEPTABLE - {code}))
        with pytest.raises(Unfit, match=words):
            opened(own_server, other).tables.listing(None)
    accepting = opened(own_server, code)
    assert accepting.tables.listing(None) == ([], None)
    found = {each.code: each for each in accepting.premises.findings()}
    assert found[code].level == "warning"
    assert "OPENINGBELL_ACCEPT" in found[code].says


def test_a_store_that_will_never_do_is_said_before_anything_starts(own_server: RedisServer) -> None:
    settings = Settings(redis_url=own_server.url)
    check(settings)
    with own_server.client() as client:
        client.config_set("appendonly", "no")
        with pytest.raises(Unfit, match="Set appendonly to yes there, or live with it: OPENINGBELL_ACCEPT=not-append"):
            check(settings)
        client.config_set("appendonly", "yes")
        client.config_set("requirepass", "secret")
    with pytest.raises(Unwelcome, match="name a user and a password"):
        check(settings)
    check(Settings(redis_url=own_server.url.replace("unix://", "unix://:secret@")))
    own_server.kill()
    check(settings)


def test_only_faults_that_can_be_accepted_are_accepted() -> None:
    read = Settings.read({"OPENINGBELL_ACCEPT": "eviction, not-append-only"})
    assert read.accepted == {"eviction", "not-append-only"}
    with pytest.raises(SettingsError, match="OPENINGBELL_ACCEPT"):
        Settings.read({"OPENINGBELL_ACCEPT": "version"})


@pytest.mark.parametrize(
    ("info", "level"),
    [
        ({"redis_version": "6.2.14"}, "fault"),
        ({"redis_version": "7.0.0"}, "ok"),
        ({"redis_version": "7.2.4", "valkey_version": "7.1.9"}, "fault"),
        ({"redis_version": "7.2.4", "valkey_version": "8.0.1"}, "ok"),
        ({}, "fault"),
    ],
)
def test_the_oldest_servers_that_do(info: dict[str, str], level: str) -> None:
    assert fitness.version(info).level == level


@pytest.mark.parametrize(
    ("info", "code", "level"),
    [
        ({"role": "slave"}, "replicas", "fault"),
        ({"role": "master", "connected_slaves": 2}, "replicas", "ok"),
        ({"used_memory": 80, "maxmemory": 100}, "memory", "warning"),
        ({"used_memory": 99, "maxmemory": 100, "total_system_memory": 10_000}, "memory", "fault"),
        ({"used_memory": 99, "maxmemory": 0, "total_system_memory": 10_000}, "memory", "ok"),
        ({"aof_last_write_status": "err"}, "disk", "fault"),
        ({"aof_last_bgrewrite_status": "err"}, "disk", "warning"),
    ],
)
def test_what_the_server_says_of_itself_is_judged(info: dict[str, Any], code: str, level: str) -> None:
    found = {each.code: each.level for each in fitness.judged(info)}
    assert found[code] == level


def test_trouble_that_may_pass_stops_nobody(own_server: RedisServer) -> None:
    with own_server.client() as client:
        opened(own_server).premises.enter()
        client.config_set("maxmemory", int(client.info()["used_memory"] / 0.97))
    parts = opened(own_server)
    parts.premises.enter()
    assert {each.code: each.level for each in parts.premises.findings()}["memory"] == "fault"


@pytest.mark.parametrize(
    ("fsync", "level", "promise"),
    [
        ("always", "ok", "survives kill -9 and a power cut"),
        ("everysec", "warning", "survives kill -9 of the server; a power cut can cost the last second"),
        ("no", "warning", "a power cut costs many"),
    ],
)
def test_when_decisions_reach_the_disk_is_said(own_server: RedisServer, fsync: str, level: str, promise: str) -> None:
    with own_server.client() as client:
        client.config_set("appendfsync", fsync)
    found = {each.code: each for each in opened(own_server).premises.findings()}
    assert found["durability"].level == level
    assert fsync in found["durability"].says
    assert promise in found["durability"].says


def test_a_server_that_keeps_its_configuration_to_itself_is_used_with_a_warning(own_server: RedisServer) -> None:
    with own_server.client() as client:
        client.acl_setuser(
            "app", enabled=True, passwords=["+s"], commands=["+@all", "-config"], keys=["*"], channels=["*"]
        )
    parts = services(Settings(redis_url=own_server.url.replace("unix://", "unix://app:s@")))
    assert parts.tables.listing(None) == ([], None)
    assert {each.code: each.level for each in parts.premises.findings()}["configuration"] == "warning"


def test_a_store_of_a_newer_release_is_left_alone(own_server: RedisServer) -> None:
    table = seated(opened(own_server))
    with own_server.client() as client:
        assert client.hget(HOUSE, "schema_version") == str(schema.SCHEMA).encode()
        client.hset(HOUSE, "schema_version", schema.SCHEMA + 1)
        everything = _everything(client)
        parts = opened(own_server)
        for call in (
            lambda: parts.tables.read(table.id, None),
            lambda: parts.players.register("Late", "human"),
            lambda: parts.tables.advance(table.id),
            lambda: parts.logs.due(2**52, 10),
            parts.premises.upgrade,
            bare(Settings(redis_url=own_server.url)).premises.check_form,
        ):
            with pytest.raises(Unfit, match="newer release"):
                call()
        assert _everything(client) == everything


@pytest.mark.server
@pytest.mark.parametrize(
    "argv",
    [
        ("openingbell.clock",),
        ("openingbell.worker", "house"),
        ("openingbell.ops", "replay-all"),
        ("openingbell.ops", "doctor"),
        ("gunicorn", "--config", "python:openingbell.gunicorn_config", "--bind", "127.0.0.1:0"),
    ],
    ids=lambda argv: argv[0],
)
def test_no_process_starts_with_a_store_of_a_newer_release(own_server: RedisServer, argv: tuple[str, ...]) -> None:
    opened(own_server).premises.enter()
    with own_server.client() as client:
        client.hset(HOUSE, "schema_version", 99)
    env = {**os.environ, "REDIS_URL": own_server.url, "OPENINGBELL_API_PROCESSES": "1"}
    ended = subprocess.run([sys.executable, "-m", *argv], env=env, capture_output=True, text=True, timeout=60)
    assert ended.returncode not in (0, 2), ended.stderr
    assert "written by a newer release (form 99" in ended.stdout + ended.stderr


def test_a_process_that_began_before_its_store_looks_when_it_comes(own_server: RedisServer) -> None:
    parts = opened(own_server)
    own_server.kill()
    with pytest.raises(Refused, match="cannot be reached"):
        parts.tables.listing(None)
    own_server.start()
    with own_server.client() as client:
        client.hset(HOUSE, mapping={"key": b"k" * 32, "shards": 64, "schema_version": 99})
    with pytest.raises(Unfit, match="newer release"):
        parts.tables.listing(None)
    with own_server.client() as client:
        client.delete(HOUSE)
    assert parts.tables.listing(None) == ([], None)


class Step:
    """A step to the next form: each table's hash gets a field, whatever was done of it before."""

    def __init__(self) -> None:
        self.fails_after = -1
        self.lived: list[int] = []

    def __call__(self, client: redis.Redis) -> Iterator[None]:
        self.lived.append(client.exists("openingbell:pulse:clock"))  # type: ignore[arg-type]
        for number, key in enumerate(sorted(client.scan_iter("{*}:t:*", _type="hash"))):
            if number == self.fails_after:
                raise redis.ConnectionError("the server went away")
            client.hset(key, "new", 1)
            yield


@pytest.fixture
def step(monkeypatch: pytest.MonkeyPatch) -> Step:
    """A release whose form is the next one."""
    planted = Step()
    monkeypatch.setattr(schema, "MIGRATIONS", {**schema.MIGRATIONS, schema.SCHEMA: planted})
    return planted


def test_an_older_store_is_brought_up_to_date_by_the_clock_alone(
    own_server: RedisServer, step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [seated(opened(own_server)).id for _ in range(3)]
    monkeypatch.setattr(schema, "SCHEMA", NEXT)
    parts = opened(own_server)
    with pytest.raises(Outdated, match=f"form {NOW} and this release's is {NEXT}"):
        parts.tables.read(tables[0], None)
    with pytest.raises(Outdated):
        bare(Settings(redis_url=own_server.url)).premises.check_form()

    step.fails_after = 2
    with pytest.raises(Refused, match="cannot be reached"):
        parts.premises.upgrade()
    with own_server.client() as client:
        assert client.hget(HOUSE, "schema_version") == str(NOW).encode()
    with pytest.raises(Outdated):
        parts.tables.read(tables[0], None)

    step.fails_after = -1
    parts.premises.upgrade()
    assert [parts.tables.read(table, None).table.status for table in tables] == ["running"] * 3
    with own_server.client() as client:
        assert client.hget(HOUSE, "schema_version") == str(NEXT).encode()
        assert all(client.hget(f"{{{table[:2]}}}:t:{table}", "new") == b"1" for table in tables)
        assert not client.exists("openingbell:migrating")
    monkeypatch.setattr(schema, "SCHEMA", NOW)
    with pytest.raises(Unfit, match="newer release"):
        opened(own_server).tables.read(tables[0], None)


def test_an_upgrade_waits_until_the_older_release_is_gone(
    own_server: RedisServer, step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = opened(own_server)
    old.premises.enter()
    old.premises.pulse("clock", 1)
    monkeypatch.setattr(schema, "SCHEMA", NEXT)
    opened(own_server).premises.upgrade()
    assert step.lived == [0]


def test_an_upgrade_beside_the_older_release_is_refused(
    own_server: RedisServer, step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = opened(own_server)
    old.premises.pulse("house", 100)
    monkeypatch.setattr(schema, "SCHEMA", NEXT)
    monkeypatch.setattr(premises, "OLD_ONES_S", 0.0)
    with pytest.raises(Unfit, match="stop every process of the older release"):
        opened(own_server).premises.upgrade()
    assert step.lived == []


def test_one_process_at_a_time_upgrades(own_server: RedisServer, step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(own_server).premises.enter()
    monkeypatch.setattr(schema, "SCHEMA", NEXT)
    with own_server.client() as client:
        client.set("openingbell:migrating", "somebody", ex=30)
        assert not schema.migrate(client, HOUSE)
        assert client.get("openingbell:migrating") == b"somebody"
        client.delete("openingbell:migrating")
        assert schema.migrate(client, HOUSE)
    assert step.lived == [0]


def test_the_steps_lead_from_the_first_form_to_this_one() -> None:
    assert sorted(schema.MIGRATIONS) == list(range(schema.FIRST, schema.SCHEMA))


@pytest.mark.parametrize("interrupted", [False, True])
def test_from_form_1_every_due_time_goes_to_the_set_of_its_kind(own_server: RedisServer, interrupted: bool) -> None:
    """Form 1 had one set a shard, of `<kind>:<id>`."""
    parts = opened(own_server)
    tables = [seated(parts, 3, bots=("random",), clock=Clock(3600)).id for _ in range(3)]
    before = sorted(parts.logs.due(2**52, 100))
    assert {each.kind for each in before} >= {"deadline"}
    with own_server.client() as client:
        for kind, table, at in before:
            client.zadd(f"{{{table[:2]}}}:due", {f"{kind}:{table}": at})
            if not interrupted or table == tables[0]:
                client.zrem(due_key(table[:2], kind), table)
        client.hset(HOUSE, "schema_version", 1)
        later = opened(own_server)
        with pytest.raises(Outdated):
            later.logs.due(2**52, 100)
        later.premises.upgrade()
        assert sorted(later.logs.due(2**52, 100)) == before
        assert client.keys("{*}:due") == []
        assert client.hget(HOUSE, "schema_version") == str(NOW).encode()


@pytest.mark.server
def test_the_clock_process_upgrades(own_server: RedisServer) -> None:
    """The real clock, of a release with a planted next form."""
    opened(own_server).premises.enter()
    argv = [sys.executable, "-m", "tests.support.planted_form", "openingbell.clock"]
    clock = subprocess.Popen(argv, env={**os.environ, "REDIS_URL": own_server.url})
    try:
        with own_server.client() as client:
            until("the new form", lambda: client.hget(HOUSE, "schema_version") == str(NEXT).encode())
            until("a clock that goes", lambda: client.exists("openingbell:pulse:clock"))
            assert client.get("planted") == b"1"
    finally:
        clock.terminate()
        assert clock.wait(30) == 0
