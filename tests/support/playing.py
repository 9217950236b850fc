"""Tables for tests: made, seated and played through the services, as the API does it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from openingbell.bots import SeededRng
from openingbell.players import Player
from openingbell.readings import Decided, Decision, Order, decision
from openingbell.rules.games.bull_market import Options
from openingbell.rules.kernel import Action
from openingbell.wiring import Services


@dataclass
class Seated:
    """A table and its human players, by seat."""

    parts: Services
    id: str
    players: dict[int, Player]

    def start(self) -> None:
        """Everybody is ready, and the house deals."""
        for player in self.players.values():
            self.parts.tables.start(self.id, player)
        self.parts.tables.advance(self.id, bots="rest")

    def decision(self, seat: int) -> Decision | None:
        return decision(self.parts.tables.read(self.id, self.players[seat]))

    def decide(self, seat: int, n: int, action: Action, parts: Services | None = None) -> Decided:
        return (parts or self.parts).tables.decide(self.id, self.players[seat], seat, n, action)

    def seat_to_move(self) -> int:
        return self.parts.tables.read(self.id, None).table.turn.seats[0]

    def move(self, seat: int, draw: SeededRng | None = None) -> Decided:
        """The seat's open decision: its default, or a random choice."""
        now = self.decision(seat)
        assert now is not None
        return self.decide(seat, now.n, now.default if draw is None else now.choices.sample(draw))

    def step(self, draw: SeededRng | None = None) -> bool:
        """All that is due, then one move of whoever is awaited; False when the game is over."""
        self.parts.tables.advance(self.id)
        turn = self.parts.tables.read(self.id, None).table.turn
        if turn.seats:
            self.move(turn.seats[0], draw)
        return not turn.over

    def all_move_once(self) -> None:
        """Everybody takes a first decision, so that nobody is taken for one who never came."""
        while not all(self.parts.tables.read(self.id, None).table.moved):
            assert self.step()
        self.parts.tables.advance(self.id)

    def play_until(self, kind: str) -> None:
        """Defaults, until the table asks for this kind of decision."""
        while self.parts.tables.read(self.id, None).table.turn.kind != kind:
            assert self.step()


def bot_owes(parts: Services, bot: str) -> Seated:
    """A table where the house bot of that name, at seat 1, owes a move."""
    table = seated(parts, 2, bots=(bot,))
    while parts.tables.read(table.id, None).table.turn.seats != (1,):
        table.move(0)
        parts.tables.advance(table.id, bots="rest")
    return table


def seated(parts: Services, seats: int = 2, begun: bool = True, **order: Any) -> Seated:
    """A table whose seats without a bot are held by human players; `order` as in `Order`."""
    order = {"game": "bull_market", "seats": seats, "options": Options(), "practice_seed": "seed", **order}
    host, _ = parts.players.register("Player 0", "human")
    now, _ = parts.tables.create(host, Order(**order), None)
    table = Seated(parts, now.table.facts.id, {0: host})
    for seat, occupant in enumerate(now.table.occupants):
        if occupant is None:
            table.players[seat], _ = parts.players.register(f"Player {seat}", "human")
            parts.tables.sit(table.id, table.players[seat], seat)
    if begun:
        table.start()
    return table


def wait_past(parts: Services, at_ms: int) -> None:
    """Sleep until the store's clock has passed that time: the one thing that cannot be hurried."""
    while (left_ms := at_ms - parts.premises.now_ms()) >= 0:
        time.sleep((left_ms + 1) / 1000)
