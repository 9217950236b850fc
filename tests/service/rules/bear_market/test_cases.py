"""The worked cases of Bear Market: what each named function of the rules gives for an input."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from openingbell.rules.games.bear_market import state
from openingbell.rules.games.bear_market.sorting import LowMarket

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("cases.json").read_text())["cases"]


def demand_values(given: dict[str, Any]) -> dict[str, int]:
    assert len(given["suits"]) == given["n_players"] + 1
    return LowMarket(tuple(given["marketplace"]), tuple(given["suits"])).values


def bear_ranking(given: dict[str, Any]) -> list[list[str]]:
    places = LowMarket(tuple(given["marketplace"]), tuple(given["suits"])).places
    return [[suit for suit in given["suits"] if places[suit] == place] for place in sorted(set(places.values()))]


def hand_award(given: dict[str, Any]) -> int:
    return state.hand_award(given["score"])


FUNCTIONS: Mapping[str, Callable[[dict[str, Any]], Any]] = {
    function.__name__: function for function in (demand_values, bear_ranking, hand_award)
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert FUNCTIONS[case["function"]](case["input"]) == case["expected"]


def test_every_case_is_here() -> None:
    assert len(CASES) == 9
