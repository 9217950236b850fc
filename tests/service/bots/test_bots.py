"""The house bots: legal everywhere, repeatable, and better in the order in which they are listed."""

from __future__ import annotations

import statistics
from typing import Any

import pytest

from openingbell.bots import BOTS, SeededRng, bot_named
from openingbell.bots.matches import match, random_game
from openingbell.rules.choices import Choices
from openingbell.rules.kernel import HOUSE, Game, catalogue, game_named, play


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.name)
def test_a_bot_plays_legal_moves_in_every_game(game: Game, name: str) -> None:
    for seats in (game.seats[0], game.seats[-1]):
        rng, state = SeededRng(name), game.start(seats, game.Options())
        while not (now := game.turn(state)).over:
            if now.seats:
                seat = now.seats[0]
                choices = Choices(game.legal(state, seat).items, game.default(state, seat, rng))
                state = play(game, state, seat, bot_named(name)(game.view(state, seat), choices, rng))
            else:
                state = play(game, state, HOUSE, game.house(state, rng))


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    game = game_named("bull_market")
    ends = [match(game, game.Options(), [bot_named(name)] * 3, SeededRng(1), SeededRng(2)) for _ in range(2)]
    assert ends[0] == ends[1]


def margins(game: Game, options: Any, seats: int, deals: int) -> list[float]:
    """Points a seat by which greedy beats random, a deal: each deal is played twice, with the seats swapped."""
    found = []
    for number in range(deals):
        total = 0.0
        for parity in (0, 1):
            bots = [BOTS["greedy" if seat % 2 == parity else "random"] for seat in range(seats)]
            end = match(game, options, bots, SeededRng(f"deal {number}"), SeededRng(f"bots {number}"))
            total += sum(points if seat % 2 == parity else -points for seat, points in enumerate(game.scores(end)))
        found.append(total / seats)
    return found


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", ["bear_market", "bull_market", "insider_trading", "insiders"])
def test_greedy_beats_random_beyond_doubt(name: str, seats: int) -> None:
    game = game_named(name)
    found = margins(game, game.Options(), seats, 12)
    error = statistics.stdev(found) / len(found) ** 0.5
    assert statistics.mean(found) > 20 + 4 * error


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(KeyError, match="random, greedy"):
        bot_named("oracle")


def test_a_random_game_counts_its_moves() -> None:
    game = game_named("bull_market")
    state, moves = random_game(game, 4, game.Options(), SeededRng(4))
    assert game.result(state) is not None
    assert moves > 50


def test_the_generator_repeats_itself_and_stays_in_bounds() -> None:
    first, second = SeededRng("same"), SeededRng("same")
    drawn = [first.below(7) for _ in range(300)]
    assert drawn == [second.below(7) for _ in range(300)]
    assert set(drawn) == set(range(7))
