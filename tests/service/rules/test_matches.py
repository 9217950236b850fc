"""What the market games share: who begins a hand."""

from __future__ import annotations

from openingbell.rules.matches import lowest_total


def test_bull_02_the_lowest_total_clockwise_from_the_dealer() -> None:
    assert lowest_total((5, 3, 3, 9), dealer=0) == 1
    assert lowest_total((5, 3, 3, 9), dealer=2) == 2
    assert lowest_total((5, 3, 3, 9), dealer=3) == 1
    assert lowest_total((0, 0, 0), dealer=2) == 2
