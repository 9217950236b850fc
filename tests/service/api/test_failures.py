"""What clients get when it is not their fault: a lost store, a bug, too many who wait."""

from __future__ import annotations

import ast
import logging
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

import openingbell
from openingbell.api import DOCUMENT, problems, spec
from tests.support.conformance import Document
from tests.support.guests import Guest
from tests.support.waiting import until

SERVICE = Path(openingbell.__file__).parent


@pytest.fixture
def app() -> Flask:
    """The real application; its store cannot be reached."""
    return spec.app()


def test_without_a_store_everything_that_needs_it_is_503(app: Flask) -> None:
    document = Document(app.extensions[DOCUMENT].value)
    client = app.test_client()
    token = {"Authorization": "Bearer ob_" + "x" * 43}
    for method, path, body in (
        ("GET", "/v1/tables", None),
        ("GET", "/v1/players/me", None),
        ("POST", "/v1/players", {"name": "Ada"}),
        ("PUT", "/v1/games/bull_market/tables/00abcdefgh/seats/0/decisions/0", {"action": {"type": "pass_bid"}}),
    ):
        answer = client.open(path, method=method, json=body, headers=token if path != "/v1/players" else {})
        assert answer.status_code == 503, path
        problem = answer.get_json()
        assert problem["code"] == "store-unavailable"
        assert answer.headers["Retry-After"] == "1"
        operation = document.operation(method, path)
        assert operation is not None
        schema = operation["responses"]["503"]["content"]["application/problem+json"]["schema"]
        document.validator(schema).validate(problem)


def test_without_a_store_the_process_is_alive_but_not_ready(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "not-ready")
    assert answer.get_json()["checks"]["redis"]["ok"] is False
    assert client.get("/v1/games").status_code == 200


FOR_GOOD = {"table-damaged", "rules-not-installed"}
"""What is 503 and does not pass by itself."""


def test_whatever_may_pass_says_when_to_ask_again(app: Flask) -> None:
    @app.get("/fails/<code>")
    def fails(code: str) -> Any:
        raise problems.Problem(code)

    passing = {code for code, kind in problems.TABLE.items() if kind.status in (429, 503)}
    assert passing > {"busy", "store-unavailable", "too-many-waiting", "not-ready", "rate-limited"}
    client = app.test_client()
    said = {code for code in problems.TABLE if client.get(f"/fails/{code}").headers.get("Retry-After") == "1"}
    assert said == passing - FOR_GOOD


def test_a_bug_is_logged_and_shows_nothing(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    @app.get("/bug")
    def bug() -> Any:
        raise RuntimeError("the secret is 42")

    with caplog.at_level(logging.ERROR):
        answer = app.test_client().get("/bug", headers={"X-Request-Id": "r-1"})
    assert (answer.status_code, answer.content_type) == (500, "application/problem+json")
    assert answer.get_json()["code"] == "internal-error"
    assert "secret" not in answer.get_data(as_text=True)
    assert "r-1" in caplog.text
    assert "the secret is 42" in caplog.text


def test_every_code_that_the_services_refuse_with_has_a_problem() -> None:
    codes = set()
    for file in SERVICE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.Call(func=ast.Name("Refused" | "DecisionOver" | "Problem"), args=[ast.Constant(code), *_]):
                    codes.add(code)
    assert len(codes) > 15
    assert codes <= set(problems.TABLE)


@pytest.mark.server
def test_who_hangs_up_waits_no_longer(ada: Guest) -> None:
    """Abandoned requests hold their places for a moment, not for the rest of the time that they asked for."""
    table = ada.create(seats=2)["id"]
    events = f"/v1/tables/{table}/events"
    last = ada.http.get(events).json()["next"]
    address = urlsplit(str(ada.http.base_url))
    token = f"Authorization: {ada.http.headers['Authorization']}"
    with ExitStack() as stack:
        for _ in range(60):
            connection = stack.enter_context(socket.create_connection((address.hostname, address.port or 80)))
            connection.sendall(f"GET {events}?after={last}&wait=30 HTTP/1.1\r\nHost: x\r\n{token}\r\n\r\n".encode())
        wait: Callable[[], int] = lambda: ada.http.get(events, params={"after": last, "wait": 0.01}).status_code  # noqa: E731
        until("all places taken", lambda: {wait() for _ in range(5)} == {503})
    until("room to wait", lambda: {wait() for _ in range(5)} == {204}, within_s=15)


@pytest.mark.server
def test_those_who_wait_leave_room_for_those_who_play(ada: Guest, bob: Guest) -> None:
    table = ada.create(seats=2)["id"]
    last = ada.http.get(f"/v1/tables/{table}/events").json()["next"]

    def wait(_: int) -> Any:
        with ada.another() as guest:
            return guest.http.get(f"/v1/tables/{table}/events", params={"after": last, "wait": 20})

    with ThreadPoolExecutor(60) as pool:
        waiting = [pool.submit(wait, number) for number in range(60)]
        # A process refuses before all its threads wait, so this is answered while they do.
        refused = next(each.result() for each in as_completed(waiting) if each.result().status_code == 503)
        assert bob.http.post(f"/v1/tables/{table}/seats").status_code == 201
        answers = [each.result() for each in waiting]
    assert refused.json()["code"] == "too-many-waiting"
    assert refused.headers["Retry-After"] == "1"
    assert {answer.status_code for answer in answers} == {200, 503}
