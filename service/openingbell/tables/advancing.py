"""What happens at a table without anybody asking: the bell, the house's actions, bots' moves, defaults.

Law. Does what is due and no more, in the order in which it falls due, bounded in steps and time. Any number of
processes may do it at once: every action follows from the log, so whoever comes second finds it done.
"""

from __future__ import annotations

import hmac
import logging
import time
from collections.abc import Callable
from typing import Any, Final, Literal

from openingbell import fairness
from openingbell.bots import bot_named
from openingbell.errors import Refused
from openingbell.rules.choices import Choices
from openingbell.rules.kernel import Action, Rng
from openingbell.store import Kind, Logs
from openingbell.table import Entry, Table, bots_to_move, default_action, house_entry, may_begin, overdue_since_ms
from openingbell.tables.desk import Desk, attempts
from openingbell.tables.shelf import Loaded, Present, Written

Bots = Literal["think", "default", "rest"]
"""What becomes of bots that owe a move: they think, the default is played for one that has kept the table waiting for
`BOT_PATIENCE_MS`, or they are left to others.
"""

Think = Callable[[str, Any, Choices, Rng], Action]
"""`think(bot, view, choices, rng)`: what the bot of that name does. It may raise anything, and is bounded in time."""

STEPS: Final = 200
BUDGET_S: Final = 2.0
BOT_PATIENCE_MS: Final = 3_000
"""How long a table waits for a bot's move before its default is played without asking the bot."""

_PASSING: Final = ("store-unavailable", "busy")
"""Refusals that say nothing about the table."""

LONGEST_ERROR: Final = 500

_log = logging.getLogger(__name__)


def here(bot: str, view: Any, choices: Choices, rng: Rng) -> Action:
    """Let the bot think in this process, with nothing that limits it."""
    return bot_named(bot)(view, choices, rng)


def advance(desk: Desk, table: str, bots: Bots, budget_s: float = BUDGET_S, think: Think = here) -> bool:
    """Do all that is due now, for about `budget_s` seconds; whether something was done (by us)."""
    until = time.monotonic() + budget_s
    done = False
    tries = attempts()
    present = desk.shelf.load(table)
    for _ in range(STEPS):
        step = _step(desk, present, bots, think)
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


def do_due(
    desk: Desk, logs: Logs, table: str, kind: Kind, bots: Bots, budget_s: float = BUDGET_S, think: Think = here
) -> bool:
    """`advance`, for whoever has been told that something of that kind is due.

    A table that fails is listed as in trouble and put off. Raises `Refused` only for what says nothing about the table
    (`store-unavailable`, `busy`).
    """
    return _or_trouble(logs, table, kind, lambda: advance(desk, table, bots, budget_s, think))


def do_overdue(
    desk: Desk, logs: Logs, table: str, kind: Kind, bots: Bots, budget_s: float, think: Think = here
) -> bool:
    """`do_due` for a table that has stood as due for long: if nothing is, its due times are written anew."""

    def do() -> bool:
        done = advance(desk, table, bots, budget_s, think)
        if not done and bots != "default":
            desk.write(desk.present(table).loaded, ())
        return done

    return _or_trouble(logs, table, kind, do)


def _or_trouble(logs: Logs, table: str, kind: Kind, do: Callable[[], bool]) -> bool:
    try:
        return do()
    except Refused as refused:
        if refused.code in _PASSING:
            raise
        error = f"{refused.code}: {refused.message}"
        _log.warning("table %s cannot go on: %s", table, error)
    except Exception as failure:  # noqa: BLE001 - one table must not stop whoever looks after all of them
        error = f"{type(failure).__name__}: {failure}"
        _log.exception("table %s cannot go on", table)
    logs.trouble(table, kind, error[:LONGEST_ERROR])
    return False


def _step(desk: Desk, present: Present, bots: Bots, think: Think) -> tuple[Written, Present] | None:
    """One thing that is due, written; None when nothing is."""
    loaded, now_ms = present
    table = loaded.table
    if overdue_since_ms(table, now_ms) is not None:
        return desk.settle(present)
    if table.house_at_ms is not None and not table.paused and (table.house_at_ms <= now_ms or may_begin(table)):
        return desk.write(loaded, [house_entry(table, loaded.secret, now_ms)])
    until_ms = now_ms - (BOT_PATIENCE_MS if bots == "default" else 0)
    owing = bots_to_move(table) if bots != "rest" else ()
    seats = [seat for seat in owing if table.bot_owes_since_ms(seat) <= until_ms]
    if not seats:
        return None
    seat = min(seats, key=lambda each: _order(loaded, each))
    # One seat a write: what keeps the next bot from its move does not take this one's away.
    entry = _bot_moves(present, seat, think if bots == "think" else None)
    return desk.write(loaded, [entry], not_from_ms=table.deadline_ms(entry.seat))


def _order(loaded: Loaded, seat: int) -> tuple[bool, int]:
    """Who has waited longest moves first; but a bot that failed last time waits until the others have moved.

    Since when it waits goes by what everybody has heard: a private act does not show by the order of the others.
    """
    last = next((each.by for each in reversed(loaded.entries) if each.seat == seat), "")
    return last == "default", loaded.table.opened_at_ms[seat] or 0


def _bot_moves(present: Present, seat: int, think: Think | None) -> Entry:
    loaded, now_ms = present
    table = loaded.table
    action = None if think is None else _thought(table, loaded.secret, seat, think)
    if action is None:
        return Entry(seat, table.closed[seat], default_action(table, loaded.secret, seat), "default", now_ms)
    return Entry(seat, table.closed[seat], action, "house_bot", now_ms)


def _thought(table: Table, secret: bytes, seat: int, think: Think) -> Action | None:
    """What the seat's bot plays; None when it fails, takes too long or would break the rules.

    It sees the view and the choices, as a player outside does, and draws from a stream of its own.
    """
    occupant = table.holder(seat)
    choices = table.game.legal(table.state, seat)
    choices.default = default_action(table, secret, seat)
    view, stream = table.game.view(table.state, seat), bot_stream(secret, seat, table.closed[seat])
    try:
        action: Any = think(occupant.played_by, view, choices, stream)
        choices.check(action, table.game.rulings)
    except Exception:  # noqa: BLE001 - whatever a bot does, the table goes on
        _log.exception("bot %s at table %s, seat %d: its default is played", occupant.played_by, table.facts.id, seat)
        return None
    assert isinstance(action, Action)
    return action


def bot_stream(secret: bytes, seat: int, n: int) -> Rng:
    """What a bot draws from at its decision `n`; unrelated to every deal."""
    message = b"openingbell/bot/1\n" + seat.to_bytes(8, "big") + n.to_bytes(8, "big")
    return fairness.Stream(hmac.digest(secret, message, "sha256"))
