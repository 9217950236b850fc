"""Any decision as questions: every kind of domain and constraint, with good and bad answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from openingbell_client.cli import ask


class Scripted:
    """Answers in turn; keeps what it was shown."""

    def __init__(self, answers: Iterable[str]) -> None:
        self.answers = list(answers)
        self.shown: list[str] = []

    def say(self, text: str) -> None:
        self.shown.append(text)

    def answer(self, hint: str) -> str:
        self.shown.append(f"[{hint}]")
        return self.answers.pop(0)


def choice(kind: str, *fields: dict[str, Any], constraints: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": kind,
        "label": {"code": kind, "text": kind.title(), "params": {}},
        "fields": list(fields),
    }
    return made if constraints is None else {**made, "constraints": constraints}


def asked(choices: list[dict[str, Any]], *answers: str, default: dict[str, Any] | None = None) -> tuple[Any, Scripted]:
    person = Scripted(answers)
    chosen = ask.action(choices, default or {"type": choices[0]["type"]}, str, person)
    assert person.answers == [], "some answers were not asked for"
    return chosen, person


AMOUNT = {"name": "amount", "kind": "range", "min": 3, "max": 9, "step": 1}
HAND = {"name": "cards", "kind": "subset", "from": ["G9", "O10", "P1", "P2"], "min": 2, "max": 2}
AUCTION = [choice("bid", AMOUNT), choice("pass_bid")]


@pytest.mark.parametrize("line", ["1 5", "bid 5", "b 5", "BID 5"])
def test_a_kind_of_move_and_its_number_on_one_line(line: str) -> None:
    assert asked(AUCTION, line)[0] == {"type": "bid", "amount": 5}


def test_a_kind_of_move_alone_is_asked_for_the_rest() -> None:
    chosen, person = asked(AUCTION, "1", "many", "2", "10", "", "9")
    assert chosen == {"type": "bid", "amount": 9}
    assert sum("3 to 9" in line for line in person.shown) >= 4


@pytest.mark.parametrize("line", ["2", "pass_bid", "pass"])
def test_a_move_without_fields_needs_no_more(line: str) -> None:
    assert asked(AUCTION, line)[0] == {"type": "pass_bid"}


@pytest.mark.parametrize("wrong", ["3", "0", "sell", "7"])
def test_an_answer_that_is_not_there_is_explained_and_asked_again(wrong: str) -> None:
    chosen, person = asked(AUCTION, wrong, "2")
    assert chosen == {"type": "pass_bid"}
    assert any(wrong in line for line in person.shown)


def test_enter_takes_the_default_and_the_hint_says_so() -> None:
    chosen, person = asked(AUCTION, "", default={"type": "pass_bid"})
    assert chosen == {"type": "pass_bid"}
    assert "[such as bid 3; Enter alone: Pass_Bid]" in person.shown


@pytest.mark.parametrize("line", ["1 3", "3 1", "G9 P1", "g9,p1", "1 p1"])
def test_items_by_number_or_name(line: str) -> None:
    chosen, _ = asked([choice("pass_cards", HAND)], line)
    assert chosen["type"] == "pass_cards"
    assert sorted(chosen["cards"]) == ["G9", "P1"]


def test_items_are_gathered_until_there_are_enough() -> None:
    chosen, person = asked([choice("pass_cards", HAND)], "G9", "- 4", "1")
    assert sorted(chosen["cards"]) == ["G9", "P2"]
    assert any("G9: 1 of 2" in line for line in person.shown)


@pytest.mark.parametrize("wrong", ["1 2 3", "1 1", "X7 1", "1 9"])
def test_a_wrong_set_is_asked_again(wrong: str) -> None:
    assert asked([choice("pass_cards", HAND)], wrong, "1 2")[0]["cards"] == ["G9", "O10"]


def test_a_payment_shows_its_running_total() -> None:
    weights = {"G9": 9, "O10": 10, "P1": 1, "P2": 2}
    total = {"name": "total_at_least", "field": "cards", "weights": weights, "min": 11}
    pay = choice("pay", {**HAND, "min": 1, "max": 3}, constraints=[total])
    chosen, person = asked([pay], "G9", "P1", "P2")
    assert chosen["cards"] == ["G9", "P1", "P2"]
    shown = "\n".join(person.shown)
    assert "at least 11" in shown
    assert "9 of 11" in shown
    assert "10 of 11" in shown


def test_a_payment_that_cannot_grow_begins_again() -> None:
    total = {"name": "total_at_least", "field": "cards", "weights": {"G9": 9, "O10": 10, "P1": 1, "P2": 2}, "min": 11}
    chosen, person = asked([choice("pay", HAND, constraints=[total])], "P1 P2", "O10 P1")
    assert chosen["cards"] == ["O10", "P1"]
    assert any("make 3, and 11 are needed" in line for line in person.shown)


@pytest.mark.parametrize("line", ["2", "manor 5", "MANOR 5"])
def test_one_of_several(line: str) -> None:
    where = {"name": "place", "kind": "one_of", "values": ["manor 4", "manor 5"]}
    assert asked([choice("go", where)], line)[0] == {"type": "go", "place": "manor 5"}


def test_numbers_to_choose_from_are_typed_as_they_are() -> None:
    field = {"name": "price", "kind": "one_of", "values": [5, 10, 20]}
    assert asked([choice("sell", field)], "2", "20")[0]["price"] == 20


def test_amounts_add_up() -> None:
    field = {"name": "pay", "kind": "amounts", "keys": ["ann", "bob"], "min": 0, "max": 50, "step": 5, "total": 45}
    chosen, person = asked([choice("allocate", field)], "ann=40", "ann=43 bob=2", "cy=5", "ann", "ann=40 BOB=5")
    assert chosen["pay"] == {"ann": 40, "bob": 5}
    assert any("makes 40 of 45: 5 too few" in line for line in person.shown)


def test_a_field_that_depends_on_another() -> None:
    first = {"name": "stock", "kind": "one_of", "values": ["I", "N"]}
    rows = [
        {"value": "I", "domain": {"kind": "range", "min": 1, "max": 2, "step": 1}},
        {"value": "N", "domain": {"kind": "range", "min": 5, "max": 5, "step": 1}},
    ]
    second = {"name": "count", "kind": "depends_on", "field": "stock", "table": rows}
    assert asked([choice("buy", first, second)], "I", "2")[0] == {"type": "buy", "stock": "I", "count": 2}
    assert asked([choice("buy", first, second)], "N")[0] == {"type": "buy", "stock": "N", "count": 5}


def test_two_fields_that_must_differ() -> None:
    fields = [{"name": name, "kind": "one_of", "values": ["a", "b"]} for name in ("give", "take")]
    differ = {"name": "different", "fields": ["give", "take"]}
    chosen, _ = asked([choice("swap", *fields, constraints=[differ])], "a", "a", "b")
    assert chosen == {"type": "swap", "give": "a", "take": "b"}


def test_a_constraint_from_the_future_is_shown_and_left_to_the_server() -> None:
    new = {"name": "same_colour", "field": "cards", "colours": 1}
    _, person = asked([choice("pass_cards", HAND, constraints=[new])], "1 2")
    assert any("same_colour" in line for line in person.shown)


def test_a_domain_from_the_future_is_asked_for_as_json() -> None:
    field = {"name": "grid", "kind": "matrix", "size": 2}
    chosen, _ = asked([choice("draw", field)], "[[1,", "[[1, 2], [3, 4]]")
    assert chosen["grid"] == [[1, 2], [3, 4]]


def test_what_has_one_value_is_not_asked() -> None:
    only = {"name": "card", "kind": "one_of", "values": ["G9"]}
    assert asked([choice("discard", only), choice("keep")], "1")[0] == {"type": "discard", "card": "G9"}


def test_a_single_forced_move_is_confirmed_with_enter() -> None:
    chosen, _ = asked([choice("pass_bid")], "", default={"type": "pass_bid"})
    assert chosen == {"type": "pass_bid"}


def test_what_a_server_sends_cannot_control_the_terminal() -> None:
    evil = choice("bid", {"name": "amount\x1b[2J", "kind": "range", "min": 0, "max": 1, "step": 1})
    evil["label"]["text"] = "Bid\x1b]0;owned\x07"
    _, person = asked([evil, choice("pass_bid")], "1", "1")
    assert not any(char in line for line in person.shown for char in "\x1b\x07")
