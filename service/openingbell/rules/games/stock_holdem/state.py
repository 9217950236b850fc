"""What a game of Stock Hold'em is made of: its options, its actions and its state.

Law. Frozen values and look-ups on them; nothing here decides what happens next.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from openingbell.rules.games.stock_holdem.cards import DeckName
from openingbell.rules.games.stock_holdem.prices import HIGHEST, LOWEST, RoundScore
from openingbell.rules.options import first_seat_option
from openingbell.rules.values import Action, Position

SEATS: Final = (3, 4, 5, 6)
COMPANIES: Final = ("red", "blue", "yellow", "green", "black", "orange")
"""The companies by the colours of their price discs, in the fixed order of every list by company."""
INDEX: Final = {company: place for place, company in enumerate(COMPANIES)}
SHARES: Final = 11
AREA: Final = 5
"""Cards in a company's area when its price is determined."""
DEALT: Final = 2
"""Cards dealt to an area."""
MOST_CHIPS: Final = 7
SETUP_CHIPS: Final = 2
SURGES: Final = 3
MONEY: Final = {3: 150, 4: 120, 5: 100, 6: 100}
TURNS: Final = {3: 6, 4: 5, 5: 4, 6: 4}
"""Turns that each seat takes in a round; also the cards in a hand."""
START_CHIPS: Final = (2, 3, 3, 4, 4, 5)
"""Chips in order of play, the start player first."""
ROUNDS: Final = (1, 2, 3)
CASH_COST, PEEK_COST, SELL_COST, BUY_COST, SURGE_COST = 1, 1, 2, 3, 3

Phase = Literal["deal", "place", "sell", "buy", "end", "final", "score", "over"]
CrowdedScope = Literal["turn", "round"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the creator of a table may choose."""

    deck: DeckName = field(
        default="2-6x2", metadata={"doc": "Numbers 2 to 6 twice in each suit, or 1 to 10 once; Bull and Bear always."}
    )
    start_price: int = field(
        default=20,
        metadata={
            "doc": f"The price of every share at the start, {LOWEST} to {HIGHEST}.",
            "bounds": {"minimum": LOWEST, "maximum": HIGHEST},
        },
    )
    rounds: int = field(
        default=2,
        metadata={
            "doc": f"How many rounds are played, {ROUNDS[0]} to {ROUNDS[-1]}.",
            "bounds": {"minimum": ROUNDS[0], "maximum": ROUNDS[-1]},
        },
    )
    crowded: bool = field(
        default=False, metadata={"doc": "Crowded Market: buy from any company, wherever you placed a card."}
    )
    crowded_scope: CrowdedScope = field(
        default="turn",
        metadata={"doc": "Crowded Market holds from the second turn of each round, or the second round."},
    )
    dark: bool = field(default=False, metadata={"doc": "Dark Dealings: the cards dealt to the areas lie face down."})
    first_seat: int | Literal["drawn"] = field(
        default="drawn",
        metadata=first_seat_option(SEATS, "The first start player's seat, or drawn by the house."),
    )


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Lay a card from the hand face down into a company's area."""

    card: str
    company: str


@dataclass(frozen=True, slots=True)
class Sell(Action):
    """Sell one share of a company at its price, which then falls by 1."""

    company: str


@dataclass(frozen=True, slots=True)
class SkipSell(Action):
    """Sell nothing and take a chip."""


@dataclass(frozen=True, slots=True)
class Buy(Action):
    """Buy one share of a company at its price, which then rises by 1."""

    company: str


@dataclass(frozen=True, slots=True)
class SkipBuy(Action):
    """Buy nothing and take a chip."""


@dataclass(frozen=True, slots=True)
class ChipCash(Action):
    """Pay 1 chip for 1 dollar."""


@dataclass(frozen=True, slots=True)
class ChipPeek(Action):
    """Pay 1 chip to look at a face-down card: `slot` counts from 1, in the order in which cards came to the area."""

    company: str
    slot: int


@dataclass(frozen=True, slots=True)
class ChipSell(Action):
    """Pay 2 chips to sell one share of a company."""

    company: str


@dataclass(frozen=True, slots=True)
class ChipBuy(Action):
    """Pay 3 chips to buy one share of any company."""

    company: str


@dataclass(frozen=True, slots=True)
class ChipSurge(Action):
    """Pay 3 chips to lay a surge token on a company: its price will be determined 5 higher."""

    company: str


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """End the turn."""


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """The house sets a round up: `areas` by company, `hands` by seat, what stays `undrawn`, and who starts."""

    start_seat: int
    areas: tuple[tuple[str, ...], ...]
    hands: tuple[tuple[str, ...], ...]
    undrawn: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score(Action):
    """The house determines the new `prices` by company; `totals` are what each seat is worth by them."""

    prices: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same for the whole game. `deck` is in the fixed order."""

    seats: int
    options: Options
    deck: tuple[str, ...]

    @property
    def turns(self) -> int:
        """Turns that each seat takes in a round."""
        return TURNS[self.seats]

    @property
    def hand_size(self) -> int:
        """Cards that a seat is dealt; as many as it has turns, so that one is left for the final step."""
        return TURNS[self.seats]


class Slot(NamedTuple):
    """A card in an area: who placed it (None: the house dealt it), whether it lies open, who paid to look at it."""

    card: str
    placed_by: int | None
    face_up: bool
    peeked_by: tuple[int, ...] = ()


@dataclass(frozen=True)
class State(Position):
    """One moment of a game.

    `round` is 0 before the first deal, `turn` counts each seat's turns in the round. `active` is the seat that moves
    (None: the house), `placed` the company where it placed a card in this turn. `money`, `chips` and `hands` are by
    seat, `shares` by seat and company; `prices`, `surges` and `areas` by company. Between the determination of prices
    and the next deal everything still lies on the table. `followed` are the moves that followed by themselves from the
    latest action, because everybody could see that nothing else was possible (GEN-09).
    """

    table: Table
    phase: Phase
    round: int
    turn: int
    start_seat: int | None
    active: int | None
    placed: str | None
    money: tuple[int, ...]
    chips: tuple[int, ...]
    shares: tuple[tuple[int, ...], ...]
    prices: tuple[int, ...]
    surges: tuple[bool, ...]
    areas: tuple[tuple[Slot, ...], ...]
    hands: tuple[tuple[str, ...], ...]
    undrawn: tuple[str, ...]
    scored: tuple[RoundScore, ...] = ()
    followed: tuple[tuple[int, Action], ...] = ()


def shares_left(state: State) -> tuple[int, ...]:
    """Shares that still lie on the tiles, by company."""
    return tuple([SHARES - held for held in map(sum, zip(*state.shares, strict=True))])


def open_companies(state: State) -> tuple[str, ...]:
    """The companies whose area has room (HLD-10)."""
    return tuple([company for company, area in zip(COMPANIES, state.areas, strict=True) if len(area) < AREA])


def saleable(state: State, seat: int) -> tuple[str, ...]:
    """The companies of which the seat owns a share."""
    return tuple([company for company, held in zip(COMPANIES, state.shares[seat], strict=True) if held])


def affordable(state: State, seat: int) -> tuple[str, ...]:
    """The companies of which a share is left that the seat can pay (HLD-06)."""
    money = state.money[seat]
    offers = zip(COMPANIES, state.prices, shares_left(state), strict=True)
    return tuple([company for company, price, left in offers if price <= money and left])


def tied(state: State) -> str | None:
    """The only company that the purchase of this turn may come from; None: any (HLD-07, HLD-18)."""
    options = state.table.options
    if options.crowded and (options.crowded_scope == "turn" or state.round > 1):
        return None
    return state.placed


def buyable(state: State, seat: int) -> tuple[str, ...]:
    """The companies that the seat may buy from in its buying step."""
    only, offers = tied(state), affordable(state, seat)
    if only is None:
        return offers
    return (only,) if only in offers else ()
