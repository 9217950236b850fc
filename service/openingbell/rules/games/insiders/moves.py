"""How Insiders runs where it differs: ties of three or more commodities in the original, before a hand is scored.

Law. `start`, `turn`, `apply` and `house` around those of `peek_and_pass`; they turn one card of the stub at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from openingbell.rules.games.insiders.state import Options, ScoredHand, TurnStub, checked, table, turned
from openingbell.rules.kernel import Turn
from openingbell.rules.market import Market
from openingbell.rules.matches import Score
from openingbell.rules.peek_and_pass import moves
from openingbell.rules.peek_and_pass.state import State
from openingbell.rules.seats import of_house
from openingbell.rules.values import Action, Illegal, Rng

TOO_MANY: Final = 3
"""So many commodities with the same points are a tie that the original breaks."""


def start(seats: int, options: Options) -> State:
    """The table before the first deal. Raises `Illegal` for options that do not fit so many seats."""
    return moves.seated(table(seats, checked(seats, options)), options.first_seat)


def tie_to_break(market: Market, stub: Sequence[str]) -> bool:
    """Whether three or more commodities tie, empty ones included, and there is a card to turn (I11-06, I11-07)."""
    return bool(stub) and max(Counter(market.points.values()).values()) >= TOO_MANY


def turning(state: State) -> bool:
    """Whether the house has to turn a card of the stub before it scores the hand."""
    return (
        state.phase == "score" and state.table.options.version == "original" and tie_to_break(state.market, state.stub)
    )


def turn(state: State) -> Turn:
    """Who must act."""
    return of_house("turn_stub") if turning(state) else moves.turn(state)


def apply(state: State, seat: int, action: Action) -> State:
    """The state after an action."""
    if type(action) is TurnStub:
        return _turn_stub(state, action)
    if type(action) is Score:
        return _score(state, seat, action)
    return moves.apply(state, seat, action)


def _score(state: State, seat: int, action: Score) -> State:
    if turning(state):
        raise Illegal("not-now", "Commodities still tie: a card of the stub has to be turned.", ruling="I11-06")
    after = moves.apply(state, seat, action)
    *before, last = after.scored
    assert isinstance(last, ScoredHand)
    return after.but(scored=(*before, replace(last, turned=turned(state))))


def _turn_stub(state: State, action: TurnStub) -> State:
    if not turning(state):
        raise Illegal("not-now", "There is no tie that a card of the stub has to break.", ruling="I11-06")
    card, *rest = state.stub
    if action.card != card:
        raise Illegal("wrong-card", f"{action.card} is not the stub's next card.", ruling="I11-06", pointer="/card")
    return state.but(stub=tuple(rest), market=state.market.plus((card,)))


def house(state: State, rng: Rng) -> Action:
    """Deal, break a tie, or score. Only a deal draws."""
    return TurnStub(state.stub[0]) if turning(state) else moves.house(state, rng)
