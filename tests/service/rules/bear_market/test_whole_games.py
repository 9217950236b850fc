"""Whole games of Bear Market with scores worked out by hand."""

from __future__ import annotations

import pytest

from openingbell.rules.games.bear_market import GAME, Options, State
from tests.service.rules.bear_market.scripted import again, begun, deal, draft, plainest, rounds, score, to_score

CRUDE_OIL_KEPT_CLEAN = ["G10 G1,O10 O2", "O9 O3,G9 G2", "G8 G3,O8 O4", "O1 O5,G7 G4", "G6 G5,O7 O6"]
"""Suited cards. Market: G 1-2-3-4-5 (-1), O 2-3-4-5-6 (0), P empty (+1). Seat 0 locks G10 O9 G8 O1 G6: -24.
Seat 1 locks O10 G9 O8 G7 O7: -16."""


def three_hands(options: Options) -> State:
    state = score(rounds(begun(2, options), CRUDE_OIL_KEPT_CLEAN))
    assert state.totals == (999_976, 999_984)
    # Hand 2. Market: P 2 (+1), G 1-2-3-4 (0), O 1-2-3-4-5 (-1), for no card is better than a 5.
    # Seat 0 locks P5 G9 P3 G7 G5: 8. Seat 1 locks G10 P4 G8 P1 G6: 5.
    state = again(state, deal("G1-5 P1-5", "O1-5 G6-10"))
    drafts = ["P5 P2,G10 O1", "G9 O2,P4 G1", "P3 G2,G8 O3", "G7 O4,P1 G3", "G5 G4,G6 O5"]
    state = score(rounds(state, drafts))
    assert state.totals == (1_999_984, 1_999_989)
    # Hand 3. The lowest cards fall everywhere: G and O tie on 1-2-3-4-5 and share 0. Nobody scores anything.
    state = score(to_score(again(state)))
    assert state.totals == (2_999_984, 2_999_989)
    return state


def test_two_players() -> None:
    state = three_hands(Options())
    result = GAME.result(state)
    assert GAME.turn(state).over
    assert result is not None
    assert result.winners == (1,)
    assert [(place.rank, place.score) for place in result.places] == [(2, 2_999_984), (1, 2_999_989)]


def test_two_players_who_need_a_fourth_hand_to_three_million() -> None:
    state = three_hands(Options(play_to_target=True))
    assert GAME.result(state) is None
    state = score(rounds(again(state), CRUDE_OIL_KEPT_CLEAN))
    assert state.totals == (3_999_960, 3_999_973)
    result = GAME.result(state)
    assert result is not None
    assert result.winners == (1,)


@pytest.mark.parametrize("play_to_target", [False, True])
def test_eight_players(play_to_target: bool) -> None:
    lows = [f"{suit}10 {suit}1" for suit in "OPJBCWF"]
    state = begun(8, Options(play_to_target=play_to_target))
    for _ in range(2):
        # Seat 0 locks G1 and discards G10; otherwise the highest cards are locked and the lowest ones fall.
        # Market: U empty (+4), G 2-3-4-5-10 (+3), the seven others 1-2-3-4-5 (all +2).
        # Seat 0 locks G1 and 9 8 7 6 of others: 3 + 60 = 63. The others lock 10 9 8 7 6: 80, and 1 more for each
        # point of gold: in hand 1 (passing left) 9 8 7 6 of gold go to seats 1 2 3 4, in hand 2 to 7 6 5 4.
        state = draft(state, "G1 G10", *lows)
        while state.phase == "draft":
            state = plainest(state)
        state = again(score(state))
    assert [seat.score for seat in GAME.breakdown(state)[0].seats] == [63, 89, 88, 87, 86, 80, 80, 80]
    assert [seat.score for seat in GAME.breakdown(state)[1].seats] == [63, 80, 80, 80, 86, 87, 88, 89]
    # Hand 3. All eight tie on 1-2-3-4-5 under uranium, for +3: 40 x 3 = 120 each.
    state = score(to_score(state))
    assert [total - 3_000_000 for total in state.totals] == [246, 289, 288, 287, 292, 287, 288, 289]
    result = GAME.result(state)
    assert result is not None
    assert result.winners == (4,)
    assert [place.rank for place in result.places] == [8, 2, 4, 6, 1, 6, 4, 2]
