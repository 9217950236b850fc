"""The bot that plays anything legal: a kind of action by chance, then one of that kind.

Law. It looks at the choices only, so it plays every game there will ever be.
"""

from __future__ import annotations

from typing import Any

from openingbell.rules.choices import Choices
from openingbell.rules.values import Action, Rng


def choose(view: Any, choices: Choices, rng: Rng) -> Action:
    """Any legal action."""
    del view
    return choices.sample(rng)
