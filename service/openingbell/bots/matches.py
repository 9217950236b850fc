"""A whole game in process, without a server: for benchmarks, tests and arenas.

Law. The bots see views and choices, like online; the house draws from a generator of its own. Where any of several
seats may act they take turns, and in a phase that the rules time every seat finds time for a move each few seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from openingbell.bots.bot import Bot
from openingbell.rules.choices import Choices
from openingbell.rules.kernel import HOUSE, Game, Turn
from openingbell.rules.values import Rng

MOVE_S: Final = 6
"""How many seconds of a timed phase a move of each seat takes, in process."""


class Pace:
    """Who acts next: clockwise where several may, and the house when the time of a timed phase is up."""

    def __init__(self) -> None:
        self._last = HOUSE
        self._moves = 0

    def next(self, now: Turn) -> int:
        """The seat that acts now, or the house."""
        if not now.seats:
            self._moves = 0
            return HOUSE
        if now.house is not None:
            self._moves += 1
            if self._moves * MOVE_S > now.house * len(now.able):
                self._moves = 0
                return HOUSE
        self._last = next((seat for seat in now.seats if seat > self._last), now.seats[0])
        return self._last


def match(game: Game, options: Any, bots: Sequence[Bot], house_rng: Rng, bot_rng: Rng) -> Any:
    """The final state of a game between these bots, one a seat."""
    state, pace = game.start(len(bots), options), Pace()
    while not (now := game.turn(state)).over:
        seat = pace.next(now)
        if seat == HOUSE:
            state = game.apply(state, HOUSE, game.house(state, house_rng))
            continue
        items = game.legal(state, seat).items
        choices = Choices(items, default=game.default(state, seat, bot_rng))
        state = game.apply(state, seat, bots[seat](game.view(state, seat), choices, bot_rng))
    return state


def random_game(game: Game, seats: int, options: Any, rng: Rng) -> tuple[Any, int]:
    """The final state of a game of random legal moves, and how many moves it took. No views: this measures rules."""
    state, moves, pace = game.start(seats, options), 0, Pace()
    turn, legal, apply = game.turn, game.legal, game.apply
    while True:
        now = turn(state)
        if len(now.seats) == 1 and now.house is None:
            seat = now.seats[0]
        elif now.over:
            return state, moves
        else:
            seat = pace.next(now)
        if seat == HOUSE:
            state = apply(state, HOUSE, game.house(state, rng))
        else:
            state = apply(state, seat, legal(state, seat).sample(rng))
            moves += 1
