"""What the greedy bot thinks of a decision in Insider Trading.

Law. A hand is worth its locked cards and the best others that will be kept, at the demand that is expected when what is
known of the Marketplace is counted in; every decision takes the action whose outcomes are worth most on average.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Final

from openingbell.bots.outlook import PointsOutlook
from openingbell.rules.cards import RANK, SUIT, deck
from openingbell.rules.choices import Choices
from openingbell.rules.games.insider_trading import Keep, Lock, Panic, Play, Swap, View
from openingbell.rules.games.insider_trading.state import KEPT, PlayedCard, Trick, trick_winner
from openingbell.rules.values import Action, Rng

FLOOD: Final = 0.8
"""The chance that a card which somebody else wins ends in the Marketplace."""


def choose(view: View, choices: Choices, rng: Rng) -> Action:
    """The action of the highest expectation; ties by the order of the cards."""
    del choices, rng
    outlook, trick = Outlook(view), view.trick
    cards = view.own_cards or ()
    if trick is None:
        assert view.seat is not None
        keep = max(
            itertools.combinations(cards, KEPT - len(outlook.locked)), key=lambda kept: outlook.kept(cards, kept)
        )
        return Panic(tuple([card for card in cards if card not in keep]))
    if view.phase == "play":
        return Play(max(cards, key=lambda card: outlook.played(trick, card)))
    if view.phase == "lock":
        return Lock(max(trick.cards, key=lambda card: outlook.lock(trick.cards, card)))
    removed = max(trick.cards, key=lambda card: outlook.swapped(trick.cards, card))
    return Swap(removed) if outlook.swapped(trick.cards, removed) > outlook.best_lock(trick.cards) else Keep()


class Outlook:
    """What the seat knows, and what its hand is worth if the Marketplace ends as expected."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.seat, self.seats = view.seat, view.seats
        self.locked, self.own = view.locked[view.seat], view.own_cards or ()
        played = [play.card for play in view.trick.plays] if view.trick is not None else []
        fallen = [card for standing in view.market for card in standing.cards]
        seen = {*fallen, *itertools.chain(*view.locked), *view.removed, *self.own, *played}
        if view.trick is not None and view.trick.drawn is not None:
            seen.add(view.trick.drawn)
        self.unseen = [card for card in deck(view.options.suits) if card not in seen]
        coming = sum(view.card_counts) - len(self.own) - (KEPT * (self.seats - 1) - self._locked_elsewhere(view))
        chance = min(1.0, max(0.0, coming / len(self.unseen))) if self.unseen else 0.0
        self.points = PointsOutlook(view.options.suits, dict.fromkeys(fallen, 1.0) | dict.fromkeys(self.unseen, chance))

    def _locked_elsewhere(self, view: View) -> int:
        return sum(len(cards) for seat, cards in enumerate(view.locked) if seat != self.seat)

    def hand(self, locked: Sequence[str], cards: Sequence[str], more: Iterable[str]) -> float:
        """The points expected of these locked cards and the best of the others, with `more` in the Marketplace."""
        demand = self.points.demand(more)
        worth = sorted([RANK[card] * demand[SUIT[card]] for card in cards], reverse=True)
        fixed = sum([RANK[card] * demand[SUIT[card]] for card in locked])
        return fixed + sum(worth[: KEPT - len(locked)])

    def kept(self, cards: Sequence[str], kept: Sequence[str]) -> float:
        """The points expected of a final hand, with all other cards in the Marketplace."""
        return self.hand(self.locked, kept, [card for card in cards if card not in kept])

    def lock(self, cards: Sequence[str], locked: str) -> float:
        """The points expected if this card of a trick is locked and the others flood the Marketplace."""
        flood = [card for card in cards if card != locked]
        return self.hand((*self.locked, locked), self.own, flood)

    def best_lock(self, cards: Sequence[str]) -> float:
        """The points expected of a trick that is kept as it is."""
        return max([self.lock(cards, card) for card in cards])

    def swapped(self, cards: Sequence[str], removed: str) -> float:
        """The points expected if this card is replaced by one that nobody has seen."""
        rest = [card for card in cards if card != removed]
        return sum([self.best_lock((*rest, drawn)) for drawn in self.unseen]) / len(self.unseen)

    def played(self, trick: Trick, card: str) -> float:
        """The points expected if the seat plays this card."""
        on_table = [play.card for play in trick.plays]
        rest = [other for other in self.own if other != card]
        plays = (*trick.plays, PlayedCard(self.seat, card))
        lost = FLOOD * self.hand(self.locked, rest, (*on_table, card)) + (1 - FLOOD) * self.hand(self.locked, rest, ())
        if trick_winner(plays) != self.seat:
            return lost
        cards = (*on_table, card)
        won = max(self.hand((*self.locked, lock), rest, [c for c in cards if c != lock]) for lock in cards)
        chance = self._stands(card, self.seats - len(plays))
        return chance * won + (1 - chance) * lost

    def _stands(self, card: str, players: int) -> float:
        """The chance that none of the players to come beats the card."""
        beaten_by = sum(SUIT[other] == SUIT[card] and RANK[other] > RANK[card] for other in self.unseen)
        return float((1 - beaten_by / max(1, len(self.unseen))) ** players)
