"""What managers go through after the payments: costs, forced sales, auctions; and how months begin and end.

Law. Steps on states. What may be sold or bid is in `legality`; nobody chooses here.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from openingbell.rules import auctions
from openingbell.rules.games.panic_on_wall_street.board import COST, MONTHS, SALE, STEP, in_order
from openingbell.rules.games.panic_on_wall_street.reports import MonthReport, SeatReport, booked
from openingbell.rules.games.panic_on_wall_street.state import Bid, Company, Draw, PassBid, SellOff, State, owned
from openingbell.rules.values import Illegal


class Bill(NamedTuple):
    """A manager's costs: what is due, how many companies must go for it, and whether even all are not enough."""

    due: int
    sold: int
    bankrupt: bool


def bill(cash: int, companies: int) -> Bill:
    """The costs of a manager with this cash and so many companies (PWS-15)."""
    due = COST * companies
    must = max(0, -(-(due - cash) // SALE))
    return Bill(due, min(must, companies), must > companies)


def month_begun(state: State, month: int) -> State:
    """A new month: negotiation, or straight to the costs where nobody is left to invest (PWS-20)."""
    seats = range(state.table.seats)
    fresh = MonthReport(month, (), (), (), tuple([SeatReport(seat, cash=state.cash[seat]) for seat in seats]), ())
    return state.but(
        month=month,
        phase="negotiate" if state.investors else "costs",
        reports=(*state.reports, fresh),
        made=(0,) * len(seats) if state.investors else (),
        done=frozenset(),
        payments=(),
    )


def collected(state: State) -> State:
    """Costs from all who can pay them; who can by selling everything sells it; who cannot is bankrupt."""
    *before, now = state.reports
    state = state.but(reports=(*before, replace(now, payments=state.payments)), short={})
    short = {}
    for seat in state.managers:
        tiles = owned(state, seat)
        due, sold, bankrupt = bill(state.cash[seat], len(tiles))
        if bankrupt:
            state = _ruined(state, seat)
        elif sold and sold < len(tiles):
            short[seat] = sold
        else:
            state = booked(_given_back(state, tiles[:sold], seat), [(seat, "costs", due)])
    if short:
        return state.but(phase="sell", short=short, sealed=dict.fromkeys(short))
    return _after_costs(state)


def _ruined(state: State, seat: int) -> State:
    """The manager sells everything, pays what that brings, and has lost the role (PWS-15)."""
    state = _given_back(state, owned(state, seat), seat)
    state = booked(state, [(seat, "costs", state.cash[seat])])
    managers = tuple([other for other in state.managers if other != seat])
    *before, now = state.reports
    state = state.but(managers=managers, reports=(*before, replace(now, ruined_managers=(*now.ruined_managers, seat))))
    if seat in state.investors:
        return state
    return state.but(debts={pair: amount for pair, amount in state.debts.items() if seat not in pair})


def _given_back(state: State, tiles: tuple[str, ...], seat: int) -> State:
    """The bank has bought these companies; they are in the reserve again (PWS-16)."""
    companies = {tile: each for tile, each in state.companies.items() if tile not in tiles}
    reserve = in_order([*state.reserve, *tiles])
    return booked(state.but(companies=companies, reserve=reserve), [(seat, "sold", SALE * len(tiles))])


def sell(state: State, seat: int, action: SellOff) -> State:
    """Keep a manager's choice; with the last one all sell and pay."""
    sealed = {**state.sealed, seat: action}
    if None in sealed.values():
        return state.but(sealed=sealed)
    for manager, move in sealed.items():
        assert isinstance(move, SellOff)
        due = COST * len(owned(state, manager))
        state = booked(_given_back(state, in_order(move.tiles), manager), [(manager, "costs", due)])
    return _after_costs(state.but(sealed={}, short={}))


def _after_costs(state: State) -> State:
    state = state.but(defaults=(), queue=())
    if state.month == MONTHS or not state.managers:
        return state.but(phase="over")
    return state.but(phase="draw") if state.reserve else month_begun(state, state.month + 1)


def auction_count(managers: int, reserve: int) -> int:
    """How many companies are up for auction (PWS-17)."""
    return min(2 * managers - 1, reserve)


def drawn_up(state: State, seat: int, action: Draw) -> State:
    """The companies lie face down; the first is shown (PWS-18)."""
    del seat
    count = auction_count(len(state.managers), len(state.reserve))
    if len(action.tiles) != count or len(set(action.tiles)) != count or not set(action.tiles) <= set(state.reserve):
        raise Illegal("wrong-draw", f"{action.tiles!r} are not {count} of the reserve.", ruling="PWS-17")
    if action.auctioneer not in (state.investors or (None,)):
        raise Illegal("wrong-seat", f"{action.auctioneer!r} cannot be the auctioneer.", ruling="PWS-18")
    after = -1 if action.auctioneer is None else action.auctioneer
    return _next_lot(
        state.but(
            phase="bid",
            auctioneer=action.auctioneer,
            next_bidder=clockwise(state.managers, after),
            reserve=tuple([tile for tile in state.reserve if tile not in action.tiles]),
            pile=action.tiles,
        )
    )


def clockwise(seats: tuple[int, ...], after: int) -> int:
    """The first of these seats clockwise after one."""
    return next((seat for seat in seats if seat > after), seats[0])


def _next_lot(state: State) -> State:
    """Show the next company, or begin the next month. One for which nobody has the money leaves the game."""
    while state.pile:
        lot, *pile = state.pile
        able = [seat for seat in state.managers if state.cash[seat] >= STEP]
        opener = state.next_bidder
        assert opener is not None
        state = state.but(pile=tuple(pile), next_bidder=clockwise(state.managers, opener))
        if able:
            return state.but(lot=lot, auction=auctions.opened(opener, able))
        state = state.but(removed=in_order([*state.removed, lot]))
    ended = state.but(lot=None, auction=None, auctioneer=None, next_bidder=None)
    return month_begun(ended, state.month + 1)


def bid(state: State, seat: int, action: Bid | PassBid) -> State:
    """A bid or a pass; managers who cannot bid more than is bid pass by themselves, as all can see (GEN-09)."""
    del seat
    assert state.auction is not None
    assert state.lot is not None
    auction = auctions.called(state.auction, action.amount if isinstance(action, Bid) else None)
    while auction.asked is not None and state.cash[auction.asked] < auction.high + STEP:
        auction = auctions.called(auction, None)
    if auction.asked is not None:
        return state.but(auction=auction)
    if auction.leader is None:
        return _next_lot(state.but(removed=in_order([*state.removed, state.lot])))
    bought = {**state.companies, state.lot: Company(auction.leader)}
    state = state.but(companies={tile: bought[tile] for tile in in_order(chain(bought))})
    return _next_lot(booked(state, [(auction.leader, "bought", auction.high)]))
