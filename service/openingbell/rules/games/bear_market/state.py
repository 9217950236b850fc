"""What a game of Bear Market is made of: its options, its actions and its state.

Law. Frozen values and look-ups on them; nothing here decides what happens next.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

from openingbell.rules.cards import RANK, SUIT
from openingbell.rules.games.bear_market.sorting import LowMarket, RankedSuit
from openingbell.rules.market import EmptyRule, ScoredCard
from openingbell.rules.matches import MILLION
from openingbell.rules.options import EMPTY_RULE_OPTION, SUITS_OPTION
from openingbell.rules.values import Action, Position, quick

SEATS: Final = (2, 3, 4, 5, 6, 7, 8)
HANDS: Final = 3
ROUNDS: Final = 5
DEALT: Final = 10
TARGET: Final = 3_000_000
"""The total that ends the game under `play_to_target` (BEAR-06)."""

Phase = Literal["deal", "draft", "score", "over"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the creator of a table may choose."""

    suits: tuple[str, ...] = field(default=(), metadata=SUITS_OPTION)
    play_to_target: bool = field(
        default=False, metadata={"doc": "Play on after three hands until somebody has three million points."}
    )
    empty_rule: EmptyRule = field(default="ranked", metadata=EMPTY_RULE_OPTION)


@quick
@dataclass(frozen=True, slots=True)
class Draft(Action):
    """Lock one card face down and lay another one into the Marketplace (sealed, both at once)."""

    lock: str
    discard: str


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """The house deals a hand: `hands` by seat, and the `stub` that stays out."""

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


@dataclass(frozen=True, slots=True)
class SeatAward:
    """One seat's five cards in the order in which it locked them, what they score, the award of a million plus that
    score, and the running total with it."""

    seat: int
    cards: tuple[ScoredCard, ...]
    score: int
    award: int
    total: int


@dataclass(frozen=True, slots=True)
class HandAward:
    """Why a hand scored what it scored: the final sort of the Marketplace, best first, and every seat's cards."""

    hand: int
    market: tuple[RankedSuit, ...]
    seats: tuple[SeatAward, ...]


def hand_award(score: int) -> int:
    """What a seat gets for a hand whose cards score so much (BEAR-07)."""
    return MILLION + score


@dataclass(frozen=True)
class Scored:
    """A hand that has been scored: the final Marketplace, everybody's locked cards in order, and the totals with it."""

    hand: int
    market: LowMarket
    locked: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]

    @cached_property
    def breakdown(self) -> HandAward:
        """The reasons; worked out when somebody asks."""
        values = self.market.values
        seats = []
        for seat, cards in enumerate(self.locked):
            rows = tuple(ScoredCard(c, RANK[c], values[SUIT[c]], RANK[c] * values[SUIT[c]]) for c in cards)
            score = sum(row.score for row in rows)
            seats.append(SeatAward(seat, rows, score, hand_award(score), self.totals[seat]))
        return HandAward(self.hand, self.market.standings, tuple(seats))


@dataclass(frozen=True)
class State(Position):
    """One moment of a game.

    `hand` and `round` are 0 before the first deal. Between the scoring of a hand and the next deal everything still
    lies on the table. `hands` are what the seats hold now; `held` what they held when they drafted and `drafts` what
    they did, by completed round and seat. `sealed` is each seat's move in this round (empty outside of one).
    """

    table: Table
    phase: Phase
    hand: int
    round: int
    totals: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    held: tuple[tuple[tuple[str, ...], ...], ...]
    drafts: tuple[tuple[Draft, ...], ...]
    stub: tuple[str, ...]
    market: LowMarket
    sealed: tuple[Draft | None, ...] = ()
    scored: tuple[Scored, ...] = ()


def locked(state: State, seat: int) -> tuple[str, ...]:
    """The cards that a seat has locked in this hand, in order."""
    return tuple([drafts[seat].lock for drafts in state.drafts])


def direction(hand: int) -> int:
    """Which way hands travel: 1 seat to the left in odd hands, to the right in even ones (BEAR-03)."""
    return 1 if hand % 2 else -1
