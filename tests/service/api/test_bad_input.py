"""What bad input gets: a stable code, a pointer, the ruling where the rules say no; nothing changes, nothing is a 500.

Every answer is also held to the document by the guests' client.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import pytest

from openingbell.api.bounds import DEEPEST, LONGEST_NUMBER
from openingbell.players import LONGEST_NAME
from openingbell.tables.seating import LONGEST_ENTROPY, LONGEST_SEED
from tests.service.api.test_game import to_sealed
from tests.support.guests import TABLES, Guest
from tests.support.waiting import until

pytestmark = pytest.mark.server
Bad = tuple[bytes, int, str, str | None]

MALFORMED = {
    "nothing": b"",
    "half an object": b'{"action": ',
    "two values": b"{}{}",
    "single quotes": b"{'action': 1}",
    "trailing comma": b'{"action": {"type": "pass_bid",}}',
    "not UTF-8": b'{"action": "\xff"}',
    "byte order mark": b"\xef\xbb\xbf{}",
    "NaN": b'{"action": NaN}',
    "infinity": b'{"action": -Infinity}',
    "a number out of range": b'{"action": 1e999}',
    "a number of 5000 digits": b'{"action": ' + b"9" * 5000 + b"}",
    "an unpaired surrogate": b'{"action": {"type": "\\ud800"}}',
    "a name twice": b'{"action": {"type": "bid", "amount": 1, "amount": 2}}',
    "nested too deep": b"[" * 30_000 + b"]" * 30_000,
    "nested deeper than allowed": b'{"a":' * DEEPEST + b"[]" + b"}" * DEEPEST,
    "a number of 41 digits": b'{"action": 1' + b"0" * LONGEST_NUMBER + b"}",
    "a fraction of 41 characters": b'{"action": 0.' + b"1" * LONGEST_NUMBER + b"}",
    "a comment": b'{} // "no"',
    "zero byte": b'{"action": \x00}',
}
DECISIONS: dict[str, tuple[Any, str]] = {
    "a list": ([], ""),
    "as deep as allowed": (json.loads("[" * DEEPEST + "]" * DEEPEST), ""),
    "a string": ("pass_bid", ""),
    "null": (None, ""),
    "no action": ({}, "/action"),
    "more than an action": ({"action": {"type": "pass_bid"}, "extra": 1}, "/extra"),
    "a name to be escaped": ({"action": {"type": "pass_bid"}, "a/b~c": 1}, "/a~1b~0c"),
    "an action that is null": ({"action": None}, "/action/type"),
    "an action that is a list": ({"action": []}, "/action/type"),
    "no type": ({"action": {}}, "/action/type"),
    "a type that is a number": ({"action": {"type": 7}}, "/action/type"),
    "a type that is a list": ({"action": {"type": ["bid"]}}, "/action/type"),
    "an unknown type": ({"action": {"type": "cheat"}}, "/action/type"),
    "the house's action": ({"action": {"type": "deal"}}, "/action/type"),
    "a table's action": ({"action": {"type": "sit", "player": "p", "name": "n", "kind": "human"}}, "/action/type"),
    "an unknown field": ({"action": {"type": "pass_bid", "why": "not"}}, "/action/why"),
    "a missing field": ({"action": {"type": "bid"}}, "/action/amount"),
    "a string for a number": ({"action": {"type": "bid", "amount": "1"}}, "/action/amount"),
    "true for a number": ({"action": {"type": "bid", "amount": True}}, "/action/amount"),
    "a fraction for a number": ({"action": {"type": "bid", "amount": 1.5}}, "/action/amount"),
    "null for a number": ({"action": {"type": "bid", "amount": None}}, "/action/amount"),
    "a string for a list": ({"action": {"type": "pay", "cards": "G1"}}, "/action/cards"),
    "a number in a list of cards": ({"action": {"type": "pay", "cards": ["G1", 2]}}, "/action/cards/1"),
    "an object for a list": ({"action": {"type": "pay", "cards": {"0": "G1"}}}, "/action/cards"),
}
ORDERS: dict[str, tuple[Any, str]] = {
    "a list": ([], ""),
    "nothing": ({}, "/seats"),
    "one seat": ({"seats": 1}, "/seats"),
    "too many seats": ({"seats": 9}, "/seats"),
    "seats as a string": ({"seats": "2"}, "/seats"),
    "seats as true": ({"seats": True}, "/seats"),
    "seats as null": ({"seats": None}, "/seats"),
    "a huge number of seats": ({"seats": 10**30}, "/seats"),
    "an unknown field": ({"seats": 2, "colour": "red"}, "/colour"),
    "options as a string": ({"seats": 2, "options": "short"}, "/options"),
    "options as null": ({"seats": 2, "options": None}, "/options"),
    "an unknown option": ({"seats": 2, "options": {"long": True}}, "/options/long"),
    "an option of the wrong type": ({"seats": 2, "options": {"short": 1}}, "/options/short"),
    "an option out of its list": ({"seats": 2, "options": {"empty_rule": "best"}}, "/options/empty_rule"),
    "bots as a string": ({"seats": 2, "bots": "greedy"}, "/bots"),
    "a bot that is a number": ({"seats": 2, "bots": [1]}, "/bots/0"),
    "a bot without a name": ({"seats": 2, "bots": ["greedy", ""]}, "/bots/1"),
    "a clock of another kind": ({"seats": 2, "clock": "blitz"}, "/clock"),
    "a clock as a number": ({"seats": 2, "clock": 30}, "/clock"),
    "a clock too fast": ({"seats": 2, "clock": {"move_s": 4}}, "/clock/move_s"),
    "a clock too slow": ({"seats": 2, "clock": {"move_s": 86_401}}, "/clock/move_s"),
    "a clock without seconds": ({"seats": 2, "clock": {}}, "/clock/move_s"),
    "a clock with more": ({"seats": 2, "clock": {"move_s": 30, "bank_s": 60}}, "/clock/bank_s"),
    "private as a string": ({"seats": 2, "private": "yes"}, "/private"),
    "private as 1": ({"seats": 2, "private": 1}, "/private"),
    "join as null": ({"seats": 2, "join": None}, "/join"),
    "a seed that is a number": ({"seats": 2, "practice_seed": 7}, "/practice_seed"),
    "an empty seed": ({"seats": 2, "practice_seed": ""}, "/practice_seed"),
    "entropy that is too long": ({"seats": 2, "entropy": "x" * (LONGEST_ENTROPY + 1)}, "/entropy"),
    "a seed that is too long": ({"seats": 2, "practice_seed": "x" * (LONGEST_SEED + 1)}, "/practice_seed"),
    "more bots than any table has seats": ({"seats": 2, "bots": ["greedy"] * 9}, "/bots"),
    "a bot with a long name": ({"seats": 2, "bots": ["x" * 41]}, "/bots/0"),
}
PLAYERS: dict[str, tuple[Any, str]] = {
    "no name": ({}, "/name"),
    "an empty name": ({"name": ""}, "/name"),
    "a long name": ({"name": "x" * (LONGEST_NAME + 1)}, "/name"),
    "a name of spaces": ({"name": "   "}, "/name"),
    "a name with a line break": ({"name": "a\nb"}, "/name"),
    "a name that turns the line around": ({"name": "a\u202eb"}, "/name"),
    "a line break at the end": ({"name": "Ada\n"}, "/name"),
    "a mark of direction at the end": ({"name": "Ada\u202e"}, "/name"),
    "a name that nobody sees": ({"name": "\u3164"}, "/name"),
    "a name with a character that nobody sees": ({"name": "A\u2060da"}, "/name"),
    "a name with a mark of direction": ({"name": "A\u061cda"}, "/name"),
    "a name with a soft hyphen": ({"name": "A\u00adda"}, "/name"),
    "a number": ({"name": 7}, "/name"),
    "another kind": ({"name": "A", "kind": "house_bot"}, "/kind"),
    "null": ({"name": "A", "kind": None}, "/kind"),
    "an unknown field": ({"name": "A", "admin": True}, "/admin"),
}


@pytest.fixture
def waiting(ada: Guest, bob: Guest) -> str:
    """A running table in which Ada and Bob sit."""
    table: str = ada.create(seats=2, practice_seed="bad input")["id"]
    bob.http.post(f"/v1/tables/{table}/seats")
    ada.start(table)
    bob.start(table)
    return table


def bidder(ada: Guest, bob: Guest, table: str) -> tuple[Guest, dict[str, Any]]:
    """Whoever must bid, and what they see."""

    def found() -> tuple[Guest, dict[str, Any]] | None:
        views = [(guest, guest.view(table)) for guest in (ada, bob)]
        return next(((guest, view) for guest, view in views if "decision" in view), None)

    found_now = until("a decision", found)
    assert found_now is not None
    return found_now


def events(guest: Guest, table: str) -> Any:
    return guest.http.get(f"/v1/tables/{table}/events").json()


def refused(answer: Any, status: int, code: str, pointer: str | None = None) -> dict[str, Any]:
    problem: dict[str, Any] = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code), answer.text
    assert problem.get("pointer") == (pointer or None), answer.text
    return problem


@pytest.fixture(scope="module")
def asked(stranger: Guest) -> Any:
    """Somebody who must bid, the path of the decision, and how to see that nothing has changed."""
    guest = stranger.another().register()
    table = guest.create(seats=2, bots=["greedy"], practice_seed="bad input")["id"]
    guest.start(table)
    view = guest.asked(table)
    path = f"{TABLES}/{table}/seats/{view['seat']}/decisions/{view['decision']['n']}"
    before = events(guest, table)
    yield guest, path, view
    assert guest.view(table) == view, "nothing has changed"
    assert events(guest, table) == before
    guest.http.close()


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_malformed_json(asked: Any, body: bytes) -> None:
    guest, path, _ = asked
    for method, where in (("PUT", path), ("POST", "/v1/players"), ("POST", TABLES)):
        answer = guest.http.request(method, where, content=body, headers={"Content-Type": "application/json"})
        refused(answer, 400, "malformed-json")


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json"])
def test_a_body_that_is_not_sent_as_json(asked: Any, kind: str | None) -> None:
    guest, path, _ = asked
    headers = {} if kind is None else {"Content-Type": kind}
    answer = guest.http.put(path, content=b'{"action": {"type": "pass_bid"}}', headers=headers)
    refused(answer, 415, "not-json")


def test_a_body_that_is_too_large(asked: Any) -> None:
    guest, path, _ = asked
    action = {"type": "pay", "cards": ["G1"] * 20_000}
    refused(guest.http.put(path, json={"action": action}), 413, "body-too-large")

    def chunks() -> Any:
        for _ in range(80):
            yield b" " * 1024

    headers = {"Content-Type": "application/json"}
    refused(guest.http.put(path, content=chunks(), headers=headers), 413, "body-too-large")


@pytest.mark.parametrize(("body", "pointer"), DECISIONS.values(), ids=DECISIONS)
def test_a_decision_of_the_wrong_shape(asked: Any, body: Any, pointer: str) -> None:
    guest, path, _ = asked
    answer = guest.http.put(path, content=json.dumps(body), headers={"Content-Type": "application/json"})
    refused(answer, 422, "invalid-body", pointer)


@pytest.mark.parametrize(("body", "pointer"), ORDERS.values(), ids=ORDERS)
def test_a_table_of_the_wrong_shape(asked: Any, body: Any, pointer: str) -> None:
    guest, _, _ = asked
    refused(guest.http.post(TABLES, json=body), 422, "invalid-body", pointer)


@pytest.mark.parametrize(("body", "pointer"), PLAYERS.values(), ids=PLAYERS)
def test_a_player_of_the_wrong_shape(stranger: Guest, body: Any, pointer: str) -> None:
    refused(stranger.http.post("/v1/players", json=body), 422, "invalid-body", pointer)


def test_names_of_every_script_are_welcome(stranger: Guest) -> None:
    for name in ("Zoë", "李娜", "Ada L.", "🐂", "x" * 40):
        answer = stranger.http.post("/v1/players", json={"name": name})
        assert answer.json()["player"]["name"] == name


@pytest.mark.parametrize(
    ("path", "query", "parameter"),
    [
        ("/v1/tables", "status=open", "status"),
        ("/v1/tables", "limit=0", "limit"),
        ("/v1/tables", "limit=101", "limit"),
        ("/v1/tables", "limit=1e1", "limit"),
        ("/v1/tables", "limit=%D9%A5", "limit"),
        ("/v1/tables", "limit=", "limit"),
        ("/v1/tables", "mine=1", "mine"),
        ("/v1/tables", "sort=name", "sort"),
        ("/v1/tables", "game=" + "x" * 65, "game"),
        ("/v1/tables", "cursor=" + "x" * 257, "cursor"),
        ("/v1/tables", "limit=5&limit=6", "limit"),
        ("{table}/events", "after=-1", "after"),
        ("{table}/events", "after=x", "after"),
        ("{table}/events", "wait=31", "wait"),
        ("{table}/events", "wait=nan", "wait"),
        ("{table}/events", "wait=-1", "wait"),
        ("{table}/events", "since=3", "since"),
        ("{view}", "seat=a", "seat"),
        ("{view}", "seat=-1", "seat"),
        ("{view}", "seat=99999999999999999999", "seat"),
        ("{view}", "Seat=0", "Seat"),
    ],
)
def test_a_query_that_does_not_fit(asked: Any, path: str, query: str, parameter: str) -> None:
    guest, _, view = asked
    full = path.format(table=f"/v1/tables/{view['table']}", view=f"{TABLES}/{view['table']}/view")
    problem = refused(guest.http.get(f"{full}?{query}"), 422, "invalid-query")
    assert problem["parameter"] == parameter


def test_a_cursor_that_is_not_ours(stranger: Guest) -> None:
    for cursor in ("x", "0", "-1", "%00", "Zm9v", "9" * 200):
        refused(stranger.http.get(f"/v1/tables?cursor={cursor}"), 422, "invalid-cursor")


@pytest.mark.parametrize("key", ["", "x" * 129, "é", "a\tb"])
def test_an_idempotency_key_that_does_not_fit(asked: Any, key: str) -> None:
    guest, _, _ = asked
    answer = guest.http.post(TABLES, json={"seats": 2}, headers={"Idempotency-Key": key.encode()})
    assert refused(answer, 422, "invalid-header")["header"] == "Idempotency-Key"


def test_unknown_games_bots_and_options_that_contradict(asked: Any) -> None:
    guest, _, _ = asked
    refused(guest.http.get("/v1/tables?game=chess"), 404, "no-such-game")
    problem = refused(guest.http.post(TABLES, json={"seats": 2, "bots": ["deep"]}), 422, "no-such-bot", "/bots/0")
    assert "deep" in problem["detail"]
    answer = guest.http.post(TABLES, json={"seats": 2, "options": {"suits": ["G", "G", "O"]}})
    assert refused(answer, 422, "invalid-options", "/options/suits")["ruling"] == "MKT-01"
    answer = guest.http.post(TABLES, json={"seats": 2, "options": {"first_seat": 2}})
    assert refused(answer, 422, "invalid-options", "/options/first_seat")["ruling"] == "GEN-04"
    table = guest.create(seats=3)["id"]
    answer = guest.http.post(f"/v1/tables/{table}/start", json={"fill": "deep"})
    refused(answer, 422, "no-such-bot", "/fill")


def test_more_bots_than_seats(asked: Any) -> None:
    guest, _, _ = asked
    refused(guest.http.post(TABLES, json={"seats": 2, "bots": ["greedy"] * 2}), 422, "invalid-body", "/bots")


def test_who_may_and_who_may_not(asked: Any, stranger: Guest, bob: Guest) -> None:
    _, path, view = asked
    put = {"action": {"type": "pass_bid"}}
    refused(stranger.http.put(path, json=put), 401, "unauthenticated")
    refused(bob.http.put(path, json=put), 403, "not-your-seat")
    refused(bob.http.get(f"{TABLES}/{view['table']}/view?seat=0"), 403, "not-your-seat")
    refused(bob.http.get(f"{TABLES}/{view['table']}/view?seat=7"), 404, "no-such-seat")
    refused(bob.http.post(f"/v1/tables/{view['table']}/seats"), 409, "table-begun")
    refused(stranger.http.get("/v1/tables?mine=true"), 401, "unauthenticated")


def test_another_s_seat_of_the_same_table(ada: Guest, bob: Guest, waiting: str) -> None:
    guest, view = bidder(ada, bob, waiting)
    path = f"{TABLES}/{waiting}/seats/{1 - view['seat']}/decisions/0"
    refused(guest.http.put(path, json={"action": {"type": "pass_bid"}}), 403, "not-your-seat")
    path = f"{TABLES}/{waiting}/seats/9/decisions/0"
    refused(guest.http.put(path, json={"action": {"type": "pass_bid"}}), 403, "not-your-seat")


def test_seats_that_cannot_be_had(ada: Guest, bob: Guest, stranger: Guest) -> None:
    seats = f"/v1/tables/{ada.create(seats=2)['id']}/seats"
    refused(bob.http.post(seats, json={"seat": 0}), 409, "seat-taken")
    refused(bob.http.post(seats, json={"seat": 2}), 404, "no-such-seat")
    refused(bob.http.post(seats, json={"seat": "0"}), 422, "invalid-body", "/seat")
    refused(bob.http.post(seats, json={"seat": None}), 422, "invalid-body", "/seat")
    refused(stranger.http.post(seats), 401, "unauthenticated")
    assert bob.http.post(seats).status_code == 201
    with stranger.another() as late:
        refused(late.register().http.post(seats), 409, "table-full")


def test_before_the_bell(ada: Guest, bob: Guest) -> None:
    table = ada.create(seats=3)["id"]
    answer = ada.http.put(f"{TABLES}/{table}/seats/0/decisions/0", json={"action": {"type": "pass_bid"}})
    refused(answer, 409, "table-not-begun")
    refused(bob.http.post(f"/v1/tables/{table}/start"), 403, "not-your-seat")


def test_stale_early_and_repeated_decisions(ada: Guest, bob: Guest, waiting: str) -> None:
    guest, view = bidder(ada, bob, waiting)
    other = bob if guest is ada else ada
    refused(guest.decide(view, n=1), 409, "decision-not-open")
    refused(guest.decide(view, n=999_999_999), 409, "decision-not-open")
    elsewhere = {**view, "seat": 1 - view["seat"]}
    refused(other.decide(elsewhere, {"type": "pass_bid"}), 409, "decision-not-open")
    assert guest.decide(view, {"type": "bid", "amount": 1}).status_code == 200
    assert guest.decide(view, {"type": "bid", "amount": 1}).json()["replayed"] is True
    problem = refused(guest.decide(view, {"type": "bid", "amount": 2}), 409, "decision-closed")
    assert (problem["n"], problem["recorded"]) == (0, {"type": "bid", "amount": 1})
    refused(guest.decide(view, {"type": "bid", "amount": 2}, n=1), 409, "decision-not-open")


def test_bids_that_the_rules_forbid(ada: Guest, bob: Guest, waiting: str) -> None:
    guest, view = bidder(ada, bob, waiting)
    most = view["state"]["max_bid"]
    before = events(guest, waiting)
    for amount, reason, ruling in ((0, "too-low", "BULL-04"), (-5, "too-low", "BULL-04"),
                                   (most + 1, "too-high", "BULL-09"), (10**30, "too-high", "BULL-09")):  # fmt: skip
        answer = guest.decide(view, {"type": "bid", "amount": amount})
        problem = refused(answer, 422, "illegal-action", "/action/amount")
        assert (problem["reason"], problem["ruling"], problem["n"]) == (reason, ruling, 0)
        assert problem["choices"] == view["decision"]["choices"]
    problem = refused(guest.decide(view, {"type": "pay", "cards": []}), 422, "illegal-action", "/action")
    assert (problem["reason"], problem["ruling"]) == ("not-now", "BULL-11")
    assert guest.view(waiting) == view
    assert events(guest, waiting) == before


def test_payments_that_the_rules_forbid(ada: Guest, bob: Guest, waiting: str) -> None:
    guest, view = bidder(ada, bob, waiting)
    guest.decide(view, {"type": "bid", "amount": 12})
    other = bob if guest is ada else ada
    other.decide(other.asked(waiting), {"type": "pass_bid"})
    view = guest.asked(waiting)
    hand = sorted(view["state"]["own_cards"], key=lambda card: int(card[1:]))
    foreign = next(f"G{rank}" for rank in range(1, 11) if f"G{rank}" not in hand)
    tries: list[tuple[list[str], str, str, str]] = [
        ([], "/action/cards", "too-few", "BULL-12"),
        ([hand[0]], "/action", "total-too-low", "BULL-12"),
        ([hand[-1], hand[-1]], "/action/cards/1", "repeated", "BULL-12"),
        ([foreign], "/action/cards/0", "not-offered", "BULL-13"),
        ([hand[-1], "Z99"], "/action/cards/1", "not-offered", "BULL-13"),
        (hand[:6], "/action/cards", "too-many", "BULL-09"),
    ]
    for cards, pointer, reason, ruling in tries:
        problem = refused(guest.decide(view, {"type": "pay", "cards": cards}), 422, "illegal-action", pointer)
        assert (problem["reason"], problem["ruling"]) == (reason, ruling), cards
    assert guest.view(waiting) == view


def test_the_twenty_first_revision(ada: Guest, bob: Guest, waiting: str) -> None:
    view = to_sealed(ada, bob, waiting)
    cards = view["state"]["own_cards"]
    count = view["decision"]["choices"][0]["fields"][0]["min"]
    moves = [
        {"type": "pass_cards", "cards": [cards[(first + each) % 9] for each in range(count)]} for first in range(9)
    ]
    for revision in range(20):
        assert ada.decide(view, moves[revision % 9]).status_code == 202
    refused(ada.decide(view, moves[20 % 9]), 409, "too-many-revisions")
    assert ada.decide(view, moves[19 % 9]).json()["replayed"] is True


def test_a_hundred_times_the_same_decision_at_once(ada: Guest, bob: Guest, waiting: str) -> None:
    guest, view = bidder(ada, bob, waiting)
    path = f"{TABLES}/{waiting}/seats/{view['seat']}/decisions/0"
    before = events(guest, waiting)["next"]
    put: Callable[[int], Any] = lambda _: guest.http.put(path, json={"action": {"type": "bid", "amount": 1}})  # noqa: E731
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(put, range(100)))
    assert {answer.status_code for answer in answers} == {200}
    assert sum(not answer.json()["replayed"] for answer in answers) == 1
    assert events(guest, waiting)["next"] == before + 1


def test_requests_that_are_hardly_http(stranger: Guest) -> None:
    """Straight over a socket: what an HTTP client would not send."""
    address = urlsplit(str(stranger.http.base_url))
    head = "POST /v1/players HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
    for request, status in (
        ("GET /v1/games?" + "a=1&" * 2000 + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400),
        (head + "Content-Length: abc\r\n\r\n{}", 400),
        (head + "Content-Length: -2\r\n\r\n{}", 400),
        (head + "Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n", 400),
        (head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}XX0\r\n\r\n", 400),
        (head + "Content-Length: 1\r\n\r\n{}", 400),
        (head + "Content-Length: 2\r\n\r\n{}", 422),
        ("BREW /v1/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405),
        ("GET http://elsewhere/v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200),
        ("nonsense\r\n\r\n", 400),
    ):
        with socket.create_connection((address.hostname, address.port or 80), timeout=60) as connection:
            connection.sendall(request.encode())
            connection.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: connection.recv(65_536), b""))
        assert answer.startswith(f"HTTP/1.1 {status} ".encode()), (request[:60], answer[:300])
    assert stranger.http.get("/healthz").status_code == 200


def test_no_answer_quotes_a_whole_body(asked: Any) -> None:
    guest, path, _ = asked
    long = json.dumps({"action": {"type": "x" * 60_000}})
    answer = guest.http.put(path, content=long, headers={"Content-Type": "application/json"})
    assert len(answer.content) < 2000
