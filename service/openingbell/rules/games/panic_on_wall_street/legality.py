"""What a seat of Panic on Wall Street! may do.

Law. From what that seat knows (GEN-05): with private offers, its own ones. An action names the offer or the deal that
it means, with its price; what is no longer so is refused as `offer-changed` (PWS-09).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final

from openingbell.rules.choices import Choice, Choices, EachAtMost, Field
from openingbell.rules.domains import Amounts, Domain, OneOf, Range, Subset
from openingbell.rules.games.panic_on_wall_street.board import DEAREST, ORDER, STEP, TOKENS, USUAL
from openingbell.rules.games.panic_on_wall_street.clearing import debtor, still_due
from openingbell.rules.games.panic_on_wall_street.state import (
    Accept,
    Allocate,
    Bid,
    Done,
    Extend,
    ForceBankruptcy,
    Key,
    Offer,
    PassBid,
    Propose,
    Release,
    Repay,
    Retract,
    SellOff,
    State,
    Withdraw,
    invested,
    offer_id,
    owned,
)
from openingbell.rules.values import Text

OFFER_CHANGED: Final = "offer-changed"
"""The reason of the refusal of an action that names an offer, or a deal, which is no longer as the action says."""
OVERTAKEN: Final = frozenset({OFFER_CHANGED, "closed", "no-token"})
"""The reasons of refusals of what was legal until others acted."""
TERMS: Final = OneOf(("open", "closed"))
_PROPOSE: Final = Text("propose", "Offer a deal on a company")
_RETRACT: Final = Text("retract", "Take an offer of yours back")
_ACCEPT: Final = Text("accept", "Accept an offer")
_WITHDRAW: Final = Text("withdraw", "Leave a company that you have invested in")
_RELEASE: Final = Text("release", "Send the investor away from a company of yours")
_REPAY: Final = Text("repay", "Pay back what you owe")
_DONE: Final = Choice(Done, Text("done", "Nothing more from you"))
_EXTEND: Final = Choice(Extend, Text("extend", "Let the investor owe you the rest"))
_FORCE: Final = Choice(ForceBankruptcy, Text("force-bankruptcy", "Force the investor into bankruptcy"))
_PASS: Final = Choice(PassBid, Text("pass", "Pass"))
_CLOSED: Final = {"closed": "PWS-06", OFFER_CHANGED: "PWS-09"}
_CHANGED: Final = {OFFER_CHANGED: "PWS-09"}
_STALE: Final = {
    **dict.fromkeys(("accept", "retract", "withdraw", "release"), OFFER_CHANGED),
    "propose": "closed",
}
_SPENT: Final = {**_STALE, "propose": "no-offers-left"}


def legal(state: State, seat: int) -> Choices:
    """What the seat may do now; no choices for a seat that cannot act."""
    found = _LEGAL.get(state.phase)
    return Choices() if found is None else found(state, seat)


# -- negotiation -----------------------------------------------------------------------------------------------------


def _negotiate(state: State, seat: int) -> Choices:
    living = seat in state.managers or seat in state.investors
    if not living or len(state.done) == len(state.living):
        return Choices()
    parts = (_propose(state, seat), _accept(state, seat), _retract(state, seat), _withdraw(state, seat))
    items = [each for each in (*parts, _release(state, seat), _repay(state, seat)) if each is not None]
    if seat not in state.done:
        items.append(_DONE)
    reasons = _SPENT if state.made[seat] >= state.table.options.offers else _STALE
    return Choices(tuple(items), rulings=dict.fromkeys(_STALE, "PWS-09"), reasons=reasons, overtaken=OVERTAKEN)


def _propose(state: State, seat: int) -> Choice | None:
    """To investors on one's own companies, as an investor on those of others (PWS-06, PWS-07)."""
    if state.made[seat] >= state.table.options.offers:
        return None
    invests = seat in state.investors
    others = OneOf(tuple([other for other in state.investors if other != seat]))
    myself = OneOf((seat,))
    table: dict[str, Domain] = {}
    barred = {}
    for tile, company in state.companies.items():
        own = company.owner == seat
        if not own and not invests:
            continue
        if company.deal is not None and company.deal.closed:
            barred[tile] = "closed"
        elif not own:
            table[tile] = myself
        elif others.options:
            table[tile] = others
    if not table:
        return None
    tiles = Field("tile", OneOf(tuple(table), barred), "PWS-06")
    if invests and len(set(map(id, table.values()))) > 1:
        investor = Field("investor", None, "PWS-07", depends_on="tile", table=table)
    else:
        investor = Field("investor", next(iter(table.values())), "PWS-07")
    return Choice(
        Propose, _PROPOSE, (tiles, investor, _price(state.table.options.min_price), Field("terms", TERMS, "PWS-06"))
    )


@cache
def _price(least: int) -> Field:
    return Field("price", Range(least, DEAREST, STEP, USUAL), "PWS-04")


def visible(state: State, seat: int | None) -> list[tuple[Key, Offer]]:
    """The open offers that a viewer may see, in an order that tells nothing of when they came."""
    items = sorted(state.offers.items(), key=lambda item: (ORDER[item[0].tile], item[0].investor, item[0].by))
    if not state.table.options.private_offers:
        return items
    return [(key, offer) for key, offer in items if seat in (key.investor, state.companies[key.tile].owner)]


def _to(state: State, seat: int) -> Iterable[tuple[Key, Offer]]:
    """The offers that are made to this seat."""
    for key, offer in visible(state, seat):
        if key.by != seat and seat in (key.investor, state.companies[key.tile].owner):
            yield key, offer


def _accept(state: State, seat: int) -> Choice | None:
    """An investor without a free token can take nothing but a new price for a company that it has (PWS-07)."""
    open_, barred = {}, {}
    for key, offer in _to(state, seat):
        name, deal = offer_id(key, offer), state.companies[key.tile].deal
        if (deal is not None and deal.investor == key.investor) or len(invested(state, key.investor)) < TOKENS:
            open_[name] = OneOf((offer.price,), otherwise=OFFER_CHANGED)
        else:
            barred[name] = "no-token"
    if not open_:
        return None
    offers = OneOf(tuple(open_), barred, OFFER_CHANGED)
    rulings = {"no-token": "PWS-07", **_CHANGED}
    price = Field("price", None, "PWS-09", _CHANGED, depends_on="offer", table=open_)
    return Choice(Accept, _ACCEPT, (Field("offer", offers, "PWS-09", rulings), price))


def _retract(state: State, seat: int) -> Choice | None:
    names = [offer_id(key, offer) for key, offer in visible(state, seat) if key.by == seat]
    if not names:
        return None
    return Choice(Retract, _RETRACT, (Field("offer", OneOf(tuple(names), otherwise=OFFER_CHANGED), "PWS-09"),))


def _withdraw(state: State, seat: int) -> Choice | None:
    deals = {tile: deal for tile, (_, deal) in state.companies.items() if deal is not None and deal.investor == seat}
    prices = {tile: OneOf((deal.price,), otherwise=OFFER_CHANGED) for tile, deal in deals.items() if not deal.closed}
    if not prices:
        return None
    barred = {tile: "closed" for tile in deals if tile not in prices}
    tile = Field("tile", OneOf(tuple(prices), barred, OFFER_CHANGED), "PWS-06", _CLOSED)
    return Choice(Withdraw, _WITHDRAW, (tile, Field("price", None, "PWS-09", depends_on="tile", table=prices)))


def _release(state: State, seat: int) -> Choice | None:
    deals = {tile: each.deal for tile, each in state.companies.items() if each.owner == seat and each.deal}
    free = [tile for tile, deal in deals.items() if not deal.closed]
    if not free:
        return None
    barred = {tile: "closed" for tile in deals if tile not in free}
    investors = {tile: OneOf((deals[tile].investor,), otherwise=OFFER_CHANGED) for tile in free}
    prices = {tile: OneOf((deals[tile].price,), otherwise=OFFER_CHANGED) for tile in free}
    return Choice(
        Release,
        _RELEASE,
        (
            Field("tile", OneOf(tuple(free), barred, OFFER_CHANGED), "PWS-06", _CLOSED),
            Field("investor", None, "PWS-09", depends_on="tile", table=investors),
            Field("price", None, "PWS-09", depends_on="tile", table=prices),
        ),
    )


def _repay(state: State, seat: int) -> Choice | None:
    most = {
        manager: Range(STEP, min(amount, state.cash[seat]), STEP)
        for (investor, manager), amount in state.debts.items()
        if investor == seat and state.cash[seat] >= STEP
    }
    if not most:
        return None
    manager = Field("manager", OneOf(tuple(most)), "PWS-13")
    return Choice(Repay, _REPAY, (manager, Field("amount", None, "PWS-13", depends_on="manager", table=most)))


# -- the other phases ------------------------------------------------------------------------------------------------


def _allocate(state: State, seat: int) -> Choices:
    if seat != debtor(state):
        return Choices()
    due = {str(manager): amount for manager, amount in still_due(state, seat).items()}
    domain = Amounts(tuple(due), 0, min(max(due.values()), state.cash[seat]), state.cash[seat], STEP)
    text = f"Share out your {state.cash[seat]} among your creditors"
    label = Text("allocate", text, {"cash": state.cash[seat], "due": due})
    field = Field("amounts", domain, "PWS-13")
    return Choices((Choice(Allocate, label, (field,), (EachAtMost("amounts", due, "PWS-13"),)),))


def _claim(state: State, seat: int) -> Choices:
    return Choices((_EXTEND, _FORCE)) if seat in state.sealed else Choices()


def _sell(state: State, seat: int) -> Choices:
    if seat not in state.short:
        return Choices()
    count = state.short[seat]
    what = "a company" if count == 1 else f"{count} companies"
    label = Text("sell-off", f"Sell {what} to the bank", {"count": count})
    return Choices((Choice(SellOff, label, (Field("tiles", Subset(owned(state, seat), count, count), "PWS-15"),)),))


def _bid(state: State, seat: int) -> Choices:
    assert state.auction is not None
    if seat != state.auction.asked:
        return Choices()
    low, high = state.auction.high + STEP, state.cash[seat]
    label = Text("bid", "Bid for the company", {"lot": state.lot, "min": low, "max": high})
    return Choices((Choice(Bid, label, (Field("amount", Range(low, high, STEP), "PWS-18"),)), _PASS))


_LEGAL: Final[Mapping[str, Callable[[State, int], Choices]]] = {
    "negotiate": _negotiate,
    "allocate": _allocate,
    "claim": _claim,
    "sell": _sell,
    "bid": _bid,
}
