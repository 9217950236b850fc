"""The greedy bot in Stock Hold'em, against random play on the same deals."""

from __future__ import annotations

import statistics

import pytest

from openingbell.bots import BOTS, SeededRng
from openingbell.bots.matches import match
from openingbell.rules.games.stock_holdem import GAME, Options


def margins(options: Options, seats: int, deals: int) -> list[float]:
    """Dollars a seat by which greedy beats random, a deal: each deal is played twice, with the seats swapped."""
    found = []
    for number in range(deals):
        total = 0.0
        for parity in (0, 1):
            bots = [BOTS["greedy" if seat % 2 == parity else "random"] for seat in range(seats)]
            end = match(GAME, options, bots, SeededRng(f"deal {number}"), SeededRng(f"bots {number}"))
            total += sum(worth if seat % 2 == parity else -worth for seat, worth in enumerate(GAME.scores(end)))
        found.append(total / seats)
    return found


@pytest.mark.parametrize(
    ("options", "seats"), [(Options(), 4), (Options(rounds=1, dark=True, crowded=True, deck="1-10x1"), 6)]
)
def test_greedy_beats_random_beyond_doubt(options: Options, seats: int) -> None:
    found = margins(options, seats, 5)
    error = statistics.stdev(found) / len(found) ** 0.5
    assert statistics.mean(found) > 5 + 4 * error
