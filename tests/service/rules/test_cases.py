"""The worked cases: what each named function of the rules gives for an input."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules import auctions, kernel, market
from openingbell.rules.games import bull_market
from openingbell.rules.peek_and_pass import moves, state

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("cases.json").read_text())["cases"]


def demand_values(given: dict[str, Any]) -> dict[str, int]:
    assert len(given["suits"]) == given["n_players"] + 1
    empty_rule = given.get("empty_rule", "ranked")
    short = given.get("short", False)
    return market.demand_values(given["marketplace"], given["suits"], short=short, empty_rule=empty_rule)


def hand_score(given: dict[str, Any]) -> int:
    return market.hand_score(given["cards"], given["values"])


def max_bid(given: dict[str, Any]) -> int:
    return moves.max_bid(tuple(f"G{rank}" for rank in given["unlocked_ranks"]), given["locked_count"])


def legal_payment(given: dict[str, Any]) -> bool:
    choices = moves.payments(tuple(given["unlocked"]), state.KEPT - given["locked_count"], given["bid"])
    return bull_market.Pay(tuple(given["chosen"])) in choices


def run_auction(given: dict[str, Any]) -> dict[str, Any]:
    auction = auctions.opened(given["opener"], range(given["n_players"]))
    used = 0
    for amount in given["script"]:
        if auction.asked is not None:
            auction = auctions.called(auction, amount or None)
            used += 1
    assert auction.asked is None
    order = [call.seat for call in auction.calls]
    return {"winner": auction.leader, "price": auction.high, "used": used, "order": order}


def first_bidder(given: dict[str, Any]) -> int:
    last_winner, opener = given.get("last_winner"), given.get("prev_opener")
    return moves.first_bidder(given["round_no"], given["totals"], given["dealer"], last_winner, opener)


def pass_target(given: dict[str, Any]) -> int:
    return state.neighbour(given["seat"], given["hand_no"], given["n_players"])


def commodity_counts(given: dict[str, Any]) -> dict[str, Any]:
    """Counted on a game that is played: dealt, and scored after one hand."""
    game, rng = bull_market.GAME, SeededRng(1)
    dealt = kernel.settle(game, game.start(given["n_players"], game.Options()), rng)
    final = dealt
    while final.phase != "score":
        seat = game.turn(final).seats[0]
        final = game.apply(final, seat, game.default(final, seat, rng))
    deck, market_final = len(dealt.table.deck), len(final.market.cards)
    return {
        "deck": deck,
        "hand": len(dealt.hands[0]),
        "stacks": len(dealt.stacks),
        "stack_size": len(dealt.stacks[0]),
        "stub": len(dealt.stub),
        "market_final": market_final,
        "final_hand": len(final.hands[0]) + len(final.locked[0]),
        "share_pct": round(100 * 3 * len(final.stacks[0]) / market_final, 1),
    }


FUNCTIONS: Mapping[str, Callable[[dict[str, Any]], Any]] = {
    function.__name__: function
    for function in (
        demand_values,
        hand_score,
        max_bid,
        legal_payment,
        run_auction,
        first_bidder,
        pass_target,
        commodity_counts,
    )
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert FUNCTIONS[case["function"]](case["input"]) == case["expected"]


def test_every_case_is_here() -> None:
    assert len(CASES) == 34
