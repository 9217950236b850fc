"""A table in a free phase: nobody's action moves anybody else's decision, and the bell rings when it was said to."""

from __future__ import annotations

import pytest

from openingbell import fairness, table
from openingbell.rules.games.panic_on_wall_street import Accept, Bell, Done, Options, Propose, Withdraw
from openingbell.rules.kernel import HOUSE, Action
from openingbell.table import Begin, Due, Entry, Facts, Sit, Table

SECRET = fairness.practice_secret("free")
BELL_MS = 120_000


class Story:
    """A table of Panic on Wall Street! with five seats; every entry comes a second after the one before."""

    def __init__(self, move_s: int | None = None, bots: int = 0, **options: int) -> None:
        self.entries: list[Entry] = []
        self.now = table.opened(
            Facts(
                id="00free",
                game="panic_on_wall_street",
                rules_version=1,
                seats=5,
                options=Options(**options),  # type: ignore[arg-type]
                move_s=move_s,
                private=False,
                practice=True,
                commitment=fairness.commitment(SECRET),
                creator="p0",
                created_at_ms=0,
            )
        )
        for seat in range(5):
            kind: table.Kind = "house_bot" if seat < bots else "human"
            self.then(seat, Sit(f"p{seat}", f"Player {seat}", kind, bot="greedy" if seat < bots else ""))
        self.then(HOUSE, Begin())
        self.then(HOUSE, table.house_action(self.now, SECRET))
        self.began_ms = self.at_ms
        state = self.now.state
        self.manager = state.managers[0]
        self.investor = state.investors[0]
        self.tile = next(tile for tile, each in state.companies.items() if each.owner == self.manager)

    @property
    def at_ms(self) -> int:
        return 1000 * len(self.entries)

    def then(self, seat: int, action: Action, after_ms: int = 1000) -> Table:
        n = 0 if isinstance(action, Sit | Begin) else self.now.house_n if seat == HOUSE else self.now.closed[seat]
        entry = Entry(seat, n, action, "house" if seat == HOUSE else "player", self.at_ms + after_ms)
        self.entries.append(entry)
        self.now = table.fold(self.now, entry)
        return self.now

    def offer(self, price: int = 30) -> Table:
        return self.then(self.investor, Propose(self.tile, self.investor, price, "open"))

    def accept(self, price: int = 30) -> Table:
        return self.then(self.manager, Accept(f"{self.tile}-{self.investor}-investor-open", price))


def test_an_action_closes_its_own_seats_decision_and_opens_its_next() -> None:
    story = Story()
    now = story.offer()
    assert now.closed == tuple(int(seat == story.investor) for seat in range(5))
    assert now.opened_at_ms == tuple(story.at_ms if seat == story.investor else story.began_ms for seat in range(5))
    now = story.accept()
    assert now.closed == tuple(int(seat in (story.investor, story.manager)) for seat in range(5))
    assert now.revisions == (0,) * 5


def test_the_bell_is_due_at_a_time_that_nobody_shifts() -> None:
    story = Story()
    due = (Due("house", story.began_ms + BELL_MS),)
    assert table.due(story.now) == due
    for seat in range(4):
        assert table.due(story.then(seat, Done())) == due
    assert table.due(story.offer()) == due


def test_open_decisions_end_with_the_bell_whatever_the_tables_own_clock() -> None:
    story = Story(move_s=5)
    story.then(1, Done())
    assert {story.now.deadline_ms(seat) for seat in range(5)} == {story.began_ms + BELL_MS}
    assert {story.now.default_at_ms(seat) for seat in range(5)} == {None}
    assert [each.kind for each in table.due(story.now)] == ["house"]
    before = story.now.closed
    now = story.then(HOUSE, Bell())
    assert now.closed == tuple(n + 1 for n in before)
    assert now.turn.kind == "roll"


def test_a_seat_that_is_done_may_still_act() -> None:
    story = Story()
    now = story.then(story.manager, Done())
    assert story.manager in now.turn.optional
    assert story.manager in now.turn.able
    assert story.manager not in now.turn.seats
    assert now.opened_at_ms[story.manager] == story.at_ms
    assert story.manager in story.offer().turn.seats, "an offer asks its seat anew"
    story.then(story.manager, Done())
    now = story.accept()
    assert {story.manager, story.investor} <= set(now.turn.seats), "a deal that changes concerns both"


def test_when_all_are_done_the_bell_rings_at_once_and_closes_every_decision_once() -> None:
    story = Story()
    for seat in range(4):
        story.then(seat, Done())
    before = story.now.closed
    now = story.then(4, Done())
    assert now.closed == tuple(n + 1 for n in before)
    assert now.opened_at_ms == (None,) * 5
    assert table.due(now) == (Due("house", story.at_ms),)
    assert story.then(HOUSE, Bell()).closed == now.closed


def test_without_a_bell_the_tables_clock_counts_and_silence_is_done() -> None:
    story = Story(move_s=30, negotiation_s=0)
    assert story.now.house_at_ms is None
    story.offer()
    story.then(story.manager, Done())
    now = story.now
    assert now.default_at_ms(story.manager) is None, "nothing is played for a seat that is done"
    assert now.default_at_ms(story.investor) == now.opened_at_ms[story.investor] + 30_000  # type: ignore[operator]
    waiting = next(seat for seat in now.turn.seats if seat != story.investor)
    assert now.default_at_ms(waiting) == story.began_ms + 30_000 + 30_000, "a first decision has grace"
    assert table.due(now) == (Due("deadline", now.opened_at_ms[story.investor] + 30_000),)  # type: ignore[operator]
    assert table.default_action(now, SECRET, waiting) == Done()


def test_house_bots_act_as_long_as_they_are_not_done() -> None:
    story = Story(bots=3)
    assert table.bots_to_move(story.now) == (0, 1, 2)
    assert table.bots_to_move(story.then(1, Done())) == (0, 2)


def test_a_decision_after_the_bell_is_another_one() -> None:
    """The number that was open at the bell never means the first bid of the auction."""
    story = Story()
    story.offer()
    story.accept()
    story.then(story.investor, Withdraw(story.tile, 30))
    n = story.now.closed[story.manager]
    story.then(HOUSE, Bell())
    while story.now.turn.kind != "bid":
        story.then(HOUSE, table.house_action(story.now, SECRET))
    assert story.now.closed[story.manager] == n + 1


@pytest.mark.parametrize("negotiation_s", [0, 120])
def test_the_stored_lines_fold_to_the_same_table(negotiation_s: int) -> None:
    story = Story(negotiation_s=negotiation_s)
    story.offer(25)
    story.offer(30)
    story.accept()
    for seat in range(5):
        if seat in story.now.turn.seats:
            story.then(seat, Done())
    lines = [table.line(entry) for entry in story.entries]
    again = [table.entry_of(story.now.game, line) for line in lines]
    assert again == story.entries
    assert table.fold_all(table.opened(story.now.facts), again) == story.now
