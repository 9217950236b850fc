"""House bots: a bot is one function from what a seat sees to what it does.

Law. `choose(view, choices, rng) -> action`, the same locally and online. A bot never sees a state, keeps nothing from
one decision to the next, and draws only from the generator that it is handed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from openingbell.bots import greedy, random_bot
from openingbell.bots.bot import Bot
from openingbell.bots.rng import SeededRng

__all__ = ["BOTS", "Bot", "SeededRng", "bot_named"]

BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"random": random_bot.choose, "greedy": greedy.choose})
"""Every house bot by name, weakest first."""


def bot_named(name: str) -> Bot:
    """The house bot of that name. Raises `KeyError` with the names there are."""
    try:
        return BOTS[name]
    except KeyError:
        raise KeyError(f"no bot named {name!r}; there are {', '.join(BOTS)}") from None
