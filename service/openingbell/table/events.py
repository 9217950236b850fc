"""What each viewer is told of a log's entries.

Law. By allow-list, like a view: what happened at the table everybody hears, what happened in the game the game tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from openingbell.rules.kernel import HOUSE, Action, Told
from openingbell.table.endings import Outcome, outcome
from openingbell.table.values import (
    Begin,
    End,
    Entry,
    Leave,
    Ready,
    Resign,
    Resume,
    Return,
    Sit,
    StandIn,
    Table,
    WantPause,
)


def told(before: Table, entry: Entry, after: Table, viewer: int | None) -> tuple[Told, ...]:
    """What one viewer (a seat, or None for the public) is told of an entry, in order; often one thing, or nothing."""
    line = _LIFECYCLE.get(type(entry.action))
    if line is None:
        one = before.game.tell(before.state, entry.seat, entry.action, after.state, viewer)
        said = () if one is None else (one,)
    else:
        said = (line(entry, entry.action),)
    final = outcome(after)
    if final is None and before.paused != after.paused and not isinstance(entry.action, Resume):
        said = (*said, _PAUSED if after.paused else _RESUMED)
    return said if final is None else (*said, _finished(final))


def _sit(entry: Entry, action: Sit) -> Told:
    return Told(
        "seated", f"{action.name} takes seat {entry.seat}.", entry.seat, {"name": action.name, "kind": action.kind}
    )


def _leave(entry: Entry, action: Leave) -> Told:
    del action
    return Told("left", f"Seat {entry.seat} is free again.", entry.seat)


def _ready(entry: Entry, action: Ready) -> Told:
    del action
    return Told("ready", f"Seat {entry.seat} is ready.", entry.seat)


def _begin(entry: Entry, action: Begin) -> Told:
    del entry, action
    return Told("begun", "The opening bell rings.")


def _stand_in(entry: Entry, action: StandIn) -> Told:
    text = f"Seat {entry.seat} is away; a house bot plays it until its owner comes back."
    return Told("stand-in", text, entry.seat, {"bot": action.bot})


def _return(entry: Entry, action: Return) -> Told:
    del action
    return Told("returned", f"Seat {entry.seat} plays again.", entry.seat)


def _resign(entry: Entry, action: Resign) -> Told:
    del action
    return Told("resigned", f"Seat {entry.seat} resigns; a house bot plays it to the end.", entry.seat)


def _want_pause(entry: Entry, action: WantPause) -> Told:
    text = "wants a pause" if action.wanted else "wants to go on"
    return Told("pause-wanted", f"Seat {entry.seat} {text}.", entry.seat, {"wanted": action.wanted})


def _resume(entry: Entry, action: Resume) -> Told:
    del entry, action
    return _RESUMED


def _end(entry: Entry, action: End) -> Told:
    seat = None if entry.seat == HOUSE else entry.seat
    called_off = "The game is called off; it counts for nothing."
    if seat is not None:
        called_off = f"Seat {seat} calls the game off; it counts for nothing."
    elif entry.by == "house":
        called_off = "The game is called off, since somebody never came; it counts for nothing."
    text = {
        "aborted": called_off,
        "server": "The house breaks the game off; it counts for nothing.",
        "resign": "The game ends here.",
    }[action.reason]
    params = {"reason": action.reason}
    return Told("ended", text, seat, {**params, "why": action.why} if action.why else params)


_LIFECYCLE: Final[Mapping[type[Action], Callable[[Entry, Any], Told]]] = {
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
_PAUSED: Final = Told("paused", "The game is paused: no time runs.")
_RESUMED: Final = Told("resumed", "The game goes on.")


def _finished(final: Outcome) -> Told:
    scores = [place.score for place in final.places]
    params = {"winners": list(final.winners), "scores": scores, "ended_by": final.ended_by}
    winners = " and ".join(f"seat {seat}" for seat in final.winners)
    return Told("finished", f"The game is over; won by {winners}." if winners else "The game is over.", None, params)
