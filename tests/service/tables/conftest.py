"""A real server, services of several processes over it, and hands that play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from openingbell.settings import Settings
from openingbell.wiring import Services, services
from tests.support.redis_server import RedisServer


@pytest.fixture(scope="package")
def store_server() -> Iterator[RedisServer]:
    """The server of these tests. Each uses tables and players of its own, so they may share it."""
    server = RedisServer()
    yield server
    server.close()


@pytest.fixture
def own_server() -> Iterator[RedisServer]:
    """A server for one test that kills it or counts what it is asked."""
    server = RedisServer()
    yield server
    server.close()


@pytest.fixture
def parts(store_server: RedisServer) -> Services:
    """The services of one process."""
    return services(Settings(redis_url=store_server.url))
