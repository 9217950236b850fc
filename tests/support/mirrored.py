"""Greedy against random on mirrored deals: how much better the one plays than the other.

Law. Every deal is played twice, the second time with the seats swapped, so that luck in the deal cancels out.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any, NamedTuple

from openingbell.bots import BOTS, SeededRng
from openingbell.bots.matches import match
from openingbell.rules.kernel import Game


class Margin(NamedTuple):
    """Points by which a seat of greedy ends ahead of a seat of random: the mean over deals, and its standard error."""

    mean: float
    error: float


def margin(game: Game, options: Any, seats: int, deals: int) -> Margin:
    """The margin over that many deals, each played by greedy on the even seats and then on the odd ones."""
    found = [_mirrored(game, options, seats, number) for number in range(deals)]
    return Margin(statistics.mean(found), statistics.stdev(found) / deals**0.5)


def _mirrored(game: Game, options: Any, seats: int, number: int) -> float:
    total = 0.0
    for parity in (0, 1):
        bots = [BOTS["greedy" if seat % 2 == parity else "random"] for seat in range(seats)]
        end = match(game, options, bots, SeededRng(f"deal {number}"), SeededRng(f"bots {number}"))
        total += _ahead(game.scores(end), parity)
    return total / 2


def _ahead(scores: Sequence[int], parity: int) -> float:
    return statistics.mean(scores[parity::2]) - statistics.mean(scores[1 - parity :: 2])
