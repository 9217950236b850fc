"""One real server for all of these tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.redis_server import RedisServer


@pytest.fixture(scope="package")
def store_server() -> Iterator[RedisServer]:
    """The server of these tests. Each uses tables and players of its own, so they may share it."""
    server = RedisServer()
    yield server
    server.close()


@pytest.fixture
def store(store_server: RedisServer) -> RedisServer:
    return store_server
