"""Deals by name and turns in a few words, for the tests of Stock Hold'em."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from openingbell.rules.games.stock_holdem import (
    GAME,
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
    Sell,
    SkipBuy,
    SkipSell,
    State,
)
from openingbell.rules.games.stock_holdem.cards import DECKS
from openingbell.rules.games.stock_holdem.state import COMPANIES, DEALT, TURNS
from openingbell.rules.kernel import HOUSE, play
from openingbell.rules.values import Action


def card(face: str, left: list[str]) -> str:
    """The first card with that face (or of that full name) that is left, taken out."""
    found = next(each for each in left if face in (each, each.partition("/")[0]))
    left.remove(found)
    return found


def deal(
    seats: int,
    start_seat: int = 0,
    areas: dict[str, Sequence[str]] | None = None,
    hands: Iterable[Sequence[str]] = (),
    options: Options | None = None,
) -> Deal:
    """A deal with these faces in these areas and hands; whatever is not named comes in the fixed order of cards."""
    left = list(DECKS[(options or Options()).deck])
    named = {company: [card(face, left) for face in faces] for company, faces in (areas or {}).items()}
    held = [[card(face, left) for face in faces] for faces in hands]
    held += [[] for _ in range(seats - len(held))]
    for size, cards in [(DEALT, named.setdefault(c, [])) for c in COMPANIES] + [(TURNS[seats], hand) for hand in held]:
        while len(cards) < size:
            cards.append(left.pop(0))
    return Deal(start_seat, tuple(tuple(named[c]) for c in COMPANIES), tuple(map(tuple, held)), tuple(left))


def begun(seats: int, options: Options | None = None, **deals: Any) -> State:
    """A table after its first deal."""
    options = options or Options()
    state: State = play(GAME, GAME.start(seats, options), HOUSE, deal(seats, options=options, **deals))
    return state


VERBS: dict[str, type[Action]] = {
    "sell": Sell,
    "buy": Buy,
    "chip-sell": ChipSell,
    "chip-buy": ChipBuy,
    "surge": ChipSurge,
}
BARE: dict[str, Action] = {"skip-sell": SkipSell(), "skip-buy": SkipBuy(), "cash": ChipCash(), "end": EndTurn()}


def move(state: State, words: str) -> Action:
    """The action that a few words mean: `place N4 red`, `sell red`, `skip-sell`, `peek red 3`, `end`."""
    verb, *rest = words.split()
    if verb == "place":
        assert state.active is not None
        return Place(card(rest[0], list(state.hands[state.active])), rest[1])
    if verb == "peek":
        return ChipPeek(rest[0], int(rest[1]))
    return BARE[verb] if verb in BARE else VERBS[verb](rest[0])  # type: ignore[call-arg]


def acted(state: State, *steps: str) -> State:
    """The state after these moves of the active seat, each checked."""
    for words in steps:
        assert state.active is not None
        state = play(GAME, state, state.active, move(state, words))
    return state


def script(state: State, text: str) -> State:
    """Turns line by line, as `seat: move; move; …`."""
    for line in text.strip().splitlines():
        seat, _, steps = line.strip().partition(":")
        assert state.active == int(seat), f"it is seat {state.active}'s turn at {line!r}"
        state = acted(state, *(step.strip() for step in steps.split(";")))
    return state


def house(state: State, rng: Any) -> State:
    """The state after the house has done what is due."""
    following: State = play(GAME, state, HOUSE, GAME.house(state, rng))
    return following


def idle(state: State, rng: Any) -> State:
    """The state after the active seat did what an absent seat does."""
    assert state.active is not None
    following: State = play(GAME, state, state.active, GAME.default(state, state.active, rng))
    return following


def idle_until(state: State, phase: str, rng: Any, turn: int = 0) -> State:
    """Everybody absent, until that phase (of that turn)."""
    while not (state.phase == phase and state.turn >= turn):
        state = idle(state, rng) if state.active is not None else house(state, rng)
    return state
