"""Every sentence of the bookkeeping is said of books that earn it, and none of books that are in order."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from openingbell.codec import to_json
from openingbell.rules.games.bull_market import Bid
from openingbell.rules.kernel import Action
from openingbell.table import By, Entry, Ready, Resign, Return, Sit, WantPause
from tests.chaos.accounts import Accounts
from tests.chaos.history import History
from tests.chaos.wire import Exchange

PLAYERS = {0: "zero", 1: "one"}


class Books:
    """A table of two that has just begun; everything happens a second after what came before."""

    def __init__(self) -> None:
        self.history = History("books", "bull_market", {}, players=dict(PLAYERS))
        self.entries = [Entry(seat, 0, Sit(who, who, "human"), "player", 0) for seat, who in PLAYERS.items()]

    @property
    def now_s(self) -> float:
        return 100.0 + len(self.history.exchanges) + len(self.entries)

    def asked(self, seat: int, method: str, path: str, body: Any, status: int, answer: Any) -> Exchange:
        now_s = self.now_s
        exchange = Exchange(seat, method, path, body, now_s, now_s + 0.5, status, json.dumps(answer).encode())
        self.history.exchanges.append(exchange)
        return exchange

    def put(self, action: Action, status: int = 200, n: int = 0, **answer: Any) -> Exchange:
        answer = answer if status >= 400 else {"n": n, "action": to_json(action)}
        return self.asked(0, "PUT", f"/x/seats/0/decisions/{n}", {"action": to_json(action)}, status, answer)

    def log(self, action: Action, by: By = "player", seat: int = 0, n: int = 0, at_s: float | None = None) -> None:
        at_s = self.now_s if at_s is None else at_s
        self.entries.append(Entry(seat, n, action, by, round(1000 * at_s)))

    def said(self) -> list[tuple[str, str]]:
        return [(each.kind, each.what) for each in Accounts(self.history, self.entries).faults()]


def counted(books: Books) -> None:
    books.put(Bid(1))
    books.log(Bid(1))


def sealed_and_replaced(books: Books) -> None:
    books.put(Bid(1), 202)
    books.log(Bid(1))
    books.put(Bid(2), 202)
    books.log(Bid(2))


def told_of_a_default(books: Books) -> None:
    books.log(Bid(1), "default")
    books.put(Bid(2), 410, code="decision-expired", recorded=to_json(Bid(1)))


def unplayed(books: Books) -> None:
    books.put(Bid(2), 410, code="decision-expired")


def paused_and_back(books: Books) -> None:
    books.asked(0, "POST", "/v1/tables/x/pause", {}, 200, {})
    books.log(WantPause(wanted=True))
    books.put(Bid(1))
    books.log(Return())
    books.log(Bid(1))


SOUND = (counted, sealed_and_replaced, told_of_a_default, unplayed, paused_and_back)


@pytest.mark.parametrize("keep", SOUND)
def test_books_in_order(keep: Callable[[Books], None]) -> None:
    books = Books()
    keep(books)
    assert books.said() == []


def of_another_number(books: Books) -> None:
    counted(books)
    told = books.put(Bid(1))
    told.answer = json.dumps({**told.json, "n": 1}).encode()


def as_another(books: Books) -> None:
    counted(books)
    told = books.put(Bid(1))
    told.answer = json.dumps({**told.json, "action": to_json(Bid(2))}).encode()


def not_there(books: Books) -> None:
    books.put(Bid(1))


def only_as_a_default(books: Books) -> None:
    books.put(Bid(1))
    books.log(Bid(1), "default")


def counted_and_then_another(books: Books) -> None:
    sealed_and_replaced(books)
    books.history.exchanges[0].status = 200


def sealed_and_then_a_default(books: Books) -> None:
    books.put(Bid(1), 202)
    books.log(Bid(1))
    books.log(Bid(2), "default")


def replaced_by_what_came_before(books: Books) -> None:
    early = books.put(Bid(2), 202)
    books.put(Bid(1), 202)
    books.log(Bid(1))
    books.log(Bid(2))
    assert early.heard < books.history.exchanges[1].sent


def expired_with_nothing(books: Books) -> None:
    books.log(Bid(1), "default")
    books.put(Bid(2), 410, code="decision-expired")


def recorded_nowhere(books: Books) -> None:
    books.put(Bid(2), 410, code="decision-expired", recorded=to_json(Bid(1)))


def recorded_otherwise(books: Books) -> None:
    books.log(Bid(1), "default")
    books.put(Bid(2), 410, code="decision-expired", recorded=to_json(Bid(3)))


def closed_though_played_for(books: Books) -> None:
    books.log(Bid(1), "default")
    books.put(Bid(2), 409, code="decision-closed", recorded=to_json(Bid(1)))


def expired_though_own(books: Books) -> None:
    counted(books)
    books.put(Bid(2), 410, code="decision-expired", recorded=to_json(Bid(1)))


def twice_in_a_row(books: Books) -> None:
    for _ in range(2):
        books.put(Bid(1), 202)
        books.log(Bid(1))


def more_often_than_sent(books: Books) -> None:
    sealed_and_replaced(books)
    books.log(Bid(1))


def nobody_sent(books: Books) -> None:
    books.log(Bid(1))


def another_sent(books: Books) -> None:
    books.put(Bid(1), 503, code="busy")
    books.history.exchanges[0].viewer = 1
    books.log(Bid(1))


def before_it_was_sent(books: Books) -> None:
    books.put(Bid(1))
    books.log(Bid(1), at_s=books.history.exchanges[0].sent - 0.1)


def a_wish_of_nobody_s(books: Books) -> None:
    books.log(Resign("greedy"))


def a_wish_of_another(books: Books) -> None:
    books.asked(1, "POST", "/v1/tables/x/resign", {}, 200, {})
    books.log(Resign("greedy"))


def a_wish_before_it_was_asked(books: Books) -> None:
    asked = books.asked(0, "POST", "/v1/tables/x/resign", {}, 200, {})
    books.log(Resign("greedy"), at_s=asked.sent - 0.1)


def another_wish(books: Books) -> None:
    books.asked(0, "POST", "/v1/tables/x/pause", {}, 200, {})
    books.log(Resign("greedy"))


def back_by_another_wish(books: Books) -> None:
    books.asked(0, "POST", "/v1/tables/x/pause", {}, 200, {})
    books.log(Return())


def ready_at_nobody_s_seat(books: Books) -> None:
    books.log(Ready(), seat=2)


def seated_elsewhere(books: Books) -> None:
    books.entries[1] = Entry(1, 0, Sit("zero", "zero", "human"), "player", 0)


def never_seated(books: Books) -> None:
    del books.entries[1]


def seated_twice(books: Books) -> None:
    books.entries.append(books.entries[1])


SAID: tuple[tuple[Callable[[Books], None], str, str], ...] = (
    (of_another_number, "changed", "was acknowledged as"),
    (as_another, "changed", "was acknowledged as"),
    (not_there, "lost", "was acknowledged with 200; logged: []"),
    (only_as_a_default, "lost", "was acknowledged with 200; logged: []"),
    (counted_and_then_another, "changed", "counted, and then"),
    (sealed_and_then_a_default, "changed", "counted, and then"),
    (replaced_by_what_came_before, "changed", "heard of before, took its place"),
    (expired_with_nothing, "changed", "nothing is said to have counted, and there is"),
    (recorded_nowhere, "lost", "is said to have counted"),
    (recorded_otherwise, "changed", "is said to have counted, not"),
    (closed_though_played_for, "changed", "decision-closed, but the decision was taken by default"),
    (expired_though_own, "changed", "decision-expired, but the decision was taken by player"),
    (twice_in_a_row, "doubled", "stands twice in the log"),
    (more_often_than_sent, "doubled", "was sent 1 times and logged 2 times"),
    (nobody_sent, "invented", "nobody sent"),
    (another_sent, "invented", "nobody sent"),
    (before_it_was_sent, "reordered", "was logged before it was sent"),
    (a_wish_of_nobody_s, "invented", "nobody asked for"),
    (a_wish_of_another, "invented", "nobody asked for"),
    (a_wish_before_it_was_asked, "invented", "nobody asked for"),
    (another_wish, "invented", "nobody asked for"),
    (back_by_another_wish, "invented", "nobody asked for"),
    (ready_at_nobody_s_seat, "invented", "nobody asked for"),
    (seated_elsewhere, "invented", "another player was seated"),
    (never_seated, "lost", "seat 1 taken"),
    (seated_twice, "doubled", "seat 1 taken"),
)


@pytest.mark.parametrize(("keep", "kind", "sentence"), SAID)
def test_books_that_do_not_add_up(keep: Callable[[Books], None], kind: str, sentence: str) -> None:
    books = Books()
    keep(books)
    found = books.said()
    assert [each for each, what in found if sentence in what] == [kind], found
