"""Nothing that went wrong on the way to an examination is lost on the way to its verdict."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from openingbell.settings import Settings
from openingbell.wiring import services
from tests.chaos.examiner import examine
from tests.chaos.history import History
from tests.support.playing import Seated, seated
from tests.support.redis_server import RedisServer


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    running = RedisServer()
    yield running
    running.close()


@pytest.fixture(scope="module")
def table(server: RedisServer) -> Seated:
    return seated(services(Settings(redis_url=server.url)), 2)


def said(server: RedisServer, table: str, *troubles: str, players: dict[int, str] | None = None) -> list[str]:
    history = History("examined", "bull_market", {}, table, players or {}, troubles=list(troubles))
    return [str(each) for each in examine(server.url, history).faults]


def test_a_table_that_was_never_made(server: RedisServer) -> None:
    assert said(server, "") == ["stuck at examined: no table was made"]


def test_why_a_table_was_never_made(server: RedisServer) -> None:
    assert said(server, "", "nobody answered") == ["refused at examined: nobody answered"]


def test_a_table_that_is_gone(server: RedisServer) -> None:
    trouble, lost = said(server, "07gonegonegone", "it was strange")
    assert trouble == "refused at examined: it was strange"
    assert lost.startswith("lost at examined: the whole table: ")


def test_errors_of_the_clients_of_a_table_that_is_there(server: RedisServer, table: Seated) -> None:
    players = {seat: player.id for seat, player in table.players.items()}
    found = said(server, table.id, "a mistake", players=players)
    assert "refused at examined: a mistake" in found
    assert any(each.startswith("stuck at examined: running after") for each in found)
