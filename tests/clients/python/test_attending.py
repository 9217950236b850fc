"""Beside the game: leaving, resigning, coming back, pausing, calling off; by the SDK, by `bell`, and while playing."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from rich.cells import cell_len

from openingbell_client import (
    Absent,
    Client,
    NotYourSeat,
    Resigned,
    TablePaused,
    TableStateError,
    TooLateToAbort,
)
from openingbell_client.cli import main, tokens
from openingbell_client.types import View
from tests.clients.python.pty_bell import Pty
from tests.clients.python.test_terminal import END, QUESTION
from tests.support.supervised import Server
from tests.support.waiting import until

GAME = "bull_market"
LIVE = {"move_s": 45, "bank_s": 120}


def default(view: View) -> dict[str, object]:
    return view["decision"]["default"]


@pytest.fixture
def other(server: Server) -> Iterator[Client]:
    with Client(server.url) as made:
        made.authorise(made.create_player("Other", "bot")["token"])
        yield made


@pytest.fixture
def table(client: Client, other: Client) -> str:
    """A table that two play."""
    made = client.create_table(GAME, 2, clock=LIVE, practice_seed="beside")["id"]
    other.take_seat(made)
    for each in (client, other):
        each.start_table(made)
    return made


def view_of(client: Client, table: str) -> View:
    return client.get_view(GAME, table)


def act(client: Client, table: str) -> None:
    """Play the default."""
    view = client.wait_for_turn(table, game=GAME, timeout=60)
    client.put_decision(GAME, table, view["seat"], view["decision"]["n"], default(view))


# -- the SDK ----------------------------------------------------------------------------------------------------------


def test_a_seat_is_given_up_before_the_game_and_the_table_called_off(client: Client, other: Client) -> None:
    made = client.create_table(GAME, 2)["id"]
    assert other.take_seat(made)["your_seat"] == 1
    with pytest.raises(TableStateError):
        other.resign(made)
    with pytest.raises(NotYourSeat):
        other.abort_table(made)
    for _ in ("once", "again"):
        assert "player" not in other.leave_seat(made, 1)["seats"][1]
    for _ in ("once", "again"):
        assert client.abort_table(made)["result"]["ended_by"] == "aborted"
    assert client.play(made, default)["prompt"]["code"] == "called-off"


def test_a_pause_begins_and_ends_when_all_want_it(client: Client, other: Client, table: str) -> None:
    view = until(
        "a decision", lambda: next((v for v in map(view_of, (client, other), [table] * 2) if "decision" in v), None)
    )
    mover = (client, other)[view["seat"]]
    for _ in ("once", "again"):
        assert client.want_pause(table)["pause"] == {"wanted_by": [0], "paused": False}
    assert other.want_pause(table)["pause"]["paused"]
    with pytest.raises(TablePaused):
        mover.put_decision(GAME, table, view["seat"], view["decision"]["n"], default(view))
    paused = view_of(mover, table)
    assert "decision" not in paused
    assert client.seconds_left(paused["turn"]) is None
    until_s = client.seconds_until(paused["pause"]["until"])
    assert 0 < until_s <= 900
    for each in (client, other):
        each.want_pause(table, wanted=False)
    act(mover, table)
    with pytest.raises(TooLateToAbort):
        client.abort_table(table)


def test_who_resigns_loses_and_cannot_come_back(client: Client, other: Client, table: str) -> None:
    ended = client.resign(table)
    assert client.resign(table)["result"] == ended["result"]
    with pytest.raises(Resigned):
        client.come_back(table)
    with pytest.raises(Resigned):
        client.want_pause(table)
    assert ended["result"]["ended_by"] == "resign"
    assert [place["ended_by"] for place in ended["result"]["places"]] == ["resign", "rules"]
    assert other.get_table(table)["result"]["winners"] == [1]


@contextmanager
def playing(client: Client, table: str, choose: Callable[[View], dict[str, object]]) -> Iterator[list[View]]:
    """A program that plays meanwhile; afterwards the list has its last view."""
    ends: list[View] = []
    thread = threading.Thread(target=lambda: ends.append(client.play(table, choose, game=GAME)), daemon=True)
    thread.start()
    yield ends
    thread.join()


def test_a_program_plays_on_after_a_pause(client: Client, other: Client, table: str) -> None:
    """The pause comes while the program chooses, so that what it chose is refused."""
    asked: list[int] = []

    def choose(view: View) -> dict[str, object]:
        asked.append(view["decision"]["n"])
        if asked.count(1) == 1 and asked[-1] == 1:
            for each in (client, other):
                each.want_pause(table)
            for each in (client, other):
                threading.Timer(0.2, each.want_pause, (table,), {"wanted": False}).start()
        return default(view)

    with playing(other, table, default), playing(client, table, choose) as ends:
        pass
    assert ends[0]["status"] == "finished"
    assert asked.count(1) == 2


def test_a_program_survives_the_others_resigning(client: Client, other: Client, table: str) -> None:
    with playing(client, table, default) as ends:
        act(other, table)
        other.resign(table)
    assert ends[0]["prompt"]["code"] == "ended"


def test_who_has_resigned_elsewhere_looks_on(client: Client, other: Client) -> None:
    made = client.create_table(GAME, 3, bots=["random"], practice_seed="gone")["id"]
    other.take_seat(made)
    for each in (client, other):
        each.start_table(made)

    def choose(view: View) -> dict[str, object]:
        client.resign(made)
        return default(view)

    with playing(client, made, choose) as ends:
        other.play(made, default)
    assert ends[0]["status"] == "finished"
    assert client.get_table(made)["result"]["places"][0]["ended_by"] == "resign"


# -- the commands -----------------------------------------------------------------------------------------------------


def test_the_commands(
    server: Server, client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENINGBELL_TOKEN", client.create_player("Guest")["token"])

    def bell(*args: str, code: int = 0) -> str:
        assert main(["--url", server.url, *args]) == code
        shown = capsys.readouterr()
        assert "--json" in args or max(map(cell_len, (shown.out + shown.err).splitlines())) <= 80
        return " ".join((shown.err if code else shown.out).split())

    made = client.create_table("panik", 3, clock={"move_s": 90, "bank_s": 7200}, bots=["greedy"])["id"]
    bell("join", made)
    assert "free again" in bell("leave", made)
    assert "no seat" in bell("leave", made, code=2)
    bell("join", made)
    assert "not begun" in bell("pause", made, code=1)
    client.start_table(made)
    with Client(server.url) as nobody:
        until("the game to begin", lambda: nobody.get_table(made)["status"] == "running")
    assert "has begun" in bell("leave", made, code=1)
    assert "wanted by 2 you; not yet by 0 Tester" in bell("pause", made)
    assert "90 s a decision and 2 h in the bank" in bell("show", made)
    assert "90 s + 2 h" in bell("tables")
    client.want_pause(made)
    assert "no time runs" in bell("pause", made)
    assert "Ready to go on: nobody" in bell("show", made)
    assert "Not yet: 0 Tester" in bell("resume", made)
    client.want_pause(made, wanted=False)
    assert "The game goes on" in bell("resume", made)
    assert json.loads(bell("back", made, "--json"))["your_seat"] == 2
    assert "--yes" in bell("resign", made, code=2)
    assert "have resigned" in bell("resign", made, "--yes")
    assert "have resigned" in bell("back", made, code=1)
    assert "Seat 2 (you) has resigned; a house bot (greedy) plays it." in bell("show", made)
    client.resign(made)
    scored = bell("score", made)
    assert "2 you 0 resigned" in scored
    assert "All others have resigned. Won by 1 Greedy 1." in scored
    assert "is over" in bell("resign", made, "--yes")


def test_a_table_that_is_called_off(
    server: Server, client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = client.create_table(GAME, 2)["id"]
    token = client._transport._http.headers["Authorization"].removeprefix("Bearer ")
    monkeypatch.setenv("OPENINGBELL_TOKEN", token)
    for command in (("abort", made, "--yes"), ("play", made), ("watch", made), ("score", made)):
        assert main(["--url", server.url, *command]) == 0
        assert "counts for nothing" in capsys.readouterr().out


# -- while playing ----------------------------------------------------------------------------------------------------


def test_a_pause_from_the_other_side_and_back(server: Server, client: Client) -> None:
    made = client.create_table(GAME, 2, clock=LIVE, options={"first_seat": 1}, practice_seed="pause")["id"]
    client.start_table(made)
    with Pty("--url", server.url, "play", made) as pty:
        pty.expect(r"\(\d+ s left, then 2 min\s+in the bank\)")
        pty.expect(QUESTION)
        client.want_pause(made)
        pty.expect("Tester.* wants a pause")
        pty.expect("Type pause to agree")
        pty.type("pause")
        pty.expect("The game is paused")
        pty.expect("Ready to go on: nobody. Not yet: 0 Tester, 1 you")
        pty.expect("Type resume to go on")
        pty.type("pass")
        pty.expect("The game is paused. v shows the table")
        pty.type("resume")
        pty.expect("Ready to go on: 1 you. Not yet: 0 Tester")
        client.want_pause(made, wanted=False)
        pty.expect("The game goes on")
        pty.expect(QUESTION)
        pty.type("pass")
        act(client, made)
        pty.type("q")
        pty.expect("Come back with")
        assert pty.end() == 0
        assert cell_len(pty.widest) <= 80, pty.widest
        assert "No connection" not in pty.text
        assert pty.text.count("to agree") == 1, "the pause was agreed to, and who is ready to go on agrees already"


def test_alone_with_bots_one_pauses_and_calls_off(server: Server) -> None:
    with Pty("--url", server.url, "play", "--seats", "2", "--clock", "live", "--practice", "alone") as pty:
        pty.expect(QUESTION)
        pty.type("pause")
        pty.expect("Type resume to go on")
        pty.type("resume")
        pty.expect(QUESTION)
        pty.type("abort")
        pty.expect("yes or no")
        pty.type("no")
        pty.expect(QUESTION)
        pty.type("abort")
        pty.expect("yes or no")
        pty.type("yes")
        pty.expect("called off. It counts for nothing")
        assert pty.end() == 0


def test_resigning(server: Server, client: Client) -> None:
    made = client.create_table(GAME, 2, practice_seed="resign")["id"]
    client.start_table(made)
    with Pty("--url", server.url, "play", made) as pty:
        pty.expect(f"Waiting for|{QUESTION}")
        pty.type("resign")
        pty.expect("you rank behind all")
        pty.type("yes")
        pty.expect("2  1 you +0  resigned")
        pty.expect(r"All others have resigned\. Won by 0 Tester")
        assert pty.end() == 0


def test_whom_a_house_bot_sat_in_for_takes_the_seat_back(server: Server) -> None:
    """Two decisions are left to the clock; what was half typed at the first is no answer to the next."""
    game = ("--seats", "2", "--bots", "random", "--clock", "5s", "--practice", "away")
    with Pty("--url", server.url, "play", "--new", *game, rows=40) as pty:
        pty.expect(QUESTION)
        pty.type("")
        pty.expect(QUESTION)
        pty.press(b"nonsense")
        pty.expect(r"\(Time\s+was up\.\)")
        pty.expect("is away")
        pty.expect("Enter alone: take your seat back")
        pty.type("")
        pty.expect("plays again")
        while not pty.expect(f"{QUESTION}|{END}").startswith("Won"):
            pty.type("")
        assert pty.end() == 0
        assert "not one of" not in pty.text
        assert cell_len(pty.widest) <= 80, pty.widest


def test_bell_play_takes_the_seat_back(server: Server, client: Client) -> None:
    made = client.create_table(GAME, 2, clock={"move_s": 5}, practice_seed="back")["id"]
    client.start_table(made)

    def choose(view: View) -> dict[str, object]:
        if "stand_in" in client.get_table(made)["seats"][1]["player"]:
            client.want_pause(made)
        return default(view)

    with playing(client, made, choose):
        with Pty("--url", server.url, "play", made) as pty:
            pty.expect(QUESTION)
            pty.type("")
            pty.expect("take your seat back")
            until("the pause", lambda: client.get_table(made).get("pause", {}).get("paused"))
            known = tokens.load(server.url)
            assert known
            with Client(server.url, known.token) as guest, pytest.raises(Absent):
                guest.want_pause(made)
            pty.type("q")
            pty.expect("Come back with")
            assert pty.end() == 0
        with Pty("--url", server.url, "play") as pty:
            pty.expect("Your seat is yours again")
            pty.expect("Ready to go on: 1 you. Not yet: 0 Tester")
            client.resign(made)
            pty.expect("Won by 1 you")
            assert pty.end() == 0


def test_the_wait_for_others_is_said_with_its_time(server: Server, client: Client, other: Client, table: str) -> None:
    del other
    with Pty("--url", server.url, "watch", table) as pty:
        pty.expect(r"Waiting for seat \d \(\w+\)[^(]*\(\d+ s left,\s+then\s+2\s+min\s+in\s+the\s+bank\)")
        client.resign(table)
        pty.expect("Won by")
        assert pty.end() == 0


def test_a_script_pauses_and_goes_on(
    server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("pause\nresume\nresign\nyes\n"))
    assert main(["--url", server.url, "play", "--seats", "2", "--practice", "script", "--plain"]) == 0
    shown = capsys.readouterr().out
    for words in ("The game is paused", "The game goes on", "resigned"):
        assert words in shown
    assert max(map(cell_len, shown.splitlines())) <= 80
