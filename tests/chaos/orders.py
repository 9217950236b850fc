"""Which tables are played: every game and variant, any number of seats, bots among people, with and without clock."""

from __future__ import annotations

import random
from typing import Any, Final

from openingbell.codec import from_json
from openingbell.rules.kernel import Game, Illegal, catalogue

VARIANTS: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "bull_market": ({}, {"short": True}, {"slow_burn": True}, {"short": True, "slow_burn": True}),
    "bear_market": ({}, {"empty_rule": "shared_top"}),
    "insider_trading": ({}, {"empty_rule": "shared_top"}),
    "insiders": ({}, {"version": "original"}),
    "panic_on_wall_street": (
        {"negotiation_s": 10, "offers": 6},
        {"negotiation_s": 10, "offers": 6, "private_offers": True},
        {"negotiation_s": 0, "offers": 6},
    ),
    "stock_holdem": ({}, {"dark": True}, {"crowded": True}, {"rounds": 1, "start_price": 30}),
}
"""Games that are not named here are played as they come. Negotiations are short, by the bell or until all are done."""

MOVE_S: Final = (5, 8, 12)


def order(number: int, rng: random.Random, *, most_seats: int = 8) -> tuple[str, dict[str, Any], int]:
    """A game, the request that makes a table of it, and how many of its seats are for clients (the first included)."""
    games = list(catalogue().values())
    game = games[number % len(games)]
    seats = rng.choice([each for each in game.seats if each <= most_seats])
    options = rng.choice([each for each in VARIANTS.get(game.name, ({},)) if _fits(game, seats, each)])
    people = rng.randint(1, min(seats, 4))
    clock: Any = "none" if rng.random() < 0.6 else {"move_s": rng.choice(MOVE_S)}
    wanted = {
        "seats": seats,
        "options": options,
        "bots": [rng.choice(("random", "random", "greedy")) for _ in range(seats - people)],
        "clock": clock,
    }
    return game.name, wanted, people


def _fits(game: Game, seats: int, options: dict[str, Any]) -> bool:
    """Whether the variant can be played by so many."""
    try:
        game.start(seats, from_json(game.Options, options))
    except Illegal:
        return False
    return True
