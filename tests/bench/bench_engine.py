"""How many random games one core plays in a second, and what a view costs, for every game of the catalogue.

Law. No game is played twice, so that no cache knows it; the figure is the median over batches, which other work on
the machine disturbs less than the mean.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from openingbell.bots.matches import random_game
from openingbell.bots.rng import SeededRng
from openingbell.rules.kernel import HOUSE, Game, catalogue
from tests.bench.figures import Figure, at_least, at_most

SEATS: Final = 4
BATCHES: Final = 15
BATCH_S: Final = 0.4
VIEWED_GAMES: Final = 20


@dataclass(frozen=True)
class Measured:
    """One game's figures: medians."""

    game: str
    seats: int
    games_a_second: float
    moves_a_second: float
    view_us: float


def measure(game: Game) -> Measured:
    """Play and look. Takes some ten seconds."""
    seats = min(max(SEATS, game.seats[0]), game.seats[-1])
    games, moves = _batches(game, seats)
    return Measured(game.name, seats, games, moves, _view_us(game, seats))


def _batches(game: Game, seats: int) -> tuple[float, float]:
    """Games and moves a second: the medians over the batches, after one that is not counted."""
    options, number = game.Options(), 0
    games, moves = [], []
    for batch in range(BATCHES + 1):
        played = moved = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < BATCH_S:
            moved += random_game(game, seats, options, SeededRng(number))[1]
            number += 1
            played += 1
        if batch:
            games.append(played / spent)
            moves.append(moved / spent)
    return statistics.median(games), statistics.median(moves)


def _view_us(game: Game, seats: int) -> float:
    """Microseconds a view: the median over whole games of the mean over all their positions and viewers."""
    means = []
    for number in range(VIEWED_GAMES):
        states = _positions(game, seats, SeededRng(f"views {number}"))
        began = time.process_time()
        for state in states:
            for viewer in range(seats):
                game.view(state, viewer)
        means.append((time.process_time() - began) / (len(states) * seats) * 1e6)
    return statistics.median(means)


def _positions(game: Game, seats: int, rng: SeededRng) -> list[Any]:
    state = game.start(seats, game.Options())
    found = []
    while not game.turn(state).over:
        found.append(state)
        now = game.turn(state)
        seat = now.seats[0] if now.seats else HOUSE
        action = game.legal(state, seat).sample(rng) if now.seats else game.house(state, rng)
        state = game.apply(state, seat, action)
    return found


def figures() -> Iterator[Figure]:
    """The figures of every game; the design bounds Bull Market's."""
    for game in catalogue().values():
        row = measure(game)
        what = f"{game.title}, {row.seats} seats: "
        if game.name == "bull_market":
            yield at_least(f"{what}random games", row.games_a_second, 650, "a second")
            yield at_most(f"{what}a view", row.view_us, 15, "µs", ".1f")
        else:
            yield Figure(f"{what}random games", f"{row.games_a_second:.0f} a second")
            yield Figure(f"{what}a view", f"{row.view_us:.1f} µs")
        yield Figure(f"{what}moves", f"{row.moves_a_second:,.0f} a second")
