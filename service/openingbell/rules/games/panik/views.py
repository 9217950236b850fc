"""What a seat of Panik knows, as a type of its own, and the sentence that tells it what to do.

Law. Built by allow-list: a field gets here by being named here. Nothing but the view's own seat's manors and hunters,
and what lies open (rulings, section 7, visibility; PNK-16).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from openingbell.rules.games.panik.legality import here
from openingbell.rules.games.panik.moves import manor_scores, turn
from openingbell.rules.games.panik.scoring import ManorScore
from openingbell.rules.games.panik.state import (
    TURNS,
    Duo,
    Hunter,
    Kind,
    Options,
    Phase,
    Reveal,
    State,
    knows,
    owner,
)
from openingbell.rules.kernel import Result, Turn
from openingbell.rules.seats import standing, waiting
from openingbell.rules.values import Text, quick


@quick
@dataclass(frozen=True, slots=True)
class HunterView:
    """A hunter on the table: whose, and what it is where this viewer knows it (it is open, or its own).

    A hunter that was ever `sent_back` is not over-equipped; one that was ever `called` is not a duo either.
    """

    seat: int
    face_up: bool
    sent_back: bool
    called: bool
    kind: Kind | None = None


@quick
@dataclass(frozen=True, slots=True)
class ManorView:
    """A manor by its number: its owner, its card where this viewer knows it, and the hunters there by place."""

    manor: int
    owner: int
    face_up: bool
    hunters: tuple[HunterView, ...]
    card: str | None = None


@quick
@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows of the game; `seat` is absent for a spectator, and so are the fields `own_*`.

    `turns` counts the turns that are over, of `turns_in_all`; `active` is the seat whose turn it is. `manors` is empty
    before the deal, `unused_count` the number of manors that nobody will see. `hand_counts` are the hunters that each
    seat still holds, `own_hand` this seat's. `at` is the manor where the active seat has just placed a hunter (the last
    one there), `lifted` the hunter sent back from it whose owner must place it again. `asked` are the seats that owe a
    move, `submitted` those whose sealed move is in, `own_sealed` this seat's own. `totals` are 0 until the end, when
    `scored` says manor by manor where they come from.
    """

    seat: int | None
    seats: int
    options: Options
    phase: Phase
    turns: int
    turns_in_all: int
    totals: tuple[int, ...]
    manors: tuple[ManorView, ...]
    unused_count: int
    hand_counts: tuple[int, ...]
    asked: tuple[int, ...]
    submitted: tuple[int, ...]
    scored: tuple[ManorScore, ...]
    first_seat: int | None = None
    active: int | None = None
    at: int | None = None
    lifted: HunterView | None = None
    own_hand: tuple[Kind, ...] | None = None
    own_sealed: Reveal | Duo | None = None
    result: Result | None = None


def view(state: State, seat: int | None) -> View:
    """What a seat (None: a spectator) knows."""
    now = turn(state)
    own = state.sealed[seat] if seat is not None and state.sealed else None
    return View(
        seat=seat,
        seats=state.table.seats,
        options=state.table.options,
        phase=state.phase,
        turns=state.turns,
        turns_in_all=TURNS * state.table.seats,
        totals=state.totals,
        manors=tuple([_manor(state, number, seat) for number in range(len(state.manors))]),
        unused_count=len(state.unused),
        hand_counts=tuple([len(hand) for hand in state.hands]),
        asked=now.seats,
        submitted=now.revisable,
        scored=breakdown(state),
        first_seat=state.first_seat,
        active=state.active if state.phase in IN_TURN else None,
        at=state.at,
        lifted=None if state.lifted is None else seen(state.lifted, seat),
        own_hand=None if seat is None else state.hands[seat],
        own_sealed=own if isinstance(own, Reveal | Duo) else None,
        result=result(state),
    )


IN_TURN = frozenset({"place", "place_detector", "send_back", "relocate", "call"})
"""The phases of a seat's turn."""


def _manor(state: State, number: int, seat: int | None) -> ManorView:
    manor = state.manors[number]
    hunters = tuple([seen(hunter, seat) for hunter in manor.hunters])
    card = manor.card if manor.face_up or owner(number) == seat else None
    return ManorView(number, owner(number), manor.face_up, hunters, card)


def seen(hunter: Hunter, seat: int | None) -> HunterView:
    """The hunter as that viewer sees it."""
    kind = hunter.kind if knows(hunter, seat) else None
    return HunterView(hunter.seat, hunter.face_up, hunter.sent_back, hunter.called, kind)


def scores(state: State) -> tuple[int, ...]:
    """The points by seat; 0 until everything is turned up at the end."""
    return state.totals


def breakdown(state: State) -> tuple[ManorScore, ...]:
    """Manor by manor what every hunter earned and for whom, once the game is over."""
    return manor_scores(state) if state.phase == "over" else ()


def result(state: State) -> Result | None:
    """The final standing; equal totals share a place (PNK-15)."""
    return standing(state.totals) if state.phase == "over" else None


_WAITS: Final = {
    "reveal": "to turn a manor up",
    "duo": "to place a duo",
    "place": "to place a hunter",
    "place_detector": "to place the detector",
    "send_back": "to send a hunter back or not",
    "relocate": "to put a hunter elsewhere",
    "call": "to call a hunter or not",
}
_HOUSE: Final = {"deal": "deals the manors", "score": "turns everything up and scores"}


def prompt(state: State, seat: int | None) -> Text:
    """What that viewer is asked to do now, or waits for."""
    now = turn(state)
    return _asked(state, now) if seat in now.seats else waiting(now, seat, _WAITS, _HOUSE)


def _asked(state: State, now: Turn) -> Text:
    kind = now.kind
    if kind in ("reveal", "duo"):
        text = "Turn one of your four manors face up." if kind == "reveal" else _DUO
        return Text(kind, text)
    if kind == "place":
        number = state.turns // state.table.seats + 1
        text = f"Place a hunter at a manor (turn {number} of {TURNS})."
        return Text("place", text, {"turn": number, "turns": TURNS})
    if kind == "place_detector":
        return Text("place-detector", "Now place your detector, face up, at any manor with room.")
    if kind == "relocate":
        text = f"Your hunter was sent back from manor {state.at}. Put it at another manor."
        return Text("relocate", text, {"manor": state.at})
    if kind == "send_back":
        others = len(here(state).hunters) - 1
        text = f"You may send one of the other {others} back from manor {state.at}."
        if others == 1:
            text = f"You may send the other hunter back from manor {state.at}."
        return Text("send-back", text, {"manor": state.at, "others": others})
    text = f"You may call a hunter from another manor to manor {state.at}."
    return Text("call", text, {"manor": state.at})


_DUO = "Place a duo, face up, at one of your three manors that lie face down."
