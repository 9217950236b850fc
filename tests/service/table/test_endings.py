"""How a game ended, for the table and for each seat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

import pytest

from openingbell import table
from openingbell.rules.kernel import HOUSE, Place, Result
from openingbell.table import End, Entry, Outcome, Resign, Return, StandIn
from openingbell.table.events import told
from tests.service.table.stories import Story, facts


def ended(story: Story) -> Outcome:
    final = table.outcome(story.now)
    assert final is not None
    return final


def to_the_end(story: Story) -> Outcome:
    while story.now.status == "running":
        story.move()
    return ended(story)


def without(finished: table.Table, gone: Collection[int]) -> table.Table:
    """The same end, had those been away at it."""
    occupants = tuple(
        replace(who, stand_in="greedy") if who is not None and seat in gone else who
        for seat, who in enumerate(finished.occupants)
    )
    return replace(finished, occupants=occupants)


def test_a_game_by_its_rules_is_what_the_rules_say() -> None:
    story = Story(facts(seats=4))
    assert table.outcome(story.now) is None
    final = to_the_end(story)
    by_rules = story.now.game.result(story.now.state)
    assert by_rules is not None
    assert [(each.seat, each.rank, each.score) for each in final.places] == [
        (each.seat, each.rank, each.score) for each in by_rules.places
    ]
    assert final.winners == by_rules.winners
    assert {each.ended_by for each in (*final.places, final)} == {"rules"}


def test_who_resigned_or_did_not_come_back_ranks_behind_all_others_whatever_the_scores() -> None:
    story = Story(facts(seats=4))
    story.then(0, Resign("greedy"))
    story.then(1, StandIn("greedy"), "house")
    story.then(2, StandIn("greedy"), "house")
    story.then(2, Return())
    final = to_the_end(story)
    assert [each.ended_by for each in final.places] == ["resign", "abandoned", "rules", "rules"]
    assert [each.rank for each in final.places[:2]] == [3, 3]
    assert {each.rank for each in final.places[2:]} <= {1, 2}
    assert final.ended_by == "rules"
    assert set(final.winners) <= {2, 3}


ONE: Final = (0, 0, 0, 0, 0)
"""Five seats in one contest, and below in two, as in Panic on Wall Street! from five seats on."""
TWO: Final = (0, 0, 1, 1, 1)


@pytest.mark.parametrize(
    ("contests", "by_rules", "gone", "ranks", "winners"),
    [
        (ONE, (1, 2, 3, 4, 5), {1}, (1, 5, 2, 3, 4), {0}),
        (ONE, (1, 1, 3, 3, 5), {0}, (5, 1, 2, 2, 4), {1}),
        (ONE, (1, 1, 3, 3, 5), {0, 1, 2}, (3, 3, 3, 1, 2), {3}),
        (ONE, (1, 2, 3, 4, 5), {0, 4}, (4, 1, 2, 3, 4), {1}),
        (ONE, (2, 2, 2, 2, 2), (), (2, 2, 2, 2, 2), ()),
        (TWO, (1, 2, 1, 2, 3), {0}, (5, 1, 1, 2, 3), {1, 2}),
        (TWO, (1, 2, 1, 2, 3), {2, 4}, (1, 2, 4, 1, 4), {0, 3}),
        (TWO, (2, 1, 2, 2, 2), {1}, (1, 5, 2, 2, 2), {0}),
    ],
)
def test_those_who_stayed_move_up_past_those_who_went(
    contests: Sequence[int],
    by_rules: Sequence[int],
    gone: Collection[int],
    ranks: Sequence[int],
    winners: Collection[int],
) -> None:
    story = Story(facts(seats=5))
    to_the_end(story)
    places = tuple(Place(seat, rank, 0) for seat, rank in enumerate(by_rules))
    rules = replace(story.now.game, result=lambda _: Result(places, ()), contests=lambda _: contests)
    final = table.outcome(replace(without(story.now, gone), game=rules))
    assert final is not None
    assert tuple(place.rank for place in final.places) == ranks
    assert set(final.winners) == set(winners)


@pytest.mark.parametrize(("seats", "apart"), [(4, 1), (5, 2), (8, 2)])
def test_managers_and_investors_are_ranked_apart(seats: int, apart: int) -> None:
    story = Story(facts("panic_on_wall_street", seats))
    to_the_end(story)
    contests = story.now.game.contests(story.now.state) or (0,) * seats
    assert (len(contests), len(set(contests))) == (seats, apart)


def test_whose_last_decision_the_clock_played_has_run_out_of_time_and_keeps_the_rank() -> None:
    story = Story(facts(seats=2))
    while story.now.status == "running":
        seat = story.now.turn.seats[0]
        by: table.By = "default" if seat == 1 else "player"
        story.then(seat, table.default_action(story.now, b"", seat), by)
        story.settle_house()
    final = ended(story)
    assert [each.ended_by for each in final.places] == ["rules", "timeout"]


def test_when_one_is_left_who_has_not_resigned_the_game_is_over() -> None:
    story = Story(facts(seats=3))
    assert story.then(2, Resign("greedy")).status == "running"
    story.then(0, Resign("greedy"))
    final = ended(story)
    assert (final.winners, final.ended_by) == ((1,), "resign")
    assert [(each.rank, each.ended_by) for each in final.places] == [(2, "resign"), (1, "rules"), (2, "resign")]
    assert table.due(story.now) == ()


def test_nobody_saves_a_game_by_resigning_while_the_other_is_away() -> None:
    story = Story(facts(seats=2)).all_moved()
    story.then(1, StandIn("greedy"), "house")
    story.then(0, Resign("greedy"))
    final = ended(story)
    assert (final.winners, final.ended_by) == ((1,), "resign")
    assert [(each.rank, each.ended_by) for each in final.places] == [(2, "resign"), (1, "rules")]


def test_against_house_bots_the_game_goes_on_without_who_resigned() -> None:
    story = Story(facts(seats=4), bots=3)
    assert story.then(0, Resign("greedy")).status == "running"
    assert to_the_end(story).places[0].rank == 4


@pytest.mark.parametrize(
    ("seat", "by", "said"),
    [
        (1, "player", "Seat 1 calls the game off; it counts for nothing."),
        (HOUSE, "house", "The game is called off, since somebody never came; it counts for nothing."),
    ],
)
def test_it_is_told_who_called_a_game_off(seat: int, by: table.By, said: str) -> None:
    story = Story(facts(seats=3))
    before = story.now
    entry = Entry(seat, 0, End("aborted"), by, story.at_ms)
    assert told(before, entry, story.append(entry), None)[0].text == said


def test_a_game_that_an_operator_broke_off_counts_for_nothing() -> None:
    story = Story(facts(seats=2)).all_moved()
    story.then(-1, End("server", "The rules were wrong."), "house")
    final = ended(story)
    assert (final.winners, final.ended_by, {each.ended_by for each in final.places}) == ((), "server", {"server"})
    told = table.told(story.tables[-2], story.entries[-1], story.now, None)
    assert [each.code for each in told] == ["ended", "finished"]
    assert told[0].params == {"reason": "server", "why": "The rules were wrong."}
