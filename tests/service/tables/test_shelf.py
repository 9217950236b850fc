"""What a process keeps of tables is bounded by what it takes, not by how many they are."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator

import pytest

from openingbell.rules.kernel import Game, catalogue, game_named
from openingbell.settings import Settings
from openingbell.tables.shelf import Loaded, Shelf
from openingbell.wiring import services
from tests.bench.bench_lists import fill
from tests.support.redis_server import RedisServer


@pytest.fixture
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


def told_to_all(shelf: Shelf, table: str) -> Loaded:
    """The table after everybody has asked for everything that they were told."""
    loaded = shelf.load(table).loaded
    for viewer in (None, *range(loaded.table.facts.seats)):
        loaded.story(viewer)
    return loaded


def taken_b() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.name)
def test_a_table_takes_no_more_than_it_weighs(own_server: RedisServer, traced: None, game: Game) -> None:
    parts = services(Settings(redis_url=own_server.url))
    tables = fill(parts, game, 6)
    shelf = Shelf(parts.logs)
    told_to_all(shelf, tables[0])
    before_b = taken_b()
    held = [told_to_all(shelf, table) for table in tables[1:]]
    assert taken_b() - before_b <= sum(loaded.weight_b for loaded in held)


def test_many_long_games_stay_within_the_bound(own_server: RedisServer, traced: None) -> None:
    parts = services(Settings(redis_url=own_server.url))
    tables = fill(parts, game_named("stock_holdem"), 24)
    most_b = 5 * parts.tables._desk.shelf.load(tables[0]).loaded.weight_b
    shelf = Shelf(parts.logs, most_b)
    told_to_all(shelf, tables[0])
    shelf._drop(tables[0])
    before_b = taken_b()
    for table in (*tables, *tables[:3]):
        told_to_all(shelf, table)
    assert taken_b() - before_b <= most_b
    assert 3 <= len(shelf._shelf) <= 7
    assert list(shelf._shelf)[-3:] == tables[:3]
    for table in tables:
        shelf._drop(table)
    assert shelf._held_b == 0


def test_a_table_that_weighs_more_than_all_may_is_read_and_not_kept(own_server: RedisServer) -> None:
    parts = services(Settings(redis_url=own_server.url))
    (table,) = fill(parts, game_named("bull_market"), 1)
    shelf = Shelf(parts.logs, 1)
    assert shelf.load(table).loaded.table.status == "finished"
    assert not shelf._shelf
