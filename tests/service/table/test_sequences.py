"""Whatever comes in whatever order, a table folds, keeps its accounts of time, and comes to its end by itself."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openingbell import table
from openingbell.api import render
from openingbell.bots import SeededRng
from openingbell.readings import Happening, Snapshot
from openingbell.rules.kernel import HOUSE, catalogue
from openingbell.table import LIFECYCLE, STAND_IN, Entry, Resign, Return, Table, WantPause, due
from tests.service.table.stories import SECRET, Story, facts

GAMES = {name: min(game.seats) + 1 if len(game.seats) > 1 else game.seats[0] for name, game in catalogue().items()}
MOST_STEPS = 3_000

DEEDS = (
    "move",
    "move",
    "move",
    "wait",
    "due",
    "due",
    "due",
    "pause",
    "all pause",
    "go on",
    "all go on",
    "return",
    "resign",
)

deeds = st.tuples(st.sampled_from(DEEDS), st.integers(0, 10), st.integers(0, 2**16))


def done(story: Story, deed: str, seat: int, draw: int) -> None:
    """One thing that may happen at a table, if it may happen now."""
    now = story.now
    if table.overdue_since_ms(now, story.at_ms) is not None or deed == "due":
        by_itself(story)
    elif deed == "wait":
        story.wait((1, 20, 50, 200, 2000)[draw % 5])
    elif deed.startswith("all "):
        for each in now.present:
            wished(story, deed.removeprefix("all "), each, draw)
    else:
        wished(story, deed, seat % now.facts.seats, draw)


def wished(story: Story, deed: str, seat: int, draw: int) -> None:
    """What the owner of a seat may do now."""
    now = story.now
    who = now.occupants[seat]
    assert who is not None
    if who.kind == "house_bot" or who.resigned:
        return
    if deed == "move" and seat in now.turn.able and not now.paused:
        choices = now.game.legal(now.state, seat)
        if choices:
            back = [Entry(seat, 0, Return(), "player", story.at_ms)] if who.stand_in else []
            story.append(*back, Entry(seat, now.closed[seat], choices.sample(SeededRng(draw)), "player", story.at_ms))
    elif deed == "return" and who.stand_in:
        story.then(seat, Return())
    elif deed == "resign" and draw % 8 == 0:
        story.then(seat, Resign(STAND_IN))
    elif deed in ("pause", "go on") and not who.stand_in:
        wanted = deed == "pause"
        if (seat in now.pausing) != wanted or (not wanted and seat in now.unasked):
            story.then(seat, WantPause(wanted))


def by_itself(story: Story) -> None:
    """What falls due next, done when it does, by the house, by bots that have no idea, or by the clock."""
    now = story.now
    kind, at_ms = min(due(now), key=lambda each: each.at_ms)
    story.at_ms = max(story.at_ms, at_ms)
    if table.overdue_since_ms(now, story.at_ms) is not None:
        assert story.settle()
    elif kind == "house":
        story.append(table.house_entry(now, SECRET, story.at_ms))
    else:
        (seat, *_) = table.bots_to_move(now)
        story.then(seat, table.default_action(now, SECRET, seat), "house_bot")


def to_its_end(story: Story) -> None:
    for _ in range(MOST_STEPS):
        if story.now.status == "finished":
            return
        by_itself(story)
    raise AssertionError(f"still running after {MOST_STEPS} steps: {story.now.turn}, {due(story.now)}")


@pytest.mark.parametrize("game", GAMES)
@given(
    clock=st.sampled_from(((None, 0), (5, 0), (45, 120), (86_400, 3_600))),
    bots=st.integers(0, 1),
    untimed=st.booleans(),
    came=st.sampled_from((True, True, True, False)),
    what=st.lists(deeds, min_size=30, max_size=90),
)
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_any_sequence(
    game: str, clock: tuple[int | None, int], bots: int, untimed: bool, came: bool, what: Any
) -> None:
    options = {"negotiation_s": 0, "private_offers": True} if game == "panic_on_wall_street" and untimed else {}
    story = Story(facts(game, GAMES[game], *clock, **options), bots)
    if came:
        story.all_moved()
    for deed in what:
        if story.now.status == "running":
            done(story, *deed)
    check(story)
    to_its_end(story)
    check(story)
    assert table.outcome(story.now) is not None


def check(story: Story) -> None:
    """The accounts of time, entry by entry; what is stored folds to the same; everything can be told and shown."""
    until: dict[tuple[int, int], int] = {}
    came_back: set[int] = set()
    for (before, after), entry in zip(pairwise(story.tables), story.entries, strict=True):
        assert all(0 <= new <= old for new, old in zip(after.banks_ms, before.banks_ms, strict=True))
        if before.turn.mode == "free" or isinstance(entry.action, LIFECYCLE):
            assert after.banks_ms == before.banks_ms
        if after.paused and not before.paused:
            until, came_back = deadlines(before), set()
        if after.paused:
            assert deadlines(after) == {}
            came_back |= {entry.seat} if isinstance(entry.action, Return) else set()
        elif before.paused_at_ms is not None and after.status == "running":
            shifted(until, came_back, after, entry.at_ms, entry.at_ms - before.paused_at_ms)
        else:
            fixed(before, after, entry)
    lines = [table.line(each) for each in story.entries]
    again = [table.entry_of(story.now.game, line) for line in lines]
    assert again == story.entries
    assert table.fold_all(story.tables[0], again) == story.now
    shown(story)


def deadlines(now: Table) -> dict[tuple[int, int], int]:
    """By seat and number, until when each open decision can be taken."""
    known = ((seat, now.deadline_ms(seat)) for seat in now.turn.able)
    return {(seat, now.closed[seat]): at for seat, at in known if at is not None}


def shifted(until: dict[tuple[int, int], int], came_back: set[int], after: Table, now_ms: int, stood_ms: int) -> None:
    """After a pause all is later by as long as it stood; who came back meanwhile has the whole time, and no more."""
    new = deadlines(after)
    assert until.keys() == new.keys()
    for (seat, n), at_ms in new.items():
        if seat in came_back and after.turn.mode != "sealed" and not after.turn.timed:
            assert at_ms == now_ms + after.allowance_ms(seat)
        else:
            assert at_ms == until[seat, n] + stood_ms


def fixed(before: Table, after: Table, entry: Entry) -> None:
    """While a decision is open its deadline never comes nearer, and in a sealed step it does not move at all."""
    old, new = deadlines(before), deadlines(after)
    for key in old.keys() & new.keys():
        assert new[key] >= old[key], entry
        if before.turn.mode == "sealed" or entry.seat != key[0]:
            assert new[key] == old[key], entry
    if after.turn.mode == "sealed":
        assert len(set(new.values())) <= 1


def shown(story: Story) -> None:
    for viewer in (None, 0, 1):
        heard = [
            Happening(1, entry.at_ms, each, entry.by)
            for (before, after), entry in zip(pairwise(story.tables), story.entries, strict=True)
            for each in table.told(before, entry, after, viewer)
        ]
        assert [each.told.code for each in heard].count("finished") == (story.now.status == "finished")
        render.events(heard)
        render.view(Snapshot(story.now, viewer, len(heard), story.at_ms))
        render.table(Snapshot(story.now, viewer, len(heard), story.at_ms))
    assert HOUSE not in story.now.present
