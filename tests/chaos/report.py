"""The figures of a run: what was played, what was broken, what was found, and how long recoveries took.

Law. Counts and measures; asserts nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.chaos.checker import Verdict
from tests.chaos.faults import KINDS, Fault
from tests.chaos.history import History
from tests.chaos.world import KINDS as WORLD
from tests.chaos.world import Kind

BOUND_S: Final = 5.0
"""Within which any table is to be served again."""

Spans = Sequence[tuple[float, float]]


@dataclass
class Recovery:
    """The slowest of one sort, in seconds: at all, and counted from when the last process that it needed was back.

    `others_lived`: the slowest of those in which no needed kind of process was wholly away.
    """

    at_all: float = 0.0
    from_back: float = 0.0
    others_lived: float = 0.0
    which: str = ""

    def add(self, began: float, ended: float, away: Spans, what: str) -> None:
        """One more. `away` are the times when all processes of a needed kind were away."""
        overlapping = [span for span in away if span[0] < ended and span[1] > began]
        back = max([began, *(min(span[1], ended) for span in overlapping)])
        self.at_all = max(self.at_all, ended - began)
        if ended - back > self.from_back:
            self.from_back, self.which = ended - back, what
        if not overlapping:
            self.others_lived = max(self.others_lived, ended - began)

    @property
    def kept(self) -> bool:
        """Whether both are within the bound."""
        return max(self.from_back, self.others_lived) <= BOUND_S

    def __str__(self) -> str:
        times = f"{self.from_back:.1f} s from the process being back, {self.others_lived:.1f} s while others lived"
        return f"{times}; the bound of {BOUND_S:g} s is {'kept' if self.kept else 'NOT kept'}"


@dataclass
class Report:
    """The sums over all tables."""

    tables: int = 0
    decisions: int = 0
    acknowledged: int = 0
    answers: int = 0
    repeats: int = 0
    at_points: int = 0
    given_up: int = 0
    seconds: float = 0.0
    killed: Counter[Kind] = field(default_factory=Counter)
    halted: Counter[Kind] = field(default_factory=Counter)
    by: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)
    owed: Recovery = field(default_factory=Recovery)
    asked: Recovery = field(default_factory=Recovery)

    def add(self, history: History, verdict: Verdict, clocks_away: Spans, api_away: Spans) -> None:
        """One more table. What is owed needs the store and a clock; what is asked needs the store and the API."""
        self.tables += 1
        self.games[history.game] += 1
        self.decisions += verdict.decisions
        self.acknowledged += verdict.acknowledged
        self.answers += verdict.answers
        self.repeats += history.repeats
        self.by += verdict.by
        self.faults += verdict.faults
        for service in verdict.services:
            self.owed.add(service.due, service.done, clocks_away, f"{service.what} at {history.name}")
        for began, ended in history.outages:
            self.asked.add(began, ended, api_away, f"a client of {history.name}")

    @property
    def kills(self) -> int:
        """How many processes were killed."""
        return self.killed.total()

    def spared(self) -> list[Kind]:
        """The kinds of process of which none was killed, or none was stopped."""
        return [kind for kind in WORLD if not self.killed[kind] or not self.halted[kind]]

    def count(self, kind: str) -> int:
        """How many faults of a kind."""
        return sum(fault.kind == kind for fault in self.faults)

    def __str__(self) -> str:
        others = {kind: self.count(kind) for kind in KINDS if kind not in ("lost", "doubled", "stuck")}
        by = ", ".join(f"{number} by {who}" for who, number in self.by.most_common())
        rows = {
            "tables": f"{self.tables} ({', '.join(f'{number} {game}' for game, number in sorted(self.games.items()))})",
            "decisions": f"{self.decisions} ({by}; {self.acknowledged} acknowledged to clients)",
            "answers checked": str(self.answers),
            "kills": f"{_by(self.killed)}; {self.at_points} of them between two commands to the store",
            "stops": _by(self.halted),
            "workers that gave up without a store": str(self.given_up),
            "repeats": str(self.repeats),
            "lost": str(self.count("lost")),
            "doubled": str(self.count("doubled")),
            "stuck": str(self.count("stuck")),
            "other faults": ", ".join(f"{number} {kind}" for kind, number in others.items()),
            "slowest recovery of what is owed": f"{self.owed} ({self.owed.which})",
            "slowest recovery of an answer": f"{self.asked} ({self.asked.which})",
            "time": f"{self.seconds:.0f} s",
        }
        width = max(map(len, rows))
        return "\n".join(f"{name:<{width}}  {value}" for name, value in rows.items())


def _by(kinds: Counter[Kind]) -> str:
    return f"{kinds.total()} ({', '.join(f'{kinds[kind]} {kind}' for kind in WORLD)})"
