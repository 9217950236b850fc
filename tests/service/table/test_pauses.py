"""Whose wish makes time stand still, whose no longer does, and that nothing goes on behind an end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from openingbell import table
from openingbell.table import End, Resign, Return, StandIn, WantPause, timing
from tests.service.table.stories import SECRET, Story, facts


def wanted(story: Story, *seats: int) -> table.Table:
    for seat in seats:
        story.then(seat, WantPause(wanted=True))
    return story.now


def test_who_goes_away_is_not_asked_any_more_and_its_wish_is_forgotten() -> None:
    story = Story(facts(move_s=45)).all_moved()
    wanted(story, 0)
    story.then(0, StandIn("greedy"), "house")
    assert story.now.pausing == frozenset()
    assert not wanted(story, 1).paused
    assert wanted(story, 2).paused
    story.then(0, Return())
    assert story.now.pausing == frozenset((1, 2))


@pytest.mark.parametrize("gone", [StandIn("greedy"), Resign("greedy")])
def test_when_the_last_one_that_plays_on_goes_the_others_have_their_pause(gone: StandIn | Resign) -> None:
    story = Story(facts(move_s=45)).all_moved()
    assert not wanted(story, 1, 2).paused
    story.wait(7).then(0, gone, "house" if isinstance(gone, StandIn) else "player")
    assert story.now.paused_at_ms == story.at_ms


@pytest.mark.parametrize("gone", [StandIn("greedy"), Resign("greedy")])
def test_when_the_last_one_that_wants_a_pause_goes_it_is_over(gone: StandIn | Resign) -> None:
    story = Story(facts(move_s=45)).all_moved()
    wanted(story, 0, 1, 2)
    for seat in (1, 2):
        story.then(seat, WantPause(wanted=False))
    assert story.now.paused
    story.then(0, gone, "house" if isinstance(gone, StandIn) else "player")
    assert not story.now.paused


def owed_by_the_house() -> Story:
    return Story(facts(move_s=45, bank_s=60)).all_moved().until_the_house_owes()


def in_a_pause() -> Story:
    story = owed_by_the_house()
    wanted(story, 0, 1, 2)
    assert story.now.paused
    return story


def in_a_sealed_step() -> Story:
    story = Story(facts(move_s=45)).all_moved().until("pass_cards")
    story.then(0, table.default_action(story.now, SECRET, 0))
    return story


def before_the_bell() -> Story:
    return Story(facts("panic_on_wall_street", 3, move_s=45))


@pytest.mark.parametrize("where", [owed_by_the_house, in_a_pause, in_a_sealed_step, before_the_bell])
@pytest.mark.parametrize("by_resigning", [True, False])
def test_nothing_goes_on_behind_an_end(where: Callable[[], Story], by_resigning: bool) -> None:
    story = where()
    story.wait(1)
    if by_resigning:
        while len(story.now.present) > 1:
            story.then(story.now.present[0], Resign("greedy"))
    else:
        story.then(story.now.present[0], End("server", "enough"), "house")
    now = story.now
    assert now.status == "finished"
    assert not now.paused
    assert now.pausing == frozenset()
    assert table.due(now) == ()
    assert table.bots_to_move(now) == ()
    assert not table.may_begin(now)
    assert [now.deadline_ms(seat) for seat in range(3)] == [None] * 3
    late_ms = story.at_ms + 1000 * (timing.IDLE_S + timing.PAUSES_S["none"])
    assert table.next_settling_ms(now) is None
    assert table.overdue_since_ms(now, late_ms) is None
    assert now.house_at_ms is None, "nor do workers find anything to do"
