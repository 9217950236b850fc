"""The bot that takes what looks best now, by one evaluator a game.

Law. An evaluator weighs a single decision by expectation and does not look ahead. A game without one gets the
default action, or a random one where nobody says what the default is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from openingbell.bots import (
    greedy_bear_market,
    greedy_insider_trading,
    greedy_panic_on_wall_street,
    greedy_panik,
    greedy_peek_and_pass,
    greedy_stock_holdem,
)
from openingbell.bots.bot import Bot
from openingbell.rules.choices import Choices
from openingbell.rules.games import (
    bear_market,
    bull_market,
    insider_trading,
    insiders,
    panic_on_wall_street,
    panik,
    stock_holdem,
)
from openingbell.rules.values import Action, Rng


def _bull_market(view: bull_market.View, choices: Choices, rng: Rng) -> Action:
    return greedy_peek_and_pass.choose(view, choices, rng, short=view.options.short)


EVALUATORS: Final[Mapping[type[Any], Bot]] = {
    bear_market.View: greedy_bear_market.choose,
    bull_market.View: _bull_market,
    insider_trading.View: greedy_insider_trading.choose,
    stock_holdem.View: greedy_stock_holdem.choose,
    insiders.View: greedy_peek_and_pass.choose,
    panic_on_wall_street.View: greedy_panic_on_wall_street.choose,
    panik.View: greedy_panik.choose,
}
"""The evaluator of each game, by the type of its view."""


def choose(view: Any, choices: Choices, rng: Rng) -> Action:
    """The best action by the game's evaluator."""
    evaluator = EVALUATORS.get(type(view))
    if evaluator is not None:
        return evaluator(view, choices, rng)
    return choices.default if choices.default is not None else choices.sample(rng)
