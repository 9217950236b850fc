"""What each viewer is told of an entry in the log of Panik.

Law. Built by allow-list, from the action only where it is public, and otherwise from what lies open, or is the
viewer's own, after it. A sealed move says nothing but that it is in.
"""

from __future__ import annotations

from typing import Any

from openingbell.rules.games.panik.state import (
    Call,
    Deal,
    Detect,
    Duo,
    NoCall,
    NoSend,
    Place,
    Relocate,
    Reveal,
    Score,
    SendBack,
    State,
    knows,
    own_manors,
)
from openingbell.rules.games.panik.views import seen
from openingbell.rules.kernel import Told
from openingbell.rules.values import Action

NAMES = {
    "standard": "standard hunter",
    "overequipped": "over-equipped hunter",
    "duo": "duo",
    "detector": "detector",
    "call": "call for help",
}


def tell(before: State, seat: int, action: Action, after: State, viewer: int | None) -> Told | None:
    """What the viewer (None: a spectator) is told; None: nothing."""
    if isinstance(action, Reveal | Duo):
        return _sealed(before, seat, action, after, viewer)
    if isinstance(action, Deal):
        return _dealt(action, viewer)
    if isinstance(action, Score):
        text = f"All is turned up; the scores are {', '.join(map(str, action.totals))}."
        return Told("scored", text, None, {"totals": list(action.totals)})
    if isinstance(action, Place):
        return _placed(seat, action, viewer)
    if isinstance(action, Detect):
        card = after.manors[action.manor].card
        text = f"Seat {seat} shows the detector and turns up manor {action.manor}: {card}."
        return Told("detected", text, seat, {"manor": action.manor, "card": card})
    if isinstance(action, SendBack):
        return _sent_back(before, seat, action, after, viewer)
    if isinstance(action, Relocate):
        return _relocated(before, seat, action, viewer)
    if isinstance(action, Call):
        return _called(before, seat, action, after, viewer)
    if isinstance(action, NoSend):
        return Told("sent-nobody", f"Seat {seat} sends nobody back.", seat, {"manor": before.at})
    assert isinstance(action, NoCall)
    return Told("called-nobody", f"Seat {seat} calls nobody.", seat, {"manor": before.at})


def _dealt(action: Deal, viewer: int | None) -> Told:
    params: dict[str, Any] = {"first_seat": action.first_seat, "unused_count": len(action.unused)}
    text = f"The manors are dealt; seat {action.first_seat} has the first turn."
    if viewer is not None:
        params |= {"manors": list(own_manors(viewer)), "cards": list(action.manors[viewer])}
        text += f" Yours: {', '.join(action.manors[viewer])}."
    return Told("dealt", text, None, params)


def _sealed(before: State, seat: int, action: Reveal | Duo, after: State, viewer: int | None) -> Told | None:
    """A sealed move is in, is replaced (which concerns nobody else), or is the last one and resolves the step."""
    if after.phase != before.phase:
        return _all_in(before, after)
    again = before.sealed[seat] is not None
    if viewer == seat:
        text = f"You choose manor {action.manor}."
        return Told("replaced" if again else "submitted", text, seat, {"chosen": action.manor})
    return None if again else Told("submitted", f"Seat {seat} has chosen.", seat)


def _all_in(before: State, after: State) -> Told:
    if before.phase == "reveal":
        manors = [n for n, manor in enumerate(after.manors) if manor.face_up]
        rows = [{"manor": n, "card": after.manors[n].card} for n in manors]
        text = ", ".join(f"manor {n} is {after.manors[n].card}" for n in manors)
        return Told("manors-revealed", f"Turned up: {text}.", None, {"manors": rows})
    manors = [n for n, manor in enumerate(after.manors) if manor.hunters]
    text = ", ".join(map(str, manors))
    return Told("duos-placed", f"Everybody places a duo: at manors {text}.", None, {"manors": manors})


def _placed(seat: int, action: Place, viewer: int | None) -> Told:
    params: dict[str, Any] = {"manor": action.manor, "face": action.face}
    what = "a hunter"
    if action.face == "up" or viewer == seat:
        params["hunter"] = action.hunter
        what = f"a {NAMES[action.hunter]}".replace("a over", "an over")
    text = f"Seat {seat} places {what} face {action.face} at manor {action.manor}."
    return Told("placed", text, seat, params)


def _sent_back(before: State, seat: int, action: SendBack, after: State, viewer: int | None) -> Told:
    assert before.at is not None
    target = before.manors[before.at].hunters[action.place]
    params: dict[str, Any] = {"manor": before.at, "place": action.place, "owner": target.seat}
    if after.lifted is None:
        params["hunter"] = target.kind
        text = f"Seat {seat} cannot send back the {NAMES[target.kind]} of seat {target.seat} at manor {before.at}."
        return Told("stayed", text, seat, params)
    if knows(target, viewer):
        params["hunter"] = target.kind
    text = f"Seat {seat} sends back a hunter of seat {target.seat} from manor {before.at}, place {action.place}."
    return Told("sent-back", text, seat, params)


def _relocated(before: State, seat: int, action: Relocate, viewer: int | None) -> Told:
    assert before.lifted is not None
    params: dict[str, Any] = {"from_manor": before.at, "manor": action.manor, "face": action.face}
    moved = seen(before.lifted._replace(face_up=action.face == "up"), viewer)
    if moved.kind is not None:
        params["hunter"] = moved.kind
    text = f"Seat {seat} puts the hunter at manor {action.manor}, face {action.face}."
    return Told("relocated", text, seat, params)


def _called(before: State, seat: int, action: Call, after: State, viewer: int | None) -> Told:
    target = before.manors[action.manor].hunters[action.place]
    params: dict[str, Any] = {
        "from_manor": action.manor,
        "place": action.place,
        "owner": target.seat,
        "manor": before.at,
    }
    if len(after.manors[action.manor].hunters) == len(before.manors[action.manor].hunters):
        params["hunter"] = target.kind
        text = f"Seat {seat} cannot call the {NAMES[target.kind]} of seat {target.seat} from manor {action.manor}."
        return Told("unmoved", text, seat, params)
    if knows(target, viewer):
        params["hunter"] = target.kind
    text = f"Seat {seat} calls a hunter of seat {target.seat} from manor {action.manor} to manor {before.at}."
    return Told("called", text, seat, params)
