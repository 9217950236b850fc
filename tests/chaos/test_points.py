"""The API's process is killed, or cut off from the store, at every single command of a short visit to a table.

Every client asks again until it has an answer, as a client should; then everything must be there once. The worker and
the clock are killed at every kind of write in `tests/service/processes`, and at commands chosen by chance in a storm.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any, Literal

import pytest

from tests.chaos.examiner import examine
from tests.chaos.history import History
from tests.chaos.line import NOWHERE, Point
from tests.chaos.party import Person, registered
from tests.chaos.wire import Caller
from tests.chaos.world import Part, World

DECISIONS = 2
COMMANDS = 26
"""As many as a visit takes at least: from the first token that is read to the record."""

LOOKS_EVERY_S = 0.03


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    world = World(apis=1, workers=1, clocks=1)
    try:
        for part in world.parts:
            world.start_part(part, NOWHERE if part.kind == "api" else None)
        world.start()
        yield world
    finally:
        world.close()


@pytest.fixture(scope="module")
def people(world: World) -> list[Person]:
    return registered(world.ports, 2, time.time() + 60)


def visit(world: World, people: list[Person], name: str) -> History:
    """Make a table, sit down, start, decide a few times, look around; each request until it is answered."""
    until = time.time() + 60
    history = History(name, "bull_market", {"seats": 2, "options": {}, "bots": [], "clock": "none"})
    lines = [Caller(world.ports, who.token, None, history.exchanges, random.Random(name)) for who in people]

    def asked(who: int, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        answer = lines[who].insist(method, path, body, until=until, key=key)
        assert answer.status in (200, 201, 202), f"{method} {path}: {answer}"
        return answer.json

    history.table = asked(0, "POST", "/v1/games/bull_market/tables", history.order, key=name)["id"]
    fixed, own = f"/v1/tables/{history.table}", f"/v1/games/bull_market/tables/{history.table}"
    asked(1, "POST", f"{fixed}/seats", {"entropy": "seven"})
    history.players = {seat: who.id for seat, who in enumerate(people)}
    for seat, who in enumerate(people):
        lines[seat].drop()
        lines[seat] = Caller(world.ports, who.token, seat, history.exchanges, random.Random(name))
        asked(seat, "POST", f"{fixed}/start", {})
    taken = 0
    while taken < DECISIONS:
        assert time.time() < until
        time.sleep(LOOKS_EVERY_S)
        for seat in (0, 1):
            decision = asked(seat, "GET", f"{own}/view").get("decision")
            if decision and not decision["revisable"]:
                path = f"{own}/seats/{seat}/decisions/{decision['n']}"
                asked(seat, "PUT", path, {"action": decision["default"]})
                taken += 1
    for seat in (0, 1):
        asked(seat, "GET", f"{fixed}/events?after=0")
        asked(seat, "GET", f"{fixed}/record")
        lines[seat].drop()
    return history


def assert_sound(world: World, history: History) -> None:
    faults = [fault for fault in examine(world.store.url, history).faults if fault.kind != "stuck"]
    assert faults == []


@pytest.mark.server
@pytest.mark.parametrize("what", ["kill", "cut"])
def test_after_every_command(world: World, people: list[Person], what: Literal["kill", "cut"]) -> None:
    """Killed before a command is the same as killed after the one before it: the store cannot tell."""
    api: Part = world.parts[0]
    assert api.line is not None
    for number in range(1, COMMANDS + 1):
        api.line.arm(Point(number, "after", what))
        assert_sound(world, visit(world, people, f"{what}-{number}"))
        assert api.line.reached.is_set(), f"a visit took only {api.line.commands} commands"
