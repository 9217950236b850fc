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

deeds = st.tuples(
    st.sampled_from(
        ("move", "move", "move", "move", "wait", "wait", "due", "due", "pause", "go on", "return", "resign")
    ),
    st.integers(0, 10),
    st.integers(0, 2**16),
)


def done(story: Story, deed: str, seat: int, draw: int) -> None:
    """One thing that may happen at a table, if it may happen now."""
    now = story.now
    seat %= now.facts.seats
    who = now.occupants[seat]
    assert who is not None
    overdue = table.overdue_since_ms(now, story.at_ms)
    if overdue is not None or deed == "due":
        by_itself(story)
    elif deed == "wait":
        story.wait((1, 20, 50, 200, 2000)[draw % 5])
    elif who.kind == "house_bot" or who.resigned:
        return
    elif deed == "move" and seat in now.turn.able and not now.paused:
        choices = now.game.legal(now.state, seat)
        if choices:
            back = [Entry(seat, 0, Return(), "player", story.at_ms)] if who.stand_in else []
            story.append(*back, Entry(seat, now.closed[seat], choices.sample(SeededRng(draw)), "player", story.at_ms))
    elif deed == "return" and who.stand_in:
        story.then(seat, Return())
    elif deed == "resign" and draw % 8 == 0:
        story.then(seat, Resign(STAND_IN))
    elif deed in ("pause", "go on") and not who.stand_in and (seat in now.pausing) != (deed == "pause"):
        story.then(seat, WantPause(deed == "pause"))


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
    what=st.lists(deeds, max_size=60),
)
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_any_sequence(game: str, clock: tuple[int | None, int], bots: int, untimed: bool, what: Any) -> None:
    options = {"negotiation_s": 0, "private_offers": True} if game == "panic_on_wall_street" and untimed else {}
    story = Story(facts(game, GAMES[game], *clock, **options), bots)
    for deed in what:
        if story.now.status == "running":
            done(story, *deed)
    check(story)
    to_its_end(story)
    check(story)
    assert table.outcome(story.now) is not None


def check(story: Story) -> None:
    """The accounts of time, entry by entry; what is stored folds to the same; everything can be told and shown."""
    told_ms = None
    for (before, after), entry in zip(pairwise(story.tables), story.entries, strict=True):
        assert all(0 <= new <= old for new, old in zip(after.banks_ms, before.banks_ms, strict=True))
        if before.turn.mode == "free" or isinstance(entry.action, LIFECYCLE):
            assert after.banks_ms == before.banks_ms
        if not before.paused and after.paused:
            told_ms = deadlines(before)
            assert deadlines(after) == {}
        elif before.paused and not after.paused and after.status == "running" and told_ms is not None:
            assert before.paused_at_ms is not None
            stood = entry.at_ms - before.paused_at_ms
            assert {key: at + stood for key, at in told_ms.items()}.items() <= later(told_ms, deadlines(after), stood)
        elif not before.paused:
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


def later(old: dict[Any, int], new: dict[Any, int], stood: int) -> Any:
    """What is open after a pause: exactly as much later as it stood, but for who came back meanwhile."""
    assert old.keys() == new.keys()
    return {key: min(at, old[key] + stood) for key, at in new.items()}.items()


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
