"""What a game of peeking and passing is made of: its actions, its table and its state.

Law. Frozen values and look-ups on them; nothing here decides what happens next. What a game does in its own way is in
the `Table` that it makes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal

from openingbell.rules.auctions import Auction, Call
from openingbell.rules.cards import deck
from openingbell.rules.market import Market
from openingbell.rules.matches import Scored
from openingbell.rules.seats import unchosen
from openingbell.rules.values import Action, Position, quick

ROUNDS: Final = 3
DEALT: Final = 9
"""Cards dealt to a seat, and its cards in hand and locked together until the Panic."""
KEPT: Final = 5
"""Cards that score: locked ones first. So nobody locks more."""
PANIC_CARDS: Final = DEALT - KEPT

Phase = Literal["deal", "auction", "pay", "pass", "panic", "discard", "score", "over"]


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
    """Lay one unlocked card into the Marketplace (sealed), where they fall one by one."""

    card: str


RULINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bid": "BULL-06",
        "pass_bid": "BULL-06",
        "pay": "BULL-11",
        "pass_cards": "BULL-15",
        "panic": "BULL-18",
        "discard": "BULL-21",
    }
)
"""The ruling that a move at the wrong moment breaks, a kind of move."""


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """The house deals a hand: `hands` by seat, the three `stacks` by round, and the `stub` that stays out."""

    dealer: int
    hands: tuple[tuple[str, ...], ...]
    stacks: tuple[tuple[str, ...], ...]
    stub: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same for the whole game, and all in which one game differs from another.

    `options` are the game's own, with `suits` filled in; `deck` in the fixed order, `cards` the same as a set; `market`
    the empty Marketplace, which knows how the game sorts. `slow` says whether four cards are laid down one by one or
    in one Panic. `award` is what a hand brings beside its score, `scoring` how it is explained, and `over(hand,
    totals)` whether it was the last one.
    """

    seats: int
    options: Any
    deck: tuple[str, ...]
    cards: frozenset[str]
    stack_size: int
    market: Market
    slow: bool
    award: int
    scoring: type[Scored]
    over: Callable[[int, Sequence[int]], bool]


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
class State(Position):
    """One moment of a game.

    `hand` is 0 before the first deal and `round` 0 before the first auction. Between the scoring of a hand and the
    next deal everything still lies on the table. `hands` are the unlocked cards and `locked` the others, by seat;
    `stacks` by round, of which the first `revealed` lie in the market. `auction` is the one under way, `auctions`
    those of this hand that are closed. `sealed` is the move of each seat in a sealed step (empty outside of one);
    `passes` what each seat gave, by completed round; `discards` what each seat laid down, by completed step.
    `stub` is in the order in which it lies.
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


def laid(
    seats: int,
    options: Any,
    market: Market,
    *,
    stack_size: int,
    slow: bool,
    over: Callable[[int, Sequence[int]], bool],
    award: int = 0,
    scoring: type[Scored] = Scored,
) -> Table:
    """A table whose deck are the market's commodities."""
    cards = deck(market.suits)
    return Table(seats, options, cards, frozenset(cards), stack_size, market, slow, award, scoring, over)


def stack_of(seats: int) -> int:
    """How many cards a stack has."""
    return 2 if seats <= 3 else 3


def neighbour(seat: int, hand: int, seats: int) -> int:
    """Who receives the cards that a seat passes: the left neighbour in odd hands, the right one in even ones."""
    return (seat + (1 if hand % 2 else -1)) % seats


def forced(state: State, seat: int) -> bool:
    """Whether everybody can see that the seat must lay down all its unlocked cards (GEN-09)."""
    if len(state.locked[seat]) < KEPT:
        return False
    return state.phase == "panic" or (state.phase == "discard" and len(state.discards) == PANIC_CARDS - 1)


def owing(state: State) -> tuple[int, ...]:
    """The seats of a sealed step that have not sealed a move yet."""
    seats = unchosen(state.sealed)
    return seats if state.phase == "pass" else tuple([seat for seat in seats if not forced(state, seat)])
