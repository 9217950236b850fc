"""The demand that a half-known Marketplace, sorted by points, is expected to end with.

Law. Arithmetic over means and variances; no game, no view.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from openingbell.rules.cards import RANK, SUIT
from openingbell.rules.market import demand_row

STEEPNESS: Final = 1.7
"""Makes the logistic curve a close fit to the normal distribution's."""


def between(row: Sequence[int], place: float) -> float:
    """The demand at a place (0 is best) that may lie between two slots of a best-first row."""
    low = min(int(place), len(row) - 2)
    return row[low] + (row[low + 1] - row[low]) * (place - low)


class PointsOutlook:
    """Commodities whose points in the Marketplace are uncertain.

    `chances` gives each card's chance to end there: 1 if it lies there, 0 if it never will. A commodity's points have a
    mean and a variance; its expected place follows from how surely every other one has fewer (under `short`: more).
    """

    def __init__(self, suits: Sequence[str], chances: Mapping[str, float], *, short: bool = False) -> None:
        self.suits = suits
        self.row = demand_row(len(suits))[::-1]
        self.points = dict.fromkeys(suits, 0.0)
        spread = dict.fromkeys(suits, 0.1)
        for card, chance in chances.items():
            suit, rank = SUIT[card], RANK[card]
            self.points[suit] += chance * rank
            spread[suit] += chance * (1 - chance) * rank**2
        steepness = -STEEPNESS if short else STEEPNESS
        self.pairs = [
            (one, other, steepness / math.sqrt(spread[one] + spread[other]))
            for one, other in itertools.combinations(suits, 2)
        ]

    def demand(self, more: Iterable[str] = ()) -> dict[str, float]:
        """The expected demand a commodity once these cards have come in too."""
        points, better = dict(self.points), dict.fromkeys(self.suits, 0.0)
        for card in more:
            points[SUIT[card]] += RANK[card]
        for one, other, scale in self.pairs:
            z = scale * (points[one] - points[other])
            above = 1 / (1 + math.exp(-z)) if -30 < z < 30 else float(z > 0)
            better[one] += above
            better[other] += 1 - above
        return {suit: between(self.row, place) for suit, place in better.items()}
