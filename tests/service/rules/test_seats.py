"""What games say of seats: whom they wait for, and where everybody ends."""

from __future__ import annotations

from openingbell.rules.seats import named, standing


def test_gen_03_equal_totals_share_a_place() -> None:
    result = standing((7, 9, 7, 9, -1))
    assert result.winners == (1, 3)
    assert [(place.rank, place.score) for place in result.places] == [(3, 7), (1, 9), (3, 7), (1, 9), (5, -1)]


def test_seats_are_named_as_one_says_them() -> None:
    assert [named(seats) for seats in ((1,), (1, 3), (0, 1, 3))] == ["seat 1", "seats 1 and 3", "seats 0, 1 and 3"]
