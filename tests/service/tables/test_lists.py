"""Lists show what holds now, to whoever may know it, and fold only what was not noted."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from openingbell.players import Player
from openingbell.readings import Order, Summary, summary
from openingbell.rules.kernel import Game, catalogue
from openingbell.settings import Settings
from openingbell.store.indexes import lobby, of_player, unfinished_of
from openingbell.store.logs import KINDS, due_key
from openingbell.table import Clock
from openingbell.tables import lobby as lists
from openingbell.tables import rows
from openingbell.tables.replaying import replay_all
from openingbell.wiring import Services, services
from tests.support.playing import Seated, seated
from tests.support.redis_server import RedisServer


def opened(server: RedisServer) -> Services:
    """A process that has just started."""
    return services(Settings(redis_url=server.url))


def folded(parts: Services) -> list[str]:
    """The tables that a process has read."""
    return list(parts.tables._desk.shelf._shelf)


def listed(parts: Services, **wish: Any) -> list[Summary]:
    """All public tables, page by page."""
    result: list[Summary] = []
    cursor = None
    while True:
        page, cursor = parts.tables.listing(None, cursor=cursor, **wish)
        result += page
        if cursor is None:
            return result


def unnoted(parts: Services, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """From now on the process dies each time between a table and its lists."""
    monkeypatch.setattr(parts.tables.lobby, "try_note", lambda loaded: None)
    return monkeypatch


def hash_key(table: Seated) -> str:
    return f"{{{table.id[:2]}}}:t:{table.id}"


@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.name)
def test_a_list_shows_the_table_as_it_is_and_folds_nothing(own_server: RedisServer, game: Game) -> None:
    """After every entry of a whole game, for the public and for a player; each time in a process that knows nothing."""
    parts = opened(own_server)
    table = seated(parts, game.seats[0], game=game.name, options=game.Options(), begun=False, clock=Clock(3600))
    lone = parts.players.register("Late", "human")[0]
    going = begun = False
    while going or not begun:
        if begun:
            going = table.step()
        else:
            table.start()
            begun = going = True
        cold = opened(own_server)
        for caller, mine in ((None, False), (table.players[1], True), (lone, False)):
            page, _ = cold.tables.listing(caller, mine=mine)
            assert page == [summary(parts.tables.read(table.id, caller))]
        assert folded(cold) == []


def test_a_list_shows_pauses_absences_and_how_it_ended(own_server: RedisServer) -> None:
    parts = opened(own_server)
    table = seated(parts, 3)
    pause = partial(parts.tables.want_pause, wanted=True)
    wishes = [partial(pause, table.id, player) for player in table.players.values()]
    wishes += [partial(parts.tables.resign, table.id, table.players[seat]) for seat in range(2)]
    for wish in wishes:
        wish()
        cold = opened(own_server)
        (one,) = listed(cold)
        assert one == summary(parts.tables.read(table.id, None))
        assert folded(cold) == []
    assert one.shown.outcome is not None
    assert one.shown.outcome.ended_by == "resign"


def test_what_a_list_holds_tells_nobody_what_was_added_to_the_deal(own_server: RedisServer) -> None:
    parts = opened(own_server)
    host, _ = parts.players.register("Host", "human")
    order = Order("bull_market", 2, catalogue()["bull_market"].Options(), bots=("random",), entropy="my lucky words")
    table = parts.tables.create(host, order, None)[0].table.facts.id
    with own_server.client() as client:
        row = client.hget(f"{{{table[:2]}}}:t:{table}", "row")
    assert row is not None
    assert b"Host" in row
    assert b"lucky" not in row
    (one,) = parts.tables.listing(None)[0]
    assert "lucky" not in repr(one)


def test_who_leaves_a_table_has_it_no_longer(own_server: RedisServer) -> None:
    parts = opened(own_server)
    host, _ = parts.players.register("Host", "human")
    guest, _ = parts.players.register("Guest", "human")
    table = parts.tables.create(host, Order("bull_market", 2, catalogue()["bull_market"].Options()), None)[0]
    name = table.table.facts.id

    def lists_of(player: Player) -> tuple[int, int]:
        mine = parts.tables.listing(player, mine=True)[0]
        return len(mine), parts.tables.lobby.unfinished(player.id)

    parts.tables.sit(name, guest, None)
    assert (lists_of(host), lists_of(guest)) == ((1, 1), (1, 1))
    parts.tables.leave(name, guest, 1)
    assert (lists_of(host), lists_of(guest)) == ((1, 1), (0, 0))
    parts.tables.leave(name, host, 0)
    assert lists_of(host) == (0, 1), "it is still the host's unfinished table"
    parts.tables.sit(name, guest, None)
    assert lists_of(guest) == (1, 1)
    parts.tables.abort(name, host)
    assert (lists_of(host), lists_of(guest)) == ((0, 0), (1, 0))
    with own_server.client() as client:
        for each in (of_player(host.id), unfinished_of(host.id)):
            client.zadd(f"openingbell:{each}", {f"{name}:bull_market": 1})
    parts.tables.lobby.rebuild()
    assert lists_of(host) == (0, 0)


def test_a_stale_row_is_not_shown_and_noted_anew(own_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = opened(own_server)
    table = seated(parts, begun=False)
    unnoted(parts, monkeypatch)
    table.start()
    while table.step():
        pass
    (one,) = listed(opened(own_server))
    assert one == summary(parts.tables.read(table.id, None))
    assert one.shown.status == "finished"
    cold = opened(own_server)
    assert listed(cold, status="finished") == [one]
    assert folded(cold) == []


def test_a_row_that_another_release_wrote_is_no_row(own_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = opened(own_server)
    with monkeypatch.context() as older:
        older.setattr(rows, "FORM", "of another release")
        tables = [seated(parts), seated(parts)]
    with own_server.client() as client:
        client.hdel(hash_key(tables[0]), "row")
    cold = opened(own_server)
    assert listed(cold) == [summary(parts.tables.read(table.id, None)) for table in reversed(tables)]
    assert len(folded(cold)) == 2
    for table in tables:
        cold.tables.lobby.heal(int(table.id[:2]), 0)
    healed = opened(own_server)
    listed(healed)
    assert folded(healed) == []


def test_healing_a_table_of_another_release_gives_it_its_due_times(own_server: RedisServer) -> None:
    """Before everything had a longest time, a table without a clock had no deadline and could wait for ever."""
    parts = opened(own_server)
    tables = [seated(parts), seated(parts, begun=False)]
    host, _ = parts.players.register("Host", "human")
    order = Order("bull_market", 2, catalogue()["bull_market"].Options())
    waits = parts.tables.create(host, order, None)[0].table.facts.id
    names = [waits, *(table.id for table in tables)]
    before = sorted(parts.logs.due(2**52, 10))
    assert {each.table for each in before} == set(names)
    with own_server.client() as client:
        for name in names:
            client.delete(*(due_key(name[:2], kind) for kind in KINDS))
            client.hdel(f"{{{name[:2]}}}:t:{name}", "row")
    assert parts.logs.due(2**52, 10) == []
    for name in names:
        opened(own_server).tables.lobby.heal(int(name[:2]), 0)
    assert sorted(parts.logs.due(2**52, 10)) == before


def test_a_row_that_says_no_table_is_no_row(own_server: RedisServer) -> None:
    parts = opened(own_server)
    table = seated(parts)
    with own_server.client() as client:
        for nonsense in (b"", b"{", b"[1]", b'["x", "y", "z", {}]'):
            client.hset(hash_key(table), "row", nonsense)
            assert [one.facts.id for one in listed(opened(own_server))] == [table.id]


def test_an_index_that_lies_shows_nobody_a_private_table(own_server: RedisServer) -> None:
    parts = opened(own_server)
    table = seated(parts, private=True, bots=("random",))
    stranger, _ = parts.players.register("Stranger", "human")
    with own_server.client() as client:
        for name in (lobby("running"), lobby("waiting"), of_player(stranger.id)):
            client.zadd(f"openingbell:{name}", {f"{table.id}:bull_market": 1})
    for each in (opened(own_server), parts):
        for caller in (None, stranger, table.players[0]):
            assert each.tables.listing(caller)[0] == []
        assert each.tables.listing(stranger, mine=True)[0] == []
        assert [one.viewer for one in each.tables.listing(table.players[0], mine=True)[0]] == [0]


def test_one_page_folds_so_many_stale_tables_at_most(own_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an upgrade every row may be stale: pages are shorter then, and nothing is left out."""
    monkeypatch.setattr(lists, "FOLDED", 3)
    parts = opened(own_server)
    tables = [seated(parts, begun=False).id for _ in range(8)]
    with own_server.client() as client:
        for table in tables:
            client.hdel(f"{{{table[:2]}}}:t:{table}", "row")
    cold = opened(own_server)
    page, cursor = cold.tables.listing(None)
    assert (len(page), len(folded(cold))) == (3, 3)
    assert cursor is not None
    assert [one.facts.id for one in listed(cold)] == tables[::-1]


def test_whoever_looks_at_every_table_turns_all_pages(own_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = opened(own_server)
    made = {seated(parts).id for _ in range(3)}
    whole = parts.logs.tables

    def paged(shard: int, cursor: int, count: int) -> tuple[int, list[str]]:
        """An empty page first: a store may give such at any time."""
        return (7, []) if cursor == 0 else whole(shard, 0, count)

    monkeypatch.setattr(parts.logs, "tables", paged)
    assert parts.tables.lobby.rebuild() == len(made)
    assert {each.table for each in replay_all(parts.logs)} == made


def test_healing_that_takes_long_goes_on_where_it_was(own_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step leaves the rest to the next, so that the clock keeps its time; each step puts something right."""
    monkeypatch.setattr(lists, "HEALING_S", 0.0)
    parts = opened(own_server)
    first = seated(parts, begun=False)
    shard = int(first.id[:2])
    tables = [first.id]
    while len(tables) < 3:
        if (another := seated(parts, begun=False).id).startswith(first.id[:2]):
            tables.append(another)
    with own_server.client() as client:
        for table in tables:
            client.hdel(f"{{{table[:2]}}}:t:{table}", "row")
    for left in (3, 2, 1, 0):
        assert sum(rows.fresh(each) is None for each in parts.logs.beside(tables)) == left
        parts.tables.lobby.heal(shard, 0)
