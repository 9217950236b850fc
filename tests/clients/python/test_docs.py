"""What the docs tell people to type works as it stands there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from openingbell_client import Client
from openingbell_client.types import View
from tests.clients.python.conftest import Run
from tests.support.supervised import Server
from tests.support.waiting import until

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


@pytest.mark.parametrize("game", ["insiders", "panic_on_wall_street"])
def test_the_thirty_lines_wait_while_others_think(
    server: Server, client: Client, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sealed steps and free phases in which the other takes its turn only once the thirty lines wait for news."""
    asked: list[tuple[str, str]] = []
    waiting = Event()

    def ask(request: urllib.request.Request, timeout: float) -> Any:
        asked.append((request.get_method(), request.selector))
        if "/events?" in request.selector:
            waiting.set()
        try:
            return urlopen(request, timeout=timeout)
        finally:
            waiting.clear()

    def choose(view: View) -> Mapping[str, Any]:
        if view["turn"]["mode"] != "one":
            assert waiting.wait(20)
        return view["decision"]["default"]

    urlopen = urllib.request.urlopen
    monkeypatch.setattr(urllib.request, "urlopen", ask)
    monkeypatch.setenv("OPENINGBELL_URL", server.url)
    lines = compile(SNIPPETS[0].replace("insiders", game).replace('{"fill": "random"}', "{}"), "thirty", "exec")
    ended: list[BaseException | None] = []

    def thirty() -> None:
        try:
            exec(lines, {})
            ended.append(None)
        except BaseException as error:  # noqa: BLE001 - it is raised where the test waits
            ended.append(error)

    others = {each["id"] for each in client.list_tables(game=game, limit=100)["items"]}
    # A daemon: where this test fails, the lines would wait for the other player's next move.
    Thread(target=thirty, daemon=True).start()

    def made() -> str | None:
        assert not ended, ended
        new = [each["id"] for each in client.list_tables(game=game)["items"] if each["id"] not in others]
        return new[0] if new else None

    table = until("the table of the thirty lines", made)
    client.take_seat(table)
    client.start_table(table)
    client.play(table, choose)
    until("the end of the thirty lines", lambda: ended)
    assert ended == [None]
    moves = Counter(path for method, path in asked if method == "PUT")
    assert moves
    assert moves.most_common(1)[0][1] == 1, moves.most_common(3)
