"""Stock Hold'em, for 3 to 6 players: trade shares while half-hidden information decides what they will be worth.

Law. The game's parts in the order in which every game has them: options, actions and state (`state`; `cards`, `prices`
and `accounts` hold what they are made of), what a seat may do (`legality`), how it runs (`moves`), what silence plays
(`defaults`), what a seat knows (`views`), what it is told (`telling`), what it may imagine (`imagining`), and at the
end the `Game` that names them all.
"""

from __future__ import annotations

from typing import Final

from openingbell.rules.games.stock_holdem.defaults import default
from openingbell.rules.games.stock_holdem.imagining import imagine
from openingbell.rules.games.stock_holdem.legality import legal
from openingbell.rules.games.stock_holdem.moves import apply, house, start, turn
from openingbell.rules.games.stock_holdem.state import (
    SEATS,
    Buy,
    ChipBuy,
    ChipCash,
    ChipPeek,
    ChipSell,
    ChipSurge,
    Deal,
    EndTurn,
    Options,
    Place,
    Score,
    Sell,
    SkipBuy,
    SkipSell,
    State,
)
from openingbell.rules.games.stock_holdem.telling import tell
from openingbell.rules.games.stock_holdem.views import View, breakdown, prompt, result, scores, view
from openingbell.rules.kernel import Game

__all__ = [
    "GAME",
    "Buy",
    "ChipBuy",
    "ChipCash",
    "ChipPeek",
    "ChipSell",
    "ChipSurge",
    "Deal",
    "EndTurn",
    "Options",
    "Place",
    "Score",
    "Sell",
    "SkipBuy",
    "SkipSell",
    "State",
    "View",
    "imagine",
]


GAME: Final = Game(
    name="stock_holdem",
    title="Stock Hold'em",
    summary="Place half-hidden news at six companies, and own the right shares when it all comes out.",
    seats=SEATS,
    version=1,
    Options=Options,
    View=View,
    moves=(Place, Sell, SkipSell, Buy, SkipBuy, ChipCash, ChipPeek, ChipSell, ChipBuy, ChipSurge, EndTurn),
    deals=(Deal, Score),
    rulings={
        "place": "HLD-04",
        "sell": "HLD-04",
        "skip_sell": "HLD-04",
        "buy": "HLD-04",
        "skip_buy": "HLD-04",
        "chip_cash": "HLD-04",
        "chip_peek": "HLD-04",
        "chip_sell": "HLD-04",
        "chip_buy": "HLD-04",
        "chip_surge": "HLD-04",
        "end_turn": "HLD-04",
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
