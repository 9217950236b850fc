"""Who is away: whoever never came, two defaults in a row, the bot that sits in, and the time of who comes back."""

from __future__ import annotations

import pytest

from openingbell import table
from openingbell.rules.kernel import HOUSE
from openingbell.table import End, Entry, Return, StandIn, WantPause
from tests.service.table.stories import SECRET, Story, facts
from tests.service.table.test_clocks import ms


def test_everybody_hears_who_sits_in_for_whom() -> None:
    story = Story(facts(move_s=45)).all_moved()
    story.then(1, StandIn("greedy"), "house")
    for viewer in (None, 0, 1):
        (told,) = table.told(story.tables[-2], story.entries[-1], story.now, viewer)
        assert (told.code, told.seat, told.params) == ("stand-in", 1, {"bot": "greedy"})


def test_what_a_bot_plays_costs_its_owner_nothing() -> None:
    story = Story(facts(move_s=45, bank_s=120)).all_moved().until("bid")
    (seat,) = story.now.turn.seats
    story.then(seat, StandIn("greedy"), "house")
    story.wait(100).then(seat, table.default_action(story.now, SECRET, seat), "house_bot")
    assert story.now.banks_ms == (ms(120),) * 3


def test_who_comes_back_has_the_whole_time_for_the_open_decision() -> None:
    story = Story(facts(move_s=45)).all_moved().until("bid")
    (seat,) = story.now.turn.seats
    story.then(seat, StandIn("greedy"), "house")
    now = story.wait(40).then(seat, Return())
    assert now.deadline_ms(seat) == story.at_ms + ms(45)


def test_who_comes_back_in_a_pause_gets_no_more_time_than_the_decision_has() -> None:
    story = Story(facts(move_s=45)).all_moved().until("bid")
    (seat,) = story.now.turn.seats
    others = [each for each in range(3) if each != seat]
    story.then(seat, StandIn("greedy"), "house")
    for other in others:
        story.then(other, WantPause(wanted=True))
    assert story.now.paused
    story.wait(300).then(seat, Return())
    assert story.now.paused, "a pause that goes on does not end because somebody comes"
    story.wait(300)
    for other in others:
        story.then(other, WantPause(wanted=False))
    assert story.now.deadline_ms(seat) == story.at_ms + ms(45)


def test_who_comes_back_into_a_pause_ends_it_by_going_on_unless_they_have_agreed_to_it() -> None:
    story = Story(facts()).all_moved().until("bid")
    story.then(0, StandIn("greedy"), "house")
    for other in (1, 2):
        story.then(other, WantPause(wanted=True))
    back = story.then(0, Return())
    assert (back.paused, back.pausing, back.unasked) == (True, {1, 2}, {0})
    gone_on = table.fold(back, Entry(0, 0, WantPause(wanted=False), "player", story.at_ms))
    assert (gone_on.paused, gone_on.pausing, gone_on.unasked) == (False, frozenset(), frozenset())
    agreed = story.then(0, WantPause(wanted=True))
    assert (agreed.pausing, agreed.unasked) == ({0, 1, 2}, frozenset())
    assert story.then(0, WantPause(wanted=False)).paused, "one who has agreed does not end it alone"
    story.then(1, WantPause(wanted=False))
    assert not story.then(2, WantPause(wanted=False)).paused


def test_who_comes_back_in_a_sealed_step_has_its_deadline() -> None:
    story = Story(facts(move_s=45)).all_moved().until("pass_cards")
    deadline = story.now.deadline_ms(0)
    story.then(0, StandIn("greedy"), "house")
    assert story.wait(40).then(0, Return()).deadline_ms(0) == deadline


def test_whoever_never_takes_a_first_decision_has_the_game_called_off() -> None:
    story = Story(facts(move_s=45))
    first = story.now.turn.seats[0]
    story.wait(75)
    (entry,) = story.settle()
    assert (entry.action, entry.by, entry.seat) == (End("aborted"), "house", HOUSE)
    final = table.outcome(story.now)
    assert final is not None
    assert (final.winners, final.ended_by) == ((), "aborted")
    assert {(each.rank, each.ended_by) for each in final.places} == {(1, "aborted")}
    assert first not in final.winners


@pytest.mark.parametrize("stood_in", [False, True])
def test_a_bot_that_nobody_lets_move_ends_no_game(stood_in: bool) -> None:
    """Its first decision falls due like any other, and nobody is missing."""
    story = Story(facts(move_s=45), bots=0 if stood_in else 3)
    (seat,) = story.now.turn.seats
    if stood_in:
        story.then(seat, StandIn("greedy"), "house")
    assert [(each.seat, each.by) for each in story.wait(45 + 30).settle()] == [(seat, "default")]


def test_what_the_clock_plays_is_no_first_decision_of_the_owner_s() -> None:
    """Somebody who said nothing until the bell is known by then, so that the game goes on; the next one has grace."""
    story = Story(facts("panic_on_wall_street", 3, move_s=45))
    bell_ms = story.now.house_at_ms
    assert bell_ms is not None
    story.at_ms = bell_ms
    story.settle()
    story.settle_house()
    story.wait(45 + 30).settle()
    assert story.entries[-1].by == "default"
    assert story.now.moved == (False,) * 3


def test_two_defaults_in_a_row_and_no_less() -> None:
    story = Story(facts(seats=2, move_s=45)).all_moved().until("bid")
    while not story.entries or not isinstance(story.entries[-1].action, StandIn):
        if story.now.turn.house == 0:
            story.settle_house()
            continue
        seat = story.now.turn.seats[0]
        missed = story.now.missed[seat]
        if seat == 0:
            story.move()
            continue
        at = story.now.default_at_ms(1)
        assert at is not None
        story.at_ms = at
        entries = story.settle()
        assert [each.action for each in entries if isinstance(each.action, StandIn)] == (
            [StandIn("greedy")] if missed == 1 else []
        )
    assert story.now.present == (0,)
    seat = 1
    story.then(seat, Return())
    assert story.now.missed[seat] == 0
    assert story.now.present == (0, 1)


def test_a_decision_of_the_owner_s_ends_the_row_of_defaults() -> None:
    story = Story(facts(seats=2, move_s=45)).all_moved().until("bid")
    for own in (False, True, False):
        while story.now.turn.seats != (1,):
            story.move()
        if own:
            story.move()
            continue
        at_ms = story.now.default_at_ms(1)
        assert at_ms is not None
        story.at_ms = at_ms
        assert [each.by for each in story.settle()] == ["default"]
        story.settle_house()
    assert story.now.missed[1] == 1
    assert story.now.present == (0, 1)
