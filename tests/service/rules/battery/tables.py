"""What the battery plays: every game of the catalogue, its variants, its numbers of seats, and what must be conserved.

A game that is added is found by itself, with its default options and every boolean or listed option toggled; what is
particular to it stands in a module of its own beside this one (`known`).
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from openingbell.bots.rng import SeededRng
from openingbell.rules.kernel import HOUSE, Action, Game, Turn, catalogue
from tests.service.rules.battery.known import Known, Renaming


@cache
def known(name: str) -> Known:
    """What that game's own module here says of it."""
    module = f"{__package__}.{name}"
    return importlib.import_module(module).KNOWN if importlib.util.find_spec(module) else Known()


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
        """States that differ only in what the viewer may not know, each with what an action is called there.

        One by the game's `imagine`, one by the test's own `swapped`, and one in which only the moves that others have
        sealed are others.
        """
        yield self.game.imagine(self.game.view(state, viewer), rng), lambda action: action
        if (swapped := known(self.game.name).swapped) is not None:
            yield swapped(state, viewer, rng)
        sealed = [seat for seat in self.game.turn(state).revisable if seat != viewer]
        if sealed:
            for seat in sealed:
                state = self.game.apply(state, seat, self.game.legal(state, seat).sample(rng))
            yield state, lambda action: action

    def seals(self, state: Any) -> bool:
        """Whether two seats or more choose in secret now."""
        now = self.game.turn(state)
        return now.mode == "sealed" and len(now.seats) > 1

    def invariant(self, state: Any) -> None:
        known(self.game.name).invariant(state)


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
        for changes in ({}, *toggles(game.Options), *known(game.name).variants)
        for seats in game.seats
        if known(game.name).offered(changes, seats)
    ]


def sealed_cases() -> list[Case]:
    """Those of the games that have sealed steps, as a random game of each shows."""
    every = cases()
    first = {case.game.name: case for case in reversed(every)}
    sealing = {
        name for name, case in first.items() if any(case.seals(step.before) for step in walk(case, case.rng("")))
    }
    return [case for case in every if case.game.name in sealing]


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
