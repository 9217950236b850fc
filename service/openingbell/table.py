"""A table: its facts and its log, folded into what it is now.

Law. A table *is* its facts plus its log; this module says what entries a log may hold and what they add up to. It is
pure: it knows no store, no clock and no viewer's token. Whoever appends an entry has checked it before (`play`); the
fold trusts the log, so that a stored table is the same table for ever.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, NamedTuple, cast

import msgspec

from openingbell import codec, fairness
from openingbell.rules.kernel import HOUSE, Action, Game, Result, Told, Turn, game_version, tag

START_GRACE_MS: Final = 5_000
"""How long after a table is full the house waits for those who have not pressed start."""

MAX_REVISIONS: Final = 20
"""How often a seat may seal a move at one open decision."""

Kind = Literal["human", "bot", "house_bot"]
By = Literal["player", "default", "house_bot", "standing_order", "house"]
Status = Literal["waiting", "running", "finished"]
_BY: Final[tuple[By, ...]] = ("player", "default", "house_bot", "standing_order", "house")
NOBODY: Final = Turn((), "one", None, "")


@dataclass(frozen=True, slots=True)
class Facts:
    """What never changes about a table. `move_s`: seconds a decision, None for no clock. Times in ms since 1970 UTC."""

    id: str
    game: str
    rules_version: int
    seats: int
    options: Any
    move_s: int | None
    private: bool
    practice: bool
    commitment: str
    creator: str
    created_at_ms: int


@dataclass(frozen=True, slots=True)
class Sit(Action):
    """A player takes the entry's seat. `bot` names the house bot that plays it; `entropy` goes into the deal."""

    player: str
    name: str
    kind: Kind
    bot: str = ""
    entropy: str = ""


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """The seat wants the game to begin. Entropy given here replaces what the seat gave when it sat down."""

    entropy: str = ""


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """The house rings the opening bell: seats and entropies are fixed from here on."""


LIFECYCLE: Final = (Sit, Ready, Begin)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a log: seat `seat` (`HOUSE` for the house) did `action`.

    `n` is the number of that seat's decision (of the house's action, for the house; 0 for `LIFECYCLE` actions);
    `by` says who chose; `at_ms` is the store's time.
    """

    seat: int
    n: int
    action: Action
    by: By
    at_ms: int


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who holds a seat."""

    player: str
    name: str
    kind: Kind
    bot: str
    entropy: str
    ready: bool


class Due(NamedTuple):
    """Something that must happen at `at_ms` without anybody asking: `house`, `bot` or `deadline`."""

    kind: Literal["house", "bot", "deadline"]
    at_ms: int


@dataclass(frozen=True, slots=True)
class Table:
    """What a table is after its log.

    By seat: `closed` counts the decisions that are over (so it is the number of the next one); `opened_at_ms` says
    since when the open one waits (None: none is open); `revisions` how often it was sealed. `house_n` counts the
    house's actions in the game; `house_at_ms` is when it acts next (None: not by itself).
    """

    facts: Facts
    game: Game
    occupants: tuple[Occupant | None, ...]
    status: Status
    state: Any
    turn: Turn
    closed: tuple[int, ...]
    opened_at_ms: tuple[int | None, ...]
    revisions: tuple[int, ...]
    house_n: int
    house_at_ms: int | None

    @property
    def full(self) -> bool:
        return None not in self.occupants

    @property
    def entropies(self) -> tuple[str, ...]:
        """What the seats added to the deal, in seat order. A practice table deals from its seed alone."""
        if self.facts.practice:
            return ()
        return tuple(occupant.entropy if occupant else "" for occupant in self.occupants)

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state) if self.status == "finished" else None

    def seat_of(self, player: str) -> int | None:
        """The seat that this player holds."""
        return next((seat for seat, who in enumerate(self.occupants) if who and who.player == player), None)

    def deadline_ms(self, seat: int) -> int | None:
        """Until when the seat's open decision can be taken; None without an open decision or without a clock.

        In a phase that the rules time that is when the house ends it, whatever the table's own clock; then nothing is
        played for the seat.
        """
        opened = self.opened_at_ms[seat]
        if opened is not None and self.turn.timed:
            return self.house_at_ms
        return None if opened is None or self.facts.move_s is None else opened + 1000 * self.facts.move_s

    def default_at_ms(self, seat: int) -> int | None:
        """When the seat's open decision is played for it; None if that never happens by itself."""
        return None if self.turn.timed or seat not in self.turn.seats else self.deadline_ms(seat)


def opened(facts: Facts) -> Table:
    """The table before its first entry. Raises `KeyError` when its game is not installed in its rules version."""
    nobody: tuple[None, ...] = (None,) * facts.seats
    zeros = (0,) * facts.seats
    game = game_version(facts.game, facts.rules_version)
    return Table(facts, game, nobody, "waiting", None, NOBODY, zeros, nobody, zeros, 0, None)


def fold(table: Table, entry: Entry) -> Table:
    """The table after one more entry."""
    action = entry.action
    if isinstance(action, Sit):
        ready = action.kind == "house_bot"
        who = Occupant(action.player, action.name, action.kind, action.bot, action.entropy, ready)
        occupants = _put(table.occupants, entry.seat, who)
        house_at = None if None in occupants else entry.at_ms + START_GRACE_MS
        return replace(table, occupants=occupants, house_at_ms=house_at)
    if isinstance(action, Ready):
        occupant = table.occupants[entry.seat]
        assert occupant is not None, "only a seated player can be ready"
        who = replace(occupant, ready=True, entropy=action.entropy or occupant.entropy)
        return replace(table, occupants=_put(table.occupants, entry.seat, who))
    if isinstance(action, Begin):
        state = table.game.start(table.facts.seats, table.facts.options)
        return _moved(replace(table, status="running"), entry, state, frozenset())
    state = table.game.apply(table.state, entry.seat, action)
    return _moved(table, entry, state, _closing(table, entry, table.game.turn(state)))


def fold_all(table: Table, entries: Iterable[Entry]) -> Table:
    """The table after these entries, in order."""
    for entry in entries:
        table = fold(table, entry)
    return table


def due(table: Table) -> tuple[Due, ...]:
    """What will happen by itself, at most one of each kind; empty when only players without a clock are awaited."""
    result = [] if table.house_at_ms is None else [Due("house", table.house_at_ms)]
    if bots := bots_to_move(table):
        result.append(Due("bot", min(table.opened_at_ms[seat] or 0 for seat in bots)))
    deadlines = [table.default_at_ms(seat) for seat in table.turn.seats]
    if known := [at for at in deadlines if at is not None]:
        result.append(Due("deadline", min(known)))
    return tuple(result)


def bots_to_move(table: Table) -> tuple[int, ...]:
    """The seats that owe a move and are played by a house bot."""
    occupants = table.occupants
    return tuple(seat for seat in table.turn.seats if (who := occupants[seat]) is not None and who.kind == "house_bot")


def may_begin(table: Table) -> bool:
    """A full table begins at once when every player in it has pressed start."""
    return table.status == "waiting" and all(who is not None and who.ready for who in table.occupants)


def house_action(table: Table, secret: bytes) -> Action:
    """What the house does now; the same answer however often it is asked (its generator is keyed by its number)."""
    return table.game.house(table.state, fairness.house_stream(secret, table.entropies, table.house_n))


def default_action(table: Table, secret: bytes, seat: int) -> Action:
    """What the seat plays if its decision is left to the clock (GEN-10)."""
    return table.game.default(table.state, seat, fairness.default_stream(secret, seat, table.closed[seat]))


def told(before: Table, entry: Entry, after: Table, viewer: int | None) -> tuple[Told, ...]:
    """What one viewer (a seat, or None for the public) is told of an entry, in order; often one thing, or nothing."""
    action = entry.action
    if isinstance(action, Sit):
        text = f"{action.name} takes seat {entry.seat}."
        return (Told("seated", text, entry.seat, {"name": action.name, "kind": action.kind}),)
    if isinstance(action, Ready):
        return (Told("ready", f"Seat {entry.seat} is ready.", entry.seat),)
    if isinstance(action, Begin):
        return (Told("begun", "The opening bell rings."),)
    one = before.game.tell(before.state, entry.seat, action, after.state, viewer)
    result = (one,) if one is not None else ()
    final = after.result
    if final is None:
        return result
    scores = [place.score for place in final.places]
    winners = " and ".join(f"seat {seat}" for seat in final.winners) or "nobody"
    params = {"winners": list(final.winners), "scores": scores, "ended_by": final.ended_by}
    return (*result, Told("finished", f"The game is over; won by {winners}.", None, params))


def counted(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries without those that their own seat replaced while they were sealed."""
    last = {(each.seat, each.n): place for place, each in enumerate(entries) if not _fixed(each)}
    return tuple(each for place, each in enumerate(entries) if _fixed(each) or last[each.seat, each.n] == place)


def line(entry: Entry) -> bytes:
    """The stored form of an entry: `[seat, n, by, at_ms, tag, field, ...]`, fields in their order, null for None.

    Names are left out because a log is kept in memory; a game's rules version keeps the order of the fields for life.
    """
    action = entry.action
    named = codec.to_json(action)
    values = [named.get(each.name) for each in fields(cast("Any", action))]
    return msgspec.json.encode([entry.seat, entry.n, _BY.index(entry.by), entry.at_ms, tag(type(action)), *values])


def entry_of(game: Game, data: bytes) -> Entry:
    """The entry that was stored. Raises `codec.Undecodable`."""
    seat, n, by, at_ms, kind, *values = codec.loads(data)
    cls = next((cls for cls in (*game.moves, *game.deals, *LIFECYCLE) if tag(cls) == kind), None)
    if cls is None:
        raise codec.Undecodable(f"{kind} is no action of {game.name}")
    names = (each.name for each in fields(cast("Any", cls)))
    named = {name: value for name, value in zip(names, values, strict=True) if value is not None}
    return Entry(seat, n, codec.from_json(cls, {"type": kind, **named}), _BY[by], at_ms)


def chained(chain: str, data: bytes) -> str:
    """The running hash of a log after one more stored line: 32 hexadecimal digits; it begins as ""."""
    return hashlib.blake2b(chain.encode() + data, digest_size=16).hexdigest()


def _put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _closing(table: Table, entry: Entry, after: Turn) -> frozenset[int]:
    """The seats whose open decision this entry closes: at the end of a free phase all of them, mostly unplayed."""
    if table.turn.mode == "free" and after.kind != table.turn.kind:
        return frozenset(table.turn.able)
    if entry.seat == HOUSE:
        return frozenset()
    if table.turn.mode != "sealed":
        return frozenset((entry.seat,))
    if entry.seat in after.revisable:
        return frozenset()
    return frozenset((*table.turn.revisable, entry.seat))


def _moved(table: Table, entry: Entry, state: Any, closing: frozenset[int]) -> Table:
    """The table with the game's new state, decisions closed and opened."""
    turn = table.game.turn(state)
    closed = tuple(n + (seat in closing) for seat, n in enumerate(table.closed)) if closing else table.closed
    able = frozenset(turn.able)
    opened_at: list[int | None] = []
    revisions: list[int] = []
    for seat, since in enumerate(table.opened_at_ms):
        stays = since is not None and seat not in closing
        opened_at.append((since if stays else entry.at_ms) if seat in able else None)
        revisions.append(table.revisions[seat] + (seat == entry.seat) if stays else 0)
    house_at = table.house_at_ms
    if turn.house is None:
        house_at = None
    elif house_at is None or entry.seat == HOUSE or turn.kind != table.turn.kind:
        house_at = entry.at_ms + 1000 * turn.house
    return Table(
        facts=table.facts,
        game=table.game,
        occupants=table.occupants,
        status="finished" if turn.over else "running",
        state=state,
        turn=turn,
        closed=closed,
        opened_at_ms=tuple(opened_at),
        revisions=tuple(revisions),
        house_n=table.house_n + (entry.seat == HOUSE and not isinstance(entry.action, Begin)),
        house_at_ms=house_at,
    )


def _fixed(entry: Entry) -> bool:
    return entry.seat == HOUSE or isinstance(entry.action, LIFECYCLE)
