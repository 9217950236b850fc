"""A whole game in process, without a server: for benchmarks, tests and arenas.

Law. The bots see views and choices, like online; the house draws from a generator of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openingbell.bots.bot import Bot
from openingbell.rules.choices import Choices
from openingbell.rules.kernel import HOUSE, Game
from openingbell.rules.values import Rng


def match(game: Game, options: Any, bots: Sequence[Bot], house_rng: Rng, bot_rng: Rng) -> Any:
    """The final state of a game between these bots, one a seat."""
    state = game.start(len(bots), options)
    while True:
        now = game.turn(state)
        if now.house is not None and not now.seats:
            state = game.apply(state, HOUSE, game.house(state, house_rng))
            continue
        if not now.seats:
            return state
        seat = now.seats[0]
        items = game.legal(state, seat).items
        choices = Choices(items, default=game.default(state, seat, bot_rng))
        state = game.apply(state, seat, bots[seat](game.view(state, seat), choices, bot_rng))


def random_game(game: Game, seats: int, options: Any, rng: Rng) -> tuple[Any, int]:
    """The final state of a game of random legal moves, and how many moves it took. No views: this measures rules."""
    state, moves = game.start(seats, options), 0
    turn, legal, apply = game.turn, game.legal, game.apply
    while True:
        now = turn(state)
        if now.seats:
            seat = now.seats[0] if len(now.seats) == 1 else now.seats[rng.below(len(now.seats))]
            state = apply(state, seat, legal(state, seat).sample(rng))
            moves += 1
        elif now.house is not None:
            state = apply(state, HOUSE, game.house(state, rng))
        else:
            return state, moves
