"""Everything that `make run` starts, together: ready, killed one by one, stopped."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from redis import Redis

from openingbell.processes import alive
from tests.support.supervised import Server
from tests.support.waiting import until

pytestmark = pytest.mark.server

PROCESSES = ("redis", "api", "house-1", "bots-1", "clock")


def _ready(server: Server) -> bool:
    try:
        with urllib.request.urlopen(f"{server.url}/readyz", timeout=60) as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError as error:
        error.close()
        return False
    except OSError:
        return False


def test_nothing_shouts_before_it_is_open(server: Server) -> None:
    """What is said until then is one short line each, whatever the machine is like."""
    until_open = server.text.partition("┌")[0].splitlines()
    assert until_open
    for line in until_open:
        assert "warning" not in line.lower()
        assert len(line) <= 120, line


def test_it_is_ready_when_it_says_that_it_is_open(server: Server) -> None:
    assert _ready(server)


@pytest.mark.parametrize("name", PROCESSES)
def test_a_killed_process_is_made_up_for(server: Server, name: str) -> None:
    starts = len(server.pids(name))
    os.kill(server.wait_pid(name, starts), signal.SIGKILL)
    server.wait_pid(name, starts + 1)
    until("readiness", lambda: _ready(server))


def test_the_command_that_it_prints_plays(server: Server, tmp_path: Path) -> None:
    said = server.wait_for("Play, in another terminal: ").strip("│ \n").partition(": ")[2]
    env = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(shlex.split(said), input="q\n", capture_output=True, text=True, env=env, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "Come back with" in done.stdout + done.stderr


def test_the_page_on_the_store_names_every_key(server: Server) -> None:
    """What the tests before have left there; the queues' own keys are RQ's."""
    page = Path("docs/storage.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \| [a-z ]+ \|", page, re.MULTILINE)
    known = [re.escape(key) for row in rows for key in re.findall("`([^`]+)`", row) if ":" in key]
    patterns = [re.sub("<[a-z0-9]+>", "[^:]+", key).replace("07", r"\d\d") for key in known]
    with Redis.from_url(server.redis_url) as client:
        found = [key.decode() for key in client.scan_iter(count=1000) if not key.startswith(b"rq:")]
    assert len(found) > 10
    assert [key for key in found if not any(re.fullmatch(each, key) for each in patterns)] == []


def test_it_stops_with_nothing_left_behind(data: Path) -> None:
    with Server(data) as server:
        pids = [server.wait_pid(name) for name in PROCESSES]
        assert server.end(signal.SIGINT) == 0
        assert not any(map(alive, pids))
