"""How many random games one core plays in a second, and what a view costs, for every game of the catalogue."""

from __future__ import annotations

import time
from typing import Any

from openingbell.bots.matches import random_game
from openingbell.bots.rng import SeededRng
from openingbell.rules.kernel import HOUSE, Game, catalogue

SEATS = 4
GAMES = 20
REPEATS = 25


def games_per_second(game: Game) -> tuple[float, float]:
    """Games and moves a second. Each game is played many times and its best time counts: other work only slows it."""
    best, moves = [float("inf")] * GAMES, 0
    for repeat in range(REPEATS):
        for number in range(GAMES):
            rng = SeededRng(number)
            began = time.perf_counter()
            played = random_game(game, SEATS, game.Options(), rng)[1]
            best[number] = min(best[number], time.perf_counter() - began)
            moves += played if repeat == 0 else 0
    return GAMES / sum(best), moves / sum(best)


def positions(game: Game) -> list[Any]:
    """Every position of a few random games."""
    rng, found = SeededRng("views"), []
    for _ in range(5):
        state = game.start(SEATS, game.Options())
        while not game.turn(state).over:
            found.append(state)
            now = game.turn(state)
            seat = now.seats[0] if now.seats else HOUSE
            action = game.legal(state, seat).sample(rng) if now.seats else game.house(state, rng)
            state = game.apply(state, seat, action)
    return found


def microseconds_a_view(game: Game) -> float:
    """The mean over all positions of a few games and all viewers, from the best time of each position."""
    states = positions(game)
    best = [float("inf")] * len(states)
    for _ in range(REPEATS):
        for place, state in enumerate(states):
            began = time.perf_counter()
            for viewer in range(SEATS):
                game.view(state, viewer)
            best[place] = min(best[place], time.perf_counter() - began)
    return sum(best) / (len(states) * SEATS) * 1e6


def main() -> None:
    """Print the figures."""
    for name, game in catalogue().items():
        games, moves = games_per_second(game)
        print(f"{name}, {SEATS} seats, random play: {games:.0f} games/s, {moves:.0f} moves/s")
        print(f"{name}, {SEATS} seats: {microseconds_a_view(game):.1f} us a view")


if __name__ == "__main__":
    main()
