"""What games look like: a face where there is one, a tidy view where there is none, never wider than the terminal."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.cells import cell_len

from openingbell_client.cli import faces
from openingbell_client.cli.faces import bull_market, generic, insiders, panic_on_wall_street, panik
from openingbell_client.cli.output import Output, clean, signed
from openingbell_client.cli.seats import narrated
from openingbell_client.types import Table


@pytest.fixture
def out(monkeypatch: pytest.MonkeyPatch) -> Output:
    monkeypatch.setattr("sys.stdout", io.StringIO())
    return Output(json=False, plain=True)


def drawn(items: Any, out: Output) -> str:
    out.draw(*items)
    text = out.console.file.getvalue()
    assert isinstance(text, str)
    assert max(map(cell_len, text.splitlines()), default=0) <= 80
    return text


def standing(suit: str, **more: Any) -> dict[str, Any]:
    return {"suit": suit, "cards": [f"{suit}3"], "points": 3, "place": 1, "value": 2, "tied_with": [], **more}


def test_the_name_of_a_game_from_a_server_loads_nothing_else() -> None:
    assert faces.face("bull_market") is bull_market
    for name in ("unknown", "os", "..output", "", "generic.x"):
        assert faces.face(name) is generic


def test_a_table_of_which_nothing_is_left_to_see_shows_nothing(out: Output) -> None:
    assert faces.board("bull_market", {"status": "finished"}, str, out) == ()


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({}, "fewest points"),
        ({"place": 3, "gap_above": 1, "gap_below": 9}, "place 3; 1 point from the next better"),
        ({"place": 2, "gap_below": 2}, "place 2; 2 points from the next worse"),
        ({"tied_with": ["G", "O"]}, "fewest points; tied with gold, crude oil: all take the higher demand"),
        ({"cards": [], "points": 0}, "fewest points; no card in the Marketplace"),
    ],
)
def test_why_a_commodity_stands_where_it_stands(out: Output, more: dict[str, Any], reason: str) -> None:
    hand = {"hand": 1, "market": [standing("P", **more)], "seats": []}
    view = {"state": {"scored": [hand], "options": {"short": False}}}
    assert reason in " ".join(drawn(bull_market.score(view, str, out), out).split())


def test_who_shares_the_top_with_empty_commodities_is_not_said_to_tie(out: Output) -> None:
    market = [standing("P"), standing("G", cards=[], points=0)]
    view = {"state": {"scored": [{"hand": 1, "market": market, "seats": []}], "options": {"short": False}}}
    text = " ".join(drawn(bull_market.score(view, str, out), out).split())
    assert "Pork bellies 3 the best of those with cards; shares the top" in text
    assert "fewest points; no card in the Marketplace" in text


def test_cards_of_the_stub_that_broke_ties_are_named(out: Output) -> None:
    hand = {"hand": 1, "market": [], "seats": [], "award": 1_000_000, "turned": ["G10", "P2"]}
    text = " ".join(drawn(insiders.score({"state": {"scored": [hand]}}, str, out), out).split())
    assert "To break ties the stub showed G10, P2. Everybody's total grows" in text


def test_a_shared_manor_says_what_a_hunter_counts_there(out: Output) -> None:
    hunters = [{"seat": 1, "kind": "duo", "points": 6, "paid_to": 1}, {"seat": 0, "kind": "call", "points": 3}]
    plain = {"owner": 0, "doubled": 0, "points": [0, 0]}
    manors = [
        {**plain, "manor": 0, "card": "shared", "each": 3, "hunters": hunters},
        {**plain, "manor": 1, "card": "4", "each": 4, "hunters": hunters},
        {**plain, "manor": 2, "card": "trapped", "each": 3, "hunters": []},
    ]
    text = drawn(panik.score({"state": {"seats": 2, "scored": manors}}, str, out), out)
    assert "shared: 3 each" in text
    assert "4 each" not in text
    assert "trapped:" not in text


def test_a_month_says_who_did_not_pay_and_what_came_of_it(out: Output) -> None:
    money = {name: 0 for name, _ in panic_on_wall_street.MONEY.values()}
    owed = [(2, 0, 60, 40), (2, 1, 30, 10), (3, 0, 20, 15), (3, 1, 5, 5)]
    month = {
        "month": 1,
        "dice": [2, 1, 0, 0],
        "values": [50, 40, 30, 30],
        "companies": [],
        "seats": [{"seat": seat, "cash": 0, **money} for seat in range(4)],
        "payments": [dict(zip(("investor", "manager", "due", "paid"), row, strict=True)) for row in owed],
        "claims": [
            {"investor": 2, "manager": 0, "amount": 20, "forced": False},
            {"investor": 2, "manager": 1, "amount": 20, "forced": True},
            {"investor": 3, "manager": 0, "amount": 5, "forced": False},
        ],
        "ruined_investors": [2],
        "ruined_managers": [],
    }
    text = " ".join(
        drawn(panic_on_wall_street.score({"state": {"scored": [month], "players": []}}, str, out), out).split()
    )
    assert "2 paid 10 of 30 to 1, who forced bankruptcy; 3 paid 15 of 20 to 0, who gave time" in text
    assert "to 1, who forced bankruptcy" in text
    assert "5 of 5" not in text


def test_under_short_selling_most_points_are_best(out: Output) -> None:
    hand = {"hand": 1, "market": [standing("P")], "seats": []}
    view = {"state": {"scored": [hand], "options": {"short": True}}}
    assert "most points" in drawn(bull_market.score(view, str, out), out)


def test_a_card_of_a_final_hand_is_multiplied_out(out: Output) -> None:
    cards = [{"card": "G9", "rank": 9, "value": -2, "score": -18}, {"card": "O10", "rank": 10, "value": 0, "score": 0}]
    hand = {"hand": 1, "market": [], "seats": [{"seat": 0, "cards": cards, "score": -18, "total": 4}]}
    view = {"state": {"scored": [hand], "options": {"short": False}}}
    text = drawn(bull_market.score(view, lambda seat: f"{seat} you", out), out)
    assert "G9×−2=−18, O10×0=0" in text
    assert text.rstrip().endswith("−18      4")


def test_any_game_is_drawn_tidily(out: Output) -> None:
    state = {
        "month": 2,
        "companies": [{"colour": "red", "value": 30}, {"colour": "blue", "value": 20}],
        "cash": {"you": 120, "ann": 95},
        "tiles": ["red 2x", "blue"],
        "by_seat": [[1, 2], [3]],
        "open": True,
        "wide": [{f"column {n}": "x" * 20 for n in range(12)}],
        "long": "y" * 300,
        "nothing": [],
    }
    text = drawn(generic.state({"state": state}, str, out), out)
    for words in (
        "month: 2",
        "red",
        "cash:",
        "you: 120",
        "tiles: red 2x blue",
        "by seat: 1 2 | 3",
        "open: yes",
        "nothing: –",
    ):
        assert words in text


def test_the_score_of_any_game_is_what_speaks_of_scores(out: Output) -> None:
    text = drawn(generic.score({"state": {"total_points": [1, 2], "deck": 30}}, str, out), out)
    assert "total points: 1 2" in text
    assert "deck" not in text


def test_text_from_a_server_is_text(out: Output) -> None:
    assert clean("a\x1b[31mb\nc\u202e") == "a\ufffd[31mb\ufffdc\ufffd"
    text = drawn(generic.state({"state": {"name\x1b[2J": "[bold]x[/bold]\x07"}}, str, out), out)
    assert "[bold]x[/bold]" in text
    assert "\x1b" not in text


@pytest.mark.parametrize(("number", "shown"), [(2, "+2"), (0, "0"), (-3, "−3"), ("x", "x")])
def test_signs(number: Any, shown: str) -> None:
    assert signed(number) == shown


def test_events_name_the_players() -> None:
    seats: list[Any] = [
        {"seat": 0, "ready": True, "player": {"id": "a", "name": "Me", "kind": "human"}},
        {"seat": 1, "ready": True, "player": {"id": "b", "name": "Ada", "kind": "human"}},
        {"seat": 2, "ready": False},
    ]
    table: Table = {"seats": seats, "your_seat": 0}  # type: ignore[typeddict-item]
    assert (
        narrated("Seat 1 bids 7; seat 0 and seat 2 wait.", table)
        == "Seat 1 (Ada) bids 7; seat 0 (you) and seat 2 wait."
    )
    assert narrated("Ada takes seat 1.", table) == "Ada takes seat 1."
