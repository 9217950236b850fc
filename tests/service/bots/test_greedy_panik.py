"""The greedy bot of Panik: better than random beyond doubt, and sensible where the right move is plain."""

from __future__ import annotations

import pytest

from openingbell.bots import BOTS, SeededRng
from openingbell.rules.games.panik import GAME, NoSend, Options, Relocate, Reveal, SendBack, State
from openingbell.rules.kernel import Action, play
from tests.service.rules.panik.scripted import act, begun, dealt, down, there
from tests.support.mirrored import margin


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_beats_random_beyond_doubt(seats: int) -> None:
    found = margin(GAME, Options(), seats, 8)
    assert found.mean > 8 + 4 * found.error


def greedy(state: State) -> Action:
    (seat,) = GAME.turn(state).seats
    return BOTS["greedy"](GAME.view(state, seat), GAME.legal(state, seat), SeededRng(0))


def test_it_keeps_its_trap_hidden() -> None:
    state = dealt("trapped 5 4 shared", "2 4 trapped 1")
    assert BOTS["greedy"](GAME.view(state, 0), GAME.legal(state, 0), SeededRng(0)) == Reveal(3)


def test_it_sends_an_opponent_out_of_a_good_manor() -> None:
    state = down(begun("5 trapped 1 2", "2 4 trapped 1"), "standard", 0)
    assert greedy(down(state, "duo", 0)) == SendBack(0)


def test_out_of_its_own_trap_it_sends_its_own_hunter_not_the_one_that_pays() -> None:
    state = down(begun("5 trapped 1 2", "2 4 trapped 1"), "call", 3)
    state = act(down(state, "standard", 1), NoSend())
    assert there(state, 1) == ["0 duo!", "1 standard"]
    assert greedy(down(state, "standard", 1)) == SendBack(0)


def test_a_hunter_sent_back_goes_where_it_earns_most() -> None:
    state = begun("5 trapped 1 2", "4 2 trapped 1")
    state = play(GAME, down(state, "duo", 5), 0, SendBack(0))
    assert greedy(state) == Relocate(0, "up")
