"""Insider Trading, for 2 to 4 players: three hands of five tricks, whose winners lock a card and flood the market.

Law. The game's parts in the order in which every game has them: options, actions and state (`state`), how it runs and
what a seat may do (`moves`), what silence plays (`defaults`), what a seat knows (`views`), what it is told
(`telling`), what it may imagine (`imagining`), and at the end the `Game` that names them all.
"""

from __future__ import annotations

from typing import Final

from openingbell.rules.games.insider_trading.defaults import default
from openingbell.rules.games.insider_trading.imagining import imagine
from openingbell.rules.games.insider_trading.moves import apply, house, legal, start, turn
from openingbell.rules.games.insider_trading.state import (
    SEATS,
    Deal,
    Keep,
    Lock,
    Options,
    Panic,
    Play,
    State,
    Swap,
)
from openingbell.rules.games.insider_trading.telling import tell
from openingbell.rules.games.insider_trading.views import View, breakdown, prompt, result, scores, view
from openingbell.rules.kernel import Game
from openingbell.rules.matches import Score

__all__ = ["GAME", "Deal", "Keep", "Lock", "Options", "Panic", "Play", "Score", "State", "Swap", "View"]


GAME: Final = Game(
    name="insider_trading",
    title="Insider Trading",
    summary="Win tricks to lock their best card and flood the market with the rest; a swap may help.",
    seats=SEATS,
    version=1,
    Options=Options,
    View=View,
    moves=(Play, Swap, Keep, Lock, Panic),
    deals=(Deal, Score),
    rulings={
        "play": "INS-02",
        "swap": "INS-05",
        "keep": "INS-05",
        "lock": "INS-05",
        "panic": "INS-10",
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
