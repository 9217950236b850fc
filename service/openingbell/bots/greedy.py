"""The bot that takes what looks best now, by one evaluator a game.

Law. An evaluator weighs a single decision by expectation and does not look ahead; that of a game is the `choose` of the
module `greedy_<game>` beside this one. A game without one gets the default action, or a random one where nobody says
what the default is.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from openingbell.bots.bot import Bot
from openingbell.rules.choices import Choices
from openingbell.rules.kernel import catalogue
from openingbell.rules.values import Action, Rng

PACKAGE: Final = "openingbell.bots"


@cache
def evaluators() -> Mapping[type[Any], Bot]:
    """The evaluator of each game that has one, by the type of its view, found by scanning the package."""
    modules = {info.name for info in pkgutil.iter_modules(importlib.import_module(PACKAGE).__path__)}
    found: dict[type[Any], Bot] = {}
    for game in catalogue().values():
        if (name := f"greedy_{game.name}") in modules:
            found[game.View] = importlib.import_module(f"{PACKAGE}.{name}").choose
    return MappingProxyType(found)


def choose(view: Any, choices: Choices, rng: Rng) -> Action:
    """The best action by the game's evaluator."""
    evaluator = evaluators().get(type(view))
    if evaluator is not None:
        return evaluator(view, choices, rng)
    return choices.default if choices.default is not None else choices.sample(rng)
