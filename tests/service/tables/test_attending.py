"""Beside the game, through the services: each wish once, whatever is repeated and whoever else wishes something."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from openingbell.errors import DecisionOver, Refused
from openingbell.readings import Order, decision
from openingbell.rules.games.bull_market import Options
from openingbell.rules.kernel import game_named
from openingbell.table import (
    LIFECYCLE,
    Clock,
    End,
    Entry,
    Leave,
    Resign,
    Return,
    StandIn,
    Table,
    fold,
    house_entry,
    outcome,
)
from openingbell.wiring import Services
from tests.service.tables.test_deciding import another, together
from tests.support.playing import Seated, seated, wait_past
from tests.support.redis_server import RedisServer

ROUNDS = 15


def now_of(table: Seated) -> Table:
    return table.parts.tables.read(table.id, None).table


def entries_of(table: Seated) -> tuple[Entry, ...]:
    return table.parts.tables._desk.shelf.load(table.id).loaded.entries


def beside(table: Seated) -> list[Any]:
    """What was done beside the game since it began."""
    seating = ("Sit", "Ready", "Begin")
    actions = [each.action for each in entries_of(table) if isinstance(each.action, LIFECYCLE)]
    return [each for each in actions if type(each).__name__ not in seating]


def code(wish: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as refused:
        wish()
    return refused.value.code


def away(parts: Services, seats: int = 2, gone: int = 1) -> Seated:
    """A table where a house bot sits in for seat `gone`, after two decisions that the clock has played."""
    table = seated(parts, seats, clock=Clock(1), options=Options())
    table.all_move_once()
    while gone in now_of(table).present:
        table.parts.tables.advance(table.id, bots="rest")
        now = now_of(table)
        for seat in now.turn.seats:
            if seat != gone:
                table.move(seat)
        if now.turn.seats == (gone,) or now_of(table).turn.seats == (gone,):
            at_ms = now_of(table).deadline_ms(gone)
            if at_ms is not None:
                wait_past(parts, at_ms)
    return table


def test_after_two_defaults_a_house_bot_sits_in_in_the_same_append_and_it_plays(parts: Services) -> None:
    table = away(parts)
    entries = entries_of(table)
    place = next(place for place, each in enumerate(entries) if isinstance(each.action, StandIn))
    missed = [each.by for each in entries if each.seat == 1 and not isinstance(each.action, LIFECYCLE)][-2:]
    assert missed == ["default", "default"]
    assert entries[place].at_ms == entries[place - 1].at_ms
    assert entries[place].by == "house"
    while now_of(table).turn.seats != (1,):
        table.move(0)
        parts.tables.advance(table.id, bots="rest")
    assert parts.tables.advance(table.id)
    assert any(each.by == "house_bot" for each in entries_of(table)[place:])


def test_the_owner_comes_back_once_however_often_it_is_asked(parts: Services, store_server: RedisServer) -> None:
    table = away(parts)
    processes = [another(store_server) for _ in range(4)]
    answers = together([partial(p.tables.come_back, table.id, table.players[1]) for p in processes])
    assert not [each for each in answers if isinstance(each, Exception)]
    assert [each for each in beside(table) if isinstance(each, Return)] == [Return()]
    assert now_of(table).missed[1] == 0
    assert now_of(table).present == (0, 1)


def test_an_accepted_decision_takes_the_seat_back(parts: Services) -> None:
    table = away(parts)
    while (owed := table.decision(1)) is None:
        parts.tables.advance(table.id, bots="rest")
        if now_of(table).turn.seats == (0,):
            table.move(0)
    before = len(entries_of(table))
    taken = table.decide(1, owed.n, owed.default)
    assert not taken.replayed
    assert [(each.seat, type(each.action)) for each in entries_of(table)[before:]] == [
        (1, Return),
        (1, type(owed.default)),
    ]
    assert table.decide(1, owed.n, owed.default).replayed
    assert len(entries_of(table)) == before + 2


def test_the_owner_that_wants_what_the_bot_has_sealed_is_back_all_the_same(parts: Services) -> None:
    table = away(parts)
    while now_of(table).turn.kind != "pass_cards":
        parts.tables.advance(table.id)
        if now_of(table).turn.seats == (0,):
            table.move(0)
    parts.tables.advance(table.id)
    owed = table.decision(1)
    assert owed is not None
    assert owed.sealed_action is not None, "the bot has sealed"
    assert not table.decide(1, owed.n, owed.sealed_action).replayed
    assert isinstance(entries_of(table)[-2].action, Return)
    assert entries_of(table)[-1].by == "player"
    assert table.decide(1, owed.n, owed.sealed_action).replayed


def test_what_a_bot_played_is_told_to_who_was_away(parts: Services) -> None:
    table = away(parts)
    while now_of(table).turn.seats != (1,):
        parts.tables.advance(table.id, bots="rest")
        if now_of(table).turn.seats != (1,):
            table.move(0)
    owed = table.decision(1)
    assert owed is not None
    parts.tables.advance(table.id)
    with pytest.raises(DecisionOver) as over:
        table.decide(1, owed.n, owed.default)
    assert over.value.code == "decision-expired"


def test_coming_back_against_the_bot_s_move_at_the_same_moment(parts: Services, store_server: RedisServer) -> None:
    """Either the bot has played and the owner has the next decision, or the decision is the owner's."""
    one, other = another(store_server), another(store_server)
    table = away(parts)
    while now_of(table).turn.seats != (1,):
        parts.tables.advance(table.id, bots="rest")
        if now_of(table).turn.seats == (0,):
            table.move(0)
    before, n = len(entries_of(table)), now_of(table).closed[1]
    answers = together(
        [partial(one.tables.come_back, table.id, table.players[1]), partial(other.tables.advance, table.id)]
    )
    assert not [each for each in answers if isinstance(each, Exception)]
    added = entries_of(table)[before:]
    bots = [place for place, each in enumerate(added) if each.by == "house_bot" and each.n == n]
    (back,) = [place for place, each in enumerate(added) if isinstance(each.action, Return)]
    assert not bots or bots[0] < back, "no bot plays a seat whose owner is back"
    assert now_of(table).present == (0, 1)


def test_resigning_is_for_good_and_only_once(parts: Services, store_server: RedisServer) -> None:
    table = seated(parts, 3)
    processes = [another(store_server) for _ in range(4)]
    answers = together([partial(p.tables.resign, table.id, table.players[2]) for p in processes])
    assert not [each for each in answers if isinstance(each, Exception)]
    assert beside(table) == [Resign("greedy")]
    player = table.players[2]
    assert code(lambda: parts.tables.come_back(table.id, player)) == "resigned"
    assert code(lambda: parts.tables.want_pause(table.id, player, wanted=True)) == "resigned"
    assert decision(parts.tables.read(table.id, player)) is None
    while now_of(table).turn.seats != (2,):
        table.move(now_of(table).turn.seats[0])
        parts.tables.advance(table.id, bots="rest")
    n = now_of(table).closed[2]
    default = parts.tables.read(table.id, player).default
    assert default is not None
    assert code(lambda: table.decide(2, n, default)) == "resigned"
    parts.tables.advance(table.id)
    assert any(each.by == "house_bot" for each in entries_of(table))


def test_the_last_but_one_that_resigns_ends_the_game(parts: Services) -> None:
    table = seated(parts, 2)
    now = parts.tables.resign(table.id, table.players[0])
    final = outcome(now.table)
    assert final is not None
    assert (final.winners, final.ended_by) == ((1,), "resign")
    assert parts.tables.resign(table.id, table.players[1]).table == now.table, "it is over: nothing changes"
    assert parts.tables.record(table.id, None).complete
    assert next(each.facts.id for each in parts.tables.listing(None, status="finished")[0]) == table.id


def ends_with(now: Table, secret: bytes, seat: int, action: Any) -> bool:
    """Whether the game is over when the seat does that and the house what it then owes."""
    now = fold(now, Entry(seat, now.closed[seat], action, "player", 0))
    while now.turn.house == 0:
        now = fold(now, house_entry(now, secret, 0))
    return now.status == "finished"


def test_resigning_against_the_last_move(parts: Services, store_server: RedisServer) -> None:
    """Whichever is first stands, and neither is refused for the other."""
    one, other = another(store_server), another(store_server)
    for number in range(3):
        table = seated(parts, 3, practice_seed=f"last {number}")
        while True:
            parts.tables.advance(table.id)
            present = parts.tables._desk.shelf.load(table.id).loaded
            seat = present.table.turn.seats[0]
            owed = table.decision(seat)
            assert owed is not None
            if ends_with(present.table, present.secret, seat, owed.default):
                break
            table.decide(seat, owed.n, owed.default)
        wishes = [
            partial(one.tables.resign, table.id, table.players[(seat + 1) % 3]),
            partial(table.decide, seat, owed.n, owed.default, other),
        ]
        assert not [each for each in together(wishes) if isinstance(each, Exception)]
        parts.tables.advance(table.id)
        final = outcome(now_of(table))
        assert final is not None
        assert final.ended_by == "rules"
        resigned = [type(each) for each in beside(table)] == [Resign]
        assert (final.places[(seat + 1) % 3].ended_by == "resign") == resigned


def test_after_the_end_nothing_is_done_beside_it_either(parts: Services) -> None:
    table = away(parts)
    parts.tables.resign(table.id, table.players[0])
    over, final = entries_of(table), outcome(now_of(table))
    assert final is not None
    assert parts.tables.want_pause(table.id, table.players[1], wanted=True).table.status == "finished"
    assert parts.tables.come_back(table.id, table.players[1]).table.status == "finished"
    assert parts.tables.resign(table.id, table.players[1]).table.status == "finished"
    assert entries_of(table) == over
    assert outcome(now_of(table)) == final


def test_calling_off(parts: Services, store_server: RedisServer) -> None:
    table = seated(parts, 3, begun=False)
    host, guest = table.players[0], table.players[1]
    assert code(lambda: parts.tables.abort(table.id, guest)) == "not-your-seat"
    table.start()
    processes = [another(store_server) for _ in range(4)]
    answers = together([partial(p.tables.abort, table.id, [guest, host][i % 2]) for i, p in enumerate(processes)])
    assert not [each for each in answers if isinstance(each, Exception)]
    assert beside(table) == [End("aborted")]
    end = entries_of(table)[-1]
    assert end.by == "player"
    assert end.seat in (0, 1)
    final = outcome(now_of(table))
    assert final is not None
    assert (final.winners, final.ended_by) == ((), "aborted")


def test_who_made_the_table_but_does_not_play_calls_off_only_what_still_waits(parts: Services) -> None:
    host, _ = parts.players.register("Host", "human")
    order = Order("bull_market", 2, Options(), bots=("random", "random"), join=False)
    begun = parts.tables.create(host, order, None)[0].table.facts.id
    assert code(lambda: parts.tables.abort(begun, host)) == "not-your-seat"
    empty = parts.tables.create(host, Order("bull_market", 2, Options(), join=False), None)[0].table.facts.id
    assert parts.tables.abort(empty, host).table.ended == "aborted"


def test_calling_off_against_the_first_move(parts: Services, store_server: RedisServer) -> None:
    one, other = another(store_server), another(store_server)
    for number in range(ROUNDS):
        table = seated(parts, 2, practice_seed=f"abort {number}")
        seat = table.seat_to_move()
        owed = table.decision(seat)
        assert owed is not None
        answers = together(
            [
                partial(one.tables.abort, table.id, table.players[1 - seat]),
                partial(table.decide, seat, owed.n, owed.default, other),
            ]
        )
        (refused,) = [each for each in answers if isinstance(each, Refused)]
        ended = now_of(table).ended
        assert refused.code == ("decision-not-open" if ended == "aborted" else "too-late-to-abort")


def test_a_sealed_first_move_does_not_show_by_what_can_be_called_off(parts: Services) -> None:
    table = seated(parts, 3, game="panik", options=game_named("panik").Options())
    seats = now_of(table).turn.seats
    assert now_of(table).turn.mode == "sealed"
    table.move(seats[0])
    assert parts.tables.abort(table.id, table.players[seats[1]]).table.ended == "aborted"


def test_a_waiting_table_is_called_off_by_who_made_it_and_seats_can_be_given_up(parts: Services) -> None:
    host, _ = parts.players.register("Host", "human")
    guest, _ = parts.players.register("Guest", "human")
    made, _ = parts.tables.create(host, Order("bull_market", 3, Options(), join=False, private=True), None)
    table = made.table.facts.id
    assert code(lambda: parts.tables.sit(table, guest, 0)) == "no-such-table"
    opened, _ = parts.tables.create(host, Order("bull_market", 3, Options()), None)
    table = opened.table.facts.id
    parts.tables.sit(table, guest, 1)
    assert code(lambda: parts.tables.leave(table, guest, 0)) == "not-your-seat"
    left = parts.tables.leave(table, guest, 1)
    assert left.table.occupants[1] is None
    assert left.viewer is None
    assert parts.tables.leave(table, guest, 1).table.occupants[1] is None
    assert parts.tables._desk.shelf.load(table).loaded.entries[-1].action == Leave()
    assert code(lambda: parts.tables.abort(table, guest)) == "not-your-seat"
    assert parts.tables.abort(table, host).table.status == "finished"
    assert parts.tables.abort(table, host).table.ended == "aborted"
    assert code(lambda: parts.tables.sit(table, guest, None)) == "table-begun"


def test_who_leaves_a_private_table_is_told_so(parts: Services) -> None:
    host, _ = parts.players.register("Host", "human")
    opened, _ = parts.tables.create(host, Order("bull_market", 2, Options(), private=True), None)
    assert parts.tables.leave(opened.table.facts.id, host, 0).table.occupants == (None, None)


@pytest.mark.parametrize("wish", ["resign", "come_back", "want_pause"])
def test_nobody_wishes_for_others(parts: Services, wish: str) -> None:
    more = {"wanted": True} if wish == "want_pause" else {}
    stranger, _ = parts.players.register("Stranger", "human")
    table = seated(parts, 2, begun=False)
    ask = getattr(parts.tables, wish)
    assert code(lambda: ask(table.id, table.players[0], **more)) == "table-not-begun"
    table.start()
    assert code(lambda: ask(table.id, stranger, **more)) == "not-your-seat"
    assert beside(table) == []


def test_deadlines_outlive_every_process(own_server: RedisServer) -> None:
    parts = another(own_server)
    table = seated(parts, clock=Clock(45, 120))
    table.all_move_once()
    before = now_of(table)
    own_server.kill()
    own_server.start()
    after = another(own_server).tables.read(table.id, None).table
    assert [after.deadline_ms(seat) for seat in range(2)] == [before.deadline_ms(seat) for seat in range(2)]
    assert after.banks_ms == before.banks_ms
