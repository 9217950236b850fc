"""What the tests of the Python client share: a player, a home of its own, and calls of `bell`."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

import openingbell_client
from openingbell_client import Client
from openingbell_client.cli import main
from tests.support.supervised import Server


@dataclass(frozen=True, slots=True)
class Done:
    """What a call of `bell` left behind."""

    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Done]


def opened(bell: Run, *args: str) -> str:
    """A new table's id."""
    made = bell("new", "bull_market", *args, "--json")
    assert made.returncode == 0, made.stderr
    return str(json.loads(made.stdout)["id"])


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
def bell(server: Server, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `bell` against the real server with these arguments; `typed` is its standard input, on a pipe.

    It runs in this process, since most of what a process of its own takes is its start; `Pty` and some tests start one.
    """

    def run(*args: str, typed: str = "", url: str = server.url) -> Done:
        with (
            monkeypatch.context() as patch,
            redirect_stdout(io.StringIO()) as out,
            redirect_stderr(io.StringIO()) as err,
        ):
            patch.setattr(sys, "argv", [str(Path(openingbell_client.__file__).with_name("__main__.py")), *args])
            patch.setattr(sys, "stdin", io.StringIO(typed))
            try:
                code = main(["--url", url, *args])
            except SystemExit as ended:
                code = int(ended.code or 0)
        return Done(code, out.getvalue(), err.getvalue())

    return run
