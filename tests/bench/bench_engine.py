"""How many random games of Bull Market one core plays in a second, and what a view costs."""

from __future__ import annotations

import time

from openingbell.bots.matches import random_game
from openingbell.bots.rng import SeededRng
from openingbell.rules.games.bull_market import State
from openingbell.rules.kernel import HOUSE, Game, game_named

SEATS = 4
GAMES = 100
ROUNDS = 5


def games_per_second(game: Game) -> tuple[float, float]:
    """Games and moves a second: the best of a few rounds of the same games, since other work only ever slows one."""
    best, moves = 0.0, 0
    for _ in range(ROUNDS):
        rng, moves = SeededRng("bench"), 0
        began = time.perf_counter()
        for _ in range(GAMES):
            moves += random_game(game, SEATS, game.Options(), rng)[1]
        best = max(best, GAMES / (time.perf_counter() - began))
    return best, best * moves / GAMES


def positions(game: Game) -> list[State]:
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
    """The mean over all positions of a few games and all viewers, the best of a few rounds."""
    states, best = positions(game), float("inf")
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for state in states:
            for viewer in range(SEATS):
                game.view(state, viewer)
        best = min(best, (time.perf_counter() - began) / (len(states) * SEATS) * 1e6)
    return best


def main() -> None:
    """Print the figures."""
    game = game_named("bull_market")
    games, moves = games_per_second(game)
    print(f"bull_market, {SEATS} seats, random play: {games:.0f} games/s, {moves:.0f} moves/s")
    print(f"bull_market, {SEATS} seats: {microseconds_a_view(game):.1f} us a view")


if __name__ == "__main__":
    main()
