"""Scripted months of Panic on Wall Street!, so that a test says who owns what and who owes whom."""

from __future__ import annotations

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.panic_on_wall_street import (
    GAME,
    Accept,
    Bell,
    Done,
    Draw,
    Options,
    PassBid,
    Propose,
    Roll,
    Settle,
    SetUp,
    State,
)
from openingbell.rules.kernel import HOUSE, Action, Illegal, play

FIVE = ("R1 Y1 B1", "G1 B2 R2", "", "", "")
"""Seats 0 and 1 manage, seats 2 to 4 invest."""
THREE = ("B1 B2 G1", "B3 G2 R1", "Y1 B4 B5")
"""Everybody does both."""


def begun(*rows: str, **options: object) -> State:
    """The first negotiation, with these companies, a row a seat."""
    rows = rows or FIVE
    managers = tuple(seat for seat, row in enumerate(rows) if row)
    state = GAME.start(len(rows), Options(**options))  # type: ignore[arg-type]
    started: State = play(GAME, state, HOUSE, SetUp(managers, tuple(tuple(row.split()) for row in rows)))
    return started


def act(state: State, seat: int, *actions: Action) -> State:
    """A seat's actions, one after the other, each checked."""
    for action in actions:
        state = play(GAME, state, seat, action)
    return state


def refused(state: State, seat: int, action: Action) -> Illegal:
    """Why the action is refused."""
    with pytest.raises(Illegal) as caught:
        play(GAME, state, seat, action)
    return caught.value


def dealt(state: State, tile: str, investor: int, price: int, terms: str = "open") -> State:
    """The investor offers, and the owner accepts."""
    state = act(state, investor, Propose(tile, investor, price, terms))  # type: ignore[arg-type]
    return act(state, state.companies[tile].owner, Accept(f"{tile}-{investor}-investor-{terms}", price))


def house(state: State, *kinds: type[Action]) -> State:
    """The house's next actions, which are of these kinds."""
    for kind in kinds:
        action = GAME.house(state, SeededRng(1))
        assert type(action) is kind
        state = play(GAME, state, HOUSE, action)
    return state


def rich(state: State, *cash: int) -> State:
    """The same, but everybody has this much."""
    return state.but(cash=cash, bank=sum(cash))


def rolled(state: State, *dice: int) -> State:
    """The bell, the dice (red, yellow, green, blue), and the payments of those who can pay."""
    state = play(GAME, play(GAME, state, HOUSE, Bell()), HOUSE, Roll(dice))
    return house(state, Settle)


def owing(state: State, *cash: int) -> State:
    """After the bell, with no income at all: everybody has this much when it comes to paying."""
    return house(rich(play(GAME, state, HOUSE, Bell()), *cash).but(phase="settle"), Settle)


def to_costs(state: State) -> State:
    """After the bell and a month without income or payments."""
    return play(GAME, state, HOUSE, Bell()).but(phase="costs")


def auctioned(state: State, auctioneer: int | None, lots: str) -> State:
    """These companies are up for auction."""
    drawn: State = play(GAME, state, HOUSE, Draw(tuple(lots.split()), auctioneer))
    return drawn


def passed(state: State) -> State:
    """Everybody passes until the next month."""
    while state.phase == "bid":
        state = act(state, GAME.turn(state).seats[0], PassBid())
    return state


def unwanted(state: State, auctioneer: int | None, count: int) -> State:
    """So many companies of the reserve are up for auction, and nobody wants one."""
    return passed(auctioned(state, auctioneer, " ".join(state.reserve[:count])))


def finished(state: State) -> State:
    """Everybody is silent until the end of the negotiation."""
    for seat in state.living:
        if seat in GAME.turn(state).seats:
            state = act(state, seat, Done())
    return state
