"""`bell`: every command, what it writes where, and its exit codes."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from openingbell.rules.kernel import catalogue
from openingbell_client import Client
from openingbell_client.cli import faces, main, score, sitting
from openingbell_client.cli.faces import generic
from tests.clients.python.conftest import Run, opened
from tests.support.supervised import Server
from tests.support.waiting import until


@contextmanager
def hearing(number: signal.Signals) -> Iterator[None]:
    """What is started inside hears that signal, even where whoever runs the tests ignores it (a shell's background)."""
    before = signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def narrow(text: str) -> bool:
    """Whether all fits into 80 columns, except commands to paste, which are never broken."""
    return max(len(line) for line in text.splitlines() if "-m openingbell_client" not in line) <= 80


def test_help_names_every_command_and_the_exit_codes(bell: Run) -> None:
    shown = bell("--help")
    assert shown.returncode == 0
    for word in (
        "play",
        "demo",
        "games",
        "new",
        "join",
        "tables",
        "show",
        "wait",
        "watch",
        "score",
        "whoami",
        "leave",
        "pause",
        "resume",
        "back",
        "resign",
        "abort",
        "exit codes",
    ):
        assert word in shown.stdout
    assert bell("play", "--help").returncode == 0


def test_games(bell: Run) -> None:
    shown = bell("games")
    for name in catalogue():
        assert f"({name}), " in shown.stdout
    assert shown.stdout.startswith("Bull Market (bull_market), 2–8 players")
    assert narrow(shown.stdout)
    assert [game["name"] for game in json.loads(bell("games", "--json").stdout)["items"]] == list(catalogue())


def test_a_game_with_its_options(bell: Run) -> None:
    shown = bell("games", "bull_market")
    for words in ("--option slow_burn=true|false", "Default: false.", "--option suits=A,B,…", "Bots: random, greedy"):
        assert words in shown.stdout
    assert "Panik" not in shown.stdout
    assert narrow(shown.stdout)
    (game,) = json.loads(bell("games", "panik", "--json").stdout)["items"]
    assert game["name"] == "panik"


def test_whoever_names_no_game_plays_the_houses_first(bell: Run) -> None:
    first = json.loads(bell("games", "--json").stdout)["items"][0]["name"]
    assert json.loads(bell("new", "--json").stdout)["game"] == first
    assert json.loads(bell("play", "--json", "--seats", "2").stdout)["state"]["options"].keys() >= {"slow_burn"}


def test_the_limits_of_the_server(bell: Run, server: Server) -> None:
    shown = bell("limits")
    assert narrow(shown.stdout)
    for words in (r"registering +300,000 +3,600 s", r"body +65,536  bytes +The largest body of a"):
        assert re.search(words, shown.stdout), shown.stdout
    with Client(server.url) as client:
        assert json.loads(bell("limits", "--json").stdout) == client.get_limits()


def test_looking_around_registers_nobody(bell: Run, home: Path) -> None:
    assert bell("games").returncode == bell("tables").returncode == 0
    assert not home.exists()


def test_new_and_show_and_tables_and_join(bell: Run, home: Path, server: Server) -> None:
    made = bell("new", "--seats", "3", "--bots", "greedy", "--option", "short=true", "--clock", "60", "--practice", "x")
    assert made.returncode == 0, made.stderr
    assert narrow(made.stdout)
    table = re.search(r" join (\S+)", made.stdout)
    assert table
    with Client(server.url) as client:
        shown = client.get_table(table[1])
    assert (len(shown["seats"]), shown["options"]["short"], shown["clock"], shown["practice"]) == (
        3,
        True,
        {"move_s": 60, "bank_s": 0},
        True,
    )
    assert table[1] in bell("tables", "--mine").stdout
    assert bell("join", table[1]).stdout.startswith("You hold seat 0")
    assert "60 s a decision" in bell("show", table[1]).stdout


def test_the_token_is_kept_for_its_owner_alone_and_never_shown(bell: Run, home: Path) -> None:
    assert bell("whoami").returncode == 0
    file = home / "openingbell" / "players.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    (known,) = json.loads(file.read_text()).values()
    for args in (["whoami"], ["whoami", "--json"], ["new"], ["new", "--json"]):
        done = bell(*args)
        assert known["token"] not in done.stdout + done.stderr


def test_one_is_the_same_player_until_one_asks_for_another(bell: Run) -> None:
    first = json.loads(bell("whoami", "--json").stdout)
    assert json.loads(bell("whoami", "--json").stdout)["id"] == first["id"]
    second = json.loads(bell("whoami", "--new", "--name", "Ada", "--json").stdout)
    assert second["id"] != first["id"]
    assert second["name"] == "Ada"


def test_a_server_that_forgot_the_player_gets_a_new_guest(bell: Run, home: Path) -> None:
    bell("whoami", "--new", "--name", "Ada")
    file = home / "openingbell" / "players.json"
    entries = json.loads(file.read_text())
    for entry in entries.values():
        entry["token"] = "ob_forgotten"
    file.write_text(json.dumps(entries))
    done = bell("whoami", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["name"] == "Ada"
    assert "does not know you any more" in done.stderr


def test_a_damaged_file_of_tokens_is_an_empty_one(bell: Run, home: Path) -> None:
    (home / "openingbell").mkdir(parents=True)
    (home / "openingbell" / "players.json").write_text("{ not json")
    assert bell("whoami").returncode == 0


def test_the_demo_plays_a_whole_game_and_ends_with_the_reasons(bell: Run) -> None:
    done = bell("demo")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    for hand in (1, 2, 3):
        assert f"Hand {hand}" in lines
    assert "Final score" in done.stdout
    assert re.search(r"^Won by ", lines[-1])
    assert re.search(r"[A-Z]\d+×[+−]?\d=", done.stdout)
    assert "fewest points" in done.stdout
    assert narrow(done.stdout)


def test_the_demo_for_machines_is_one_json_document_a_line(bell: Run) -> None:
    done = bell("demo", "--json", "--seats", "2", "--practice", "demo", "--option", "slow_burn=true")
    *events, view = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["code"] == "finished"
    assert view["state"]["result"]["winners"]


def test_play_with_enter_alone_is_a_whole_game(bell: Run) -> None:
    done = bell("play", "--seats", "3", "--practice", "enter", typed="\n" * 200)
    assert done.returncode == 0, done.stderr
    assert "Won by" in done.stdout
    assert narrow(done.stdout)


def test_a_game_without_a_face_is_played_from_its_choices_alone(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in (faces, sitting, score):
        monkeypatch.setattr(module, "face", lambda game: generic)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 200))
    assert main(["--url", server.url, "play", "--seats", "3", "--practice", "faceless"]) == 0
    shown = capsys.readouterr().out
    assert "card counts: 9 9 9" in shown
    assert "Won by" in shown
    assert narrow(shown)


def test_the_end_of_the_input_leaves_and_says_how_to_come_back(bell: Run) -> None:
    left = bell("play", "--seats", "2", typed="v\ns\n?\nwhat\n")
    assert left.returncode == 0
    back = re.search(r" play (\S+)", left.stderr)
    assert back
    again = bell("play", typed="\n" * 200)
    assert "You have a game under way" in again.stderr
    assert back[1] in again.stdout
    assert "Won by" in again.stdout


def test_a_program_plays_by_lines_of_json(server: Server, home: Path) -> None:
    command = [sys.executable, "-m", "openingbell_client", "--url", server.url, "play", "--json", "--seats", "2"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        for line in process.stdout:
            view = json.loads(line)
            if view["status"] == "finished":
                break
            process.stdin.write(json.dumps(view["decision"]["default"]) + "\n")
            process.stdin.flush()
        assert view["state"]["result"]["winners"]
        process.stdin.close()
    assert process.returncode == 0


def test_watch_and_score_and_wait(bell: Run, server: Server) -> None:
    with Client(server.url) as client:
        client.authorise(client.create_player("Owner")["token"])
        table = client.create_table("bull_market", 2, bots=["random", "random"], join=False)["id"]
    watched = bell("watch", table)
    assert watched.returncode == 0
    assert "Final score" in watched.stdout
    scored = bell("score", table)
    assert "Cards × demand" in scored.stdout
    document = json.loads(bell("score", table, "--json").stdout)
    assert len(document["hands"]) == 3
    assert document["result"]["winners"]
    assert bell("wait", table).returncode == 2
    mine = opened(bell, "--seats", "2")
    late = bell("wait", mine, "--timeout", "0.2")
    assert late.returncode == 4
    assert "not your turn" in late.stderr


def test_wait_ends_with_the_turn(bell: Run) -> None:
    mine = opened(bell, "--seats", "2")
    bell("play", mine, "--fill", "random", typed="q\n")
    done = bell("wait", mine)
    assert done.returncode == 0
    assert done.stdout.startswith("It is your turn: Bid at least")
    assert json.loads(bell("wait", mine, "--json").stdout)["decision"]["kind"] == "bid"


def test_ctrl_c_is_clean(server: Server, bell: Run) -> None:
    table = opened(bell, "--seats", "2")
    command = [sys.executable, "-m", "openingbell_client", "--url", server.url, "watch", table]
    with hearing(signal.SIGINT):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert table in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in out + err
    assert err.strip()


def test_a_closed_pipe_is_no_error(server: Server, bell: Run) -> None:
    command = f'"{sys.executable}" -m openingbell_client --url {server.url} games | head -1; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.stdout.startswith("Bull Market")
    assert "Traceback" not in done.stderr


def test_an_ascii_terminal_does_not_break_it(server: Server) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    command = [sys.executable, "-m", "openingbell_client", "--url", server.url, "games"]
    done = subprocess.run(command, capture_output=True, env=env)
    assert done.returncode == 0
    assert b"Bull Market" in done.stdout


def test_other_distributions_add_commands(server: Server, tmp_path: Path) -> None:
    (tmp_path / "extra.py").write_text(
        "class Hello:\n"
        "    help = 'say hello'\n"
        "    def configure(self, parser):\n"
        "        parser.add_argument('name')\n"
        "    def run(self, args, bell):\n"
        "        bell.out.say('Hello ' + args.name)\n"
        "        return 0\n"
        "HELLO = Hello()\n"
    )
    info = tmp_path / "extra-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: extra\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[bell.commands]\nhello = extra:HELLO\nbroken = nowhere:NOTHING\n")
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    env = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-m", "openingbell_client", "hello", "world"]
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    assert done.stdout == "Hello world\n"
    assert "broken" in done.stderr


def test_two_people_play_through_two_terminals(server: Server, bell: Run, tmp_path: Path) -> None:
    table = opened(bell, "--seats", "2", "--practice", "two")
    env = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "other")}
    command = [sys.executable, "-m", "openingbell_client", "--url", server.url, "play", table]
    other = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    )
    assert other.stdin
    other.stdin.write("\n" * 200)
    other.stdin.flush()
    with Client(server.url) as client:
        until("both to sit", lambda: all("player" in seat for seat in client.get_table(table)["seats"]))
    mine = bell("play", table, typed="\n" * 200)
    out, err = other.communicate(timeout=60)
    assert mine.returncode == other.returncode == 0, mine.stderr + err
    assert "Won by" in mine.stdout
    assert "Won by" in out


def test_what_is_to_be_copied_from_the_list_stands_in_one_piece(bell: Run) -> None:
    crowd = ("--seats", "8", "--bots", "greedy,greedy,greedy,greedy,greedy,greedy,greedy", "--clock", "45s+2m")
    made = json.loads(bell("new", "panic_on_wall_street", *crowd, "--json").stdout)["id"]
    bull = json.loads(bell("new", "bull_market", "--json").stdout)["id"]
    listed = bell("tables", "--mine", "--plain").stdout.split()
    assert {made, bull, "panic_on_wall_street"} <= set(listed)


def test_at_a_table_that_is_over_nobody_is_asked(bell: Run) -> None:
    bell("play", "--new", "--seats", "2", typed="q\n")
    table = json.loads(bell("tables", "--mine", "--json").stdout)["items"][0]["id"]
    assert "to bid or pass" in bell("show", table).stdout
    assert bell("abort", table, "--yes").returncode == 0
    shown = bell("show", table).stdout
    assert "called off" in shown
    assert "to bid or pass" not in shown
    assert ">" not in shown
    assert not bell("score", table).stdout.startswith("\n")
    assert "won by" not in bell("watch", table).stdout
