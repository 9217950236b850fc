"""What the greedy bot thinks of a decision in Bull Market.

Law. As in every game of peeking and passing; under Short Selling most points are best.
"""

from __future__ import annotations

from openingbell.bots import greedy_peek_and_pass
from openingbell.rules.choices import Choices
from openingbell.rules.games.bull_market import View
from openingbell.rules.values import Action, Rng


def choose(view: View, choices: Choices, rng: Rng) -> Action:
    """The action of the highest expectation."""
    return greedy_peek_and_pass.choose(view, choices, rng, short=view.options.short)
