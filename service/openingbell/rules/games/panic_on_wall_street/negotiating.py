"""What the moves of a negotiation do.

Law. Trusts that a move is legal (`legality`). A change of a deal makes everybody whom it concerns open to talk again:
the two parties, and whoever was displaced. So does an offer, for the seat that it is made to, where offers are public.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from openingbell.rules.games.panic_on_wall_street.reports import booked
from openingbell.rules.games.panic_on_wall_street.state import (
    Accept,
    Company,
    Deal,
    Done,
    Key,
    Offer,
    Propose,
    Release,
    Repay,
    Retract,
    State,
    Withdraw,
    offer_id,
)
from openingbell.rules.values import Action, put


def negotiated(state: State, seat: int, action: Action) -> State:
    """The state after a seat's move in a negotiation."""
    return MOVES[type(action)](state, seat, action)


def _propose(state: State, seat: int, action: Propose) -> State:
    key = Key(action.tile, action.investor, seat)
    owner = state.companies[action.tile].owner
    asked = owner if seat == action.investor else action.investor
    made = put(state.made, seat, state.made[seat] + 1)
    offers = {**state.offers, key: Offer(action.price, action.terms)}
    woken = state.done if state.table.options.private_offers else state.done - {asked}
    return state.but(offers=offers, made=made, done=woken)


def _retract(state: State, seat: int, action: Retract) -> State:
    del seat
    key = offer_named(state, action.offer)
    return state.but(offers={other: offer for other, offer in state.offers.items() if other != key})


def _accept(state: State, seat: int, action: Accept) -> State:
    """The offer becomes the deal. Other offers between the two for this company have served their purpose; where the
    deal is closed, all offers for it have."""
    del seat
    key = offer_named(state, action.offer)
    offer, before = state.offers[key], state.companies[key.tile]
    closed = offer.terms == "closed"
    offers = {
        other: each
        for other, each in state.offers.items()
        if other.tile != key.tile or (other.investor != key.investor and not closed)
    }
    displaced = set() if before.deal is None else {before.deal.investor}
    return _dealt(state, key.tile, Deal(key.investor, offer.price, closed), displaced).but(offers=offers)


def _withdraw(state: State, seat: int, action: Withdraw) -> State:
    return _dealt(state, action.tile, None, {seat})


def _release(state: State, seat: int, action: Release) -> State:
    del seat
    return _dealt(state, action.tile, None, {action.investor})


def _dealt(state: State, tile: str, deal: Deal | None, others: set[int]) -> State:
    """The company with this deal; its owner, its investor and the others concerned are not done any more."""
    owner = state.companies[tile].owner
    awake = {owner, *others} if deal is None else {owner, deal.investor, *others}
    return state.but(companies={**state.companies, tile: Company(owner, deal)}, done=state.done - awake)


def _repay(state: State, seat: int, action: Repay) -> State:
    left = state.debts[seat, action.manager] - action.amount
    debts = {pair: amount for pair, amount in state.debts.items() if pair != (seat, action.manager)}
    if left:
        debts = dict(sorted({**debts, (seat, action.manager): left}.items()))
    paid = booked(state, [(seat, "repaid", action.amount), (action.manager, "received", action.amount)])
    return paid.but(debts=debts)


def _done(state: State, seat: int, action: Done) -> State:
    del action
    return state.but(done=state.done | {seat})


def offer_named(state: State, name: str) -> Key:
    """What the open offer of that name is about. Raises `KeyError` if there is none."""
    for key, offer in state.offers.items():
        if offer_id(key, offer) == name:
            return key
    raise KeyError(name)


MOVES: Final[Mapping[type[Action], Callable[[State, int, Any], State]]] = {
    Propose: _propose,
    Retract: _retract,
    Accept: _accept,
    Withdraw: _withdraw,
    Release: _release,
    Repay: _repay,
    Done: _done,
}
