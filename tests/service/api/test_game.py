"""A whole game over HTTP; every answer on the way is held to the document by the guest's client."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.support.guests import TABLES, Guest
from tests.support.waiting import until

pytestmark = pytest.mark.server


def test_from_registering_to_the_record(ada: Guest, stranger: Guest) -> None:
    table = ada.create(seats=2, bots=["random"])
    assert table["status"] == "waiting"
    assert table["your_seat"] == 0
    assert ada.http.get(table["links"]["self"]).json()["commitment"] == table["commitment"]
    assert ada.http.get(table["links"]["record"]).json()["complete"] is False
    ada.start(table["id"])
    decisions = 0
    while (view := ada.asked(table["id"]))["status"] == "running":
        answer = ada.decide(view)
        assert answer.json()["status"] == {200: "applied", 202: "sealed"}[answer.status_code]
        decisions += 1
    assert decisions > 20
    assert "decision" not in view
    ended = stranger.http.get(table["links"]["self"]).json()
    assert ended["scores"] == [place["score"] for place in ended["result"]["places"]]
    record = stranger.http.get(table["links"]["record"]).json()
    assert record["complete"] is True
    assert record["commitment"] == table["commitment"]
    assert sum(entry["seat"] == 0 and entry["by"] == "player" for entry in record["entries"]) >= decisions
    events = stranger.http.get(table["links"]["events"]).json()
    assert [event["seq"] for event in events["items"]] == list(range(1, events["next"] + 1))
    assert events["items"][-1]["code"] == "finished"


def test_create_is_repeatable_with_a_key(ada: Guest, bob: Guest) -> None:
    order, headers = {"seats": 3}, {"Idempotency-Key": "table of the evening"}
    first = ada.http.post(TABLES, json=order, headers=headers)
    again = ada.http.post(TABLES, json=order, headers=headers)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["id"] == again.json()["id"]
    assert first.headers["Location"] == again.headers["Location"] == first.json()["links"]["self"]
    other = ada.http.post(TABLES, json={"seats": 4}, headers=headers)
    assert other.json()["code"] == "idempotency-key-reused"
    assert bob.http.post(TABLES, json=order, headers=headers).status_code == 201


def test_a_key_that_made_a_table_of_one_game_makes_none_of_another(ada: Guest) -> None:
    headers = {"Idempotency-Key": "any game"}
    assert ada.http.post(TABLES, json={"seats": 4}, headers=headers).status_code == 201
    other = ada.http.post("/v1/games/bear_market/tables", json={"seats": 4}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency-key-reused")


def test_a_table_is_not_to_be_had_under_another_game_s_name(ada: Guest) -> None:
    """Not even for an action that both games know."""
    table = ada.create(seats=2, bots=["random"])["id"]
    ada.start(table)
    view = ada.asked(table)
    path = f"/v1/games/insiders/tables/{table}"
    assert ada.http.get(f"{path}/view").json()["code"] == "no-such-table"
    decision = view["decision"]
    put = ada.http.put(f"{path}/seats/0/decisions/{decision['n']}", json={"action": decision["default"]})
    assert (put.status_code, put.json()["code"]) == (404, "no-such-table")
    assert ada.view(table)["decision"]["n"] == decision["n"]


def test_the_order_of_a_body_s_members_does_not_matter_to_the_key(ada: Guest) -> None:
    headers = {"Idempotency-Key": "k", "Content-Type": "application/json"}
    first = ada.http.post(TABLES, content=b'{"seats": 3, "clock": {"move_s": 60}}', headers=headers)
    again = ada.http.post(TABLES, content=b'{"clock":{"move_s":60},"seats":3}', headers=headers)
    assert (first.status_code, again.status_code) == (201, 200)


def test_sitting_and_starting_can_be_repeated(ada: Guest, bob: Guest) -> None:
    table = ada.create(seats=2)["id"]
    seats = f"/v1/tables/{table}/seats"
    assert [bob.http.post(seats, json={"seat": 1}).status_code for _ in range(2)] == [201, 200]
    assert bob.http.post(seats).json()["your_seat"] == 1
    for guest in (ada, ada, bob, ada):
        guest.start(table, entropy="luck")
    until("the opening bell", lambda: ada.view(table)["status"] == "running")
    assert ada.start(table)["status"] == "running"


def test_a_decision_counts_once_however_often_it_is_sent(ada: Guest) -> None:
    table = ada.create(bots=["random"])["id"]
    ada.start(table)
    view = ada.asked(table)
    first = ada.decide(view)
    entries = len(ada.http.get(f"/v1/tables/{table}/record").json()["events"])
    again = ada.decide(view)
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json()["replayed"] is True
    assert again.json()["action"] == first.json()["action"]
    assert entries <= len(ada.http.get(f"/v1/tables/{table}/record").json()["events"])


def test_a_sealed_move_can_be_replaced_until_all_are_in(ada: Guest, bob: Guest) -> None:
    table = ada.create(seats=2)["id"]
    bob.http.post(f"/v1/tables/{table}/seats")
    ada.start(table)
    bob.start(table)
    view = to_sealed(ada, bob, table)
    assert ada.decide(view).status_code == 202
    before = ada.view(table)
    assert before["decision"]["revisable"] is True
    other = another(before)
    replaced = ada.decide(before, other)
    assert (replaced.status_code, replaced.json()["action"], replaced.json()["replayed"]) == (202, other, False)
    assert ada.decide(before, other).json()["replayed"] is True
    assert ada.view(table)["decision"]["sealed_action"] == other
    assert bob.decide(bob.view(table)).status_code == 200
    late = ada.decide(before)
    assert late.json()["code"] == "decision-closed"
    assert late.json()["recorded"] == other


def test_the_view_s_etag(ada: Guest, bob: Guest, stranger: Guest) -> None:
    table = ada.create(seats=2)["id"]
    path = f"{TABLES}/{table}/view"
    first = ada.http.get(path)
    same = ada.http.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", first.headers["ETag"])
    weak = ada.http.get(path, headers={"If-None-Match": f'"x", W/{first.headers["ETag"]}'})
    assert weak.status_code == 304
    assert ada.http.get(path, headers={"If-None-Match": '"x"'}).status_code == 200
    assert stranger.http.get(path).headers["ETag"] != first.headers["ETag"]
    bob.http.post(f"/v1/tables/{table}/seats")
    assert ada.http.get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 200
    for answer in (first, same):
        assert answer.headers["Vary"] == "Authorization"
        assert answer.headers["Cache-Control"] == "private, no-cache"


def test_waiting_for_an_event_ends_when_there_is_one(ada: Guest, bob: Guest) -> None:
    table = ada.create(seats=2)["id"]
    events = f"/v1/tables/{table}/events"
    last = ada.http.get(events).json()["next"]
    assert ada.http.get(events, params={"after": last, "wait": 0.05}).status_code == 204
    with httpx.Client(base_url=ada.http.base_url, timeout=60) as slow:
        bob.http.post(f"/v1/tables/{table}/seats")
        answer = slow.get(events, params={"after": last, "wait": 30})
    assert [event["code"] for event in answer.json()["items"]] == ["seated"]


def test_the_lobby_has_pages(ada: Guest, stranger: Guest) -> None:
    made = [ada.create(private=place == 0)["id"] for place in range(4)]
    mine, cursor = [], None
    while True:
        query = {"mine": "true", "limit": "3", **({"cursor": cursor} if cursor else {})}
        page = ada.http.get("/v1/tables", params=query).json()
        mine += [table["id"] for table in page["items"]]
        cursor = page.get("next")
        if cursor is None:
            break
    assert sorted(mine) == sorted(made)
    listed = stranger.http.get("/v1/tables", params={"status": "waiting", "limit": 100}).json()["items"]
    assert {table["id"] for table in listed} & set(made) == set(made[1:])


def to_sealed(ada: Guest, bob: Guest, table: str) -> dict[str, Any]:
    """Both pass until cards are to be passed, which is sealed. Returns Ada's view."""

    def step() -> dict[str, Any] | None:
        for guest in (ada, bob):
            view = guest.view(table)
            decision = view.get("decision")
            if decision and decision["sealed"]:
                return ada.asked(table)
            if decision:
                guest.decide(view)
        return None

    return until("a sealed decision", step)


def another(view: dict[str, Any]) -> dict[str, Any]:
    """A move that names other cards than the sealed one."""
    decision = view["decision"]
    sealed, field = decision["sealed_action"], decision["choices"][0]["fields"][0]
    cards = [card for card in field["from"] if card not in sealed["cards"]][: field["min"]]
    replaced: dict[str, Any] = {**sealed, "cards": cards}
    return replaced
