from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
import rq

from openingbell.embedded import SOCKET_PATH_BYTES, Embedded, EmbeddedError, Program, programs, reworded
from tests.support.waiting import until

pytestmark = pytest.mark.server


@contextmanager
def running(store: Embedded) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(store.argv, pass_fds=store.inherit, stdout=subprocess.DEVNULL)
    try:
        until("the server's answer", store.answers)
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def store(data: Path) -> Iterator[Embedded]:
    embedded = Embedded(data)
    yield embedded
    embedded.close()


def test_nothing_answers_before_the_start(store: Embedded) -> None:
    assert not store.answers()


def test_its_configuration_keeps_the_promises(store: Embedded) -> None:
    with running(store), redis.Redis.from_url(store.url) as client:
        wanted = {
            "appendonly": "yes",
            "appendfsync": "always",
            "maxmemory-policy": "noeviction",
            "save": "",
            "port": "0",
        }
        assert {key: client.config_get(key)[key] for key in wanted} == wanted


def test_what_its_server_says_is_passed_on_without_the_shouting() -> None:
    shouted = (
        "1:M 30 Nov 2026 09:47:38.155 # WARNING Memory overcommit must be enabled! Without it, a background save or "
        "replication may fail under low memory condition."
    )
    assert "overcommit is off" in reworded(shouted)
    assert "WARNING" not in reworded(shouted)
    other = "1:M 30 Nov 2026 09:47:38.155 # Bad file format reading the append only file"
    assert reworded(other) == other


def test_nobody_else_reaches_it(store: Embedded) -> None:
    with running(store):
        assert stat.S_IMODE(store.socket.stat().st_mode) == 0o700
        assert stat.S_IMODE(store.socket.parent.stat().st_mode) == 0o700


def test_what_was_acknowledged_survives_kill_9(store: Embedded) -> None:
    with running(store) as process, redis.Redis.from_url(store.url) as client:
        for number in range(200):
            client.rpush("log", number)
        process.send_signal(signal.SIGKILL)
        process.wait()
    with running(store), redis.Redis.from_url(store.url) as client:
        assert client.lrange("log", 0, -1) == [str(number).encode() for number in range(200)]


def test_rq_uses_the_address(store: Embedded) -> None:
    with running(store), redis.Redis.from_url(store.url) as client:
        queue = rq.Queue("house", connection=client)
        job = queue.enqueue("operator.add", 1, 2)
        worker = rq.SimpleWorker([queue], connection=client)
        worker.work(burst=True, logging_level="ERROR")
        assert job.return_value() == 3


def test_a_second_server_on_the_folder_is_refused_and_told_by_whom(store: Embedded, data: Path) -> None:
    store.note("http://127.0.0.1:1, process 2")
    with pytest.raises(EmbeddedError, match=r"in use by another running server \(http://127\.0\.0\.1:1, process 2\)"):
        Embedded(data)


def test_a_server_that_outlives_its_supervisor_keeps_the_folder(data: Path) -> None:
    store = Embedded(data)
    with running(store):
        store.close()
        with pytest.raises(EmbeddedError, match="in use"):
            Embedded(data)
    Embedded(data).close()


def test_a_long_path_moves_only_the_socket(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 30)
    store = Embedded(data)
    try:
        assert len(os.fsencode(store.socket)) <= SOCKET_PATH_BYTES
        with running(store), redis.Redis.from_url(store.url) as client:
            client.set("a", 1)
            assert Path(client.config_get("dir")["dir"]) == data / "redis"
    finally:
        store.close()


def test_a_path_with_odd_characters(tmp_path: Path) -> None:
    store = Embedded(tmp_path / "Göteborg ?x=%20 'y'")
    try:
        with running(store), redis.Redis.from_url(store.url) as client:
            assert client.ping()
    finally:
        store.close()


def test_somebody_elses_socket_folder_is_refused(data: Path, tmp_path: Path) -> None:
    data.mkdir()
    (data / "redis").symlink_to(tmp_path)
    with pytest.raises(EmbeddedError, match="somebody else"):
        Embedded(data)


def test_a_data_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EmbeddedError, match=r"cannot write to the data folder .* OPENINGBELL_DATA"):
        Embedded(tmp_path / "file" / "data")


def test_games_of_a_newer_server_are_not_touched(data: Path) -> None:
    Embedded(data).close()
    (data / "redis" / "written-by").write_text("valkey 99.0.0\n")
    with pytest.raises(EmbeddedError, match=r"written by valkey 99\.0\.0"):
        Embedded(data)
    (data / "redis" / "written-by").write_text("valkey 7.2.0\n")
    Embedded(data).close()
    assert (data / "redis" / "written-by").read_text() != "valkey 7.2.0\n"


def _fake(folder: Path, name: str, says: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!{sys.executable}\nprint({says!r})\n")
    path.chmod(0o755)
    return path


def test_a_server_on_the_path_comes_first(tmp_path: Path) -> None:
    path = _fake(tmp_path / "bin", "redis-server", "Redis server v=7.4.1 sha=00000000:0 malloc=libc bits=64")
    found = list(programs(str(path.parent)))
    assert found[0] == Program(path, "redis", (7, 4, 1))
    assert found[-1].family == "valkey"


@pytest.mark.parametrize("says", ["Redis server v=6.2.14 sha=0", "Valkey server v=7.1.9 sha=0", "something else"])
def test_an_old_or_unknown_server_on_the_path_is_passed_over(tmp_path: Path, says: str) -> None:
    path = _fake(tmp_path / "bin", "valkey-server", says)
    assert path not in [program.path for program in programs(str(path.parent))]


def test_the_wheel_serves_where_nothing_is_installed() -> None:
    (program,) = programs("")
    assert program.family == "valkey"
    assert program.new_enough()
