"""The SDK plays: whole games, waiting, listening, every operation against the real server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import islice, pairwise

import httpx
import pytest

from openingbell_client import (
    BadRequest,
    Client,
    DecisionClosed,
    DecisionNotOpen,
    IdempotencyKeyReused,
    IllegalAction,
    InvalidOptions,
    NotFound,
    NotYourSeat,
    Retry,
    TableStateError,
    Unauthenticated,
)
from openingbell_client.playing import owes
from openingbell_client.types import View
from tests.support.supervised import Server
from tests.support.waiting import until


def default(view: View) -> dict[str, object]:
    return view["decision"]["default"]


@pytest.fixture
def other(server: Server) -> Iterator[Client]:
    with Client(server.url) as made:
        made.authorise(made.create_player("Other", "bot")["token"])
        yield made


def test_a_client_that_only_sends_defaults_back_plays_a_whole_game(client: Client) -> None:
    table = client.create_table("bull_market", 3, bots=["greedy", "random"], practice_seed="whole")
    client.start_table(table["id"])
    view = client.play(table["id"], default)
    assert view["status"] == "finished"
    shown = client.get_table(table["id"])
    assert shown["status"] == "finished"
    assert [place["score"] for place in shown["result"]["places"]] == shown["scores"]
    record = client.get_record(table["id"])
    assert record["complete"]
    assert all(entry["by"] == "player" for entry in record["entries"] if entry["seat"] == 0)


def test_two_people_play_each_other(client: Client, other: Client) -> None:
    table = client.create_table("bull_market", 2, practice_seed="two")["id"]
    assert other.take_seat(table)["your_seat"] == 1
    client.start_table(table)
    other.start_table(table)
    ends: list[View] = []
    thread = threading.Thread(target=lambda: ends.append(other.play(table, default)))
    thread.start()
    mine = client.play(table, default)
    thread.join()
    assert mine["status"] == ends[0]["status"] == "finished"
    assert (mine["seat"], ends[0]["seat"]) == (0, 1)


def test_one_request_a_move(client: Client) -> None:
    """Where the answer to a decision brings the next one, the next request is the next decision."""
    table = client.create_table("bull_market", 2, bots=["random"], practice_seed="one")["id"]
    client.start_table(table)
    asked: list[tuple[str, bool]] = []

    def note(response: httpx.Response) -> None:
        put = response.request.method == "PUT"
        response.read()
        asked.append((response.request.method, put and owes(response.json()["view"])))

    client._transport._http.event_hooks["response"].append(note)
    client.play(table, default, game="bull_market")
    after = [following[0] for (_, brought), following in pairwise(asked) if brought]
    assert after
    assert set(after) == {"PUT"}


def test_waiting_for_a_turn_ends_with_the_turn_or_the_time(client: Client, other: Client) -> None:
    table = client.create_table("bull_market", 2)["id"]
    with pytest.raises(TimeoutError, match=table):
        client.wait_for_turn(table, timeout=0.2)
    other.take_seat(table)
    for each in (client, other):
        each.start_table(table)
    seat = until("the first turn", lambda: client.get_view("bull_market", table)["turn"]["seats"])[0]
    player = (client, other)[seat]
    view = player.wait_for_turn(table, timeout=30)
    assert view["decision"]["n"] == 0
    with pytest.raises(TimeoutError):
        (client, other)[1 - seat].wait_for_turn(table, timeout=0.2)


def test_events_can_be_taken_up_anywhere_and_end_with_the_game(client: Client) -> None:
    table = client.create_table("bull_market", 2, bots=["random", "random"], join=False)["id"]
    first = list(islice(client.events(table), 5))
    rest = list(client.events(table, first[-1]["seq"]))
    assert [event["seq"] for event in (*first, *rest)] == list(range(1, len(first) + len(rest) + 1))
    assert rest[-1]["code"] == "finished"
    assert list(client.events(table, rest[-1]["seq"])) == []


def test_a_view_that_has_not_changed_is_not_sent_again(client: Client) -> None:
    table = client.create_table("bull_market", 2)["id"]
    statuses: list[int] = []
    client._transport._http.event_hooks["response"].append(lambda response: statuses.append(response.status_code))
    assert client.get_view("bull_market", table) == client.get_view("bull_market", table)
    assert statuses == [200, 304]
    client.authorise(None)
    client.get_view("bull_market", table)
    assert statuses[-1] == 200


def test_the_same_key_finds_the_same_table_and_another_body_is_refused(client: Client) -> None:
    first = client.create_table("bull_market", 2, idempotency_key="my-key")
    assert client.create_table("bull_market", 2, idempotency_key="my-key")["id"] == first["id"]
    with pytest.raises(IdempotencyKeyReused):
        client.create_table("bull_market", 3, idempotency_key="my-key")


def test_refusals_are_typed(server: Server, client: Client, other: Client) -> None:
    with pytest.raises(NotFound):
        client.get_table("000000000000000000")
    with pytest.raises(NotFound):
        client.create_table("no_such_game", 2)
    with pytest.raises(BadRequest) as wrong:
        client.create_table("bull_market", 99)
    assert wrong.value.pointer == "/seats"
    with pytest.raises(InvalidOptions) as options:
        client.create_table("bull_market", 2, options={"suits": ["G"]})
    assert options.value.ruling == "MKT-01"
    with Client(server.url, "not-a-token") as stranger, pytest.raises(Unauthenticated):
        stranger.get_me()
    table = client.create_table("bull_market", 2)["id"]
    with pytest.raises(TableStateError):
        other.take_seat(table, 0)
    with pytest.raises(NotYourSeat):
        other.start_table(table)


def test_decisions_that_are_not_open_and_actions_that_are_not_legal(client: Client) -> None:
    table = client.create_table("bull_market", 2, bots=["random"], practice_seed="refused")["id"]
    client.start_table(table)
    view = client.wait_for_turn(table)
    n = view["decision"]["n"]
    with pytest.raises(DecisionNotOpen):
        client.put_decision("bull_market", table, 0, n + 5, {"type": "pass_bid"})
    with pytest.raises(IllegalAction) as illegal:
        client.put_decision("bull_market", table, 0, n, {"type": "bid", "amount": 500})
    assert (illegal.value.ruling, illegal.value.reason, illegal.value.n) == ("BULL-09", "too-high", n)
    assert [choice["type"] for choice in illegal.value.choices] == ["bid", "pass_bid"]
    done = client.put_decision("bull_market", table, 0, n, {"type": "pass_bid"})
    assert not done["replayed"]
    assert client.put_decision("bull_market", table, 0, n, {"type": "pass_bid"})["replayed"]
    with pytest.raises(DecisionClosed) as closed:
        client.put_decision("bull_market", table, 0, n, {"type": "bid", "amount": 1})
    assert closed.value.recorded == {"type": "pass_bid"}


def test_the_rest_of_the_operations(client: Client) -> None:
    assert client.get_me()["name"] == "Tester"
    assert "bull_market" in [game["name"] for game in client.list_games()["items"]]
    assert client.get_health()["status"] == "ok"
    assert client.get_readiness()["ready"]
    for _ in range(3):
        client.create_table("bull_market", 2)
    page = client.list_tables(mine=True, limit=2)
    rest = client.list_tables(mine=True, limit=2, cursor=page["next"])
    assert len({table["id"] for table in (*page["items"], *rest["items"])}) == 3


def test_the_time_left_is_counted_by_the_servers_clock(client: Client) -> None:
    table = client.create_table("bull_market", 2, bots=["random"], clock={"move_s": 600})["id"]
    client.start_table(table)
    view = client.wait_for_turn(table)
    client._transport.ahead_s += 300
    left = client.seconds_left(view["decision"])
    assert left is not None
    assert 200 < left <= 330
    untimed = client.create_table("bull_market", 2, bots=["random"])["id"]
    client.start_table(untimed)
    assert (client.seconds_left(client.wait_for_turn(untimed)["decision"]) or 0) > 86_400
    client.want_pause(untimed)
    assert client.seconds_left(client.get_view("bull_market", untimed)["turn"]) is None


def test_what_time_took_away_and_who_sat_in_do_not_end_the_game(client: Client) -> None:
    """The clock plays for who is too slow, then a house bot sits in; whoever plays the seat comes back and goes on."""
    table = client.create_table("bull_market", 2, bots=["random"], clock={"move_s": 5}, practice_seed="slow")["id"]
    client.start_table(table)
    slow = []

    def choose(view: View) -> dict[str, object]:
        n = view["decision"]["n"]
        if n in (1, 2) and n not in slow:
            slow.append(n)
            for event in client.events(table, view["seq"]):
                if event.get("seat") == view["seat"] and event.get("by") == "default":
                    break
        return default(view)

    assert client.play(table, choose)["status"] == "finished"
    mine = [entry for entry in client.get_record(table)["entries"] if entry["seat"] == 0]
    assert [entry["n"] for entry in mine if entry["by"] == "default"] == slow == [1, 2]
    types = [entry["action"]["type"] for entry in mine]
    assert types.index("stand_in") < types.index("return")
    assert client.get_table(table)["result"]["places"][0]["ended_by"] == "rules"


def test_a_single_try_is_possible(server: Server) -> None:
    with Client(server.url, retry=Retry(deadline_s=0)) as once:
        assert once.get_health()["status"] == "ok"


def test_a_choice_that_is_no_action_is_said_so(client: Client) -> None:
    table = client.create_table("bull_market", 2, bots=["random"])["id"]
    client.start_table(table)
    with pytest.raises(TypeError, match=r"choose\(view\) must return an action such as .*, not None"):
        client.play(table, lambda view: None)  # type: ignore[arg-type, return-value]
