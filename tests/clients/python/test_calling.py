"""What `bell` tells somebody to type works when it is pasted into the shell that called it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from openingbell_client import Client
from openingbell_client.cli import calling
from openingbell_client.client import DEFAULT_URL
from tests.support.supervised import Server

SCRIPTS = Path(sys.executable).parent
CALLED = {
    "by its name": ("bell", {"PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"}),
    "from its folder": (f"{SCRIPTS.name}/bell", {}),
    "by its whole path": (f"{SCRIPTS}/bell", {}),
    "as a module": (f"{sys.executable} -m openingbell_client", {}),
}


def typed(command: str, more: Mapping[str, str], keys: str = "") -> subprocess.CompletedProcess[str]:
    """The command in a shell, in the folder above the scripts, with these variables."""
    env = {**os.environ, "PATH": os.defpath, "PYTHONIOENCODING": "utf-8", **more}
    command = f"exec {command}"
    run = ["/bin/sh", "-c", command]
    return subprocess.run(
        run, input=keys, capture_output=True, encoding="utf-8", env=env, cwd=SCRIPTS.parent, timeout=120
    )


@pytest.mark.server
@pytest.mark.parametrize(("program", "variables"), CALLED.values(), ids=CALLED)
@pytest.mark.parametrize("how", ["--url {}", "OPENINGBELL_URL"])
def test_the_way_back_leads_to_the_table(server: Server, program: str, variables: dict[str, str], how: str) -> None:
    named = how.format(server.url) if "{" in how else ""
    once = {} if named else {how: server.url}
    left = typed(f"{program} play --seats 2 --plain {named}", {**variables, **once}, keys="q\n")
    assert left.returncode == 0, left.stderr
    back = re.search(r"Come back with:\n  (.+)\n", left.stderr)
    assert back
    table = re.search(r"Table (\w+):", left.stdout)
    assert table
    again = typed(back[1], variables, keys="q\n")
    assert again.returncode == 0, again.stderr
    assert f"Table {table[1]}:" in again.stdout
    assert "You are" not in again.stderr, "a new guest would hold no seat there"


@pytest.mark.server
def test_every_line_to_paste_names_the_server(server: Server) -> None:
    """Whatever a command tells of other commands leads to the server that it was asked about."""
    program, variables = CALLED["by its whole path"]

    def told(words: str) -> list[str]:
        done = typed(f"{program} {words} --url {server.url}", variables)
        lines = (done.stdout + done.stderr).splitlines()
        return [line[line.index(program) :] for line in lines if program in line]

    opened = told("new --seats 3")
    assert len(opened) == 3
    with Client(server.url) as client:
        client.authorise(client.create_player("Host")["token"])
        table = client.create_table("bull_market", 2, bots=["random"])["id"]
        client.start_table(table)
    lines = [*opened, *told("games"), *told("tables --mine --status finished"), *told(f"wait {table}")]
    lines += [*told(f"play {table}"), *told("show nowhere"), *told("whoami --name Other")]
    assert len(lines) == 12
    for line in lines:
        assert f"--url {server.url}" in line
    shown = typed(next(line for line in lines if " play " in line and "--fill" in line), variables, keys="q\n")
    assert shown.returncode == 0, shown.stderr


def test_the_usual_server_needs_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/bell"])
    assert calling.line(DEFAULT_URL, [], ["play", "t"]) == "/somewhere/bell play t"
    assert calling.line("http://x", ["--plain"], ["play", "a b"]) == "/somewhere/bell play 'a b' --url http://x --plain"
    monkeypatch.setenv("OPENINGBELL_URL", "http://x")
    assert calling.line("http://x", [], ["play"]) == "/somewhere/bell play --url http://x"
    assert calling.line(DEFAULT_URL, [], ["play"]) == f"/somewhere/bell play --url {DEFAULT_URL}"
