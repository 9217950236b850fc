"""A bot bids in jumps up to what a lot is worth to it, so that an auction is a matter of a few calls."""

from __future__ import annotations

import pytest

from openingbell.bots import BOTS, SeededRng
from openingbell.bots.matches import Pace
from openingbell.bots.raising import most, raised
from openingbell.rules.choices import Choices
from openingbell.rules.kernel import HOUSE, game_named

LONGEST: dict[str, int] = {"bull_market": 6, "insiders": 6}
"""Calls a seat in one auction, at most."""


def test_a_raise_goes_towards_the_worth_and_never_beyond() -> None:
    for step in (1, 5):
        for high in range(0, 60, step):
            for worth in range(high + step, 90):
                bid = raised(high, worth, step)
                assert high + step <= bid <= worth
                assert (bid - high) % step == 0
    assert raised(0, 30) == 10
    assert raised(29, 30) == 30
    assert raised(0, 40, 5) == 10


def test_the_most_that_is_affordable() -> None:
    for limit in range(3, 20):
        assert most(3, 19, lambda price, limit=limit: price <= limit) == limit


@pytest.mark.parametrize("name", LONGEST)
def test_no_auction_between_greedy_bots_drags_on(name: str) -> None:
    game = game_named(name)
    seats = 4
    for deal in range(4):
        state, pace, draw = game.start(seats, game.Options()), Pace(), SeededRng(deal)
        calls, auctions = 0, 0
        while not (now := game.turn(state)).over:
            seat = pace.next(now)
            if seat == HOUSE:
                state = game.apply(state, HOUSE, game.house(state, draw))
                continue
            choices = Choices(game.legal(state, seat).items, default=game.default(state, seat, draw))
            before = state.auction
            state = game.apply(state, seat, BOTS["greedy"](game.view(state, seat), choices, draw))
            if before is None or before.asked is None:
                continue
            calls += 1
            if state.auction is None or state.auction.asked is None or len(state.auction.calls) < calls:
                assert calls <= LONGEST[name] * seats
                calls, auctions = 0, auctions + 1
        assert auctions > 3
