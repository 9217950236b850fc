"""The rules page says what the rules do: its anchors, its tables, its vector of a deal."""

from __future__ import annotations

import re
from pathlib import Path

from openingbell import fairness
from openingbell.rules.games.panic_on_wall_street import GAME, Options, SetUp
from openingbell.rules.games.panic_on_wall_street.board import COLOURS, COUNTS, DICE, SCALE, SKEWED, START
from openingbell.rules.games.panic_on_wall_street.moves import roles
from tests.service.rules.panic_on_wall_street import test_money_rulings, test_rulings

PAGE = (Path(__file__).parents[4] / "docs" / "rules" / "panic_on_wall_street.md").read_text()
RULINGS = [f"pws-{number:02}" for number in range(1, 23)]


def test_every_ruling_has_its_anchor_once() -> None:
    assert re.findall(r'<a id="(pws-\d\d)">', PAGE) == RULINGS
    assert {ruling.lower() for ruling in GAME.rulings.values()} <= set(RULINGS)


def test_every_ruling_has_a_test() -> None:
    names = "\n".join([*vars(test_rulings), *vars(test_money_rulings)])
    assert [ruling for ruling in RULINGS if f"test_{ruling.replace('-', '_')}_" not in names] == []


def test_the_board() -> None:
    for colour in COLOURS:
        scale = " ".join(f"**{v}**" if place == START else str(v) for place, v in enumerate(SCALE[colour]))
        faces = " ".join(f"{die:+d}" if die else "0" for die in DICE[colour])
        plain, double = COUNTS[colour]
        assert f"| {colour} | {scale} | {faces} | {plain} | {double} |" in PAGE
    assert f"({' '.join(f'{die:+d}' if die else '0' for die in SKEWED)})" in PAGE


def test_the_table_of_roles() -> None:
    for seats in GAME.seats:
        managers, investors, _ = roles(seats)
        assert f"| {seats} | {managers} | {investors} |" in PAGE


def test_every_option_is_on_the_page() -> None:
    assert all(f"`{name}`" in PAGE for name in Options.__dataclass_fields__)


def test_the_vector_of_a_deal() -> None:
    secret = fairness.practice_secret("wall street")
    deal = GAME.house(GAME.start(5, Options()), fairness.house_stream(secret, (), 0))
    assert isinstance(deal, SetUp)
    assert f"| managers | seats {' and '.join(map(str, deal.managers))} |" in PAGE
    assert all(f"| seat {seat} | `{' '.join(deal.tiles[seat])}` |" in PAGE for seat in deal.managers)
