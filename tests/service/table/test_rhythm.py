"""House bots in a free phase: one after the other where a person follows, at once where none does."""

from __future__ import annotations

import pytest

from openingbell import table
from openingbell.rules.games.panic_on_wall_street import Done, Propose
from openingbell.table import Due, Resign, Return, StandIn
from openingbell.table.timing import ACTS_OF_A_BOT, BEAT_MS, beat_ms
from tests.service.table.stories import Story, facts

GAME = "panic_on_wall_street"


def ms(seconds: float) -> int:
    return round(1000 * seconds)


def owing(story: Story) -> dict[int, int]:
    """Since when each bot owes its move, in ms after now."""
    return {seat: story.now.bot_owes_since_ms(seat) - story.at_ms for seat in table.bots_to_move(story.now)}


def offers(story: Story, seat: int) -> list[Propose]:
    """What a seat may offer as an investor, cheapest first, of other seats' companies."""
    tiles = [tile for tile, company in story.now.state.companies.items() if company.owner != seat]
    return [Propose(tile, seat, 5, "open") for tile in tiles]


@pytest.mark.parametrize(
    ("time_ms", "bots", "beat"), [(ms(120), 3, BEAT_MS), (ms(120), 10, BEAT_MS), (ms(30), 10, 500), (ms(10), 1, 1666)]
)
def test_a_beat_leaves_every_bot_its_acts(time_ms: int, bots: int, beat: int) -> None:
    assert beat_ms(time_ms, bots) == beat
    assert beat * bots * ACTS_OF_A_BOT <= time_ms


def test_bots_go_on_a_beat_after_the_last_of_them_whatever_people_do_meanwhile() -> None:
    story = Story(facts(GAME, 5), bots=3)
    assert owing(story) == {2: BEAT_MS, 3: BEAT_MS, 4: BEAT_MS}
    assert Due("bot", story.at_ms + BEAT_MS) in table.due(story.now)
    story.wait(2).then(3, offers(story, 3)[0], "house_bot")
    assert owing(story) == {2: BEAT_MS, 3: BEAT_MS, 4: BEAT_MS}
    story.wait(1).then(0, offers(story, 0)[0])
    assert owing(story) == {2: BEAT_MS - 1000, 3: BEAT_MS - 1000, 4: BEAT_MS - 1000}


def test_a_private_act_moves_nobodys_turn_but_that_of_whoever_acted() -> None:
    story = Story(facts(GAME, 5, private_offers=True), bots=3)
    story.wait(2).then(3, offers(story, 3)[0], "house_bot")
    assert owing(story) == {2: 0, 3: 0, 4: 0}
    story.wait(1).then(0, offers(story, 0)[0])
    assert owing(story) == {2: -1000, 3: -1000, 4: -1000}
    assert story.now.opened_at_ms[3] == story.now.opened_at_ms[2], "nor whose turn it is"


def test_nobody_waits_for_people_who_are_done_or_gone() -> None:
    story = Story(facts(GAME, 4), bots=2)
    story.wait(1).then(0, Done())
    assert owing(story) == {2: BEAT_MS - 1000, 3: BEAT_MS - 1000}
    story.wait(1).then(1, StandIn("greedy"), "house")
    assert owing(story) == {1: 0, 2: 0, 3: 0}, "they owe it from then on, and are not late for what they waited"
    story.wait(1).then(2, Done(), "house_bot")
    story.then(1, Return())
    assert owing(story) == {3: BEAT_MS}
    story.wait(1).then(1, Resign("greedy"))
    assert owing(story) == {1: 0, 3: 0}


def test_programs_that_play_need_no_rhythm() -> None:
    story = Story(facts(GAME, 4), bots=2, programs=True)
    assert owing(story) == {2: 0, 3: 0}
