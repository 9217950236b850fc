"""A store that is stopped, slow, dropped or restarted under a whole server: 503 in time, and no wrong answer."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from openingbell.api import create_app
from openingbell.settings import Settings
from openingbell.store import link
from openingbell.wiring import services
from tests.support.guests import TABLES, Guest
from tests.support.redis_server import RedisServer
from tests.support.supervised import Server
from tests.support.waiting import until

pytestmark = pytest.mark.server

BOUND_S: Final = 2 * (link.ALLOWANCE_S + link.CONNECT_TIMEOUT_S + link.ANSWER_TIMEOUT_S)
"""How long a client here waits for an answer before that is a failure; twice what a request may take of the store."""


@pytest.fixture(scope="module")
def store() -> Iterator[RedisServer]:
    server = RedisServer()
    yield server
    server.close()


@pytest.fixture(scope="module")
def url(store: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("stopped"), {"REDIS_URL": store.url}) as server:
        yield server.url


@pytest.fixture
def ada(url: str) -> Iterator[Guest]:
    with Guest(url) as guest:
        guest.http.timeout = httpx.Timeout(BOUND_S)
        yield guest.register("Ada")


@contextmanager
def stopped(store: RedisServer) -> Iterator[None]:
    assert store._process is not None
    store._process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        store._process.send_signal(signal.SIGCONT)


def begun(guest: Guest) -> dict[str, Any]:
    """The view of a table in which the guest owes a decision."""
    table = guest.create(seats=2, bots=["random"])["id"]
    guest.start(table)
    return guest.asked(table)


def unavailable(answer: httpx.Response) -> bool:
    return (
        answer.status_code == 503
        and answer.json()["code"] == "store-unavailable"
        and answer.headers.get("Retry-After") == "1"
    )


def counted(guest: Guest, view: dict[str, Any]) -> list[Any]:
    """What the finished record has as the view's decision."""
    table, seat, n = view["table"], view["seat"], view["decision"]["n"]
    while (now := guest.asked(table))["status"] != "finished":
        guest.decide(now)
    entries = guest.http.get(f"/v1/tables/{table}/record").json()["entries"]
    return [
        each["action"]
        for each in entries
        if (each["seat"], each["n"]) == (seat, n) and each["action"]["type"] not in ("sit", "ready")
    ]


def test_a_stopped_store_is_503_in_time_for_everybody_and_nothing_counts_twice(ada: Guest, store: RedisServer) -> None:
    view = begun(ada)
    action = view["decision"]["default"]
    with stopped(store):

        def ask(number: int) -> httpx.Response:
            with ada.another() as guest:
                guest.http.headers = ada.http.headers
                guest.http.timeout = httpx.Timeout(BOUND_S)
                if number % 3 == 0:
                    return guest.decide(view, action)
                if number % 3 == 1:
                    return guest.http.get(f"{TABLES}/{view['table']}/view")
                return guest.http.get(f"/v1/tables/{view['table']}/events", params={"after": view["seq"], "wait": 20})

        with ThreadPoolExecutor(48) as pool:
            answers = list(pool.map(ask, range(48)))
        assert all(map(unavailable, answers)), [answer.text for answer in answers if not unavailable(answer)]
        # Threads that hang would keep this from being answered.
        assert ada.http.get("/healthz").status_code == 200
        ready = ada.http.get("/readyz")
        assert (ready.status_code, ready.json()["checks"]["redis"]["ok"]) == (503, False)
    until("an answer", lambda: ada.decide(view, action).status_code == 200)
    assert counted(ada, view) == [action]


def test_a_store_that_only_answers_now_and_then_gives_no_wrong_answer(ada: Guest, store: RedisServer) -> None:
    assert store._process is not None
    slow, process = threading.Event(), store._process

    def slow_down() -> None:
        while not slow.is_set():
            process.send_signal(signal.SIGSTOP)
            slow.wait(0.9)
            process.send_signal(signal.SIGCONT)
            slow.wait(0.02)

    view = begun(ada)
    thread = threading.Thread(target=slow_down)
    thread.start()
    try:
        made = 0
        while made < 3 and view["status"] != "finished":
            answer = ada.decide(view)
            if not unavailable(answer):
                assert answer.status_code in (200, 202), answer.text
                assert answer.json()["action"] == view["decision"]["default"]
                made += 1
                view = until("the next decision", partial(_asked, ada, view["table"]))
    finally:
        slow.set()
        thread.join()
    assert counted(ada, view) == [view["decision"]["default"]]


def _asked(guest: Guest, table: str) -> dict[str, Any] | None:
    answer = guest.http.get(f"{TABLES}/{table}/view")
    if unavailable(answer):
        return None
    view: dict[str, Any] = answer.json()
    return view if view.get("decision") else None


def test_dropped_connections_are_not_noticed(ada: Guest, store: RedisServer) -> None:
    view = begun(ada)
    with store.client() as client:
        for _ in range(5):
            client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
            assert ada.http.get(f"{TABLES}/{view['table']}/view").status_code == 200
        client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    assert ada.decide(view).status_code == 200
    assert counted(ada, view) == [view["decision"]["default"]]


def test_a_restarted_store_is_503_until_it_is_back(ada: Guest, store: RedisServer) -> None:
    view = begun(ada)
    store.kill()
    assert unavailable(ada.decide(view))
    assert unavailable(ada.http.get(f"{TABLES}/{view['table']}/view"))
    store.start()
    assert ada.decide(view).status_code == 200
    assert counted(ada, view) == [view["decision"]["default"]]


def test_a_server_that_hangs_holds_one_thread_and_a_request_has_its_allowance() -> None:
    """The two bounds themselves, against a server that takes connections and says nothing."""
    server = RedisServer()
    try:
        connection = link.Link(server.url)
        with connection.guarded() as client:
            client.ping()
        began, held = threading.Event(), []

        def ask() -> None:
            began.set()
            with pytest.raises(link.Refused), connection.guarded() as client:
                client.ping()
            held.append(time.monotonic())

        with stopped(server):
            ask()
            began.clear()
            probing = threading.Thread(target=ask)
            probing.start()
            assert began.wait(10)
            until("the one that tries", connection._trying.locked)
            for _ in range(50):
                with pytest.raises(link.Refused), connection.guarded():
                    raise AssertionError("asked a server that hangs")
            assert len(held) == 1, "the others refused while one was trying"
            probing.join()
        with connection.guarded() as client:
            assert client.ping()
        connection.begin_request()
        connection._waited.s = link.ALLOWANCE_S
        with pytest.raises(link.Refused), connection.guarded():
            raise AssertionError("asked beyond the allowance")
        connection.begin_request()
        with connection.guarded() as client:
            assert client.ping()
    finally:
        server.close()


def test_every_request_has_an_allowance_of_its_own(store: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = services(Settings(redis_url=store.url))
    client = create_app(parts).test_client()
    listing = parts.tables.listing

    def slowly(*args: Any, **how: Any) -> Any:
        parts.link._waited.s += link.ALLOWANCE_S
        return listing(*args, **how)

    assert client.get("/v1/tables").status_code == 200
    with monkeypatch.context() as slow:
        slow.setattr(parts.tables, "listing", slowly)
        assert client.get("/v1/tables").status_code == 503
    assert client.get("/v1/tables").status_code == 200


def test_the_bounds_are_what_the_documentation_says() -> None:
    text = (Path(__file__).resolve().parents[3] / "docs" / "storage.md").read_text()
    assert f"{link.CONNECT_TIMEOUT_S:.0f} s, {link.ANSWER_TIMEOUT_S:.0f} s" in text
    assert f"{link.ALLOWANCE_S:.0f} s" in text
