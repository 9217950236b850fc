"""What a game of Insider Trading is made of: its options, its actions and its state.

Law. Frozen values and look-ups on them; nothing here decides what happens next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from openingbell.rules.cards import RANK, SUIT
from openingbell.rules.market import EmptyRule, Market
from openingbell.rules.matches import Scored
from openingbell.rules.options import EMPTY_RULE_OPTION, SUITS_OPTION, first_seat_option
from openingbell.rules.seats import unchosen
from openingbell.rules.values import Action, Position, quick

SEATS: Final = (2, 3, 4)
HANDS: Final = 3
TRICKS: Final = 5
DEALT: Final = 10
KEPT: Final = 5
"""Cards that score: the locked ones, and what is left in the hand after the Panic."""

Phase = Literal["deal", "play", "insider", "lock", "panic", "score", "over"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the creator of a table may choose."""

    suits: tuple[str, ...] = field(default=(), metadata=SUITS_OPTION)
    empty_rule: EmptyRule = field(default="ranked", metadata=EMPTY_RULE_OPTION)
    first_seat: int | Literal["drawn"] = field(default="drawn", metadata=first_seat_option(SEATS))


@quick
@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play this card from one's hand to the trick, face up."""

    card: str


@quick
@dataclass(frozen=True, slots=True)
class Swap(Action):
    """Insider trading: remove this card of the trick from the game and take the top card of the stub for it."""

    card: str


@quick
@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Leave the trick as it was played: no insider trading."""


@quick
@dataclass(frozen=True, slots=True)
class Lock(Action):
    """Lock this card of the trick, face up; the others flood the Marketplace."""

    card: str


@quick
@dataclass(frozen=True, slots=True)
class Panic(Action):
    """Lay as many unlocked cards into the Marketplace as one has locked (sealed)."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """The house deals a hand: `hands` by seat, and the `stub`, its top card first."""

    dealer: int
    hands: tuple[tuple[str, ...], ...]
    stub: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same for the whole game. `options.suits` is filled in; `deck` in the fixed order, `cards` the same
    as a set."""

    seats: int
    options: Options
    deck: tuple[str, ...]
    cards: frozenset[str]


@quick
@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card in a trick and the seat that played it."""

    seat: int
    card: str


@quick
@dataclass(frozen=True, slots=True)
class Trick:
    """One trick of this hand, by number from 1.

    `plays` are in the order played; the first is the lead. `winner` is known once all have played. `removed` is the
    card that the winner took out of the game and `drawn` the insider card that came for it, if there was a swap.
    `locked` is the card that the winner kept and `flooded` those that went into the Marketplace.
    """

    number: int
    leader: int
    plays: tuple[PlayedCard, ...] = ()
    winner: int | None = None
    removed: str | None = None
    drawn: str | None = None
    locked: str | None = None
    flooded: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that its winner may lock: those played, and the insider card in the place of the removed one."""
        cards = [play.card for play in self.plays if play.card != self.removed]
        return tuple(cards) if self.drawn is None else (*cards, self.drawn)


@dataclass(frozen=True)
class State(Position):
    """One moment of a game.

    `hand` is 0 before the first deal. Between the scoring of a hand and the next deal everything still lies on the
    table. `hands` are the unlocked cards and `locked` the others, by seat. `stub` has its top card first. `trick` is
    the one under way and `tricks` are those of this hand that are complete. `sealed` is each seat's Panic (empty
    outside of that step), `discards` what each seat laid down in it, once all have.
    """

    table: Table
    phase: Phase
    hand: int
    dealer: int | None
    totals: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    locked: tuple[tuple[str, ...], ...]
    stub: tuple[str, ...]
    market: Market
    trick: Trick | None = None
    tricks: tuple[Trick, ...] = ()
    sealed: tuple[Panic | None, ...] = ()
    discards: tuple[tuple[str, ...], ...] = ()
    scored: tuple[Scored, ...] = ()


def trick_winner(plays: Sequence[PlayedCard]) -> int:
    """Who wins a trick: the highest rank in the commodity that was led (INS-03, INS-04)."""
    led = SUIT[plays[0].card]
    return max((play for play in plays if SUIT[play.card] == led), key=lambda play: RANK[play.card]).seat


def chooses(state: State, seat: int) -> bool:
    """Whether the seat has a choice in the Panic. It has none where everybody can see that it keeps all its unlocked
    cards or lays all of them down (INS-10, GEN-09)."""
    return 0 < len(state.locked[seat]) < KEPT


def owing(state: State) -> tuple[int, ...]:
    """The seats that still have to choose their Panic."""
    return tuple([seat for seat in unchosen(state.sealed) if chooses(state, seat)])
