"""What games say of seats: whose turn it is, whom everybody waits for, and where everybody ends.

Law. Pure helpers that two games need, each a function of its arguments; no game's own rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from openingbell.rules.kernel import Place, Result, Turn
from openingbell.rules.values import Text

OVER: Final = Turn(())
"""No turn any more."""


@cache
def alone(seat: int, kind: str) -> Turn:
    """The turn of a single seat."""
    return Turn((seat,), "one", None, kind)


@cache
def together(owing: tuple[int, ...], chosen: tuple[int, ...], kind: str) -> Turn:
    """The turn of all seats that still owe a move of a sealed step; those that have `chosen` may choose anew."""
    return Turn(owing, "sealed", None, kind, chosen)


def chosen(sealed: Iterable[object]) -> tuple[int, ...]:
    """The seats of a sealed step that have chosen, by what each has sealed (None: nothing yet)."""
    return tuple([seat for seat, move in enumerate(sealed) if move is not None])


def unchosen(sealed: Iterable[object]) -> tuple[int, ...]:
    """The seats of a sealed step that have not chosen."""
    return tuple([seat for seat, move in enumerate(sealed) if move is None])


@cache
def of_house(kind: str) -> Turn:
    """The house acts at once."""
    return Turn((), "one", 0, kind)


def named(seats: Sequence[int]) -> str:
    """`seat 1`, `seats 1 and 3`, `seats 0, 1 and 3`."""
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def waiting(now: Turn, seat: int | None, verbs: Mapping[str, str], doing: Mapping[str, str]) -> Text:
    """What a viewer is told who owes no move now: whom everybody waits for, and to do what.

    By the kind of the decision, `verbs` say what seats are waited for to do ("to bid") and `doing` what the house does
    ("deals").
    """
    if now.over:
        return Text("game-over", "The game is over.")
    if not now.seats:
        return Text("wait-for-house", f"The house {doing[now.kind]}.", {"kind": now.kind})
    before, again = "", seat in now.revisable
    if again:
        before = "You have chosen and may still change your mind. "
    elif seat in now.optional:
        before = "You are done, and may still act. "
    text = f"{before}Waiting for {named(now.seats)} {verbs[now.kind]}."
    return Text("wait-for-seats", text, {"seats": list(now.seats), "kind": now.kind, "revisable": again})


def standing(totals: Sequence[int]) -> Result:
    """The final standing by totals; equal totals share a place (GEN-03)."""
    places = tuple(Place(seat, 1 + sum(other > total for other in totals), total) for seat, total in enumerate(totals))
    return Result(places, tuple(place.seat for place in places if place.rank == 1))
