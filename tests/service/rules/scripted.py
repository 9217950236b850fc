"""Scripted deals and moves of Bull Market and Insiders, so that a test says what lies where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.cards import deck
from openingbell.rules.games import bull_market, insiders
from openingbell.rules.games.bull_market import (
    Bid,
    Deal,
    Discard,
    Options,
    Panic,
    PassBid,
    PassCards,
    Pay,
    State,
)
from openingbell.rules.kernel import HOUSE, Action, Game, Illegal
from openingbell.rules.kernel import play as played

GAMES: Mapping[type[Any], Game] = {bull_market.Options: bull_market.GAME, insiders.Options: insiders.GAME}


def game_of(state: State) -> Game:
    """Whose state it is."""
    return GAMES[type(state.table.options)]


def play(state: State, seat: int, action: Action) -> State:
    """The checked action in the state's own game."""
    return played(game_of(state), state, seat, action)  # type: ignore[no-any-return]


def cards(text: str) -> tuple[str, ...]:
    """`"G1-3 O5"` -> G1 G2 G3 O5."""
    result: list[str] = []
    for word in text.split():
        first, _, last = word[1:].partition("-")
        result += [f"{word[0]}{rank}" for rank in range(int(first), int(last or first) + 1)]
    return tuple(result)


def deal(seats: int, hands: Iterable[str], stacks: Iterable[str], dealer: int = 0) -> Deal:
    """A deal of the first commodities; what nobody gets is the stub."""
    held, lying = tuple(map(cards, hands)), tuple(map(cards, stacks))
    used = {card for group in (*held, *lying) for card in group}
    return Deal(dealer, held, lying, tuple(card for card in deck("GOPJBCWFU"[: seats + 1]) if card not in used))


def suited(seats: int, dealer: int = 0, size: int | None = None) -> Deal:
    """Seat i holds 1 to 9 of commodity i; the stacks are the lowest cards of the last commodity, in order."""
    suits = "GOPJBCWFU"[: seats + 1]
    size = size or (2 if seats <= 3 else 3)
    stacks = [f"{suits[-1]}{1 + size * i}-{size * (i + 1)}" for i in range(3)]
    return deal(seats, [f"{suit}1-9" for suit in suits[:-1]], stacks, dealer)


def begun(seats: int, options: Any = None, dealt: Deal | None = None) -> State:
    """The first auction of a game with this deal (suited unless given); the options name the game."""
    options = options or Options()
    return again(GAMES[type(options)].start(seats, options), dealt)


def again(state: State, dealt: Deal | None = None) -> State:
    """The first auction of the next hand with this deal (suited unless given)."""
    return play(state, HOUSE, dealt or suited(state.table.seats, state.dealer or 0, state.table.stack_size))


def call(state: State, *amounts: int) -> State:
    """Bids in turn; 0 passes."""
    for amount in amounts:
        seat = game_of(state).turn(state).seats[0]
        state = play(state, seat, Bid(amount) if amount else PassBid())
    return state


def nobody(state: State) -> State:
    """Everybody who is asked passes in the auction."""
    while state.phase == "auction":
        state = call(state, 0)
    return state


def pay(state: State, text: str) -> State:
    return play(state, asked(state)[0], Pay(cards(text)))


def passing(state: State, *texts: str) -> State:
    """Every seat's sealed pass, in seat order."""
    for seat, text in enumerate(texts):
        state = play(state, seat, PassCards(cards(text)))
    return state


def panic(state: State, *texts: str) -> State:
    """Every seat's sealed Panic, in seat order; an empty text for a seat that is not asked."""
    for seat, text in enumerate(texts):
        if text:
            state = play(state, seat, Panic(cards(text)))
    return state


def discard(state: State, *dropped: str) -> State:
    """Every seat's sealed slow discard, in seat order; an empty text for a seat that is not asked."""
    for seat, card in enumerate(dropped):
        if card:
            state = play(state, seat, Discard(card))
    return state


def house(state: State) -> State:
    """What the house does next, when it draws nothing."""
    return play(state, HOUSE, game_of(state).house(state, SeededRng(0)))


def score(state: State) -> State:
    """The hand is scored, after whatever the house does before."""
    while state.phase == "score":
        state = house(state)
    return state


def lowest(state: State) -> State:
    """Nobody bids, everybody passes and lays down its lowest cards, until the hand is to be scored."""
    while state.phase != "score":
        state = nobody(state)
        if state.phase == "score":
            break
        for seat in game_of(state).turn(state).seats:
            ranked = sorted(state.hands[seat], key=lambda card: (int(card[1:]), card))
            if state.phase == "pass":
                state = play(state, seat, PassCards(tuple(ranked[: 4 - state.round])))
            elif state.phase == "panic":
                state = play(state, seat, Panic(tuple(ranked[:4])))
            else:
                state = play(state, seat, Discard(ranked[0]))
    return state


def after_one_hand(seats: int = 4, dealer: int = 0) -> State:
    """A scored hand of suited cards in which nobody bid, before the next deal: all totals are equal."""
    return score(lowest(begun(seats, dealt=suited(seats, dealer))))


def refused(state: State, seat: int, action: Action) -> Illegal:
    """Why the rules refuse the action."""
    with pytest.raises(Illegal) as caught:
        play(state, seat, action)
    return caught.value


def asked(state: State) -> tuple[int, ...]:
    """The seats that owe a move."""
    return game_of(state).turn(state).seats


def house_deal(state: State, seed: int) -> Deal:
    """What the house deals with this seed."""
    action = game_of(state).house(state, SeededRng(seed))
    assert isinstance(action, Deal)
    return action


def before_discards(options: Any, seats: int = 4) -> State:
    """Suited cards, nobody has bought anything, everybody passed its own 1-6 on: the discards are due."""
    return one_to_six_passed(begun(seats, options))


def one_to_six_passed(state: State) -> State:
    """From the first auction of a suited hand to the discards: nobody buys, everybody passes its own 1-6 on."""
    for low, high in ((1, 3), (4, 5), (6, 6)):
        state = passing(nobody(state), *(f"{suit}{low}-{high}" for suit in "GOPJBCWF"[: state.table.seats]))
    return state
