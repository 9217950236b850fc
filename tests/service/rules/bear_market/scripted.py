"""Scripted deals and drafts of Bear Market, so that a test says what lies where."""

from __future__ import annotations

from collections.abc import Iterable

from openingbell.bots.rng import SeededRng
from openingbell.rules.cards import deck
from openingbell.rules.games.bear_market import GAME, Deal, Draft, Options, State
from openingbell.rules.kernel import HOUSE, play
from tests.service.rules.scripted import cards

SUITS = "GOPJBCWFU"


def deal(*hands: str) -> Deal:
    """A deal of the first commodities; what nobody gets is the stub."""
    held = tuple(map(cards, hands))
    used = {card for hand in held for card in hand}
    return Deal(held, tuple(card for card in deck(SUITS[: len(hands) + 1]) if card not in used))


def suited(seats: int) -> Deal:
    """Seat i holds all of commodity i; the last commodity is the stub."""
    return deal(*(f"{suit}1-10" for suit in SUITS[:seats]))


def begun(seats: int, options: Options | None = None, dealt: Deal | None = None) -> State:
    """The first draft of a game with this deal (suited unless given)."""
    return again(GAME.start(seats, options or Options()), dealt)


def again(state: State, dealt: Deal | None = None) -> State:
    """The first draft of the next hand."""
    return play(GAME, state, HOUSE, dealt or suited(state.table.seats))  # type: ignore[no-any-return]


def draft(state: State, *moves: str) -> State:
    """Every seat's sealed draft, in seat order: `"G10 G1"` locks G10 and discards G1."""
    for seat, text in enumerate(moves):
        state = play(GAME, state, seat, Draft(*text.split()))
    return state


def rounds(state: State, drafts: Iterable[str]) -> State:
    """A round a text, with the seats' drafts divided by commas."""
    for text in drafts:
        state = draft(state, *text.split(","))
    return state


def plainest(state: State) -> State:
    """One round in which everybody locks the highest card and discards the lowest one."""
    hands = [sorted(hand, key=lambda card: int(card[1:])) for hand in state.hands]
    return draft(state, *(f"{hand[-1]} {hand[0]}" for hand in hands))


def to_score(state: State) -> State:
    """The plainest drafts until the hand is to be scored."""
    while state.phase == "draft":
        state = plainest(state)
    return state


def score(state: State) -> State:
    return play(GAME, state, HOUSE, GAME.house(state, SeededRng(0)))  # type: ignore[no-any-return]
