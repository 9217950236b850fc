"""The catalogue as whoever looks at it from outside finds it."""

from __future__ import annotations

from typing import Any

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.kernel import FRONT_GAME, HOUSE, Game, catalogue


def test_the_front_game_comes_first_and_the_others_by_name() -> None:
    first, *others = catalogue()
    assert first == FRONT_GAME
    assert others == sorted(others)


def positions(game: Game, rng: SeededRng) -> Any:
    """Every state of one random game."""
    state = game.start(game.seats[0], game.Options())
    while True:
        yield state
        turn = game.turn(state)
        if turn.over:
            return
        seat = turn.seats[0] if turn.seats else HOUSE
        action = game.legal(state, seat).sample(rng) if turn.seats else game.house(state, rng)
        state = game.apply(state, seat, action)


@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.name)
def test_everybody_sees_the_reasons_of_what_is_scored(game: Game) -> None:
    state = None
    for state in positions(game, SeededRng(game.name)):
        assert all(game.view(state, viewer).scored == game.breakdown(state) for viewer in (None, 0))
    assert game.breakdown(state)
