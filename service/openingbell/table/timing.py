"""What a table's clock gives: time for a decision, a bank besides, grace for the first one.

Law. Numbers and arithmetic on them. Every bound on time that a table's creator or the house keeps to is here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

SHORTEST_MOVE_S: Final = 5
LONGEST_MOVE_S: Final = 14 * 86_400
LONGEST_BANK_S: Final = 14 * 86_400
DAILY_FROM_S: Final = 3_600
"""A clock with so many seconds a decision, or more, is a daily one: people look in now and then."""

LONGEST_GRACE_S: Final = 30
"""How much longer a seat's first decision may take: its owner may still be on the way to the table."""

IDLE_S: Final = 30 * 86_400
"""How long a decision may take at a table without a clock. Then the clock ends what everybody has forgotten."""

WAITING_S: Final = 7 * 86_400
"""How long a table waits for players."""

PAUSES_S: Final = {"live": 900, "daily": 7 * 86_400, "none": 30 * 86_400}
"""How long a pause may last, a pace."""

START_GRACE_MS: Final = 5_000
"""How long after a table is full the house waits for those who have not pressed start."""

HOUSE_LATE_MS: Final = 5_000
"""How late the house may be before whoever looks at the table acts for it: workers and clock are all gone by then."""

BEAT_MS: Final = 2_000
"""How long house bots wait after one another where people follow what they do in a free phase."""

ACTS_OF_A_BOT: Final = 6
"""How often each of them can act before the time for it is up: where that is short they wait less."""

ABSENT_AFTER: Final = 2
"""After so many defaults in a row a house bot sits in."""

Pace = Literal["none", "live", "daily"]


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds a decision (None: no clock) and in the bank of each seat."""

    move_s: int | None
    bank_s: int = 0

    @property
    def pace(self) -> Pace:
        """`none`, `live`, or `daily`."""
        if self.move_s is None:
            return "none"
        return "daily" if self.move_s >= DAILY_FROM_S else "live"

    @property
    def grace_s(self) -> int:
        """How much longer a seat's first decision may take: as long again, at most `LONGEST_GRACE_S`."""
        return 0 if self.move_s is None else min(self.move_s, LONGEST_GRACE_S)

    @property
    def pause_ms(self) -> int:
        """How long a pause may last."""
        return 1000 * PAUSES_S[self.pace]

    def unbanked_ms(self, *, first: bool) -> int:
        """How long a decision may take before the bank pays."""
        move_s = IDLE_S if self.move_s is None else self.move_s
        return 1000 * (move_s + (self.grace_s if first else 0))

    def allowance_ms(self, bank_ms: int, *, first: bool) -> int:
        """How long a decision may take in all, with so much in the bank."""
        return self.unbanked_ms(first=first) + bank_ms

    def spent_ms(self, took_ms: int, bank_ms: int, *, first: bool) -> int:
        """What a decision that took so long takes out of the bank, never more than is in it."""
        return min(bank_ms, max(0, took_ms - self.unbanked_ms(first=first)))


def beat_ms(time_ms: int, bots: int) -> int:
    """How long so many house bots wait after one another, where there is so much time in all."""
    return min(BEAT_MS, time_ms // (ACTS_OF_A_BOT * bots))


@cache
def clock(move_s: int | None, bank_s: int) -> Clock:
    """The clock with these seconds; the same one each time, since every deadline asks for it."""
    return Clock(move_s, bank_s)


NO_CLOCK: Final = Clock(None)
LIVE: Final = Clock(45, 120)
DAILY: Final = Clock(86_400, 2 * 86_400)
PRESETS: Final = {"live": LIVE, "daily": DAILY}
"""The clocks that a creator can name."""
