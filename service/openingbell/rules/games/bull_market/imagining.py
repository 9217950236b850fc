"""A whole state of Bull Market that one viewer cannot tell from the real one.

Law. As in every game of peeking and passing, at this game's table.
"""

from __future__ import annotations

from openingbell.rules.games.bull_market.moves import start
from openingbell.rules.games.bull_market.views import View
from openingbell.rules.peek_and_pass import imagining
from openingbell.rules.peek_and_pass.state import State
from openingbell.rules.values import Rng


def imagine(view: View, rng: Rng) -> State:
    """A full state whose view from `view.seat` is `view`. Raises `ValueError` if the view is of no possible game."""
    return imagining.imagine(start(view.seats, view.options), view, rng)
