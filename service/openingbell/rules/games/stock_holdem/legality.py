"""What a seat of Stock Hold'em may do: the step that it owes, and what its chips can pay for.

Law. From the seat's own hand and from public facts only (GEN-05), so a refusal tells nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from openingbell.rules.choices import Choice, Choices, Field
from openingbell.rules.domains import OneOf
from openingbell.rules.games.stock_holdem.state import (
    BUY_COST,
    COMPANIES,
    INDEX,
    SELL_COST,
    SURGE_COST,
    SURGES,
    Buy,
    ChipBuy,
    ChipCash,
    ChipPeek,
    ChipSell,
    ChipSurge,
    EndTurn,
    Place,
    Sell,
    SkipBuy,
    SkipSell,
    State,
    affordable,
    buyable,
    open_companies,
    saleable,
    tied,
)
from openingbell.rules.values import Action, Text

_PLACE_LABEL: Final = Text("place", "Place a card face down at a company")
_SKIP_SELL: Final = Choice(SkipSell, Text("skip-sell", "Sell nothing: take a chip"))
_SKIP_BUY: Final = Choice(SkipBuy, Text("skip-buy", "Buy nothing: take a chip"))
_END_TURN: Final = Choice(EndTurn, Text("end-turn", "End your turn"))
_CASH: Final = Choice(ChipCash, Text("chip-cash", "1 chip: take $1", {"chips": 1}))
_PEEK_LABEL: Final = Text("chip-peek", "1 chip: look at a face-down card", {"chips": 1})
_SURGE_LABEL: Final = Text("chip-surge", "3 chips: lay a price surge (+5) on a company", {"chips": SURGE_COST})

_CHIPS_IN_FINAL: Final = dict.fromkeys(("chip_cash", "chip_peek", "chip_sell", "chip_buy", "chip_surge"), "HLD-11")
_NOT_OFFERED: Final[Mapping[str, Mapping[str, str]]] = {
    "place": {},
    "sell": {"sell": "HLD-05"},
    "buy": {"buy": "HLD-05"},
    "end": {},
    "final": _CHIPS_IN_FINAL,
}
"""Why a kind of action is not offered, a phase, where that is not the order of steps."""
_NO_SURGE_LEFT: Final = {"chip_surge": "HLD-08"}


def legal(state: State, seat: int) -> Choices:
    """What the seat may do now."""
    if seat != state.active:
        return Choices()
    phase = state.phase
    if phase == "final":
        return Choices((place_choice(state, seat),), rulings=_NOT_OFFERED[phase])
    items: list[Choice] = []
    if phase == "place":
        items.append(place_choice(state, seat))
    elif phase == "sell":
        if companies := saleable(state, seat):
            items.append(_trade(Sell, 0, _priced(state, companies), "HLD-06"))
        items.append(_SKIP_SELL)
    elif phase == "buy":
        if companies := buyable(state, seat):
            items.append(_trade(Buy, 0, _priced(state, companies), "HLD-06" if tied(state) is None else "HLD-07"))
        items.append(_SKIP_BUY)
    else:
        items.append(_END_TURN)
    rulings = _NOT_OFFERED[phase]
    chips = state.chips[seat]
    if chips:
        items += _free(state, seat, chips)
        if chips >= SURGE_COST and sum(state.surges) == SURGES:
            rulings = {**rulings, **_NO_SURGE_LEFT}
    return Choices(tuple(items), rulings=rulings)


def place_choice(state: State, seat: int) -> Choice:
    """Any card of the hand, to any company with room."""
    hand = Field("card", OneOf(state.hands[seat]), "HLD-04")
    return Choice(Place, _PLACE_LABEL, (hand, _company(open_companies(state), "HLD-10")))


def _free(state: State, seat: int, chips: int) -> list[Choice]:
    """What chips can pay for at any moment of the seat's own turn (HLD-04)."""
    items = [_CASH]
    closed = tuple([tuple([n for n, slot in enumerate(area, 1) if not slot.face_up]) for area in state.areas])
    if any(closed):
        items.append(_peek(closed))
    if chips >= SELL_COST and (companies := saleable(state, seat)):
        items.append(_trade(ChipSell, SELL_COST, _priced(state, companies), "HLD-06"))
    if chips >= BUY_COST and (companies := affordable(state, seat)):
        items.append(_trade(ChipBuy, BUY_COST, _priced(state, companies), "HLD-06"))
    if chips >= SURGE_COST and sum(state.surges) < SURGES:
        items.append(_surge(state.surges))
    return items


def _priced(state: State, companies: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple([(company, state.prices[INDEX[company]]) for company in companies])


@cache
def _company(companies: tuple[str, ...], ruling: str) -> Field:
    return Field("company", OneOf(companies), ruling)


def _trade(action: type[Action], chips: int, priced: tuple[tuple[str, int], ...], ruling: str) -> Choice:
    """A sale or a purchase, with the prices in the label."""
    verb = "Sell" if action in (Sell, ChipSell) else "Buy"
    cost = f"{chips} chips: {verb.lower()}" if chips else verb
    offers = ", ".join([f"{company} {price}" for company, price in priced])
    code = f"chip-{verb.lower()}" if chips else verb.lower()
    label = Text(code, f"{cost} a share ({offers})", {"chips": chips, "prices": dict(priced)})
    return Choice(action, label, (_company(tuple([company for company, _ in priced]), ruling),))


@cache
def _peek(closed: tuple[tuple[int, ...], ...]) -> Choice:
    table = {company: OneOf(slots) for company, slots in zip(COMPANIES, closed, strict=True) if slots}
    slot = Field("slot", None, "HLD-04", depends_on="company", table=table)
    return Choice(ChipPeek, _PEEK_LABEL, (_company(tuple(table), "HLD-04"), slot))


@cache
def _surge(surges: tuple[bool, ...]) -> Choice:
    free = tuple(company for company, surged in zip(COMPANIES, surges, strict=True) if not surged)
    return Choice(ChipSurge, _SURGE_LABEL, (_company(free, "HLD-08"),))
