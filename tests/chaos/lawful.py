"""Whether a log is a game: every entry was owed by whoever is said to have made it, was legal, and came in its time.

Law. Goes by the rules, the table's facts and its secret alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from openingbell import fairness
from openingbell.rules.kernel import HOUSE, Illegal
from openingbell.table import (
    LIFECYCLE,
    STAND_IN,
    Begin,
    End,
    Entry,
    Leave,
    Occupant,
    Ready,
    Resign,
    Resume,
    Return,
    Sit,
    StandIn,
    Table,
    WantPause,
    bots_to_move,
    default_action,
    house_action,
    may_begin,
)
from openingbell.table.timing import ABSENT_AFTER, WAITING_S
from tests.chaos.faults import Fault
from tests.chaos.truth import Truth


@dataclass(frozen=True, slots=True)
class Service:
    """Something that the server owed without being asked: when it fell due and when it was done, in seconds."""

    what: Literal["house", "bot", "deadline"]
    due: float
    done: float


def faults(truth: Truth, name: str) -> Iterator[Fault]:
    """What nobody owed, and what was against the rules."""
    if fairness.commitment(truth.secret) != truth.facts.commitment:
        yield Fault("unlawful", name, "the secret is not the one that the table was committed to")
    at_ms = 0
    for table, entry in zip(truth.tables, truth.entries, strict=False):
        if entry.at_ms < at_ms:
            yield Fault("reordered", name, f"{entry} is stamped before the entry that it follows")
        at_ms = entry.at_ms
        if (wrong := _wrong(table, truth.secret, entry)) is not None:
            yield Fault(wrong[0], name, f"{entry}: {wrong[1]}")


def services(truth: Truth) -> Iterator[Service]:
    """What was owed, and how long it took."""
    for position, entry in enumerate(truth.entries):
        table, done = truth.tables[position], entry.at_ms / 1000
        if isinstance(entry.action, Resume) and table.paused_at_ms is not None:
            yield Service("deadline", (table.paused_at_ms + table.facts.clock.pause_ms) / 1000, done)
        elif isinstance(entry.action, LIFECYCLE) and not isinstance(entry.action, Begin):
            continue
        elif entry.seat == HOUSE and table.house_at_ms is not None:
            since_ms = truth.entries[position - 1].at_ms if may_begin(table) else table.house_at_ms
            yield Service("house", since_ms / 1000, done)
        elif entry.seat in bots_to_move(table):
            yield Service("bot", table.bot_owes_since_ms(entry.seat) / 1000, done)
        elif entry.by == "default" and (deadline := table.default_at_ms(entry.seat)) is not None:
            yield Service("deadline", deadline / 1000, done)


def _wrong(table: Table, secret: bytes, entry: Entry) -> tuple[str, str] | None:
    """The kind of fault and what is wrong, None when nothing is."""
    if isinstance(entry.action, LIFECYCLE) and not isinstance(entry.action, Begin):
        return _beside(table, entry)
    if table.paused:
        return "invented", "the game was paused"
    if entry.seat == HOUSE:
        return _house(table, secret, entry)
    if entry.seat not in table.turn.able:
        return "invented", "the seat was not asked"
    if entry.n != table.closed[entry.seat]:
        return "doubled", f"the open decision was {table.closed[entry.seat]}"
    try:
        table.game.legal(table.state, entry.seat).check(entry.action, table.game.rulings)
    except Illegal as illegal:
        return "unlawful", str(illegal)
    return _owed(table, secret, entry)


def _beside(table: Table, entry: Entry) -> tuple[str, str] | None:
    """Seating, absence, pauses and what ends a game. Whether somebody asked for it the accounts say."""
    action, seat = entry.action, entry.seat
    if isinstance(action, Sit | Leave | Ready):
        return None if table.status == "waiting" else ("invented", "the game had begun")
    if isinstance(action, End):
        return _end(table, entry, action)
    if table.status != "running":
        return "invented", "the game did not run"
    if isinstance(action, Resume):
        over = table.paused_at_ms is not None and entry.at_ms >= table.paused_at_ms + table.facts.clock.pause_ms
        return None if over and entry.by == "house" else ("invented", "the pause was not over")
    who = table.occupants[seat] if 0 <= seat < table.facts.seats else None
    if who is None or who.kind == "house_bot" or who.resigned:
        return "invented", "nobody plays that seat"
    return _attending(table, entry, who)


def _attending(table: Table, entry: Entry, who: Occupant) -> tuple[str, str] | None:
    action, seat = entry.action, entry.seat
    if isinstance(action, StandIn):
        owed = not who.stand_in and table.missed[seat] >= ABSENT_AFTER and action.bot == STAND_IN
        return None if owed and entry.by == "house" else ("invented", "the owner was not away")
    if entry.by != "player":
        return "invented", "that is for the owner to do"
    if isinstance(action, Return):
        return None if who.stand_in else ("doubled", "the owner was there")
    if isinstance(action, WantPause):
        if who.stand_in:
            return "invented", "the owner was away"
        news = action.wanted != (seat in table.pausing) or (not action.wanted and seat in table.unasked)
        return None if news else ("doubled", "the seat had said so")
    return None if isinstance(action, Resign) and action.bot == STAND_IN else ("unlawful", "no house bot is named so")


def _end(table: Table, entry: Entry, action: End) -> tuple[str, str] | None:
    """A game is called off by a player while nobody has moved, or by the clock for somebody who never came."""
    if table.status == "finished" or action.reason != "aborted":
        return "invented", "no operator broke a table off, and no game ends twice"
    if entry.by == "player":
        return ("invented", "somebody had moved") if any(table.moved) else None
    if table.status == "waiting":
        late = entry.at_ms >= table.facts.created_at_ms + 1000 * WAITING_S
        return None if late and not table.full else ("invented", "players could still come")
    deadlines = ((seat, table.default_at_ms(seat)) for seat in table.turn.seats if seat in table.present)
    missing = [seat for seat, at in deadlines if at is not None and at <= entry.at_ms]
    never = any(not table.moved[seat] and not table.known[seat] for seat in missing)
    return None if never and entry.by == "house" else ("invented", "nobody was missing from the beginning")


def _house(table: Table, secret: bytes, entry: Entry) -> tuple[str, str] | None:
    if entry.by != "house" or table.house_at_ms is None:
        return "invented", "the house had nothing to do"
    if entry.at_ms < table.house_at_ms and not may_begin(table):
        return "invented", "it was too early"
    if isinstance(entry.action, Begin):
        return None if table.status == "waiting" else ("doubled", "the game had begun")
    if entry.n != table.house_n:
        return "doubled", f"the house's next action was {table.house_n}"
    if table.status != "running" or entry.action != house_action(table, secret):
        return "unlawful", "that is not what the secret deals"
    return None


def _owed(table: Table, secret: bytes, entry: Entry) -> tuple[str, str] | None:
    """Whether bots and clock did what they owed, and players what was theirs."""
    is_bots = entry.seat in bots_to_move(table)
    deadline = table.default_at_ms(entry.seat)
    if entry.by == "player":
        if is_bots:
            return "invented", "the seat is a house bot's"
        until = table.deadline_ms(entry.seat)
        late = until is not None and entry.at_ms >= until
        return ("invented", "time was up") if late else None
    if is_bots and entry.at_ms < table.bot_owes_since_ms(entry.seat):
        return "invented", "it was not the bot's turn yet"
    if entry.by == "house_bot":
        return None if is_bots else ("invented", "no house bot plays that seat")
    if entry.action != default_action(table, secret, entry.seat):
        return "invented", "that is not the default"
    if not is_bots and (deadline is None or entry.at_ms < deadline):
        return "invented", "time was not up"
    return None
