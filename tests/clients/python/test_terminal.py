"""A person at an 80-column terminal."""

from __future__ import annotations

import re
import signal
from typing import Any

import pytest
from rich.cells import cell_len

from openingbell.rules.kernel import FRONT_GAME, catalogue
from openingbell_client import Client
from openingbell_client.cli import tokens
from tests.clients.python.proxy import Fault, proxied
from tests.clients.python.pty_bell import Pty
from tests.support.supervised import Server
from tests.support.waiting import until

QUESTION = r"^> \Z"
END = r"^Won by .*\.$"


def play_on(pty: Pty, answer: str = "") -> None:
    """Answer every question with `answer` until the game is over."""
    while not pty.expect(f"{QUESTION}|{END}").startswith("Won"):
        pty.type(answer)


@pytest.mark.parametrize("args", [(), ("--plain",)])
def test_a_whole_game_at_80_columns(server: Server, args: tuple[str, ...]) -> None:
    with Pty("--url", server.url, *args, "play", "--seats", "4", "--practice", "pty") as pty:
        pty.expect(QUESTION)
        pty.type("?")
        pty.expect("q +leave")
        pty.expect(QUESTION)
        pty.type("v")
        pty.expect("Marketplace")
        pty.expect(QUESTION)
        pty.type("s")
        pty.expect("No hand has been scored yet")
        pty.expect(QUESTION)
        pty.type("nonsense")
        pty.expect("not one of")
        play_on(pty)
        assert pty.end() == 0
        assert cell_len(pty.widest) <= 80, pty.widest
    for words in ("Your cards", "Gold", "Stacks", "Hand 3 of 3", "Choose 3 cards to pass", "Final score"):
        assert words in pty.text


@pytest.mark.parametrize(("seats", "columns"), [(8, 80), (2, 60)])
def test_a_full_table_and_a_small_window(server: Server, seats: int, columns: int) -> None:
    with Pty("--url", server.url, "play", "--seats", str(seats), "--bots", "random", "--new", columns=columns) as pty:
        play_on(pty)
        assert pty.end() == 0
        assert cell_len(pty.widest) <= columns, pty.widest


def test_bids_and_cards_by_name(server: Server) -> None:
    with Pty("--url", server.url, "play", "--seats", "2", "--practice", "names") as pty:
        low = re.search(r"(\d+) to", pty.expect(r"amount \d+ to"))
        assert low
        pty.expect(QUESTION)
        pty.type(f"bid {low[1]}")
        pty.expect(r"Seat 0 \(you\) bids|not possible")
        pty.type("q")
        pty.expect("Come back with:\n.* play")
        assert pty.end() == 0


def test_q_and_ctrl_d_and_ctrl_c_leave_and_say_how_to_come_back(server: Server) -> None:
    for key, code in ((b"q\n", 0), (b"\x04", 0), (b"\x03", 130)):
        with Pty("--url", server.url, "play", "--new", "--seats", "2") as pty:
            pty.expect(QUESTION)
            if key == b"\x03":
                pty.process.send_signal(signal.SIGINT)
            else:
                pty.press(key)
            pty.expect("Come back with:\n.* play")
            assert pty.end() == code
            assert "Traceback" not in pty.text


def test_the_live_demo(server: Server) -> None:
    with Pty("--url", server.url, "demo", "--seats", "3", rows=40) as pty:
        pty.expect(END)
        assert pty.end() == 0
    assert "Marketplace" in pty.text
    assert "Final score" in pty.text


def test_a_lost_connection_is_said_and_made_up_for(server: Server) -> None:
    faults: list[Fault] = ["cut-answer", "reset", "none"] * 10
    with (
        proxied(server.url, *faults, only=b"PUT ") as proxy,
        Pty("--url", proxy.url, "play", "--seats", "2", "--practice", "lost") as pty,
    ):
        play_on(pty)
        assert pty.end() == 0
    assert "Trying again" in pty.text
    assert "reset" in proxy.applied
    assert tokens.load(proxy.url) is not None


@pytest.mark.parametrize("game", [name for name in catalogue() if name != FRONT_GAME])
def test_every_other_game_with_enter_alone(server: Server, game: str) -> None:
    with Pty("--url", server.url, "play", "--new", "--game", game, "--fill", "random") as pty:
        pty.expect(QUESTION)
        pty.type("s")
        pty.expect("No hand has been scored|No price has been|Nothing is scored")
        play_on(pty)
        assert pty.end() == 0
        assert cell_len(pty.widest) <= 80, pty.widest
    assert "Final score" in pty.text


def sealed(server: Server, table: str) -> Any:
    """What the person at the terminal has chosen and nobody else knows."""
    known = tokens.load(server.url)
    assert known
    with Client(server.url, known.token) as person:
        return person.get_view("bear_market", table)["decision"].get("sealed_action")


def test_a_sealed_move_is_replaced_while_the_other_one_thinks(server: Server, client: Client) -> None:
    table = client.create_table("bear_market", 2)["id"]
    client.start_table(table)
    with Pty("--url", server.url, "play", table) as pty:
        for answer in "12":
            pty.expect(QUESTION)
            pty.type(answer)
        pty.expect("Enter chooses again")
        first = sealed(server, table)
        assert first["type"] == "draft"
        pty.type("v")
        pty.expect("has chosen")
        pty.type("")
        pty.expect("Choose again")
        pty.expect("Enter alone: .*lock")
        for answer in "34":
            pty.expect(QUESTION)
            pty.type(answer)
        until("the move to be replaced", lambda: sealed(server, table) != first)
        decision = client.get_view("bear_market", table)["decision"]
        client.put_decision("bear_market", table, 0, decision["n"], decision["default"])
        pty.expect("Round 2 of 5")
        pty.type("q")
        pty.expect("Come back with")
        assert pty.end() == 0


def test_out_of_turn_there_are_the_commands(server: Server, client: Client) -> None:
    table = client.create_table("panik", 2, options={"first_seat": 0})["id"]
    client.start_table(table)
    with Pty("--url", server.url, "play", table) as pty:
        for _ in ("reveal", "duo"):
            decision = client.wait_for_turn(table)["decision"]
            client.put_decision("panik", table, 0, decision["n"], decision["default"])
            pty.expect(QUESTION)
            pty.type("")
        pty.expect("Waiting for seat 0")
        pty.type("hello")
        pty.expect("not your turn")
        pty.type("?")
        pty.expect("this help")
        pty.press(b"\x04")
        pty.expect("Come back with")
        assert pty.end() == 0
