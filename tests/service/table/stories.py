"""Tables that are played entry by entry, at times that the test chooses, without a store."""

from __future__ import annotations

from typing import Any

from openingbell import fairness, table
from openingbell.rules.kernel import HOUSE, Action, catalogue
from openingbell.table import LIFECYCLE, Begin, Entry, Facts, Sit, Table

SECRET = fairness.practice_secret("clocks")
START_MS = 1_000_000


def facts(
    game: str = "bull_market", seats: int = 3, move_s: int | None = None, bank_s: int = 0, **options: Any
) -> Facts:
    rules = catalogue()[game]
    return Facts(
        id="00story",
        game=game,
        rules_version=rules.version,
        seats=seats,
        options=rules.Options(**options),
        move_s=move_s,
        bank_s=bank_s,
        private=False,
        practice=True,
        commitment=fairness.commitment(SECRET),
        creator="p0",
        created_at_ms=START_MS,
    )


class Story:
    """A table and how it came to be; `at_ms` is its time, which only `wait` moves."""

    def __init__(self, new: Facts, bots: int = 0, *, programs: bool = False) -> None:
        self.tables: list[Table] = [table.opened(new)]
        self.entries: list[Entry] = []
        self.at_ms = START_MS
        for seat in range(new.seats):
            bot = "random" if seat >= new.seats - bots else ""
            kind: table.Kind = "house_bot" if bot else "bot" if programs else "human"
            self.then(seat, Sit(f"p{seat}", f"Player {seat}", kind, bot))
        self.then(HOUSE, Begin(), "house")
        self.settle_house()

    @property
    def now(self) -> Table:
        return self.tables[-1]

    def wait(self, s: float) -> Story:
        self.at_ms += round(1000 * s)
        return self

    def then(self, seat: int, action: Action, by: table.By = "player") -> Table:
        beside = isinstance(action, LIFECYCLE)
        n = 0 if beside else self.now.house_n if seat == HOUSE else self.now.closed[seat]
        return self.append(Entry(seat, n, action, by, self.at_ms))

    def append(self, *entries: Entry) -> Table:
        for entry in entries:
            self.entries.append(entry)
            self.tables.append(table.fold(self.now, entry))
        return self.now

    def settle_house(self) -> Table:
        """All that the house owes at once."""
        while self.now.turn.house == 0 and not self.now.paused:
            self.append(table.house_entry(self.now, SECRET, self.at_ms))
        return self.now

    def move(self, seat: int | None = None) -> Table:
        """That seat's default, taken by its owner, and what the house owes after it."""
        seat = self.now.turn.seats[0] if seat is None else seat
        self.then(seat, table.default_action(self.now, SECRET, seat))
        return self.settle_house()

    def until(self, kind: str) -> Story:
        while self.now.turn.kind != kind:
            self.move()
        return self

    def until_the_house_owes(self) -> Story:
        """Defaults, and nothing of what the house owes after the last of them."""
        while self.now.turn.house is None:
            seat = self.now.turn.seats[0]
            self.then(seat, table.default_action(self.now, SECRET, seat))
        return self

    def all_moved(self) -> Story:
        while not all(self.now.moved[seat] for seat in self.now.present):
            self.move()
        return self

    def settle(self) -> list[Entry]:
        """What the clock writes now."""
        entries = list(table.settling(self.now, SECRET, self.at_ms))
        self.append(*entries)
        return entries
