"""What the docs tell people to type works as it stands there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.python.conftest import Run
from tests.support.supervised import Server

DOCS = Path(__file__).resolve().parents[3] / "docs"
SNIPPETS = re.findall(r"```python\n(.*?)```", (DOCS / "write-a-client.md").read_text(encoding="utf-8"), re.DOTALL)
PAGE = (DOCS / "play-in-the-terminal.md").read_text(encoding="utf-8")
BEGUN = {"pause", "resume", "back", "resign"}
"""The commands for a game that has begun."""
SURE = {"resign", "abort"}
"""The commands that ask a person whether to do it."""
COMMANDS = re.findall(r"^\$ bell (.+)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("snippet", SNIPPETS, ids=range(len(SNIPPETS)))
def test_every_snippet_runs(server: Server, snippet: str) -> None:
    env = {**os.environ, "OPENINGBELL_URL": server.url}
    done = subprocess.run([sys.executable, "-c", snippet], capture_output=True, text=True, env=env, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_works(bell: Run, command: str) -> None:
    verb = command.split(maxsplit=1)[0]
    bots = {"play": ["--bots", "random"], "watch": ["--bots", "random,random"]}.get(verb, [])
    made = json.loads(bell("new", "--seats", "2" if command != "watch TABLE" else "3", *bots, "--json").stdout)
    if command.startswith("watch"):
        bell("play", made["id"], typed="\n" * 200)
    if verb in BEGUN:
        bell("play", made["id"], "--fill", "random")
    done = bell(*command.replace("TABLE", made["id"]).split(), *(["--yes"] if verb in SURE else []), typed="\n" * 3)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_page_names_every_exit_code() -> None:
    import openingbell_client.cli as cli

    codes = {cli.OK, cli.REFUSED, cli.USAGE, cli.NO_SERVER, cli.TIMED_OUT, cli.INTERRUPTED}
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)} == codes
