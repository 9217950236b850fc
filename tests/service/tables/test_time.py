"""Deadlines, and what happens without anybody asking."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from openingbell.errors import DecisionOver, Refused
from openingbell.readings import Order
from openingbell.rules.games.bull_market import Bid, Options
from openingbell.rules.kernel import HOUSE
from openingbell.store.logs import announcements, due_key
from openingbell.table import START_GRACE_MS, Begin, Clock, Entry, Ready
from openingbell.tables import advancing
from openingbell.wiring import Services
from tests.service.tables.test_deciding import another, together
from tests.support.playing import Seated, bot_owes, seated, wait_past


def overdue(parts: Services, kind: str, seats: int = 3) -> tuple[Seated, tuple[int, ...]]:
    """A table whose open decisions of that kind are past their deadline, with nobody looking, and their seats."""
    table = seated(parts, seats, clock=Clock(1))
    table.all_move_once()
    table.play_until(kind)
    now = parts.tables.read(table.id, None).table
    wait_past(parts, max(now.deadline_ms(seat) or 0 for seat in now.turn.seats))
    return table, now.turn.seats


def closed(table: Seated) -> tuple[int, ...]:
    """How many decisions of each seat are over, without looking as a player does: that would settle the expired."""
    return table.parts.tables._desk.shelf.load(table.id).loaded.table.closed


def defaults(table: Seated) -> list[Entry]:
    return [each for each in table.parts.tables._desk.shelf.load(table.id).loaded.entries if each.by == "default"]


LOOKS: dict[str, Callable[[Services, Seated], Any]] = {
    "read": lambda parts, table: parts.tables.read(table.id, None),
    "happenings": lambda parts, table: parts.tables.happenings(table.id, None, 0),
    "record": lambda parts, table: parts.tables.record(table.id, None),
    "advance": lambda parts, table: parts.tables.advance(table.id, bots="rest"),
}


@pytest.mark.parametrize("look", LOOKS)
def test_whoever_looks_settles_an_expired_decision(parts: Services, look: str) -> None:
    table, (seat, *_) = overdue(parts, "bid")
    n = closed(table)[seat]
    LOOKS[look](parts, table)
    assert [(each.seat, each.n) for each in defaults(table)] == [(seat, n)]


def test_a_move_after_the_deadline_is_answered_with_what_was_played(parts: Services) -> None:
    table, (seat, *_) = overdue(parts, "bid")
    n = closed(table)[seat]
    with pytest.raises(DecisionOver) as refused:
        table.decide(seat, n, Bid(3))
    (default,) = defaults(table)
    assert (refused.value.code, refused.value.recorded) == ("decision-expired", default.action)
    with pytest.raises(DecisionOver) as again:
        table.decide(seat, n, default.action)
    assert again.value.code == "decision-expired", "whatever is sent"


def test_missing_sealed_moves_fall_due_together(parts: Services) -> None:
    table = seated(parts, 3, clock=Clock(2))
    table.all_move_once()
    table.play_until("pass_cards")
    before = defaults(table)
    owed = table.decision(1)
    assert owed is not None
    sealed = table.decide(1, owed.n, owed.default)
    assert sealed.outcome == "sealed"
    wait_past(parts, owed.deadline_ms or 0)
    table.parts.tables.read(table.id, None)
    played = defaults(table)[len(before) :]
    assert [each.seat for each in played] == [0, 2]
    assert len({each.at_ms for each in played}) == 1
    assert parts.tables.read(table.id, None).table.closed[1] == owed.n + 1
    assert table.decide(1, owed.n, owed.default).replayed


def test_nothing_is_played_before_its_time(parts: Services) -> None:
    table = seated(parts, clock=Clock(3600))
    assert not parts.tables.advance(table.id)
    present = parts.tables._desk.shelf.load(table.id)
    early = Entry(table.seat_to_move(), 0, Bid(1), "default", present.now_ms)
    written, _ = parts.tables._desk.write(present.loaded, [early], not_before_ms=present.now_ms + 60_000)
    assert written == "early"
    assert defaults(table) == []


@pytest.mark.parametrize("owed", ["house", "bot"])
def test_a_store_whose_clock_was_set_back_keeps_nobody_waiting(parts: Services, owed: str) -> None:
    """An entry from when it was an hour ahead: what is owed since then is owed now."""
    table = seated(parts, 2, bots=("random",) if owed == "bot" else (), begun=owed == "bot")
    shelf = parts.tables._desk.shelf
    before, now_ms = shelf.load(table.id)
    ahead = now_ms + 3_600_000
    heard = announcements(parts.link, 5.0)
    assert next(heard) is None
    if owed == "bot":
        while parts.tables.read(table.id, None).table.turn.seats != (0,):
            parts.tables.advance(table.id)
        before = shelf.load(table.id).loaded
        now = table.decision(0)
        assert now is not None
        assert now.default is not None
        shelf.append(before, [Entry(0, now.n, now.default, "player", ahead)])
    else:
        people = [Entry(seat, 0, Ready(), "player", ahead) for seat in table.players]
        shelf.append(before, [*people, Entry(HOUSE, 0, Begin(), "house", ahead)])
    assert table.id in {each.table for each in parts.logs.due(parts.premises.now_ms(), 100)}
    length = len(shelf.load(table.id).loaded.entries)
    said = next(each for each in heard if each is not None and (each.table, each.length) == (table.id, length))
    assert min(said.due.values()) <= parts.premises.now_ms(), "and whoever is told of it knows"
    assert parts.tables.advance(table.id)
    entries = shelf.load(table.id).loaded.entries
    assert entries[-1].by == ("house_bot" if owed == "bot" else "house")
    assert entries[-1].at_ms == ahead, "and no entry is before the one that it follows"


def test_many_advance_at_once_and_everything_happens_once(parts: Services, store_server: Any) -> None:
    table = seated(parts, 4, bots=("random", "random"))
    others = [another(store_server) for _ in range(4)]
    while not parts.tables.read(table.id, None).table.turn.over:
        answers = together([lambda p=p: p.tables.advance(table.id) for p in others])
        assert not [each for each in answers if isinstance(each, Exception)]
        turn = parts.tables.read(table.id, None).table.turn
        for seat in turn.seats:
            table.move(seat)
    entries = parts.tables.record(table.id, None).entries
    house = [each.n for each in entries if each.by == "house" and each.seat == -1][1:]
    assert house == list(range(len(house)))


def test_a_full_table_begins_after_a_grace_time_without_those_who_do_not_start(parts: Services) -> None:
    table = seated(parts, begun=False)
    parts.tables.start(table.id, table.players[0])
    full = parts.tables.read(table.id, None).table
    assert full.status == "waiting"
    assert not parts.tables.advance(table.id)
    last_sat_ms = max(each.at_ms for each in parts.tables._desk.shelf.load(table.id).loaded.entries[:2])
    assert full.house_at_ms == last_sat_ms + START_GRACE_MS
    wait_past(parts, full.house_at_ms or 0)
    assert parts.tables.advance(table.id)
    assert parts.tables.read(table.id, None).table.status == "running"


def test_a_table_of_bots_plays_itself(parts: Services) -> None:
    player, _ = parts.players.register("Host", "human")
    order = Order("bull_market", 4, Options(), ("random", "random", "random", "random"), join=False, practice_seed="x")
    now, _ = parts.tables.create(player, order, None)
    assert now.table.status == "running"
    while parts.tables.advance(now.table.facts.id):
        pass
    record = parts.tables.record(now.table.facts.id, None)
    assert record.complete
    assert {each.by for each in record.entries} == {"house", "house_bot"}


def _raises(view: Any, choices: Any, rng: Any) -> Any:
    raise RuntimeError("no idea")


def _cheats(view: Any, choices: Any, rng: Any) -> Any:
    return Bid(1000)


def _babbles(view: Any, choices: Any, rng: Any) -> Any:
    return "buy everything"


@pytest.mark.parametrize("bot", [_raises, _cheats, _babbles])
def test_a_bot_that_fails_plays_the_default(parts: Services, monkeypatch: pytest.MonkeyPatch, bot: Any) -> None:
    monkeypatch.setattr(advancing, "bot_named", lambda name: bot)
    table = seated(parts, 3, bots=("greedy",))
    entries = parts.tables._desk.shelf.load(table.id).loaded.entries
    while not any(each.seat == 1 and each.n == 0 and each.by != "house" for each in entries):
        assert table.step()
        entries = parts.tables._desk.shelf.load(table.id).loaded.entries
    assert {each.by for each in entries if each.seat == 1} == {"house", "default"}


@pytest.fixture
def awaited(parts: Services) -> Seated:
    """A table where the bot at seat 1 owes a move."""
    return bot_owes(parts, "greedy")


def test_a_bot_may_be_left_to_others_or_passed_over(
    parts: Services, awaited: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not parts.tables.advance(awaited.id, bots="rest")
    assert not parts.tables.advance(awaited.id, bots="default"), "it has time yet"
    monkeypatch.setattr(advancing, "BOT_PATIENCE_MS", 0)
    assert parts.tables.advance(awaited.id, bots="default")
    assert {each.seat for each in defaults(awaited)} == {1}


def test_the_late_answer_of_a_bot_that_was_passed_over_is_ignored(
    parts: Services, awaited: Seated, store_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, n = another(store_server), parts.tables.read(awaited.id, None).table.closed[1]
    monkeypatch.setattr(advancing, "BOT_PATIENCE_MS", 0)

    def passed_over(bot: str, view: Any, choices: Any, rng: Any) -> Any:
        assert other.tables.advance(awaited.id, bots="default")
        return choices.sample(rng)

    monkeypatch.setattr(parts.tables, "_think", passed_over)
    parts.tables.advance(awaited.id, budget_s=0)
    entries = parts.tables._desk.shelf.load(awaited.id).loaded.entries
    assert [(each.by, each.n) for each in entries if each.seat == 1 and each.n == n and each.by != "house"][-1:] == [
        ("default", n)
    ]


def test_the_answer_of_a_bot_that_comes_after_the_deadline_is_ignored(
    parts: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(parts, 2, bots=("greedy",), clock=Clock(2))
    while parts.tables.read(table.id, None).table.turn.seats != (1,):
        table.move(0)
        parts.tables.advance(table.id, bots="rest")
    now = parts.tables.read(table.id, None).table
    n, deadline_ms = now.closed[1], now.deadline_ms(1)
    assert deadline_ms is not None

    def thinks_too_long(bot: str, view: Any, choices: Any, rng: Any) -> Any:
        wait_past(parts, deadline_ms)
        return choices.sample(rng)

    monkeypatch.setattr(parts.tables, "_think", thinks_too_long)
    parts.tables.advance(table.id, budget_s=0)
    parts.tables.read(table.id, None)
    entries = parts.tables._desk.shelf.load(table.id).loaded.entries
    assert [each.by for each in entries if (each.seat, each.n) == (1, n)][-1] == "default"


def test_bots_that_move_at_once_are_written_one_by_one(parts: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stops the second one in its thoughts does not take the first one's move away."""
    table = seated(parts, 4, bots=("random", "random"))
    while (turn := parts.tables.read(table.id, None).table.turn).kind != "pass_cards":
        if not parts.tables.advance(table.id, budget_s=0):
            table.move(turn.seats[0])
    seats = [seat for seat in parts.tables.read(table.id, None).table.turn.seats if seat not in table.players]
    assert len(seats) == 2
    asked: list[str] = []

    def dies_at_the_second(bot: str, view: Any, choices: Any, rng: Any) -> Any:
        asked.append(bot)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return choices.sample(rng)

    monkeypatch.setattr(parts.tables, "_think", dies_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        parts.tables.advance(table.id)
    now = parts.tables.read(table.id, None).table
    assert [seat for seat in now.turn.seats if seat in seats] == seats[1:]


def test_a_bot_that_failed_last_time_moves_after_the_others(parts: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that in a step in which many move nobody waits for it."""
    table = seated(parts, 4, bots=("greedy", "random"))

    def fails(bot: str, view: Any, choices: Any, rng: Any) -> Any:
        if bot == "greedy":
            raise RuntimeError("no idea")
        return choices.sample(rng)

    monkeypatch.setattr(parts.tables, "_think", fails)
    while (turn := parts.tables.read(table.id, None).table.turn).kind != "pass_cards":
        if not parts.tables.advance(table.id, budget_s=0):
            table.move(turn.seats[0])
    parts.tables.advance(table.id)
    entries = parts.tables._desk.shelf.load(table.id).loaded.entries
    assert [each.by for each in entries if each.seat not in table.players][-2:] == ["house_bot", "default"]


def test_a_table_that_fails_is_in_trouble_and_put_off_longer_each_time_until_it_goes_on(
    parts: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(parts, clock=Clock(3600))
    parts.tables.do_due(table.id, "deadline", "rest")
    assert table.id not in {each.table for each in parts.logs.troubles()}

    def fails(*_: Any) -> Any:
        raise ArithmeticError("a game's own mistake")

    pauses = []
    with monkeypatch.context() as broken:
        broken.setattr(advancing, "_step", fails)
        for times in range(1, 9):
            with store_client(parts) as client:
                client.zadd(due_key(table.id[:2], "deadline"), {table.id: 1})
            assert not parts.tables.do_due(table.id, "deadline", "rest")
            (trouble,) = [each for each in parts.logs.troubles() if each.table == table.id]
            assert (trouble.what, trouble.times) == ("deadline", times)
            assert trouble.error == "ArithmeticError: a game's own mistake"
            (at_ms,) = [at for _, of, at in parts.logs.due(2**52, 100) if of == table.id]
            pauses.append(at_ms - trouble.last_ms)
    assert pauses == [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]
    now_ms = parts.premises.now_ms()
    parts.logs.recall(now_ms)
    assert [at for _, of, at in parts.logs.due(now_ms, 100) if of == table.id] == [now_ms]
    assert not parts.tables.do_overdue(table.id, "deadline", "rest", 1)
    assert table.id not in {each.table for each in parts.logs.troubles()}
    assert [at for _, of, at in parts.logs.due(now_ms, 100) if of == table.id] == []
    assert parts.logs.trouble(table.id, "deadline", "again") == 1, "what was before is forgotten"


def test_a_table_that_is_busy_is_not_in_trouble(parts: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(parts)

    def busy(*_: Any) -> Any:
        raise Refused("busy", "too many at once")

    monkeypatch.setattr(advancing, "_step", busy)
    with pytest.raises(Refused):
        parts.tables.do_due(table.id, "house", "rest")
    assert table.id not in {each.table for each in parts.logs.troubles()}


def test_what_is_due_at_a_table_that_is_gone_is_due_no_longer(parts: Services) -> None:
    gone = "07gonegonegone"
    with store_client(parts) as client:
        client.zadd(due_key("07", "house"), {gone: 1})
    assert not parts.tables.do_due(gone, "house", "rest")
    assert gone not in {each.table for each in parts.logs.due(2**52, 1000)}
    with store_client(parts) as client:
        assert not client.exists(f"{{07}}:t:{gone}")


def store_client(parts: Services) -> Any:
    return parts.link.guarded()


class Waiting:
    """A request that waits for news in a thread of its own."""

    def __init__(self, table: Seated, seat: int, after: int) -> None:
        self.answer: Any = None
        self._thread = threading.Thread(target=self._wait, args=(table, table.players[seat], after))
        self._thread.start()

    def _wait(self, table: Seated, player: Any, after: int) -> None:
        self.answer = table.parts.tables.happenings(table.id, player, after, wait_s=30)

    def join(self) -> Any:
        self._thread.join(60)
        assert not self._thread.is_alive()
        return self.answer


@pytest.fixture
def quick(parts: Services) -> Seated:
    return seated(parts)


def test_waiting_ends_with_the_next_event(quick: Seated) -> None:
    events, now = quick.parts.tables.happenings(quick.id, quick.players[0], 0)
    assert [each.seq for each in events] == list(range(1, now.seq + 1))
    seat = quick.seat_to_move()
    waiting = Waiting(quick, 1 - seat, now.seq)
    quick.move(seat)
    began = time.monotonic()
    more, _ = waiting.join()
    assert more[0].seq == now.seq + 1
    assert time.monotonic() - began < 25, "woken, not timed out"


def test_waiting_sees_a_deadline_pass_with_no_clock_running(parts: Services) -> None:
    table = seated(parts, clock=Clock(1))
    table.all_move_once()
    _, now = parts.tables.happenings(table.id, table.players[0], 0)
    more, _ = Waiting(table, 0, now.seq).join()
    assert more[0].by == "default"


def test_too_many_waiting_are_refused(quick: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick.parts.tables._news, "_limit", 0)
    now = quick.parts.tables.read(quick.id, None)
    with pytest.raises(Refused) as refused:
        quick.parts.tables.happenings(quick.id, None, now.seq, wait_s=1)
    assert refused.value.code == "too-many-waiting"
    assert quick.parts.tables.happenings(quick.id, None, 0, wait_s=1)[0], "who need not wait is answered"
