"""What happens at a table without anybody asking: the bell, the house's actions, bots' moves, defaults.

Law. Does what is due and no more, in the order in which it falls due, bounded in steps and time. Any number of
processes may do it at once: every action follows from the log, so whoever comes second finds it done.
"""

from __future__ import annotations

import hmac
import logging
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Literal

from openingbell import fairness
from openingbell.bots import bot_named
from openingbell.rules.kernel import Action, Rng
from openingbell.table import (
    Entry,
    Table,
    bots_to_move,
    default_action,
    fold,
    house_entry,
    may_begin,
    overdue_since_ms,
)
from openingbell.tables.desk import Desk, attempts, stamped_ms
from openingbell.tables.shelf import Present, Written

Bots = Literal["think", "default", "rest"]
"""What becomes of bots that owe a move: they think, their default is played, or they are left to others."""

STEPS: Final = 200
BUDGET_S: Final = 2.0
THINKING_S: Final = 2.0
"""How long a house bot may think about one move."""

_log = logging.getLogger(__name__)


class OutOfTime(BaseException):
    """A bot has thought too long. Not an `Exception`, so that a bot that swallows those is stopped all the same."""


def advance(desk: Desk, table: str, bots: Bots, budget_s: float = BUDGET_S) -> bool:
    """Do all that is due now, for about `budget_s` seconds; whether something was done (by us)."""
    until = time.monotonic() + budget_s
    done = False
    tries = attempts()
    present = desk.shelf.load(table)
    for _ in range(STEPS):
        step = _step(desk, present, bots)
        if step is None:
            break
        written, present = step
        if written == "applied":
            done = True
        else:
            next(tries)
            present = desk.shelf.load(table)
        if time.monotonic() > until:
            break
    return done


def _step(desk: Desk, present: Present, bots: Bots) -> tuple[Written, Present] | None:
    """One thing that is due, written; None when nothing is."""
    loaded, now_ms = present
    table = loaded.table
    if overdue_since_ms(table, now_ms) is not None:
        return desk.settle(present)
    if table.house_at_ms is not None and not table.paused and (table.house_at_ms <= now_ms or may_begin(table)):
        return desk.write(loaded, [house_entry(table, loaded.secret, stamped_ms(loaded, now_ms))])
    if bots != "rest" and (seats := bots_to_move(table)):
        entries = _bots_move(present, seats, think=bots == "think")
        deadlines = [at for seat in seats if (at := table.deadline_ms(seat)) is not None]
        return desk.write(loaded, entries, not_from_ms=min(deadlines, default=None))
    return None


def _bots_move(present: Present, seats: Sequence[int], *, think: bool) -> list[Entry]:
    """The moves of these seats, one after the other; in a sealed step each from what its own seat may know."""
    loaded, now_ms = present
    table = loaded.table
    at_ms = stamped_ms(loaded, now_ms)
    entries = []
    for seat in seats:
        action = _thought(table, loaded.secret, seat) if think else None
        if action is None:
            entry = Entry(seat, table.closed[seat], default_action(table, loaded.secret, seat), "default", at_ms)
        else:
            entry = Entry(seat, table.closed[seat], action, "house_bot", at_ms)
        entries.append(entry)
        table = fold(table, entry)
    return entries


def _thought(table: Table, secret: bytes, seat: int) -> Action | None:
    """What the seat's bot plays; None when it fails, takes too long or would break the rules.

    It sees the view and the choices, as a player outside does, and draws from a stream of its own.
    """
    occupant = table.occupants[seat]
    assert occupant is not None, "a bot that owes a move holds a seat"
    choices = table.game.legal(table.state, seat)
    choices.default = default_action(table, secret, seat)
    try:
        with thinking(THINKING_S):
            choose = bot_named(occupant.played_by)
            action: Any = choose(
                table.game.view(table.state, seat), choices, bot_stream(secret, seat, table.closed[seat])
            )
        choices.check(action, table.game.rulings)
    except (Exception, OutOfTime):  # noqa: BLE001 - whatever a bot does, the table goes on
        _log.exception("bot %s at table %s, seat %d: its default is played", occupant.played_by, table.facts.id, seat)
        return None
    assert isinstance(action, Action)
    return action


def bot_stream(secret: bytes, seat: int, n: int) -> Rng:
    """What a bot draws from at its decision `n`; unrelated to every deal."""
    message = b"openingbell/bot/1\n" + seat.to_bytes(8, "big") + n.to_bytes(8, "big")
    return fairness.Stream(hmac.digest(secret, message, "sha256"))


@contextmanager
def thinking(limit_s: float) -> Iterator[None]:
    """Raise `OutOfTime` inside when it takes longer. Python interrupts only main threads, where worker and clock run;
    elsewhere there is no limit. A timer that was running before goes on running afterwards.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise OutOfTime(f"more than {limit_s} s")

    before = signal.signal(signal.SIGALRM, ring)
    began = time.monotonic()
    left_s, _ = signal.setitimer(signal.ITIMER_REAL, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left_s:
            signal.setitimer(signal.ITIMER_REAL, max(left_s - (time.monotonic() - began), 0.001))
