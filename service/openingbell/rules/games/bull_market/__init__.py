"""Bull Market, for 2 to 8 players: three hands of buying looks at the market, passing cards on, and the Panic.

Law. The game's parts in the order in which every game has them: options, actions and state (`state`), how it runs
(`moves`), what silence plays (`defaults`), what a seat knows (`views`), what it is told (`telling`), what it may
imagine (`imagining`), and at the end the `Game` that names them all.
"""

from __future__ import annotations

from typing import Final

from openingbell.rules.games.bull_market.defaults import default
from openingbell.rules.games.bull_market.imagining import imagine
from openingbell.rules.games.bull_market.moves import apply, house, legal, start, turn
from openingbell.rules.games.bull_market.state import (
    SEATS,
    Bid,
    Deal,
    Discard,
    Options,
    Panic,
    PassBid,
    PassCards,
    Pay,
    Score,
    State,
)
from openingbell.rules.games.bull_market.telling import tell
from openingbell.rules.games.bull_market.views import View, prompt, result, view
from openingbell.rules.kernel import Game
from openingbell.rules.market import HandScore

__all__ = [
    "GAME",
    "Bid",
    "Deal",
    "Discard",
    "Options",
    "Panic",
    "PassBid",
    "PassCards",
    "Pay",
    "Score",
    "State",
    "View",
]


def scores(state: State) -> tuple[int, ...]:
    """The running totals by seat."""
    return state.totals


def breakdown(state: State) -> tuple[HandScore, ...]:
    """Every scored hand with its reasons."""
    return tuple(scored.breakdown for scored in state.scored)


GAME: Final = Game(
    name="bull_market",
    title="Bull Market",
    summary="Buy looks at tomorrow's market, pass on what you do not want, keep what will be rare.",
    seats=SEATS,
    version=1,
    Options=Options,
    View=View,
    moves=(Bid, PassBid, Pay, PassCards, Panic, Discard),
    deals=(Deal, Score),
    rulings={
        "bid": "BULL-06",
        "pass_bid": "BULL-06",
        "pay": "BULL-11",
        "pass_cards": "BULL-15",
        "panic": "BULL-18",
        "discard": "BULL-21",
    },
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
