"""The greedy bot in Stock Hold'em, against random play on the same deals."""

from __future__ import annotations

import pytest

from openingbell.rules.games.stock_holdem import GAME, Options
from tests.support.mirrored import margin


@pytest.mark.parametrize(
    ("options", "seats"), [(Options(), 4), (Options(rounds=1, dark=True, crowded=True, deck="1-10x1"), 6)]
)
def test_greedy_beats_random_beyond_doubt(options: Options, seats: int) -> None:
    found = margin(GAME, options, seats, 5)
    assert found.mean > 5 + 4 * found.error
