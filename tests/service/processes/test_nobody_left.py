"""No table hangs: from any state, with everybody gone, the clock alone ends every game, and so does the API alone."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from openingbell import table
from openingbell.bots import SeededRng
from openingbell.rules.kernel import catalogue
from openingbell.table import Resign, WantPause, outcome, timing
from openingbell.wiring import Services
from tests.service.table.stories import SECRET, Story, facts
from tests.support.guests import Guest
from tests.support.redis_server import RedisServer
from tests.support.supervised import Server
from tests.support.waiting import until

STATES = ("begun", "in the middle", "resigned", "paused", "waiting")


def abandoned(parts: Services, game: str, state: str, move_s: int | None, number: int) -> str:
    """A stored table in that state, as it was left long ago: every pause and every wait is over."""
    # With a bell the rules' own two minutes a month would have to be sat through.
    options = {"negotiation_s": 0} if game == "panic_on_wall_street" else {}
    new = facts(game, min(catalogue()[game].seats), move_s, **options)
    story = Story(replace(new, id=f"{number:02}{state[:3].strip()}tables"))
    draw = SeededRng(f"{game} {state}")
    if state == "in the middle":
        while not all(story.now.moved) and story.now.turn.mode != "free":
            story.move()
        for _ in range(draw.below(20)):
            if story.now.turn.seats:
                seat = story.now.turn.seats[draw.below(len(story.now.turn.seats))]
                story.then(seat, story.now.game.legal(story.now.state, seat).sample(draw))
                story.settle_house()
    elif state == "resigned":
        story.then(0, Resign("greedy"))
    elif state == "paused":
        for seat in story.now.present:
            story.then(seat, WantPause(wanted=True))
    entries = story.entries[:1] if state == "waiting" else story.entries
    old_ms = parts.premises.now_ms() - 1000 * (timing.PAUSES_S["none"] + 3600) - story.at_ms
    story_facts = replace(story.now.facts, created_at_ms=story.now.facts.created_at_ms + old_ms)
    aged = [replace(entry, at_ms=entry.at_ms + old_ms) for entry in entries]
    assert parts.tables._desk.shelf.create(story_facts, SECRET, aged, "abandoned")
    return story_facts.id


def every_state(parts: Services, move_s: int | None) -> dict[str, tuple[str, str]]:
    pairs = [(game, state) for game in catalogue() for state in STATES]
    return {abandoned(parts, *pair, move_s, number): pair for number, pair in enumerate(pairs)}


def running(parts: Services, tables: Any) -> list[str]:
    """Those that are not over, without settling anything."""
    load = parts.tables._desk.shelf.load
    return [each for each in tables if load(each).loaded.table.status != "finished"]


def test_with_the_clock_alone_every_game_ends_from_every_state(parts: Services, store: RedisServer) -> None:
    """No client, no worker, no server of the queues."""
    tables = every_state(parts, 1)
    environment = {**os.environ, "REDIS_URL": store.url, "OPENINGBELL_JOBS_URL": "redis://127.0.0.1:1/0"}
    clock = subprocess.Popen([sys.executable, "-m", "openingbell.clock"], env=environment)
    try:
        until("the end of every game", lambda: not running(parts, tables), within_s=150)
    finally:
        clock.kill()
        clock.wait()
    assert_ended(parts, tables)


def test_with_the_api_alone_every_game_ends_from_every_state(parts: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody but somebody who looks, at tables whose clock gives no time at all."""
    monkeypatch.setattr(timing, "HOUSE_LATE_MS", 0)
    tables = every_state(parts, 0)

    def looked() -> bool:
        left = running(parts, tables)
        for each in left:
            parts.tables.read(each, None)
        return not left

    until("the end of every game", looked, within_s=150)
    assert_ended(parts, tables)


def assert_ended(parts: Services, tables: dict[str, tuple[str, str]]) -> None:
    for name, (game, state) in tables.items():
        loaded = parts.tables._desk.shelf.load(name).loaded
        final = outcome(loaded.table)
        assert final is not None, (game, state)
        if state == "waiting":
            assert final.ended_by == "aborted"
        assert table.due(loaded.table) == ()
    assert parts.logs.due(2**52, 1000) == []


def test_a_whole_server_that_was_stopped_keeps_every_deadline(data: Any) -> None:
    with Server(data) as first, Guest(first.url) as guest:
        guest.register()
        name = guest.create(bots=["random"], clock={"move_s": 600, "bank_s": 60})["id"]
        guest.start(name)
        before = guest.asked(name)
        token = guest.http.headers["Authorization"]
    with Server(data) as again, Guest(again.url) as guest:
        guest.http.headers["Authorization"] = token
        after = guest.view(name)
    assert after["decision"] == before["decision"]
    assert after["banks_s"] == before["banks_s"]
