"""The table as a fold over its log: seats, the bell, decisions that open and close, due times, events, stored lines."""

from __future__ import annotations

import importlib
import random
from itertools import pairwise

import pytest

from openingbell import codec, fairness, table
from openingbell.bots.rng import SeededRng
from openingbell.rules.games.bull_market import Bid, Options, PassBid, PassCards
from openingbell.rules.kernel import HOUSE, Action
from openingbell.table import LIFECYCLE, Begin, Due, Entry, Facts, Ready, Sit, Table, timing

SECRET = bytes(32)
START = 1_000_000


def facts(
    seats: int = 3, move_s: int | None = None, bank_s: int = 0, *, practice: bool = False, **options: object
) -> Facts:
    return Facts(
        id="00test",
        game="bull_market",
        rules_version=1,
        seats=seats,
        options=Options(**options),  # type: ignore[arg-type]
        move_s=move_s,
        bank_s=bank_s,
        private=False,
        practice=practice,
        commitment=fairness.commitment(SECRET),
        creator="p0",
        created_at_ms=START,
    )


class Story:
    """A table that is played entry by entry; every `then` takes a second."""

    def __init__(self, new: Facts) -> None:
        self.tables: list[Table] = [table.opened(new)]
        self.entries: list[Entry] = []

    @property
    def now(self) -> Table:
        return self.tables[-1]

    @property
    def at_ms(self) -> int:
        return START + 1000 * len(self.entries)

    def then(self, seat: int, action: Action, by: table.By = "player") -> Table:
        lifecycle = isinstance(action, LIFECYCLE)
        n = 0 if lifecycle else self.now.house_n if seat == HOUSE else self.now.closed[seat]
        entry = Entry(seat, n, action, by, self.at_ms + 1000)
        self.entries.append(entry)
        self.tables.append(table.fold(self.now, entry))
        return self.now

    def begun(self, seats: int = 3) -> Story:
        for seat in range(seats):
            self.then(seat, Sit(f"p{seat}", f"Player {seat}", "human", entropy=f"e{seat}"))
        self.then(HOUSE, Begin(), "house")
        self.then(HOUSE, table.house_action(self.now, SECRET), "house")
        return self

    def to_pass_step(self) -> Story:
        while self.now.turn.mode == "one":
            self.then(self.now.turn.seats[0], PassBid())
        return self

    def played(self, seed: int = 1) -> Story:
        rng = SeededRng(seed)
        while self.now.status == "running":
            if self.now.turn.house is not None:
                self.then(HOUSE, table.house_action(self.now, SECRET), "house")
                continue
            seat = rng.below(self.now.facts.seats)
            if seat in self.now.turn.seats:
                self.then(seat, self.now.game.legal(self.now.state, seat).sample(rng))
        return self


WAITING = Due("deadline", START + 7 * 86_400_000)


def some_pass(story: Story, seat: int, seed: int) -> PassCards:
    action = story.now.game.legal(story.now.state, seat).sample(SeededRng(seed))
    assert isinstance(action, PassCards)
    return action


def test_a_new_table_waits_for_players_for_a_week() -> None:
    now = table.opened(facts())
    assert now.status == "waiting"
    assert not now.full
    assert table.due(now) == (WAITING,)


def test_a_full_table_begins_at_once_when_all_are_ready_and_after_five_seconds_else() -> None:
    story = Story(facts(2))
    story.then(0, Sit("p0", "Ann", "human"))
    assert table.due(story.now) == (WAITING,)
    full_at = story.at_ms + 1000
    now = story.then(1, Sit("b1", "Greedy", "house_bot", bot="greedy"))
    assert table.due(now) == (Due("house", full_at + 5000),)
    assert not table.may_begin(now)
    assert table.may_begin(story.then(0, Ready()))


def test_entropy_given_with_start_replaces_the_one_given_when_sitting_down() -> None:
    story = Story(facts(2))
    story.then(0, Sit("p0", "Ann", "human", entropy="first"))
    story.then(1, Sit("p1", "Bob", "human", entropy="bob"))
    assert story.then(0, Ready("second")).entropies == ("second", "bob")
    assert story.then(1, Ready()).entropies == ("second", "bob")


def test_a_practice_table_deals_from_its_seed_alone() -> None:
    deals = []
    for entropy in ("a", "b"):
        story = Story(facts(2, practice=True))
        story.then(0, Sit("p0", "Ann", "human", entropy=entropy))
        story.then(1, Sit("p1", "Bob", "human"))
        story.then(HOUSE, Begin(), "house")
        deals.append(table.house_action(story.now, SECRET))
    assert deals[0] == deals[1]


def test_the_house_gives_the_same_answer_however_often_it_is_asked() -> None:
    story = Story(facts(3))
    for seat in range(3):
        story.then(seat, Sit(f"p{seat}", "x", "human", entropy=str(seat)))
    story.then(HOUSE, Begin(), "house")
    assert table.house_action(story.now, SECRET) == table.house_action(story.now, SECRET)
    assert table.house_action(story.now, SECRET) != table.house_action(story.now, b"1" * 32)


def test_a_move_in_turn_closes_that_seats_decision_and_no_other() -> None:
    story = Story(facts(3)).begun()
    (seat,) = story.now.turn.seats
    now = story.then(seat, Bid(1))
    assert now.closed[seat] == 1
    assert sum(now.closed) == 1
    assert now.opened_at_ms[seat] is None


def test_a_sealed_move_stays_open_and_can_be_replaced_until_the_last_one_is_in() -> None:
    story = Story(facts(3)).begun().to_pass_step()
    before, opened_at = story.now.closed, story.now.opened_at_ms[0]
    assert opened_at is not None
    story.then(0, some_pass(story, 0, 1))
    now = story.then(0, some_pass(story, 0, 2))
    assert now.closed == before
    assert now.opened_at_ms[0] == opened_at
    assert now.revisions[:2] == (2, 0)
    story.then(2, some_pass(story, 2, 3))
    now = story.then(1, some_pass(story, 1, 4))
    assert now.closed == tuple(n + 1 for n in before)
    assert now.revisions == (0, 0, 0)


def test_of_a_move_that_was_replaced_the_record_keeps_the_last() -> None:
    story = Story(facts(3)).begun().to_pass_step()
    before = len(story.entries)
    for place in (1, 2, 3):
        story.then(0, some_pass(story, 0, place))
    story.then(1, some_pass(story, 1, 1))
    kept = table.counted(story.entries)
    assert kept == (*story.entries[:before], *story.entries[-2:])


def test_deadlines_count_from_when_the_decision_opened_and_fall_due_together_in_a_sealed_step() -> None:
    story = Story(facts(3, move_s=30)).begun().to_pass_step()
    opened_at = story.at_ms
    assert [story.now.deadline_ms(seat) for seat in range(3)] == [opened_at + 30_000] * 3
    now = story.then(1, some_pass(story, 1, 1))
    assert table.due(now) == (Due("deadline", opened_at + 30_000),)


def test_without_a_clock_a_decision_may_take_thirty_days() -> None:
    story = Story(facts(3)).begun()
    assert table.due(story.now) == (Due("deadline", story.at_ms + 30 * 86_400_000),)
    story = Story(facts(2))
    story.then(0, Sit("b0", "Greedy", "house_bot", bot="greedy"))
    story.then(1, Sit("b1", "Greedy", "house_bot", bot="greedy"))
    story.then(HOUSE, Begin(), "house")
    assert [each.kind for each in table.due(story.now)] == ["house"]
    story.then(HOUSE, table.house_action(story.now, SECRET), "house")
    assert table.due(story.now) == (
        Due("unattended", story.at_ms),
        Due("deadline", story.at_ms + 1000 * timing.IDLE_S),
    )
    assert table.bots_to_move(story.now) == story.now.turn.seats


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_a_whole_game_folds_from_its_stored_lines_to_the_same_table(seats: int) -> None:
    story = Story(facts(seats)).begun(seats).played()
    lines = [table.line(entry) for entry in story.entries]
    again = [table.entry_of(story.now.game, line) for line in lines]
    assert again == story.entries
    assert table.fold_all(table.opened(story.now.facts), again) == story.now
    assert [table.line(entry) for entry in again] == lines
    assert story.now.status == "finished"
    assert table.outcome(story.now) is not None
    assert table.due(story.now) == ()


def test_facts_survive_json() -> None:
    new = facts(4, 60, short=True)
    data = codec.loads(codec.dumps(new))
    options = codec.from_json(Options, data.pop("options"))
    assert codec.from_json(Facts, {**data, "options": {}}).id == new.id
    assert options == new.options


def test_events_end_with_the_final_standing_for_every_viewer() -> None:
    story = Story(facts(3)).begun().played()
    for viewer in (None, 0, 1, 2):
        heard = [
            each
            for (before, after), entry in zip(pairwise(story.tables), story.entries, strict=True)
            for each in table.told(before, entry, after, viewer)
        ]
        assert [each.code for each in heard[:4]] == ["seated", "seated", "seated", "begun"]
        assert heard[-1].code == "finished"
        assert sum(each.code == "finished" for each in heard) == 1
        final = story.now.game.result(story.now.state)
        assert final is not None
        assert heard[-1].params["winners"] == list(final.winners)


def test_entropy_and_secret_stay_out_of_what_is_told() -> None:
    story = Story(facts(3)).begun()
    for (before, after), entry in zip(pairwise(story.tables), story.entries, strict=True):
        for viewer in (None, 0, 1, 2):
            assert all("e0" not in str(each) for each in table.told(before, entry, after, viewer))


def test_a_replaced_sealed_move_is_told_to_its_own_seat_only() -> None:
    story = Story(facts(3)).begun().to_pass_step()
    story.then(0, some_pass(story, 0, 1))
    before = story.now
    after = story.then(0, some_pass(story, 0, 2))
    assert table.told(before, story.entries[-1], after, 0) != ()
    assert [table.told(before, story.entries[-1], after, viewer) for viewer in (None, 1, 2)] == [(), (), ()]


def test_the_running_hash_depends_on_every_line_and_their_order() -> None:
    lines = [bytes([random.Random(1).randrange(256)]), b"b", b"c"]

    def chain(parts: list[bytes]) -> str:
        result = ""
        for part in parts:
            result = table.chained(result, part)
        return result

    chains = {chain(lines), chain(lines[::-1]), chain(lines[:2]), chain([]), chain([b"".join(lines)])}
    assert len(chains) == 5


def test_the_default_move_is_legal_and_the_same_whenever_it_is_asked() -> None:
    story = Story(facts(3)).begun().to_pass_step()
    for seat in range(3):
        action = table.default_action(story.now, SECRET, seat)
        assert action in story.now.game.legal(story.now.state, seat)
        assert action == table.default_action(story.now, SECRET, seat)
    before = [table.default_action(story.now, SECRET, seat) for seat in (1, 2)]
    story.then(0, some_pass(story, 0, 3))
    assert [table.default_action(story.now, SECRET, seat) for seat in (1, 2)] == before


@pytest.mark.parametrize("module", ["fold", "events"])
def test_whatever_belongs_to_a_table_and_not_to_its_game_is_folded_and_told(module: str) -> None:
    assert set(importlib.import_module(f"openingbell.table.{module}")._LIFECYCLE) == set(LIFECYCLE)
