"""What a game of Panic on Wall Street! is made of: its options, its actions and its state.

Law. Frozen values and look-ups on them; nothing here decides what happens next. Money is in thousands of dollars.

An offer is named by what it is about and which side makes it, never by when it came (GEN-07), so that no number tells
of private offers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from openingbell.rules.auctions import Auction
from openingbell.rules.games.panic_on_wall_street.board import BOTH, COLOURS, SCALE, SEATS, STEP, USUAL, Colour
from openingbell.rules.games.panic_on_wall_street.reports import MonthReport, Payment
from openingbell.rules.values import Action, Position, quick

SHORTEST, LONGEST = 10, 3600
"""The bounds of a negotiation with a bell, in seconds."""
MOST_OFFERS: Final = 400
"""What the option `offers` may be at most."""

Terms = Literal["open", "closed"]
GreenDie = Literal["symmetric", "skewed"]
Phase = Literal["setup", "negotiate", "roll", "settle", "allocate", "claim", "costs", "sell", "draw", "bid", "over"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the creator of a table may choose."""

    negotiation_s: int = field(
        default=120,
        metadata={
            "doc": f"Seconds until the bell ends a negotiation, {SHORTEST} to {LONGEST}; 0: it ends when all are done.",
            "bounds": {"minimum": 0, "maximum": LONGEST},
        },
    )
    private_offers: bool = field(
        default=False, metadata={"doc": "Offers are shown to the two whom they concern only; deals are always public."}
    )
    offers: int = field(
        default=40,
        metadata={
            "doc": f"How many offers a seat may make in one negotiation, 1 to {MOST_OFFERS}.",
            "bounds": {"minimum": 1, "maximum": MOST_OFFERS},
        },
    )
    managers: int = field(
        default=0,
        metadata={
            "doc": "How many manage where five or more play; 0: half of the players, rounded down.",
            "bounds": {"minimum": 0, "maximum": SEATS[-1] - 1},
        },
    )
    min_price: int = field(
        default=STEP,
        metadata={
            "doc": f"The lowest price of a deal, a multiple of {STEP} up to {USUAL}.",
            "bounds": {"minimum": STEP, "maximum": USUAL, "multipleOf": STEP},
        },
    )
    green_die: GreenDie = field(
        default="symmetric",
        metadata={"doc": "The green die has -2 -1 0 0 1 2 (symmetric) or -2 -1 0 1 2 2 (skewed)."},
    )


@quick
@dataclass(frozen=True, slots=True)
class Propose(Action):
    """Offer a deal: the investor pays this price for the company each month. Replaces your earlier offer for it."""

    tile: str
    investor: int
    price: int
    terms: Terms


@quick
@dataclass(frozen=True, slots=True)
class Retract(Action):
    """Take an offer of yours back."""

    offer: str


@quick
@dataclass(frozen=True, slots=True)
class Accept(Action):
    """Take an offer that was made to you, at the price that you name."""

    offer: str
    price: int


@quick
@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """Leave a company in which you have invested at this price."""

    tile: str
    price: int


@quick
@dataclass(frozen=True, slots=True)
class Release(Action):
    """Send this investor, who has invested at this price, away from a company of yours."""

    tile: str
    investor: int
    price: int


@quick
@dataclass(frozen=True, slots=True)
class Repay(Action):
    """Pay a manager something of what you owe from earlier months."""

    manager: int
    amount: int


@quick
@dataclass(frozen=True, slots=True)
class Done(Action):
    """Nothing more from you, unless something new comes up."""


@quick
@dataclass(frozen=True, slots=True)
class Allocate(Action):
    """Share out all that you have among the managers whom you cannot pay in full: an amount for each (by seat)."""

    amounts: Mapping[str, int]


@quick
@dataclass(frozen=True, slots=True)
class Extend(Action):
    """Let the investor owe you the rest (sealed)."""


@quick
@dataclass(frozen=True, slots=True)
class ForceBankruptcy(Action):
    """Drive the investor who cannot pay you into bankruptcy (sealed)."""


@quick
@dataclass(frozen=True, slots=True)
class SellOff(Action):
    """Sell these companies to the bank, because you cannot pay your costs (sealed)."""

    tiles: tuple[str, ...]


@quick
@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid this amount for the company."""

    amount: int


@quick
@dataclass(frozen=True, slots=True)
class PassBid(Action):
    """Bid no more for this company."""


@dataclass(frozen=True, slots=True)
class SetUp(Action):
    """The house names the managers and deals companies, by seat; seats that manage nothing get none."""

    managers: tuple[int, ...]
    tiles: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Bell(Action):
    """The house ends the negotiation."""


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """The house rolls the four dice (red, yellow, green, blue), and investors get their income."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Settle(Action):
    """The house sees to it that all who can pay do; then everybody has this cash, by seat."""

    cash: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Costs(Action):
    """The house collects the costs from all who can pay them; then everybody has this cash, by seat."""

    cash: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """The house draws companies for auction, face down, and an investor as auctioneer (absent: the house itself)."""

    tiles: tuple[str, ...]
    auctioneer: int | None = None


class Deal(NamedTuple):
    """Who has invested in a company, and at what price a month; closed until the bell, if so agreed."""

    investor: int
    price: int
    closed: bool = False


class Company(NamedTuple):
    """A company's owner, and the deal on it."""

    owner: int
    deal: Deal | None = None


class Key(NamedTuple):
    """What an offer is about: a company, an investor, and which seat of the two makes it."""

    tile: str
    investor: int
    by: int


class Offer(NamedTuple):
    """The price and the terms of an offer."""

    price: int
    terms: Terms


@quick
@dataclass(frozen=True, slots=True)
class Debt:
    """What an investor owes a manager from earlier months."""

    investor: int
    manager: int
    amount: int


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same for the whole game."""

    seats: int
    options: Options

    @property
    def both(self) -> bool:
        """Whether everybody has both roles."""
        return self.seats in BOTH


@dataclass(frozen=True)
class State(Position):
    """One moment of a game.

    `bank` is what the bank has paid out more than it took in, so that it always equals the sum of `cash`. `managers`
    and `investors` are the seats that live in these roles, `first_managers` and `first_investors` those that began so.
    `reserve` is unordered and kept in the order of `TILES`; `pile` lies face down in this order behind the company
    that is up for auction. `offers` are the open ones, `made` counts those of each seat in this month. `payments` are
    this month's, `queue` the investors who could not pay in full and have not shared out yet, `defaults` those who have
    and wait for their creditors. `sealed` is by seat the move in a sealed step, empty outside of one; `short` what each
    manager must sell. `next_bidder` opens the next auction.
    """

    table: Table
    phase: Phase
    month: int
    cash: tuple[int, ...]
    bank: int
    managers: tuple[int, ...]
    investors: tuple[int, ...]
    first_managers: tuple[int, ...]
    first_investors: tuple[int, ...]
    market: tuple[int, ...]
    companies: Mapping[str, Company]
    reserve: tuple[str, ...]
    removed: tuple[str, ...]
    reports: tuple[MonthReport, ...] = ()
    debts: Mapping[tuple[int, int], int] = field(default_factory=dict)
    offers: Mapping[Key, Offer] = field(default_factory=dict)
    made: tuple[int, ...] = ()
    done: frozenset[int] = frozenset()
    payments: tuple[Payment, ...] = ()
    queue: tuple[int, ...] = ()
    defaults: tuple[int, ...] = ()
    sealed: Mapping[int, Action | None] = field(default_factory=dict)
    short: Mapping[int, int] = field(default_factory=dict)
    auctioneer: int | None = None
    next_bidder: int | None = None
    auction: Auction | None = None
    lot: str | None = None
    pile: tuple[str, ...] = ()

    @property
    def living(self) -> tuple[int, ...]:
        """The seats that still have a role."""
        return tuple(sorted({*self.managers, *self.investors}))


def offer_id(key: Key, offer: Offer) -> str:
    """How an offer is named: company, investor, the side that makes it and the terms; its price is named beside it."""
    side = "investor" if key.by == key.investor else "manager"
    return f"{key.tile}-{key.investor}-{side}-{offer.terms}"


def owned(state: State, seat: int) -> tuple[str, ...]:
    """The companies of a manager."""
    return tuple([tile for tile, company in state.companies.items() if company.owner == seat])


def invested(state: State, seat: int) -> tuple[str, ...]:
    """The companies in which an investor has a token."""
    return tuple([tile for tile, each in state.companies.items() if each.deal and each.deal.investor == seat])


def values_now(state: State) -> dict[Colour, int]:
    """What a company of each colour yields now."""
    return {colour: SCALE[colour][index] for colour, index in zip(COLOURS, state.market, strict=True)}
