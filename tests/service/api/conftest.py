"""Guests of the one real server that these tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.guests import Guest
from tests.support.supervised import Server


@pytest.fixture(scope="session")
def stranger(server: Server) -> Iterator[Guest]:
    """Somebody without a token."""
    with Guest(server.url) as guest:
        yield guest


@pytest.fixture
def ada(stranger: Guest) -> Iterator[Guest]:
    """A new player."""
    with stranger.another() as guest:
        yield guest.register("Ada")


@pytest.fixture
def bob(stranger: Guest) -> Iterator[Guest]:
    """Another new player."""
    with stranger.another() as guest:
        yield guest.register("Bob", "bot")
