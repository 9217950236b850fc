"""What a game of Panik is made of: its options, its actions and its state.

Law. Frozen values and look-ups on them; nothing here decides what happens next.

Manors are numbered through the table: seat s owns manors 4s to 4s+3. The hunters at a manor are named by their place
there, 0 being the one that has been there longest (GEN-07). What a card is never takes part in a name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeVar

from openingbell.rules.options import first_seat_option
from openingbell.rules.values import Action, Position, quick

SEATS: Final = (2, 3, 4)
MANORS: Final = 4
"""Manors that every seat owns (PNK-02)."""
ROOM: Final = 4
"""Hunters that a manor holds at most (PNK-07)."""
TURNS: Final = 8
"""Turns of a seat: its nine hunters but for the duo that is placed in the set-up."""

Card = TypeVar("Card", bound=str)
Kind = Literal["standard", "overequipped", "duo", "detector", "call"]
Face = Literal["down", "up"]

KINDS: Final[tuple[Kind, ...]] = ("standard", "overequipped", "duo", "detector", "call")
TEAM: Final[tuple[Kind, ...]] = (
    *(("standard",) * 3),
    *(("overequipped",) * 2),
    *(("duo",) * 2),
    "detector",
    "call",
)
"""A seat's nine hunters, in the order in which hands are kept."""

STAYS: Final = frozenset({"overequipped"})
"""Who cannot be sent back."""
DEAF: Final = frozenset({"overequipped", "duo"})
"""Who cannot be called for help."""

SHARED: Final = "shared"
TRAPPED: Final = "trapped"
VALUES: Final = ("1", "2", "3", "4", "5")
CARDS: Final = (*VALUES, SHARED, TRAPPED)
"""The kinds of manor cards: what a hunter earns there, or what else the manor is; in the order of the whole deck."""
VALUED: Final = 13
SPECIAL: Final = 3
"""How many shared manors there are, and how many trapped ones."""

Phase = Literal["deal", "reveal", "duo", "place", "place_detector", "send_back", "relocate", "call", "score", "over"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the creator of a table may choose."""

    values: tuple[int, ...] = field(
        default=(2, 3, 3, 3, 2),
        metadata={
            "doc": f"How many manors are worth 1, 2, 3, 4 and 5 points; {VALUED} in all.",
            "bounds": {
                "minItems": len(VALUES),
                "maxItems": len(VALUES),
                "items": {"minimum": 0, "maximum": VALUED},
            },
        },
    )
    first_seat: int | Literal["drawn"] = field(
        default="drawn",
        metadata=first_seat_option(SEATS, "The seat that has the first turn, or drawn by the house."),
    )


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """Turn one of your own four manors face up (sealed)."""

    manor: int


@dataclass(frozen=True, slots=True)
class Duo(Action):
    """Place a duo, face up, at one of your own face-down manors (sealed)."""

    manor: int


@quick
@dataclass(frozen=True, slots=True)
class Place(Action):
    """Place a hunter from your hand at a manor, face down or face up."""

    hunter: Kind
    manor: int
    face: Face


@quick
@dataclass(frozen=True, slots=True)
class Detect(Action):
    """Show your detector: turn an opponent's manor face up, then place the detector face up."""

    manor: int


@quick
@dataclass(frozen=True, slots=True)
class SendBack(Action):
    """Send the hunter at this place away from the manor where you have just placed one."""

    place: int


@dataclass(frozen=True, slots=True)
class NoSend(Action):
    """Send nobody back."""


@quick
@dataclass(frozen=True, slots=True)
class Relocate(Action):
    """Put your hunter that was sent back at another manor, face down or face up."""

    manor: int
    face: Face


@quick
@dataclass(frozen=True, slots=True)
class Call(Action):
    """Call the hunter at this place of another manor to the manor where you have just placed the call for help."""

    manor: int
    place: int


@dataclass(frozen=True, slots=True)
class NoCall(Action):
    """Call nobody."""


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """The house names the first seat, deals four manors to each (`manors` by seat), and leaves the rest `unused`."""

    first_seat: int
    manors: tuple[tuple[str, ...], ...]
    unused: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score(Action):
    """The house turns everything face up and scores: the `totals` by seat."""

    totals: tuple[int, ...]


class Hunter(NamedTuple):
    """A hunter at a manor: whose it is, what it is, whether that is open, and whether it has ever been sent back or
    called (so that everybody knows some things that it is not)."""

    seat: int
    kind: Kind
    face_up: bool
    sent_back: bool = False
    called: bool = False


class Manor(NamedTuple):
    """A manor card and the hunters at it, in the order in which they came."""

    card: str
    face_up: bool
    hunters: tuple[Hunter, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same for the whole game; `deck` are the 19 manors in the fixed order."""

    seats: int
    options: Options
    deck: tuple[str, ...]


@dataclass(frozen=True)
class State(Position):
    """One moment of a game.

    `turns` counts the turns that are over. `manors` are empty before the deal. `hands` by seat, in the order of
    `TEAM`. `at` is the manor where the active seat has placed a hunter in this turn, which is the last one there until
    the turn ends; `lifted` the hunter sent back from it that its owner holds. `sealed` is the move of each seat in a
    sealed step (empty outside of one). `totals` are 0 until the end.
    """

    table: Table
    phase: Phase
    turns: int
    first_seat: int | None
    manors: tuple[Manor, ...]
    unused: tuple[str, ...]
    hands: tuple[tuple[Kind, ...], ...]
    totals: tuple[int, ...]
    at: int | None = None
    lifted: Hunter | None = None
    sealed: tuple[Action | None, ...] = ()

    @property
    def active(self) -> int:
        """Whose turn it is: clockwise from the first seat."""
        assert self.first_seat is not None
        return (self.first_seat + self.turns) % self.table.seats


def owner(manor: int) -> int:
    """Whose manor that is."""
    return manor // MANORS


def own_manors(seat: int) -> range:
    """The numbers of a seat's manors."""
    return range(seat * MANORS, (seat + 1) * MANORS)


def knows(hunter: Hunter, seat: int | None) -> bool:
    """Whether a seat (None: a spectator) knows what the hunter is: it is open, or its own."""
    return hunter.face_up or hunter.seat == seat


def manor_deck(values: Iterable[int]) -> tuple[str, ...]:
    """The manors of the game, `values` of them worth 1, 2, 3, 4 and 5, in the fixed order."""
    counts = (*values, SPECIAL, SPECIAL)
    return tuple(card for card, count in zip(CARDS, counts, strict=True) for _ in range(count))


def without(cards: Iterable[Card], taken: Iterable[Card]) -> list[Card]:
    """The cards that are left once some are taken, in their order but with equal ones together."""
    return list((Counter(cards) - Counter(taken)).elements())
