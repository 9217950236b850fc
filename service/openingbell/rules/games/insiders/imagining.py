"""A whole state of Insiders that one viewer cannot tell from the real one.

Law. As in every game of peeking and passing; besides, the cards of the stub that were turned, now and in scored hands.
"""

from __future__ import annotations

from openingbell.rules.games.insiders.moves import start
from openingbell.rules.games.insiders.state import ScoredHand
from openingbell.rules.games.insiders.views import View
from openingbell.rules.peek_and_pass import imagining
from openingbell.rules.peek_and_pass.state import State
from openingbell.rules.values import Rng


def imagine(view: View, rng: Rng) -> State:
    """A full state whose view from `view.seat` is `view`. Raises `ValueError` if the view is of no possible game."""
    state = imagining.imagine(start(view.seats, view.options), view, rng)
    scored = tuple(
        ScoredHand(each.hand, each.market, each.cards, each.totals, award.turned)
        for each, award in zip(state.scored, view.scored, strict=True)
    )
    return state.but(market=state.market.plus(view.turned), scored=scored)
