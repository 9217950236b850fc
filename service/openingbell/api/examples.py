"""The examples in the OpenAPI document, made by the same functions as the answers.

Law. A practice table is played here in process, from a fixed seed and at a fixed time, so an example cannot say what
the server would not, and the document is the same every time. Answers of one shape share one example. Tests send every
example request to a real server.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from openingbell import fairness
from openingbell.api import limits, render
from openingbell.api.games import EXAMPLE_SEED, Types
from openingbell.codec import to_json
from openingbell.players import Player
from openingbell.readings import Decided, Happening, Record, Snapshot
from openingbell.rules.kernel import HOUSE, Action, Game
from openingbell.settings import Settings
from openingbell.table import (
    Begin,
    By,
    Entry,
    Facts,
    Ready,
    Sit,
    Table,
    default_action,
    fold,
    house_action,
    opened,
    told,
)

AT_MS: Final = 1_796_007_845_678
TABLE_ID: Final = "42k7m3q9xw2p"
_SECRET: Final = fairness.practice_secret(EXAMPLE_SEED)
_ADA: Final = Player("p4t8z2c6v9n3", "Ada", "human", AT_MS)
_READINESS: Final = {"ready": True, "checks": {name: {"ok": True} for name in ("redis", "worker", "clock")}}


class Scene:
    """A table where Ada plays against house bots that never do more than the clock would."""

    def __init__(self, game: Game, options: Any = None) -> None:
        seats = min(4, max(game.seats))
        facts = Facts(
            id=TABLE_ID,
            game=game.name,
            rules_version=game.version,
            seats=seats,
            options=game.Options() if options is None else options,
            move_s=None,
            private=False,
            practice=True,
            commitment=fairness.commitment(_SECRET),
            creator=_ADA.id,
            created_at_ms=AT_MS,
        )
        self.table: Table = opened(facts)
        self.happenings: list[Happening] = []
        self.entries: list[Entry] = []
        self._do(0, Sit(_ADA.id, _ADA.name, "human"), "player")
        for seat in range(1, seats):
            self._do(seat, Sit(f"bot{seat}", "greedy", "house_bot", "greedy"), "house_bot")

    def begin(self) -> None:
        """Ring the opening bell, and play until Ada must decide."""
        self._do(0, Ready(), "player")
        self._do(HOUSE, Begin(), "house")
        self._until_asked()

    def default(self) -> Action:
        """What Ada plays if she does nothing."""
        return default_action(self.table, _SECRET, 0)

    def decide(self) -> Decided:
        """Ada decides, and all goes on until she is asked again."""
        action, n = self.default(), self.table.closed[0]
        self._do(0, action, "player")
        outcome: Any = "sealed" if 0 in self.table.turn.revisable else "applied"
        return Decided(outcome, False, n, action, self.snapshot())

    def finish(self) -> None:
        """Play to the end."""
        while self.table.status != "finished":
            self._until_asked()
            if self.table.turn.seats:
                self._do(0, self.default(), "player")

    def snapshot(self) -> Snapshot:
        """The table through Ada's eyes."""
        turn = self.table.turn
        sealed_or_asked = 0 in turn.seats or 0 in turn.revisable
        default = self.default() if sealed_or_asked else None
        return Snapshot(self.table, 0, len(self.happenings), AT_MS, default)

    def _until_asked(self) -> None:
        while True:
            turn = self.table.turn
            if turn.house is not None and not turn.seats:
                self._do(HOUSE, house_action(self.table, _SECRET), "house")
                continue
            others = [seat for seat in turn.seats if seat != 0]
            if 0 in turn.seats or not others:
                return
            self._do(others[0], default_action(self.table, _SECRET, others[0]), "house_bot")

    def _do(self, seat: int, action: Action, by: By) -> None:
        n = self.table.house_n if seat == HOUSE else self.table.closed[seat]
        entry = Entry(seat, n if self.table.state is not None else 0, action, by, AT_MS)
        after = fold(self.table, entry)
        for each in told(self.table, entry, after, 0):
            self.happenings.append(Happening(len(self.happenings) + 1, AT_MS, each, by))
        self.table = after
        self.entries.append(entry)


def of_game(types: Types) -> Iterator[tuple[str, str, Any]]:
    """`(operationId, status, example)` for each of a game's own operations; status `request` is what is sent."""
    scene = Scene(types.game)
    created = render.table(scene.snapshot())
    yield f"create{types.prefix}Table", "201", created
    scene.begin()
    yield f"view{types.prefix}Table", "200", render.view(scene.snapshot())
    yield f"decide{types.prefix}", "request", {"action": to_json(scene.default())}
    yield f"decide{types.prefix}", "200", {**render.decided(scene.decide()), "status": "applied"}


def of_all(types: Types, catalogue: Any) -> Iterator[tuple[str, str, Any]]:
    """The same for the fixed paths, told with one game's table."""
    player = render.player(_ADA)
    scene = Scene(types.game)
    waiting = render.table(scene.snapshot())
    scene.begin()
    running = render.table(scene.snapshot())
    events = render.events(scene.happenings[:3])
    scene.finish()
    entropies = ("",) * scene.table.facts.seats
    record = Record(scene.snapshot(), True, (), tuple(scene.entries[:3]), entropies, _SECRET.hex())
    yield "listGames", "200", catalogue
    yield "createPlayer", "201", {"player": player, "token": "ob_EXAMPLE-not-a-real-token"}
    yield "getMe", "200", player
    yield "listTables", "200", {"items": [running]}
    yield "getTable", "200", running
    yield "takeSeat", "201", waiting
    yield "startTable", "200", running
    yield "listEvents", "200", events
    yield "getRecord", "200", render.record(record)
    yield "getLimits", "200", limits.published(Settings())
    yield "getHealth", "200", {"status": "ok"}
    yield "getReadiness", "200", _READINESS
