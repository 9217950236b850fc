"""What the greedy bot thinks of a decision in Bull Market.

Law. Cards are worth their rank times the demand that their commodity is expected to end with; everything else (what
to keep, pass, pay and bid) follows from that.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from openingbell.rules.cards import ORDER, RANK, SUIT, deck
from openingbell.rules.choices import Choices
from openingbell.rules.domains import Subset
from openingbell.rules.games.bull_market import Bid, Discard, Panic, PassBid, PassCards, Pay, View
from openingbell.rules.market import demand_row
from openingbell.rules.values import Action, Rng

KEPT: Final = 5
PEEK_WORTH: Final = 3.0
"""What a look at a stack is worth, in points of the final score a step of the demand row above 0."""
LOCK_COST: Final = 1.0
"""What it costs to commit a card early, in points, beside the worth that it loses."""


def choose(view: View, choices: Choices, rng: Rng) -> Action:
    """The action of the highest expectation; ties by the order of the cards."""
    del rng
    cards = view.own_cards or ()
    worth = _worth(view, cards)
    kinds = {choice.action: choice for choice in choices}
    if PassBid in kinds:
        return _bid(view, worth, cards) if Bid in kinds else PassBid()
    if Pay in kinds:
        price = view.high_bid or 0
        return Pay(_payment(view, worth, cards, price)[1])
    worst = sorted(cards, key=lambda card: (worth[card], ORDER[card]))
    if Discard in kinds:
        return Discard(worst[0])
    action = PassCards if PassCards in kinds else Panic
    domain = kinds[action].fields[0].given({})
    assert isinstance(domain, Subset)
    return action(tuple(worst[: domain.min]))


def _bid(view: View, worth: Mapping[str, float], cards: Sequence[str]) -> Action:
    """The lowest raise, if the look is worth what it locks."""
    amount = (view.high_bid or 0) + 1
    cost, _ = _payment(view, worth, cards, amount)
    peek = PEEK_WORTH * demand_row(len(view.options.suits))[-1]
    return Bid(amount) if cost <= peek else PassBid()


def _payment(
    view: View, worth: Mapping[str, float], cards: Sequence[str], price: int
) -> tuple[float, tuple[str, ...]]:
    """The payment that costs the final hand least, and that cost in points."""
    assert view.seat is not None
    free = KEPT - len(view.locked[view.seat])
    best = _best(worth, cards, free)
    offers = []
    for size in range(1, free + 1):
        for paid in itertools.combinations(cards, size):
            if sum([RANK[card] for card in paid]) >= price:
                rest = [card for card in cards if card not in paid]
                kept = sum([worth[card] for card in paid]) + _best(worth, rest, free - size)
                offers.append((best - kept + LOCK_COST * size, paid))
    return min(offers)


def _best(worth: Mapping[str, float], cards: Iterable[str], count: int) -> float:
    return sum(sorted([worth[card] for card in cards], reverse=True)[:count])


def _worth(view: View, cards: Sequence[str]) -> dict[str, float]:
    """Rank times expected demand of each card, the second time round with one's own discards in the Marketplace."""
    demand = _demand(view, ())
    worth = {card: RANK[card] * demand[SUIT[card]] for card in cards}
    dropped = sorted(cards, key=lambda card: (worth[card], ORDER[card]))[: len(cards) + _own_locked(view) - KEPT]
    demand = _demand(view, dropped)
    return {card: RANK[card] * demand[SUIT[card]] for card in cards}


def _own_locked(view: View) -> int:
    return 0 if view.seat is None else len(view.locked[view.seat])


def _demand(view: View, own: Iterable[str]) -> dict[str, float]:
    """The demand that each commodity is expected to end with.

    Every card whose place this seat does not know comes into the Marketplace with the same chance, so the points of a
    commodity have a mean and a variance; its expected place follows from how surely every other one stays below it.
    """
    suits = view.options.suits
    points = dict.fromkeys(suits, 0.0)
    peeked = [card for stack in view.stacks if not stack.revealed and stack.cards for card in stack.cards]
    market = [card for standing in view.market for card in standing.cards]
    for card in (*market, *peeked, *own):
        points[SUIT[card]] += RANK[card]
    seen = {*market, *peeked, *itertools.chain(*view.locked), *(view.own_cards or ())}
    unknown = [card for card in deck(suits) if card not in seen]
    coming = sum(stack.size for stack in view.stacks if not stack.revealed) - len(peeked)
    for seat, count in enumerate(view.card_counts):
        if seat != view.seat:
            coming += count + len(view.locked[seat]) - KEPT
    chance = coming / len(unknown) if unknown else 0.0
    spread = dict.fromkeys(suits, 0.1)
    for card in unknown:
        points[SUIT[card]] += chance * RANK[card]
        spread[SUIT[card]] += chance * (1 - chance) * RANK[card] ** 2
    sign = -1.0 if view.options.short else 1.0
    row = demand_row(len(suits))[::-1]
    return {suit: _between(row, _better(suit, points, spread, sign)) for suit in suits}


def _better(suit: str, points: Mapping[str, float], spread: Mapping[str, float], sign: float) -> float:
    """How many commodities are expected to stand better than this one."""
    total = 0.0
    for other, amount in points.items():
        if other != suit:
            z = sign * (points[suit] - amount) / math.sqrt(spread[suit] + spread[other])
            total += 1 / (1 + math.exp(-1.7 * max(-20.0, min(20.0, z))))
    return total


def _between(row: Sequence[int], place: float) -> float:
    low = min(int(place), len(row) - 2)
    return row[low] + (row[low + 1] - row[low]) * (place - low)
