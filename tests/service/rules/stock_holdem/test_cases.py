"""The worked cases of Stock Hold'em: what each named function of the rules gives for an input."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.stock_holdem import GAME, accounts, prices
from openingbell.rules.games.stock_holdem.cards import CARDS
from openingbell.rules.games.stock_holdem.legality import legal
from openingbell.rules.games.stock_holdem.state import COMPANIES, Buy, SkipBuy, State
from tests.service.rules.stock_holdem.playing import begun, card, idle_until

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("cases.json").read_text())["cases"]


def cards(faces: list[str]) -> list[str]:
    left = list(CARDS)
    return [card(face, left) for face in faces]


def stock_price(given: dict[str, Any]) -> int:
    return prices.stock_price(cards(given["cards"]), given.get("surge", False))


def stock_price_parts(given: dict[str, Any]) -> dict[str, int]:
    parts = prices.price_parts(cards(given["cards"]), given.get("surge", False))
    return {"base": parts.base, "surge": parts.surge, "suit": parts.suit, "number": parts.number}


def number_bonus(given: dict[str, Any]) -> int:
    name = prices.number_bonus(cards(given["cards"]))
    return 0 if name is None else prices.NUMBER_BONUSES[name]


def owning(price: int, money: int, shares: int) -> State:
    """A seat in its first turn with so much money and so many shares of a company at that price."""
    state = begun(3)
    held = (shares, *[0] * (len(COMPANIES) - 1))
    return state.but(
        money=(money, *state.money[1:]), prices=(price,) * len(COMPANIES), shares=(held, *state.shares[1:])
    )


def holdem_buy(given: dict[str, Any]) -> list[int] | None:
    state = owning(given["price"], given["money"], 0).but(phase="buy")
    choices = legal(state, 0)
    assert SkipBuy() in choices
    if Buy(COMPANIES[0]) not in choices:
        return None
    after = GAME.apply(state, 0, Buy(COMPANIES[0]))
    return [after.prices[0], after.money[0]]


def holdem_sell(given: dict[str, Any]) -> list[int]:
    after = accounts.sold(owning(given["price"], given["money"], 1), 0, 0)
    return [after.prices[0], after.money[0]]


def gain_chips(given: dict[str, Any]) -> list[int]:
    return list(accounts.gain_chips(given["chips"], given["money"], given["n"]))


def next_start_player(given: dict[str, Any]) -> int:
    return accounts.next_start_player(given["chips"], given["current"])


def holdem_counts(given: dict[str, Any]) -> dict[str, int]:
    """Counted on a game that is played."""
    seats, rng = given["n"], SeededRng("counts")
    dealt = begun(seats)
    final = idle_until(dealt, "final" if seats < 6 else "score", rng)
    scored = idle_until(final, "score", rng)
    in_hands = sum(map(len, dealt.hands))
    before_final = {len(hand) for hand in final.hands}
    assert len(before_final) == 1
    return {
        "hand": len(dealt.hands[0]),
        "turns": final.turn,
        "placed_in_trading": in_hands - sum(map(len, final.hands)),
        "final_step_cards": sum(map(len, final.hands)) - sum(map(len, scored.hands)),
        "left_in_hands": sum(map(len, scored.hands)),
        "drawn": in_hands + sum(map(len, dealt.areas)),
        "undrawn": len(scored.undrawn),
        "hand_before_final": before_final.pop(),
    }


def holdem_final(given: dict[str, Any]) -> int:
    shares = tuple(given["shares"].get(company, 0) for company in given["prices"])
    return prices.worth(0, given["money"], shares, given["chips"], tuple(given["prices"].values())).total


FUNCTIONS: Mapping[str, Callable[[dict[str, Any]], Any]] = {
    each.__name__: each
    for each in (
        stock_price,
        stock_price_parts,
        number_bonus,
        holdem_buy,
        holdem_sell,
        gain_chips,
        next_start_player,
        holdem_counts,
        holdem_final,
    )
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_worked_case(case: dict[str, Any]) -> None:
    assert FUNCTIONS[case["function"]](case["input"]) == case["expected"], case["note"]
