"""A negotiation at the terminal: a whole game, and who comes too late."""

from __future__ import annotations

import re
from typing import Any

from rich.cells import cell_len

from openingbell_client import Client
from openingbell_client.cli import tokens
from tests.clients.python.pty_bell import Pty
from tests.clients.python.test_terminal import END, QUESTION
from tests.support.supervised import Server
from tests.support.waiting import until

GAME = "panic_on_wall_street"


def test_a_whole_game_with_two_bots(server: Server) -> None:
    game = ("--game", GAME, "--seats", "3", "--fill", "greedy", "--practice", "floor")
    with Pty("--url", server.url, "play", "--new", *game) as pty:
        pty.expect(r"^ +a 1  \w+: \d .* would pay 0 you \d+")
        pty.expect(r"Enter alone: Nothing more from you; \d+ (s|min).* to the bell")
        pty.type("a 1")
        pty.expect(r"Seat 0 \(you\) accepts")
        pty.type("a 1")
        pty.expect(r"nothing is\s+done\.[^.]*no longer\s+there")
        pty.expect(r"p  Offer a deal")
        pty.expect(QUESTION)
        pty.type("v")
        pty.expect("Yields")
        pty.expect(QUESTION)
        pty.type("d")
        while not pty.expect(rf"to the bell\]\n> \Z|{QUESTION}|{END}").startswith("Won"):
            pty.type("")
        assert pty.end() == 0
        assert cell_len(pty.widest) <= 80, pty.widest
    for words in ("Month 5 of 5", "Dice", "Final score"):
        assert words in pty.text


def test_a_pause_of_a_negotiation(server: Server) -> None:
    game = ("--game", GAME, "--seats", "3", "--fill", "greedy", "--practice", "floor")
    with Pty("--url", server.url, "play", "--new", *game) as pty:
        pty.expect("to the bell")
        pty.expect(QUESTION)
        pty.type("pause")
        pty.expect("Type resume to go on")
        pty.type("resume")
        pty.expect("The game goes on")
        pty.expect("to the bell")
        pty.expect(QUESTION)
        pty.type("resign")
        pty.expect("yes or no")
        pty.type("yes")
        pty.expect("resigned")
        assert pty.end() == 0


def act(client: Client, table: str, **action: Any) -> Any:
    view = client.get_view(GAME, table)
    return client.put_decision(GAME, table, view["seat"], view["decision"]["n"], action)["view"]


def test_offers_come_while_a_line_is_half_typed_and_the_line_means_what_was_read(
    server: Server, client: Client
) -> None:
    table = client.create_table(GAME, 3, options={"negotiation_s": 600})["id"]
    client.start_table(table)
    with Client(server.url) as third:
        third.authorise(third.create_player("Third")["token"])
        third.take_seat(table)
        third.start_table(table)
        with Pty("--url", server.url, "play", table, rows=40) as pty:
            pty.expect("to the bell")
            pty.expect(QUESTION)
            mine = [each["tile"] for each in client.get_view(GAME, table)["state"]["companies"] if each["owner"] == 2]
            offer = {"type": "propose", "investor": 0, "terms": "open"}
            act(client, table, **offer, tile=mine[1], price=40)
            pty.expect(rf"a 1  {mine[1]}: 0 Tester would pay 2 you 40")
            pty.press(b"a 1")
            act(client, table, **offer, tile=mine[0], price=15)
            pty.expect(rf"a 2  {mine[0]}: 0 Tester would pay 2 you 15")
            pty.press(b"\n")
            pty.expect(rf"invests in {mine[1]} of\s+seat 2 \(you\)\s+at 40")
            act(client, table, **offer, tile=mine[0], price=20)
            pty.expect(rf"a 3  {mine[0]}: 0 Tester would pay 2 you 20")
            pty.type("a 2")
            pty.expect(r"nothing is\s+done\.[^.]*price is\s+20\s+now")
            pty.expect("a 3  ")
            pty.type("a 3")
            pty.expect("invests in")
            _the_bell_takes_what_is_typed_too_late(server, table, client, third, pty)


def _the_bell_takes_what_is_typed_too_late(server: Server, table: str, client: Client, third: Client, pty: Pty) -> None:
    known = tokens.load(server.url)
    assert known
    pty.expect(QUESTION)
    for each in (client, third):
        act(each, table, type="done")
    pty.expect("is done")
    pty.press(b"d\na 1\n")
    until("the bell", lambda: client.get_view(GAME, table)["turn"]["mode"] != "free")
    pty.expect("Too late, that did nothing: a 1")
    pty.expect("The dice")
    pty.type("q")
    pty.expect("Come back with")
    assert pty.end() == 0
    assert not re.search(r"bids|passes", pty.text)
