"""A whole state of Panic on Wall Street! that one viewer cannot tell from the real one.

Law. From the view alone. Unseen companies may lie anywhere in the pile or the reserve, sealed choices are any legal
ones, and between others there may be private offers, of which the viewer sees nothing.
"""

from __future__ import annotations

from typing import Final

from openingbell.rules.auctions import Auction
from openingbell.rules.games.panic_on_wall_street.board import in_order
from openingbell.rules.games.panic_on_wall_street.legality import legal
from openingbell.rules.games.panic_on_wall_street.moves import start
from openingbell.rules.games.panic_on_wall_street.negotiating import negotiated
from openingbell.rules.games.panic_on_wall_street.state import Company, Deal, Key, Offer, Propose, State
from openingbell.rules.games.panic_on_wall_street.views import CompanyView, View
from openingbell.rules.values import Rng, shuffled

MOST_PRIVATE: Final = 3
"""So many offers of a seat to others, at most, are imagined."""


def imagine(view: View, rng: Rng) -> State:
    """A full state whose view for this viewer is the one given."""
    unseen, lot = shuffled(rng, view.unseen), view.auction
    state = start(view.seats, view.options).but(
        phase=view.phase,
        month=view.month,
        cash=tuple([each.cash for each in view.players]),
        bank=sum(each.cash for each in view.players),
        managers=tuple([each.seat for each in view.players if each.manages]),
        investors=tuple([each.seat for each in view.players if each.invests]),
        first_managers=tuple([each.seat for each in view.players if each.managed]),
        first_investors=tuple([each.seat for each in view.players if each.invested]),
        market=tuple([each.index for each in view.market]),
        companies={each.tile: Company(each.owner, _deal(each)) for each in view.companies},
        reserve=in_order(unseen[view.pile_count :]),
        removed=view.removed,
        reports=view.scored,
        debts={(each.investor, each.manager): each.amount for each in view.debts},
        offers={Key(each.tile, each.investor, each.by): Offer(each.price, each.terms) for each in view.offers},
        made=_made(view),
        done=frozenset([each.seat for each in view.players if each.done]),
        payments=view.payments,
        queue=view.queue,
        defaults=view.defaults,
        short={each.seat: each.count for each in view.short},
        auctioneer=view.auctioneer,
        next_bidder=view.next_bidder,
        auction=lot and Auction(lot.opener, lot.live, lot.asked, lot.high, lot.leader, lot.calls),
        lot=lot and lot.tile,
        pile=tuple(unseen[: view.pile_count]),
    )
    if view.phase == "negotiate" and view.options.private_offers:
        return _with_private_offers(state, view.seat, rng)
    if view.phase not in ("claim", "sell"):
        return state
    sealing = sorted((*view.asked, *view.submitted))
    state = state.but(sealed=dict.fromkeys(sealing))
    for seat in view.submitted:
        move = view.own_sealed if seat == view.seat else legal(state, seat).sample(rng)
        state = state.but(sealed={**state.sealed, seat: move})
    return state


def _with_private_offers(state: State, viewer: int | None, rng: Rng) -> State:
    """A few offers that others may have made each other."""
    for seat in state.living:
        for _ in range(0 if seat == viewer else rng.below(MOST_PRIVATE + 1)):
            offer = next((choice.sample(rng) for choice in legal(state, seat) if choice.action is Propose), None)
            if isinstance(offer, Propose) and viewer not in (offer.investor, state.companies[offer.tile].owner):
                state = negotiated(state, seat, offer)
    return state


def _deal(each: CompanyView) -> Deal | None:
    if each.investor is None or each.price is None:
        return None
    return Deal(each.investor, each.price, each.terms == "closed")


def _made(view: View) -> tuple[int, ...]:
    """How many offers each seat has made: one's own are known, and others' as far as they lie open."""
    if view.phase != "negotiate":
        return ()
    most = view.options.offers
    made = [sum(offer.by == seat for offer in view.offers) for seat in range(view.seats)]
    if view.seat is not None and view.own_offers_left is not None:
        made[view.seat] = most - view.own_offers_left
    return tuple([min(count, most) for count in made])
