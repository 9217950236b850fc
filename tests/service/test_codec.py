"""The codec: equal values give equal bytes, reading is strict and says where it stumbled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openingbell import codec
from openingbell.rules.values import Action


@dataclass(frozen=True, slots=True)
class ShowCards(Action):
    cards: tuple[str, ...]
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Split(Action):
    parts: Mapping[str, int]
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Plain:
    inner: ShowCards
    rows: tuple[tuple[int, ...], ...] = ()
    missing: int | None = None


def test_tagged_values_carry_their_type_first() -> None:
    assert codec.dumps(ShowCards(("G9", "O10"), 2)) == b'{"type":"show_cards","cards":["G9","O10"],"seat":2}'


def test_none_is_left_out_and_never_null() -> None:
    assert codec.dumps(Plain(ShowCards(()))) == b'{"inner":{"type":"show_cards","cards":[],"seat":0},"rows":[]}'


def test_a_value_without_a_json_form_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="set has no JSON form"):
        codec.to_json({1, 2})


@given(st.lists(st.text()), st.integers(min_value=-(2**62), max_value=2**62))
def test_what_is_written_is_read_back(cards: list[str], seat: int) -> None:
    value = ShowCards(tuple(cards), seat)
    assert codec.tagged_from_json((Split, ShowCards), codec.loads(codec.dumps(value))) == value


@given(st.dictionaries(st.text(), st.integers(min_value=0, max_value=99)), st.none() | st.text())
def test_tables_and_missing_fields_are_read_back(parts: dict[str, int], note: str | None) -> None:
    assert codec.from_json(Split, codec.loads(codec.dumps(Split(parts, note)))) == Split(parts, note)


@pytest.mark.parametrize(
    ("data", "pointer", "message"),
    [
        ([], "/type", "not one of"),
        ({}, "/type", "None"),
        ({"type": "fold"}, "/type", "'fold'"),
        ({"type": ["show_cards"]}, "/type", "not one of"),
        ({"type": "show_cards"}, "/cards", "cards"),
        ({"type": "show_cards", "cards": "G9"}, "/cards", "array"),
        ({"type": "show_cards", "cards": ["G9", 3]}, "/cards/1", "Expected a string, got a whole number"),
        ({"type": "show_cards", "cards": [], "seat": 1.0}, "/seat", "a whole number"),
        ({"type": "show_cards", "cards": [], "seat": True}, "/seat", "a whole number, got true or false"),
        ({"type": "show_cards", "cards": [], "seat": "1"}, "/seat", "a whole number, got a string"),
        ({"type": "show_cards", "cards": [], "seat": None}, "/seat", "a whole number, got null"),
        ({"type": "show_cards", "cards": [], "extra": 1}, "/extra", "extra is not a field of show_cards"),
        ({"type": "show_cards", "cards": [], "a/b~c": 1}, "/a~1b~0c", "not a field"),
    ],
)
def test_reading_is_strict_and_points_at_the_field(data: object, pointer: str, message: str) -> None:
    with pytest.raises(codec.Undecodable, match=message) as refused:
        codec.tagged_from_json((ShowCards, Split), data)
    assert refused.value.pointer == pointer


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b'{"a":NaN}', b"[1,]", b'"\xed\xa0\x80"'])
def test_bytes_that_are_not_json_are_undecodable(data: bytes) -> None:
    with pytest.raises(codec.Undecodable, match="not JSON"):
        codec.loads(data)
