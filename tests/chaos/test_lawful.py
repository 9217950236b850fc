"""Every sentence that `lawful` has is said of an entry that earns it, and none of an entry that was owed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from openingbell import table
from openingbell.rules.games.bull_market import Bid
from openingbell.rules.games.panic_on_wall_street import Done
from openingbell.rules.kernel import HOUSE, Action
from openingbell.table import Begin, End, Entry, Leave, Ready, Resign, Resume, Return, Sit, StandIn, WantPause, timing
from tests.chaos import lawful
from tests.chaos.truth import Truth
from tests.service.table.stories import SECRET, START_MS, Story, facts


def said(story: Story, planted: Entry, secret: bytes = SECRET) -> list[tuple[str, str]]:
    """What is said of one entry more, which is judged and not folded."""
    truth = Truth(story.now.facts, secret, story.entries)
    truth.entries = (*truth.entries, planted)
    found = [each for each in lawful.faults(truth, "story") if str(planted) in each.what]
    return [(each.kind, each.what.removeprefix(f"{planted}").removeprefix(": ").strip()) for each in found]


def bidding(bots: int = 0) -> Story:
    return Story(facts(move_s=45), bots).all_moved().until("bid")


def bidding_of(seat: int) -> Story:
    story = bidding()
    while story.now.turn.seats != (seat,):
        story.move()
    return story


def resigned() -> Story:
    story = bidding()
    story.then(0, Resign("greedy"))
    return story


def whose(story: Story) -> int:
    (seat,) = story.now.turn.seats
    return seat


def default(story: Story, seat: int | None = None, by: table.By = "default") -> Entry:
    seat = whose(story) if seat is None else seat
    return Entry(seat, story.now.closed[seat], table.default_action(story.now, SECRET, seat), by, story.at_ms)


def beside(story: Story, seat: int, action: Action, by: table.By = "player") -> Entry:
    return Entry(seat, 0, action, by, story.at_ms)


def paused() -> Story:
    story = bidding()
    for seat in range(3):
        story.then(seat, WantPause(wanted=True))
    return story


def away(seat: int = 0, story: Story | None = None) -> Story:
    story = story or bidding()
    story.then(seat, StandIn("greedy"), "house")
    return story


def missing(seat: int, times: int) -> Story:
    """The clock has played the last decisions of that seat."""
    story = bidding()
    while story.now.missed[seat] < times:
        while story.now.turn.seats != (seat,):
            story.move(next(each for each in story.now.turn.seats if each != seat))
        story.append(default(story))
        if story.now.missed[seat] < times:
            story.settle_house()
    return story


def housed() -> Story:
    """The house owes something."""
    return Story(facts(seats=3, move_s=45)).all_moved().until_the_house_owes()


def ringing() -> Story:
    return Story(facts("panic_on_wall_street", 3, move_s=45))


def waiting(seats: int) -> Story:
    """Somebody has sat down at a table that waits."""
    story = Story(facts())
    story.entries = story.entries[:seats]
    story.tables = story.tables[: seats + 1]
    return story


def over() -> Story:
    story = bidding()
    story.then(HOUSE, End("server", "enough"), "house")
    return story


def other_than_default(story: Story) -> Entry:
    seat = whose(story)
    entry = default(story)
    choices = story.now.game.legal(story.now.state, seat).actions()
    return replace(entry, action=next(each for each in choices if each != entry.action))


Planted = tuple[Story, Entry]


def _paused_move() -> Planted:
    story = paused()
    return story, default(story, by="player")


def _not_asked() -> Planted:
    story = bidding()
    seat = (whose(story) + 1) % 3
    return story, Entry(seat, story.now.closed[seat], Bid(1), "player", story.at_ms)


def _wrong_number() -> Planted:
    story = bidding()
    return story, replace(default(story, by="player"), n=story.now.closed[whose(story)] + 1)


def _illegal() -> Planted:
    story = bidding()
    return story, replace(default(story, by="player"), action=Bid(1000))


def _of(make: Callable[[], Story], plant: Callable[[Story], Entry], wait_s: float = 0) -> Callable[[], Planted]:
    def planted() -> Planted:
        story = make().wait(wait_s)
        return story, plant(story)

    return planted


def _missing_then_there() -> Planted:
    """Somebody who never came has run out of time, says a player."""
    story = Story(facts(move_s=45)).wait(75)
    return story, beside(story, HOUSE, End("aborted"), "player")


SAID: dict[str, tuple[Callable[[], Planted], str, str]] = {
    "earlier": (
        _of(bidding, lambda s: replace(default(s, by="player"), at_ms=s.entries[-1].at_ms - 1)),
        "reordered",
        "is stamped before the entry that it follows",
    ),
    "in a pause": (_paused_move, "invented", "the game was paused"),
    "the house in a pause": (
        _of(paused, lambda s: Entry(HOUSE, s.now.house_n, Begin(), "house", s.at_ms)),
        "invented",
        "the game was paused",
    ),
    "not asked": (_not_asked, "invented", "the seat was not asked"),
    "wrong number": (_wrong_number, "doubled", "the open decision was"),
    "illegal": (_illegal, "unlawful", ""),
    "sits": (_of(bidding, lambda s: beside(s, 1, Sit("x", "X", "human"))), "invented", "the game had begun"),
    "leaves": (_of(bidding, lambda s: beside(s, 1, Leave())), "invented", "the game had begun"),
    "ready": (_of(bidding, lambda s: beside(s, 1, Ready())), "invented", "the game had begun"),
    "back before it began": (
        _of(lambda: waiting(1), lambda s: beside(s, 0, Return())),
        "invented",
        "the game did not run",
    ),
    "resumed early": (
        _of(paused, lambda s: beside(s, HOUSE, Resume(), "house"), wait_s=899),
        "invented",
        "the pause was not over",
    ),
    "resumed, not paused": (
        _of(bidding, lambda s: beside(s, HOUSE, Resume(), "house"), wait_s=5000),
        "invented",
        "the pause was not over",
    ),
    "resumed by a player": (
        _of(paused, lambda s: beside(s, 0, Resume()), wait_s=900),
        "invented",
        "the pause was not over",
    ),
    "a bot wants a pause": (
        _of(lambda: bidding(1), lambda s: beside(s, 2, WantPause(wanted=True))),
        "invented",
        "nobody plays that seat",
    ),
    "who resigned is back": (
        _of(resigned, lambda s: beside(s, 0, Return())),
        "invented",
        "nobody plays that seat",
    ),
    "no such seat": (_of(bidding, lambda s: beside(s, 3, Return())), "invented", "nobody plays that seat"),
    "stand-in after one": (
        _of(lambda: missing(1, 1), lambda s: beside(s, 1, StandIn("greedy"), "house")),
        "invented",
        "the owner was not away",
    ),
    "stand-in of another name": (
        _of(lambda: missing(1, 2), lambda s: beside(s, 1, StandIn("random"), "house")),
        "invented",
        "the owner was not away",
    ),
    "stand-in by a player": (
        _of(lambda: missing(1, 2), lambda s: beside(s, 1, StandIn("greedy"))),
        "invented",
        "the owner was not away",
    ),
    "stand-in twice": (
        _of(lambda: away(1, missing(1, 2)), lambda s: beside(s, 1, StandIn("greedy"), "house")),
        "invented",
        "the owner was not away",
    ),
    "brought back by the house": (
        _of(away, lambda s: beside(s, 0, Return(), "house")),
        "invented",
        "that is for the owner to do",
    ),
    "back and was there": (_of(bidding, lambda s: beside(s, 0, Return())), "doubled", "the owner was there"),
    "a pause while away": (
        _of(away, lambda s: beside(s, 0, WantPause(wanted=True))),
        "invented",
        "the owner was away",
    ),
    "a pause twice": (
        _of(paused, lambda s: beside(s, 0, WantPause(wanted=True))),
        "doubled",
        "the seat had said so",
    ),
    "no pause twice": (
        _of(bidding, lambda s: beside(s, 0, WantPause(wanted=False))),
        "doubled",
        "the seat had said so",
    ),
    "resigned to another bot": (
        _of(bidding, lambda s: beside(s, 0, Resign("random"))),
        "unlawful",
        "no house bot is named so",
    ),
    "broken off": (
        _of(bidding, lambda s: beside(s, HOUSE, End("server", ""), "house")),
        "invented",
        "no operator broke a table off, and no game ends twice",
    ),
    "ended twice": (
        _of(over, lambda s: beside(s, 0, End("aborted"))),
        "invented",
        "no operator broke a table off, and no game ends twice",
    ),
    "called off late": (_of(bidding, lambda s: beside(s, 0, End("aborted"))), "invented", "somebody had moved"),
    "called off before a week": (
        _of(
            lambda: waiting(1),
            lambda s: Entry(HOUSE, 0, End("aborted"), "house", START_MS + 1000 * timing.WAITING_S - 1),
        ),
        "invented",
        "players could still come",
    ),
    "called off though full": (
        _of(lambda: waiting(3), lambda s: Entry(HOUSE, 0, End("aborted"), "house", START_MS + 1000 * timing.WAITING_S)),
        "invented",
        "players could still come",
    ),
    "called off while there is time": (
        _of(lambda: Story(facts(move_s=45)), lambda s: beside(s, HOUSE, End("aborted"), "house"), wait_s=74),
        "invented",
        "nobody was missing from the beginning",
    ),
    "called off for one who had come": (
        _of(bidding, lambda s: beside(s, HOUSE, End("aborted"), "house"), wait_s=75),
        "invented",
        "nobody was missing from the beginning",
    ),
    "the house for nothing": (
        _of(bidding, lambda s: Entry(HOUSE, s.now.house_n, Begin(), "house", s.at_ms)),
        "invented",
        "the house had nothing to do",
    ),
    "a player for the house": (
        _of(housed, lambda s: replace(table.house_entry(s.now, SECRET, s.at_ms), by="player")),
        "invented",
        "the house had nothing to do",
    ),
    "a bell too early": (
        _of(ringing, lambda s: table.house_entry(s.now, SECRET, s.at_ms), wait_s=119),
        "invented",
        "it was too early",
    ),
    "begun twice": (
        _of(housed, lambda s: Entry(HOUSE, 0, Begin(), "house", s.at_ms)),
        "doubled",
        "the game had begun",
    ),
    "the house's wrong number": (
        _of(housed, lambda s: replace(table.house_entry(s.now, SECRET, s.at_ms), n=s.now.house_n - 1)),
        "doubled",
        "the house's next action was",
    ),
    "another deal": (
        _of(housed, lambda s: replace(table.house_entry(s.now, SECRET, s.at_ms), action=Bid(1))),
        "unlawful",
        "that is not what the secret deals",
    ),
    "a player for a bot": (
        _of(lambda: away(0, bidding_of(0)), lambda s: default(s, by="player")),
        "invented",
        "the seat is a house bot's",
    ),
    "too late": (_of(bidding, lambda s: default(s, by="player"), wait_s=45), "invented", "time was up"),
    "after the bell": (
        _of(ringing, lambda s: Entry(0, s.now.closed[0], Done(), "player", s.at_ms), wait_s=120),
        "invented",
        "time was up",
    ),
    "a bot for a player": (
        _of(bidding, lambda s: default(s, by="house_bot")),
        "invented",
        "no house bot plays that seat",
    ),
    "no default": (_of(bidding, other_than_default, wait_s=45), "invented", "that is not the default"),
    "a default too early": (_of(bidding, default, wait_s=44.999), "invented", "time was not up"),
}


@pytest.mark.parametrize("what", SAID)
def test_what_was_not_owed_is_said_to_be(what: str) -> None:
    make, kind, sentence = SAID[what]
    story, planted = make()
    found = said(story, planted)
    assert kind in {each for each, _ in found}
    assert any(text.startswith(sentence) for each, text in found if each == kind), found


OWED: dict[str, Callable[[], Planted]] = {
    "a move in time": _of(bidding, lambda s: default(s, by="player"), wait_s=44.999),
    "a default at its time": _of(bidding, default, wait_s=45),
    "a bot's move": _of(lambda: away(0, bidding_of(0)), lambda s: default(s, by="house_bot")),
    "a bot's default at any time": _of(lambda: away(0, bidding_of(0)), default),
    "the house": _of(housed, lambda s: table.house_entry(s.now, SECRET, s.at_ms)),
    "the bell": _of(ringing, lambda s: table.house_entry(s.now, SECRET, s.at_ms), wait_s=120),
    "a stand-in": _of(lambda: missing(1, 2), lambda s: beside(s, 1, StandIn("greedy"), "house")),
    "back": _of(away, lambda s: beside(s, 0, Return())),
    "resigning": _of(bidding, lambda s: beside(s, 0, Resign("greedy"))),
    "a pause": _of(bidding, lambda s: beside(s, 0, WantPause(wanted=True))),
    "no pause": _of(paused, lambda s: beside(s, 0, WantPause(wanted=False))),
    "a pause that is over": _of(paused, lambda s: beside(s, HOUSE, Resume(), "house"), wait_s=900),
    "called off by a player": _of(lambda: Story(facts()), lambda s: beside(s, 1, End("aborted"))),
    "called off for who never came": _of(
        lambda: Story(facts(move_s=45)), lambda s: beside(s, HOUSE, End("aborted"), "house"), wait_s=75
    ),
    "called off after a week": _of(
        lambda: waiting(1), lambda s: Entry(HOUSE, 0, End("aborted"), "house", START_MS + 1000 * timing.WAITING_S)
    ),
}


@pytest.mark.parametrize("what", OWED)
def test_nothing_is_said_of_what_was_owed(what: str) -> None:
    assert said(*OWED[what]()) == []


def test_another_secret_than_the_promised_one_is_said_to_be_one() -> None:
    story = Story(facts())
    found = lawful.faults(Truth(story.now.facts, bytes(32), story.entries[:3]), "story")
    assert "the secret is not the one that the table was committed to" in [each.what for each in found]


def test_how_long_what_was_owed_took() -> None:
    story = away(0, bidding_of(0))
    begun = len(story.entries)
    story.wait(2).append(default(story, by="house_bot"))
    while story.now.turn.seats != (1,):
        story.move()
    story.wait(46).append(default(story))
    while story.now.turn.house is None:
        seat = story.now.turn.seats[0]
        story.then(seat, table.default_action(story.now, SECRET, seat), "house_bot" if seat == 0 else "player")
    story.wait(3).settle_house()
    for seat in (1, 2):
        story.then(seat, WantPause(wanted=True))
    story.wait(901).settle()
    truth = Truth(story.now.facts, SECRET, story.entries)
    found = [each for each in lawful.services(truth) if each.done >= truth.entries[begun].at_ms / 1000]
    late = [(each.what, round(each.done - each.due, 3)) for each in found if each.done > each.due]
    assert late == [("bot", 2.0), ("deadline", 1.0), ("house", 3.0), ("deadline", 1.0)]
