"""What the greedy bot thinks of a decision in the games of peeking and passing.

Law. Cards are worth their rank times the demand that their commodity is expected to end with; everything else (what
to keep, pass, pay and bid) follows from that.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from openingbell.bots.outlook import PointsOutlook
from openingbell.bots.raising import most, raised
from openingbell.rules.cards import ORDER, RANK, SUIT, deck
from openingbell.rules.choices import Choice, Choices
from openingbell.rules.domains import Range, Subset
from openingbell.rules.market import demand_row
from openingbell.rules.peek_and_pass.state import KEPT, Bid, Discard, Panic, PassBid, PassCards, Pay
from openingbell.rules.peek_and_pass.views import CommonView
from openingbell.rules.values import Action, Rng

PEEK_WORTH: Final = 3.0
"""What a look at a stack is worth, in points of the final score a step of the demand row above 0."""
LOCK_COST: Final = 1.0
"""What it costs to commit a card early, in points, beside the worth that it loses."""


def choose(view: CommonView, choices: Choices, rng: Rng, *, short: bool) -> Action:
    """The action of the highest expectation; ties by the order of the cards. `short`: most points are best."""
    del rng
    cards, outlook = view.own_cards or (), _outlook(view, short=short)
    kinds = {choice.action: choice for choice in choices}
    if Panic in kinds:
        return Panic(_falling(view, cards, outlook))
    if Discard in kinds:
        return Discard(_falling(view, cards, outlook)[0])
    worth = _worth(cards, outlook.demand())
    if PassBid in kinds:
        return _bid(view, worth, cards, kinds[Bid]) if Bid in kinds else PassBid()
    if Pay in kinds:
        return Pay(_payment(view, worth, cards, view.high_bid or 0)[1])
    domain = kinds[PassCards].fields[0].given({})
    assert isinstance(domain, Subset)
    return PassCards(tuple(_worst_first(cards, worth)[: domain.min]))


def _bid(view: CommonView, worth: Mapping[str, float], cards: Sequence[str], choice: Choice) -> Action:
    """A raise towards the dearest bid at which the look is still worth what it locks."""
    peek = PEEK_WORTH * demand_row(len(view.options.suits))[-1]
    amounts = choice.fields[0].given({})
    assert isinstance(amounts, Range)

    def worth_it(amount: int) -> bool:
        return _payment(view, worth, cards, amount)[0] <= peek

    if not worth_it(amounts.min):
        return PassBid()
    return Bid(raised(amounts.min - 1, most(amounts.min, amounts.max, worth_it)))


def _payment(
    view: CommonView, worth: Mapping[str, float], cards: Sequence[str], price: int
) -> tuple[float, tuple[str, ...]]:
    """The payment that costs the final hand least, and that cost in points."""
    assert view.seat is not None
    free = KEPT - len(view.locked[view.seat])
    best = _best(worth, cards, free)
    offers = []
    for size in range(1, free + 1):
        for paid in itertools.combinations(cards, size):
            ranks = [RANK[card] for card in paid]
            total = sum(ranks)
            # A payment that is still enough without one of its cards only locks more than it must.
            if total >= price > total - min(ranks):
                rest = [card for card in cards if card not in paid]
                kept = sum([worth[card] for card in paid]) + _best(worth, rest, free - size)
                offers.append((best - kept + LOCK_COST * size, paid))
    return min(offers)


def _best(worth: Mapping[str, float], cards: Iterable[str], count: int) -> float:
    return sum(sorted([worth[card] for card in cards], reverse=True)[:count])


def _worth(cards: Iterable[str], demand: Mapping[str, float]) -> dict[str, float]:
    """Rank times demand of each card."""
    return {card: RANK[card] * demand[SUIT[card]] for card in cards}


def _worst_first(cards: Iterable[str], worth: Mapping[str, float]) -> list[str]:
    return sorted(cards, key=lambda card: (worth[card], ORDER[card]))


def _falling(view: CommonView, cards: Sequence[str], outlook: PointsOutlook) -> tuple[str, ...]:
    """The cards beside the best hand to keep, worst first.

    They move the demand themselves (under Short Selling they are what makes the rest worth something), so every hand
    is weighed at the demand that its own discards bring about.
    """
    assert view.seat is not None
    locked = view.locked[view.seat]
    plans = []
    for kept in itertools.combinations(cards, KEPT - len(locked)):
        falling = [card for card in cards if card not in kept]
        demand = outlook.demand(falling)
        plans.append((sum([RANK[card] * demand[SUIT[card]] for card in (*kept, *locked)]), falling, demand))
    _, falling, demand = max(plans, key=lambda plan: plan[0])
    return tuple(_worst_first(falling, _worth(falling, demand)))


def _outlook(view: CommonView, *, short: bool) -> PointsOutlook:
    """Every card whose place this seat does not know comes into the Marketplace with the same chance."""
    suits = view.options.suits
    peeked = [card for stack in view.stacks if not stack.revealed and stack.cards for card in stack.cards]
    known = [*(card for standing in view.market for card in standing.cards), *peeked]
    seen = {*known, *itertools.chain(*view.locked), *(view.own_cards or ())}
    unknown = [card for card in deck(suits) if card not in seen]
    coming = sum(stack.size for stack in view.stacks if not stack.revealed) - len(peeked)
    for seat, count in enumerate(view.card_counts):
        if seat != view.seat:
            coming += count + len(view.locked[seat]) - KEPT
    chance = coming / len(unknown) if unknown else 0.0
    return PointsOutlook(suits, {**dict.fromkeys(known, 1.0), **dict.fromkeys(unknown, chance)}, short=short)
