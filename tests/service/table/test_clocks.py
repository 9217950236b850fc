"""What a clock gives and takes: moves, banks, grace, one deadline a sealed step, pauses that cost nobody anything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from openingbell import codec, table
from openingbell.rules.games.panic_on_wall_street import Done, Propose
from openingbell.rules.kernel import HOUSE
from openingbell.table import Clock, Due, End, Resign, Resume, Return, StandIn, WantPause, timing
from openingbell.tables.shelf import facts_of
from tests.service.table.stories import SECRET, START_MS, Story, facts


def ms(seconds: float) -> int:
    return round(1000 * seconds)


@pytest.mark.parametrize(
    ("clock", "pace", "grace_s"),
    [
        (Clock(None), "none", 0),
        (Clock(5), "live", 5),
        (Clock(45, 120), "live", 30),
        (Clock(3_599), "live", 30),
        (Clock(3_600), "daily", 30),
    ],
)
def test_pace_and_grace(clock: Clock, pace: str, grace_s: int) -> None:
    assert (clock.pace, clock.grace_s, clock.pause_ms) == (pace, grace_s, 1000 * timing.PAUSES_S[pace])


def test_the_first_decision_has_grace_and_every_one_the_bank() -> None:
    story = Story(facts(move_s=45, bank_s=120))
    (seat,) = story.now.turn.seats
    assert story.now.deadline_ms(seat) == story.at_ms + ms(45 + 30 + 120)
    story.all_moved()
    (seat, *_) = story.now.turn.seats
    assert story.now.deadline_ms(seat) == story.at_ms + ms(45 + 120)


def test_the_bank_pays_for_what_is_over_the_moves_time_and_never_more_than_it_has() -> None:
    story = Story(facts(move_s=45, bank_s=120)).all_moved().until("bid")
    (seat,) = story.now.turn.seats
    now = story.wait(45 + 7.5).move(seat)
    assert now.banks_ms[seat] == ms(120 - 7.5)
    assert sum(now.banks_ms) == ms(3 * 120 - 7.5)
    while story.now.turn.seats != (seat,):
        story.move()
    story.wait(45 + 112.5 + 60).settle()
    assert story.now.banks_ms[seat] == 0
    while story.now.turn.seats != (seat,):
        story.move()
    assert story.now.deadline_ms(seat) == story.at_ms + ms(45)


def test_grace_is_used_up_before_the_bank() -> None:
    story = Story(facts(move_s=45, bank_s=120))
    (seat,) = story.now.turn.seats
    assert story.wait(75).move(seat).banks_ms[seat] == ms(120)


def test_a_sealed_step_has_one_deadline_the_longest_that_anybody_has_and_nothing_moves_it() -> None:
    story = Story(facts(move_s=45, bank_s=120)).all_moved().until("bid")
    spender = story.now.turn.seats[0]
    story.wait(45 + 100).move(spender)
    story.until("pass_cards")
    opened = story.at_ms
    assert {story.now.deadline_ms(seat) for seat in range(3)} == {opened + ms(45 + 120)}
    for seat in (0, 1, 0):
        story.wait(10)
        choices = story.now.game.legal(story.now.state, seat).actions()
        before = [action for action in choices if action != table.default_action(story.now, SECRET, seat)]
        now = story.then(seat, before[0])
        assert {now.deadline_ms(each) for each in range(3)} == {opened + ms(45 + 120)}
        assert now.turn_deadline_ms == opened + ms(45 + 120)
        assert now.banks_ms[0] == story.tables[-2].banks_ms[0], "a bank pays when the step closes"


def test_a_house_bot_that_never_moved_gives_a_sealed_step_no_grace() -> None:
    story = Story(facts(move_s=45), bots=1).all_moved().until("pass_cards")
    assert 2 in story.now.turn.seats
    assert [story.now.deadline_ms(seat) for seat in (0, 1)] == [story.at_ms + ms(45)] * 2


def test_a_bank_pays_by_when_the_move_that_counts_was_sealed_and_only_at_the_close() -> None:
    story = Story(facts(move_s=45, bank_s=120)).all_moved().until("pass_cards")
    for seat, s in ((0, 10), (1, 50)):
        story.wait(s).then(seat, table.default_action(story.now, SECRET, seat))
    assert story.now.banks_ms == (ms(120),) * 3
    now = story.wait(20).then(2, table.default_action(story.now, SECRET, 2))
    assert now.banks_ms == (ms(120), ms(120 - 15), ms(120 - 35))


@pytest.mark.parametrize("missed", [0, 1])
def test_missing_sealed_moves_are_played_together_and_stand_ins_come_behind_them(missed: int) -> None:
    story = Story(facts(seats=4, move_s=45)).all_moved().until("pass_cards")
    story.tables[-1] = replace(story.now, missed=(missed,) * 4)
    story.then(2, table.default_action(story.now, SECRET, 2))
    deadline = story.now.deadline_ms(1)
    assert deadline is not None
    story.at_ms = deadline - 1
    assert story.settle() == []
    entries = story.wait(0.001).settle()
    assert [(each.seat, each.by) for each in entries[:3]] == [(seat, "default") for seat in (0, 1, 3)]
    stand_ins = [(each.seat, each.action) for each in entries[3:]]
    assert stand_ins == [(seat, StandIn("greedy")) for seat in (0, 1, 3) if missed]
    assert story.now.closed == tuple(n + 1 for n in story.tables[-len(entries) - 1].closed)


def test_a_bot_that_takes_a_seat_over_owes_its_move_from_then_on_and_nothing_while_a_pause_lasts() -> None:
    story = Story(facts(move_s=45)).all_moved().until("bid")
    (seat,) = story.now.turn.seats
    story.wait(20).then(seat, StandIn("greedy"), "house")
    taken_ms = story.at_ms
    assert Due("bot", taken_ms) in table.due(story.now)
    others = [each for each in range(3) if each != seat]
    for each in others:
        story.then(each, WantPause(wanted=True))
    story.wait(30)
    for each in others:
        story.then(each, WantPause(wanted=False))
    assert Due("bot", taken_ms + ms(30)) in table.due(story.now)
    story.then(seat, Return())
    assert not [each for each in table.due(story.now) if each.kind == "bot"]


def test_who_resigns_while_a_bot_plays_already_gives_it_no_new_time() -> None:
    story = Story(facts(move_s=45)).all_moved().until("bid")
    (seat,) = story.now.turn.seats
    story.then(seat, StandIn("greedy"), "house")
    taken_ms = story.at_ms
    story.wait(4).then(seat, Resign("greedy"))
    assert Due("bot", taken_ms) in table.due(story.now)


def test_a_bot_that_has_just_acted_in_private_owes_its_next_move_from_then_on() -> None:
    new = facts("panic_on_wall_street", 3, negotiation_s=120, private_offers=True)
    story = Story(new, bots=2)
    tile = next(tile for tile, company in story.now.state.companies.items() if company.owner == 0)
    opened_ms = story.at_ms
    assert story.now.bot_owes_since_ms(2) == opened_ms + timing.BEAT_MS
    story.wait(4).then(2, Propose(tile, 2, 5, "open"), "house_bot")
    assert story.now.opened_at_ms[2] == opened_ms, "the others see no new time"
    assert story.now.bot_owes_since_ms(2) == story.at_ms


def test_a_bot_that_is_done_owes_nothing_until_it_is_asked_again() -> None:
    story = Story(facts("panic_on_wall_street", 3, negotiation_s=120), bots=1)
    tile = next(tile for tile, company in story.now.state.companies.items() if company.owner == 2)
    story.then(2, Done(), "house_bot")
    assert story.now.awaited_at_ms[2] is None
    story.wait(8).then(0, Propose(tile, 0, 5, "open"))
    assert 2 in story.now.turn.seats
    assert story.now.bot_owes_since_ms(2) == story.at_ms


def test_a_free_phase_has_no_bank() -> None:
    """It would tell others how long somebody took for an offer that they do not hear of."""
    story = Story(facts("panic_on_wall_street", 3, move_s=45, bank_s=120, negotiation_s=0))
    assert story.now.turn.mode == "free"
    for seat in range(3):
        assert story.now.deadline_ms(seat) == story.at_ms + ms(45 + 30)
    assert story.now.turn_deadline_ms is None
    assert story.wait(45 + 30 + 60).move().banks_ms == (ms(120),) * 3


def test_what_is_played_together_is_played_once_all_of_it_is_due() -> None:
    """The store's own clock decides, even if it was set back since the table was read."""
    story = Story(facts("panic_on_wall_street", 3, move_s=45, negotiation_s=0))
    begun_ms = story.at_ms
    earlier = private_offer(story.wait(10))
    assert story.now.default_at_ms(earlier) == begun_ms + ms(10 + 45)
    story.wait(80)
    assert len(table.expired(story.now, story.at_ms)) > 1
    assert table.overdue_since_ms(story.now, story.at_ms) == begun_ms + ms(45 + 30)


def private_offer(story: Story) -> int:
    """An investor makes an offer, private where the options say so; who that is."""
    state = story.now.state
    manager, investor = state.managers[0], state.investors[0]
    tile = next(tile for tile, each in state.companies.items() if each.owner == manager)
    story.then(investor, Propose(tile, investor, 30, "open"))
    seat: int = investor
    return seat


@pytest.mark.parametrize("private", [True, False])
def test_a_private_act_moves_no_deadline_and_is_no_first_decision(private: bool) -> None:
    story = Story(facts("panic_on_wall_street", 3, move_s=45, negotiation_s=0, private_offers=private))
    opened = story.at_ms
    investor = private_offer(story.wait(20))
    now = story.now
    assert now.closed[investor] == 1
    assert now.moved[investor] == (not private)
    assert now.deadline_ms(investor) == (opened + ms(75) if private else story.at_ms + ms(45))


@pytest.mark.parametrize("acted", [True, False])
def test_a_private_act_does_not_show_by_how_a_seat_that_never_came_ends_the_game(acted: bool) -> None:
    story = Story(facts("panic_on_wall_street", 3, move_s=45, negotiation_s=0, private_offers=True))
    if acted:
        private_offer(story)
    assert [each.action for each in story.wait(75).settle()] == [End("aborted")]


@pytest.mark.parametrize("acted", [True, False])
def test_a_private_act_does_not_show_by_who_is_taken_for_absent(acted: bool) -> None:
    story = Story(facts("panic_on_wall_street", 3, move_s=45, negotiation_s=0, private_offers=True))
    seat = story.now.state.investors[0]
    story.then(seat, Done(), "default")
    assert story.now.missed[seat] == 1
    if acted:
        private_offer(story)
    assert story.now.missed[seat] == 1


def test_a_pause_begins_when_all_who_play_here_want_it_and_shifts_every_time_by_its_length() -> None:
    story = Story(facts(seats=4, move_s=45, bank_s=120), bots=1).all_moved().until("pass_cards")
    story.wait(5).then(1, table.default_action(story.now, SECRET, 1))
    before = story.now
    story.wait(3).then(0, WantPause(wanted=True))
    story.then(1, WantPause(wanted=True))
    assert not story.now.paused, "seat 2 has not said so"
    now = story.then(2, WantPause(wanted=True))
    assert now.paused
    assert [now.deadline_ms(seat) for seat in range(4)] == [None] * 4
    assert table.bots_to_move(now) == ()
    assert table.due(now) == (Due("deadline", story.at_ms + ms(900)),)
    story.wait(600)
    for seat in (0, 1):
        assert story.then(seat, WantPause(wanted=False)).paused
    now = story.then(2, WantPause(wanted=False))
    assert not now.paused
    for seat in range(3):
        assert now.deadline_ms(seat) == before.deadline_ms(seat) + ms(600)  # type: ignore[operator]
    assert now.sealed_at_ms[1] == before.sealed_at_ms[1] + ms(600)  # type: ignore[operator]
    assert now.banks_ms == before.banks_ms


@pytest.mark.parametrize(("move_s", "pause_s"), [(45, 900), (86_400, 7 * 86_400), (None, 30 * 86_400)])
def test_a_pause_ends_by_itself(move_s: int | None, pause_s: int) -> None:
    story = Story(facts(seats=2, move_s=move_s)).all_moved()
    for seat in range(2):
        story.then(seat, WantPause(wanted=True))
    assert table.next_settling_ms(story.now) == story.at_ms + ms(pause_s)
    assert story.wait(pause_s - 0.001).settle() == []
    (entry,) = story.wait(0.001).settle()
    assert (entry.seat, entry.by, entry.action) == (HOUSE, "house", Resume())
    assert not story.now.paused
    assert story.now.pausing == frozenset()


def test_a_pause_in_a_phase_that_the_rules_time_holds_the_bell() -> None:
    story = Story(facts("panic_on_wall_street", 3, move_s=45))
    bell_ms = story.now.house_at_ms
    assert bell_ms is not None
    story.wait(10)
    for seat in range(3):
        story.then(seat, WantPause(wanted=True))
    assert [each.kind for each in table.due(story.now)] == ["deadline"]
    story.wait(200)
    assert story.settle() == []
    for seat in range(3):
        story.then(seat, WantPause(wanted=False))
    assert story.now.house_at_ms == bell_ms + ms(200)


def test_a_pause_before_the_house_acts_holds_the_house() -> None:
    story = Story(facts(seats=2)).all_moved()
    while story.now.turn.house is None:
        seat = story.now.turn.seats[0]
        story.then(seat, table.default_action(story.now, SECRET, seat))
    for seat in range(2):
        story.then(seat, WantPause(wanted=True))
    story.wait(60)
    assert story.settle() == []
    story.then(0, WantPause(wanted=False))
    story.then(1, WantPause(wanted=False))
    assert [each.kind for each in table.due(story.now)] == ["house"]


def test_facts_from_before_banks_still_fold() -> None:
    raw = codec.loads(codec.dumps(facts(move_s=60)))
    del raw["bank_s"]
    assert facts_of(codec.dumps(raw)) == facts(move_s=60)
    del raw["move_s"]
    assert facts_of(codec.dumps(raw)) == facts()


def test_whoever_looks_does_what_the_house_owes_once_nobody_else_has_for_five_seconds() -> None:
    story = Story(facts(seats=2)).all_moved()
    while story.now.turn.house is None:
        seat = story.now.turn.seats[0]
        story.then(seat, table.default_action(story.now, SECRET, seat))
    owed_ms = story.at_ms
    assert table.next_settling_ms(story.now) == owed_ms + ms(5)
    assert story.wait(4.999).settle() == []
    assert table.overdue_since_ms(story.now, story.at_ms) is None
    story.wait(0.001)
    assert table.overdue_since_ms(story.now, story.at_ms) == owed_ms + ms(5)
    assert [(each.seat, each.by) for each in story.settle()] == [(HOUSE, "house")]


def test_a_table_that_nobody_comes_to_is_called_off_after_a_week() -> None:
    waiting = table.opened(facts())
    late = START_MS + 1000 * timing.WAITING_S
    assert table.next_settling_ms(waiting) == late
    assert list(table.settling(waiting, SECRET, late - 1)) == []
    (entry,) = table.settling(waiting, SECRET, late)
    assert entry.action == End("aborted")
    assert table.fold(waiting, entry).status == "finished"
