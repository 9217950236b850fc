"""A negotiation over HTTP: everybody at once, and who comes too late is told what changed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.guests import Guest
from tests.support.waiting import until

pytestmark = pytest.mark.server

TABLES = "/v1/games/panic_on_wall_street/tables"


def look(guest: Guest, table: str) -> dict[str, Any]:
    answer = guest.http.get(f"{TABLES}/{table}/view")
    assert answer.status_code == 200, answer.text
    view: dict[str, Any] = answer.json()
    return view


def act(guest: Guest, table: str, **action: Any) -> Any:
    view = look(guest, table)
    path = f"{TABLES}/{table}/seats/{view['seat']}/decisions/{view['decision']['n']}"
    return guest.http.put(path, json={"action": action})


@pytest.fixture
def table(ada: Guest, bob: Guest) -> str:
    """Three seats, everybody manager and investor: Ada, Bob, and a bot, whose offers wake nobody who is done."""
    options = {"negotiation_s": 600, "private_offers": True}
    order = {"seats": 3, "practice_seed": "tests", "bots": [], "options": options}
    made = ada.http.post(TABLES, json=order).json()
    name = str(made["id"])
    assert bob.http.post(f"/v1/tables/{name}/seats", json={"seat": 1}).status_code == 201
    ada.start(name, fill="greedy")
    bob.start(name)
    until("the negotiation", lambda: look(ada, name)["turn"]["kind"] == "negotiate")
    return name


def test_an_offer_that_changed_is_a_conflict_that_says_what_changed(ada: Guest, bob: Guest, table: str) -> None:
    view = look(ada, table)
    tile = next(each["tile"] for each in view["state"]["companies"] if each["owner"] == 0)
    offer = {"type": "propose", "tile": tile, "investor": 1, "terms": "open"}
    assert act(bob, table, **offer, price=30).status_code == 200
    assert act(bob, table, **offer, price=25).status_code == 200
    name = f"{tile}-1-investor-open"
    late = act(ada, table, type="accept", offer=name, price=30)
    problem = late.json()
    assert (late.status_code, problem["code"], problem["reason"]) == (409, "offer-changed", "offer-changed")
    assert (problem["pointer"], problem["ruling"]) == ("/action/price", "PWS-09")
    accept = next(each for each in problem["choices"] if each["type"] == "accept")
    price = next(each for each in accept["fields"] if each["name"] == "price")
    row = next(row for row in price["table"] if row["value"] == name)
    assert row["domain"]["values"] == [25]
    assert act(ada, table, type="accept", offer=name, price=25).status_code == 200
    gone = act(ada, table, type="accept", offer=name, price=25)
    assert (gone.status_code, gone.json()["reason"]) == (409, "offer-changed")
    assert act(ada, table, **{**offer, "investor": 1}, price=7).json()["code"] == "illegal-action"


def test_the_view_says_when_the_bell_rings_and_who_need_not_act(ada: Guest, bob: Guest, table: str) -> None:
    before = look(bob, table)
    assert before["turn"]["mode"] == "free"
    assert before["decision"]["deadline"] == before["turn"]["ends_at"]
    assert before["decision"]["default"] == {"type": "done"}
    assert act(bob, table, type="done").status_code == 200
    view = look(bob, table)
    assert 1 in view["turn"]["optional"]
    assert view["turn"]["ends_at"] == before["turn"]["ends_at"]
    assert view["decision"]["optional"] is True
    assert "default" not in view["decision"]
    assert all(choice["type"] != "done" for choice in view["decision"]["choices"])
    assert 0 not in look(ada, table)["turn"]["optional"]
