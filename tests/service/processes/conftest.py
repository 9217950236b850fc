"""A clock that is told when to tick, and tables for it to see to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from openingbell.clock import Clock
from openingbell.store.logs import KINDS
from openingbell.wiring import Services
from tests.support.playing import Seated, bot_owes, seated
from tests.support.redis_server import RedisServer

IMPATIENT = dict.fromkeys(KINDS, 0)
"""The patience of a clock that waits for nobody."""


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    """One for all tests of a file, which use it as `emptied`."""
    running = RedisServer()
    yield running
    running.close()


@pytest.fixture
def emptied(server: RedisServer) -> RedisServer:
    """`server`, with nothing in it."""
    with server.client() as client:
        client.flushall()
    return server


@pytest.fixture
def ticking(parts: Services, store: RedisServer) -> Iterator[Clock]:
    parts.premises.now_ms()
    made = Clock(parts, store.url)
    yield made
    made._thinker.close()


@pytest.fixture
def waiting(parts: Services) -> Seated:
    """A table where a bot owes a move."""
    return bot_owes(parts, "random")


def alone(parts: Services) -> Seated:
    """A table where a bot owes a move and nobody is present."""
    table = seated(parts, 4, bots=("random",) * 4, join=False)
    parts.tables.advance(table.id, bots="rest")
    return table


def queued(server: RedisServer) -> int:
    with server.client() as client:
        return sum(client.llen(f"rq:queue:{name}") for name in ("house", "bots"))


def last_by(table: Seated) -> str:
    return table.parts.tables._desk.shelf.load(table.id).loaded.entries[-1].by
