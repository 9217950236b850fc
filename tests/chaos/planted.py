"""Sound games for the checker, in which a test then plants a fault: what clients would have sent and heard.

Law. The clients ask the services and write down what the API would have answered. No fault is planted here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from openingbell.api import render
from openingbell.codec import to_json
from openingbell.errors import DecisionOver, IllegalAction
from openingbell.players import Player
from openingbell.rules.games.panic_on_wall_street import Accept, Done, Propose
from openingbell.table import Entry, Facts
from tests.chaos.checker import check
from tests.chaos.history import History
from tests.chaos.truth import decides
from tests.chaos.wire import Exchange
from tests.support.playing import Seated

GAME = "insider_trading"


@dataclass
class Case:
    """What the checker is given."""

    history: History
    facts: Facts
    secret: bytes
    entries: list[Entry]

    def kinds(self) -> set[str]:
        return {fault.kind for fault in check(self.history, self.facts, self.secret, self.entries).faults}

    def acknowledged(self, number: int, status: int = 200) -> Exchange:
        return [each for each in self.history.exchanges if each.method == "PUT" and each.status == status][number]

    def place(self, exchange: Exchange) -> int:
        """Where the exchange's decision stands in the log."""
        return max(place for place, entry in enumerate(self.entries) if is_of(entry, exchange))

    def views(self, viewer: int) -> list[Exchange]:
        return [each for each in self.history.exchanges if each.path.endswith("/view") and each.viewer == viewer]


class Clients:
    """Clients that ask the services and write down what the API would have answered."""

    def __init__(self, table: Seated, game: str = GAME) -> None:
        self._table = table
        players = {seat: player.id for seat, player in table.players.items()}
        self.history = History("planted", game, {}, table.id, players)
        self._path = f"/v1/games/{game}/tables/{table.id}"

    def heard(self, seat: int | None, method: str, path: str, body: Any, answer: Callable[[], tuple[int, Any]]) -> None:
        exchange = Exchange(seat, method, path, body, time.time())
        exchange.status, found = answer()
        exchange.answer, exchange.heard = msgspec.json.encode(found), time.time()
        self.history.exchanges.append(exchange)

    def decide(self, seat: int, n: int, action: Any) -> None:
        def answer() -> tuple[int, Any]:
            try:
                made = self._table.decide(seat, n, action)
            except IllegalAction as refused:
                reason, choices = refused.reason, refused.choices.render()
                return 409, {"code": refused.code, "n": n, "reason": reason, "choices": choices}
            except DecisionOver as over:
                return 410, {"code": over.code, "n": n}
            return 200 if made.outcome == "applied" else 202, render.decided(made)

        path = f"{self._path}/seats/{seat}/decisions/{n}"
        self.heard(seat, "PUT", path, {"action": to_json(action)}, answer)

    def beside(self, seat: int, what: str, wish: Callable[[str, Player], Any]) -> None:
        def answer() -> tuple[int, Any]:
            return 200, render.table(wish(self._table.id, self._table.players[seat]))

        self.heard(seat, "POST", f"/v1/tables/{self._table.id}/{what}", None, answer)

    def look(self, seat: int | None) -> None:
        tables, player = self._table.parts.tables, None if seat is None else self._table.players[seat]
        table = self._table.id
        self.heard(seat, "GET", f"{self._path}/view", None, lambda: (200, render.view(tables.read(table, player))))
        found, _ = tables.happenings(table, player, 0)
        if found:
            self.heard(seat, "GET", f"/v1/tables/{table}/events?after=0", None, lambda: (200, render.events(found)))

    def now(self, seat: int, action: Any) -> None:
        """The seat's open decision."""
        self.decide(seat, self._table.parts.tables.read(self._table.id, None).table.closed[seat], action)
        self.look(seat)

    def haggle(self) -> None:
        """An offer is changed and accepted as it was; then as it is; and somebody says something after the bell."""
        state = self._table.parts.tables.read(self._table.id, None).table.state
        tile = next(tile for tile, company in state.companies.items() if company.owner == 0)
        for price in (30, 25):
            self.now(1, Propose(tile, 1, price, "open"))
        for price in (30, 25):
            self.now(0, Accept(f"{tile}-1-investor-open", price))
        for seat in self._table.players:
            self.now(seat, Done())
        closed = self._table.parts.tables.read(self._table.id, None).table.closed
        self.decide(0, closed[0] - 1, Done())

    def play(self) -> None:
        """To the end; where moves are sealed, the first is replaced once."""
        parts = self._table.parts
        while True:
            parts.tables.advance(self._table.id)
            turn = parts.tables.read(self._table.id, None).table.turn
            for seat in (0, 1, None):
                self.look(seat)
            if turn.over:
                break
            for seat in turn.seats:
                now = self._table.decision(seat)
                assert now is not None
                self.decide(seat, now.n, now.default)
                if turn.mode == "sealed" and seat == turn.seats[0]:
                    other = next((each for each in now.choices.actions() if each != now.default), now.default)
                    self.decide(seat, now.n, other)
        record = parts.tables.record(self._table.id, None)
        self.heard(None, "GET", f"/v1/tables/{self._table.id}/record", None, lambda: (200, render.record(record)))


def is_of(entry: Entry, exchange: Exchange) -> bool:
    return decides(entry) and (entry.seat, entry.n) == exchange.decision
