"""What a game of Bull Market is made of: its options, its actions and its state.

Law. Frozen values and look-ups on them; nothing here decides what happens next.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

from openingbell.rules.auctions import Auction, Call
from openingbell.rules.market import EmptyRule, HandScore, Market, explained
from openingbell.rules.values import Action, quick

SEATS: Final = (2, 3, 4, 5, 6, 7, 8)
HANDS: Final = 3
ROUNDS: Final = 3
DEALT: Final = 9
"""Cards dealt to a seat, and its cards in hand and locked together until the Panic."""
KEPT: Final = 5
"""Cards that score: locked ones first. So nobody locks more."""
PANIC_CARDS: Final = DEALT - KEPT

Phase = Literal["deal", "auction", "pay", "pass", "panic", "discard", "score", "over"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the creator of a table may choose."""

    suits: tuple[str, ...] = field(
        default=(),
        metadata={"doc": "Letters of the commodities, one more than seats; empty: the first ones."},
    )
    short: bool = field(default=False, metadata={"doc": "Short Selling: the most common commodity is the best."})
    slow_burn: bool = field(default=False, metadata={"doc": "Slow Burn: four discards one by one instead of a Panic."})
    empty_rule: EmptyRule = field(
        default="ranked",
        metadata={"doc": "Commodities without a card take slots like any other, or share the top slot and take none."},
    )
    first_seat: int | Literal["drawn"] = field(
        default="drawn", metadata={"doc": "The dealer's seat, or drawn by the house."}
    )


@quick
@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Offer to lock cards worth `amount` points for a look at the stack."""

    amount: int


@dataclass(frozen=True, slots=True)
class PassBid(Action):
    """Leave this auction for good."""


@quick
@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Lock these unlocked cards, face up, for the auction just won."""

    cards: tuple[str, ...]


@quick
@dataclass(frozen=True, slots=True)
class PassCards(Action):
    """Hand these unlocked cards to the neighbour (sealed)."""

    cards: tuple[str, ...]


@quick
@dataclass(frozen=True, slots=True)
class Panic(Action):
    """Lay four unlocked cards into the Marketplace (sealed)."""

    cards: tuple[str, ...]


@quick
@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Lay one unlocked card into the Marketplace (sealed); Slow Burn."""

    card: str


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """The house deals a hand: `hands` by seat, the three `stacks` by round, and the `stub` that stays out."""

    dealer: int
    hands: tuple[tuple[str, ...], ...]
    stacks: tuple[tuple[str, ...], ...]
    stub: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score(Action):
    """The house scores a hand: this hand's `scores` and the running `totals`, by seat."""

    scores: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same for the whole game. `options.suits` is filled in; `deck` in the fixed order, `cards` the same
    as a set."""

    seats: int
    options: Options
    deck: tuple[str, ...]
    cards: frozenset[str]
    stack_size: int


@quick
@dataclass(frozen=True, slots=True)
class AuctionRecord:
    """One auction of this hand: every call in order and, once somebody bought, who, for how much, and the payment."""

    round: int
    opener: int
    calls: tuple[Call, ...]
    closed: bool
    winner: int | None = None
    price: int | None = None
    paid: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Scored:
    """A hand that has been scored: the final Marketplace, the final hands, and the totals with it."""

    hand: int
    market: Market
    cards: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]

    @cached_property
    def breakdown(self) -> HandScore:
        """The reasons; worked out when somebody asks."""
        return explained(self.hand, self.market, self.cards, self.totals)


@dataclass(frozen=True)
class State:
    """One moment of a game.

    `hand` is 0 before the first deal and `round` 0 before the first auction. Between the scoring of a hand and the
    next deal everything still lies on the table. `hands` are the unlocked cards and `locked` the others, by seat;
    `stacks` by round, of which the first `revealed` lie in the market. `auction` is the one under way, `auctions`
    those of this hand that are closed. `sealed` is the move of each seat in a sealed step (empty outside of one);
    `passes` what each seat gave, by completed round; `discards` what each seat laid down, by completed step.
    `last_winner` is the latest buyer of the whole game (BULL-03).
    """

    table: Table
    phase: Phase
    hand: int
    round: int
    dealer: int | None
    opener: int | None
    last_winner: int | None
    totals: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    locked: tuple[tuple[str, ...], ...]
    stacks: tuple[tuple[str, ...], ...]
    revealed: int
    stub: tuple[str, ...]
    market: Market
    auction: Auction | None = None
    auctions: tuple[AuctionRecord, ...] = ()
    sealed: tuple[Action | None, ...] = ()
    passes: tuple[tuple[tuple[str, ...], ...], ...] = ()
    discards: tuple[tuple[tuple[str, ...], ...], ...] = ()
    scored: tuple[Scored, ...] = ()

    def but(self, **changes: Any) -> State:
        """This state with other values for some fields (a fifth of the time that `dataclasses.replace` takes)."""
        new = object.__new__(State)
        values = self.__dict__.copy()
        values.update(changes)
        object.__setattr__(new, "__dict__", values)
        return new


def neighbour(seat: int, hand: int, seats: int) -> int:
    """Who receives the cards that a seat passes: the left neighbour in hands 1 and 3, the right one in hand 2."""
    return (seat + (1 if hand % 2 else -1)) % seats


def forced(state: State, seat: int) -> bool:
    """Whether everybody can see that the seat must lay down all its unlocked cards (GEN-09)."""
    if len(state.locked[seat]) < KEPT:
        return False
    return state.phase == "panic" or (state.phase == "discard" and len(state.discards) == PANIC_CARDS - 1)


def owing(state: State) -> tuple[int, ...]:
    """The seats of a sealed step that have not sealed a move yet."""
    waiting = tuple([seat for seat, move in enumerate(state.sealed) if move is None])
    if state.phase == "pass":
        return waiting
    return tuple([seat for seat in waiting if not forced(state, seat)])
