"""What the tests of the Python client share: a player, a home of its own, and `bell` as a process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from openingbell_client import Client
from tests.support.supervised import Server

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration folder for this test alone, and none of the user's settings."""
    for variable in ("OPENINGBELL_URL", "OPENINGBELL_NAME", "OPENINGBELL_TOKEN", "COLUMNS", "LINES", "NO_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config"


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    """A client of the real server, as a new player."""
    with Client(server.url) as made:
        made.authorise(made.create_player("Tester")["token"])
        yield made


@pytest.fixture
def bell(server: Server) -> Run:
    """Runs `bell` against the real server with these arguments; `typed` is its standard input."""

    def run(*args: str, typed: str = "", url: str = server.url) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "openingbell_client", "--url", url, *args]
        env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
        return subprocess.run(
            command, input=typed, capture_output=True, text=True, encoding="utf-8", env=env, timeout=120
        )

    return run
