"""Sound games, in which the tests of the checker plant their faults."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import partial

import pytest

from openingbell.rules.games.insider_trading import Options
from openingbell.rules.games.panic_on_wall_street import Options as MarketOptions
from openingbell.settings import Settings
from openingbell.table import Clock
from openingbell.wiring import services
from tests.chaos.examiner import logged
from tests.chaos.planted import GAME, Case, Clients
from tests.support.playing import seated
from tests.support.redis_server import RedisServer


def _case(server: RedisServer, clients: Clients) -> Case:
    """What the clients saw and did, and what was logged of it."""
    loaded = logged(server.url, clients.history.table)
    return Case(clients.history, loaded.table.facts, loaded.secret, list(loaded.entries))


@pytest.fixture(scope="session")
def sound() -> Iterator[Case]:
    server = RedisServer()
    table = seated(services(Settings(redis_url=server.url)), 2, game=GAME, options=Options())
    clients = Clients(table)
    clients.play()
    yield _case(server, clients)
    server.close()


@pytest.fixture(scope="session")
def eventful() -> Iterator[Case]:
    """A game with a pause, somebody who goes away and comes back, and one that resigns."""
    server = RedisServer()
    parts = services(Settings(redis_url=server.url))
    table = seated(parts, 3, game=GAME, options=Options(), clock=Clock(1))
    clients = Clients(table)
    now = parts.tables.read(table.id, None).table
    while 1 in now.present or not all(now.moved):
        parts.tables.advance(table.id)
        now = parts.tables.read(table.id, None).table
        for seat in now.turn.seats:
            owed = table.decision(seat)
            if owed is not None and not (seat == 1 and now.moved[1]):
                clients.decide(seat, owed.n, owed.default)
    clients.look(1)
    clients.beside(1, "return", parts.tables.come_back)
    for wanted in (True, False):
        for seat in (0, 1, 2):
            clients.beside(seat, "pause", partial(parts.tables.want_pause, wanted=wanted))
            clients.look(None)
    for seat in (2, 1):
        clients.beside(seat, "resign", parts.tables.resign)
    yield _case(server, clients)
    server.close()


@pytest.fixture(scope="session")
def sound_market() -> Iterator[Case]:
    """A game with phases in which all act."""
    server = RedisServer()
    name = "panic_on_wall_street"
    table = seated(services(Settings(redis_url=server.url)), 3, game=name, options=MarketOptions(negotiation_s=600))
    clients = Clients(table, name)
    clients.haggle()
    clients.play()
    yield _case(server, clients)
    server.close()


@pytest.fixture
def market(sound_market: Case) -> Case:
    return copy.deepcopy(sound_market)


@pytest.fixture
def case(sound: Case) -> Case:
    return copy.deepcopy(sound)
