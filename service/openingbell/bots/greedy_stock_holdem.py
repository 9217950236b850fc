"""What the greedy bot thinks of a decision in Stock Hold'em.

Law. A share is worth the mean price of its company over a few ways in which the cards may lie and come; trades, chips
and placements follow from that. Nothing is weighed beyond the round that is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openingbell.rules.choices import Choices
from openingbell.rules.games.stock_holdem import (
    Buy,
    ChipBuy,
    ChipSell,
    ChipSurge,
    EndTurn,
    Place,
    Sell,
    SkipBuy,
    SkipSell,
    View,
    imagine,
)
from openingbell.rules.games.stock_holdem.prices import SURGE_BONUS, stock_price
from openingbell.rules.games.stock_holdem.state import BUY_COST, INDEX, SELL_COST, SURGE_COST
from openingbell.rules.values import Action, Rng, shuffled

WORLDS: Final = 12
"""Ways in which the cards may lie that a valuation looks at."""
CHIP_WORTH: Final = 1.5
"""What a chip is worth to its owner, in dollars; a dollar at least."""
LATER: Final = 0.3
"""How much of a share's worth is decided by rounds to come, as long as there are any."""
ANY_PRICE: Final = 18.0
"""The mean price that random cards make with the usual deck, in dollars."""
GAIN: Final = 1.0
"""The least gain, in dollars, for which the bot spends chips: its valuation is not exact."""

Offer = Sell | Buy | ChipSell | ChipBuy | ChipSurge
"""What the bot weighs by its gain."""

COSTS: Final[Mapping[type[Action], float]] = {
    Sell: CHIP_WORTH,
    Buy: CHIP_WORTH,
    ChipSell: SELL_COST * CHIP_WORTH + GAIN,
    ChipBuy: BUY_COST * CHIP_WORTH + GAIN,
    ChipSurge: SURGE_COST * CHIP_WORTH + GAIN,
}
"""What it costs, in dollars, to do a thing rather than not: the chip not taken, or the chips paid."""

World = list[list[str]]
"""For every company five cards, of which those beyond the ones that lie there now may still change."""


def choose(view: View, choices: Choices, rng: Rng) -> Action:
    """The action of the highest expectation."""
    kinds = {choice.action for choice in choices}
    if Place in kinds:
        return _place(view, [_world(view, rng) for _ in range(WORLDS)], choices)
    if kinds & COSTS.keys():
        worth = _worth(view, [_world(view, rng) for _ in range(WORLDS)])
        gain, action = max(_offers(view, choices, worth), key=lambda offer: offer[0])
        if gain > 0:
            return action
    return next(nothing() for nothing in (SkipSell, SkipBuy, EndTurn) if nothing in kinds)


def _world(view: View, rng: Rng) -> World:
    """One way: closed cards as their backs allow, empty slots filled from the hands."""
    state = imagine(view, rng)
    coming = iter(shuffled(rng, [card for hand in state.hands for card in hand]))
    areas = [[slot.card for slot in area] for area in state.areas]
    for area, company in zip(areas, view.companies, strict=True):
        area.extend(next(coming) for _ in range(company.room))
    return areas


def _worth(view: View, worlds: Sequence[World]) -> list[float]:
    """The mean price of each company; nearer to any price while other rounds follow."""
    means = [
        sum([stock_price(world[place], company.surge) for world in worlds]) / len(worlds)
        for place, company in enumerate(view.companies)
    ]
    return [_lasting(view, mean) for mean in means]


def _lasting(view: View, price: float) -> float:
    later = LATER if view.round < view.options.rounds else 0.0
    return (1 - later) * price + later * ANY_PRICE


def _weights(view: View) -> list[float]:
    """What a dollar on each company's price brings this seat ahead of the mean of the others."""
    seat, others = view.seat, view.seats - 1
    assert seat is not None
    return [company.held[seat] - (sum(company.held) - company.held[seat]) / others for company in view.companies]


def _offers(view: View, choices: Choices, worth: Sequence[float]) -> Iterator[tuple[float, Action]]:
    """Every trade and surge with what it gains, in dollars, over not doing it."""
    weights = _weights(view)
    for choice in choices:
        kind = choice.action
        if kind not in COSTS:
            continue
        for action in choice.actions():
            assert isinstance(action, Offer)
            place = INDEX[action.company]
            if kind is ChipSurge:
                gain = SURGE_BONUS * weights[place]
            else:
                gain = worth[place] - view.companies[place].price
                gain = gain if kind in (Buy, ChipBuy) else -gain
            yield gain - COSTS[kind], action


def _place(view: View, worlds: Sequence[World], choices: Choices) -> Action:
    """The placement that is best for the shares that the seat owns, and for the purchase that may follow it."""
    assert view.seat is not None
    weights, money = _weights(view), view.money[view.seat]
    choice = next(choice for choice in choices if choice.action is Place)
    best: tuple[float, Action] | None = None
    before = _worth(view, worlds)
    for action in choice.actions():
        assert isinstance(action, Place)
        place = INDEX[action.company]
        company = view.companies[place]
        lying = len(company.slots)
        placed = [_with_card(world[place], lying, action.card) for world in worlds]
        worth = _lasting(view, sum([stock_price(cards, company.surge) for cards in placed]) / len(placed))
        gain = (worth - before[place]) * weights[place]
        can_buy = view.phase == "place" and company.left and money >= company.price
        if can_buy:
            gain += max(0.0, worth - company.price)
        if best is None or gain > best[0]:
            best = gain, action
    assert best is not None, "there is always a placement"
    return best[1]


def _with_card(cards: Sequence[str], lying: int, card: str) -> list[str]:
    """The area with this card in the next empty slot."""
    result = [*cards]
    if card in result:
        result[result.index(card)] = result[lying]
    result[lying] = card
    return result
