"""A store and the services of one process over it. Who shares a store, or prepares it, overrides `store`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from openingbell.settings import Settings
from openingbell.wiring import Services, services
from tests.support.redis_server import RedisServer


@pytest.fixture
def own_server() -> Iterator[RedisServer]:
    """A server for one test."""
    server = RedisServer()
    yield server
    server.close()


@pytest.fixture
def store(own_server: RedisServer) -> RedisServer:
    """The server of `parts`."""
    return own_server


@pytest.fixture
def parts(store: RedisServer) -> Services:
    """The services of one process."""
    return services(Settings(redis_url=store.url))
