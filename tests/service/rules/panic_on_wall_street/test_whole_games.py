"""Whole games of Panic on Wall Street! with every amount worked out by hand."""

from __future__ import annotations

from openingbell.rules.games.panic_on_wall_street import (
    GAME,
    Bid,
    Costs,
    Extend,
    ForceBankruptcy,
    PassBid,
    Release,
    Withdraw,
)
from tests.service.rules.panic_on_wall_street.scripted import (
    THREE,
    act,
    auctioned,
    begun,
    dealt,
    finished,
    house,
    passed,
    rolled,
    unwanted,
)


def test_three_players_each_both() -> None:
    # Seat 0: B1 B2 G1. Seat 1: B3 G2 R1. Seat 2: Y1 B4 B5. Everybody has 120.
    state = dealt(begun(*THREE), "B1", 1, 20)
    state = dealt(dealt(state, "R1", 2, 25), "Y1", 0, 15, "closed")
    state = rolled(finished(state), 2, 1, 0, 0)
    # Red 50, yellow 40, green 30, blue 30. Income 40, 30, 50; then 1 pays 0 20, 2 pays 1 25, 0 pays 2 15.
    assert state.cash == (120 + 40 + 20 - 15, 120 + 30 + 25 - 20, 120 + 50 + 15 - 25)
    state = house(state, Costs)
    assert state.cash == (135, 125, 130)
    state = auctioned(state, 0, "G3 BD1 Y2 G4 R2")
    state = act(act(act(act(state, 1, Bid(5)), 2, PassBid()), 0, Bid(10)), 1, PassBid())
    state = act(act(act(state, 2, Bid(20)), 0, PassBid()), 1, PassBid())
    state = passed(state)
    assert state.cash == (125, 125, 110)
    assert state.removed == ("R2", "Y2", "G4")
    # Month 2: the deals stay. Seat 0 owns G3 as well, seat 2 BD1, which pays double.
    state = rolled(dealt(state, "BD1", 0, 40), -7, -2, 1, 1)
    # Red -20, yellow 0, green 30, blue 30. Income 60, 30, -20; 0 pays 2 55, 1 pays 0 20, 2 pays 1 25.
    assert state.cash == (125 + 60 - 55 + 20, 125 + 30 - 20 + 25, 110 - 20 - 25 + 55)
    state = house(state, Costs)
    assert state.cash == (150 - 40, 160 - 30, 120 - 40)
    state = unwanted(state, 2, 5)
    # Month 3: seat 2 leaves the red company.
    state = rolled(act(state, 2, Withdraw("R1", 25)), 3, -3, -2, -1)
    # Red 30, yellow -10, green 20, blue 30. Income 50, 30, 0.
    assert state.cash == (110 + 50 - 55 + 20, 130 + 30 - 20, 80 + 55)
    state = unwanted(house(state, Costs), 1, 5)
    assert state.cash == (85, 110, 95)
    # Month 4: seat 2 sends seat 0 away from the yellow company.
    state = rolled(act(state, 2, Release("Y1", 0, 15)), 2, 1, 0, -1)
    # Red 50, yellow 0, green 20, blue 20. Income 40, 20, 0.
    assert state.cash == (85 + 40 - 40 + 20, 110 + 20 - 20, 95 + 40)
    state = unwanted(house(state, Costs), 1, 5)
    assert state.cash == (65, 80, 95)
    # Month 5: a bad deal for seat 2, that it can pay all the same.
    state = rolled(dealt(state, "B2", 2, 100), -2, -1, -1, 0)
    # Blue 20. Income 40, 20, 20; 0 pays 2 40, 1 pays 0 20, 2 pays 0 100.
    assert state.cash == (65 + 40 - 40 + 20 + 100, 80 + 20 - 20, 95 + 20 + 40 - 100)
    state = house(state, Costs)
    assert GAME.turn(state).over
    assert GAME.scores(state) == (145, 50, 15)
    result = GAME.result(state)
    assert result is not None
    assert [place.rank for place in result.places] == [1, 2, 3]
    assert result.winners == (0,)
    months = GAME.breakdown(state)
    assert [each.income for each in months[1].seats] == [60, 30, -20]
    assert [row.price for row in months[4].companies if row.tile == "B2"] == [100]


def test_eleven_players() -> None:
    rows = ["R1 R2 R3", "Y1 Y2 Y3", "G1 G2 G3", "B1 B2 B3", "R4 Y4 G4", *[""] * 6]
    state = begun(*rows)
    for tile, investor, price in (
        ("R1", 5, 40),
        ("Y1", 6, 30),
        ("G1", 7, 30),
        ("B1", 8, 30),
        ("R4", 9, 50),
        ("Y4", 9, 200),
    ):
        state = dealt(state, tile, investor, price)
    state = rolled(state, 2, 1, 0, 0)
    # Red 50, yellow 40, green 30, blue 30. Seat 9 has 120 + 90 and owes 250: it has nothing left, and is bankrupt.
    assert state.cash == (160, 150, 150, 150, 330, 130, 130, 120, 120, 0, 120)
    state = house(act(state, 4, ForceBankruptcy()), Costs)
    assert state.cash[:5] == (130, 120, 120, 120, 300)
    state = auctioned(state, 10, "GD1 B4 B5 B6 B7 B8 B9 B10 B11")
    for seat, amount in ((0, 5), (1, 0), (2, 0), (3, 0), (4, 10), (0, 0)):
        state = act(state, seat, Bid(amount) if amount else PassBid())
    state = passed(state)
    assert state.cash[4] == 290
    # Month 2: seat 10 takes Y1 when seat 6 has left it.
    state = dealt(act(state, 6, Withdraw("Y1", 30)), "Y1", 10, 20)
    state = rolled(state, -3, 2, -1, 1)
    # Red 0, yellow 60, green 20, blue 30.
    assert state.cash == (170, 140, 150, 150, 290, 90, 130, 110, 120, 0, 160)
    state = unwanted(house(state, Costs), 10, 9)
    assert state.cash[:5] == (140, 110, 120, 120, 250)
    # Month 3.
    state = rolled(finished(state), -2, 3, 1, 0)
    # Red -20, yellow 60, green 30, blue 30.
    assert state.cash == (180, 130, 150, 150, 250, 30, 130, 110, 120, 0, 200)
    state = unwanted(house(state, Costs), 5, 9)
    assert state.cash[:5] == (150, 100, 120, 120, 210)
    # Month 4: seat 5 has 10 after its loss and owes 40; seat 0 gives it time.
    state = rolled(finished(state), -7, -1, 2, -1)
    assert state.cash == (160, 120, 150, 150, 210, 0, 130, 120, 120, 0, 240)
    state = act(state, 0, Extend())
    assert state.debts == {(5, 0): 30}
    state = unwanted(house(state, Costs), 7, 4)
    assert state.cash[:5] == (130, 90, 120, 120, 170)
    assert state.reserve == ()
    # Month 5.
    state = rolled(act(state, 5, Withdraw("R1", 40)), 2, -3, -2, -1)
    # Red 0, yellow 30, green 30, blue 20.
    assert state.cash == (130, 110, 150, 150, 170, 0, 130, 120, 110, 0, 250)
    state = house(state, Costs)
    assert GAME.scores(state) == (100, 80, 120, 120, 130, 0, 130, 120, 110, 0, 250)
    result = GAME.result(state)
    assert result is not None
    assert [place.rank for place in result.places] == [4, 5, 2, 2, 1, 5, 2, 3, 4, 6, 1]
    assert result.winners == (4, 10)
