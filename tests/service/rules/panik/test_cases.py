"""The worked cases of Panik: what each named function of the rules gives for an input."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.panik import GAME, legality, scoring
from openingbell.rules.games.panik.state import ROOM, TURNS
from openingbell.rules.kernel import settle

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("cases.json").read_text())["cases"]


def panik_score(given: dict[str, Any]) -> list[int]:
    seats, scores = given["n_players"], []
    for number, manor in enumerate(given["manors"]):
        card = str(manor["value"]) if manor["kind"] == "value" else manor["kind"]
        scores.append(scoring.manor_score(number, manor["owner"], card, manor["hunters"], seats))
    return list(scoring.totals(scores, seats))


def panik_relocation_targets(given: dict[str, Any]) -> list[int]:
    return list(legality.relocation_targets(given["counts"], given["origin"]))


def panik_call_ok(given: dict[str, Any]) -> bool:
    return legality.may_be_called(given["kind"], given["source_count"], given["dest_count"])


def panik_send_back_ok(given: dict[str, Any]) -> bool:
    return legality.may_leave(given["kind"])


def panik_counts(given: dict[str, Any]) -> dict[str, int]:
    state = settle(GAME, GAME.start(given["n"], GAME.Options()), SeededRng(1))
    return {
        "manors_used": len(state.manors),
        "manors_unused": len(state.unused),
        "hunters": sum(map(len, state.hands)),
        "capacity": ROOM * len(state.manors),
        "turns": TURNS * given["n"],
    }


FUNCTIONS: Mapping[str, Callable[[dict[str, Any]], Any]] = {
    function.__name__: function
    for function in (panik_score, panik_relocation_targets, panik_call_ok, panik_send_back_ok, panik_counts)
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert FUNCTIONS[case["function"]](case["input"]) == case["expected"]


def test_every_case_is_here() -> None:
    assert len(CASES) == 16
