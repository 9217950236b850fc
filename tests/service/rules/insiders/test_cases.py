"""The worked cases of Insiders: what each named function of the rules gives for an input."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from openingbell.rules import market
from openingbell.rules.games.insiders import moves
from openingbell.rules.games.insiders.state import Options
from openingbell.rules.peek_and_pass.moves import final_hands
from openingbell.rules.peek_and_pass.state import neighbour
from tests.service.rules.scripted import begun, lowest

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("cases.json").read_text())["cases"]
VERSIONS = {"insiders_original": "original", "insiders_revised": "revised"}


def demand_values(given: dict[str, Any]) -> dict[str, int]:
    assert len(given["suits"]) == given["n_players"] + 1
    found = market.Market(tuple(given["marketplace"]), tuple(given["suits"]))
    if given["game"] == "insiders_original":
        assert not moves.tie_to_break(found, ["any card"])
    return found.values


def insiders2011_original(given: dict[str, Any]) -> dict[str, Any]:
    found, stub = market.Market(tuple(given["marketplace"]), tuple(given["suits"])), given["stub"]
    dealt: list[str] = []
    while moves.tie_to_break(found, stub[len(dealt) :]):
        dealt.append(stub[len(dealt)])
        found = found.plus(dealt[-1:])
    return {"values": found.values, "dealt": dealt, "unbroken": moves.tie_to_break(found, ["one more"])}


def game_over(given: dict[str, Any]) -> bool:
    options = Options(version=VERSIONS[given["game"]])  # type: ignore[arg-type]
    table = moves.start(len(given["totals"]), options).table
    return table.over(given["hands_played"], given["totals"])


def commodity_counts(given: dict[str, Any]) -> dict[str, Any]:
    """Counted on a hand that is played."""
    dealt = begun(given["n_players"], Options(version=VERSIONS[given["game"]]))  # type: ignore[arg-type]
    final = lowest(dealt)
    market_final = len(final.market.cards)
    return {
        "deck": len(dealt.table.deck),
        "hand": len(dealt.hands[0]),
        "stacks": len(dealt.stacks),
        "stack_size": len(dealt.stacks[0]),
        "stub": len(dealt.stub),
        "market_final": market_final,
        "final_hand": len(final_hands(final)[0]),
        "share_pct": round(100 * sum(map(len, final.stacks)) / market_final, 1),
    }


def pass_target(given: dict[str, Any]) -> int:
    return neighbour(given["seat"], given["hand_no"], given["n_players"])


def demand_slots(given: dict[str, Any]) -> list[int]:
    return list(market.demand_row(given["n_suits"]))


FUNCTIONS: Mapping[str, Callable[[dict[str, Any]], Any]] = {
    function.__name__: function
    for function in (
        demand_values,
        insiders2011_original,
        game_over,
        commodity_counts,
        pass_target,
        demand_slots,
    )
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert FUNCTIONS[case["function"]](case["input"]) == case["expected"]


def test_every_case_is_here() -> None:
    assert len(CASES) == 12
