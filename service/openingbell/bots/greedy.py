"""The bot that takes what looks best now, by one evaluator a game.

Law. An evaluator weighs a single decision by expectation and does not look ahead. A game without one gets the
default action, or a random one where nobody says what the default is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from openingbell.bots import greedy_bull_market, greedy_panik
from openingbell.bots.bot import Bot
from openingbell.rules.choices import Choices
from openingbell.rules.games import bull_market, panik
from openingbell.rules.values import Action, Rng

EVALUATORS: Final[Mapping[type[Any], Bot]] = {
    bull_market.View: greedy_bull_market.choose,
    panik.View: greedy_panik.choose,
}
"""The evaluator of each game, by the type of its view."""


def choose(view: Any, choices: Choices, rng: Rng) -> Action:
    """The best action by the game's evaluator."""
    evaluator = EVALUATORS.get(type(view))
    if evaluator is not None:
        return evaluator(view, choices, rng)
    return choices.default if choices.default is not None else choices.sample(rng)
