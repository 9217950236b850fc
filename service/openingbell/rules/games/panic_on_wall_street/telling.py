"""What a viewer of Panic on Wall Street! is told of each entry in the log.

Law. By allow-list, from the action where that is public. An offer is told to those who may see it; a sealed choice
says nothing but that it is in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from openingbell.rules.games.panic_on_wall_street.board import COLOURS
from openingbell.rules.games.panic_on_wall_street.negotiating import offer_named
from openingbell.rules.games.panic_on_wall_street.state import (
    Accept,
    Allocate,
    Bell,
    Bid,
    Costs,
    Done,
    Draw,
    Extend,
    ForceBankruptcy,
    Key,
    Offer,
    PassBid,
    Propose,
    Release,
    Repay,
    Retract,
    Roll,
    SellOff,
    Settle,
    SetUp,
    State,
    Withdraw,
    offer_id,
    values_now,
)
from openingbell.rules.kernel import Told
from openingbell.rules.seats import named
from openingbell.rules.values import Action


def tell(before: State, seat: int, action: Action, after: State, viewer: int | None) -> Told | None:
    """What the viewer (None: a spectator) is told; None: nothing."""
    return _TELL[type(action)](before, seat, action, after, viewer)


# -- negotiation -----------------------------------------------------------------------------------------------------


def _hears(state: State, key: Key, viewer: int | None) -> bool:
    return not state.table.options.private_offers or viewer in (key.investor, state.companies[key.tile].owner)


def _offered(state: State, seat: int, key: Key, offer: Offer) -> dict[str, Any]:
    owner = state.companies[key.tile].owner
    to = owner if seat == key.investor else key.investor
    offered = {"offer": offer_id(key, offer), "tile": key.tile, "investor": key.investor, "to": to}
    return {**offered, "price": offer.price, "terms": offer.terms}


def _propose(before: State, seat: int, action: Propose, after: State, viewer: int | None) -> Told | None:
    del before
    key = Key(action.tile, action.investor, seat)
    if not _hears(after, key, viewer):
        return None
    params = _offered(after, seat, key, Offer(action.price, action.terms))
    closed = ", closed" if action.terms == "closed" else ""
    text = f"Seat {seat} offers seat {params['to']} a deal on {action.tile}: {action.price}{closed}."
    return Told("offered", text, seat, params)


def _retract(before: State, seat: int, action: Retract, after: State, viewer: int | None) -> Told | None:
    del after
    key = offer_named(before, action.offer)
    if not _hears(before, key, viewer):
        return None
    params = _offered(before, seat, key, before.offers[key])
    return Told("retracted", f"Seat {seat} takes the offer on {key.tile} to seat {params['to']} back.", seat, params)


def _accept(before: State, seat: int, action: Accept, after: State, viewer: int | None) -> Told:
    del viewer
    key = offer_named(before, action.offer)
    owner, deal = after.companies[key.tile]
    assert deal is not None, "an accepted offer is a deal"
    old = before.companies[key.tile].deal
    terms = "closed" if deal.closed else "open"
    params = {"tile": key.tile, "owner": owner, "investor": deal.investor, "price": deal.price, "terms": terms}
    text = f"Seat {seat} accepts: seat {deal.investor} invests in {key.tile} of seat {owner} at {deal.price} ({terms})."
    if old is not None and old.investor != deal.investor:
        params["displaced"] = old.investor
        text += f" Seat {old.investor} is out."
    return Told("dealt", text, seat, params)


def _withdraw(before: State, seat: int, action: Withdraw, after: State, viewer: int | None) -> Told:
    del after, viewer
    params = {"tile": action.tile, "owner": before.companies[action.tile].owner, "price": action.price}
    return Told("withdrew", f"Seat {seat} withdraws from {action.tile}.", seat, params)


def _release(before: State, seat: int, action: Release, after: State, viewer: int | None) -> Told:
    del before, after, viewer
    params = {"tile": action.tile, "investor": action.investor, "price": action.price}
    return Told("released", f"Seat {seat} sends seat {action.investor} away from {action.tile}.", seat, params)


def _repay(before: State, seat: int, action: Repay, after: State, viewer: int | None) -> Told:
    del before, viewer
    left = after.debts.get((seat, action.manager), 0)
    text = f"Seat {seat} pays {action.amount} back to seat {action.manager}; {left} is left."
    return Told("repaid", text, seat, {"manager": action.manager, "amount": action.amount, "left": left})


def _done(before: State, seat: int, action: Done, after: State, viewer: int | None) -> Told:
    del before, action, after, viewer
    return Told("done", f"Seat {seat} is done.", seat)


# -- house -----------------------------------------------------------------------------------------------------------


def _set_up(before: State, seat: int, action: SetUp, after: State, viewer: int | None) -> Told:
    del before, seat, viewer
    who = "Everybody manages and invests" if after.table.both else f"Managers are {named(action.managers)}"
    params = {"managers": list(action.managers), "tiles": [list(row) for row in action.tiles]}
    return Told("set-up", f"{who}; everybody has {after.cash[0]}. Month 1 begins.", None, params)


def _bell(before: State, seat: int, action: Bell, after: State, viewer: int | None) -> Told:
    del before, seat, action, after, viewer
    return Told("bell", "The bell ends the negotiation.")


def _roll(before: State, seat: int, action: Roll, after: State, viewer: int | None) -> Told:
    del before, seat, viewer
    values = values_now(after)
    rows = [f"{colour} {die:+d}, now {values[colour]}" for colour, die in zip(COLOURS, action.dice, strict=True)]
    income = [row.income + row.written_off for row in after.reports[-1].seats]
    params = {"dice": list(action.dice), "values": list(values.values()), "income": income}
    return Told("rolled", f"The dice: {'; '.join(rows)}. Investors get their income.", None, params)


def _settle(before: State, seat: int, action: Settle, after: State, viewer: int | None) -> Told:
    del before, seat, viewer
    failing = sorted({*after.queue, *after.defaults})
    text = f"Investors pay; {named(failing)} cannot." if failing else "Investors pay."
    return Told("settled", text, None, {"cash": list(action.cash), "defaults": failing})


def _costs(before: State, seat: int, action: Costs, after: State, viewer: int | None) -> Told:
    del seat, viewer
    lost = [manager for manager in before.managers if manager not in after.managers]
    short = list(after.short)
    text = "Managers pay their costs."
    text += f" {named(short).capitalize()} must sell." if short else ""
    text += f" {named(lost).capitalize()} went bankrupt as managers." if lost else ""
    params = {"cash": list(action.cash), "short": short, "bankrupt": lost}
    return Told("costs", text + _what_now(before, after), None, params)


def _draw(before: State, seat: int, action: Draw, after: State, viewer: int | None) -> Told:
    del seat, viewer
    params = {"count": len(action.tiles), **_lots(before, after)}
    who = "The house"
    if action.auctioneer is not None:
        params["auctioneer"] = action.auctioneer
        who = f"Seat {action.auctioneer}"
    text = f"{who} auctions {len(action.tiles)} companies."
    return Told("auction", text + _what_now(before, after), None, params)


# -- payments, costs, auctions ---------------------------------------------------------------------------------------


def _allocate(before: State, seat: int, action: Allocate, after: State, viewer: int | None) -> Told:
    del before, after, viewer
    rows = ", ".join(f"{amount} to seat {manager}" for manager, amount in action.amounts.items())
    return Told("allocated", f"Seat {seat} pays what it has: {rows}.", seat, {"amounts": dict(action.amounts)})


def _claim(before: State, seat: int, action: Extend | ForceBankruptcy, after: State, viewer: int | None) -> Told | None:
    debtor = before.defaults[0]
    if after.defaults == before.defaults:
        return _sealed(before, seat, viewer, {"type": "extend" if isinstance(action, Extend) else "force_bankruptcy"})
    forcing = [each.manager for each in after.reports[-1].claims if each.investor == debtor and each.forced]
    if not forcing:
        return Told("extended", f"Seat {debtor} may pay the rest later.", debtor, {"investor": debtor})
    text = f"{named(forcing).capitalize()} forced seat {debtor} into bankruptcy as an investor."
    return Told("bankrupt", text, debtor, {"investor": debtor, "forced_by": forcing})


def _sell(before: State, seat: int, action: SellOff, after: State, viewer: int | None) -> Told | None:
    if after.phase == "sell":
        return _sealed(before, seat, viewer, {"tiles": list(action.tiles)})
    sold = {
        manager: [tile for tile, each in before.companies.items() if each.owner == manager and tile in after.reserve]
        for manager in before.short
    }
    text = "; ".join(f"seat {manager} sells {', '.join(tiles)}" for manager, tiles in sold.items())
    rows = [{"seat": manager, "tiles": tiles} for manager, tiles in sold.items()]
    return Told("sold", f"{text[0].upper()}{text[1:]}.{_what_now(before, after)}", None, {"sold": rows})


def _sealed(before: State, seat: int, viewer: int | None, own: dict[str, Any]) -> Told | None:
    """A sealed choice is in, or is replaced, which concerns nobody else."""
    again = before.sealed[seat] is not None
    if viewer == seat:
        return Told("replaced" if again else "submitted", "Your choice is in.", seat, {"chosen": own})
    return None if again else Told("submitted", f"Seat {seat} has chosen.", seat)


def _bid(before: State, seat: int, action: Bid | PassBid, after: State, viewer: int | None) -> Told:
    del viewer
    text = f"Seat {seat} bids {action.amount}." if isinstance(action, Bid) else f"Seat {seat} passes."
    params: dict[str, Any] = {"lot": before.lot}
    if isinstance(action, Bid):
        params["amount"] = action.amount
    code = "bid" if isinstance(action, Bid) else "passed"
    if after.auction is not None and after.lot == before.lot:
        return Told(code, text, seat, params)
    assert before.lot is not None
    if before.lot in after.companies:
        winner = after.companies[before.lot].owner
        price = before.cash[winner] - after.cash[winner]
        params |= {"winner": winner, "price": price}
        text += f" {before.lot} goes to seat {winner} for {price}."
    else:
        text += f" Nobody wants {before.lot}: it leaves the game."
    return Told(code, text + _what_now(before, after), seat, {**params, **_lots(before, after)})


def _lots(before: State, after: State) -> dict[str, Any]:
    """What is up for auction now, and what left the game for want of a bid."""
    removed = [tile for tile in after.removed if tile not in before.removed]
    return {"removed": removed, **({} if after.lot is None else {"next_lot": after.lot})}


def _what_now(before: State, after: State) -> str:
    """The beginning of the next auction or month, in a sentence of its own."""
    if after.month != before.month:
        return f" Month {after.month} begins."
    return f" {after.lot} is up." if after.lot is not None and after.lot != before.lot else ""


_TELL: Final[Mapping[type[Action], Callable[[State, int, Any, State, int | None], Told | None]]] = {
    Propose: _propose,
    Retract: _retract,
    Accept: _accept,
    Withdraw: _withdraw,
    Release: _release,
    Repay: _repay,
    Done: _done,
    SetUp: _set_up,
    Bell: _bell,
    Roll: _roll,
    Settle: _settle,
    Allocate: _allocate,
    Extend: _claim,
    ForceBankruptcy: _claim,
    Costs: _costs,
    SellOff: _sell,
    Draw: _draw,
    Bid: _bid,
    PassBid: _bid,
}
