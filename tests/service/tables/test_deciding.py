"""A decision counts exactly once, whatever is repeated, reordered or tried at the same time."""

from __future__ import annotations

import multiprocessing
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from openingbell.errors import DecisionOver, IllegalAction, Refused
from openingbell.rules.games.bull_market import Bid, PassCards
from openingbell.rules.kernel import HOUSE
from openingbell.settings import Settings
from openingbell.table import MAX_REVISIONS, Clock
from openingbell.wiring import Services, services
from tests.support.playing import Seated, seated, wait_past
from tests.support.redis_server import RedisServer


def together(calls: list[Callable[[], Any]]) -> list[Any]:
    """What the calls answer or raise, each in a thread of its own, started at the same moment."""
    answers: list[Any] = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def run(place: int) -> None:
        barrier.wait()
        try:
            answers[place] = calls[place]()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the answer
            answers[place] = error

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def log_of(table: Seated) -> list[bytes]:
    return list(table.parts.logs.read(table.id, 0, "").tail)


def another(server: RedisServer) -> Services:
    return services(Settings(redis_url=server.url))


def test_a_hundred_identical_decisions_at_once_are_one_entry(store_server: RedisServer, parts: Services) -> None:
    table = seated(parts)
    seat = table.seat_to_move()
    before = log_of(table)
    processes = [another(store_server) for _ in range(4)]
    answers = together([lambda p=processes[i % 4]: table.decide(seat, 0, Bid(3), p) for i in range(100)])
    assert [type(each).__name__ for each in answers] == ["Decided"] * 100, answers
    assert len(log_of(table)) == len(before) + 1
    assert Counter(each.replayed for each in answers) == {False: 1, True: 99}
    assert {each.recorded for each in answers} == {Bid(3)}


def _decide_elsewhere(url: str, table: str, player: Any, seat: int, queue: Any) -> None:
    parts = services(Settings(redis_url=url))
    for _ in range(10):
        queue.put(parts.tables.decide(table, player, seat, 0, Bid(3)).replayed)


def test_the_same_from_several_processes(store_server: RedisServer, parts: Services) -> None:
    table = seated(parts)
    seat = table.seat_to_move()
    before = len(log_of(table))
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    arguments = (store_server.url, table.id, table.players[seat], seat, queue)
    processes = [context.Process(target=_decide_elsewhere, args=arguments) for _ in range(3)]
    for process in processes:
        process.start()
    replayed = [queue.get(timeout=60) for _ in range(30)]
    for process in processes:
        process.join()
    assert sorted(replayed) == [False] + [True] * 29
    assert len(log_of(table)) == before + 1


def test_of_two_different_decisions_at_once_one_counts(store_server: RedisServer, parts: Services) -> None:
    for _ in range(10):
        table = seated(parts)
        seat = table.seat_to_move()
        other = another(store_server)
        answers = together(
            [lambda t=table, s=seat: t.decide(s, 0, Bid(3)), lambda t=table, s=seat, o=other: t.decide(s, 0, Bid(4), o)]
        )
        taken = [each for each in answers if not isinstance(each, Exception)]
        refused = [each for each in answers if isinstance(each, Exception)]
        assert len(taken) == 1
        assert isinstance(refused[0], DecisionOver)
        assert refused[0].code == "decision-closed"
        assert refused[0].recorded == taken[0].recorded


def test_sealed_moves_of_two_seats_at_once_never_meet_a_conflict(store_server: RedisServer, parts: Services) -> None:
    other = another(store_server)
    rounds = 0
    while rounds < 50:
        table = seated(parts)
        while table.parts.tables.read(table.id, None).table.turn.seats and rounds < 50:
            turn = parts.tables.read(table.id, None).table.turn
            if turn.mode != "sealed":
                table.step()
                continue
            now = {seat: table.decision(seat) for seat in turn.seats}
            calls = [
                lambda t=table, s=seat, d=owed, p=(parts, other)[seat % 2]: t.decide(s, d.n, d.default, p)
                for seat, owed in now.items()
            ]
            answers = together(calls)
            assert [type(each).__name__ for each in answers] == ["Decided"] * len(calls), answers
            assert not any(each.replayed for each in answers)
            assert "applied" in {each.outcome for each in answers}
            rounds += len(calls) == 2
            parts.tables.advance(table.id)


def test_history_is_told_and_never_changed(parts: Services) -> None:
    table = seated(parts)
    seat = table.seat_to_move()
    first = table.decide(seat, 0, Bid(5))
    assert (first.outcome, first.replayed) == ("applied", False)
    table.play_until("pass_cards")
    length = len(log_of(table))
    again = table.decide(seat, 0, Bid(5))
    assert (again.outcome, again.replayed, again.recorded) == ("applied", True, Bid(5))
    with pytest.raises(DecisionOver) as refused:
        table.decide(seat, 0, Bid(6))
    assert (refused.value.code, refused.value.n, refused.value.recorded) == ("decision-closed", 0, Bid(5))
    assert len(log_of(table)) == length


def test_a_sealed_move_is_repeated_replaced_and_at_last_refused(parts: Services) -> None:
    table = seated(parts)
    table.play_until("pass_cards")
    owed = table.decision(0)
    assert owed is not None
    options = [each for each in owed.choices.actions() if isinstance(each, PassCards)][:2]
    told = len(parts.tables.happenings(table.id, table.players[1], 0)[0])
    before = len(log_of(table))
    for number in range(MAX_REVISIONS):
        sealed = table.decide(0, owed.n, options[number % 2])
        assert (sealed.outcome, sealed.replayed) == ("sealed", False)
        repeated = table.decide(0, owed.n, options[number % 2])
        assert (repeated.outcome, repeated.replayed) == ("sealed", True)
    now = table.decision(0)
    assert now is not None
    assert (now.sealed, now.revisable, now.sealed_action) == (True, True, options[1])
    assert len(log_of(table)) == before + MAX_REVISIONS
    with pytest.raises(Refused) as refused:
        table.decide(0, owed.n, options[0])
    assert refused.value.code == "too-many-revisions"
    assert len(parts.tables.happenings(table.id, table.players[1], 0)[0]) <= told + 1, "replacing is nobody's business"
    table.move(1)
    assert table.decide(0, owed.n, options[1]).outcome == "applied"


def test_what_is_not_open_not_legal_or_not_yours_is_refused_and_changes_nothing(parts: Services) -> None:
    table = seated(parts)
    seat = table.seat_to_move()
    other = 1 - seat
    stranger, _ = parts.players.register("Stranger", "human")
    before = log_of(table)
    with pytest.raises(IllegalAction) as illegal:
        table.decide(seat, 0, Bid(1000))
    assert (illegal.value.n, illegal.value.ruling.split("-")[0]) == (0, "BULL")
    assert len(illegal.value.choices) > 0
    for call, code in (
        (lambda: table.decide(seat, 1, Bid(3)), "decision-not-open"),
        (lambda: table.decide(other, 0, Bid(3)), "decision-not-open"),
        (lambda: parts.tables.decide(table.id, stranger, seat, 0, Bid(3)), "not-your-seat"),
        (lambda: parts.tables.decide(table.id, table.players[other], seat, 0, Bid(3)), "not-your-seat"),
        (lambda: parts.tables.decide("07nothinghere", stranger, seat, 0, Bid(3)), "no-such-table"),
        (lambda: parts.tables.decide("../etc", stranger, seat, 0, Bid(3)), "no-such-table"),
    ):
        with pytest.raises(Refused) as refused:
            call()
        assert refused.value.code == code
    assert log_of(table) == before


def test_before_the_bell_there_is_nothing_to_decide(parts: Services) -> None:
    table = seated(parts, begun=False)
    with pytest.raises(Refused) as refused:
        table.decide(0, 0, Bid(3))
    assert refused.value.code == "table-not-begun"


def test_a_decision_is_two_round_trips(own_server: RedisServer) -> None:
    """Counted by the server itself: what it is asked while a token is cached, between two marks."""
    parts = another(own_server)
    table = seated(parts)
    player, token = parts.players.register("Cached", "human")
    assert parts.players.authenticate(token) == player
    table.move(table.seat_to_move())
    seat = table.seat_to_move()
    owed = table.decision(seat)
    assert owed is not None
    with own_server.client() as client, client.monitor() as monitor:
        commands = monitor.listen()
        parts.players.authenticate(token)
        table.decide(seat, owed.n, owed.default)
        own_server.client().echo("end")
        asked = []
        for command in commands:
            name = command["command"].split()[0].upper()
            if name == "ECHO":
                break
            if command["client_type"] != "lua":
                asked.append(name)
    assert [name for name in asked if name not in ("CLIENT", "HELLO", "SELECT")] == ["EVALSHA", "EVALSHA"]


def test_a_server_that_forgot_its_scripts_is_given_them_again(own_server: RedisServer) -> None:
    parts = another(own_server)
    table = seated(parts)
    own_server.client().script_flush()
    assert table.move(table.seat_to_move()).outcome == "applied"


def test_an_append_whose_answer_was_lost_is_found_to_be_ours(parts: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """The script runs twice, as when the connection breaks after the server has read it and the client sends again."""
    table = seated(parts)
    seat = table.seat_to_move()
    before = len(log_of(table))
    run = parts.link.run

    def twice(script: Any, keys: Any, args: Any) -> Any:
        answer = run(script, keys, args)
        return run(script, keys, args) if "RPUSH" in script.text else answer

    monkeypatch.setattr(parts.link, "run", twice)
    decided = table.decide(seat, 0, Bid(3))
    assert decided.recorded == Bid(3)
    assert len(log_of(table)) == before + 1


def test_a_move_that_reaches_the_store_too_late_is_expired(parts: Services) -> None:
    """Judged in time, appended after the deadline: Redis's clock decides, and the default counts."""
    table = seated(parts, clock=Clock(1))
    table.all_move_once()
    table.play_until("bid")
    seat = table.seat_to_move()
    owed = table.decision(seat)
    assert owed is not None
    assert owed.deadline_ms is not None
    load = parts.tables._desk.shelf.load
    slept = []

    def slow(name: str) -> Any:
        present = load(name)
        if not slept:
            slept.append(True)
            wait_past(parts, owed.deadline_ms or 0)
        return present

    parts.tables._desk.shelf.load = slow
    with pytest.raises(DecisionOver) as refused:
        table.decide(seat, owed.n, Bid(3))
    assert slept
    assert refused.value.code == "decision-expired"
    assert refused.value.recorded == owed.default


def test_the_house_is_nobody(parts: Services) -> None:
    table = seated(parts)
    with pytest.raises(Refused):
        parts.tables.decide(table.id, table.players[0], HOUSE, 0, Bid(3))
