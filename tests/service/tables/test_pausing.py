"""Pauses by consent, and the bounds of what makes a log longer beside the game."""

from __future__ import annotations

from functools import partial
from typing import Any

from openingbell.readings import Order
from openingbell.rules.games.bull_market import Options
from openingbell.table import (
    MAX_PAUSES,
    MAX_SEATINGS,
    MAX_SEATINGS_IN_ALL,
    Clock,
    WantPause,
)
from openingbell.wiring import Services
from tests.service.tables.test_attending import away, beside, code, entries_of, now_of
from tests.support.playing import seated, wait_past


def test_a_pause_by_consent(parts: Services) -> None:
    table = seated(parts, 3, bots=("random",), clock=Clock(3600))
    people = sorted(table.players)
    first, second = (table.players[seat] for seat in people)
    parts.tables.want_pause(table.id, first, wanted=True)
    parts.tables.want_pause(table.id, first, wanted=True)
    assert beside(table) == [WantPause(wanted=True)]
    assert not now_of(table).paused
    assert parts.tables.want_pause(table.id, second, wanted=True).table.paused
    assert not parts.tables.advance(table.id)
    turn = now_of(table).turn
    for seat in people:
        assert table.decision(seat) is None
        if seat in turn.able:
            default = parts.tables.read(table.id, table.players[seat]).default
            assert default is not None
            assert code(lambda s=seat, d=default: table.decide(s, now_of(table).closed[s], d)) == "table-paused"
    parts.tables.want_pause(table.id, first, wanted=False)
    assert now_of(table).paused
    assert not parts.tables.want_pause(table.id, second, wanted=False).table.paused
    assert table.step()


def test_an_owner_who_comes_back_into_a_pause_ends_it_with_a_wish_to_go_on(parts: Services) -> None:
    table = away(parts, seats=3)
    for seat in (0, 2):
        parts.tables.want_pause(table.id, table.players[seat], wanted=True)
    wish = partial(parts.tables.want_pause, table.id, table.players[1])
    assert code(lambda: wish(wanted=False)) == "absent"
    assert parts.tables.come_back(table.id, table.players[1]).table.paused
    assert not wish(wanted=False).table.paused
    assert not wish(wanted=False).table.paused
    assert beside(table)[-1:] == [WantPause(wanted=False)]
    codes = [each.told.code for each in parts.tables.happenings(table.id, None, 0)[0]]
    assert codes[-4:] == ["paused", "returned", "pause-wanted", "resumed"]


def test_a_pause_that_reaches_the_store_after_a_deadline_comes_after_what_the_clock_plays(parts: Services) -> None:
    table = seated(parts, clock=Clock(1))
    table.all_move_once()
    table.play_until("bid")
    (seat,) = now_of(table).turn.seats
    parts.tables.want_pause(table.id, table.players[0], wanted=True)
    deadline = now_of(table).deadline_ms(seat)
    n = now_of(table).closed[seat]
    assert deadline is not None
    load = parts.tables._desk.shelf.load
    slept: list[bool] = []

    def slow(name: str) -> Any:
        present = load(name)
        if not slept:
            slept.append(True)
            wait_past(parts, deadline)
        return present

    parts.tables._desk.shelf.load = slow
    parts.tables.want_pause(table.id, table.players[1], wanted=True)
    parts.tables._desk.shelf.load = load
    played = [(each.seat, each.n, each.by) for each in entries_of(table)]
    assert (seat, n, "default") in played
    assert played.index((seat, n, "default")) < len(played) - 1
    assert now_of(table).paused


def test_nobody_makes_a_log_as_long_as_they_like(parts: Services) -> None:
    host, _ = parts.players.register("Host", "human")
    guest, _ = parts.players.register("Guest", "human")
    opened, _ = parts.tables.create(host, Order("bull_market", 3, Options(), bots=("random",)), None)
    table = opened.table.facts.id
    for _ in range(MAX_SEATINGS):
        parts.tables.sit(table, guest, 2)
        parts.tables.leave(table, guest, 2)
    assert code(lambda: parts.tables.sit(table, guest, 2)) == "too-often"
    parts.tables.start(table, host, fill="random")
    pause = partial(parts.tables.want_pause, table, host)
    for _ in range(MAX_PAUSES):
        assert pause(wanted=True).table.paused
        assert pause(wanted=True).table.paused
        assert not pause(wanted=False).table.paused
    assert code(lambda: pause(wanted=True)) == "too-often"
    assert not pause(wanted=False).table.paused


def test_many_players_together_do_not_either(parts: Services) -> None:
    host, _ = parts.players.register("Host", "human")
    opened, _ = parts.tables.create(host, Order("bull_market", 3, Options(), join=False), None)
    table = opened.table.facts.id
    for _ in range(MAX_SEATINGS_IN_ALL // MAX_SEATINGS):
        guest, _ = parts.players.register("Guest", "human")
        for _ in range(MAX_SEATINGS):
            parts.tables.sit(table, guest, 1)
            parts.tables.leave(table, guest, 1)
    late, _ = parts.players.register("Late", "human")
    assert code(lambda: parts.tables.sit(table, late, 1)) == "too-often"
    assert parts.tables.start(table, host, fill="random").table.status == "running"


def test_a_game_that_is_broken_off_in_a_pause_does_not_go_on(parts: Services) -> None:
    table = seated(parts)
    for player in table.players.values():
        parts.tables.want_pause(table.id, player, wanted=True)
    parts.tables.break_off(table.id, "test")
    codes = [each.told.code for each in parts.tables.happenings(table.id, None, 0)[0]]
    assert codes[-3:] == ["paused", "ended", "finished"]
