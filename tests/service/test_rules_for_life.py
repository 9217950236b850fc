"""Rules for life: tables of two versions of a game side by side, and what becomes of a version that is not there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from openingbell import table as folding
from openingbell.api import DOCUMENT, create_app
from openingbell.clock import Clock
from openingbell.errors import Refused
from openingbell.ops import replaying
from openingbell.players import Player
from openingbell.readings import Order
from openingbell.rules.kernel import catalogue, editions, game_named, game_version
from openingbell.settings import Settings
from openingbell.store import Logs
from openingbell.store.logs import FIRST_PAUSE_MS, due_key
from openingbell.tables.replaying import Replayed, replay_all
from openingbell.wiring import Services, services
from tests.support.conformance import Document
from tests.support.playing import Seated
from tests.support.redis_server import RedisServer
from tests.support.releases import V1, V2, installed, release

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def before(tmp_path: Path) -> Path:
    return release(tmp_path / "before", closing_call=V1)


@pytest.fixture
def after(tmp_path: Path) -> Path:
    return release(tmp_path / "after", closing_call=V2, closing_call_v1=V1)


@pytest.fixture
def forgetful(tmp_path: Path) -> Path:
    """A release that has lost the old version."""
    return release(tmp_path / "forgetful", closing_call=V2)


def opened(store: RedisServer) -> Services:
    return services(Settings(redis_url=store.url))


def seated(parts: Services, name: str) -> Seated:
    """A begun table of Closing Call with two human players and a clock."""
    players = [parts.players.register(f"{name} {seat}", "human")[0] for seat in range(2)]
    order = Order(
        game="closing_call",
        seats=2,
        options=game_named("closing_call").Options(),
        clock=folding.Clock(3600),
        practice_seed=name,
        fingerprint=name,
    )
    now, _ = parts.tables.create(players[0], order, None)
    table = Seated(parts, now.table.facts.id, dict(enumerate(players)))
    parts.tables.sit(table.id, players[1], 1)
    table.start()
    return table


def verdicts(store: RedisServer) -> dict[str, Replayed]:
    return {each.table: each for each in replay_all(Logs(opened(store).link))}


class Http:
    """The API of a release, over the services that it is given; every answer is held to that release's document."""

    def __init__(self, parts: Services) -> None:
        self._app = create_app(parts)
        self._client: FlaskClient = self._app.test_client()
        self._document = Document(self._app.extensions[DOCUMENT].value)

    def ask(self, method: str, path: str, token: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"}
        answer = self._client.open(path, method=method, json=body, headers=headers)
        operation = self._document.operation(method, path.partition("?")[0])
        assert operation is not None
        content = operation["responses"][str(answer.status_code)]["content"][answer.content_type]
        self._document.validator(content["schema"]).validate(answer.get_json())
        return answer

    def decide(self, table: Seated, token: str, n: int, action: Any) -> Any:
        path = f"/v1/games/closing_call/tables/{table.id}/seats/0/decisions/{n}"
        return self.ask("PUT", path, token, {"action": action})

    def view(self, table: Seated, token: str) -> Any:
        return self.ask("GET", f"/v1/games/closing_call/tables/{table.id}/view", token)


def token_of(parts: Services, table: Seated, monkeypatch: pytest.MonkeyPatch) -> str:
    """A token with which the table's first player is recognised."""
    known = parts.players.authenticate
    own: Player = table.players[0]
    word = f"ob_{own.id}"
    monkeypatch.setattr(type(parts.players), "authenticate", lambda self, token: own if token == word else known(token))
    return word


def test_tables_of_two_versions_are_played_side_by_side(
    store: RedisServer, before: Path, after: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed(before):
        parts = opened(store)
        old, done = seated(parts, "old"), seated(parts, "done")
        old.move(0)
        while done.step():
            pass
    with installed(after):
        assert catalogue()["closing_call"].version == 2
        parts = opened(store)
        old.parts = parts
        new = seated(parts, "new")
        assert parts.tables.read(old.id, None).table.facts.rules_version == 1
        assert parts.tables.read(new.id, None).table.facts.rules_version == 2
        assert parts.tables.read(done.id, None).table.status == "finished"
        http = Http(parts)

        token = token_of(parts, new, monkeypatch)
        view = http.view(new, token).get_json()
        assert view["state"]["highest"] == 20
        assert [choice["type"] for choice in view["decision"]["choices"]] == ["call", "stay_out"]
        assert http.decide(new, token, 0, {"type": "stay_out"}).status_code == 202
        assert http.decide(new, token, 0, {"type": "call", "price": 20}).status_code == 202

        token = token_of(parts, old, monkeypatch)
        view = http.view(old, token).get_json()
        assert "highest" not in view["state"]
        assert [choice["type"] for choice in view["decision"]["choices"]] == ["call"]
        assert http.decide(old, token, 0, {"type": "stay_out"}).get_json()["code"] == "invalid-body"
        assert http.decide(old, token, 0, {"type": "call", "price": 20}).get_json()["code"] == "illegal-action"
        assert http.decide(old, token, 0, {"type": "call", "price": 10}).status_code == 202

        while old.step() or new.step():
            pass
        assert {each.rules_version for each in verdicts(store).values()} == {1, 2}
        assert [each for each in verdicts(store).values() if each.broken] == []


def test_a_version_that_is_not_installed_is_said_to_be_missing_and_stands_in_nobodys_way(
    store: RedisServer, before: Path, forgetful: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed(before):
        old = seated(opened(store), "old")
    with installed(forgetful):
        parts = opened(store)
        new = seated(parts, "new")
        token = token_of(parts, old, monkeypatch)
        http = Http(parts)
        for answer in (http.view(old, token), http.ask("GET", f"/v1/tables/{old.id}", token)):
            assert (answer.status_code, answer.get_json()["code"]) == (503, "rules-not-installed")
        answer = http.decide(old, token, 0, {"type": "call", "price": 1})
        assert (answer.status_code, answer.get_json()["code"]) == (503, "rules-not-installed")
        assert [each["id"] for each in http.ask("GET", "/v1/tables", token).get_json()["items"]] == [new.id]
        found = verdicts(store)
        assert found[new.id].broken is None
        broken = found[old.id].broken
        assert broken is not None
        assert (broken.code, broken.entry) == ("rules-not-installed", None)
        assert "version 1 is not installed; there is 2" in broken.why

        stamp = {kind: at for kind, table, at in parts.logs.due(2**52, 100) if table == old.id}
        assert set(stamp) == {"deadline"}
        with store.client() as client:
            client.zadd(due_key(old.id[:2], "deadline"), {old.id: 1})
        now_ms = parts.premises.now_ms()
        Clock(parts, store.url).sweep()
        put_off = next(at for _, table, at in parts.logs.due(2**52, 100) if table == old.id)
        assert put_off >= now_ms + FIRST_PAUSE_MS
        (trouble,) = parts.logs.troubles()
        assert (trouble.table, trouble.what, trouble.times) == (old.id, "deadline", 1)
        assert "rules-not-installed" in trouble.error
    with installed(before):
        parts = opened(store)
        parts.logs.recall(1)
        Clock(parts, store.url).sweep()
        assert parts.logs.troubles() == [], "it goes on as soon as the release has its rules"


def test_a_table_without_its_rules_can_be_ended_and_whoever_looks_is_told(
    store: RedisServer, before: Path, forgetful: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed(before):
        parts = opened(store)
        old = seated(parts, "old")
        old.move(0)
        seen = parts.tables.read(old.id, old.players[0]).seq
    log = opened(store).logs.read(old.id, 0, "")
    with installed(forgetful):
        parts = opened(store)
        parts.logs.trouble(old.id, "deadline", "rules-not-installed")
        assert parts.tables.lobby.unfinished(old.players[0].id) == 1
        for _ in range(2):
            assert parts.tables.break_off(old.id, "The rules are gone.") == "server"
        now = parts.logs.read(old.id, 0, "")
        assert (now.length, now.tail[:-1]) == (log.length + 1, log.tail)
        assert now.chain == folding.chained(log.chain or "", now.tail[-1])
        assert [due for due in parts.logs.due(2**52, 100) if due.table == old.id] == []
        assert parts.logs.troubles() == []
        assert verdicts(store)[old.id].broken is None

        http, token = Http(parts), token_of(parts, old, monkeypatch)
        table = http.ask("GET", f"/v1/tables/{old.id}", token)
        assert (table.status_code, table.get_json()["status"]) == (200, "finished")
        assert table.get_json()["result"]["ended_by"] == "server"
        assert [each["player"]["name"] for each in table.get_json()["seats"]] == ["old 0", "old 1"]
        assert table.get_json()["your_seat"] == 0
        view = http.view(old, token).get_json()
        assert (view["prompt"]["code"], "state" in view) == ("called-off", False)
        record = http.ask("GET", f"/v1/tables/{old.id}/record", token).get_json()
        assert (record["complete"], "secret" in record) == (False, False)
        for after in (0, seen):
            events = http.ask("GET", f"/v1/tables/{old.id}/events?after={after}", token).get_json()
            assert [each["code"] for each in events["items"]] == ["ended", "finished"]
            assert events["items"][0]["params"]["why"] == "The rules are gone."
            assert events["next"] == view["seq"]
        for query in ("status=finished", "mine=true"):
            listed = http.ask("GET", f"/v1/tables?{query}", token).get_json()["items"]
            assert [(each["id"], each["status"]) for each in listed] == [(old.id, "finished")]
        assert parts.tables.lobby.unfinished(old.players[0].id) == 0
        late = http.decide(old, token, 1, {"type": "call", "price": 1})
        assert (late.status_code, late.get_json()["code"]) == (409, "decision-not-open")
        assert http.ask("POST", f"/v1/tables/{old.id}/resign", token).status_code == 200
        assert opened(store).tables.lobby.rebuild() == 1
    with installed(before):
        whole = opened(store).tables.record(old.id, old.players[0])
        assert (whole.complete, whole.snapshot.table.ended) == (True, "server")


def replay_in_a_process(store: RedisServer, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-m", "tests.support.releases", str(folder), "openingbell.ops", "replay-all", *arguments]
    env = {**os.environ, "REDIS_URL": store.url}
    return subprocess.run(argv, env=env, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("words", "instead", "code", "entry"),
    [
        ("HIGHEST: Final = 10", "HIGHEST: Final = 4", "illegal", 5),
        ("Close(rng.below(HIGHEST + 1))", "Close(rng.below(HIGHEST) + 20)", "house-differs", 7),
        ("class Call(Action)", "class Shout(Action)", "unreadable", 5),
        ("assert seat == HOUSE", "assert seat != HOUSE", "failed", 7),
    ],
)
def test_a_change_without_a_new_version_is_found_with_the_entry_that_differs(
    store: RedisServer, before: Path, tmp_path: Path, words: str, instead: str, code: str, entry: int
) -> None:
    """The release that would break tables is tried before it is deployed: in a process of its own, as operators do."""
    with installed(before):
        parts = opened(store)
        tables = [seated(parts, "one"), seated(parts, "other")]
        for table in tables:
            while table.step():
                pass
    assert words in V1
    text = V1.replace(words, instead)
    if code == "unreadable":
        text = text.replace("Call(", "Shout(").replace("Choice(Call", "Choice(Shout").replace("Call,", "Shout,")
    changed = replay_in_a_process(store, release(tmp_path / "changed", closing_call=text), "--json")
    assert changed.returncode == 1, changed.stderr
    *broken, last = map(json.loads, changed.stdout.splitlines())
    assert {each["table"] for each in broken} == {table.id for table in tables}
    assert {(each["broken"]["code"], each["broken"]["entry"]) for each in broken} == {(code, entry)}
    for each in broken:
        line = parts.logs.read(each["table"], 0, "").tail[entry]
        assert each["broken"]["recorded"] == json.loads(line)
    assert (last["summary"]["ok"], last["summary"]["would_break"]) == (0, 2)


def test_rules_that_fail_at_a_stored_table_are_a_damaged_table_and_no_crash(
    store: RedisServer, before: Path, tmp_path: Path
) -> None:
    with installed(before):
        table = seated(opened(store), "old")
        while table.step():
            pass
    changed = release(tmp_path / "changed", closing_call=V1.replace("assert seat == HOUSE", "assert seat != HOUSE"))
    with installed(changed), pytest.raises(Refused, match="does not add up") as refused:
        opened(store).tables.read(table.id, None)
    assert refused.value.code == "table-damaged"


def test_a_log_a_secret_or_facts_that_were_changed_are_found(store: RedisServer, before: Path) -> None:
    with installed(before):
        parts = opened(store)
        cut, swapped, garbled, sound = (seated(parts, name) for name in ("cut", "swapped", "garbled", "sound"))
        for table in (cut, swapped, garbled, sound):
            while table.step():
                pass
        with store.client() as client:
            client.rpop(f"{{{cut.id[:2]}}}:t:{cut.id}:log")
            client.hset(f"{{{swapped.id[:2]}}}:t:{swapped.id}", "secret", b"x" * 32)
            client.hset(f"{{{garbled.id[:2]}}}:t:{garbled.id}", "facts", b"{}")
        codes = {each.table: each.broken and each.broken.code for each in verdicts(store).values()}
        assert codes == {
            cut.id: "hash-differs",
            swapped.id: "commitment-differs",
            garbled.id: "unreadable",
            sound.id: None,
        }


def test_what_would_break_is_told_in_words(
    store: RedisServer, before: Path, forgetful: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with installed(before):
        table = seated(opened(store), "one")
        with store.client() as client:
            log = f"{{{table.id[:2]}}}:t:{table.id}:log"
            client.lset(log, 1, b"[1]")
        assert replaying.run(opened(store).logs, as_json=False) == 1
        said = capsys.readouterr().out.splitlines()
        assert said[0] == f"would break: table {table.id} (closing_call version 1)"
        assert said[1] == "  entry 1 of 5: [1]"
        assert said[2].startswith("  unreadable: ")
        assert said[3:] == ["closing_call version 1: 0 ok, 1 would break", "1 tables: 0 ok, 1 would break."]


def test_replaying_changes_nothing(store: RedisServer, before: Path) -> None:
    with installed(before):
        parts = opened(store)
        table = seated(parts, "one")
        table.move(0)
        with store.client() as client:
            keys = sorted(client.keys())
            everything = [client.dump(key) for key in keys]
            sound = replay_in_a_process(store, before)
            assert (sound.returncode, sound.stderr) == (0, "")
            assert sound.stdout.splitlines()[-1] == "1 tables: 1 ok, 0 would break."
            assert sorted(client.keys()) == keys
            assert [client.dump(key) for key in keys] == everything


def test_a_game_is_found_by_name_and_version(after: Path, tmp_path: Path) -> None:
    with installed(after):
        assert "closing_call_v1" not in catalogue()
        assert (game_version("closing_call", 1).version, game_version("closing_call", 2).version) == (1, 2)
        with pytest.raises(KeyError, match="closing_call version 3 is not installed; there is 1, 2"):
            game_version("closing_call", 3)
    with pytest.raises(KeyError, match="there is none"):
        game_version("closing_call", 1)
    misnamed = release(tmp_path / "misnamed", closing_call=V2, closing_call_v1=V2)
    with installed(misnamed), pytest.raises(ImportError, match="closing_call_v1 holds closing_call version 2"):
        editions()
    doubled = release(tmp_path / "doubled", closing_call=V2, closing_call_v2=V2)
    with installed(doubled), pytest.raises(ImportError, match="two modules"):
        editions()
