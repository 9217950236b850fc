"""Bear Market, for 2 to 8 players: three hands of locking one card, discarding another and passing the rest on.

Law. The game's parts in the order in which every game has them: options, actions and state (`state`, and `sorting` for
its Marketplace), how it runs and what a seat may do (`moves`), what silence plays (`defaults`), what a seat knows
(`views`), what it is told (`telling`), what it may imagine (`imagining`), and at the end the `Game` that names them
all.
"""

from __future__ import annotations

from typing import Final

from openingbell.rules.games.bear_market.defaults import default
from openingbell.rules.games.bear_market.imagining import imagine
from openingbell.rules.games.bear_market.moves import apply, house, legal, start, turn
from openingbell.rules.games.bear_market.state import SEATS, Deal, Draft, Options, State
from openingbell.rules.games.bear_market.telling import tell
from openingbell.rules.games.bear_market.views import View, breakdown, prompt, result, scores, view
from openingbell.rules.kernel import Game
from openingbell.rules.matches import Score

__all__ = ["GAME", "Deal", "Draft", "Options", "Score", "State", "View"]


GAME: Final = Game(
    name="bear_market",
    title="Bear Market",
    summary="Lock one card, discard one, pass the rest on: a commodity is as bad as its lowest card on the market.",
    seats=SEATS,
    version=1,
    Options=Options,
    View=View,
    moves=(Draft,),
    deals=(Deal, Score),
    rulings={"draft": "BEAR-01"},
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
