"""What the greedy bot thinks of a decision in Bear Market.

Law. Every card has a chance of ending in the Marketplace, from what the seat has seen; the expected demand follows from
those chances, and the draft that gives the seat's locked cards the most points is taken.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Final

from openingbell.bots.outlook import between
from openingbell.rules.cards import RANK, SUIT, deck
from openingbell.rules.choices import Choices
from openingbell.rules.games.bear_market import Draft, View
from openingbell.rules.games.bear_market.state import ROUNDS
from openingbell.rules.market import demand_row
from openingbell.rules.values import Action, Rng

TILT: Final = 0.4
"""How much likelier than an average card a 1 is to be discarded, and a 10 to be kept."""

Chances = tuple[float, ...]
"""Of one commodity, by rank from 1: the chance that the card ends in the Marketplace."""


def choose(view: View, choices: Choices, rng: Rng) -> Action:
    """The draft of the highest expectation; ties by the order of the cards."""
    del choices, rng
    outlook = Outlook(view)
    lock, discard = max(itertools.permutations(view.own_cards or (), 2), key=lambda pair: outlook.worth(*pair))
    return Draft(lock, discard)


def _chances(view: View) -> dict[str, float]:
    """The chance of every card to end in the Marketplace, before this draft."""
    done, cards = len(view.discards), deck(view.options.suits)
    fallen = {card for standing in view.market for card in standing.cards}
    chances = dict.fromkeys(cards, 0.0)
    unseen = [card for card in cards if card not in fallen and card not in (view.own_locked or ())]
    for card, chance in _passed_on(view, done).items():
        chances[card] = chance
        unseen.remove(card)
    for card in view.own_cards or ():
        if card in unseen:
            chances[card] = 0.5
            unseen.remove(card)
    coming = view.seats * (ROUNDS - done) - sum(chances.values())
    for card in unseen:
        chances[card] = coming / len(unseen)
    tilted = {card: min(1.0, chance * (1 + TILT * (5.5 - RANK[card]) / 4.5)) for card, chance in chances.items()}
    return tilted | dict.fromkeys(fallen, 1.0)


def _passed_on(view: View, done: int) -> dict[str, float]:
    """The chance of the cards that this seat has passed on and that have not fallen: half of what was left of the hand
    falls, less what has fallen; and none of what did not come back."""
    fallen = {card for cards in view.discards for card in cards}
    held = [*(own.held for own in view.own_rounds or ()), view.own_cards or ()]
    chances: dict[str, float] = {}
    for own in view.own_rounds or ():
        left = [card for card in own.passed if card not in fallen]
        came_back = own.round + view.seats
        if came_back <= len(held):
            chances |= {card: 0.0 for card in left if card not in held[came_back - 1]}
            continue
        since = done - own.round
        chance = (len(own.passed) / 2 - since) / max(1, len(left))
        chances |= dict.fromkeys(left, chance)
    return {card: chance for card, chance in chances.items() if card not in (view.own_locked or ())}


class Outlook:
    """What the Marketplace is expected to hold at the end, as far as this seat can tell."""

    def __init__(self, view: View) -> None:
        self.suits = view.options.suits
        self.row = demand_row(len(self.suits))[::-1]
        self.locked = view.own_locked or ()
        chances = _chances(view)
        self.base: dict[str, Chances] = {
            suit: tuple([chances[f"{suit}{rank}"] for rank in range(1, 11)]) for suit in self.suits
        }
        self.better: dict[tuple[Chances, Chances], tuple[float, float]] = {}

    def worth(self, lock: str, discard: str) -> float:
        """The points expected of the locked cards once these two have gone their ways."""
        chances = dict(self.base)
        for card, chance in ((lock, 0.0), (discard, 1.0)):
            row = chances[SUIT[card]]
            chances[SUIT[card]] = (*row[: RANK[card] - 1], chance, *row[RANK[card] :])
        held = (*self.locked, lock)
        demand = {suit: between(self.row, self._place(suit, chances)) for suit in {SUIT[card] for card in held}}
        return sum([RANK[card] * demand[SUIT[card]] for card in held])

    def _place(self, suit: str, chances: Mapping[str, Chances]) -> float:
        """How many commodities are expected to stand better."""
        mine = chances[suit]
        return sum([self._compared(chances[other], mine) for other in self.suits if other != suit])

    def _compared(self, one: Chances, other: Chances) -> float:
        """The chance that `one` stands better: that the lowest card which only one of them has is the other's."""
        found = self.better.get((one, other))
        if found is None:
            above, below, same = 0.0, 0.0, 1.0
            for mine, theirs in zip(one, other, strict=True):
                above += same * theirs * (1 - mine)
                below += same * mine * (1 - theirs)
                same *= mine * theirs + (1 - mine) * (1 - theirs)
            found = self.better[one, other] = (above, below)
            self.better[other, one] = (below, above)
        return found[0]
