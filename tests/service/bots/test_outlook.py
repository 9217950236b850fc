"""What the greedy bots expect of a half-known Marketplace."""

from __future__ import annotations

import pytest

from openingbell.bots.outlook import PointsOutlook, between
from openingbell.rules.market import demand_values

SUITS = ("G", "O", "P", "J")
FALLEN = ("G10", "G9", "O8", "P1")


def test_demand_between_two_slots_is_between_their_values() -> None:
    row = (2, 1, -1, -2)
    assert [between(row, place) for place in (0, 1.5, 3)] == [2, 0, -2]


@pytest.mark.parametrize("short", [False, True])
def test_a_known_marketplace_is_sorted_as_the_rules_sort_it(short: bool) -> None:
    outlook = PointsOutlook(SUITS, dict.fromkeys(FALLEN, 1.0), short=short)
    expected = demand_values(FALLEN, SUITS, short=short)
    assert outlook.demand() == {suit: pytest.approx(value, abs=0.3) for suit, value in expected.items()}


def test_cards_that_may_come_pull_the_demand_of_their_commodity_down() -> None:
    without = PointsOutlook(SUITS, dict.fromkeys(FALLEN, 1.0)).demand()
    maybe = PointsOutlook(SUITS, {**dict.fromkeys(FALLEN, 1.0), "J10": 0.5}).demand()
    surely = PointsOutlook(SUITS, dict.fromkeys(FALLEN, 1.0)).demand(["J10"])
    assert without["J"] > maybe["J"] > surely["J"]
