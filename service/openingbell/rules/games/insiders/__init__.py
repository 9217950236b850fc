"""Insiders (2011), for 2 to 6 players: the game that became Bull Market, a million a hand, as first drafted or revised.

Law. What this game does in its own way: its options, table and awards (`state`), the ties that the original breaks
(`moves`), its view type (`views`) and news (`telling`), and at the end the `Game` that names everything. How it is
played it shares with Bull Market (`peek_and_pass`).
"""

from __future__ import annotations

from typing import Final

from openingbell.rules.games.insiders.moves import apply, house, start, turn
from openingbell.rules.games.insiders.state import SEATS, HandAward, Options, TurnStub
from openingbell.rules.games.insiders.telling import tell
from openingbell.rules.games.insiders.views import View, prompt, view
from openingbell.rules.kernel import Game
from openingbell.rules.matches import Score
from openingbell.rules.peek_and_pass import imagining
from openingbell.rules.peek_and_pass.defaults import default
from openingbell.rules.peek_and_pass.moves import legal
from openingbell.rules.peek_and_pass.state import RULINGS, Bid, Deal, Discard, PassBid, PassCards, Pay, State
from openingbell.rules.peek_and_pass.views import breakdown, result, scores
from openingbell.rules.values import Rng, tag

__all__ = [
    "GAME",
    "Bid",
    "Deal",
    "Discard",
    "HandAward",
    "Options",
    "PassBid",
    "PassCards",
    "Pay",
    "Score",
    "State",
    "TurnStub",
    "View",
]

MOVES: Final = (Bid, PassBid, Pay, PassCards, Discard)


def imagine(view: View, rng: Rng) -> State:
    """A full state whose view from `view.seat` is `view`. Raises `ValueError` if the view is of no possible game."""
    state = imagining.imagine(start(view.seats, view.options), view, rng)
    return state.but(market=state.market.plus(view.turned))


GAME: Final = Game(
    name="insiders",
    title="Insiders",
    summary="Everybody gets a million a hand: bid for inside information and be a few points richer than the rest.",
    seats=SEATS,
    version=1,
    Options=Options,
    View=View,
    moves=MOVES,
    deals=(Deal, TurnStub, Score),
    rulings={tag(move): RULINGS[tag(move)] for move in MOVES},
    start=start,
    turn=turn,
    legal=legal,
    apply=apply,
    house=house,
    default=default,
    view=view,
    tell=tell,
    imagine=imagine,
    prompt=prompt,
    scores=scores,
    breakdown=breakdown,
    result=result,
)
