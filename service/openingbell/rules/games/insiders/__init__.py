"""Insiders (2011), for 2 to 6 players: the game that became Bull Market, a million a hand, as first drafted or revised.

Law. What this game does in its own way: its options, table and awards (`state`), the ties that the original breaks
(`moves`), its view type (`views`), news (`telling`) and imagined states (`imagining`), and at the end the `Game` that
names everything. How it is played it shares with Bull Market (`peek_and_pass`).
"""

from __future__ import annotations

from typing import Final

from openingbell.rules.games.insiders.imagining import imagine
from openingbell.rules.games.insiders.moves import apply, house, start, turn
from openingbell.rules.games.insiders.state import SEATS, HandAward, Options, TurnStub
from openingbell.rules.games.insiders.telling import tell
from openingbell.rules.games.insiders.views import View, prompt, view
from openingbell.rules.kernel import Game
from openingbell.rules.matches import Score
from openingbell.rules.peek_and_pass.defaults import default
from openingbell.rules.peek_and_pass.moves import legal
from openingbell.rules.peek_and_pass.state import RULINGS, Bid, Deal, Discard, PassBid, PassCards, Pay, State
from openingbell.rules.peek_and_pass.views import breakdown, result, scores
from openingbell.rules.values import tag

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
