"""The worked cases of Panic on Wall Street!: what each named function of the rules gives for an input."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from openingbell.rules.games.panic_on_wall_street import Bell, board, clearing, managing, moves
from openingbell.rules.kernel import HOUSE, play
from tests.service.rules.panic_on_wall_street.scripted import GAME, begun, dealt

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("cases.json").read_text())["cases"]


def pows_income(given: dict[str, Any]) -> int:
    return sum(moves.income_of(given["values"][colour], double=double) for colour, double in given["holdings"])


def pows_manager_income(given: dict[str, Any]) -> int:
    """Played: three investors, or as many as there are deals, pay one manager."""
    state = begun("R1 Y1 B1", "G1 B2 R2", "", "", "")
    for tile, investor, price in zip(("R1", "Y1", "B1"), (2, 3, 4), given["deals"], strict=True):
        state = dealt(state, tile, investor, price)
    state = play(GAME, state, HOUSE, Bell()).but(phase="settle")
    return int(clearing.settled(state).cash[0] - state.cash[0])


def pows_value(given: dict[str, Any]) -> int:
    return board.value(given["colour"], given["index"])


def pows_move(given: dict[str, Any]) -> int:
    return board.moved(given["index"], given["die"])


def pows_apply_income(given: dict[str, Any]) -> int:
    cash, income = given["cash"], given["income"]
    return int(cash + income + moves.written_off(cash, income))


def pows_costs(given: dict[str, Any]) -> dict[str, Any]:
    due, sold, bankrupt = managing.bill(given["cash"], given["companies"])
    left = 0 if bankrupt else given["cash"] + board.SALE * sold - due
    return {"due": due, "sold": sold, "cash": left, "bankrupt": bankrupt}


def pows_roles(given: dict[str, Any]) -> list[Any]:
    return list(moves.roles(given["n"]))


def pows_auction_count(given: dict[str, Any]) -> int:
    return managing.auction_count(given["managers"], given["reserve"])


def pows_clearing(given: dict[str, Any]) -> dict[str, Any]:
    dues = {int(seat): {int(to): due for to, due in row.items()} for seat, row in given["debts"].items()}
    cash, failing = clearing.candidates(given["cash"], dues)
    return {"cash": cash, "defaults": failing}


FUNCTIONS: Mapping[str, Callable[[dict[str, Any]], Any]] = {
    function.__name__: function
    for function in (
        pows_income,
        pows_manager_income,
        pows_value,
        pows_move,
        pows_apply_income,
        pows_costs,
        pows_roles,
        pows_auction_count,
        pows_clearing,
    )
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert FUNCTIONS[case["function"]](case["input"]) == case["expected"]


def test_every_case_is_here() -> None:
    assert len(CASES) == 16
