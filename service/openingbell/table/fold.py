"""What an entry changes: a table is its facts and the fold over its log.

Law. Pure: it knows no store, no clock and no viewer. Whoever appends an entry has checked it before; the fold trusts
the log, so that a stored table is the same table for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from openingbell.rules.kernel import HOUSE, Action, Turn
from openingbell.rules.values import put
from openingbell.table import timing
from openingbell.table.values import (
    NOBODY,
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
)


def fold(table: Table, entry: Entry) -> Table:
    """The table after one more entry."""
    step = _LIFECYCLE.get(type(entry.action))
    if step is not None:
        return step(table, entry, entry.action)
    state = table.game.apply(table.state, entry.seat, entry.action)
    turn = table.game.turn(state)
    return _moved(table, entry, state, turn, _closing(table, entry, turn))


def fold_all(table: Table, entries: Iterable[Entry]) -> Table:
    """The table after these entries, in order."""
    for entry in entries:
        table = fold(table, entry)
    return table


# -- lifecycle -------------------------------------------------------------------------------------------------------


def _sit(table: Table, entry: Entry, action: Sit) -> Table:
    ready = action.kind == "house_bot"
    who = Occupant(action.player, action.name, action.kind, action.bot, action.entropy, ready)
    occupants = put(table.occupants, entry.seat, who)
    house_at = None if None in occupants else entry.at_ms + timing.START_GRACE_MS
    return replace(table, occupants=occupants, house_at_ms=house_at)


def _leave(table: Table, entry: Entry, action: Leave) -> Table:
    del action
    return replace(table, occupants=put(table.occupants, entry.seat, None), house_at_ms=None)


def _ready(table: Table, entry: Entry, action: Ready) -> Table:
    occupant = table.holder(entry.seat)
    return _seated(table, entry.seat, replace(occupant, ready=True, entropy=action.entropy or occupant.entropy))


def _begin(table: Table, entry: Entry, action: Begin) -> Table:
    del action
    state = table.game.start(table.facts.seats, table.facts.options)
    return _moved(replace(table, status="running"), entry, state, table.game.turn(state), frozenset())


def _stand_in(table: Table, entry: Entry, action: StandIn) -> Table:
    return _agreed(_taken_over(table, entry, replace(table.holder(entry.seat), stand_in=action.bot)), entry)


def _return(table: Table, entry: Entry, action: Return) -> Table:
    del action
    seat = entry.seat
    back = _seated(table, seat, replace(table.holder(seat), stand_in=""))
    unasked = table.unasked | {seat} if table.paused else table.unasked
    back = replace(back, missed=put(table.missed, seat, 0), unasked=unasked)
    if table.opened_at_ms[seat] is None or table.turn.mode == "sealed":
        return back
    return replace(back, opened_at_ms=put(table.opened_at_ms, seat, _from_now(table, entry)))


def _resign(table: Table, entry: Entry, action: Resign) -> Table:
    occupant = table.holder(entry.seat)
    who = replace(occupant, stand_in=action.bot, resigned=True)
    handed = _seated(table, entry.seat, who) if occupant.stand_in else _taken_over(table, entry, who)
    given_up = _agreed(handed, entry)
    left = sum(who is not None and not who.resigned for who in given_up.occupants)
    return _over(given_up, "resign") if left <= 1 else given_up


def _want_pause(table: Table, entry: Entry, action: WantPause) -> Table:
    seat = frozenset((entry.seat,))
    if entry.seat in table.unasked and not action.wanted:
        return _resumed(table, entry)
    pausing = table.pausing | seat if action.wanted else table.pausing - seat
    return _agreed(replace(table, pausing=pausing, unasked=table.unasked - seat), entry)


def _resume(table: Table, entry: Entry, action: Resume) -> Table:
    del action
    return _resumed(table, entry)


def _end(table: Table, entry: Entry, action: End) -> Table:
    del entry
    return _over(table, action.reason)


_LIFECYCLE: Final[Mapping[type[Action], Callable[[Table, Entry, Any], Table]]] = {
    Sit: _sit,
    Leave: _leave,
    Ready: _ready,
    Begin: _begin,
    StandIn: _stand_in,
    Return: _return,
    Resign: _resign,
    WantPause: _want_pause,
    Resume: _resume,
    End: _end,
}


def _taken_over(table: Table, entry: Entry, who: Occupant) -> Table:
    """The seat with a house bot in it, which owes from here on what its owner owed."""
    taken = _seated(table, entry.seat, who)
    if table.awaited_at_ms[entry.seat] is None:
        return taken
    return replace(taken, awaited_at_ms=put(table.awaited_at_ms, entry.seat, _from_now(table, entry)))


def _from_now(table: Table, entry: Entry) -> int:
    """When what begins with this entry began; in a pause at the pause's own beginning, since its length is added."""
    return entry.at_ms if table.paused_at_ms is None else table.paused_at_ms


def _agreed(table: Table, entry: Entry) -> Table:
    """The table paused once all who play here want it, and going on once none of them does."""
    present = frozenset(table.present)
    table = replace(table, pausing=table.pausing & present)
    if table.paused:
        return table if table.pausing else _resumed(table, entry)
    return replace(table, paused_at_ms=entry.at_ms) if present and table.pausing == present else table


def _resumed(table: Table, entry: Entry) -> Table:
    """The table going on, with all its times moved by as long as the pause was."""
    assert table.paused_at_ms is not None, "only a paused table goes on"
    stood = entry.at_ms - table.paused_at_ms
    return replace(
        table,
        pausing=frozenset(),
        paused_at_ms=None,
        unasked=frozenset(),
        opened_at_ms=tuple([_later(at, stood) for at in table.opened_at_ms]),
        sealed_at_ms=tuple([_later(at, stood) for at in table.sealed_at_ms]),
        awaited_at_ms=tuple([_later(at, stood) for at in table.awaited_at_ms]),
        house_at_ms=_later(table.house_at_ms, stood),
    )


def _over(table: Table, reason: Any) -> Table:
    nobody: tuple[None, ...] = (None,) * table.facts.seats
    return replace(
        table,
        status="finished",
        turn=NOBODY,
        opened_at_ms=nobody,
        sealed_at_ms=nobody,
        awaited_at_ms=nobody,
        house_at_ms=None,
        pausing=frozenset(),
        paused_at_ms=None,
        unasked=frozenset(),
        ended=reason,
    )


# -- the game --------------------------------------------------------------------------------------------------------


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


def _moved(table: Table, entry: Entry, state: Any, turn: Turn, closing: frozenset[int]) -> Table:
    """The table with the game's new state, decisions closed and opened."""
    able, hushed = frozenset(turn.able), _hushed(table, entry, state)
    heard = bool(closing) and not hushed
    missed = table.missed if hushed else _missed(table, entry)
    return Table(
        facts=table.facts,
        game=table.game,
        occupants=table.occupants,
        status="finished" if turn.over else "running",
        state=state,
        turn=turn,
        closed=tuple([n + (seat in closing) for seat, n in enumerate(table.closed)]) if closing else table.closed,
        opened_at_ms=_opened_at(table, entry, able, closing, hushed=hushed),
        sealed_at_ms=_sealed_at(table, entry, able, closing),
        awaited_at_ms=_awaited(table, entry, turn, closing),
        revisions=_revisions(table, entry, closing),
        banks_ms=_banks(table, entry, closing) if closing else table.banks_ms,
        missed=missed,
        known=_known(table, closing) if heard else table.known,
        moved=_have_moved(table, entry, closing, missed) if heard else table.moved,
        house_n=table.house_n + (entry.seat == HOUSE and not isinstance(entry.action, Begin)),
        house_at_ms=_house_at(table, entry, turn),
        pausing=frozenset() if turn.over else table.pausing,
    )


def _missed(table: Table, entry: Entry) -> tuple[int, ...]:
    """How many decisions in a row the clock has played for each seat."""
    if entry.seat == HOUSE:
        return table.missed
    return put(table.missed, entry.seat, table.missed[entry.seat] + 1 if entry.by == "default" else 0)


def _known(table: Table, closing: frozenset[int]) -> tuple[bool, ...]:
    """Of which seats everybody knows that a decision is over."""
    return table.known if all(table.known) else tuple([was or n in closing for n, was in enumerate(table.known)])


def _opened_at(
    table: Table, entry: Entry, able: frozenset[int], closing: frozenset[int], *, hushed: bool
) -> tuple[int | None, ...]:
    """Since when each seat's decision is open; the next one after a hushed act since the one before was."""
    return tuple(
        [
            None if seat not in able else entry.at_ms if since is None or (seat in closing and not hushed) else since
            for seat, since in enumerate(table.opened_at_ms)
        ]
    )


def _sealed_at(table: Table, entry: Entry, able: frozenset[int], closing: frozenset[int]) -> tuple[int | None, ...]:
    """When each seat's open decision was sealed last."""
    return tuple(
        [
            (entry.at_ms if seat == entry.seat else table.sealed_at_ms[seat])
            if since is not None and seat in able and seat not in closing
            else None
            for seat, since in enumerate(table.opened_at_ms)
        ]
    )


def _revisions(table: Table, entry: Entry, closing: frozenset[int]) -> tuple[int, ...]:
    """How often each seat's open decision was sealed."""
    return tuple(
        [
            0 if since is None or seat in closing else table.revisions[seat] + (seat == entry.seat)
            for seat, since in enumerate(table.opened_at_ms)
        ]
    )


def _house_at(table: Table, entry: Entry, turn: Turn) -> int | None:
    """When the house acts next: nobody's act puts off what it owes already."""
    if turn.house is None:
        return None
    if table.house_at_ms is None or entry.seat == HOUSE or turn.kind != table.turn.kind:
        return entry.at_ms + 1000 * turn.house
    return table.house_at_ms


def _awaited(table: Table, entry: Entry, turn: Turn, closing: frozenset[int]) -> tuple[int | None, ...]:
    """Since when each seat is waited for; anew after every act of its own, and when it is asked again."""
    awaited = frozenset(turn.seats)
    return tuple(
        [
            None if seat not in awaited else entry.at_ms if at is None or seat == entry.seat or seat in closing else at
            for seat, at in enumerate(table.awaited_at_ms)
        ]
    )


def _hushed(table: Table, entry: Entry, state: Any) -> bool:
    """Whether the public is told nothing of this move in a free phase, such as a private offer.

    Then it is neither the seat's first decision nor a sign that its owner is there, and gets the seat no more time: all
    of that would show.
    """
    if table.turn.mode != "free" or entry.seat == HOUSE:
        return False
    return table.game.tell(table.state, entry.seat, entry.action, state, None) is None


def _have_moved(table: Table, entry: Entry, closing: frozenset[int], missed: tuple[int, ...]) -> tuple[bool, ...]:
    """Whose owner has taken a decision by now. A sealed move counts at the close: grace shows in the deadline."""
    if all(table.moved):
        return table.moved
    deciders = closing if table.turn.mode == "sealed" else frozenset((entry.seat,))
    here = deciders.intersection(table.present)
    return tuple([was or (seat in here and not missed[seat]) for seat, was in enumerate(table.moved)])


def _banks(table: Table, entry: Entry, closing: frozenset[int]) -> tuple[int, ...]:
    """What is left of the banks once these decisions are closed.

    A bank pays at the close, so that nobody sees by it when a sealed move was made or replaced. It pays for its
    owner's decisions alone, and for nothing in a free phase.
    """
    clock, banks = table.facts.clock, list(table.banks_ms)
    if clock.bank_s == 0 or table.turn.mode == "free":
        return table.banks_ms
    for seat in closing.intersection(table.present):
        at_ms = table.sealed_at_ms[seat]
        took = (entry.at_ms if at_ms is None or seat == entry.seat else at_ms) - (table.opened_at_ms[seat] or 0)
        banks[seat] -= clock.spent_ms(took, banks[seat], first=not table.moved[seat])
    return tuple(banks)


def _seated(table: Table, seat: int, who: Occupant) -> Table:
    return replace(table, occupants=put(table.occupants, seat, who))


def _later(at_ms: int | None, by_ms: int) -> int | None:
    return None if at_ms is None else at_ms + by_ms
