"""A free phase through the services: many at once, none in another's way, and a bell that rings by itself."""

from __future__ import annotations

import threading
import time
from collections import Counter
from functools import partial
from typing import Any

import pytest

from openingbell.bots import SeededRng
from openingbell.clock import Clock
from openingbell.errors import DecisionOver, IllegalAction, Refused
from openingbell.readings import decision
from openingbell.rules.games.panic_on_wall_street import GAME, Accept, Bell, Done, Options, Propose, Release
from openingbell.rules.kernel import HOUSE, play
from openingbell.table import Clock as TableClock
from openingbell.table import bots_to_move
from openingbell.wiring import Services
from tests.service.tables.test_deciding import another, together
from tests.support.playing import Seated, seated, wait_past
from tests.support.redis_server import RedisServer
from tests.support.waiting import until

MOVES = 12
"""Moves that each of eleven seats makes at once."""


def market(parts: Services, seats: int = 11, **options: Any) -> Seated:
    return seated(parts, seats, game="panic_on_wall_street", options=Options(**options))


def state_of(table: Seated) -> Any:
    return table.parts.tables.read(table.id, None).table.state


def entries_of(table: Seated) -> list[Any]:
    return list(table.parts.tables._desk.shelf.load(table.id).loaded.entries)


def pair(table: Seated) -> tuple[int, int, str]:
    """A manager, an investor, and a company of that manager."""
    state = state_of(table)
    manager, investor = state.managers[0], state.investors[0]
    return manager, investor, next(tile for tile, each in state.companies.items() if each.owner == manager)


def act(table: Seated, seat: int, action: Any, parts: Services | None = None) -> Any:
    owed = table.decision(seat)
    assert owed is not None
    return table.decide(seat, owed.n, action, parts)


class Hand(threading.Thread):
    """A seat that haggles in a thread of its own, over the services of some process."""

    def __init__(self, table: Seated, seat: int, parts: Services) -> None:
        super().__init__()
        self.table, self.seat, self.parts = table, seat, parts
        self.taken: list[tuple[int, Any]] = []
        self.changed = 0
        self.idle = 0
        self.failure: Exception | None = None

    def run(self) -> None:
        draw = SeededRng(f"hand {self.seat}")
        try:
            while len(self.taken) + self.changed + self.idle < MOVES:
                self._move(draw)
        except Exception as error:  # noqa: BLE001 - the test asks for it
            self.failure = error

    def _move(self, draw: SeededRng) -> None:
        """A random move of those seen, which others may have overtaken; sent twice, as by a client that lost the
        answer."""
        owed = decision(self.parts.tables.read(self.table.id, self.table.players[self.seat]))
        assert owed is not None
        items = [each for each in owed.choices if each.action is not Done]
        if not items:  # everything is closed
            self.idle += 1
            return
        action = items[draw.below(len(items))].sample(draw)
        try:
            first = self.table.decide(self.seat, owed.n, action, self.parts)
        except IllegalAction as refused:
            assert refused.code == "offer-changed", refused  # noqa: PT017 - nothing else may happen
            self.changed += 1
            return
        assert not first.replayed
        assert self.table.decide(self.seat, owed.n, action, self.parts).replayed
        self.taken.append((owed.n, action))


def test_eleven_at_once_lose_nothing_double_nothing_and_refuse_nobody(
    store_server: RedisServer, parts: Services
) -> None:
    table = market(parts, negotiation_s=3600)
    before = len(entries_of(table))
    bell_ms = parts.tables.read(table.id, None).table.house_at_ms
    processes = [parts, *(another(store_server) for _ in range(3))]
    hands = [Hand(table, seat, processes[seat % 4]) for seat in range(11)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert [hand.failure for hand in hands] == [None] * 11
    found = [(each.seat, each.n, each.action) for each in entries_of(table)[before:]]
    sent = [(hand.seat, n, action) for hand in hands for n, action in hand.taken]
    assert Counter(map(repr, found)) == Counter(map(repr, sent))
    assert sum(hand.changed + hand.idle for hand in hands) + len(found) == 11 * MOVES
    now = parts.tables.read(table.id, None).table
    assert now.closed == tuple(len(hand.taken) for hand in hands)
    assert now.house_at_ms == bell_ms
    state = GAME.start(11, now.facts.options)
    for each in entries_of(table):
        if type(each.action) in (*GAME.moves, *GAME.deals):
            state = play(GAME, state, each.seat, each.action)
    assert state == now.state


def test_an_offer_that_others_changed_is_told_from_one_that_the_rules_forbid(parts: Services) -> None:
    table = market(parts, 5)
    manager, investor, tile = pair(table)
    act(table, investor, Propose(tile, investor, 30, "open"))
    offer = f"{tile}-{investor}-investor-open"
    owed = table.decision(manager)
    assert owed is not None
    act(table, investor, Propose(tile, investor, 25, "open"))
    with pytest.raises(IllegalAction) as changed:
        table.decide(manager, owed.n, Accept(offer, 30))
    assert (changed.value.code, changed.value.pointer, changed.value.ruling) == ("offer-changed", "/price", "PWS-09")
    assert Accept(offer, 25) in changed.value.choices
    with pytest.raises(IllegalAction) as forbidden:
        table.decide(manager, owed.n, Propose(tile, investor, 7, "open"))
    assert forbidden.value.code == "illegal-action"
    assert not table.decide(manager, owed.n, Accept(offer, 25)).replayed, "the decision stayed open"
    with pytest.raises(IllegalAction) as gone:
        act(table, manager, Accept(offer, 25))
    assert gone.value.code == "offer-changed"


def test_of_two_that_accept_and_release_at_once_each_gets_an_answer_of_its_own(parts: Services) -> None:
    for _ in range(5):
        table = market(parts, 5)
        manager, investor, tile = pair(table)
        act(table, investor, Propose(tile, investor, 30, "open"))
        act(table, manager, Accept(f"{tile}-{investor}-investor-open", 30))
        act(table, manager, Propose(tile, investor, 20, "open"))
        offer, mine, theirs = f"{tile}-{investor}-manager-open", table.decision(manager), table.decision(investor)
        assert mine is not None
        assert theirs is not None
        answers = together(
            [
                partial(table.decide, manager, mine.n, Release(tile, investor, 30)),
                partial(table.decide, investor, theirs.n, Accept(offer, 20)),
            ]
        )
        refused = [each for each in answers if isinstance(each, Exception)]
        assert [each.code for each in refused if isinstance(each, Refused)] == ["offer-changed"] * len(refused)
        assert type(answers[1]).__name__ == "Decided"


def test_a_seat_that_is_done_has_a_decision_that_nobody_waits_for(parts: Services) -> None:
    table = market(parts, 5)
    manager, investor, tile = pair(table)
    act(table, investor, Done())
    now = table.decision(investor)
    assert now is not None
    assert (now.optional, now.default) == (True, None)
    assert Done() not in now.choices
    assert table.decide(investor, now.n, Propose(tile, investor, 30, "closed")).outcome == "applied"
    owed = table.decision(manager)
    assert owed is not None
    assert (owed.optional, owed.default) == (False, Done())
    assert owed.deadline_ms == parts.tables.read(table.id, None).table.house_at_ms


def test_a_seat_that_is_done_may_act_until_the_phase_ends_however_long_that_is(parts: Services) -> None:
    """Where the rules do not time the phase: nothing is played for whom nobody waits for, so no time is up."""
    options = Options(negotiation_s=0)
    table = seated(parts, 5, game="panic_on_wall_street", options=options, clock=TableClock(4))
    _, investor, tile = pair(table)
    act(table, investor, Done())
    now = parts.tables.read(table.id, None).table
    opened_ms = now.opened_at_ms[investor]
    assert opened_ms is not None
    wait_past(parts, opened_ms + now.allowance_ms(investor))
    owed = table.decision(investor)
    assert owed is not None
    assert (owed.optional, owed.deadline_ms) == (True, None)
    assert table.decide(investor, owed.n, Propose(tile, investor, 30, "open")).outcome == "applied"


def test_what_comes_after_the_bell_finds_its_decision_closed_unplayed(parts: Services) -> None:
    table = market(parts, 3, negotiation_s=10)
    owed = table.decision(0)
    assert owed is not None
    assert owed.deadline_ms is not None
    wait_past(parts, owed.deadline_ms)
    for _ in range(2):
        with pytest.raises(DecisionOver) as refused:
            table.decide(0, owed.n, Done())
        assert (refused.value.code, refused.value.recorded) == ("decision-expired", None)
    bells = [each for each in entries_of(table) if isinstance(each.action, Bell)]
    assert [each.seat for each in bells] == [HOUSE]
    assert bells[0].at_ms >= owed.deadline_ms


def test_the_bell_rings_with_every_client_gone(parts: Services, store_server: RedisServer) -> None:
    """The clock alone, without workers; meanwhile somebody was active until the end, which puts nothing off."""
    table = market(parts, 4, negotiation_s=10)
    bell_ms = parts.tables.read(table.id, None).table.house_at_ms
    assert bell_ms is not None
    act(table, 1, Done())
    clock = Clock(another(store_server), store_server.url)
    thread = threading.Thread(target=clock.run)
    thread.start()
    try:
        load = parts.tables._desk.shelf.load
        until("the bell", lambda: any(isinstance(each.action, Bell) for each in load(table.id).loaded.entries), 60)
    finally:
        clock.stop()
        thread.join()
    rung = next(each for each in entries_of(table) if isinstance(each.action, Bell))
    assert rung.at_ms >= bell_ms
    assert rung.by == "house"


def test_house_bots_act_one_after_the_other_for_a_person_who_follows(parts: Services) -> None:
    table = seated(parts, 4, game="panic_on_wall_street", options=Options(negotiation_s=10), bots=("greedy",) * 3)
    began = len(entries_of(table))
    assert not parts.tables.advance(table.id), "first one sees what there is"
    for acts in range(1, 4):
        now = parts.tables.read(table.id, None).table
        wait_past(parts, min(now.bot_owes_since_ms(seat) for seat in bots_to_move(now)))
        assert parts.tables.advance(table.id)
        assert not parts.tables.advance(table.id)
        assert len(entries_of(table)) == began + acts
    (person,) = table.players
    act(table, person, Done())
    parts.tables.advance(table.id)
    assert len(entries_of(table)) > began + 5, "who is done has nothing to follow"


def test_house_bots_negotiate_and_come_to_an_end(parts: Services) -> None:
    table = seated(parts, 4, game="panic_on_wall_street", options=Options(), bots=("greedy",) * 3)
    began = time.monotonic()
    while state_of(table).phase != "over" and time.monotonic() - began < 120:
        parts.tables.advance(table.id)
        for seat in table.players:
            owed = table.decision(seat)
            if owed is not None and owed.default is not None:
                table.decide(seat, owed.n, owed.default)
    assert state_of(table).phase == "over"
