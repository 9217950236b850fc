"""The general rulings as Panik shows them: names, memory, options, absence."""

from __future__ import annotations

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.panik import GAME, NoSend, Options, Place, Relocate, SendBack
from openingbell.rules.games.panik.state import TEAM, Manor
from openingbell.rules.kernel import Illegal, play
from tests.service.rules.panik.scripted import (
    DUO,
    FOUR,
    OVER,
    STANDARD,
    act,
    asked,
    begun,
    detect,
    put,
    there,
    up,
)


def test_gen_07_a_hunter_keeps_its_place_in_the_order_in_which_they_came() -> None:
    state = put(begun(), 7, STANDARD, OVER, DUO)
    state = act(up(state, "standard", 7), SendBack(0), Relocate(5, "down"))
    assert there(state, 7) == ["1 overequipped", "1 duo", "0 standard!"]
    assert there(state, 5) == ["1 duo!", "1 standard"]


def test_gen_08_everybody_remembers_who_was_moved_and_what_that_rules_out() -> None:
    state = act(up(put(begun(), 7, STANDARD), "standard", 7), SendBack(0), Relocate(6, "down"))
    hunter = GAME.view(state, None).manors[6].hunters[0]
    assert (hunter.kind, hunter.sent_back, hunter.called) == (None, True, False)
    # Seat 1 has nine hunters again, one of them at manor 6, of whatever kind but over-equipped.
    state = state.but(hands=(state.hands[0], TEAM[1:6] + TEAM[7:]))
    kinds = {GAME.imagine(GAME.view(state, 0), SeededRng(seed)).manors[6].hunters[0].kind for seed in range(60)}
    assert kinds == {"standard", "duo", "detector", "call"}


@pytest.mark.parametrize("first", [-1, 2, True, "nobody"])
def test_gen_04_the_first_seat_is_one_of_the_table(first: int) -> None:
    GAME.start(2, Options(first_seat=1))
    with pytest.raises(Illegal) as caught:
        GAME.start(2, Options(first_seat=first))
    assert (caught.value.ruling, caught.value.pointer) == ("GEN-04", "/first_seat")


def test_gen_10_silence_places_face_down_and_moves_nobody() -> None:
    state = begun(*FOUR)
    moved = 0
    for number in range(200):
        if state.phase == "score":
            break
        (seat,), kind = asked(state)
        action = GAME.default(state, seat, SeededRng(number))
        moved += kind == "send_back"
        assert not isinstance(action, Place) or action.face == "down"
        assert isinstance(action, Place if kind == "place" else NoSend)
        state = play(GAME, state, seat, action)
    assert state.phase == "score"
    assert moved > 0


def test_a_manor_that_lies_open_never_closes_again() -> None:
    state = detect(begun(), 6, 3)
    assert state.manors[6] == Manor("trapped", True)
