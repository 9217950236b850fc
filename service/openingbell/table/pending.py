"""What a table does by itself: what is due, and what the house or the clock does then.

Law. Pure, and the same answer however often it is asked: every action follows from the log and the table's secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from openingbell import fairness
from openingbell.rules.kernel import HOUSE, Action
from openingbell.table import timing
from openingbell.table.fold import fold
from openingbell.table.values import Begin, Due, End, Entry, Resume, StandIn, Table

MAX_REVISIONS: Final = 20
"""How often a seat may seal a move at one open decision."""

MAX_SEATINGS: Final = 20
"""How often a player may sit down at one table, each time after having left it."""

MAX_SEATINGS_IN_ALL: Final = 200
"""How often players may sit down at one table, all of them together: whoever is turned away may come again as another.
"""

MAX_PAUSES: Final = 50
"""How often a seat may ask for a pause in one game."""

STAND_IN: Final = "greedy"
"""The house bot that sits in for who is away."""


def due(table: Table) -> tuple[Due, ...]:
    """What will happen by itself, at most one of each kind."""
    if table.status == "finished":
        return ()
    if (at_ms := _called_at_ms(table)) is not None and (table.paused or table.house_at_ms is None):
        return (Due("deadline", at_ms),)
    result = [] if table.house_at_ms is None else [Due("house", table.house_at_ms)]
    if bots := bots_to_move(table):
        since_ms = min(table.bot_owes_since_ms(seat) for seat in bots)
        result.append(Due("bot" if table.present else "unattended", since_ms))
    deadlines = [table.default_at_ms(seat) for seat in table.turn.seats]
    if known := [at for at in deadlines if at is not None]:
        result.append(Due("deadline", min(known)))
    return tuple(result)


def bots_to_move(table: Table) -> tuple[int, ...]:
    """The seats that owe a move and are played by a house bot; none during a pause."""
    if table.paused:
        return ()
    return tuple([seat for seat in table.turn.seats if table.played_by_house(seat)])


def may_begin(table: Table) -> bool:
    """A full table begins at once when every player in it has pressed start."""
    return table.status == "waiting" and all(who is not None and who.ready for who in table.occupants)


def expired(table: Table, now_ms: int) -> tuple[int, ...]:
    """The seats that owe a decision whose time is up."""
    deadlines = ((seat, table.default_at_ms(seat)) for seat in table.turn.seats)
    return tuple(seat for seat, at in deadlines if at is not None and at <= now_ms)


def _rings_at_ms(table: Table) -> int | None:
    """When whoever looks does what the house owes: ends a phase that the rules time at its time, and does the rest
    when those whose work it is have plainly not.
    """
    if table.house_at_ms is None or table.paused:
        return None
    return table.house_at_ms + (0 if table.turn.timed else timing.HOUSE_LATE_MS)


def may_be_aborted(table: Table) -> bool:
    """Whether its players may still call the game off: it goes on, and nobody has taken a decision that all know of."""
    return table.status == "running" and not any(table.moved)


def next_settling_ms(table: Table) -> int | None:
    """When the clock must act next, whoever asks: until then what others wish comes in time. None: not by itself."""
    times = [_called_at_ms(table), _rings_at_ms(table), *(table.default_at_ms(seat) for seat in table.turn.seats)]
    return min((at for at in times if at is not None), default=None)


def overdue_since_ms(table: Table, now_ms: int) -> int | None:
    """Since when the clock must act at this table, whoever asks; None while it need not."""
    if (called := _called_at_ms(table)) is not None and called <= now_ms:
        return called
    if (rings := _rings_at_ms(table)) is not None and rings <= now_ms:
        return rings
    deadlines = [table.default_at_ms(seat) for seat in expired(table, now_ms)]
    return max((at for at in deadlines if at is not None), default=None)


def settling(table: Table, secret: bytes, now_ms: int) -> Iterator[Entry]:
    """What the clock writes now: all missing sealed moves together, then who sits in for the absent.

    A pause whose time is up ends; so does a table that nobody has come to; and a game is called off where somebody
    has not even taken a first decision.
    """
    if (called := _called_at_ms(table)) is not None and called <= now_ms:
        yield Entry(HOUSE, 0, Resume() if table.paused else End("aborted"), "house", now_ms)
        return
    if (rings := _rings_at_ms(table)) is not None and rings <= now_ms:
        yield house_entry(table, secret, now_ms)
        return
    if any(_never_came(table, seat) for seat in expired(table, now_ms)):
        yield Entry(HOUSE, 0, End("aborted"), "house", now_ms)
        return
    while seats := expired(table, now_ms):
        seat = seats[0]
        entry = Entry(seat, table.closed[seat], default_action(table, secret, seat), "default", now_ms)
        table = fold(table, entry)
        yield entry
    if table.status == "running":
        away = (seat for seat in table.present if table.missed[seat] >= timing.ABSENT_AFTER)
        yield from [Entry(seat, 0, StandIn(STAND_IN), "house", now_ms) for seat in away]


def house_entry(table: Table, secret: bytes, at_ms: int) -> Entry:
    """What the house does now: it rings the opening bell of a full table, or acts in the game."""
    if table.status == "waiting":
        return Entry(HOUSE, 0, Begin(), "house", at_ms)
    return Entry(HOUSE, table.house_n, house_action(table, secret), "house", at_ms)


def house_action(table: Table, secret: bytes) -> Action:
    """What the house does now; the same answer however often it is asked (its generator is keyed by its number)."""
    return table.game.house(table.state, fairness.house_stream(secret, table.entropies, table.house_n))


def default_action(table: Table, secret: bytes, seat: int) -> Action:
    """What the seat plays if its decision is left to the clock (GEN-10)."""
    return table.game.default(table.state, seat, fairness.default_stream(secret, seat, table.closed[seat]))


def _called_at_ms(table: Table) -> int | None:
    """When the clock ends what goes on outside of the game: a pause, or the wait for players."""
    if table.paused_at_ms is not None:
        return table.paused_at_ms + table.facts.clock.pause_ms
    if table.status == "waiting" and not table.full:
        return table.facts.created_at_ms + 1000 * timing.WAITING_S
    return None


def _never_came(table: Table, seat: int) -> bool:
    return seat in table.present and not table.moved[seat] and not table.known[seat]
