"""Scripted deals and turns of Panik, so that a test says what lies where."""

from __future__ import annotations

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.panik import (
    GAME,
    Deal,
    Detect,
    Duo,
    NoCall,
    NoSend,
    Options,
    Place,
    Reveal,
    State,
)
from openingbell.rules.games.panik.state import CARDS, Hunter, Kind, manor_deck, without
from openingbell.rules.kernel import HOUSE, Action, Illegal, play

TWO = ("3 5 shared trapped", "2 4 trapped 1")
"""Seat 0 owns manors 0 to 3, seat 1 manors 4 to 7."""
FOUR = ("5 shared trapped 1", "4 shared 2 3", "trapped 5 3 2", "shared 4 1 3")


STANDARD, OVER, DUO = (Hunter(1, kind, False) for kind in ("standard", "overequipped", "duo"))
"""Face-down hunters of seat 1."""


def deal(*rows: str, first: int = 0) -> Deal:
    """A deal of these manors, a row a seat; what nobody gets is unused."""
    manors = tuple(tuple(row.split()) for row in rows)
    unused = without(manor_deck(Options().values), [card for row in manors for card in row])
    return Deal(first, manors, tuple(sorted(unused, key=CARDS.index)))


def dealt(*rows: str, first: int = 0, options: Options | None = None) -> State:
    """Just after the deal."""
    seats = len(rows)
    state: State = play(GAME, GAME.start(seats, options or Options()), HOUSE, deal(*rows, first=first))
    return state


def begun(*rows: str, first: int = 0) -> State:
    """The first turn: every seat has turned its first manor up and placed its duo at its second one."""
    state = dealt(*(rows or TWO), first=first)
    for place, move in enumerate((Reveal, Duo)):
        for seat in range(state.table.seats):
            state = play(GAME, state, seat, move(4 * seat + place))
    return state


def act(state: State, *actions: Action) -> State:
    """Actions one by one, each by the seat that is asked."""
    for action in actions:
        (seat,) = GAME.turn(state).seats
        state = play(GAME, state, seat, action)
    return state


def down(state: State, hunter: Kind, manor: int) -> State:
    return act(state, Place(hunter, manor, "down"))


def up(state: State, hunter: Kind, manor: int) -> State:
    return act(state, Place(hunter, manor, "up"))


def detect(state: State, look: int, manor: int) -> State:
    return act(state, Detect(look), Place("detector", manor, "up"))


def quietly(state: State) -> State:
    """The rest of the turn, in which nobody is sent back or called."""
    while state.phase in ("send_back", "call"):
        state = act(state, NoSend() if state.phase == "send_back" else NoCall())
    return state


def refused(state: State, seat: int, action: Action) -> Illegal:
    """Why the rules refuse the action."""
    with pytest.raises(Illegal) as caught:
        play(GAME, state, seat, action)
    return caught.value


def asked(state: State) -> tuple[tuple[int, ...], str]:
    """The seats that owe a move, and which."""
    now = GAME.turn(state)
    return now.seats, now.kind


def there(state: State, manor: int) -> list[str]:
    """The hunters at a manor: seat, kind, and ! if it is open."""
    return [f"{each.seat} {each.kind}{'!' * each.face_up}" for each in state.manors[manor].hunters]


def scored(state: State) -> State:
    return play(GAME, state, HOUSE, GAME.house(state, SeededRng(0)))  # type: ignore[no-any-return]


def put(state: State, manor: int, *hunters: Hunter) -> State:
    """The same moment with these hunters at a manor (what their seats hold in hand does not matter)."""
    manors = state.manors
    changed = manors[manor]._replace(hunters=hunters)
    return state.but(manors=(*manors[:manor], changed, *manors[manor + 1 :]))
