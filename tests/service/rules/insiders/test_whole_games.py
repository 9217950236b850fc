"""Whole games of Insiders with scores worked out by hand, beside the million that everybody gets for a hand."""

from __future__ import annotations

import json

from openingbell.rules.games.insiders import GAME, HandAward, Options
from openingbell.rules.peek_and_pass.state import State
from tests.service.rules.golden.regenerate import FOLDER
from tests.service.rules.scripted import (
    again,
    asked,
    begun,
    call,
    discard,
    lowest,
    nobody,
    one_to_six_passed,
    passing,
    pay,
    score,
)


def nine_locked(state: State) -> State:
    """Two players, suited: seat 0 buys the first look and locks G9; the other cards come home, its 8-7-6-1 fall."""
    state = passing(pay(call(state, 9, 0), "G9"), "G1-3", "O1-3")
    state = passing(nobody(state), "O1-2", "G1-2")
    state = passing(nobody(state), "O3", "G3")
    for mine, other in (("G8", "O1"), ("G7", "O2"), ("G6", "O3"), ("G1", "O4")):
        state = discard(state, mine, other)
    return score(state)


def winners(state: State) -> tuple[int, ...]:
    result = GAME.result(state)
    assert result is not None
    return result.winners


def test_two_players_revised() -> None:
    state = nine_locked(begun(2, Options(first_seat=0)))
    # Market: gold 8+7+6+1 = 22 (-1), oil 10 (+1), pork 1+...+6 = 21 (0).
    # Seat 0: -(2+3+4+5+9) = -23. Seat 1: 5+6+7+8+9 = 35.
    assert state.totals == (999_977, 1_000_035)
    state = again(state)
    assert asked(state) == (0,)
    # Hands 2 and 3. The lowest cards go over, come back and fall: gold and oil 10 each (+1), pork 21 (-1): 35 each.
    state = score(lowest(state))
    state = score(lowest(again(state)))
    assert state.totals == (3_000_047, 3_000_105)
    assert winners(state) == (1,)
    (first, _, last) = GAME.breakdown(state)
    assert isinstance(first, HandAward)
    assert (first.award, [seat.score for seat in first.seats]) == (1_000_000, [-23, 35])
    assert [seat.total for seat in last.seats] == [3_000_047, 3_000_105]


def test_six_players_revised() -> None:
    state = one_to_six_passed(begun(6, Options()))
    # Every seat holds 7-9 of its own commodity and 1-6 of its right neighbour's, of which it lays down four.
    for row in ("C1 G1 O1 P1 J1 B1", "C2 G2 O2 P2 J2 B3", "C3 G3 O3 P4 J5 B5", "C4 G5 O6 P6 J6 B6"):
        state = discard(state, *row.split())
    state = score(state)
    # Market: C 10 (+3), G 11 (+2), O 12 (+1), P 13 (0), J 14 (-1), B 15 (-2), W 45 (-3).
    # Seat 0: G 24 x 2 + C5 6 x 3 = 48 + 33 = 81       Seat 1: O 24 x 1 + G4 6 x 2 = 24 + 20 = 44
    # Seat 2: P 24 x 0 + O4 5 x 1 = 9                  Seat 3: J 24 x -1 + P3 5 x 0 = -24
    # Seat 4: B 24 x -2 + J3 4 x -1 = -48 - 7 = -55    Seat 5: C 24 x 3 + B2 4 x -2 = 72 - 12 = 60
    assert state.totals == (1_000_081, 1_000_044, 1_000_009, 999_976, 999_945, 1_000_060)
    # Hands 2 and 3: the lowest cards fall everywhere, six commodities tie for +3: 35 x 3 = 105 each, twice.
    state = again(state)
    assert asked(state) == (4,)
    state = score(lowest(again(score(lowest(state)))))
    assert state.totals == (3_000_291, 3_000_254, 3_000_219, 3_000_186, 3_000_155, 3_000_270)
    assert winners(state) == (0,)


def test_two_players_original() -> None:
    state = begun(2, Options(version="original", first_seat=0))
    # The lowest cards fall: gold and oil 10 each tie for low and share 0, pork 1+2+3 = 6 is at +1. All score nothing.
    for hands in range(1, 6):
        state = score(lowest(state))
        assert state.totals == (1_000_000 * hands,) * 2
        # Exactly five million is not more than five million: there is a sixth hand.
        state = again(state)
    state = nine_locked(state)
    # Market: pork 6 (+1), oil 10 (0), gold 22 (-1). Seat 0: -23. Seat 1: 0.
    assert state.totals == (5_999_977, 6_000_000)
    assert winners(state) == (1,)


def test_five_players_original() -> None:
    state = one_to_six_passed(begun(5, Options(version="original")))
    for row in ("B1 G1 O1 P1 J1", "B2 G2 O2 P2 J2", "B3 G3 O3 P4 J5", "B4 G5 O6 P6 J6"):
        state = discard(state, *row.split())
    state = score(state)
    # Market: C 1+2+3 = 6 (+3), B 10 (+2), G 11 (+1), O 12 (-1), P 13 (-2), J 14 (-3); no ties, so no stub.
    # Seat 0: G 24 x 1 + B5 6 x 2 = 24 + 22 = 46     Seat 1: O 24 x -1 + G4 6 x 1 = -24 + 10 = -14
    # Seat 2: P 24 x -2 + O4 5 x -1 = -48 - 9 = -57  Seat 3: J 24 x -3 + P3 5 x -2 = -72 - 16 = -88
    # Seat 4: B 24 x 2 + J3 4 x -3 = 48 - 21 = 27
    assert state.totals == (1_000_046, 999_986, 999_943, 999_912, 1_000_027)
    # Hands 2 to 5: five commodities tie at 10. The stub holds their five tens and the seven highest of C, and cannot
    # part them: once it is used up they stand at 20 each, C at 55, so they share +3: 35 x 3 = 105.
    for _ in range(4):
        state = score(lowest(again(state)))
        assert len(state.stub) == 0
    assert state.totals == (5_000_466, 5_000_406, 5_000_363, 5_000_332, 5_000_447)
    assert winners(state) == (0,)


def test_a_golden_of_the_original_turns_the_stub() -> None:
    played = json.loads((FOLDER / "insiders-5-original-stub-turned.json").read_text())
    assert any(entry["action"]["type"] == "turn_stub" for entry in played["log"])
