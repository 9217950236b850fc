"""What the battery plays: every game of the catalogue, its variants, its numbers of seats, and what must be conserved.

A game that is added is found by itself, with its default options and every boolean or listed option toggled. It gets
a line here only for more variants, or for a check of its own on every state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from openingbell.bots.rng import SeededRng
from openingbell.rules.kernel import HOUSE, Action, Game, Turn, catalogue
from tests.service.rules.battery.bear_market import bear_cards, bear_swapped
from tests.service.rules.battery.insider_trading import insider_cards, insider_swapped
from tests.service.rules.battery.insiders import insiders_cards
from tests.service.rules.battery.panic_on_wall_street import wall_street_accounts, wall_street_swapped
from tests.service.rules.battery.panik import panik_cards, panik_swapped
from tests.service.rules.battery.peek_and_pass import cards_conserved, cards_swapped
from tests.service.rules.battery.stock_holdem import holdem_accounts, holdem_swapped

MORE_VARIANTS: Mapping[str, list[dict[str, Any]]] = {
    "bear_market": [{"play_to_target": True, "empty_rule": "shared_top"}],
    "bull_market": [
        {"short": True, "slow_burn": True},
        {"slow_burn": True, "empty_rule": "shared_top", "first_seat": 1},
    ],
    "insider_trading": [{"empty_rule": "shared_top", "first_seat": 1}],
    "stock_holdem": [
        {"crowded": True, "crowded_scope": "round"},
        {"rounds": 3, "dark": True, "start_price": 57, "first_seat": 2},
        {"rounds": 1, "crowded": True, "deck": "1-10x1", "start_price": 1},
    ],
    "insiders": [{"version": "original", "first_seat": 1}],
    "panic_on_wall_street": [{"negotiation_s": 0, "offers": 4}],
    "panik": [{"values": (0, 0, 13, 0, 0), "first_seat": 1}, {"values": (5, 2, 0, 1, 5)}],
}


def original_with_six(changes: Mapping[str, Any], seats: int) -> bool:
    """The first draft of Insiders ends at five seats."""
    return changes.get("version") == "original" and seats > 5


NOT_OFFERED: Mapping[str, Callable[[Mapping[str, Any], int], bool]] = {"insiders": original_with_six}
"""Options that a game refuses at some of its numbers of seats."""

VARIANTS_AT: Mapping[str, tuple[int, ...]] = {"panic_on_wall_street": (3, 4, 5, 11)}
"""Where a game has many numbers of seats, those at which its variants are played as well as its default."""


def left_out(game: Game, changes: Mapping[str, Any], seats: int) -> bool:
    """Whether the battery does without this case."""
    if game.name in NOT_OFFERED and NOT_OFFERED[game.name](changes, seats):
        return True
    return bool(changes) and seats not in VARIANTS_AT.get(game.name, game.seats)


INVARIANTS: Mapping[str, Callable[[Any], None]] = {
    "bear_market": bear_cards,
    "bull_market": cards_conserved,
    "insider_trading": insider_cards,
    "stock_holdem": holdem_accounts,
    "insiders": insiders_cards,
    "panic_on_wall_street": wall_street_accounts,
    "panik": panik_cards,
}

NOBODY_LEFT: Mapping[str, Callable[[Any], bool]] = {"panic_on_wall_street": lambda state: not state.living}
"""Games in which everybody can be out at the end, and when that is so."""

Renaming = Callable[[Action], Action]

SWAPS: Mapping[str, Callable[[Any, int | None, SeededRng], tuple[Any, Renaming]]] = {
    "bear_market": bear_swapped,
    "bull_market": cards_swapped,
    "insider_trading": insider_swapped,
    "stock_holdem": holdem_swapped,
    "insiders": cards_swapped,
    "panic_on_wall_street": wall_street_swapped,
    "panik": panik_swapped,
}
"""Where a game's hidden things are exchanged by the test's own knowledge of the rules."""


@dataclass(frozen=True)
class Case:
    """One game with one set of options at one number of seats."""

    game: Game
    changes: tuple[tuple[str, Any], ...]
    seats: int

    @cached_property
    def options(self) -> Any:
        return replace(self.game.Options(), **dict(self.changes))

    @property
    def variant(self) -> str:
        return " ".join(f"{name}={value}" for name, value in self.changes) or "default"

    @property
    def id(self) -> str:
        return f"{self.game.name}-{self.variant.replace(' ', '-')}-{self.seats}"

    def rng(self, purpose: str) -> SeededRng:
        return SeededRng(f"{self.id} {purpose}")

    def other_worlds(self, state: Any, viewer: int | None, rng: SeededRng) -> Iterator[tuple[Any, Renaming]]:
        """States that differ only in what the viewer may not know, each with what an action is called there."""
        yield self.game.imagine(self.game.view(state, viewer), rng), lambda action: action
        if self.game.name in SWAPS:
            yield SWAPS[self.game.name](state, viewer, rng)

    def nobody_left(self, state: Any) -> bool:
        """Whether the game has no winner because everybody is out of it."""
        return NOBODY_LEFT.get(self.game.name, lambda _: False)(state)

    def invariant(self, state: Any) -> None:
        INVARIANTS.get(self.game.name, lambda _: None)(state)


def toggles(options: type[Any]) -> Iterator[dict[str, Any]]:
    """Every boolean option turned round, and every other value of an option that lists its values."""
    hints = get_type_hints(options)
    for each in fields(options):
        hint, default = hints[each.name], getattr(options(), each.name)
        values = (True, False) if hint is bool else get_args(hint) if get_origin(hint) is Literal else ()
        yield from ({each.name: value} for value in values if value != default)


def cases() -> list[Case]:
    """Every game x variant x number of seats."""
    return [
        Case(game, tuple(changes.items()), seats)
        for game in catalogue().values()
        for changes in ({}, *toggles(game.Options), *MORE_VARIANTS.get(game.name, []))
        for seats in game.seats
        if not left_out(game, changes, seats)
    ]


BELL: Final = 25
"""In a phase that the rules time, the house acts once in so many moves, as if the time was up."""


def some_move(game: Game, state: Any, now: Turn, rng: SeededRng) -> tuple[int, Action]:
    """What happens next in a random game: mostly a seat that is awaited acts, now and then one that need not."""
    others = (*now.revisable, *now.optional)
    able = now.seats if not others or rng.below(6) else others
    if not able or (now.timed and not rng.below(BELL)):
        return HOUSE, game.house(state, rng)
    seat = able[rng.below(len(able))]
    choices = game.legal(state, seat)
    if not choices:
        seat = now.seats[0]
        choices = game.legal(state, seat)
    return seat, choices.sample(rng)


@dataclass(frozen=True)
class Step:
    """One entry of a random game: the state before it, who acts, the action, and the state after."""

    before: Any
    seat: int
    action: Action
    after: Any


MOST_STEPS = 20_000


def walk(case: Case, rng: SeededRng) -> Iterator[Step]:
    """A random game, entry by entry; now and then a seat replaces its sealed move."""
    game = case.game
    state = game.start(case.seats, case.options)
    for _ in range(MOST_STEPS):
        now = game.turn(state)
        if now.over:
            return
        seat, action = some_move(game, state, now, rng)
        after = game.apply(state, seat, action)
        yield Step(state, seat, action, after)
        state = after
    raise AssertionError(f"{case.id} did not end within {MOST_STEPS} entries")
