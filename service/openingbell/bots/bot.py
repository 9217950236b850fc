"""The shape of a bot.

Law. Nothing but the type, so that bots and their registry can share it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openingbell.rules.choices import Choices
from openingbell.rules.values import Action, Rng

Bot = Callable[[Any, Choices, Rng], Action]
"""`choose(view, choices, rng)`: one of `choices`, from a seat's view of its game and nothing else."""
