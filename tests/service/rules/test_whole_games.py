"""Whole games with scores worked out by hand."""

from __future__ import annotations

from openingbell.rules.games.bull_market import GAME, Options
from openingbell.rules.kernel import HOUSE, play
from tests.service.rules.scripted import (
    begun,
    call,
    discard,
    lowest,
    nobody,
    panic,
    passing,
    pay,
    score,
    suited,
)


def test_two_players_with_slow_burn() -> None:
    state = begun(2, Options(slow_burn=True), suited(2, dealer=1))
    # Hand 1. Seat 1 opens; seat 0 buys for 11, nobody buys the second stack, seat 1 the third for 1.
    state = passing(pay(call(state, 10, 11, 0), "G5-6"), "G1-3", "O1-3")
    state = passing(nobody(state), "O1-2", "G1-2")
    state = passing(pay(call(state, 0, 1), "O1"), "O3", "G3")
    for rank in (1, 2, 3, 4):
        state = discard(state, f"G{rank}", f"O{rank + 1}")
    state = score(state)
    # Market: pork 1+2+3+4+5+6 = 21, gold 1+2+3+4 = 10, oil 2+3+4+5 = 14: gold +1, oil 0, pork -1.
    # Seat 0: (5+6+7+8+9) x 1 = 35. Seat 1: oil x 0 = 0.
    assert state.totals == (35, 0)
    state = play(GAME, state, HOUSE, suited(2, dealer=1))
    # Hand 2. The lowest total, seat 1, opens; nobody buys. All cards come home; seat 0 lays down its best.
    assert GAME.turn(state).seats == (1,)
    state = passing(nobody(state), "G1-3", "O1-3")
    assert GAME.turn(state).seats == (1,)
    state = passing(nobody(state), "O1-2", "G1-2")
    state = passing(nobody(state), "O3", "G3")
    for rank in (1, 2, 3, 4):
        state = discard(state, f"G{10 - rank}", f"O{rank}")
    state = score(state)
    # Market: gold 9+8+7+6 = 30, pork 21, oil 10: oil +1, pork 0, gold -1.
    # Seat 0: -(1+2+3+4+5) = -15. Seat 1: 5+6+7+8+9 = 35.
    assert state.totals == (20, 35)
    state = score(lowest(play(GAME, state, HOUSE, suited(2, dealer=1))))
    # Hand 3. The lowest cards go over, come back and fall, so each seat ends with 5 to 9 of its own.
    # Market: gold 10, oil 10, pork 21: gold and oil tie for +1, pork -1. Both keep 5+6+7+8+9 = 35.
    assert state.totals == (55, 70)
    result = GAME.result(state)
    assert result is not None
    assert result.winners == (1,)


def test_four_players() -> None:
    # Hand 1. Nobody buys; seat i ends with 7, 8, 9 of its own and 5, 6 of its right neighbour's commodity, and lays
    # down that commodity's 1-4. Market: 10 points each of gold, oil, pork, juice (all +2), coffee 45 (-2).
    # Everybody: (7+8+9+5+6) x 2 = 70.
    state = score(lowest(begun(4)))
    assert state.totals == (70, 70, 70, 70)
    # Hand 2, passing right. Seat 0 buys for 5 and locks G5.
    state = play(GAME, state, HOUSE, suited(4))
    state = passing(pay(call(state, 5, 0, 0, 0), "G5"), "G1-3", "O1-3", "P1-3", "J1-3")
    state = passing(nobody(state), "G4 G6", "O4-5", "P4-5", "J4-5")
    state = passing(nobody(state), "G7", "O6", "P6", "J6")
    state = score(panic(state, "O1-4", "P1-4", "J1-4", "G1-4"))
    # Again 10 points each and coffee 45. Seat 0 keeps G5 8 9, O5 6: 33 x 2 = 66; seat 1 O7 8 9, P5 6: 70; seat 2
    # P7 8 9, J5 6: 70; seat 3 J7 8 9, G6 7: 37 x 2 = 74.
    assert state.totals == (136, 140, 140, 144)
    # Hand 3. The lowest total, seat 0, opens; seat 1 buys for 2 and locks O2.
    state = play(GAME, state, HOUSE, suited(4))
    state = passing(pay(call(state, 1, 2, 0, 0, 0), "O2"), "G1-3", "O1 O3 O4", "P1-3", "J1-3")
    state = passing(nobody(state), "G4-5", "O5-6", "P4-5", "J4-5")
    state = passing(nobody(state), "G6", "O7", "P6", "J6")
    state = score(panic(state, "J3-6", "G1-4", "O1 O3-5", "P3-6"))
    # Market: gold 10 (+2), oil 1+3+4+5 = 13 (+1), juice and pork 3+4+5+6 = 18 each (both 0), coffee 45 (-2).
    # Seat 0: G7 8 9 x 2 + J1 2 x 0 = 48. Seat 1: O2 8 9 x 1 + G5 6 x 2 = 19 + 22 = 41.
    # Seat 2: P7 8 9 x 0 + O6 7 x 1 = 13. Seat 3: J and P x 0 = 0.
    assert [seat.score for seat in GAME.breakdown(state)[2].seats] == [48, 41, 13, 0]
    assert state.totals == (184, 181, 153, 144)
    result = GAME.result(state)
    assert result is not None
    assert result.winners == (0,)
    assert [(place.seat, place.rank, place.score) for place in result.places] == [
        (0, 1, 184),
        (1, 2, 181),
        (2, 3, 153),
        (3, 4, 144),
    ]


def test_eight_players() -> None:
    state = begun(8)
    own = "GOPJBCWF"
    for low, high in ((1, 3), (4, 5), (6, 6)):
        state = passing(nobody(state), *(f"{suit}{low}-{high}" for suit in own))
    # Every seat holds 7-9 of its own commodity and 1-6 of its right neighbour's, of which it lays down four.
    state = panic(state, "F1-4", "G1-3 G5", "O1-3 O6", "P1-2 P4 P6", "J1-2 J5-6", "B1 B3 B5-6", "C1 C4-6", "W2 W4-6")
    state = score(state)
    # Market: F 10 (+4), G 11 (+3), O 12 (+2), P 13 (+1), J 14 (0), B 15 (-1), C 16 (-2), W 17 (-3), U 45 (-4).
    # Seat 0: G 24 x 3 + F5 6 x 4 = 72 + 44 = 116      Seat 1: O 24 x 2 + G4 6 x 3 = 48 + 30 = 78
    # Seat 2: P 24 x 1 + O4 5 x 2 = 24 + 18 = 42       Seat 3: J 24 x 0 + P3 5 x 1 = 8
    # Seat 4: B 24 x -1 + J3 4 x 0 = -24               Seat 5: C 24 x -2 + B2 4 x -1 = -48 - 6 = -54
    # Seat 6: W 24 x -3 + C2 3 x -2 = -72 - 10 = -82   Seat 7: F 24 x 4 + W1 3 x -3 = 96 - 12 = 84
    assert state.totals == (116, 78, 42, 8, -24, -54, -82, 84)
    # Hands 2 and 3: the lowest cards fall everywhere, eight commodities tie for +4: 35 x 4 = 140 each, twice.
    state = play(GAME, state, HOUSE, suited(8))
    assert GAME.turn(state).seats == (6,)
    state = score(lowest(state))
    state = score(lowest(play(GAME, state, HOUSE, suited(8))))
    assert state.totals == (396, 358, 322, 288, 256, 226, 198, 364)
    result = GAME.result(state)
    assert result is not None
    assert result.winners == (0,)
