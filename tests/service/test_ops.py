"""The operator's commands, as operators type them, against a whole server and against broken ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from openingbell import ops
from openingbell.ops import doctor
from openingbell.settings import Settings
from openingbell.store.logs import TROUBLES_LISTED, due_key
from openingbell.table import Clock, outcome
from openingbell.wiring import Services, bare
from tests.support.guests import Guest
from tests.support.playing import seated
from tests.support.redis_server import RedisServer
from tests.support.supervised import Server

BELL = Path(sys.executable).parent / "bell"


@pytest.fixture
def parts(parts: Services, store: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Services:
    """The services that the commands meet."""
    monkeypatch.setenv("REDIS_URL", store.url)
    return parts


def levels(settings: Settings) -> dict[str, str]:
    return {each.code: each.level for each in doctor.examined(settings)}


@pytest.mark.server
def test_doctor_finds_the_running_server_of_the_data_folder_and_nothing_wrong_with_it(server: Server) -> None:
    with Guest(server.url) as guest:
        guest.register().create(bots=["random"])
    env = {**os.environ, "OPENINGBELL_DATA": str(server.data)}
    told = subprocess.run([BELL, "ops", "doctor"], env=env, capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")
    assert not [line for line in told.stdout.splitlines() if not line.startswith("ok      ")]
    assert "survives kill -9 and a power cut" in told.stdout
    for argv in ([BELL, "--json", "ops", "doctor"], [BELL, "ops", "doctor", "--json"]):
        lines = subprocess.run(argv, env=env, capture_output=True, text=True).stdout.splitlines()
        found = [json.loads(line) for line in lines]
        assert {"version", "eviction", "durability", "memory", "clock", "worker-house", "worker-bots", "tables"} <= {
            each["code"] for each in found
        }
        assert {each["level"] for each in found} == {"ok"}


@pytest.mark.parametrize("command", [["end", "00none", "--why", "It hangs."], ["reindex"]])
def test_no_command_makes_a_house(
    command: list[str], store: RedisServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", store.url)
    assert ops.main(command) == 1
    assert "no house in this store" in capsys.readouterr().err
    assert bare(Settings(redis_url=store.url)).premises.look().shards is None


def test_doctor_names_what_is_missing(parts: Services, store: RedisServer) -> None:
    settings = Settings(redis_url=store.url)
    empty = levels(settings)
    assert (empty["form"], empty["clock"], empty["worker-house"], empty["tables"]) == (
        "warning",
        "fault",
        "warning",
        "ok",
    )
    with store.client() as client:
        assert client.dbsize() == 0, "looking leaves nothing behind"
    table = seated(parts, bots=("random",), clock=Clock(3600))
    parts.premises.pulse("clock", 100)
    assert levels(settings)["clock"] == "ok"
    with store.client() as client:
        client.zadd(due_key(table.id[:2], "deadline"), {table.id: 1})
        client.lset(f"{{{table.id[:2]}}}:t:{table.id}:log", 0, b"[]")
        client.zadd("rq:failed:house", {"job": 2**40})
        client.config_set("maxmemory-policy", "allkeys-lru")
        client.hset("openingbell:house", "schema_version", 99)
    found = levels(settings)
    wrong = {"eviction": "fault", "form": "fault", "overdue": "fault", "tables": "fault", "queue-house": "warning"}
    assert wrong.items() <= found.items()


def test_tables_in_trouble_are_listed_until_they_go_on(
    parts: Services, store: RedisServer, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(redis_url=store.url)
    assert ops.main(["troubles"]) == 0
    assert capsys.readouterr().out == "No table is in trouble.\n"
    table, other = seated(parts, clock=Clock(3600)), seated(parts, clock=Clock(3600))
    for error in ("ArithmeticError: one", "ArithmeticError: two"):
        parts.logs.trouble(table.id, "house", error)
    parts.logs.trouble(other.id, "deadline", "KeyError: 'x'")
    assert levels(settings)["troubles"] == "fault"
    assert ops.main(["troubles"]) == 1
    said = capsys.readouterr().out
    assert f"table {table.id}: house, failed 2 times since 20" in said
    assert "  ArithmeticError: two\n" in said
    assert ops.main(["troubles", "--json"]) == 1
    rows = {row["table"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert (rows[table.id]["what"], rows[table.id]["times"], rows[other.id]["times"]) == ("house", 2, 1)
    table.step()
    other.step()
    assert ops.main(["troubles"]) == 0
    assert levels(settings)["troubles"] == "ok"


def test_the_list_of_troubles_has_an_end(parts: Services, store: RedisServer) -> None:
    tables = [f"07{number:08}" for number in range(TROUBLES_LISTED + 20)]
    with store.client() as client:
        for table in tables:
            client.hset(f"{{07}}:t:{table}", "facts", "{}")
    for table in tables:
        parts.logs.trouble(table, "house", "wrong")
    assert len(parts.logs.troubles()) == TROUBLES_LISTED


def test_doctor_without_a_store(store: RedisServer, capsys: pytest.CaptureFixture[str]) -> None:
    gone = Settings(redis_url="redis://user:secret@127.0.0.1:1/0")
    assert doctor.run(gone, as_json=False) == 1
    said = capsys.readouterr().out
    assert "redis://127.0.0.1:1/0" in said
    assert "secret" not in said
    assert levels(Settings(redis_url=store.url, jobs_url=gone.redis_url))["jobs"] == "warning"


def test_without_a_server_the_commands_say_so(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENINGBELL_DATA", str(data))
    for command in ("doctor", "reindex", "replay-all", "troubles"):
        assert ops.main([command]) == 2
        assert "no server runs for the data folder" in capsys.readouterr().err
    assert not data.exists()


def test_reindex_and_replay_all_tell_how_many(parts: Services, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        seated(parts)
    assert ops.main(["reindex"]) == 0
    assert capsys.readouterr().out == "3 tables stand in the lists again.\n"
    assert ops.main(["reindex", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"tables": 3}
    assert ops.main(["replay-all", "--json"]) == 0
    said: Any = json.loads(capsys.readouterr().out)
    counts = {"ok": 3, "would_break": 0}
    assert said == {"summary": {"tables": 3, **counts, "by_rules": {"bull_market version 1": counts}}}


def test_end_breaks_a_table_off_and_tells_everybody_why(parts: Services, capsys: pytest.CaptureFixture[str]) -> None:
    table = seated(parts, 3, bots=("random",))
    for _ in range(2):
        assert ops.main(["end", table.id, "--why", "The disk is on fire."]) == 0
        assert capsys.readouterr().out == f"Table {table.id} is over and counts for nothing.\n"
    assert ops.main(["end", table.id, "--why", "Again.", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"table": table.id, "ended_by": "server"}
    final = outcome(parts.tables.read(table.id, None).table)
    assert final is not None
    assert (final.winners, {each.ended_by for each in final.places}) == ((), {"server"})
    events, _ = parts.tables.happenings(table.id, None, 0)
    assert [each.told.params.get("why") for each in events[-2:]] == ["The disk is on fire.", None]
    assert levels(Settings.read())["tables"] == "ok"
    assert ops.main(["replay-all"]) == 0
    other = seated(parts, 2)
    parts.tables.resign(other.id, other.players[0])
    capsys.readouterr()
    assert ops.main(["end", other.id, "--why", "Too late."]) == 0
    assert "was over already, by resign" in capsys.readouterr().out
    assert ops.main(["end", "00nosuchtable", "--why", "?"]) == 1
    assert "There is no table" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        ops.main(["end", table.id])


def test_reindex_writes_what_is_due_anew(parts: Services, store: RedisServer) -> None:
    """For tables of a release that knew of fewer deadlines."""
    table = seated(parts)
    with store.client() as client:
        client.delete(due_key(table.id[:2], "deadline"))
    assert parts.logs.due(2**52, 10) == []
    assert ops.main(["reindex"]) == 0
    assert [(kind, of) for kind, of, _ in parts.logs.due(2**52, 10)] == [("deadline", table.id)]


def test_bell_loads_nothing_of_the_server_until_it_is_asked_to() -> None:
    code = "import sys, openingbell.ops; print(sorted({'redis', 'rq', 'flask', 'msgspec'} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert said.stdout == "[]\n"
