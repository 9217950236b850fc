"""The worked cases of Insider Trading: what each named function of the rules gives for an input."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules import kernel, market, matches
from openingbell.rules.games import insider_trading
from openingbell.rules.games.insider_trading import moves, state
from openingbell.rules.games.insider_trading.state import PlayedCard, Trick

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("cases.json").read_text())["cases"]


def trick_winner(given: dict[str, Any]) -> int:
    return state.trick_winner([PlayedCard(seat, card) for seat, card in given["plays"]])


def insider_resolution(given: dict[str, Any]) -> dict[str, Any]:
    plays = tuple(PlayedCard(seat, card) for seat, card in enumerate(given["trick_cards"]))
    trick = moves.resolution(Trick(1, 0, plays, 0, given["remove"], given["drawn"]), given["lock"])
    in_play = [card for card in (*given["trick_cards"], given["drawn"]) if card in trick.flooded]
    return {"locked": trick.locked, "market": in_play, "removed": [trick.removed]}


def insider_panic_discards(given: dict[str, Any]) -> list[int]:
    """Played from the last lock on, with the default actions."""
    game, wins, rng = insider_trading.GAME, list(given["tricks_won"]), SeededRng(1)
    dealt = kernel.settle(game, game.start(len(wins), game.Options()), rng)
    last = wins.index(max(wins))
    plays = tuple(PlayedCard(seat, hand[4]) for seat, hand in enumerate(dealt.hands))
    now = dealt.but(
        phase="lock",
        trick=Trick(state.TRICKS, last, plays, last),
        locked=tuple(hand[: wins[seat] - (seat == last)] for seat, hand in enumerate(dealt.hands)),
        hands=tuple(hand[5:] for hand in dealt.hands),
    )
    while now.phase != "score":
        seat = game.turn(now).seats[0]
        now = kernel.play(game, now, seat, game.default(now, seat, rng))
    return [len(cards) for cards in now.discards]


def commodity_counts(given: dict[str, Any]) -> dict[str, Any]:
    """Counted on a hand that is played with a swap in every trick."""
    game, rng = insider_trading.GAME, SeededRng(1)
    dealt = now = kernel.settle(game, game.start(given["n_players"], game.Options()), rng)
    before_panic = 0
    while now.phase != "score":
        seat = game.turn(now).seats[0]
        swap = now.phase == "insider"
        action = insider_trading.Swap(now.trick.cards[0]) if swap else game.default(now, seat, rng)
        now = kernel.play(game, now, seat, action)
        if now.phase == "panic":
            before_panic = len(now.market.cards)
    return {
        "deck": len(dealt.table.deck),
        "hand": len(dealt.hands[0]),
        "stub": len(dealt.stub),
        "market_before_panic": before_panic,
        "market_final": len(now.market.cards),
        "max_insider_draws": len(dealt.stub) - len(now.stub),
        "final_hand": len(now.hands[0]) + len(now.locked[0]),
    }


def demand_values(given: dict[str, Any]) -> dict[str, int]:
    return market.demand_values(given["marketplace"], given["suits"])


def first_bidder(given: dict[str, Any]) -> int:
    assert given["round_no"] == 1
    return matches.lowest_total(given["totals"], given["dealer"])


FUNCTIONS: Mapping[str, Callable[[dict[str, Any]], Any]] = {
    function.__name__: function
    for function in (
        trick_winner,
        insider_resolution,
        insider_panic_discards,
        commodity_counts,
        demand_values,
        first_bidder,
    )
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert FUNCTIONS[case["function"]](case["input"]) == case["expected"]


def test_every_case_is_here() -> None:
    assert len(CASES) == 9
