"""Many requests at the same moment, over HTTP and so through several processes: each thing happens once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import httpx
import pytest

from tests.service.api.test_game import another, to_sealed
from tests.support.guests import TABLES, Guest

pytestmark = pytest.mark.server

ROUNDS = 50
MOST_AT_ONCE = 8


@pytest.fixture(scope="module")
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(MOST_AT_ONCE) as threads:
        yield threads


def together(pool: ThreadPoolExecutor, calls: list[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """All of these requests, sent when every thread is ready to send."""
    gate = Barrier(len(calls), timeout=60)

    def sent(call: Callable[[], httpx.Response]) -> httpx.Response:
        gate.wait()
        return call()

    return list(pool.map(sent, calls))


def seated(ada: Guest, bob: Guest, **order: Any) -> str:
    table: str = ada.create(seats=2, **order)["id"]
    bob.http.post(f"/v1/tables/{table}/seats")
    ada.start(table)
    bob.start(table)
    return table


def codes(ada: Guest, table: str) -> list[str]:
    items = ada.http.get(f"/v1/tables/{table}/events").json()["items"]
    return [event["code"] for event in items]


def test_two_seats_that_seal_at_once_never_meet_a_conflict(ada: Guest, bob: Guest, pool: ThreadPoolExecutor) -> None:
    """Fifty times, through both API processes."""
    rounds = 0
    while rounds < ROUNDS:
        table = seated(ada, bob, practice_seed=f"sealed {rounds}")
        while rounds < ROUNDS and ada.asked_or_over(table, bob) == "running":
            views = {guest: guest.view(table) for guest in (ada, bob)}
            owing = [guest for guest, view in views.items() if "decision" in view]
            if len(owing) == 2 and views[ada]["decision"]["sealed"]:
                answers = together(pool, [lambda g=g, v=view: g.decide(v) for g, view in views.items()])
                assert {answer.status_code for answer in answers} <= {200, 202}, [a.text for a in answers]
                assert 200 in {answer.status_code for answer in answers}, "the last one resolves the step"
                assert not any(answer.json()["replayed"] for answer in answers)
                rounds += 1
            else:
                assert owing[0].decide(views[owing[0]]).status_code == 200


def test_of_several_replacements_at_once_one_counts_and_each_is_answered(
    ada: Guest, bob: Guest, pool: ThreadPoolExecutor
) -> None:
    table = seated(ada, bob)
    view = to_sealed(ada, bob, table)
    assert ada.decide(view).status_code == 202
    actions = [view["decision"]["default"], another(ada.view(table))]
    calls = [lambda a=actions[place % 2]: ada.decide(view, a) for place in range(MOST_AT_ONCE)]
    answers = together(pool, calls)
    assert {answer.status_code for answer in answers} == {202}
    sealed = ada.view(table)["decision"]["sealed_action"]
    assert sealed in actions
    assert ada.decide(view, sealed).json()["replayed"] is True


def test_a_replacement_while_the_last_seat_seals_counts_or_is_refused(
    ada: Guest, bob: Guest, pool: ThreadPoolExecutor
) -> None:
    outcomes = set()
    for each in range(12):
        table = seated(ada, bob, practice_seed=f"replacing {each}")
        view = to_sealed(ada, bob, table)
        bobs = bob.view(table)
        assert ada.decide(view).status_code == 202
        first, second = view["decision"]["default"], another(ada.view(table))
        replaced, last = together(pool, [lambda v=view, a=second: ada.decide(v, a), lambda v=bobs: bob.decide(v)])
        assert last.status_code == 200
        again = ada.decide(view, second)
        if replaced.status_code == 409:
            problem = replaced.json()
            assert (problem["code"], problem["recorded"]) == ("decision-closed", first)
            assert again.status_code == 409
        else:
            assert replaced.status_code in (200, 202)
            assert (again.status_code, again.json()["action"]) == (200, second)
        outcomes.add(replaced.status_code)
    assert outcomes <= {200, 202, 409}


def test_the_last_seat_is_given_once(ada: Guest, stranger: Guest, pool: ThreadPoolExecutor) -> None:
    guests = [stranger.another().register(f"Guest {number}") for number in range(MOST_AT_ONCE)]
    try:
        table = ada.create(seats=2)["id"]
        answers = together(pool, [lambda g=g: g.http.post(f"/v1/tables/{table}/seats") for g in guests])
        assert sorted(answer.status_code for answer in answers) == [201] + [409] * (MOST_AT_ONCE - 1)
        assert {a.json()["code"] for a in answers if a.status_code == 409} <= {"table-full", "table-begun"}
    finally:
        for guest in guests:
            guest.http.close()


def test_a_table_begins_once(ada: Guest, bob: Guest, pool: ThreadPoolExecutor) -> None:
    table = ada.create(seats=2)["id"]
    bob.http.post(f"/v1/tables/{table}/seats")
    start = f"/v1/tables/{table}/start"
    calls = [lambda g=(ada, bob)[place % 2]: g.http.post(start) for place in range(MOST_AT_ONCE)]
    assert {answer.status_code for answer in together(pool, calls)} == {200}
    ada.asked_or_over(table, bob)
    assert [code for code in codes(ada, table) if code in ("seated", "ready", "begun")] == [
        *("seated", "seated", "ready", "ready", "begun")
    ]


def test_filling_the_seats_and_sitting_down_at_once(ada: Guest, bob: Guest, pool: ThreadPoolExecutor) -> None:
    for _ in range(6):
        table = ada.create(seats=3)["id"]
        path = f"/v1/tables/{table}"
        filled, sat = together(
            pool,
            [
                lambda p=path: ada.http.post(f"{p}/start", json={"fill": "random"}),
                lambda p=path: bob.http.post(f"{p}/seats"),
            ],
        )
        assert filled.status_code == 200
        holders = [seat["player"]["id"] for seat in ada.http.get(path).json()["seats"] if "player" in seat]
        assert len(holders) == 3
        assert sat.status_code == (201 if bob.http.get(path).json().get("your_seat") is not None else 409)


def test_one_key_makes_one_table_however_many_ask_at_once(ada: Guest, pool: ThreadPoolExecutor) -> None:
    headers = {"Idempotency-Key": "at once"}
    post: Callable[[], httpx.Response] = lambda: ada.http.post(TABLES, json={"seats": 3}, headers=headers)  # noqa: E731
    answers = together(pool, [post] * MOST_AT_ONCE)
    assert sorted(answer.status_code for answer in answers) == [200] * (MOST_AT_ONCE - 1) + [201]
    assert len({(answer.json()["id"], answer.json()["commitment"]) for answer in answers}) == 1
