"""Scripted deals and tricks of Insider Trading, so that a test says what lies where."""

from __future__ import annotations

from openingbell.bots.rng import SeededRng
from openingbell.rules.cards import deck
from openingbell.rules.games.insider_trading import GAME, Deal, Keep, Lock, Options, Panic, Play, State, Swap
from openingbell.rules.kernel import HOUSE, play
from tests.service.rules.scripted import cards

SUITS = "GOPJB"


def deal(*hands: str, dealer: int = 0) -> Deal:
    """A deal of the first commodities; what nobody gets is the stub, in the fixed order from the top."""
    held = tuple(map(cards, hands))
    used = {card for hand in held for card in hand}
    return Deal(dealer, held, tuple(card for card in deck(SUITS[: len(hands) + 1]) if card not in used))


def suited(seats: int, dealer: int = 0) -> Deal:
    """Seat i holds all of commodity i; the last commodity is the stub, its 1 on top."""
    return deal(*(f"{suit}1-10" for suit in SUITS[:seats]), dealer=dealer)


def begun(seats: int, dealt: Deal | None = None, options: Options | None = None) -> State:
    """The first trick of a game with this deal (suited unless given)."""
    return again(GAME.start(seats, options or Options()), dealt or suited(seats))


def again(state: State, dealt: Deal) -> State:
    """The first trick of the next hand."""
    return play(GAME, state, HOUSE, dealt)  # type: ignore[no-any-return]


def played(state: State, *cards_in_order: str) -> State:
    """These cards by the seats whose turn it is."""
    for card in cards_in_order:
        state = play(GAME, state, GAME.turn(state).seats[0], Play(card))
    return state


def won(state: State, lock: str, swap: str = "") -> State:
    """The winner's decisions: what to remove, if anything, and what to lock."""
    seat = GAME.turn(state).seats[0]
    state = play(GAME, state, seat, Swap(swap) if swap else Keep())
    return play(GAME, state, seat, Lock(lock))  # type: ignore[no-any-return]


def trick(state: State, cards_in_order: str, lock: str, swap: str = "") -> State:
    """A whole trick."""
    return won(played(state, *cards_in_order.split()), lock, swap)


def straight(state: State, ranks: range = range(1, 6)) -> State:
    """Tricks of suited cards in which every seat plays the rank of its commodity; the leader wins and locks its own."""
    for rank in ranks:
        seats = state.table.seats
        leader = GAME.turn(state).seats[0]
        suits = [SUITS[(leader + place) % seats] for place in range(seats)]
        state = trick(state, " ".join(f"{suit}{rank}" for suit in suits), f"{suits[0]}{rank}")
    return state


def panic(state: State, *texts: str) -> State:
    """Every seat's sealed Panic, in seat order; an empty text for a seat that is not asked."""
    for seat, text in enumerate(texts):
        if text:
            state = play(GAME, state, seat, Panic(cards(text)))
    return state


def score(state: State) -> State:
    return play(GAME, state, HOUSE, GAME.house(state, SeededRng(0)))  # type: ignore[no-any-return]
