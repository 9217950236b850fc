"""Tables are made once, seats are held once, and the lists say what the tables say."""

from __future__ import annotations

from typing import Any

import pytest

from openingbell import fairness
from openingbell.errors import Refused
from openingbell.players import Player
from openingbell.readings import Order
from openingbell.rules.games.bull_market import Options
from openingbell.settings import Settings
from openingbell.wiring import Services, services
from tests.service.tables.test_deciding import another, together
from tests.support.playing import seated
from tests.support.redis_server import RedisServer


def order(**changes: Any) -> Order:
    return Order(**{"game": "bull_market", "seats": 3, "options": Options(), "fingerprint": "f", **changes})


@pytest.fixture
def host(parts: Services) -> Player:
    return parts.players.register("Host", "human")[0]


def test_the_same_key_makes_one_table_however_often_and_wherever(
    store_server: RedisServer, parts: Services, host: Player
) -> None:
    processes = [another(store_server) for _ in range(3)]
    answers = together([lambda p=processes[i % 3]: p.tables.create(host, order(), "key") for i in range(12)])
    assert {now.table.facts.id for now, _ in answers} == {answers[0][0].table.facts.id}
    assert sorted(existed for _, existed in answers) == [False] + [True] * 11
    assert len({now.table.facts.commitment for now, _ in answers}) == 1
    guest, _ = parts.players.register("Guest", "human")
    assert not parts.tables.create(guest, order(), "key")[1], "a key is its player's"
    with pytest.raises(Refused) as refused:
        parts.tables.create(host, order(seats=4, fingerprint="g"), "key")
    assert refused.value.code == "idempotency-key-reused"


@pytest.mark.parametrize(
    ("changes", "code", "pointer"),
    [
        ({"game": "chess"}, "no-such-game", None),
        ({"seats": 9}, "invalid-options", "/seats"),
        ({"bots": ("greedy",) * 3}, "invalid-options", "/bots"),
        ({"bots": ("deep-thought",)}, "no-such-bot", None),
    ],
)
def test_orders_that_do_not_do(
    parts: Services, host: Player, changes: dict[str, Any], code: str, pointer: str | None
) -> None:
    with pytest.raises(Refused) as refused:
        parts.tables.create(host, order(**changes), None)
    assert (refused.value.code, refused.value.params.get("pointer")) == (code, pointer)


def test_the_commitment_keeps_its_word(parts: Services) -> None:
    table = seated(parts, practice_seed=None)
    running = parts.tables.record(table.id, table.players[0])
    assert (running.complete, running.secret, running.entries) == (False, None, ())
    assert not hasattr(running.snapshot, "secret")
    while table.step():
        pass
    finished = parts.tables.record(table.id, None)
    assert finished.secret is not None
    assert fairness.commitment(bytes.fromhex(finished.secret)) == finished.snapshot.table.facts.commitment


def test_seats(parts: Services, host: Player) -> None:
    now, _ = parts.tables.create(host, order(), None)
    table = now.table.facts.id
    guest, _ = parts.players.register("Guest", "human")
    third, _ = parts.players.register("Third", "bot")
    late, _ = parts.players.register("Late", "human")
    assert parts.tables.sit(table, host, None)[1], "sits there already"
    sat, existed = parts.tables.sit(table, guest, 2)
    assert (sat.viewer, existed) == (2, False)
    assert parts.tables.sit(table, guest, 2)[1]
    for player, seat, code in ((guest, 1, "seat-taken"), (third, 0, "seat-taken"), (third, 3, "no-such-seat")):
        with pytest.raises(Refused) as refused:
            parts.tables.sit(table, player, seat)
        assert refused.value.code == code
    assert parts.tables.sit(table, third, None)[0].viewer == 1
    with pytest.raises(Refused) as refused:
        parts.tables.sit(table, late, None)
    assert refused.value.code == "table-full"
    with pytest.raises(Refused) as refused:
        parts.tables.start(table, late)
    assert refused.value.code == "not-your-seat"
    for player in (host, guest, third):
        now = parts.tables.start(table, player)
    assert now.table.status == "running"
    assert parts.tables.start(table, host).table.status == "running"
    with pytest.raises(Refused) as refused:
        parts.tables.sit(table, late, None)
    assert refused.value.code == "table-begun"


def test_starting_fills_the_empty_seats_and_repeats_harmlessly(parts: Services, host: Player) -> None:
    now, _ = parts.tables.create(host, order(), None)
    table = now.table.facts.id
    started = parts.tables.start(table, host, "luck", "greedy")
    assert started.table.status == "running"
    assert [who.bot for who in started.table.occupants if who] == ["", "greedy", "greedy"]
    assert started.table.entropies == ("luck", "", "")
    assert parts.tables.start(table, host, "luck", "greedy").table.occupants == started.table.occupants


def test_a_seat_is_ready_once(parts: Services, host: Player) -> None:
    """So nobody makes the log of a waiting table longer and longer, or has second thoughts about the deal."""
    table = parts.tables.create(host, order(), None)[0].table.facts.id
    for entropy in ("first", "second", "", "third"):
        now = parts.tables.start(table, host, entropy)
    assert now.table.entropies == ("first", "", "")
    assert len(parts.tables._desk.shelf.load(table).loaded.entries) == 2


def test_one_seat_is_not_given_twice(store_server: RedisServer, parts: Services, host: Player) -> None:
    now, _ = parts.tables.create(host, order(), None)
    table = now.table.facts.id
    guests = [parts.players.register(f"Guest {number}", "human")[0] for number in range(10)]
    processes = [another(store_server) for _ in range(2)]
    answers = together([lambda g=g, p=processes[i % 2]: p.tables.sit(table, g, None) for i, g in enumerate(guests)])
    seats = sorted(each[0].viewer for each in answers if not isinstance(each, Exception))
    refused = {each.code for each in answers if isinstance(each, Refused)}
    assert (seats, refused) == ([1, 2], {"table-full"})


def test_a_private_table_does_not_exist_for_others(parts: Services, host: Player) -> None:
    now, _ = parts.tables.create(host, order(private=True), None)
    table = now.table.facts.id
    guest, _ = parts.players.register("Guest", "human")
    for call in (
        lambda: parts.tables.read(table, guest),
        lambda: parts.tables.read(table, None),
        lambda: parts.tables.sit(table, guest, None),
        lambda: parts.tables.start(table, guest),
        lambda: parts.tables.happenings(table, guest, 0),
        lambda: parts.tables.record(table, None),
    ):
        with pytest.raises(Refused) as refused:
            call()
        assert refused.value.code == "no-such-table"
    assert parts.tables.read(table, host).viewer == 0
    assert table not in _listed(parts, None)
    assert table in _listed(parts, host, mine=True)
    assert table not in _listed(parts, guest)


def _listed(parts: Services, caller: Player | None, **wish: Any) -> list[str]:
    """All pages of a list."""
    result, cursor = [], None
    while True:
        page, cursor = parts.tables.listing(caller, cursor=cursor, limit=3, **wish)
        result += [one.facts.id for one in page]
        if cursor is None:
            return result


def test_lists_follow_the_tables(own_server: RedisServer) -> None:
    parts = services(Settings(redis_url=own_server.url))
    host, _ = parts.players.register("Host", "human")
    waiting = [parts.tables.create(host, order(), None)[0].table.facts.id for _ in range(7)]
    running = seated(parts)
    finished = seated(parts)
    while finished.step():
        pass
    assert _listed(parts, None, status="waiting") == waiting[::-1]
    assert _listed(parts, None, status="running") == [running.id]
    assert _listed(parts, None, status="finished") == [finished.id]
    assert _listed(parts, None) == [finished.id, running.id, *waiting[::-1]]
    assert _listed(parts, None, game="bull_market", status="waiting") == waiting[::-1]
    assert _listed(parts, None, game="another") == []
    assert _listed(parts, host, mine=True) == waiting[::-1]
    assert _listed(parts, running.players[1], mine=True) == [running.id]
    with pytest.raises(Refused) as refused:
        parts.tables.listing(None, cursor="!")
    assert refused.value.code == "invalid-cursor"


def _without_lists(server: RedisServer) -> None:
    with server.client() as client:
        for key in client.scan_iter("openingbell:*"):
            if key.startswith((b"openingbell:lobby", b"openingbell:player")):
                client.delete(key)


def test_lost_lists_are_rebuilt(own_server: RedisServer) -> None:
    parts = services(Settings(redis_url=own_server.url))
    table = seated(parts)
    host, _ = parts.players.register("Host", "human")
    private = parts.tables.create(host, order(private=True), None)[0].table.facts.id
    _without_lists(own_server)
    assert _listed(parts, None) == []
    assert parts.tables.lobby.rebuild() == 2
    assert _listed(parts, None) == [table.id]
    assert _listed(parts, table.players[1], mine=True) == [table.id]
    assert _listed(parts, host, mine=True) == [private]


def test_what_was_not_noted_is_healed(own_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = services(Settings(redis_url=own_server.url))
    with monkeypatch.context() as patch:
        patch.setattr(parts.tables.lobby, "try_note", lambda table: None)
        table = seated(parts)
    assert _listed(parts, None) == []
    shard, cursor = int(table.id[:2]), 0
    while (cursor := parts.tables.lobby.heal(shard, cursor)) != 0:
        pass
    assert _listed(parts, None) == [table.id]


def test_a_stale_row_shows_nothing_wrong_and_is_put_right(own_server: RedisServer, monkeypatch: Any) -> None:
    parts = services(Settings(redis_url=own_server.url))
    table = seated(parts, begun=False)
    with monkeypatch.context() as patch:
        patch.setattr(parts.tables.lobby, "try_note", lambda table: None)
        table.start()
    assert _listed(parts, None, status="waiting") == []
    assert _listed(parts, None, status="running") == [table.id]


def test_tokens(parts: Services, store_server: RedisServer) -> None:
    player, token = parts.players.register("Ada", "bot")
    assert parts.players.authenticate(token) == player
    assert another(store_server).players.authenticate(token) == player
    assert parts.players.authenticate(token + "x") is None
    assert parts.players.authenticate("") is None
    assert parts.players.authenticate("ob_" + "x" * 10_000) is None
    with store_server.client() as client:
        for key in client.scan_iter("openingbell:token:*"):
            assert token.encode() not in key + (client.get(key) or b"")
