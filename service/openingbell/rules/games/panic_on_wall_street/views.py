"""What a seat of Panic on Wall Street! knows, as a type of its own, and the sentence that tells it what to do.

Law. Built by allow-list: a field gets here by being named here. Nearly everything is public; hidden are the order of
the reserve, the auction's pile, sealed choices, and with private offers those of others and how many they made.
"""

from __future__ import annotations

from dataclasses import dataclass

from openingbell.rules.auctions import Call
from openingbell.rules.games.panic_on_wall_street.board import COLOUR, COLOURS, DOUBLE, MONTHS, TOKENS, Colour, in_order
from openingbell.rules.games.panic_on_wall_street.clearing import debtor, still_due
from openingbell.rules.games.panic_on_wall_street.legality import visible
from openingbell.rules.games.panic_on_wall_street.moves import turn
from openingbell.rules.games.panic_on_wall_street.reports import MonthReport, Payment
from openingbell.rules.games.panic_on_wall_street.state import (
    Debt,
    Extend,
    ForceBankruptcy,
    Key,
    Offer,
    Options,
    Phase,
    SellOff,
    State,
    Terms,
    invested,
    offer_id,
    values_now,
)
from openingbell.rules.kernel import Place, Result, Turn
from openingbell.rules.seats import waiting
from openingbell.rules.values import Text, quick


@quick
@dataclass(frozen=True, slots=True)
class MarketView:
    """A colour: the place of its indicator on the scale (0 to 7), and what a company of it yields there."""

    colour: Colour
    index: int
    value: int


@quick
@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: its cash, the roles that it has and those that it began with, its free tokens, and whether it is done
    for this negotiation."""

    seat: int
    cash: int
    manages: bool
    invests: bool
    managed: bool
    invested: bool
    free_tokens: int
    done: bool


@quick
@dataclass(frozen=True, slots=True)
class CompanyView:
    """A company that somebody owns, and the deal on it, if there is one."""

    tile: str
    colour: Colour
    double: bool
    owner: int
    investor: int | None = None
    price: int | None = None
    terms: Terms | None = None


@quick
@dataclass(frozen=True, slots=True)
class OfferView:
    """An open offer: made by `by`, who is the owner or the investor, to the other one."""

    offer: str
    tile: str
    investor: int
    by: int
    to: int
    price: int
    terms: Terms


@quick
@dataclass(frozen=True, slots=True)
class AuctionView:
    """The auction under way: the company, who opened, who may still bid, whose turn it is, the best bid so far (0:
    none) and whose it is, and every call."""

    tile: str
    colour: Colour
    double: bool
    opener: int
    live: tuple[int, ...]
    high: int
    calls: tuple[Call, ...]
    asked: int | None = None
    leader: int | None = None


@quick
@dataclass(frozen=True, slots=True)
class Short:
    """A manager who cannot pay the costs and must sell so many companies."""

    seat: int
    count: int


@quick
@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows of the game; `seat` is absent for a spectator, and so are the fields `own_*`.

    Money is in thousands of dollars. `month` is one of `months_in_all`. `market` is in the order red, yellow, green,
    blue, `players` in seat order, `companies` by colour and number. `offers` are those that this viewer may see;
    `own_offers_left` says how many more this seat may make in this month. `debts` are from earlier months, `payments`
    this month's. `debtor` is the investor who shares out what it has, or waits for its creditors, then `defaults` wait
    as well. `short` says how many companies each of these seats must sell. `asked` are the seats that owe a move,
    `submitted` those whose sealed move is in, `own_sealed` this seat's own. `unseen` are the companies that lie in the
    reserve, or in the pile of `pile_count` that are still up for auction; `removed` those that left the game.
    `next_bidder` opens the next auction. `scored` are the months so far, the present one included.
    """

    seat: int | None
    seats: int
    options: Options
    phase: Phase
    month: int
    months_in_all: int
    market: tuple[MarketView, ...]
    players: tuple[SeatView, ...]
    companies: tuple[CompanyView, ...]
    offers: tuple[OfferView, ...]
    debts: tuple[Debt, ...]
    payments: tuple[Payment, ...]
    defaults: tuple[int, ...]
    queue: tuple[int, ...]
    short: tuple[Short, ...]
    asked: tuple[int, ...]
    submitted: tuple[int, ...]
    unseen: tuple[str, ...]
    pile_count: int
    removed: tuple[str, ...]
    scored: tuple[MonthReport, ...]
    debtor: int | None = None
    auctioneer: int | None = None
    next_bidder: int | None = None
    auction: AuctionView | None = None
    own_offers_left: int | None = None
    own_sealed: Extend | ForceBankruptcy | SellOff | None = None
    result: Result | None = None


def view(state: State, seat: int | None) -> View:
    """What a seat (None: a spectator) knows."""
    now = turn(state)
    own = None if seat is None else state.sealed.get(seat)
    values = values_now(state)
    return View(
        seat=seat,
        seats=state.table.seats,
        options=state.table.options,
        phase=state.phase,
        month=state.month,
        months_in_all=MONTHS,
        market=tuple([MarketView(c, index, values[c]) for c, index in zip(COLOURS, state.market, strict=True)]),
        players=_players(state),
        companies=tuple([_company(state, tile) for tile in state.companies]),
        offers=tuple([_offer(state, key, offer) for key, offer in visible(state, seat)]),
        debts=tuple([Debt(investor, manager, amount) for (investor, manager), amount in state.debts.items()]),
        payments=state.payments,
        defaults=state.defaults,
        queue=state.queue,
        short=tuple([Short(manager, count) for manager, count in state.short.items()]),
        asked=now.seats,
        submitted=now.revisable,
        unseen=in_order([*state.reserve, *state.pile]),
        pile_count=len(state.pile),
        removed=state.removed,
        scored=state.reports,
        debtor=_debtor(state),
        auctioneer=state.auctioneer,
        next_bidder=state.next_bidder,
        auction=_auction(state),
        own_offers_left=None if seat is None or not state.made else state.table.options.offers - state.made[seat],
        own_sealed=own if isinstance(own, Extend | ForceBankruptcy | SellOff) else None,
        result=result(state),
    )


def _players(state: State) -> tuple[SeatView, ...]:
    tokens = [TOKENS] * state.table.seats
    for company in state.companies.values():
        if company.deal is not None:
            tokens[company.deal.investor] -= 1
    return tuple(
        [
            SeatView(
                seat,
                cash,
                seat in state.managers,
                seat in state.investors,
                seat in state.first_managers,
                seat in state.first_investors,
                tokens[seat] if seat in state.investors else 0,
                seat in state.done,
            )
            for seat, cash in enumerate(state.cash)
        ]
    )


def _company(state: State, tile: str) -> CompanyView:
    owner, deal = state.companies[tile]
    plain = (tile, COLOUR[tile], tile in DOUBLE, owner)
    if deal is None:
        return CompanyView(*plain)
    return CompanyView(*plain, deal.investor, deal.price, "closed" if deal.closed else "open")


def _offer(state: State, key: Key, offer: Offer) -> OfferView:
    owner = state.companies[key.tile].owner
    to = owner if key.by == key.investor else key.investor
    return OfferView(offer_id(key, offer), key.tile, key.investor, key.by, to, offer.price, offer.terms)


def _debtor(state: State) -> int | None:
    if state.phase == "allocate":
        return debtor(state)
    return state.defaults[0] if state.phase == "claim" else None


def _auction(state: State) -> AuctionView | None:
    now, lot = state.auction, state.lot
    if now is None or lot is None:
        return None
    return AuctionView(
        lot, COLOUR[lot], lot in DOUBLE, now.opener, now.live, now.high, now.calls, now.asked, now.leader
    )


# -- result ----------------------------------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    """Everybody's cash by seat, in thousands of dollars."""
    return state.cash


def breakdown(state: State) -> tuple[MonthReport, ...]:
    """Month by month, company by company: what came in, what went out, and why."""
    return state.reports


def result(state: State) -> Result | None:
    """The final standing by cash: of managers and of investors apart, or with both roles of all together (PWS-19).

    Ranks are among those who began in the same role; whoever has lost every role comes after all who have not, and
    never first.
    """
    if state.phase != "over":
        return None
    both = state.table.both
    groups = [(tuple(range(state.table.seats)), state.living)]
    if not both:
        groups = [(state.first_managers, state.managers), (state.first_investors, state.investors)]
    ranks = {}
    for began, living in groups:
        for seat in living:
            ranks[seat] = 1 + sum(state.cash[other] > state.cash[seat] for other in living)
        for seat in set(began) - set(living):
            ranks[seat] = max(len(living) + 1, 2)
    places = tuple([Place(seat, ranks[seat], cash) for seat, cash in enumerate(state.cash)])
    return Result(places, tuple([seat for seat in range(state.table.seats) if ranks[seat] == 1]))


# -- prompt ----------------------------------------------------------------------------------------------------------

_HOUSE = {
    "setup": "draws the managers and deals the companies",
    "bell": "rings the bell",
    "roll": "rolls the dice",
    "settle": "settles the payments",
    "costs": "collects the costs",
    "draw": "draws the companies for auction",
}
_WAITS = {
    "negotiate": "to negotiate",
    "allocate": "to share out what it has",
    "claim": "to decide about a debt",
    "sell": "to sell companies",
    "bid": "to bid",
}


def prompt(state: State, seat: int | None) -> Text:
    """What that viewer is asked to do now, or waits for."""
    now = turn(state)
    return _asked(state, seat, now) if seat in now.seats else waiting(now, seat, _WAITS, _HOUSE)


def _asked(state: State, seat: int, now: Turn) -> Text:
    cash = state.cash[seat]
    if now.kind == "negotiate":
        return _negotiating(state, seat)
    if now.kind == "allocate":
        due = {str(manager): amount for manager, amount in still_due(state, seat).items()}
        owed = ", ".join(f"{amount} to seat {manager}" for manager, amount in due.items())
        return Text("allocate", f"You owe {owed} and have {cash}: share it out.", {"cash": cash, "due": due})
    if now.kind == "claim":
        investor = state.defaults[0]
        amount = still_due(state, investor)[seat]
        left = state.cash[investor]
        has = f"was paid {left} since it shared out what it had" if left else "has nothing"
        text = f"Seat {investor} still owes you {amount} and {has}: let it owe you that, or force bankruptcy."
        return Text("claim", text, {"investor": investor, "amount": amount, "cash": left})
    if now.kind == "sell":
        count = state.short[seat]
        what = "one company" if count == 1 else f"{count} companies"
        return Text("sell", f"You cannot pay your costs: sell {what} at 5.", {"count": count, "cash": cash})
    assert state.auction is not None
    high = f"the best bid is {state.auction.high}" if state.auction.high else "no bid yet"
    params = {"lot": state.lot, "high": state.auction.high, "cash": cash}
    return Text("bid", f"{state.lot} is up for auction, {high}; you have {cash}.", params)


def _negotiating(state: State, seat: int) -> Text:
    to_me = sum(_offer(state, key, offer).to == seat for key, offer in visible(state, seat))
    waiting = {0: "no offers", 1: "1 offer"}.get(to_me, f"{to_me} offers")
    tokens = f" {TOKENS - len(invested(state, seat))} free tokens." if seat in state.investors else ""
    text = f"Month {state.month} of {MONTHS}: negotiate. You have {state.cash[seat]} and {waiting} to answer.{tokens}"
    return Text("negotiate", text, {"month": state.month, "cash": state.cash[seat], "offers": to_me})


def contests(state: State) -> tuple[int, ...]:
    """Managers (0) and investors (1) are ranked apart, each seat in its first role, unless all have both (PWS-19)."""
    if state.table.both:
        return ()
    return tuple([int(seat in state.first_investors) for seat in range(state.table.seats)])
