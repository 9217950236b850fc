"""The kernel: what a game is, and the only ways to move one.

Law. A game is a handful of pure functions over frozen values. Nothing in `rules` knows a clock, a network,
a player's name or a source of randomness other than the `Rng` it is handed. The house is a seat: what it
deals, rolls and scores are actions in the log like any other, so a game is a fold over its log.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from openingbell.rules.choices import Choice, Choices
from openingbell.rules.values import Action, Illegal, Rng, Tagged, Text, tag

__all__ = [
    "HOUSE",
    "Action",
    "Choice",
    "Choices",
    "Game",
    "Illegal",
    "Place",
    "Result",
    "Rng",
    "Tagged",
    "Text",
    "Told",
    "Turn",
    "catalogue",
    "check",
    "editions",
    "game_named",
    "game_version",
    "play",
    "replay",
    "settle",
    "tag",
]

HOUSE: Final = -1
"""The seat number of the house. Players' seats are 0-based and clockwise (GEN-01)."""

FRONT_GAME: Final = "bull_market"
"""The game that the house offers first: to newcomers, and to whoever names none."""

Mode = Literal["one", "sealed", "free"]


class Turn(NamedTuple):
    """Who must act now.

    `seats` owe a move; `mode` says how their moves combine: `one` (a single seat), `sealed` (all of them, hidden
    until the last is in, GEN-02), `free` (any of them, at any moment). `revisable` are the seats that have sealed a
    move in this step and may still replace it; `optional` those that may act in a free phase although nobody waits
    for them. `house` is None, or the number of seconds after which the house acts (0 = now): beside seats it is the
    length of a phase that the rules time. `kind` names the decision, e.g. `bid`. No seats and no house means that the
    game is over.
    """

    seats: tuple[int, ...]
    mode: Mode = "one"
    house: int | None = None
    kind: str = ""
    revisable: tuple[int, ...] = ()
    optional: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return not self.seats and self.house is None

    @property
    def able(self) -> tuple[int, ...]:
        """Every seat that may act now, awaited or not."""
        return (*self.seats, *self.revisable, *self.optional)

    @property
    def timed(self) -> bool:
        """Whether seats may act only until the house does, at a time that they do not shift."""
        return self.house is not None and bool(self.seats)


@dataclass(frozen=True, slots=True)
class Told:
    """What one viewer is told of one log entry.

    `code` is stable and kebab-case; `seat` is whom it is about (None: nobody or the house); `params` hold the facts,
    `text` says it in a plain sentence that names seats by number ("Seat 2 bids 7.").
    """

    code: str
    text: str
    seat: int | None = None
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Place:
    """One seat's final standing: `rank` 1 is best and may be shared (GEN-03); `score` in the game's points."""

    seat: int
    rank: int
    score: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: a place a seat in seat order, the seats that won (GEN-03), and what called the end."""

    places: tuple[Place, ...]
    winners: tuple[int, ...]
    ended_by: str = "rules"


@dataclass(frozen=True, slots=True)
class Game:
    """One game's facts and functions; every game file ends with one, named `GAME`.

    Types that differ from game to game (State, View, Options) are `Any` here and exact in the game's own file.

    * `seats`: the numbers of seats it can be played with, ascending.
    * `moves`: the players' actions; they become the API's union. `deals`: the house's actions, seen only in the log.
    * `rulings`: for each move's tag, the ruling that a try at the wrong moment breaks.
    * `start(seats, options)`: the first state. Raises `Illegal` (pointer into the options) for options that do not fit.
    * `turn(state)`: who must act. Seats whose only move is forced by public facts are skipped (GEN-09).
    * `legal(state, seat)`: the choices of a seat that owes or may replace a move, or may act without owing (then there
      may be none at the moment); no choices for any other seat. Computed from what that seat knows (GEN-05).
    * `apply(state, seat, action)`: the next state. Trusts that a player's action is legal: call `play` to check.
      House actions are checked here (card conservation, totals), since no choice describes them.
    * `house(state, rng)`: the action of the house when `turn(state).house` is not None.
    * `default(state, seat, rng)`: what an absent seat that owes a move plays, legal, from what it knows (GEN-10).
      `rng` is keyed by table, seat and decision, so the answer is the same whenever it is asked.
    * `view(state, seat)`: what a seat (None: a spectator) knows, as another type, built by allow-list.
    * `tell(before, seat, action, after, viewer)`: what a viewer is told of one entry; None: nothing.
    * `imagine(view, rng)`: a full state that this viewer cannot tell from the real one.
    * `prompt(state, seat)`: what that viewer is asked to do or waits for.
    * `scores(state)`: public running scores by seat. `breakdown(state)`: every scored hand with its reasons.
    * `result(state)`: the final standing, None while the game runs.
    * `contests(state)`: by seat, in which contest it is ranked, where several have winners of their own; else ().
    """

    name: str
    title: str
    summary: str
    seats: tuple[int, ...]
    version: int
    Options: type[Any]
    View: type[Any]
    moves: tuple[type[Action], ...]
    deals: tuple[type[Action], ...]
    rulings: Mapping[str, str]
    start: Callable[[int, Any], Any]
    turn: Callable[[Any], Turn]
    legal: Callable[[Any, int], Choices]
    apply: Callable[[Any, int, Action], Any]
    house: Callable[[Any, Rng], Action]
    default: Callable[[Any, int, Rng], Action]
    view: Callable[[Any, int | None], Any]
    tell: Callable[[Any, int, Action, Any, int | None], Told | None]
    imagine: Callable[[Any, Rng], Any]
    prompt: Callable[[Any, int | None], Text]
    scores: Callable[[Any], tuple[int, ...]]
    breakdown: Callable[[Any], tuple[Any, ...]]
    result: Callable[[Any], Result | None]
    contests: Callable[[Any], tuple[int, ...]] = lambda _: ()


def check(game: Game, state: Any, seat: int, action: Action) -> None:
    """Raise `Illegal` unless the action may be applied. What a house action carries, `apply` checks."""
    if seat != HOUSE:
        game.legal(state, seat).check(action, game.rulings)
    elif game.turn(state).house is None or type(action) not in game.deals:
        raise Illegal("not-now", f"The house cannot {tag(type(action))} now.", ruling="GEN-06")


def play(game: Game, state: Any, seat: int, action: Action) -> Any:
    """Apply one action after checking it. Raises `Illegal`; the state is a value, so nothing has changed then."""
    check(game, state, seat, action)
    return game.apply(state, seat, action)


def settle(game: Game, state: Any, rng: Rng) -> Any:
    """Let the house act, in process, until a player must or the game is over (tests, arenas, search)."""
    while True:
        turn = game.turn(state)
        if turn.house is None or turn.seats:
            return state
        state = game.apply(state, HOUSE, game.house(state, rng))


def replay(game: Game, seats: int, options: Any, log: Iterable[tuple[int, Action]]) -> Any:
    """The state after a log of `(seat, action)`, each checked as it was when it was played (GEN-06)."""
    state = game.start(seats, options)
    for seat, action in log:
        state = play(game, state, seat, action)
    return state


def _modules() -> Iterator[tuple[str, Game]]:
    """Every game in `rules/games` and the name of its module, found by scanning the package."""
    package = importlib.import_module("openingbell.rules.games")
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda each: (each.name != FRONT_GAME, each.name)):
        game = getattr(importlib.import_module(f"{package.__name__}.{info.name}"), "GAME", None)
        if isinstance(game, Game):
            yield info.name, game


@cache
def catalogue() -> Mapping[str, Game]:
    """The games that new tables can be made of, by name: each module of `rules/games` that is named like its game.

    The house's front game comes first, then the others in the order of their names. Whoever names no game means the
    first.
    """
    return {name: game for name, game in _modules() if name == game.name}


@cache
def editions() -> Mapping[tuple[str, int], Game]:
    """Every game by name and rules version: the catalogue's, and the frozen ones in modules `<game>_v<version>`.

    Raises `ImportError` for a module whose name says otherwise than its game, or two games of one version: a table
    must never be folded with rules that only look like its own.
    """
    found: dict[tuple[str, int], Game] = {}
    for module, game in _modules():
        if module not in (game.name, f"{game.name}_v{game.version}"):
            raise ImportError(f"the module {module} holds {game.name} version {game.version}")
        if (game.name, game.version) in found:
            raise ImportError(f"there are two modules of {game.name} version {game.version}")
        found[game.name, game.version] = game
    return found


def game_version(name: str, version: int) -> Game:
    """The game with exactly these rules. Raises `KeyError` with the versions there are."""
    try:
        return editions()[name, version]
    except KeyError:
        there = [str(found) for game, found in sorted(editions()) if game == name]
        raise KeyError(f"{name} version {version} is not installed; there is {', '.join(there) or 'none'}") from None


def game_named(name: str) -> Game:
    """The catalogue's game of that name. Raises `KeyError` with the names there are."""
    try:
        return catalogue()[name]
    except KeyError:
        raise KeyError(f"no game named {name!r}; there are {', '.join(catalogue())}") from None
