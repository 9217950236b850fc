"""What others can fetch does not depend on what a seat has sealed: bodies, ETags and lengths are equal."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tests.service.api.test_game import another, to_sealed
from tests.support.guests import TABLES, Guest

pytestmark = pytest.mark.server


def fetched(guest: Guest, table: str) -> list[Any]:
    """Everything that a guest can read of a table: status, headers that may tell, and bytes."""
    paths = [
        f"{TABLES}/{table}/view",
        f"/v1/tables/{table}",
        f"/v1/tables/{table}/events",
        f"/v1/tables/{table}/record",
    ]
    answers = [guest.http.get(path) for path in paths]
    told = ("ETag", "Content-Length", "Content-Type", "Cache-Control", "Vary")
    return [(each.status_code, [each.headers.get(name) for name in told], each.content) for each in answers]


@pytest.fixture
def sealed(ada: Guest, bob: Guest) -> tuple[str, dict[str, Any]]:
    """A table where Ada has sealed the cards that she passes and Bob has not, and Ada's view."""
    table = ada.create(seats=2)["id"]
    bob.http.post(f"/v1/tables/{table}/seats")
    ada.start(table)
    bob.start(table)
    view = to_sealed(ada, bob, table)
    assert ada.decide(view).status_code == 202
    return table, ada.view(table)


def test_replacing_a_sealed_move_changes_nothing_for_others(
    sealed: tuple[str, dict[str, Any]], ada: Guest, bob: Guest, stranger: Guest
) -> None:
    table, view = sealed
    before = {name: fetched(guest, table) for name, guest in (("bob", bob), ("stranger", stranger))}
    own = fetched(ada, table)
    assert ada.decide(view, another(view)).status_code == 202
    assert fetched(bob, table) == before["bob"]
    assert fetched(stranger, table) == before["stranger"]
    assert fetched(ada, table) != own, "the seat itself sees its new move"


def test_an_etag_from_before_still_holds_for_others(sealed: tuple[str, dict[str, Any]], ada: Guest, bob: Guest) -> None:
    table, view = sealed
    path = f"{TABLES}/{table}/view"
    bobs, adas = (guest.http.get(path).headers["ETag"] for guest in (bob, ada))
    ada.decide(view, another(view))
    assert bob.http.get(path, headers={"If-None-Match": bobs}).status_code == 304
    assert ada.http.get(path, headers={"If-None-Match": adas}).status_code == 200


def test_two_tables_that_differ_only_in_sealed_cards_look_alike(ada: Guest, bob: Guest) -> None:
    """The same seed, the same moves, another card sealed: the opponent's bytes differ by the table's id alone."""
    seen = []
    for other in (False, True):
        table = ada.create(seats=2, practice_seed="twins")["id"]
        bob.http.post(f"/v1/tables/{table}/seats")
        ada.start(table)
        bob.start(table)
        view = to_sealed(ada, bob, table)
        assert ada.decide(view).status_code == 202
        if other:
            sealed = ada.view(table)
            assert ada.decide(sealed, another(sealed)).status_code == 202
        answer = bob.http.get(f"{TABLES}/{table}/view")
        state, decision = answer.json(), answer.json()["decision"]
        assert state.pop("turn")["deadline"] == decision["deadline"], "one deadline for all"
        took = {name: datetime.fromisoformat(decision.pop(name)) for name in ("opened_at", "deadline")}
        decision["time"] = took["deadline"] - took["opened_at"]
        del state["table"], state["decision"]
        seen.append((state, decision, answer.headers["Content-Length"], answer.headers["ETag"].replace(table, "")))
    assert seen[0] == seen[1]


def test_a_private_table_is_like_none(ada: Guest, bob: Guest, stranger: Guest) -> None:
    """Status, code, headers and the length of the answer, whatever is asked, whoever asks."""
    table = ada.create(private=True)["id"]
    nothing = table[:2] + "".join(reversed(table[2:]))
    for guest in (bob, stranger):
        for path in ("/v1/tables/{}", "/v1/tables/{}/events", "/v1/tables/{}/record", f"{TABLES}/{{}}/view"):
            hidden, missing = (guest.http.get(path.format(each)) for each in (table, nothing))
            assert hidden.json()["code"] == "no-such-table"
            assert _alike(hidden.json(), table) == _alike(missing.json(), nothing)
            assert hidden.headers["Content-Length"] == missing.headers["Content-Length"]
    for path in ("seats", "start"):
        hidden, missing = (bob.http.post(f"/v1/tables/{each}/{path}") for each in (table, nothing))
        assert hidden.json()["code"] == "no-such-table"
        assert _alike(hidden.json(), table) == _alike(missing.json(), nothing)
    put = {"action": {"type": "pass_bid"}}
    hidden, missing = (bob.http.put(f"{TABLES}/{each}/seats/0/decisions/0", json=put) for each in (table, nothing))
    assert _alike(hidden.json(), table) == _alike(missing.json(), nothing)


def _alike(problem: dict[str, Any], table: str) -> dict[str, Any]:
    return {key: str(value).replace(table, "T") for key, value in problem.items() if key != "request_id"}
