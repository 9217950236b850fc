"""What happens to the processes: which of them is killed or stopped when, and when it comes back.

Law. `blow` is called every few hundredths of a second and never waits. All chances come from one seeded generator; what
the machine makes of them differs from run to run.
"""

from __future__ import annotations

import random
import time
from typing import Final

from tests.chaos.line import Point
from tests.chaos.world import KINDS, Kind, Part, World

LONGEST_DEATH_S: Final = 1.5
LONGEST_STOP_S: Final = 3.5
AT_POINTS: Final = 0.35
"""How many starts of a process are over a line that kills it, or cuts it off, at a command chosen by chance."""

COMMANDS: Final = {"api": 150, "house": 300, "bots": 300, "clock": 18_000}
"""Up to which command, by kind: a clock's sweep alone is 192 of them."""

DEEDS: Final = {
    "kill": 50,
    "kill child": 8,
    "kill store": 12,
    "kill kind": 8,
    "kill all": 3,
    "stop": 22,
    "stop store": 5,
}


class Storm:
    """Does one deed every `every_s` seconds on average, until `calm`; first of all one of each sort to every kind."""

    def __init__(self, world: World, every_s: float, seed: str) -> None:
        self._world = world
        self._every_s = every_s
        self._rng = random.Random(seed)
        self._next = time.time() + every_s
        self._until: dict[str, float] = {}
        self._calm = False
        self._first = [(what, kind) for what in ("kill", "stop") for kind in KINDS]
        self._rng.shuffle(self._first)

    def blow(self) -> None:
        """Bring back who has been away long enough, and do the next deed if it is time."""
        now = time.time()
        self._world.look()
        for part in self._world.everything():
            if part.stopped and now >= self._until.get(part.name, 0):
                self._world.go_on(part)
            elif part is self._world.store_part:
                if part.outage and not part.stopped and now >= part.restart_at:
                    self._world.restart_store()
            elif part.process is None and now >= part.restart_at:
                self._world.start_part(part, None if self._calm else self._point(part))
        if not self._calm and now >= self._next:
            self._next = now + self._rng.expovariate(1 / self._every_s)
            if self._first:
                self._at_first(*self._first.pop())
            else:
                self._deed(self._rng.choices(list(DEEDS), list(DEEDS.values()))[0])

    def calm(self) -> None:
        """No more deeds; what is away comes back."""
        self._calm = True
        for part in self._world.everything():
            self._until[part.name] = 0
            part.restart_at = 0

    def _at_first(self, what: str, kind: Kind) -> None:
        """One of each kind is killed, and one stopped, before chance decides; later, where none is there just now."""
        up = [part for part in self._world.everything() if part.kind == kind and not part.outage]
        if not up:
            self._first.insert(0, (what, kind))
        elif what == "stop":
            self._stop(self._rng.choice(up))
        else:
            self._kill(self._rng.choice(up))

    def _deed(self, deed: str) -> None:
        what, _, whom = deed.partition(" ")
        for part in self._victims(whom):
            if what == "stop":
                self._stop(part)
            elif whom != "child" or not self._world.kill_child(part):
                self._kill(part)

    def _victims(self, whom: str) -> list[Part]:
        """Those that are there: one of them, all, all of a kind, the store, or an API process (for its child)."""
        up = [part for part in self._world.everything() if not part.outage]
        kind: str = {"store": "store", "child": "api"}.get(whom, "")
        if whom == "kind":
            kind = self._rng.choice([each for each in KINDS if each != "store"])
        found = [part for part in up if kind in ("", part.kind) and (whom or part.kind != "store")]
        return found if whom in ("all", "kind") or not found else [self._rng.choice(found)]

    def _kill(self, part: Part) -> None:
        self._world.kill(part, self._rng.uniform(0, LONGEST_DEATH_S))

    def _stop(self, part: Part) -> None:
        self._until[part.name] = time.time() + self._rng.uniform(0.2, LONGEST_STOP_S)
        self._world.stop(part)

    def _point(self, part: Part) -> Point | None:
        rng = self._rng
        if rng.random() > AT_POINTS:
            return None
        number = rng.randint(1, COMMANDS[part.kind])
        return Point(number, rng.choice(("before", "after")), rng.choice(("kill", "kill", "cut")))
