"""What the greedy bot thinks of a decision in Insiders.

Law. As in every game of peeking and passing.
"""

from __future__ import annotations

from openingbell.bots import greedy_peek_and_pass
from openingbell.rules.choices import Choices
from openingbell.rules.games.insiders import View
from openingbell.rules.values import Action, Rng


def choose(view: View, choices: Choices, rng: Rng) -> Action:
    """The action of the highest expectation."""
    return greedy_peek_and_pass.choose(view, choices, rng, short=False)
