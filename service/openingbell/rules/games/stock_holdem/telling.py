"""What each viewer is told of an entry in the log of Stock Hold'em.

Law. Built by allow-list: of a closed card only the back, unless the viewer holds it, placed it or looked at it. Moves
that followed by themselves are told with the entry that brought them about.
"""

from __future__ import annotations

from typing import Any

from openingbell.rules.domains import listed
from openingbell.rules.games.stock_holdem.cards import BACK, SPECIAL, SUITS, sorted_backs
from openingbell.rules.games.stock_holdem.state import (
    COMPANIES,
    INDEX,
    MOST_CHIPS,
    Buy,
    ChipBuy,
    ChipCash,
    ChipPeek,
    ChipSell,
    ChipSurge,
    Deal,
    EndTurn,
    Place,
    Score,
    Sell,
    SkipBuy,
    SkipSell,
    State,
)
from openingbell.rules.kernel import HOUSE, Told
from openingbell.rules.values import Action, tag

_Entry = tuple[str, dict[str, Any], str]

_SHOWN = {**SUITS, SPECIAL: "the special mark"}


def tell(before: State, seat: int, action: Action, after: State, viewer: int | None) -> Told:
    """What the viewer (None: a spectator) is told; every entry changes something that all can see."""
    code, params, text = _entry(before, seat, action, after, viewer)
    sentences = [text]
    for who, move in after.followed:
        _, details, sentence = _entry(before, who, move, after, viewer)
        params.setdefault("followed", []).append({"seat": who, "move": tag(type(move)), **details})
        sentences.append(sentence)
    if after.active is not None and after.active != before.active:
        params["next"] = {"seat": after.active, "turn": after.turn, "phase": after.phase}
        sentences.append(f"Seat {after.active} is to move.")
    return Told(code, " ".join(sentences), None if seat == HOUSE else seat, params)


def _entry(before: State, seat: int, action: Action, after: State, viewer: int | None) -> _Entry:
    """Code, facts and sentence of one action."""
    if isinstance(action, Deal):
        return _dealt(action, after, viewer)
    if isinstance(action, Score):
        prices = ", ".join(f"{company} {price}" for company, price in zip(COMPANIES, action.prices, strict=True))
        cards = {company: [s.card for s in area] for company, area in zip(COMPANIES, after.areas, strict=True)}
        params = {"round": after.round, "prices": list(action.prices), "totals": list(action.totals), "cards": cards}
        return "priced", params, f"All cards are revealed. New prices: {prices}."
    if isinstance(action, Place):
        return _placed(seat, action, after, viewer)
    if isinstance(action, ChipPeek):
        return _peeked(seat, action, after, viewer)
    if isinstance(action, Sell | ChipSell | Buy | ChipBuy):
        return _traded(before, seat, action, after)
    if isinstance(action, SkipSell | SkipBuy):
        what = "sale" if isinstance(action, SkipSell) else "purchase"
        takes = "$1" if before.chips[seat] == MOST_CHIPS else "a chip"
        return f"skipped-{what}", _purse(after, seat), f"Seat {seat} makes no {what} and takes {takes}."
    if isinstance(action, ChipCash):
        return "cashed", _purse(after, seat), f"Seat {seat} turns a chip into $1."
    if isinstance(action, ChipSurge):
        params = {"company": action.company, **_purse(after, seat)}
        return "surged", params, f"Seat {seat} pays 3 chips for a price surge at {action.company}."
    assert isinstance(action, EndTurn)
    return "turn-ended", {}, f"Seat {seat} ends its turn."


def _dealt(action: Deal, after: State, viewer: int | None) -> _Entry:
    areas = {
        company: [slot.card if slot.face_up else BACK[slot.card] for slot in area]
        for company, area in zip(COMPANIES, after.areas, strict=True)
    }
    params: dict[str, Any] = {
        "round": after.round,
        "start_seat": action.start_seat,
        "money": list(after.money),
        "chips": list(after.chips),
        "backs" if after.table.options.dark else "cards": areas,
        "hand_backs": [list(sorted_backs(hand)) for hand in after.hands],
    }
    text = f"Round {after.round} is dealt; seat {action.start_seat} starts."
    if viewer is not None:
        params["own_cards"] = list(after.hands[viewer])
        text += f" You hold {listed(after.hands[viewer])}."
    return "dealt", params, text


def _placed(seat: int, action: Place, after: State, viewer: int | None) -> _Entry:
    area = after.areas[INDEX[action.company]]
    slot = next(n for n, each in enumerate(area, 1) if each.card == action.card)
    back = BACK[action.card]
    params: dict[str, Any] = {"company": action.company, "slot": slot, "back": back}
    if viewer == seat:
        params["card"] = action.card
        return "placed", params, f"You place {action.card} at {action.company}, slot {slot}."
    text = f"Seat {seat} places a card at {action.company}, slot {slot}; its back shows {_SHOWN.get(back, back)}."
    return "placed", params, text


def _peeked(seat: int, action: ChipPeek, after: State, viewer: int | None) -> _Entry:
    params: dict[str, Any] = {"company": action.company, "slot": action.slot, **_purse(after, seat)}
    text = f"Seat {seat} pays a chip to look at {action.company}, slot {action.slot}."
    if viewer == seat:
        card = after.areas[INDEX[action.company]][action.slot - 1].card
        params["card"] = card
        text = f"You pay a chip to look at {action.company}, slot {action.slot}: {card}."
    return "peeked", params, text


def _traded(before: State, seat: int, action: Sell | ChipSell | Buy | ChipBuy, after: State) -> _Entry:
    place = INDEX[action.company]
    price, now = before.prices[place], after.prices[place]
    sale = isinstance(action, Sell | ChipSell)
    chips = {ChipSell: "for 2 chips ", ChipBuy: "for 3 chips "}.get(type(action), "")
    params = {"company": action.company, "price": price, "new_price": now, "chips_spent": bool(chips)}
    verb = "sells" if sale else "buys"
    text = f"Seat {seat} {chips}{verb} a share of {action.company} at {price}; its price is now {now}."
    return "sold" if sale else "bought", params | _purse(after, seat), text


def _purse(after: State, seat: int) -> dict[str, int]:
    return {"money": after.money[seat], "chips": after.chips[seat]}
