"""Beside the game: giving a seat up, taking it back, letting time stand still, calling the game off.

Law. Each wish is idempotent: what holds already is answered as done, and writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from openingbell.errors import Refused
from openingbell.players import Player
from openingbell.readings import Snapshot
from openingbell.rules.kernel import HOUSE, Action
from openingbell.table import (
    MAX_PAUSES,
    STAND_IN,
    End,
    EndedBy,
    Entry,
    Leave,
    Occupant,
    Resign,
    Return,
    Table,
    WantPause,
    may_be_aborted,
    next_settling_ms,
    outcome,
)
from openingbell.tables.desk import Desk, attempts, snapshot, viewer_of
from openingbell.tables.salvage import UNREADABLE


def leave(desk: Desk, table: str, caller: Player, seat: int) -> Snapshot:
    """Give the seat up before the game begins. Raises `Refused`: `table-begun`, `not-your-seat`."""

    def wish(now: Table, own: int | None) -> list[Action]:
        if own is None and 0 <= seat < now.facts.seats and now.occupants[seat] is None:
            return []
        if own != seat:
            raise Refused("not-your-seat", f"Seat {seat} is not yours.", seat=seat)
        if now.status != "waiting":
            over = "The game is over." if now.status == "finished" else "The game has begun: resign to leave it."
            raise Refused("table-begun", over)
        return [Leave()]

    return _wish(desk, table, caller, wish)


def resign(desk: Desk, table: str, caller: Player) -> Snapshot:
    """Give the game up for good. Raises `Refused`: `not-your-seat`, `table-not-begun`."""

    def wish(now: Table, own: int | None) -> list[Action]:
        who = _playing(now, own)
        return [] if now.status == "finished" or who.resigned else [Resign(STAND_IN)]

    return _wish(desk, table, caller, wish)


def come_back(desk: Desk, table: str, caller: Player) -> Snapshot:
    """Play one's seat again that a house bot sits in for. Raises `Refused`: `not-your-seat`, `resigned`."""

    def wish(now: Table, own: int | None) -> list[Action]:
        who = _playing(now, own)
        _not_resigned(who)
        return [Return()] if who.stand_in and now.status == "running" else []

    return _wish(desk, table, caller, wish)


def want_pause(desk: Desk, table: str, caller: Player, wanted: bool) -> Snapshot:
    """Ask for a pause, or to go on; it happens once all who play here want it. Who came back into a pause has never
    agreed to it, and ends it by wishing to go on.

    Raises `Refused`: `not-your-seat`, `table-not-begun`, `resigned`, `absent` (a house bot sits in: come back first),
    `too-often` (only for a pause: to go on can be asked for always).
    """

    def wish(now: Table, own: int | None) -> list[Action]:
        who = _playing(now, own)
        _not_resigned(who)
        if now.status == "finished":
            return []
        if who.stand_in:
            raise Refused("absent", "A house bot plays your seat: come back first.")
        assert own is not None, "who plays holds a seat"
        said = (own in now.pausing) == wanted and (wanted or own not in now.unasked)
        return [] if said else [WantPause(wanted)]

    return _wish(desk, table, caller, wish, most=MAX_PAUSES if wanted else None)


def abort(desk: Desk, table: str, caller: Player) -> Snapshot:
    """Call the game off: its creator a table that still waits, any player a game in which nobody has moved yet.

    Raises `Refused`: `not-your-seat`, `too-late-to-abort`.
    """

    def wish(now: Table, own: int | None) -> list[Action]:
        if now.ended == "aborted":
            return []
        if now.status == "waiting":
            if caller.id != now.facts.creator:
                raise Refused("not-your-seat", "Only who made the table can call it off; you can leave your seat.")
            return [End("aborted")]
        if own is None:
            raise Refused("not-your-seat", "Only who plays here can call the game off.")
        if now.status == "finished":
            raise Refused("too-late-to-abort", "The game is over.")
        if not may_be_aborted(now):
            raise Refused("too-late-to-abort", "Somebody has taken a decision: resign to leave the game.")
        return [End("aborted")]

    return _wish(desk, table, caller, wish)


def break_off(desk: Desk, table: str, why: str) -> EndedBy:
    """End a table because its server cannot go on with it (an operator's decision); it counts for nothing.

    Nothing is settled before, and a table that cannot even be read is ended by what its log's lines alone tell. What it
    ended by: `server`, unless it was over already.
    """
    for _ in attempts():
        try:
            loaded, now_ms = desk.shelf.load(table)
        except Refused as refused:
            if refused.code not in UNREADABLE:
                raise
            if (ended_by := desk.break_off_unread(table, why)) is not None:
                return ended_by
            continue
        if (final := outcome(loaded.table)) is not None:
            return final.ended_by
        entry = Entry(HOUSE, 0, End("server", why), "house", now_ms)
        desk.write(loaded, [entry])
    raise AssertionError("attempts end by themselves")


def _wish(
    desk: Desk,
    table: str,
    caller: Player,
    wish: Callable[[Table, int | None], Iterable[Action]],
    most: int | None = None,
) -> Snapshot:
    """Write what the wish comes to, judged anew until it is written; nothing if it holds already.

    `most`: how often a seat may have this wish. A log that anybody could make as long as they like would in the end
    keep everybody from the table.

    A wish comes before a deadline or after what the clock does then, never in between.
    """
    for _ in attempts():
        present = desk.present(table)
        own = viewer_of(present.loaded.table, caller)
        seat = HOUSE if own is None else own
        entries = [Entry(seat, 0, action, "player", present.now_ms) for action in wish(present.loaded.table, own)]
        if not entries:
            return snapshot(present, own)
        if most is not None and sum(_same(entries[0], each) for each in present.loaded.entries) >= most:
            raise Refused("too-often", f"You have asked for that {most} times, which is as often as one may.")
        written, after = desk.write(present.loaded, entries, not_from_ms=next_settling_ms(present.loaded.table))
        if written == "applied":
            return snapshot(after, after.loaded.table.seat_of(caller.id))
    raise AssertionError("attempts end by themselves")


def _same(one: Entry, other: Entry) -> bool:
    return one.seat == other.seat and one.action == other.action


def _playing(now: Table, own: int | None) -> Occupant:
    """Who holds the caller's seat in a game that has begun."""
    who = None if own is None else now.occupants[own]
    if who is None:
        raise Refused("not-your-seat", "You hold no seat at this table.")
    if now.status == "waiting":
        raise Refused("table-not-begun", "The game has not begun.")
    return who


def _not_resigned(who: Occupant) -> None:
    if who.resigned:
        raise Refused("resigned", "You have resigned; a house bot plays your seat to the end.")
