"""The house bots: legal everywhere, repeatable, and better in the order in which they are listed."""

from __future__ import annotations

import pytest

from openingbell.bots import BOTS, SeededRng, bot_named
from openingbell.bots.greedy import evaluators
from openingbell.bots.matches import match, random_game
from openingbell.rules.choices import Choices
from openingbell.rules.kernel import HOUSE, Game, catalogue, game_named, play, settle
from tests.service.rules.battery.tables import Case, cases
from tests.support.mirrored import margin


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


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", ["bear_market", "bull_market", "insider_trading", "insiders"])
def test_greedy_beats_random_by_far_in_the_card_games(name: str, seats: int) -> None:
    game = game_named(name)
    found = margin(game, game.Options(), seats, 20)
    assert found.mean > 20 + 4 * found.error


SMALLEST = [case for case in cases() if case.seats == case.game.seats[0]]


@pytest.mark.parametrize("case", SMALLEST, ids=lambda case: case.id)
def test_greedy_beats_random_beyond_doubt_in_every_variant(case: Case) -> None:
    """As many deals as it takes, up to a number that settles it."""
    found = margin(case.game, case.options, case.seats, 6)
    for deals in (12, 24, 48):
        if found.mean <= 4 * found.error:
            found = margin(case.game, case.options, case.seats, deals)
    assert found.mean > 4 * found.error


@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.name)
def test_every_game_has_an_evaluator(game: Game) -> None:
    assert game.View in evaluators()


def test_without_an_evaluator_greedy_takes_the_default() -> None:
    """A view of no game's type; without a default anything legal."""
    game = game_named("bear_market")
    state = settle(game, game.start(2, game.Options()), SeededRng(1))
    choices, default = game.legal(state, 0), game.default(state, 0, SeededRng(2))
    assert BOTS["greedy"](object(), Choices(choices.items, default), SeededRng(3)) == default
    assert BOTS["greedy"](object(), choices, SeededRng(3)) in choices


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
