"""The rulings about prices: what cards are worth, and why."""

from __future__ import annotations

import pytest

from openingbell.rules.games.stock_holdem.cards import DECKS
from openingbell.rules.games.stock_holdem.prices import number_bonus, price_parts, stock_price, suit_bonus
from tests.service.rules.stock_holdem.playing import card


def cards(*faces: str) -> list[str]:
    left = [*DECKS["2-6x2"]]
    return [card(face, left) for face in faces]


def test_hld_12_price_is_the_sum_of_its_parts_on_the_board() -> None:
    parts = price_parts(cards("I4", "L4", "N4", "N6", "D6"), surge=True)
    assert parts[:4] == (10, 5, 10, 20)
    assert parts.total == 45
    tens = [f"{suit}{number}" for suit, number in zip("IIIII", (6, 7, 8, 9, 10), strict=True)]
    left = [*DECKS["1-10x1"]]
    high = [card(face, left) for face in tens]
    assert price_parts(high, surge=True).total == 75
    assert stock_price(high, surge=True) == 57
    shuffled = cards("D6", "N4", "N6", "L4", "I4")
    assert stock_price(shuffled, surge=True) == 45, "the order of cards does not matter"
    assert price_parts(cards("I6", "N6", "I2", "N2", "BULL"), surge=False).base == 18, "the Bull's ten counts once"


def test_hld_13_flush_and_four_suits_look_at_real_suits_only() -> None:
    assert suit_bonus(cards("L2", "L4", "L5", "L6", "BEAR")) == "flush"
    assert suit_bonus(cards("L2", "L4", "L5", "BULL", "BEAR")) == "flush"
    assert suit_bonus(cards("I2", "N3", "L5", "D6", "BULL")) == "four_suits"
    assert suit_bonus(cards("I2", "N3", "L5", "L6", "BULL")) is None, "the Bull is no fourth suit"
    assert number_bonus(cards("I3", "N4", "L5", "BULL", "D2")) == "small_straight"
    assert number_bonus(cards("I6", "N6", "L6", "BULL", "D2")) == "three_of_a_kind", "the Bull's ten is no number"


@pytest.mark.parametrize(
    ("faces", "bonus"),
    [
        ("I6 I6 N6 L6 D6", "five_of_a_kind"),
        ("I6 I6 N6 L6 BEAR", "four_of_a_kind"),
        ("I6 I6 N6 L2 D2", "full_house"),
        ("I6 I6 N6 L2 BEAR", "three_of_a_kind"),
        ("I6 I6 N6 L2 D3", "three_of_a_kind"),
        ("I2 I3 N4 L5 D6", "large_straight"),
        ("I2 I3 N4 L5 BEAR", "small_straight"),
        ("I2 I3 N4 L5 D5", "small_straight"),
        ("I3 I2 N5 L4 D2", "small_straight"),
        ("I2 I3 N4 L6 D6", None),
        ("I2 I3 N5 L6 BULL", None),
        ("I2 I2 N3 L3 D4", None),
        ("I2 I2 N3 BULL BEAR", None),
    ],
)
def test_hld_14_the_best_single_line_of_numbers(faces: str, bonus: str | None) -> None:
    assert number_bonus(cards(*faces.split())) == bonus


def test_hld_20_the_printed_examples_with_their_misprints_put_right() -> None:
    tuna = price_parts(cards("L2", "L4", "L5", "L6", "BEAR"), surge=False)
    assert (tuna.suit, tuna.number, tuna.total) == (10, 0, 27), "the ten is the suit bonus, not the number bonus"
    squid = price_parts(cards("N3", "N4", "D5", "D6", "BULL"), surge=False)
    assert squid[:4] == (21, 0, 0, 10)
    assert squid.total == 31, "printed as 45"
