"""What the server allows: published at one address, held to, and never in the way of a good move."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from openingbell.api import limits
from openingbell.rates import BUCKETS
from openingbell.settings import Settings
from tests.support.guests import TABLES, Guest
from tests.support.supervised import Server
from tests.support.waiting import until

pytestmark = pytest.mark.server
ROOT = Path(__file__).parents[3]
OPEN_TABLES = 4
THREADS = 8
WAITING = THREADS * 3 // 4
OF_ONE = WAITING // 2
BATCH = 100
HELD = {each.name: each.requests for each in BUCKETS}
STRICT = {
    "OPENINGBELL_RATES": "1",
    "OPENINGBELL_OPEN_TABLES": str(OPEN_TABLES),
    "OPENINGBELL_API_PROCESSES": "1",
    "OPENINGBELL_API_THREADS": str(THREADS),
}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind one proxy, with the limits that a server has, in one process, which counts for itself."""
    with Server(tmp_path_factory.mktemp("strict"), {**STRICT, "OPENINGBELL_PROXIES": "1"}) as running:
        yield running


@pytest.fixture(scope="module")
def nobody(strict: Server) -> Iterator[Guest]:
    """A stranger."""
    with Guest(strict.url) as guest:
        yield guest


@contextmanager
def player(nobody: Guest) -> Iterator[Guest]:
    with nobody.another() as guest:
        yield guest.register()


@pytest.fixture
def ada(nobody: Guest) -> Iterator[Guest]:
    with player(nobody) as guest:
        yield guest


@pytest.fixture
def bob(nobody: Guest) -> Iterator[Guest]:
    with player(nobody) as guest:
        yield guest


def came_from(guest: Guest, said: str) -> httpx.Response:
    return guest.http.post("/v1/players", json={"name": "Ada"}, headers={"X-Forwarded-For": said})


def standing(answer: httpx.Response) -> tuple[str, int, int]:
    """The bucket that the answer names last, what is left in it, and for how many seconds."""
    match = re.search(r'"([a-z]+)";r=(\d+);t=(\d+)$', answer.headers["RateLimit"])
    assert match, answer.headers["RateLimit"]
    return match[1], int(match[2]), int(match[3])


def flood(guest: Guest, method: str, path: str) -> None:
    """Ask until it is too often: many requests behind each other on one connection, since there are so many to send."""
    url = urlsplit(str(guest.http.base_url))
    token = guest.http.headers["Authorization"]
    request = f"{method} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\nContent-Length: 0\r\n\r\n".encode()
    with socket.create_connection((url.hostname, url.port or 80), timeout=60) as connection:
        answers = b""
        while b"HTTP/1.1 429 " not in answers:
            connection.sendall(request * BATCH)
            answers = b""
            while answers.count(b"HTTP/1.1 ") < BATCH:
                answers += connection.recv(1 << 20)


def limited(answer: httpx.Response, code: str = "rate-limited") -> dict[str, Any]:
    problem: dict[str, Any] = answer.json()
    assert (answer.status_code, problem["code"]) == (429, code), answer.text
    assert int(answer.headers["Retry-After"]) >= max(1, standing(answer)[2])
    return problem


def test_the_limits_are_published_as_they_are_held(nobody: Guest) -> None:
    found = nobody.http.get("/v1/limits").json()
    held = Settings.read({**STRICT, "OPENINGBELL_PROXIES": "1"})
    assert found == limits.published(held)
    values = {each["name"]: each["value"] for each in found["items"]}
    assert (values["open_tables"], values["waiting"], values["waiting_player"]) == (OPEN_TABLES, WAITING, OF_ONE)
    assert {each["name"]: each["requests"] for each in found["rates"]} == HELD


def test_the_page_shows_what_holds_where_nothing_is_set() -> None:
    assert limits.markdown() in (ROOT / "docs" / "limits.md").read_text()


def test_every_operation_says_how_one_stands_except_for_probes(nobody: Guest, ada: Guest) -> None:
    for path in ("/v1/games", "/v1/tables", "/v1/limits", "/docs", "/openapi.json", "/v1/tables/none"):
        answer = nobody.http.get(path)
        assert standing(answer)[0] == "reading", path
        assert answer.headers["RateLimit-Policy"] == f'"reading";q={HELD["reading"]};w=60'
    for path in ("/healthz", "/readyz"):
        assert "RateLimit" not in nobody.http.get(path).headers
    table = ada.create(bots=["greedy"])["id"]
    assert standing(ada.http.get(f"/v1/tables/{table}/events"))[0] == "following"
    assert standing(ada.http.post(f"/v1/tables/{table}/start"))[0] == "writing"
    view = ada.asked(table)
    assert standing(ada.decide(view)) == ("moves", HELD["moves"], 0), "a good move is not counted"
    assert standing(ada.decide(view)) == ("moves", HELD["moves"] - 1, 1), "a repeat is"


def test_a_token_that_is_none_counts_for_the_address(nobody: Guest) -> None:
    headers = {"Authorization": "Bearer ob_no", "X-Forwarded-For": "192.0.2.40"}
    left = [standing(nobody.http.get("/v1/tables", headers=headers))[1] for _ in range(2)]
    assert left == [HELD["reading"] - 1, HELD["reading"] - 2]


def test_registering_is_counted_by_the_address_that_the_proxy_names(nobody: Guest) -> None:
    for left in reversed(range(HELD["registering"])):
        answer = came_from(nobody, f"10.0.0.{left % 250}, 192.0.2.1")
        assert answer.status_code == 201
    assert standing(answer)[1] <= 1
    while answer.status_code == 201:
        answer = came_from(nobody, "192.0.2.1")
    assert limited(answer)["bucket"] == "registering"
    assert came_from(nobody, "192.0.2.2").status_code == 201
    limited(came_from(nobody, "192.0.2.2, 192.0.2.1"))


def test_a_network_of_the_new_protocol_is_one_caller(nobody: Guest) -> None:
    left = [standing(came_from(nobody, f"2001:db8:1:2:{host}::1"))[1] for host in (1, 2, 3)]
    assert left == [HELD["registering"] - each for each in (1, 2, 3)]
    assert standing(came_from(nobody, "2001:db8:1:3::1"))[1] == HELD["registering"] - 1
    mapped = [standing(came_from(nobody, said))[1] for said in ("::ffff:192.0.2.77", "192.0.2.77")]
    assert mapped == [HELD["registering"] - 1, HELD["registering"] - 2]


def test_without_a_proxy_nobody_chooses_their_address(tmp_path: Path) -> None:
    with Server(tmp_path / "direct", STRICT) as server, Guest(server.url) as guest:
        left = [standing(came_from(guest, f"192.0.2.{host}"))[1] for host in (1, 2, 3)]
    assert left == [HELD["registering"] - each for each in (1, 2, 3)]


def test_where_nothing_is_counted(tmp_path: Path) -> None:
    with Server(tmp_path / "free", {**STRICT, "OPENINGBELL_RATES": "0"}) as server, Guest(server.url) as guest:
        assert guest.http.get("/v1/limits").json()["rates"] == []
        assert "RateLimit" not in guest.http.get("/v1/games").headers


def test_a_good_move_is_taken_whatever_its_player_has_done(ada: Guest) -> None:
    table = ada.create(bots=["greedy"], practice_seed="limits", options={"short": True})["id"]
    ada.start(table)
    view = ada.asked(table)
    assert ada.decide(view, n=999).status_code == 409
    flood(ada, "HEAD", "/v1/tables/none")
    flood(ada, "PUT", f"{ada.path(table)}/seats/{view['seat']}/decisions/999")
    while (answer := ada.decide(view, n=999)).status_code != 429:
        assert answer.status_code == 409
    assert limited(answer)["bucket"] == "moves"

    def seen(table: str) -> Any:
        answer = ada.http.get(f"{ada.path(table)}/view")
        return answer.json() if answer.status_code == 200 else None

    taken = 0
    while view["status"] == "running":
        if "decision" in view and not view["decision"]["revisable"]:
            answer = ada.decide(view)
            assert answer.status_code in (200, 202), answer.text
            view = answer.json()["view"]
            taken += 1
        else:
            view = until("a view again", lambda: seen(table))
    assert taken > 5


def test_illegal_tries_are_bounded_and_nobody_else_s_business(ada: Guest, bob: Guest) -> None:
    table = ada.create(seats=2)["id"]
    bob.http.post(f"/v1/tables/{table}/seats")
    for guest in (ada, bob):
        guest.start(table)
    guest, other = (ada, bob) if ada.asked_or_over(table, bob) and "decision" in ada.view(table) else (bob, ada)
    view = guest.view(table)

    def seen() -> Any:
        answers = [who.http.get(f"{who.path(table)}/view") for who in (guest, other)]
        events = [who.http.get(f"/v1/tables/{table}/events").content for who in (guest, other)]
        return [(answer.content, answer.headers["ETag"]) for answer in answers], events

    before = seen()
    for _ in range(HELD["tries"]):
        assert guest.decide(view, {"type": "bid", "amount": 99}).status_code == 422
    problem = limited(guest.decide(view, {"type": "bid", "amount": 99}), "too-many-tries")
    assert problem["n"] == view["decision"]["n"]
    assert "choices" not in problem
    assert seen() == before
    assert guest.decide(view, {"type": "bid", "amount": 1}).status_code == 200
    view = other.asked(table)
    assert other.decide(view, {"type": "bid", "amount": 99}).status_code == 422, "everybody's tries are their own"


def test_a_player_has_only_so_many_unfinished_tables(ada: Guest, bob: Guest) -> None:
    body = {"seats": 2, "practice_seed": "limits"}
    key = {"Idempotency-Key": "the first"}
    first = ada.http.post(TABLES, json=body, headers=key).json()["id"]
    mine = ada.create(join=False)["id"]
    for _ in range(OPEN_TABLES - 2):
        bobs = bob.create(seats=2)["id"]
        assert ada.http.post(f"/v1/tables/{bobs}/seats").status_code == 201
    another = bob.create(seats=2)["id"]

    def refused(answer: httpx.Response) -> bool:
        return (answer.status_code, answer.json()["code"]) == (409, "too-many-tables")

    assert refused(ada.http.post(TABLES, json=body))
    assert refused(ada.http.post(TABLES, json=body, headers={"Idempotency-Key": "the next"}))
    assert refused(ada.http.post(f"/v1/tables/{another}/seats"))
    again = ada.http.post(TABLES, json=body, headers=key)
    assert (again.status_code, again.json()["id"]) == (200, first), "a repeat is answered"
    assert ada.http.post(f"/v1/tables/{bobs}/seats").status_code == 200, "and so is this one"
    assert ada.http.post(f"/v1/tables/{mine}/seats").status_code == 201, "the table is hers already"
    ada.start(mine, fill="greedy")
    while (view := ada.asked(mine))["status"] != "finished":
        assert ada.decide(view).status_code in (200, 202)
    assert ada.http.post(f"/v1/tables/{another}/seats").status_code == 201


def test_a_process_full_of_waiting_requests_still_takes_moves(ada: Guest, bob: Guest) -> None:
    table = ada.create(bots=["greedy"])["id"]
    ada.start(table)
    view = ada.asked(table)
    quiet = ada.create(seats=2)
    path = f"{quiet['links']['events']}?after={ada.view(quiet['id'])['seq']}&wait="

    def wait(guest: Guest) -> None:
        """Until there is something; a place that somebody else has had just before may be refused at first."""
        while guest.http.get(f"{path}30").status_code == 503:
            pass

    def full(guest: Guest) -> bool:
        return guest.http.get(f"{path}0.01").status_code == 503

    def crowd(guest: Guest) -> list[threading.Thread]:
        threads = [threading.Thread(target=wait, args=(guest,), daemon=True) for _ in range(OF_ONE)]
        for thread in threads:
            thread.start()
        until("as many as may wait", lambda: full(guest))
        return threads

    waiting = crowd(ada)
    assert not full(bob), "one player does not fill a process"
    waiting += crowd(bob)
    with ada.another() as stranger:
        problem = stranger.http.get(f"{path}25")
        assert (problem.status_code, problem.json()["code"]) == (503, "too-many-waiting")
        assert problem.headers["Retry-After"]
        assert stranger.http.get(path.partition("&")[0]).status_code == 204, "who does not wait is answered"
    for _ in range(5):
        assert ada.decide(view).status_code in (200, 202)
        view = ada.asked(table)
    assert all(thread.is_alive() for thread in waiting)
    bob.http.post(quiet["links"]["seats"])
    for thread in waiting:
        thread.join()
