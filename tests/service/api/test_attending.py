"""Clocks, pauses, absence and endings over HTTP, against a real server."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from openingbell.table import timing
from tests.service.api.test_game import another, to_sealed
from tests.service.api.test_no_leak import fetched
from tests.service.api.test_races import seated
from tests.support.guests import TABLES, Guest
from tests.support.waiting import until

pytestmark = pytest.mark.server


def post(guest: Guest, table: str, what: str, body: Any = None) -> dict[str, Any]:
    answer = guest.http.post(f"/v1/tables/{table}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


def refused(guest: Guest, table: str, what: str, body: Any = None) -> tuple[int, str]:
    answer = guest.http.post(f"/v1/tables/{table}/{what}", json=body)
    return answer.status_code, answer.json()["code"]


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("clock", "shown"),
    [
        ("none", "none"),
        ("live", {"move_s": 45, "bank_s": 120}),
        ("daily", {"move_s": 86_400, "bank_s": 172_800}),
        ({"move_s": 30}, {"move_s": 30, "bank_s": 0}),
        ({"move_s": 30, "bank_s": 7}, {"move_s": 30, "bank_s": 7}),
    ],
)
def test_clocks(ada: Guest, bob: Guest, clock: Any, shown: Any) -> None:
    table = seated(ada, bob, clock=clock)
    assert ada.http.get(f"/v1/tables/{table}").json()["clock"] == shown
    ada.asked_or_over(table, bob)
    view = next(view for view in (ada.view(table), bob.view(table)) if "decision" in view)
    seconds = {"move_s": timing.IDLE_S, "bank_s": 0} if shown == "none" else shown
    grace_s = 0 if shown == "none" else min(seconds["move_s"], 30)
    given = timedelta(seconds=seconds["move_s"] + seconds["bank_s"] + grace_s)
    decision = view["decision"]
    assert at(decision["deadline"]) - at(decision["opened_at"]) == given
    assert view["turn"]["deadline"] == decision["deadline"]
    assert view.get("banks_s") == ([float(seconds["bank_s"])] * 2 if seconds["bank_s"] else None)
    answer = ada.http.get(f"{TABLES}/{table}/view")
    assert at(answer.headers["Server-Time"]) < at(decision["deadline"])


def test_links_lead_where_they_say(ada: Guest, bob: Guest) -> None:
    table = seated(ada, bob)
    links = ada.http.get(f"/v1/tables/{table}").json()["links"]
    for name, body in (("pause", {"wanted": True}), ("return", None), ("resign", None)):
        assert ada.http.post(links[name], json=body).status_code == 200
    assert ada.http.post(links["abort"]).json()["code"] == "too-late-to-abort"


def test_a_pause_from_the_first_word_to_the_last(ada: Guest, bob: Guest) -> None:
    table = seated(ada, bob, clock={"move_s": 600})
    ada.asked_or_over(table, bob)
    deadline = ada.view(table)["turn"]["deadline"]
    assert "pause" not in ada.view(table)
    assert post(ada, table, "pause", {"wanted": True})["pause"] == {"wanted_by": [0], "paused": False}
    pause = post(bob, table, "pause", {"wanted": True})["pause"]
    assert (pause["wanted_by"], pause["paused"]) == ([0, 1], True)
    assert at(pause["until"]) - at(pause["since"]) == timedelta(seconds=timing.PAUSES_S["live"])
    view = ada.view(table)
    assert view["pause"] == pause
    assert view["prompt"]["code"] == "paused"
    assert "decision" not in view
    assert "deadline" not in view["turn"]
    post(ada, table, "pause", {"wanted": False})
    assert "pause" not in post(bob, table, "pause", {"wanted": False})
    assert at(ada.view(table)["turn"]["deadline"]) >= at(deadline)
    codes = [each["code"] for each in ada.http.get(f"/v1/tables/{table}/events").json()["items"]]
    assert [each for each in codes if "pause" in each or each == "resumed"] == [
        "pause-wanted",
        "pause-wanted",
        "paused",
        "pause-wanted",
        "pause-wanted",
        "resumed",
    ]


def test_resigning(ada: Guest, bob: Guest, stranger: Guest) -> None:
    table = seated(ada, bob)
    with stranger.another() as eve:
        assert refused(eve.register("Eve"), table, "resign") == (403, "not-your-seat")
    over = post(ada, table, "resign")
    assert over["status"] == "finished"
    assert (over["result"]["winners"], over["result"]["ended_by"]) == ([1], "resign")
    assert [each["ended_by"] for each in over["result"]["places"]] == ["resign", "rules"]
    assert post(ada, table, "resign")["result"] == over["result"]
    assert refused(ada, table, "return") == (409, "resigned")
    assert refused(ada, table, "pause", {"wanted": True}) == (409, "resigned")
    record = stranger.http.get(f"/v1/tables/{table}/record").json()
    assert record["complete"]
    assert record["entries"][-1]["action"] == {"type": "resign", "bot": "greedy"}


def test_a_house_bot_plays_on_for_who_resigned(ada: Guest) -> None:
    table = ada.create(seats=3, bots=["random", "random"])["id"]
    ada.start(table)
    held = post(ada, table, "resign")["seats"][0]["player"]
    assert (held["stand_in"], held["resigned"]) == ("greedy", True)
    end = until("the end", lambda: (v := ada.view(table))["status"] == "finished" and v)
    assert end
    result = ada.http.get(f"/v1/tables/{table}").json()["result"]
    assert (result["places"][0]["rank"], result["places"][0]["ended_by"], result["ended_by"]) == (3, "resign", "rules")


def test_calling_off_and_giving_a_seat_up(ada: Guest, bob: Guest) -> None:
    table = ada.create(seats=2)["id"]
    bob.http.post(f"/v1/tables/{table}/seats")
    assert refused(bob, table, "abort") == (403, "not-your-seat")
    assert (ada.view(table)["abortable"], bob.view(table)["abortable"]) == (True, False)
    for _ in range(2):
        assert "player" not in bob.http.delete(f"/v1/tables/{table}/seats/1").json()["seats"][1]
    assert bob.http.delete(f"/v1/tables/{table}/seats/0").json()["code"] == "not-your-seat"
    assert refused(ada, table, "pause", {"wanted": True}) == (409, "table-not-begun")
    for _ in range(2):
        over = post(ada, table, "abort")
        assert (over["status"], over["result"]["ended_by"], over["result"]["winners"]) == ("finished", "aborted", [])
    assert ada.view(table)["prompt"]["code"] == "called-off"
    assert not ada.view(table)["abortable"]
    gone = ada.http.delete(f"/v1/tables/{table}/seats/0").json()
    assert (gone["code"], gone["detail"]) == ("table-begun", "The game is over.")
    begun = seated(ada, bob)
    assert bob.view(begun)["abortable"]
    assert bob.http.delete(f"/v1/tables/{begun}/seats/1").json()["code"] == "table-begun"
    assert post(bob, begun, "abort")["result"]["ended_by"] == "aborted"
    late = seated(ada, bob)
    ada.asked_or_over(late, bob)
    for guest in (ada, bob):
        view = guest.view(late)
        if "decision" in view:
            guest.decide(view)
            break
    assert refused(bob, late, "abort") == (409, "too-late-to-abort")
    assert not bob.view(late)["abortable"]


def test_whoever_never_moves_ends_the_game_for_all(ada: Guest, bob: Guest) -> None:
    """Five seconds and five of grace, seen by whoever waits for events."""
    table = seated(ada, bob, clock={"move_s": 5})
    over = until(
        "the end", lambda: (shown := ada.http.get(f"/v1/tables/{table}").json())["status"] == "finished" and shown
    )
    assert over
    assert (over["result"]["ended_by"], over["result"]["winners"]) == ("aborted", [])


def test_away_and_back(ada: Guest, bob: Guest) -> None:
    """Bob moves once and goes; a house bot sits in and plays; he comes back, and what was played for him is told."""
    table = seated(ada, bob, clock={"move_s": 5})
    moved: set[str] = set()

    def stood_in() -> bool:
        if len(moved) < 2 or "bob" not in moved:
            view = bob.view(table)
            if "decision" in view:
                bob.decide(view)
                moved.add("bob")
        view = ada.view(table)
        if "decision" in view and not view["decision"]["revisable"]:
            ada.decide(view)
            moved.add("ada")
        shown = ada.http.get(f"/v1/tables/{table}").json()
        return "stand_in" in shown["seats"][1]["player"] or shown["status"] == "finished"

    until("a house bot at Bob's seat", stood_in, within_s=120)
    shown = ada.http.get(f"/v1/tables/{table}").json()
    assert shown["status"] == "running"
    assert shown["seats"][1]["player"]["stand_in"] == "greedy"
    assert refused(bob, table, "pause", {"wanted": True}) == (409, "absent")
    for _ in range(2):
        assert "stand_in" not in post(bob, table, "return")["seats"][1]["player"]
    codes = [each["code"] for each in bob.http.get(f"/v1/tables/{table}/events").json()["items"]]
    assert codes.count("stand-in") == codes.count("returned") == 1


def test_neither_banks_nor_deadlines_nor_a_pause_show_what_somebody_sealed(
    ada: Guest, bob: Guest, stranger: Guest
) -> None:
    table = seated(ada, bob, clock={"move_s": 600, "bank_s": 600})
    view = to_sealed(ada, bob, table)
    clocks = [(each["banks_s"], each["turn"]["deadline"]) for each in (ada.view(table), bob.view(table))]
    assert ada.decide(view).status_code == 202
    assert [(each["banks_s"], each["turn"]["deadline"]) for each in (ada.view(table), bob.view(table))] == clocks
    before = {name: fetched(guest, table) for name, guest in (("bob", bob), ("stranger", stranger))}
    for _ in range(3):
        assert ada.decide(view, another(ada.view(table))).status_code == 202
    assert {name: fetched(guest, table) for name, guest in (("bob", bob), ("stranger", stranger))} == before
    for guest in (ada, bob):
        post(guest, table, "pause", {"wanted": True})
    paused = [fetched(guest, table) for guest in (bob, stranger)]
    answer = ada.decide(view)
    assert (answer.status_code, answer.json()["code"]) == (409, "table-paused")
    assert [fetched(guest, table) for guest in (bob, stranger)] == paused
