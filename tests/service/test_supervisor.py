"""The supervisor with the real store and the real gunicorn, but with nothing behind them; whole servers have tests of
their own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
import redis

from openingbell.embedded import Embedded
from openingbell.processes import alive
from openingbell.settings import Settings
from openingbell.supervisor import AddressError, listen, services
from tests.support.redis_server import RedisServer
from tests.support.supervised import Server, Supervised
from tests.support.waiting import until

pytestmark = pytest.mark.server

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import dataclasses, sys
from openingbell import supervisor
from openingbell.settings import Settings
def table(settings, listener, store):
    for service in supervisor.services(settings, listener, store):
        if service.name == "api":
            yield dataclasses.replace(service, argv=(*service.argv, "tests.support.tiny_app:app"))
        elif service.name == "redis":
            yield service
sys.exit(supervisor.run(Settings.read(), table))
"""


def tiny(data: Path) -> Server:
    server = Server(data)
    server.argv = (sys.executable, "-c", PROGRAM)
    return server


def fetch(server: Server) -> int:
    with urllib.request.urlopen(server.url, timeout=60) as answer:
        return int(answer.read())


def test_it_opens_and_closes_and_finds_yesterday_s_games(data: Path) -> None:
    with tiny(data) as server:
        assert fetch(server) == server.wait_pid("api")
        with redis.Redis.from_url(server.redis_url) as client:
            client.set("game", "yesterday's")
        pids = [server.wait_pid("api"), server.wait_pid("redis")]
        assert server.end() == 0
        assert not any(map(alive, pids))
    with tiny(data) as server, redis.Redis.from_url(server.redis_url) as client:
        assert client.get("game") == b"yesterday's"


def test_requests_wait_while_a_killed_api_starts_again(data: Path) -> None:
    with tiny(data) as server:
        first = fetch(server)
        os.kill(first, signal.SIGKILL)
        until("the end of the first", lambda: "api was ended by SIGKILL" in server.text)
        assert fetch(server) == server.wait_pid("api", starts=2)


def test_a_killed_store_comes_back_with_everything(data: Path) -> None:
    with tiny(data) as server:
        with redis.Redis.from_url(server.redis_url) as client:
            client.set("game", "on")
        os.kill(server.wait_pid("redis"), signal.SIGKILL)
        server.wait_pid("redis", starts=2)
        with redis.Redis.from_url(server.redis_url) as client:
            assert until("the store", lambda: _get(client)) == b"on"


def _get(client: redis.Redis) -> bytes | None:
    try:
        value = client.get("game")
    except redis.ConnectionError:
        return None
    assert isinstance(value, bytes)
    return value


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the children of a killed process")
def test_a_killed_supervisor_leaves_nothing_and_the_next_one_starts(data: Path) -> None:
    with tiny(data) as server:
        pids = [server.wait_pid("api"), server.wait_pid("redis"), *_children(server.wait_pid("api"))]
        server.process.kill()
        until("the end of all", lambda: not any(map(alive, pids)))
    with tiny(data) as server:
        assert fetch(server)


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _refused(**env: str) -> str:
    """What `make run` says when it cannot start."""
    done = subprocess.run(
        [sys.executable, "-m", "openingbell.supervisor"], env={**os.environ, **env}, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stdout == ""
    return done.stderr


def test_a_taken_port_is_said_before_anything_starts(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = _refused(PORT=str(port), OPENINGBELL_DATA=str(data))
    assert f"cannot listen on port {port} of 127.0.0.1" in said
    assert f"PORT={port + 1} make run" in said
    assert len(said.splitlines()) == 1
    assert not data.exists()


def test_a_folder_in_use_is_said_with_the_other_server_s_address(data: Path) -> None:
    with tiny(data) as server:
        assert server.url in _refused(PORT="0", OPENINGBELL_DATA=str(data))


def test_a_bad_setting_is_said_in_one_line() -> None:
    assert _refused(PORT="many").startswith("Opening Bell cannot start: PORT='many': expected a whole number")


def test_an_address_that_is_not_ours() -> None:
    with pytest.raises(AddressError, match="HOST and PORT"):
        listen("192.0.2.1", 0)


def test_each_process_knows_the_store_and_the_port(data: Path) -> None:
    store = Embedded(data)
    with listen("127.0.0.1", 0) as listener:
        table = services(Settings(workers=2), listener, store)
        port = listener.getsockname()[1]
    store.close()
    assert [service.name for service in table] == ["redis", "api", "house-1", "house-2", "bots-1", "bots-2", "clock"]
    for service in table[1:]:
        assert service.env["REDIS_URL"] == service.env["OPENINGBELL_JOBS_URL"] == store.url
        assert service.env["PORT"] == str(port)


def test_a_store_that_will_never_do_is_said_in_one_line() -> None:
    store = RedisServer(appendonly="no")
    try:
        said = _refused(PORT="0", REDIS_URL=store.url)
    finally:
        store.close()
    assert "not append-only" in said
    assert "OPENINGBELL_ACCEPT=not-append-only" in said


def test_a_worker_waits_for_the_store() -> None:
    """A store that comes later than the worker finds it there, and it was never started anew."""
    store = RedisServer()
    store.kill()
    worker = Supervised([sys.executable, "-m", "openingbell.worker", "house"], {"REDIS_URL": store.url})
    with worker:
        try:
            worker.wait_for("waiting for the server of the jobs")
            store.start()
            with store.client() as client:
                until("the worker's sign of life", lambda: client.exists("rq:workers"))
            assert "Traceback" not in worker.text
        finally:
            store.close()


def test_another_server_s_address_starts_no_store() -> None:
    settings = Settings.read({"REDIS_URL": "redis://games", "OPENINGBELL_JOBS_URL": "redis://jobs"})
    with listen("127.0.0.1", 0) as listener:
        table = services(settings, listener, None)
    assert [service.name for service in table] == ["api", "house-1", "bots-1", "clock"]
    assert json.dumps(dict(table[0].env)).count("redis://") == 2
