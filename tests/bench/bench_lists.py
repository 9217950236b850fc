"""What a page of the lobby costs a process that has just started: nothing of what it lists has been read before.

Law. Finished tables, since those have the longest logs; a page of as many as the API gives at once. Each figure is the
median over fresh services, and so over empty caches; beside it stands what reading the same tables one by one takes.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from openingbell import fairness
from openingbell.bots import SeededRng
from openingbell.rules.kernel import HOUSE, Game, game_named
from openingbell.settings import Settings
from openingbell.table import Begin, Entry, Facts, Sit, Table, fold, house_action, opened
from openingbell.tables import LONGEST_PAGE
from openingbell.wiring import Services, services
from tests.bench.figures import Figure, at_most
from tests.support.redis_server import RedisServer

SEATS: Final = 4
GAMES: Final = ("bull_market", "stock_holdem")
"""One with a short log, and the one whose tables are the largest."""

RUNS: Final = 5
"""Fresh services a figure."""


def played(game: Game, number: int) -> tuple[Facts, bytes, list[Entry]]:
    """A whole game of random moves at four seats, or as many as it has: facts, secret and log."""
    seats = min(SEATS, game.seats[-1])
    secret = fairness.practice_secret(f"list {number}")
    facts = Facts(
        id=f"{number % 64:02}benchlist{number:04}",
        game=game.name,
        rules_version=game.version,
        seats=seats,
        options=game.Options(),
        move_s=None,
        private=False,
        practice=True,
        commitment=fairness.commitment(secret),
        creator="bench",
        created_at_ms=1_796_007_845_000 + number,
    )
    table, entries, draw = opened(facts), list[Entry](), SeededRng(number)
    for seat in range(seats):
        table = _done(table, entries, Entry(seat, 0, Sit(f"p{seat}", f"Player {seat}", "human"), "player", 0))
    table = _done(table, entries, Entry(HOUSE, 0, Begin(), "house", 0))
    while not table.turn.over:
        if table.turn.seats:
            seat = table.turn.seats[0]
            action = game.legal(table.state, seat).sample(draw)
            table = _done(table, entries, Entry(seat, table.closed[seat], action, "player", 0))
        else:
            table = _done(table, entries, Entry(HOUSE, table.house_n, house_action(table, secret), "house", 0))
    return facts, secret, entries


def _done(table: Table, entries: list[Entry], entry: Entry) -> Table:
    entries.append(replace(entry, at_ms=table.facts.created_at_ms))
    return fold(table, entries[-1])


def fill(parts: Services, game: Game, count: int) -> list[str]:
    """So many finished tables in the store, and in its lists; their ids."""
    shelf, result = parts.tables._desk.shelf, []
    for number in range(count):
        facts, secret, entries = played(game, number)
        shelf.create(facts, secret, entries, "")
        parts.tables.lobby.note(shelf.load(facts.id).loaded)
        result.append(facts.id)
    return result


def figures() -> Iterator[Figure]:
    """A page of finished tables, and the same tables read one by one."""
    for name in GAMES:
        game, server = game_named(name), RedisServer()
        try:
            tables = fill(services(Settings(redis_url=server.url)), game, LONGEST_PAGE)
            what = f"{len(tables)} finished tables of {game.title}, {SEATS} seats: "
            yield at_most(f"{what}a page of the lobby", _page_ms(server.url), 100, "ms")
            yield Figure(f"{what}read one by one", f"{_folds_ms(server.url, tables):.0f} ms")
        finally:
            server.close()


def _page_ms(url: str) -> float:
    times = []
    for _ in range(RUNS):
        tables = services(Settings(redis_url=url)).tables
        began = time.perf_counter()
        page, _ = tables.listing(None, status="finished", limit=LONGEST_PAGE)
        times.append(1000 * (time.perf_counter() - began))
        assert len(page) == LONGEST_PAGE
    return statistics.median(times)


def _folds_ms(url: str, tables: list[str]) -> float:
    fresh = services(Settings(redis_url=url)).tables
    began = time.perf_counter()
    for table in tables:
        fresh.read(table, None)
    return 1000 * (time.perf_counter() - began)
