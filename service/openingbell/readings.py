"""What the table services hand out: values for one viewer, free of secrets.

Law. Only values and what follows from them; no store, no time but the store's that they carry. Whoever holds one of
these may show a viewer everything in it that is derived through `game.view`, `prompt`, `legal` and `told`; the fold
itself (`table.state`) is for those functions only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from openingbell.rules.kernel import Action, Choices, Told
from openingbell.table import NO_CLOCK, By, Clock, Entry, Facts, Occupant, Outcome, Status, Table, outcome


@dataclass(frozen=True, slots=True)
class Order:
    """A table to be created.

    `options` is an instance of the game's `Options`; `bots` name house bots for the first free seats; `clock` is the
    time that it gives; `fingerprint` is a hash of the request's body, compared when an idempotency key comes again.
    """

    game: str
    seats: int
    options: Any
    bots: tuple[str, ...] = ()
    clock: Clock = NO_CLOCK
    private: bool = False
    practice_seed: str | None = None
    join: bool = True
    entropy: str = ""
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """What anybody who may know of a table is shown of it, beside its facts: nothing here depends on the viewer.

    No occupant has its entropy. `scores` is None before the game, `outcome` before its end. `pausing` are the seats
    that want a pause, `paused_at_ms` says since when one goes on.
    """

    status: Status
    occupants: tuple[Occupant | None, ...]
    scores: tuple[int, ...] | None
    outcome: Outcome | None
    pausing: tuple[int, ...]
    paused_at_ms: int | None


@dataclass(frozen=True, slots=True)
class Summary:
    """A table as it stands in a list; `viewer` is the seat of whoever looks (None: the public)."""

    facts: Facts
    shown: Shown
    viewer: int | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One consistent reading of a table for one viewer.

    `viewer` is the seat whose eyes these are (None: the public's); `seq` the number of the last event that this
    viewer was told; `now_ms` the store's time at the reading. `default` and `sealed` belong to the viewer's open
    decision: what the clock would play, and the move that the viewer has sealed and may still replace.
    """

    table: Table
    viewer: int | None
    seq: int
    now_ms: int
    default: Action | None = None
    sealed: Action | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that the viewer owes, or has sealed and may replace, or may take although nobody waits for it.

    An `optional` one has no `default`: silence does nothing. Times in ms since 1970 UTC.
    """

    n: int
    kind: str
    sealed: bool
    revisable: bool
    optional: bool
    opened_at_ms: int
    deadline_ms: int | None
    choices: Choices
    default: Action | None
    sealed_action: Action | None


@dataclass(frozen=True, slots=True)
class Decided:
    """How a decision was taken: `applied`, or `sealed` while others still choose. `recorded` is what counts.

    `replayed`: it had been taken so before this request.
    """

    outcome: Literal["applied", "sealed"]
    replayed: bool
    n: int
    recorded: Action
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Happening:
    """One event of one viewer's list; `seq` counts from 1 without gaps for that viewer."""

    seq: int
    at_ms: int
    told: Told
    by: By


@dataclass(frozen=True, slots=True)
class Record:
    """A table as a file. While it runs (`complete` is False) only `happenings`; afterwards `entries` and `secret`.

    Where the log cannot be read there are only the happenings of how the house broke the game off.

    `entries` hold every action that counted, in order: a replaced sealed move is left out, as its seat wished.
    """

    snapshot: Snapshot
    complete: bool
    happenings: tuple[Happening, ...]
    entries: tuple[Entry, ...]
    entropies: tuple[str, ...]
    secret: str | None


def shown(table: Table) -> Shown:
    """What a list shows of the table."""
    occupants = tuple([None if who is None else _without_entropy(who) for who in table.occupants])
    scores = None if table.state is None else tuple(table.game.scores(table.state))
    return Shown(table.status, occupants, scores, outcome(table), tuple(sorted(table.pausing)), table.paused_at_ms)


@lru_cache(maxsize=4096)
def _without_entropy(who: Occupant) -> Occupant:
    return replace(who, entropy="")


def summary(snapshot: Snapshot) -> Summary:
    """The snapshot's table as a list shows it."""
    return Summary(snapshot.table.facts, shown(snapshot.table), snapshot.viewer)


def decision(snapshot: Snapshot) -> Decision | None:
    """The viewer's open decision; None when nothing is asked of the viewer, who has resigned, or during a pause."""
    table, seat = snapshot.table, snapshot.viewer
    if seat is None or seat not in table.turn.able or table.paused:
        return None
    if table.holder(seat).resigned:
        return None
    opened_at_ms = table.opened_at_ms[seat]
    assert opened_at_ms is not None, "whoever is able to act has an open decision"
    choices = table.game.legal(table.state, seat)
    choices.default = snapshot.default
    return Decision(
        n=table.closed[seat],
        kind=table.turn.kind,
        sealed=table.turn.mode == "sealed",
        revisable=seat in table.turn.revisable,
        optional=seat in table.turn.optional,
        opened_at_ms=opened_at_ms,
        deadline_ms=table.deadline_ms(seat),
        choices=choices,
        default=snapshot.default,
        sealed_action=snapshot.sealed,
    )
