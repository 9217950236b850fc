"""Panic on Wall Street!, for 3 to 11 players: managers sell shares in their companies, investors bet on the dice.

Law. The game's parts in the order in which every game has them: printed material (`board`), the record of everybody's
money (`reports`), options, actions and state (`state`), what a seat may do (`legality`), how it runs (`moves`; what a
negotiation does in `negotiating`, who pays whom in `clearing`, costs and auctions in `managing`), what silence plays
(`defaults`), what a seat knows (`views`), what it is told (`telling`), what it may imagine (`imagining`), and at the
end the `Game` that names them all.
"""

from __future__ import annotations

from typing import Final

from openingbell.rules.games.panic_on_wall_street.board import SEATS
from openingbell.rules.games.panic_on_wall_street.defaults import default
from openingbell.rules.games.panic_on_wall_street.imagining import imagine
from openingbell.rules.games.panic_on_wall_street.legality import legal
from openingbell.rules.games.panic_on_wall_street.moves import apply, house, start, turn
from openingbell.rules.games.panic_on_wall_street.state import (
    Accept,
    Allocate,
    Bell,
    Bid,
    Costs,
    Done,
    Draw,
    Extend,
    ForceBankruptcy,
    Options,
    PassBid,
    Propose,
    Release,
    Repay,
    Retract,
    Roll,
    SellOff,
    Settle,
    SetUp,
    State,
    Withdraw,
)
from openingbell.rules.games.panic_on_wall_street.telling import tell
from openingbell.rules.games.panic_on_wall_street.views import View, breakdown, contests, prompt, result, scores, view
from openingbell.rules.kernel import Game

__all__ = [
    "GAME",
    "Accept",
    "Allocate",
    "Bell",
    "Bid",
    "Costs",
    "Done",
    "Draw",
    "Extend",
    "ForceBankruptcy",
    "Options",
    "PassBid",
    "Propose",
    "Release",
    "Repay",
    "Retract",
    "Roll",
    "SellOff",
    "SetUp",
    "Settle",
    "State",
    "View",
    "Withdraw",
]


GAME: Final = Game(
    name="panic_on_wall_street",
    title="Panic on Wall Street!",
    summary="Managers sell shares in their companies; investors haggle, then the dice move the market.",
    seats=SEATS,
    version=1,
    Options=Options,
    View=View,
    moves=(
        Propose,
        Retract,
        Accept,
        Withdraw,
        Release,
        Repay,
        Done,
        Allocate,
        Extend,
        ForceBankruptcy,
        SellOff,
        Bid,
        PassBid,
    ),
    deals=(SetUp, Bell, Roll, Settle, Costs, Draw),
    rulings={
        "propose": "PWS-04",
        "retract": "PWS-09",
        "accept": "PWS-09",
        "withdraw": "PWS-06",
        "release": "PWS-06",
        "repay": "PWS-13",
        "done": "PWS-09",
        "allocate": "PWS-13",
        "extend": "PWS-13",
        "force_bankruptcy": "PWS-13",
        "sell_off": "PWS-15",
        "bid": "PWS-18",
        "pass_bid": "PWS-18",
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
    contests=contests,
)
