"""An answer that shows what was never so, or not any more, is found by every part of it."""

from __future__ import annotations

import copy
import json
from typing import Any

import msgspec

from tests.chaos.checker import check
from tests.chaos.planted import Case
from tests.chaos.wire import Exchange


def said(case: Case) -> set[tuple[str, str]]:
    """Kind and sentence of each fault, without what it quotes."""
    faults = check(case.history, case.facts, case.secret, case.entries).faults
    return {(each.kind, each.what.partition(": ")[0]) for each in faults}


def answered(exchange: Exchange, **changed: Any) -> None:
    exchange.answer = msgspec.json.encode({**exchange.json, **changed})


def asked(case: Case, part: str, method: str = "GET") -> Exchange:
    """The last answer from such an address."""
    return [each for each in case.history.exchanges if part in each.path and each.method == method][-1]


def decided(case: Case, number: int, status: int = 200) -> tuple[Exchange, dict[str, Any]]:
    """A copy of an acknowledged decision, to be refused, and what its seat saw before it."""
    exchange = copy.copy(case.acknowledged(number))
    seat, n = exchange.decision or (0, 0)
    view = next(each.json for each in case.views(seat) if each.json.get("decision", {}).get("n") == n)
    exchange.status = status
    case.history.exchanges.append(exchange)
    return exchange, view


def test_another_record(case: Case) -> None:
    record = asked(case, "/record")
    answered(record, entries=record.json["entries"][:-1])
    assert said(case) == {("leaked", "viewer None was shown another record than the log gives")}


def test_a_view_from_before_the_move_that_it_acknowledges(case: Case) -> None:
    exchange = case.acknowledged(6)
    seat, n = exchange.decision or (0, 0)
    before = next(each for each in case.views(seat) if each.json.get("decision", {}).get("n") == n)
    answered(exchange, view=before.json)
    assert ("reordered", "a view before the move that it acknowledges") in said(case)


def test_a_view_that_was_never_so_with_a_move(case: Case) -> None:
    exchange = case.acknowledged(6)
    answered(exchange, view={**exchange.json["view"], "status": "waiting"})
    assert ("leaked", f"viewer {exchange.viewer} was shown what was never so") in said(case)


def test_events_with_the_wrong_number_to_go_on_from(case: Case) -> None:
    told = asked(case, "/events")
    answered(told, next=told.json["next"] - 1)
    assert said(case) == {("leaked", f"viewer {told.viewer} was shown other events than the viewer was told")}


def test_no_events_that_are_none(case: Case) -> None:
    told = asked(case, "/events")
    answered(told, items=[])
    assert said(case) == {("leaked", f"viewer {told.viewer} was shown other events than the viewer was told")}


def test_a_table_that_was_never_so(eventful: Case) -> None:
    case = copy.deepcopy(eventful)
    beside = asked(case, "/pause", "POST")
    answered(beside, private=True)
    assert said(case) == {("leaked", f"viewer {beside.viewer} was shown what was never so")}


def test_choices_that_the_seat_never_had(case: Case) -> None:
    exchange, view = decided(case, 2, 422)
    choices = view["decision"]["choices"][:-1]
    exchange.answer = msgspec.json.encode({"code": "illegal-action", "choices": choices, "reason": "any"})
    assert said(case) == {("leaked", f"viewer {exchange.viewer} was shown choices that the seat never had")}


def test_a_legal_move_that_is_called_illegal(case: Case) -> None:
    exchange, view = decided(case, 2, 422)
    choices = view["decision"]["choices"]
    exchange.answer = msgspec.json.encode({"code": "illegal-action", "choices": choices, "reason": "any"})
    assert ("refused", "a legal move was refused") in said(case)


def test_a_bell_where_none_rings(case: Case) -> None:
    """In a game of turns no decision closes unplayed."""
    exchange, _ = decided(case, 2, 410)
    exchange.answer = json.dumps({"code": "decision-expired"}).encode()
    assert ("refused", "no bell had ended that decision") in said(case)


def test_a_refusal_that_nothing_can_earn(case: Case) -> None:
    exchange, _ = decided(case, 2, 404)
    exchange.answer = json.dumps({"code": "no-such-table"}).encode()
    assert {kind for kind, _ in said(case)} == {"refused"}


def test_events_of_later_before_a_view_of_earlier(case: Case) -> None:
    late, early = asked(case, "/events"), case.views(0)[1]
    early.sent, early.heard = late.heard + 1, late.heard + 2
    case.history.exchanges = [late, early]
    assert any(kind == "reordered" and "was seen after position" in what for kind, what in said(case))


def test_a_move_that_was_seen_before_anybody_had_sent_it(case: Case) -> None:
    exchange = case.acknowledged(2)
    same = [each for each in case.history.exchanges if each.decision == exchange.decision]
    for each in same:
        each.sent = each.heard = each.heard + 1000
    assert any(kind == "reordered" and "was seen before it was sent" in what for kind, what in said(case))
