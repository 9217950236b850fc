"""Whole games of Panik with scores worked out by hand."""

from __future__ import annotations

from openingbell.rules.games.panik import GAME, Call, NoCall, NoSend, Relocate, SendBack
from tests.service.rules.panik.scripted import FOUR, act, begun, detect, down, quietly, scored, there, up


def test_two_players() -> None:
    # Seat 0: 3 5 shared trapped (manors 0 to 3). Seat 1: 2 4 trapped 1 (manors 4 to 7). Duos at 1 and 5.
    state = act(down(begun(), "overequipped", 1), NoSend())
    # Seat 1 sees the 5, follows there, and fails to send the face-down hunter back.
    state = act(detect(state, 1, 1), SendBack(1))
    assert there(state, 1) == ["0 duo!", "0 overequipped!", "1 detector!"]
    # Seat 1's duo is sent away from its 4, into the trap.
    state = act(down(state, "standard", 5), SendBack(0), Relocate(3, "up"))
    state = act(down(state, "overequipped", 5), NoSend())
    # Seat 0 calls its own hunter from the 4 to the shared manor.
    state = act(up(state, "call", 2), Call(5, 0))
    # The caller is sent away from there, open as it is.
    state = act(down(state, "standard", 2), SendBack(0), Relocate(4, "up"))
    state = quietly(down(state, "duo", 4))
    state = quietly(down(state, "standard", 4))
    # Manor 4 is full, until seat 0 sends seat 1's hunter away from it; it goes to the 3 and shows itself.
    state = act(down(state, "standard", 4), SendBack(2), Relocate(0, "up"))
    state = quietly(up(state, "overequipped", 0))
    state = quietly(detect(state, 6, 0))
    state = act(down(state, "duo", 0), SendBack(2), Relocate(7, "up"))
    state = quietly(down(state, "overequipped", 2))
    # Seat 1 calls a face-down hunter, which proves to be over-equipped.
    state = act(up(state, "call", 6), Call(2, 2))
    state = act(up(state, "standard", 1), SendBack(2), Relocate(5, "up"))
    state = quietly(down(state, "standard", 3))
    assert state.phase == "score"
    assert [there(state, manor) for manor in range(8)] == [
        ["1 standard!", "1 overequipped!", "1 duo"],
        ["0 duo!", "0 overequipped!", "0 standard!"],
        ["0 standard", "1 standard", "0 overequipped!"],
        ["1 duo!", "1 standard"],
        ["0 call!", "0 duo", "0 standard"],
        ["1 overequipped", "1 detector!"],
        ["1 call!"],
        ["0 detector!"],
    ]
    state = scored(state)
    # Manor 0 (3): seat 1 has 3 + 3 + 6 = 12.            Manor 1 (5): seat 0 has 10 + 5 + 5 = 20.
    # Manor 2 (shared by 3, 2 each): seat 0 4, seat 1 2.  Manor 3 (seat 0's trap): 6 + 3 = 9 for seat 0.
    # Manor 4 (2): seat 0 has 2 + 4 + 2 = 8.              Manor 5 (4): seat 1 has 4 + 4 = 8.
    # Manor 6 (seat 1's trap): only its own hunter, 0.    Manor 7 (1): seat 0 has 1.
    assert [score.points for score in GAME.breakdown(state)] == [
        (0, 12),
        (20, 0),
        (4, 2),
        (9, 0),
        (8, 0),
        (0, 8),
        (0, 0),
        (1, 0),
    ]
    assert state.totals == (42, 22)
    result = GAME.result(state)
    assert result is not None
    assert result.winners == (0,)


def test_four_players() -> None:
    # Manors 0 to 3: 5 shared trapped 1; 4 to 7: 4 shared 2 3; 8 to 11: trapped 5 3 2; 12 to 15: shared 4 1 3.
    # Duos at 1, 5, 9 and 13. Seat 2 has the first turn; nobody is sent back in the whole game.
    state = begun(*FOUR, first=2)
    for kind, manor in (
        *(("overequipped", 0), ("overequipped", 0), ("overequipped", 0), ("overequipped", 0)),
        *(("standard", 4), ("standard", 4), ("standard", 4), ("duo", 4)),
        *(("duo", 9), ("duo", 13), ("duo", 2), ("standard", 2)),
        *(("standard", 12), ("standard", 12), ("standard", 9), ("standard", 13)),
        *(("standard", 13), ("standard", 9), ("standard", 10), ("overequipped", 10)),
    ):
        state = quietly(down(state, kind, manor))  # type: ignore[arg-type]
    for look, manor in ((1, 12), (6, 6), (5, 5), (9, 6)):
        state = quietly(detect(state, look, manor))
    # Seat 2 calls seat 0's hunter into its trap; seat 3 gives its call up; seat 0 calls its hunter out of the trap.
    state = act(up(state, "call", 8), Call(10, 0))
    state = quietly(down(state, "call", 6))
    state = act(up(state, "call", 1), NoSend(), Call(8, 1))
    state = act(up(state, "call", 15), NoCall())
    for kind, manor in (("overequipped", 6), ("overequipped", 14), ("overequipped", 7), ("standard", 8)):
        state = quietly(down(state, kind, manor))  # type: ignore[arg-type]
    state = scored(state)
    # Seat 0: manor 0 5, 4 4, 9 5, its trap 2 3 (seat 1's), 5 (shared by 2) 3, 1 (shared by 3) 4 + 2 + 2, 7 3: 31.
    # Seat 1: manor 0 5, 4 8, 13 4, 10 3, 6 2, 5 (shared by 2, a duo) 6, 15 3: 31.
    # Seat 2: manor 0 5, 4 4, 9 10 + 10, 13 4, 12 (shared by 3) 2 + 2, 6 2, its trap 8 3 (seat 1's): 42.
    # Seat 3: manor 0 5, 4 4, 9 5, 13 8 + 8, 12 2, 6 2 + 2, 14 1: 37.
    assert state.totals == (31, 31, 42, 37)
    result = GAME.result(state)
    assert result is not None
    assert [(place.seat, place.rank) for place in result.places] == [(0, 3), (1, 3), (2, 1), (3, 2)]
    assert result.winners == (2,)
