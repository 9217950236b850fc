"""Money, shares and chips, kept a second time by a ledger that knows only the log."""

from __future__ import annotations

from typing import Any

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.stock_holdem import GAME, Options, State
from openingbell.rules.games.stock_holdem.state import COMPANIES
from openingbell.rules.kernel import HOUSE
from openingbell.rules.values import Action, tag

COST = {"chip_cash": 1, "chip_peek": 1, "chip_sell": 2, "chip_buy": 3, "chip_surge": 3}


class Ledger:
    """What every seat has, by the words of the rulebook."""

    def __init__(self, state: State) -> None:
        self.money, self.chips = list(state.money), list(state.chips)
        self.shares = [dict.fromkeys(COMPANIES, 0) for _ in self.money]
        self.prices = dict(zip(COMPANIES, state.prices, strict=True))

    def chip(self, seat: int) -> None:
        if self.chips[seat] == 7:
            self.money[seat] += 1
        else:
            self.chips[seat] += 1

    def enter(self, seat: int, action: Any) -> None:
        kind = tag(type(action))
        self.chips[seat] -= COST.get(kind, 0)
        if kind.startswith("skip"):
            self.chip(seat)
        elif kind == "chip_cash":
            self.money[seat] += 1
        elif kind.endswith("sell"):
            self.money[seat] += self.prices[action.company]
            self.shares[seat][action.company] -= 1
            self.prices[action.company] = max(1, self.prices[action.company] - 1)
        elif kind.endswith("buy"):
            self.money[seat] -= self.prices[action.company]
            self.shares[seat][action.company] += 1
            self.prices[action.company] = min(57, self.prices[action.company] + 1)

    def agrees(self, state: State) -> bool:
        held = [tuple(shares.values()) for shares in self.shares]
        seats = (state.money, state.chips, state.shares) == (tuple(self.money), tuple(self.chips), tuple(held))
        return seats and state.prices == tuple(self.prices.values())


def house(ledger: Ledger, state: State, action: Action) -> None:
    if state.phase == "score":
        ledger.prices = dict(zip(COMPANIES, action.prices, strict=True))  # type: ignore[attr-defined]
    elif state.round:
        for seat in 2 * list(range(state.table.seats)):
            ledger.chip(seat)
    else:
        order = [(seat - action.start_seat) % state.table.seats for seat in range(state.table.seats)]  # type: ignore[attr-defined]
        ledger.chips = [(2, 3, 3, 4, 4, 5)[place] for place in order]


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("start_price", [1, 20, 57])
def test_the_ledger_agrees_after_every_entry(seats: int, start_price: int) -> None:
    rng = SeededRng(f"ledger {seats} {start_price}")
    turns = 0
    state: State = GAME.start(seats, Options(rounds=3, start_price=start_price))
    ledger = Ledger(state)
    while not (now := GAME.turn(state)).over:
        seat = now.seats[0] if now.seats else HOUSE
        action = GAME.legal(state, seat).sample(rng) if now.seats else GAME.house(state, rng)
        after = GAME.apply(state, seat, action)
        if seat == HOUSE:
            house(ledger, state, action)
        else:
            for who, move in ((seat, action), *after.followed):
                ledger.enter(who, move)
                turns += tag(type(move)) == "end_turn"
        assert ledger.agrees(after)
        state = after
    assert turns == 3 * seats * state.table.turns, "exactly so many turns a round"
