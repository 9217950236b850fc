"""The store's own promises: one slot a table, small entries, configuration that is looked at."""

from __future__ import annotations

import pytest
import redis

from openingbell import table as folding
from openingbell.readings import Order
from openingbell.rules.games.bull_market import Options
from openingbell.settings import Settings
from openingbell.store import Stamp
from openingbell.table import Clock, bots_to_move
from openingbell.tables.shelf import Present
from openingbell.wiring import Services, services
from tests.bench import bench_memory
from tests.support.playing import seated
from tests.support.redis_server import RedisServer


def test_every_script_keeps_to_one_slot_of_a_cluster() -> None:
    """A cluster of one node refuses a script or a command whose keys do not share a slot, as any cluster does."""
    server = RedisServer(**{"cluster-enabled": "yes"})
    try:
        with server.client() as client:
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            while client.cluster("info")["cluster_state"] != "ok":
                pass
            with pytest.raises(redis.ResponseError):
                client.mset({"a": 1, "b": 2})
        parts = services(Settings(redis_url=server.url))
        table = seated(parts, 3, bots=("random",), clock=Clock(3600))
        while table.step():
            pass
        assert parts.tables.record(table.id, None).complete
        assert [one.facts.id for one in parts.tables.listing(None, status="finished")[0]] == [table.id]
        assert parts.tables.lobby.rebuild() == 1
        assert parts.logs.due(2**52, 10) == []
    finally:
        server.close()


def test_memory() -> None:
    bounded = [figure for figure in bench_memory.figures() if figure.bound]
    assert len(bounded) == 2
    assert [figure for figure in bounded if not figure.kept] == []


def test_what_stands_as_due_is_what_the_log_says(parts: Services) -> None:
    """Due times that went wrong are written anew by whoever finds that nothing is due."""
    table = seated(parts, clock=Clock(3600))
    present = parts.tables._desk.shelf.load(table.id)
    loaded = present.loaded
    wrong = Stamp("running/2", {"house": 1, "bot": 2}, 0)
    length, chain = len(loaded.entries), loaded.chain
    assert (
        parts.logs.append(table.id, length=length, chain=chain, lines=(), then=chain, stamp=wrong).outcome == "applied"
    )

    def due() -> dict[str, int]:
        return {kind: at for kind, of, at in parts.logs.due(2**52, 100) if of == table.id}

    assert due() == {"house": 1, "bot": 2}
    assert not parts.tables.do_due(table.id, "bot", "rest")
    assert due() == {"house": 1, "bot": 2}
    assert not parts.tables.do_overdue(table.id, "bot", "rest", 1)
    seat = table.seat_to_move()
    assert due() == {"deadline": loaded.table.deadline_ms(seat)}


@pytest.mark.parametrize(("bots", "kind"), [((), "deadline"), (("random", "random"), "house")])
def test_a_table_that_was_made_and_left_is_due_from_its_making(
    parts: Services, bots: tuple[str, ...], kind: str
) -> None:
    """Nobody needs to come for it to begin, or to be called off."""
    host, _ = parts.players.register("Host", "human")
    order = Order("bull_market", 2, Options(), bots, join=False)
    made = parts.tables.create(host, order, None)[0].table
    due = [(each.kind, each.at_ms) for each in folding.due(made)]
    assert [each for each, _ in due] == [kind]
    assert [(each.kind, each.since_ms) for each in parts.logs.due(2**52, 1000) if each.table == made.facts.id] == due


def test_what_looked_expired_is_not_played_if_the_store_s_clock_says_that_it_is_not(parts: Services) -> None:
    """It may have been set back, or be another server's by now."""
    table = seated(parts, clock=Clock(3600))
    loaded = parts.tables._desk.shelf.load(table.id).loaded
    deadline_ms = loaded.table.deadline_ms(table.seat_to_move())
    assert deadline_ms is not None
    assert parts.tables._desk.settle(Present(loaded, deadline_ms))[0] == "early"
    assert parts.tables._desk.shelf.load(table.id).loaded.entries == loaded.entries


def test_a_bot_is_waited_for_by_nobody_once_nobody_is_present(parts: Services) -> None:
    table = seated(parts, 3, bots=("random", "random"))
    while not bots_to_move(parts.tables.read(table.id, None).table):
        table.move(table.seat_to_move())
        parts.tables.advance(table.id, bots="rest")

    def owed() -> set[str]:
        return {each.kind for each in parts.logs.due(2**52, 100) if each.table == table.id} - {"deadline"}

    assert owed() == {"bot"}
    parts.tables.resign(table.id, table.players[0])
    assert owed() == {"unattended"}
