"""What options say of themselves, and which are refused."""

from __future__ import annotations

import pytest

from openingbell.rules.games import bull_market, panic_on_wall_street
from openingbell.rules.options import (
    check_empty_rule,
    check_first_seat,
    check_flag,
    check_offered,
    check_seats,
    check_whole,
    suits_for,
)
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
        (lambda: check_offered("rounds", True, (1, 2, 3), "HLD-19"), "HLD-19", "/rounds"),
        (lambda: check_whole("start_price", 58, 1, 57, "HLD-03"), "HLD-03", "/start_price"),
        (lambda: check_seats(9, (2, 3, 4), "INS-01"), "INS-01", "/seats"),
        (lambda: bull_market.GAME.start(3, bull_market.Options(slow_burn=1)), "BULL-21", "/slow_burn"),  # type: ignore[arg-type]
        (lambda: wall_street(private_offers=1), "PWS-09", "/private_offers"),
        (lambda: wall_street(green_die="round"), "PWS-02", "/green_die"),
    ]
    for check, ruling, pointer in checks:
        with pytest.raises(Illegal) as caught:
            check()  # type: ignore[no-untyped-call]
        assert (caught.value.ruling, caught.value.pointer) == (ruling, pointer)


def wall_street(**options: object) -> None:
    panic_on_wall_street.GAME.start(5, panic_on_wall_street.Options(**options))  # type: ignore[arg-type]
