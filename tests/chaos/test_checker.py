"""The checker finds nothing in a sound game, and each kind of fault when it is planted there: one test a fault."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from openingbell.rules.games.panic_on_wall_street import Bell
from openingbell.rules.kernel import HOUSE, Action
from openingbell.table import (
    By,
    End,
    Entry,
    Leave,
    Reason,
    Resign,
    Resume,
    Return,
    StandIn,
    WantPause,
)
from tests.chaos.checker import check
from tests.chaos.faults import KINDS
from tests.chaos.planted import Case, is_of
from tests.chaos.wire import Exchange


def overtaken(market: Case) -> Exchange:
    return next(each for each in market.history.exchanges if each.status == 409)


def accepted(market: Case) -> Exchange:
    puts = (each for each in market.history.exchanges if each.method == "PUT" and each.status == 200)
    return next(each for each in puts if each.body["action"]["type"] == "accept")


def test_a_sound_game_has_no_faults(case: Case) -> None:
    assert case.kinds() == set()
    assert any(each.status == 202 for each in case.history.exchanges), "the game has sealed moves"


def test_an_eventful_game_has_no_faults_either(eventful: Case) -> None:
    assert eventful.kinds() == set()
    kinds = {type(each.action) for each in eventful.entries}
    assert {StandIn, Return, WantPause, Resign} <= kinds


@pytest.mark.parametrize("kind", [StandIn, Return, WantPause, Resign])
def test_something_beside_the_game_that_is_missing_from_the_log(eventful: Case, kind: type[Action]) -> None:
    lacking = copy.deepcopy(eventful)
    del lacking.entries[next(place for place, each in enumerate(lacking.entries) if isinstance(each.action, kind))]
    assert lacking.kinds()


def test_a_lost_decision(case: Case) -> None:
    del case.entries[case.place(case.acknowledged(-1))]
    assert "lost" in case.kinds()


def test_a_lost_end_of_the_log(case: Case) -> None:
    del case.entries[case.place(case.acknowledged(-4)) :]
    assert {"lost", "leaked", "stuck"} <= case.kinds()


def test_a_doubled_decision(case: Case) -> None:
    place = case.place(case.acknowledged(3))
    case.entries.insert(place, case.entries[place])
    assert "doubled" in case.kinds()


def test_a_sealed_move_that_came_back(case: Case) -> None:
    """Sent once, replaced, and in the log again behind what took its place."""
    first, place = next(
        (entry, last)
        for sealed in case.history.exchanges
        if sealed.status == 202
        for entry, last in [(next(e for e in case.entries if is_of(e, sealed)), case.place(sealed))]
        if entry.action != case.entries[last].action
    )
    case.entries.insert(place + 1, first)
    assert {"doubled", "changed"} <= case.kinds()


def test_a_changed_decision(case: Case) -> None:
    exchange = next(e for e in case.history.exchanges if e.method == "PUT" and e.status == 200 and _has_other(case, e))
    place = case.place(exchange)
    case.entries[place] = replace(case.entries[place], action=_other(case, exchange))
    assert {"lost", "changed"} & case.kinds()


def test_another_action_is_acknowledged_than_was_sent(case: Case) -> None:
    exchange = case.acknowledged(2)
    exchange.answer = msgspec.json.encode({**exchange.json, "action": {"type": "other"}})
    assert "changed" in case.kinds()


def test_a_client_is_told_that_something_else_had_counted(case: Case) -> None:
    exchange = copy.copy(case.acknowledged(2))
    exchange.status = 409
    exchange.answer = json.dumps({"code": "decision-closed", "recorded": {"type": "other"}}).encode()
    case.history.exchanges.append(exchange)
    assert case.kinds() == {"changed"}


def test_an_older_view_after_a_newer_one(case: Case) -> None:
    early, late = case.views(0)[1], case.views(1)[-1]
    early.sent, early.heard = late.heard + 1, late.heard + 2
    assert case.kinds() == {"reordered"}


def test_a_move_that_was_seen_before_it_was_sent(case: Case) -> None:
    exchange = case.acknowledged(2)
    exchange.sent = exchange.heard = exchange.heard + 1000
    assert "reordered" in case.kinds()


def test_a_leaked_card(case: Case) -> None:
    """A view of seat 0 in which one hidden thing is what seat 1 sees there."""
    for mine, theirs in zip(case.views(0), case.views(1), strict=True):
        if mine.json["state"] != theirs.json["state"]:
            mine.answer = msgspec.json.encode({**mine.json, "state": theirs.json["state"]})
            break
    assert case.kinds() == {"leaked"}


def test_an_event_that_was_another_s(case: Case) -> None:
    told = [each for each in case.history.exchanges if "/events" in each.path]
    mine = [each for each in told if each.viewer == 0][-1]
    theirs = [each for each in told if each.viewer == 1][-1]
    assert mine.json != theirs.json, "the seats are told different things"
    mine.answer = theirs.answer
    assert case.kinds() == {"leaked"}


def test_an_event_is_missing(case: Case) -> None:
    told = [each for each in case.history.exchanges if "/events" in each.path][-1]
    items = told.json["items"]
    told.answer = msgspec.json.encode({"items": items[:3] + items[4:], "next": items[-1]["seq"]})
    assert case.kinds() == {"leaked"}


def test_a_move_that_nobody_sent(case: Case) -> None:
    gone = case.acknowledged(4).decision
    case.history.exchanges = [each for each in case.history.exchanges if each.decision != gone]
    assert case.kinds() == {"invented"}


def test_a_default_before_its_time(case: Case) -> None:
    place = case.place(case.acknowledged(4))
    case.entries[place] = replace(case.entries[place], by="default")
    assert "invented" in case.kinds()


def test_a_deal_that_the_secret_does_not_give(case: Case) -> None:
    place = next(p for p, e in enumerate(case.entries) if e.seat == HOUSE and e.n == 0 and "Begin" not in repr(e))
    action: Any = case.entries[place].action
    name = next(name for name in action.__slots__ if isinstance(getattr(action, name), tuple))
    dealt = getattr(action, name)
    case.entries[place] = replace(
        case.entries[place], action=replace(action, **{name: (dealt[1], dealt[0], *dealt[2:])})
    )
    assert "unlawful" in case.kinds()


def test_another_secret(case: Case) -> None:
    case.secret = bytes(32)
    assert "unlawful" in case.kinds()


def planted(case: Case, action: Action, seat: int = 0, by: By = "player", place: int = -8) -> set[str]:
    """What the checker says of something beside the game that is put into the log there."""
    at_ms = case.entries[place - 1].at_ms
    case.entries.insert(place, Entry(seat, 0, action, by, at_ms))
    return case.kinds()


def test_a_house_bot_that_sat_in_for_somebody_who_was_there(case: Case) -> None:
    assert "invented" in planted(case, StandIn("greedy"), by="house")


def test_a_return_of_somebody_who_was_not_away(case: Case) -> None:
    assert "doubled" in planted(case, Return())


def test_a_return_that_nobody_asked_for(case: Case) -> None:
    case.history.exchanges = [each for each in case.history.exchanges if each.viewer != 0]
    planted(case, Return())
    faults = check(case.history, case.facts, case.secret, case.entries).faults
    assert [each for each in faults if "nobody asked for" in str(each) and "Return" in str(each)]


def test_a_resignation_that_nobody_asked_for(case: Case) -> None:
    assert "invented" in planted(case, Resign("greedy"))


def test_a_pause_that_nobody_asked_for(case: Case) -> None:
    assert "invented" in planted(case, WantPause(wanted=True))


def test_the_end_of_a_pause_that_was_none(case: Case) -> None:
    assert planted(case, Resume(), HOUSE, "house") & {"invented", "unlawful"}


@pytest.mark.parametrize(("reason", "by"), [("aborted", "player"), ("aborted", "house"), ("server", "house")])
def test_an_end_that_nobody_owed(case: Case, reason: Reason, by: By) -> None:
    assert "invented" in planted(case, End(reason), HOUSE if by == "house" else 0, by)


def test_a_seat_that_was_given_up_in_the_middle_of_the_game(case: Case) -> None:
    assert planted(case, Leave()) & {"invented", "unlawful"}


def test_a_stuck_table(case: Case) -> None:
    del case.entries[-1]
    last = case.entries[-1].at_ms / 1000
    case.history.exchanges = [each for each in case.history.exchanges if each.heard < last]
    assert "stuck" in case.kinds()


def test_an_error_of_the_server(case: Case) -> None:
    exchange = copy.copy(case.acknowledged(2))
    exchange.status, exchange.answer = 500, b'{"code": "internal-error"}'
    case.history.exchanges.append(exchange)
    assert case.kinds() == {"refused"}


def test_a_good_move_refused(case: Case) -> None:
    exchange = copy.copy(case.acknowledged(2))
    before = case.views(exchange.viewer or 0)
    choices = next(
        v.json["decision"]["choices"]
        for v in before
        if v.json.get("decision", {}).get("n") == (exchange.decision or (0, 0))[1]
    )
    exchange.status, exchange.answer = 422, msgspec.json.encode({"code": "illegal-action", "choices": choices})
    case.history.exchanges.append(exchange)
    assert case.kinds() == {"refused"}


def test_a_sound_negotiation_has_no_faults(market: Case) -> None:
    assert market.kinds() == set()
    assert overtaken(market).json["code"] == "offer-changed"
    assert any(each.status == 410 for each in market.history.exchanges), "somebody came after the bell"


def test_a_good_offer_refused_as_changed(market: Case) -> None:
    before, refused = accepted(market), copy.copy(overtaken(market))
    refused.body = before.body
    market.history.exchanges.append(refused)
    assert market.kinds() == {"refused"}


def test_an_offer_refused_for_the_wrong_reason(market: Case) -> None:
    refused = overtaken(market)
    refused.answer = msgspec.json.encode({**refused.json, "reason": "closed"})
    assert market.kinds() == {"refused"}


def test_a_rule_broken_that_is_told_as_an_offer_that_changed(market: Case) -> None:
    refused = overtaken(market)
    refused.answer = msgspec.json.encode({**refused.json, "code": "illegal-action"})
    assert market.kinds() == {"refused"}


def test_an_offer_refused_by_what_was_long_over(market: Case) -> None:
    refused, late = overtaken(market), market.views(0)[-1]
    refused.sent, refused.heard = late.heard + 1, late.heard + 2
    assert market.kinds() == {"reordered"}


def test_an_acceptance_that_counts_twice(market: Case) -> None:
    place = market.place(accepted(market))
    market.entries.insert(place, market.entries[place])
    assert "doubled" in market.kinds()


def test_an_accepted_offer_that_is_lost(market: Case) -> None:
    del market.entries[market.place(accepted(market))]
    assert "lost" in market.kinds()


def test_a_client_is_told_that_the_bell_was_quicker_and_it_was_not(market: Case) -> None:
    exchange = copy.copy(accepted(market))
    exchange.status, exchange.answer = 410, b'{"code": "decision-expired"}'
    market.history.exchanges.append(exchange)
    assert market.kinds() == {"changed"}


def test_a_bell_before_its_time(market: Case) -> None:
    place = next(place for place, entry in enumerate(market.entries) if isinstance(entry.action, Bell))
    market.entries[place - 1], market.entries[place] = market.entries[place], market.entries[place - 1]
    assert "invented" in market.kinds()


def test_every_kind_of_fault_is_planted_here() -> None:
    planted = {"lost", "doubled", "changed", "reordered", "invented", "unlawful", "leaked", "refused", "stuck"}
    assert planted == set(KINDS)


def _has_other(case: Case, exchange: Exchange) -> bool:
    return _other(case, exchange) is not None


def _other(case: Case, exchange: Exchange) -> Any:
    """Another action of the same kind that stands in the log somewhere."""
    action = case.entries[case.place(exchange)].action
    return next((e.action for e in case.entries if type(e.action) is type(action) and e.action != action), None)
