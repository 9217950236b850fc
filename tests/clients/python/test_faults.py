"""A decision counts exactly once, whatever happens to the connection: a real client, a real server, a bad line."""

from __future__ import annotations

from collections import Counter

import pytest

from openingbell_client import Client, Retry, Retrying
from tests.clients.python.proxy import DELAY_S, Fault, proxied
from tests.support.supervised import Server

QUICK = Retry(deadline_s=30.0, first_s=0.02, longest_s=0.1)


def begun(client: Client, seats: int = 2, bots: int = 1) -> str:
    """A running practice table where the caller holds seat 0."""
    table = client.create_table("bull_market", seats, bots=["random"] * bots, practice_seed="faults")
    return client.start_table(table["id"])["id"]


@pytest.mark.parametrize("fault", ["cut-answer", "half-answer", "reset", "delay"])
def test_a_decision_over_a_bad_line_is_in_the_game_once(server: Server, client: Client, fault: Fault) -> None:
    table = begun(client)
    view = client.wait_for_turn(table)
    with proxied(server.url, fault, fault, only=b"PUT ") as proxy:
        heard: list[Retrying] = []
        with _same_player(client, proxy.url, heard, timeout=0.5 * DELAY_S) as shaky:
            decision = view["decision"]
            outcome = shaky.put_decision("bull_market", table, view["seat"], decision["n"], decision["default"])
    assert proxy.applied == [fault, fault]
    assert len(heard) == 2
    assert outcome["action"] == decision["default"]
    assert outcome["replayed"] == (fault != "reset")
    client.play(table, lambda view: view["decision"]["default"])
    entries = client.get_record(table)["entries"]
    mine = [
        entry
        for entry in entries
        if entry["seat"] == view["seat"] and entry["n"] == decision["n"] and entry["by"] == "player"
    ]
    moves = [entry for entry in mine if entry["action"]["type"] not in ("sit", "ready")]
    assert [entry["action"] for entry in moves] == [decision["default"]]


def test_a_whole_game_over_a_line_that_breaks_at_every_third_decision(server: Server, client: Client) -> None:
    table = begun(client)
    faults: list[Fault] = ["none", "none", "cut-answer", "none", "none", "reset", "none", "none", "half-answer"] * 20
    with proxied(server.url, *faults, only=b"PUT ") as proxy, _same_player(client, proxy.url, []) as shaky:
        view = shaky.play(table, lambda view: view["decision"]["default"])
    assert {"cut-answer", "reset", "half-answer"} <= set(proxy.applied)
    assert view["status"] == "finished"
    entries = client.get_record(table)["entries"]
    moves = Counter(
        (entry["seat"], entry["n"])
        for entry in entries
        if entry["seat"] == 0 and entry["action"]["type"] not in ("sit", "ready")
    )
    assert set(moves.values()) == {1}
    assert sorted(n for _, n in moves) == list(range(len(moves)))


@pytest.mark.parametrize("fault", ["cut-answer", "half-answer"])
def test_a_table_whose_answer_was_lost_exists_once(server: Server, client: Client, fault: Fault) -> None:
    with proxied(server.url, fault, only=b"POST /v1/games/") as proxy, _same_player(client, proxy.url, []) as shaky:
        table = shaky.create_table("bull_market", 3)
    assert proxy.applied == [fault]
    mine = client.list_tables(mine=True)["items"]
    assert [each["id"] for each in mine] == [table["id"]]


def test_taking_a_seat_and_starting_survive_a_lost_answer(server: Server, client: Client) -> None:
    table = client.create_table("bull_market", 2, join=False)["id"]
    faults: list[Fault] = ["cut-answer"]
    with proxied(server.url, *faults, only=b"POST /v1/tables/") as proxy, _same_player(client, proxy.url, []) as shaky:
        assert shaky.take_seat(table)["your_seat"] == 0
        proxy.faults = ["cut-answer"]
        assert shaky.start_table(table, fill="random")["status"] == "running"
    assert proxy.applied == ["cut-answer", "cut-answer"]
    seated = [each for each in client.get_table(table)["seats"] if each["player"]["name"] == "Tester"]
    assert len(seated) == 1


def test_events_come_once_and_in_order_over_a_line_that_breaks(server: Server, client: Client) -> None:
    table = client.create_table("bull_market", 2, bots=["random", "random"], join=False)["id"]
    faults: list[Fault] = ["none", "cut-answer", "half-answer", "reset"] * 10
    with proxied(server.url, *faults, only=b"GET /v1/tables/") as proxy, _same_player(client, proxy.url, []) as shaky:
        events = list(shaky.events(table))
    assert proxy.applied.count("cut-answer") >= 1
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["code"] == "finished"


def _same_player(client: Client, url: str, heard: list[Retrying], timeout: float = 20.0) -> Client:
    """Another client that acts for the same player, through `url`."""
    token = client._transport._http.headers["Authorization"].removeprefix("Bearer ")
    return Client(url, token, retry=QUICK, timeout=timeout, on_retry=heard.append)
