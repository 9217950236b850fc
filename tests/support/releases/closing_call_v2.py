"""Closing Call, for 2 to 4 players: everybody calls the closing price in secret, and the nearest call scores.

Law. A small game for tests of how rules live on; version 2: prices are higher, and whoever does not know may stay out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from openingbell.rules.choices import Choice, Choices, Field
from openingbell.rules.domains import Range
from openingbell.rules.kernel import HOUSE, Game, Place, Result, Told, Turn
from openingbell.rules.values import Action, Illegal, Rng, Text

HIGHEST: Final = 20
OUT: Final = -1


@dataclass(frozen=True, slots=True)
class Options:
    """How long the game is."""

    rounds: int = field(default=3, metadata={"doc": "Rounds, 1 to 9."})


@dataclass(frozen=True, slots=True)
class Call(Action):
    """Call the closing price."""

    price: int


@dataclass(frozen=True, slots=True)
class StayOut(Action):
    """Call nothing in this round."""


@dataclass(frozen=True, slots=True)
class Close(Action):
    """The house tells the closing price."""

    price: int


@dataclass(frozen=True, slots=True)
class State:
    """The closing prices so far, this round's calls, and the points."""

    options: Options
    closed: tuple[int, ...]
    calls: tuple[int | None, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What a viewer knows: his own call, and who else has called."""

    seat: int | None
    options: Options
    closed: tuple[int, ...]
    called: tuple[bool, ...]
    call: int | None
    points: tuple[int, ...]
    highest: int


def start(seats: int, options: Options) -> State:
    """The first round. Raises `Illegal` for a length that does not do."""
    if not 1 <= options.rounds <= 9:
        raise Illegal("rounds", f"{options.rounds} rounds are not 1 to 9.", ruling="GEN-01", pointer="/rounds")
    return State(options, (), (None,) * seats, (0,) * seats)


def turn(state: State) -> Turn:
    """All call, hidden; then the house closes."""
    if len(state.closed) == state.options.rounds:
        return Turn(())
    missing = tuple(seat for seat, call in enumerate(state.calls) if call is None)
    made = tuple(seat for seat, call in enumerate(state.calls) if call is not None)
    return Turn(missing, "sealed", None, "call", made) if missing else Turn((), "one", 0, "close")


def legal(state: State, seat: int) -> Choices:
    """Any price, or none."""
    now = turn(state)
    if seat not in (*now.seats, *now.revisable):
        return Choices()
    price = Field("price", Range(0, HIGHEST), "GEN-05")
    call = Choice(Call, Text("call", "Call the closing price."), (price,))
    return Choices((call, Choice(StayOut, Text("stay-out", "Stay out of this round."))))


def apply(state: State, seat: int, action: Action) -> State:
    """A call is kept; the close scores the nearest calls."""
    if isinstance(action, Call | StayOut):
        price = action.price if isinstance(action, Call) else OUT
        return replace(state, calls=tuple(price if at == seat else c for at, c in enumerate(state.calls)))
    assert seat == HOUSE
    assert isinstance(action, Close)
    far = 2 * HIGHEST
    off = [far if call in (None, OUT) else abs(call - action.price) for call in state.calls]
    points = tuple(had + (each == min(off) < far) for had, each in zip(state.points, off, strict=True))
    return State(state.options, (*state.closed, action.price), (None,) * len(off), points)


def house(state: State, rng: Rng) -> Action:
    """The closing price."""
    return Close(rng.below(HIGHEST + 1))


def default(state: State, seat: int, rng: Rng) -> Action:
    """The middle."""
    return Call(HIGHEST // 2)


def view(state: State, seat: int | None) -> View:
    """What the seat knows."""
    called = tuple(call is not None for call in state.calls)
    own = None if seat is None else state.calls[seat]
    return View(seat, state.options, state.closed, called, own, state.points, HIGHEST)


def tell(before: State, seat: int, action: Action, after: State, viewer: int | None) -> Told | None:
    """Calls are secret; the close is for all."""
    if isinstance(action, Close):
        return Told("close", f"The price closes at {action.price}.", None, {"price": action.price})
    return Told("called", f"Seat {seat} has called.", seat) if viewer == seat else None


def imagine(view: View, rng: Rng) -> State:
    """Others may have called anything."""
    calls = [rng.below(HIGHEST + 1) if called else None for called in view.called]
    if view.seat is not None:
        calls[view.seat] = view.call
    return State(view.options, view.closed, tuple(calls), view.points)


def prompt(state: State, seat: int | None) -> Text:
    """What is asked."""
    return Text("call", "Call the closing price.")


def result(state: State) -> Result | None:
    """Most points win."""
    if not turn(state).over:
        return None
    ranks = [1 + sum(other > own for other in state.points) for own in state.points]
    places = tuple(Place(seat, rank, state.points[seat]) for seat, rank in enumerate(ranks))
    return Result(places, tuple(seat for seat, rank in enumerate(ranks) if rank == 1))


RULINGS: Final[Mapping[str, Any]] = {"call": "GEN-02", "stay_out": "GEN-02"}

GAME: Final = Game(
    name="closing_call",
    title="Closing Call",
    summary="Call the closing price.",
    seats=(2, 3, 4),
    version=2,
    Options=Options,
    View=View,
    moves=(Call, StayOut),
    deals=(Close,),
    rulings=RULINGS,
    start=start,
    turn=turn,
    legal=legal,
    apply=apply,
    house=house,
    default=default,
    view=view,
    tell=tell,
    imagine=imagine,
    prompt=prompt,
    scores=lambda state: state.points,
    breakdown=lambda state: state.closed,
    result=result,
)
