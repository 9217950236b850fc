"""Panik, for 2 to 4 players: hunters go to haunted manors, some of which are not what they seem.

Law. The game's parts in the order in which every game has them: options, actions and state (`state`), what manors pay
(`scoring`), what a seat may do (`legality`), how it runs (`moves`), what silence plays (`defaults`), what a seat knows
(`views`), what it is told (`telling`), what it may imagine (`imagining`), and at the end the `Game` that names them
all.
"""

from __future__ import annotations

from typing import Final

from openingbell.rules.games.panik.defaults import default
from openingbell.rules.games.panik.imagining import imagine
from openingbell.rules.games.panik.legality import legal
from openingbell.rules.games.panik.moves import apply, house, start, turn
from openingbell.rules.games.panik.state import (
    SEATS,
    Call,
    Deal,
    Detect,
    Duo,
    NoCall,
    NoSend,
    Options,
    Place,
    Relocate,
    Reveal,
    Score,
    SendBack,
    State,
)
from openingbell.rules.games.panik.telling import tell
from openingbell.rules.games.panik.views import View, breakdown, prompt, result, scores, view
from openingbell.rules.kernel import Game

__all__ = [
    "GAME",
    "Call",
    "Deal",
    "Detect",
    "Duo",
    "NoCall",
    "NoSend",
    "Options",
    "Place",
    "Relocate",
    "Reveal",
    "Score",
    "SendBack",
    "State",
    "View",
]


GAME: Final = Game(
    name="panik",
    title="Panik",
    summary="Send hunters to manors that you have not all seen, and steer the others into your traps.",
    seats=SEATS,
    version=1,
    Options=Options,
    View=View,
    moves=(Reveal, Duo, Place, Detect, SendBack, NoSend, Relocate, Call, NoCall),
    deals=(Deal, Score),
    rulings={
        "reveal": "PNK-03",
        "duo": "PNK-03",
        "place": "PNK-15",
        "detect": "PNK-06",
        "send_back": "PNK-08",
        "no_send": "PNK-08",
        "relocate": "PNK-08",
        "call": "PNK-11",
        "no_call": "PNK-11",
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
