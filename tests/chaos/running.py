"""A run: tables are played, the storm blows, finished tables are checked, until there was enough of everything.

Law. One loop, in the thread that calls it, bounded in time; nothing that it starts outlives it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from tests.chaos.examiner import Examiner
from tests.chaos.faults import Fault
from tests.chaos.history import History
from tests.chaos.orders import order
from tests.chaos.party import Party, Person, registered
from tests.chaos.report import Report
from tests.chaos.storm import Storm
from tests.chaos.world import World

TICK_S = 0.03


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How much there has to be. `longest_s` ends the storm in any case; `rest_s` is what open tables then have left."""

    tables: int
    decisions: int
    kills: int
    at_once: int
    every_s: float
    longest_s: float
    rest_s: float
    people: int = 40
    most_seats: int = 8
    seed: str = "chaos"


class Run:
    """One run of a plan in a world that has been started."""

    def __init__(self, world: World, plan: Plan, say: Callable[[str], None]) -> None:
        self._world = world
        self._plan = plan
        self._say = say
        self._rng = random.Random(plan.seed)
        self._storm = Storm(world, plan.every_s, plan.seed)
        self._examiner = Examiner(world.store.url)
        self._parties: list[Party] = []
        self._begun = time.time()
        self._made = 0
        self.report = Report()

    def run(self) -> Report:
        """Play it all."""
        plan = self._plan
        people = registered(self._world.ports, plan.people, self._begun + 60)
        storm_until = self._begun + plan.longest_s
        until = storm_until + plan.rest_s
        said = time.time()
        try:
            while not self._enough() and time.time() < storm_until:
                while len(self._parties) < plan.at_once and not self._last_table():
                    self._party(people, until)
                self._tick()
                if time.time() - said >= 5:
                    said = time.time()
                    self._say(self._line())
            self._storm.calm()
            self._rest(min(until, time.time() + plan.rest_s))
        finally:
            self._examiner.close()
        self.report.seconds = time.time() - self._begun
        return self.report

    def _enough(self) -> bool:
        report, plan = self.report, self._plan
        return report.tables >= plan.tables and report.decisions >= plan.decisions and self._world.kills >= plan.kills

    def _last_table(self) -> bool:
        """Whether what is at play will do: no new table is needed for the number of decisions."""
        report = self.report
        if self._made < self._plan.tables or not report.tables or self._world.kills < self._plan.kills:
            return False
        return report.decisions * (1 + len(self._parties) / report.tables) >= self._plan.decisions

    def _party(self, people: list[Person], until: float) -> None:
        game, wanted, number = order(self._made, self._rng, most_seats=self._plan.most_seats)
        history = History(f"{self._plan.seed}-{self._made}", game, wanted)
        self._made += 1
        party = Party(history, self._world.ports, self._rng.sample(people, number), until)
        self._parties.append(party)
        party.start()

    def _tick(self) -> None:
        self._storm.blow()
        for party in [each for each in self._parties if each.history.over.is_set()]:
            self._parties.remove(party)
            party.join()
            self._examiner.take(party.history)
        clocks, api = self._world.down("store", "clock"), None
        for history, verdict in self._examiner.ready():
            api = api or self._world.down("store", "api")
            self.report.add(history, verdict, clocks, api)
        time.sleep(TICK_S)

    def _rest(self, until: float) -> None:
        """No more storm: everything that is open must end."""
        self._say(f"{self._line()}; the storm is over")
        said = time.time()
        while (self._parties or self._examiner.busy) and time.time() < until + 60:
            self._tick()
            if time.time() - said >= 5:
                said = time.time()
                self._say(self._line())
        report, world = self.report, self._world
        for party in self._parties:
            report.faults.append(Fault("stuck", party.history.name, "its clients have not ended"))
        report.faults += [Fault("refused", "the server", what) for what in world.unexpected]
        report.killed, report.halted = world.killed, world.halted
        report.at_points, report.given_up = world.at_points, world.given_up

    def _line(self) -> str:
        report, world = self.report, self._world
        seconds = time.time() - self._begun
        return (
            f"{seconds:4.0f} s  tables {report.tables} done, {len(self._parties)} at play  "
            f"decisions {report.decisions}  kills {world.kills}  stops {world.stops}  faults {len(report.faults)}"
        )
