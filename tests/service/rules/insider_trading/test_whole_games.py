"""Whole games of Insider Trading with scores worked out by hand."""

from __future__ import annotations

from openingbell.rules.games.insider_trading import GAME
from tests.service.rules.insider_trading.scripted import again, begun, deal, panic, score, straight, suited, trick


def test_two_players() -> None:
    # Hand 1. Seat 0 leads gold and seat 1 has none, so seat 0 wins all five tricks. It swaps O1 for P1 and G3 for P2.
    state = trick(begun(2), "G10 O1", lock="G10", swap="O1")
    state = trick(state, "G1 O2", lock="O2")
    state = trick(state, "G2 O3", lock="G2")
    state = trick(state, "G3 O4", lock="P2", swap="G3")
    state = score(trick(state, "G4 O5", lock="O5"))
    # Nobody has a choice in the Panic: seat 0 lays down G5-9, seat 1 nothing.
    # Market: pork 1 (+1), oil 3+4 = 7 (0), gold 1+4+35 = 40 (-1). Seat 0: G10 G2 P2 O2 O5: -12 + 2 = -10. Seat 1: 0.
    assert state.totals == (-10, 0)
    # Hand 2. The lowest total, seat 0, leads.
    state = again(state, deal("G1-5 O6-10", "O1-5 G6-10"))
    state = trick(state, "G5 G6", lock="G6")
    state = trick(state, "O1 O10", lock="O10")
    state = trick(state, "O9 O2", lock="O9")
    state = trick(state, "G1 G7", lock="P1", swap="G1")
    state = trick(state, "G8 G2", lock="G8")
    state = score(panic(state, "G3-4", "O3-5"))
    # Market: pork 0 (+1), oil 1+2+3+4+5 = 15 (0), gold 5+7+2+3+4 = 21 (-1).
    # Seat 0: O10 9 8 7 6: 0. Seat 1: G6 8 9 10 and P1: -33 + 1 = -32.
    assert state.totals == (-10, -32)
    # Hand 3. Seat 1 leads and wins all tricks with O1-5; its O6-10 fall.
    # Market: pork 0 (+1), gold 15 (0), oil 40 (-1). Seat 0: 0. Seat 1: -15.
    state = again(state, suited(2))
    assert GAME.turn(state).seats == (1,)
    state = score(straight(state))
    assert state.totals == (-10, -47)
    result = GAME.result(state)
    assert GAME.turn(state).over
    assert result is not None
    assert result.winners == (0,)
    assert [(place.rank, place.score) for place in result.places] == [(1, -10), (2, -47)]


def test_four_players() -> None:
    # Hand 1. Seat 2 deals, leads pork and wins everything. Market: coffee 0 (+2), gold, oil and juice 15 each (all +1),
    # pork 40 (-2). The others keep 6-10: 40. Seat 2: 15 x -2 = -30.
    state = score(straight(begun(4, suited(4, dealer=2))))
    assert state.totals == (40, 40, -30, 40)
    # Hand 2. Seat 2, the lowest, leads again; it swaps J1 for B1 and locks that.
    state = trick(again(state, suited(4, dealer=2)), "P1 J1 G1 O1", lock="B1", swap="J1")
    state = score(straight(state, range(2, 6)))
    # Market: coffee 0 (+2), juice 14 (+1), gold and oil 15 (both 0), pork 1 + 40 = 41 (-2).
    # Seats 0 and 1: 0. Seat 3: 40. Seat 2: B1 P2 3 4 5: 2 - 28 = -26.
    assert state.totals == (40, 40, -56, 80)
    # Hand 3. Seat 0 wins one trick with the P10, seat 2 the others.
    state = again(state, deal("G1-9 P10", "O1-10", "P1-9 G10", "J1-10", dealer=2))
    state = trick(state, "P1 J1 P10 O1", lock="P10")
    state = trick(state, "G1 O2 G10 J2", lock="G10")
    state = trick(state, "P2 J3 G2 O3", lock="P2")
    state = trick(state, "P3 J4 G3 O4", lock="P3")
    state = trick(state, "P4 J5 G4 O5", lock="J5")
    state = score(panic(state, "G5", "", "P5-8", ""))
    # Market: coffee 0 (+2), juice 1+2+3+4 = 10 (+1), gold and oil 1+2+3+4+5 = 15 (both 0), pork 1+4+5+6+7+8 = 31 (-2).
    # Seat 0: P10 = -20. Seat 1: 0. Seat 2: P2 3 9 = -28, J5 = 5: -23. Seat 3: J6-10 = 40.
    assert [seat.score for seat in GAME.breakdown(state)[2].seats] == [-20, 0, -23, 40]
    assert state.totals == (20, 40, -79, 120)
    result = GAME.result(state)
    assert result is not None
    assert result.winners == (3,)
    assert [place.rank for place in result.places] == [3, 2, 4, 1]
