"""`bell` about what cannot be done: one clear sentence, in the words of what was typed, and nothing left behind."""

from __future__ import annotations

import json

import pytest

from openingbell_client import Client
from tests.clients.python.conftest import Run, opened


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (["show", "nosuchtable"], 1, "openingbell_client tables"),
        (["join", "nosuchtable"], 1, "openingbell_client tables"),
        (["new", "nosuchgame"], 2, "there are bull_market"),
        (["games", "nosuchgame"], 2, "there are bull_market"),
        (["new", "--option", "shot=true"], 2, "it has suits, short"),
        (["new", "--seats", "99"], 2, "not 99"),
        (["new", "--option", "short"], 2, "KEY=VALUE"),
        (["new", "--option", "short=maybe"], 1, "short"),
        (["new", "--bots", "nosuchbot"], 1, "nosuchbot"),
        (["new", "--clock", "soon"], 2, "live, daily"),
        (["whoami", "--name", "Ada"], 2, "--new"),
        (["demo", "--bots", ""], 2, "--bots"),
        ([], 2, "usage"),
        (["nosuchcommand"], 2, "invalid choice"),
    ],
)
def test_mistakes_are_one_clear_sentence_on_stderr(bell: Run, args: list[str], code: int, says: str) -> None:
    done = bell(*args)
    assert done.returncode == code
    assert done.stdout == ""
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_no_server_is_said_at_once_with_what_to_do(bell: Run) -> None:
    done = bell("games", url="http://127.0.0.1:9")
    assert done.returncode == 3
    said = " ".join(done.stderr.split())
    assert "make run" in said
    assert "OPENINGBELL_URL" in said
    assert done.stdout == ""


def test_an_address_that_is_none(bell: Run) -> None:
    done = bell("games", url="localhost")
    assert done.returncode == 2
    assert "http://" in done.stderr


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("--clock", "3s"), "--clock 3s: the time for a decision is from 5 s to 14 days."),
        (("--clock", "45s+99d"), "--clock 45s+99d: the bank after the + is from 0 s to 14 days."),
        (("--practice", "x" * 200), "--practice: Length must be between 1 and 128."),
        (("--bots", "nobody"), "--bots: There is no house bot 'nobody'"),
        (("--seats", "12"), "--seats: Bull Market is for 2–8 players, not 12."),
        (("--option", "slow_burn=maybe"), "--option slow_burn: Expected true or false, got a string."),
        (("--option", "suits=G"), "--option suits: 4 seats need 5 different commodities of GOPJBCWFU, not G."),
    ],
)
def test_a_refusal_speaks_of_what_was_typed(bell: Run, typed: tuple[str, ...], said: str) -> None:
    refused = bell("new", "bull_market", *typed)
    assert refused.returncode in (1, 2)
    assert said in " ".join(refused.stderr.split())


def test_what_cannot_be_leaves_no_table_behind(bell: Run) -> None:
    refused = bell("play", "--new", "--fill", "nobody")
    assert refused.returncode == 2
    assert "--fill: there is no house bot nobody; there are random, greedy." in refused.stderr
    assert json.loads(bell("tables", "--mine", "--json").stdout)["items"] == []
    table = opened(bell)
    assert "--fill: There is no house bot 'nobody'" in bell("play", table, "--fill", "nobody").stderr
    assert "--name: Length" in bell("whoami", "--new", "--name", "x" * 50).stderr
    assert "--limit: " in bell("tables", "--limit", "0").stderr


def test_the_name_of_a_game_in_a_table_s_place(bell: Run) -> None:
    refused = bell("play", "panik")
    assert refused.returncode == 2
    assert "play --game panik" in refused.stderr
    assert "There is no table 'chess'" in bell("play", "chess").stderr


def test_bell_alone_helps(bell: Run) -> None:
    alone = bell()
    assert alone.returncode == 2
    assert "First time here?" in alone.stderr


def test_who_is_unknown_is_told_so_in_plain_words(bell: Run, client: Client) -> None:
    table = client.create_table("bull_market", 2)["id"]
    assert "This server does not know you yet." in bell("resign", table, "--yes").stderr


def test_nobody_is_asked_about_what_cannot_be_done(bell: Run, client: Client) -> None:
    table = opened(bell, "--seats", "2")
    begun = bell("resign", table)
    assert (begun.returncode, begun.stderr) == (1, "bell: The game has not begun.\n")
    foreign = client.create_table("bull_market", 2, bots=["random"])["id"]
    client.start_table(foreign)
    for command in ("resign", "abort"):
        no = bell(command, foreign)
        assert no.returncode == 1
        assert "--yes" not in no.stderr
    bell("join", client.create_table("bull_market", 3)["id"])
    joined = json.loads(bell("tables", "--mine", "--json").stdout)["items"][0]["id"]
    assert "Only who made the table can call it off" in " ".join(bell("abort", joined).stderr.split())
    assert "--yes" in bell("abort", table).stderr
    bell("play", "--new", "--seats", "2", typed="\n")
    late = json.loads(bell("tables", "--mine", "--json").stdout)["items"][0]["id"]
    assert "Somebody has taken a decision" in bell("abort", late).stderr
    assert "--yes" in bell("resign", late).stderr
    bell("resign", late, "--yes")
    assert "--yes" not in bell("resign", late).stderr
