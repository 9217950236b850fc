"""What the market games share: the checks of their options, who begins, and the final standing."""

from __future__ import annotations

import pytest

from openingbell.rules.games import bull_market
from openingbell.rules.matches import lowest_total
from openingbell.rules.options import check_empty_rule, check_first_seat, check_flag, check_seats, suits_for
from openingbell.rules.seats import named, standing
from openingbell.rules.values import Illegal


def test_mkt_01_the_first_commodities_unless_the_table_names_others() -> None:
    assert suits_for(3, ()) == ("G", "O", "P", "J")
    assert suits_for(2, ("U", "F", "W")) == ("U", "F", "W")


@pytest.mark.parametrize("suits", [("G", "O"), ("G", "O", "O"), ("G", "O", "X"), ("G", "O", "P", "J")])
def test_mkt_01_one_more_than_seats_all_different_all_known(suits: tuple[str, ...]) -> None:
    with pytest.raises(Illegal) as caught:
        suits_for(2, suits)
    assert (caught.value.reason, caught.value.ruling, caught.value.pointer) == ("wrong-suits", "MKT-01", "/suits")


def test_an_option_of_the_wrong_kind_is_refused_with_its_ruling_and_a_pointer() -> None:
    bull_market.GAME.start(3, bull_market.Options(slow_burn=True))
    checks = [
        (lambda: check_empty_rule("both"), "MKT-03", "/empty_rule"),
        (lambda: check_first_seat(4, 4), "GEN-04", "/first_seat"),
        (lambda: check_flag("short", 1, "BULL-22"), "BULL-22", "/short"),
        (lambda: check_seats(9, (2, 3, 4), "INS-01"), "INS-01", "/seats"),
        (lambda: bull_market.GAME.start(3, bull_market.Options(slow_burn=1)), "BULL-21", "/slow_burn"),  # type: ignore[arg-type]
    ]
    for check, ruling, pointer in checks:
        with pytest.raises(Illegal) as caught:
            check()  # type: ignore[no-untyped-call]
        assert (caught.value.ruling, caught.value.pointer) == (ruling, pointer)


def test_bull_02_the_lowest_total_clockwise_from_the_dealer() -> None:
    assert lowest_total((5, 3, 3, 9), dealer=0) == 1
    assert lowest_total((5, 3, 3, 9), dealer=2) == 2
    assert lowest_total((5, 3, 3, 9), dealer=3) == 1
    assert lowest_total((0, 0, 0), dealer=2) == 2


def test_gen_03_equal_totals_share_a_place() -> None:
    result = standing((7, 9, 7, 9, -1))
    assert result.winners == (1, 3)
    assert [(place.rank, place.score) for place in result.places] == [(3, 7), (1, 9), (3, 7), (1, 9), (5, -1)]


def test_seats_are_named_as_one_says_them() -> None:
    assert [named(seats) for seats in ((1,), (1, 3), (0, 1, 3))] == ["seat 1", "seats 1 and 3", "seats 0, 1 and 3"]
