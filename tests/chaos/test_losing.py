"""What may not happen to a store that comes back older is found where it is planted, and what may happen is counted."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from openingbell import table as folding
from openingbell.rules.games.insider_trading import Options
from openingbell.settings import Settings
from openingbell.table import Entry
from openingbell.wiring import services
from tests.chaos.examiner import logged
from tests.chaos.history import History
from tests.chaos.losing import Lines, Losses, Round, examined
from tests.chaos.planted import GAME, Clients
from tests.support.playing import seated
from tests.support.redis_server import RedisServer

LOST = 5
"""How many entries were lost at the end."""


class Death:
    """A whole game, in whose middle the store died once: what was behind `kept` entries was lost and played anew."""

    def __init__(self, url: str, history: History, entries: tuple[Entry, ...], kept: int) -> None:
        self.url, self.history, self.entries, self.kept = url, history, entries, kept
        self.killed_ms = entries[kept].at_ms
        again = [replace(each, at_ms=entries[kept - 1].at_ms) for each in entries[kept : kept + LOST]]
        self.full = self.lines(entries[:kept]) + self.lines(again)
        self.left = self.lines(entries[:kept])
        self.losses = Losses()

    @staticmethod
    def lines(entries: Iterator[Entry] | tuple[Entry, ...] | list[Entry]) -> Lines:
        return tuple(map(folding.line, entries))

    def said(self) -> list[tuple[str, str]]:
        name = self.history.table
        killed = self.killed_ms / 1000
        self.losses.rounds = [Round(killed, killed, {name: self.full}, {name: self.left})]
        return [(each.kind, each.what) for each in examined(self.url, self.history, self.losses)]


@pytest.fixture(scope="module")
def played() -> Iterator[tuple[str, History, tuple[Entry, ...]]]:
    server = RedisServer()
    table = seated(services(Settings(redis_url=server.url)), 2, game=GAME, options=Options())
    clients = Clients(table)
    clients.play()
    yield server.url, clients.history, logged(server.url, table.id).entries
    server.close()


@pytest.fixture
def death(played: tuple[str, History, tuple[Entry, ...]]) -> Death:
    url, history, entries = played
    own = copy.deepcopy(history)
    # Where the store had died a while before anything new came.
    kept = next(place for place in range(30, len(entries)) if entries[place].at_ms > entries[place - 1].at_ms)
    return Death(url, own, entries, kept)


def test_a_lost_end_is_counted_and_no_fault(death: Death) -> None:
    assert death.said() == []
    assert death.losses.entries_lost == LOST
    assert death.losses.decisions > 0


def test_a_decision_that_was_acknowledged_before_and_is_gone_is_counted(death: Death) -> None:
    put = next(each for each in death.history.exchanges if each.method == "PUT" and each.status in (200, 202))
    gone = next(each for each in death.entries[death.kept : death.kept + LOST] if each.by == "player")
    early = copy.copy(put)
    early.path = "/".join([*put.path.split("/")[:-3], str(gone.seat), "decisions", str(gone.n)])
    early.sent = early.heard = 0.0
    death.history.exchanges = [early]
    death.said()
    assert death.losses.decisions_lost == 1


def test_something_else_than_a_beginning_has_survived(death: Death) -> None:
    death.full = (*death.left[:10], folding.line(replace(death.entries[10], at_ms=death.entries[10].at_ms + 1)))
    assert "what has survived is no beginning of the log" in [what for _, what in death.said()]


def test_what_has_survived_is_gone_later(death: Death) -> None:
    entry = death.entries[death.kept - 1]
    death.left = (*death.left[:-1], folding.line(replace(entry, at_ms=entry.at_ms + 1)))
    death.full = death.left
    assert ("lost", "the log does not go on from what has survived") in death.said()


def test_a_process_that_has_gone_on_from_the_lost_end(death: Death) -> None:
    death.killed_ms = death.entries[-1].at_ms
    assert ("invented", "a process has gone on from a lost end") in death.said()


def test_a_table_that_is_stuck(death: Death, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = logged(death.url, death.history.table)
    shorter = folding.opened(whole.table.facts)
    short = replace(whole, table=folding.fold_all(shorter, death.entries[:-1]), entries=death.entries[:-1])
    monkeypatch.setattr("tests.chaos.losing.logged", lambda *_: short)
    assert "stuck" in [kind for kind, _ in death.said()]


def test_a_view_that_was_never_so(death: Death) -> None:
    view = [each for each in death.history.exchanges if each.path.endswith("/view")][-1]
    view.answer = msgspec.json.encode({**view.json, "status": "waiting"})
    assert [kind for kind, _ in death.said()] == ["leaked"]


def test_a_log_that_is_no_game(death: Death, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = logged(death.url, death.history.table)
    *before, last = death.entries
    wrong = replace(whole, entries=(*before, replace(last, by="player")))
    monkeypatch.setattr("tests.chaos.losing.logged", lambda *_: wrong)
    death.history.exchanges = []
    assert "invented" in [kind for kind, _ in death.said()]


def test_an_error_of_the_clients_is_not_lost(death: Death) -> None:
    death.history.troubles = ["a mistake"]
    assert ("refused", "a mistake") in death.said()
