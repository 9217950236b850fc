"""A seat takes a decision, exactly once.

Law. `n` is the number of the seat's decision: below the number of its closed ones it is history, which is told, never
changed; at it, it is open if the seat is asked; above it, it is not open yet. What others do never refuses a move.
"""

from __future__ import annotations

from openingbell.errors import DecisionOver, IllegalAction, Refused, no_such_table
from openingbell.players import Player
from openingbell.readings import Decided
from openingbell.rules.kernel import Action, Illegal
from openingbell.table import MAX_REVISIONS, Entry, Return
from openingbell.tables.desk import Desk, attempts, snapshot, viewer_of
from openingbell.tables.shelf import Loaded, Present


def decide(
    desk: Desk, table: str, caller: Player, seat: int, n: int, action: Action, game: str | None = None
) -> Decided:
    """Take the decision, or say how it was taken. Two round trips to the store unless somebody else writes at once.

    An append whose answer was lost needs no care of its own: the next try finds the move in the log.
    """
    for _ in attempts():
        present = desk.present(table)
        now = present.loaded.table
        viewer = viewer_of(now, caller)
        if game not in (None, now.facts.game):
            no_such_table(table)
        if viewer != seat:
            raise Refused("not-your-seat", f"Seat {seat} is not yours.", seat=seat)
        if (taken := _taken(present, seat, n, action)) is not None:
            return taken
        _check(present.loaded, seat, n, action)
        at_ms = present.now_ms
        entries = [Entry(seat, n, action, "player", at_ms)]
        if now.holder(seat).stand_in:
            entries.insert(0, Entry(seat, 0, Return(), "player", at_ms))
        written, after = desk.write(present.loaded, entries, not_from_ms=now.deadline_ms(seat))
        if written == "applied":
            return _decided(after, seat, n, action, replayed=False)
    raise AssertionError("attempts end by themselves")


def _taken(present: Present, seat: int, n: int, action: Action) -> Decided | None:
    """The same decision as it was taken before, None if it is open. Raises `Refused` if it is over or not open."""
    loaded = present.loaded
    table, turn, closed = loaded.table, loaded.table.turn, loaded.table.closed[seat]
    if table.status == "waiting":
        raise Refused("table-not-begun", "The game has not begun.")
    if n < closed:
        return _history(present, seat, n, action)
    if n > closed or seat not in turn.able:
        raise Refused("decision-not-open", f"Decision {n} of seat {seat} is not open.", n=closed)
    if table.paused:
        raise Refused("table-paused", "The game is paused: no time runs, and nobody moves.")
    if table.holder(seat).resigned:
        raise Refused("resigned", "You have resigned; a house bot plays your seat to the end.")
    if seat not in turn.revisable:
        return None
    entry = loaded.recorded(seat, n)
    if entry is not None and entry.by == "player" and entry.action == action:
        return _decided(present, seat, n, action, replayed=True)
    if table.revisions[seat] >= MAX_REVISIONS:
        raise Refused(
            "too-many-revisions", f"A decision can be sealed {MAX_REVISIONS} times; the last one counts.", n=n
        )
    return None


def _history(present: Present, seat: int, n: int, action: Action) -> Decided:
    entry = present.loaded.recorded(seat, n)
    if entry is None:
        raise DecisionOver("decision-expired", f"The bell rang before decision {n} was taken.", n=n, recorded=None)
    if entry.by != "player":
        why = "Time was up" if entry.by == "default" else "You were away"
        raise DecisionOver("decision-expired", f"{why}; decision {n} was played for you.", n=n, recorded=entry.action)
    if entry.action != action:
        raise DecisionOver("decision-closed", f"You took decision {n} otherwise.", n=n, recorded=entry.action)
    return _decided(present, seat, n, action, replayed=True)


def _check(loaded: Loaded, seat: int, n: int, action: Action) -> None:
    table = loaded.table
    choices = table.game.legal(table.state, seat)
    try:
        choices.check(action, table.game.rulings)
    except Illegal as illegal:
        raise IllegalAction(illegal, n=n, choices=choices) from illegal


def _decided(present: Present, seat: int, n: int, recorded: Action, *, replayed: bool) -> Decided:
    open_still = present.loaded.table.closed[seat] == n
    return Decided("sealed" if open_still else "applied", replayed, n, recorded, snapshot(present, seat))
