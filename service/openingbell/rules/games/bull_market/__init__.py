"""Bull Market, for 2 to 8 players: three hands of buying looks at the market, passing cards on, and the Panic.

Law. What this game does in its own way: its options and its table (`state`), where it starts (`moves`), its view type
(`views`) and imagined states (`imagining`), and at the end the `Game` that names everything. How it is played it shares
with Insiders (`peek_and_pass`).
"""

from __future__ import annotations

from typing import Final

from openingbell.rules.games.bull_market.imagining import imagine
from openingbell.rules.games.bull_market.moves import start
from openingbell.rules.games.bull_market.state import SEATS, Options
from openingbell.rules.games.bull_market.views import View, view
from openingbell.rules.kernel import Game
from openingbell.rules.matches import Score
from openingbell.rules.peek_and_pass.defaults import default
from openingbell.rules.peek_and_pass.moves import apply, house, legal, turn
from openingbell.rules.peek_and_pass.state import (
    RULINGS,
    Bid,
    Deal,
    Discard,
    Panic,
    PassBid,
    PassCards,
    Pay,
    State,
)
from openingbell.rules.peek_and_pass.telling import tell
from openingbell.rules.peek_and_pass.views import breakdown, prompt, result, scores

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
    rulings=RULINGS,
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
