"""The schemas say exactly what is accepted: by the codec on the hot path, by marshmallow on the fixed paths."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from openingbell.api import DOCUMENT, spec
from openingbell.api.games import all_types
from openingbell.api.problems import Problem
from openingbell.api.reading import parsed
from openingbell.api.schemas import NewPlayer, Start, TakeSeat
from openingbell.api.shapes import SHAPES
from openingbell.api.typed import Components
from openingbell.codec import Undecodable
from openingbell.rules.kernel import catalogue
from openingbell.rules.values import Illegal
from tests.support.conformance import Document

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.just(10**30),
    st.sampled_from([1.0, 2.5, 5.0, 1e300]),
    st.sampled_from(["", "G1", "none", "human", "greedy", "ranked", "drawn", "x" * 40, "x" * 41, "x" * 129, " a"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "move_s", "short", "suits", "extra"]), inner, max_size=2)
    ),
    max_leaves=4,
)


@pytest.fixture(scope="module")
def app() -> Flask:
    return spec.app()


@pytest.fixture(scope="module")
def document(app: Flask) -> Document:
    return Document(app.extensions[DOCUMENT].value)


def mutated(good: list[dict[str, Any]]) -> st.SearchStrategy[Any]:
    """Good bodies with members put in, taken out and replaced, at the top and one level below; and other things."""

    @st.composite
    def one(draw: st.DrawFn) -> Any:
        body = copy.deepcopy(draw(st.sampled_from(good)))
        names = sorted({name for each in good for name in each})
        for _ in range(draw(st.integers(0, 2))):
            inner = [value for value in body.values() if isinstance(value, dict) and value]
            target = draw(st.sampled_from([body, *inner]))
            name = draw(st.sampled_from([*names, *target, "extra"]))
            if draw(st.booleans()):
                target[name] = draw(VALUES)
            else:
                target.pop(name, None)
        return body

    return st.one_of(one(), one(), one(), VALUES)


def agree(document: Document, schema: dict[str, Any], load: Callable[[Any], Any], body: Any) -> None:
    """Fail unless the schema and the loader judge a body alike, after the way that every body takes.

    What only the rules refuse (`Illegal`) may be more than a schema can say.
    """
    body = parsed(json.dumps(body).encode())
    valid = document.validator(schema).is_valid(body)
    try:
        load(body)
    except Illegal:
        return
    except (Undecodable, ValidationError, Problem):
        assert not valid, body
    else:
        assert valid, body


def schema_of(document: Document, operation: str) -> dict[str, Any]:
    schema: dict[str, Any] = document.operations[operation][2]["requestBody"]["content"]["application/json"]["schema"]
    return schema


@pytest.mark.parametrize(
    ("operation", "loader", "good"),
    [
        ("createPlayer", NewPlayer(), [{"name": "Ada"}, {"name": "R2", "kind": "bot"}]),
        ("takeSeat", TakeSeat(), [{}, {"seat": 1, "entropy": "e"}]),
        ("startTable", Start(), [{}, {"fill": "greedy", "entropy": "e"}]),
    ],
)
def test_marshmallow_accepts_what_the_document_says(
    document: Document, operation: str, loader: Any, good: list[dict[str, Any]]
) -> None:
    @settings(max_examples=150, deadline=None)
    @given(mutated(good))
    def check(body: Any) -> None:
        agree(document, schema_of(document, operation), loader.load, body)

    check()


@pytest.mark.parametrize("game", catalogue())
def test_a_table_s_body(document: Document, game: str) -> None:
    types = all_types(Components(SHAPES))[game]
    order: dict[str, Any] = {"seats": min(types.game.seats), "options": {}, "clock": {"move_s": 30}, "bots": ["greedy"]}
    good = [{"seats": min(types.game.seats)}, order, {**order, "clock": "none", "private": True, "join": False}]
    defaults = {name: value.get("default", None) for name, value in types.option_schema["properties"].items()}
    good.append({**order, "options": {name: value for name, value in defaults.items() if value is not None}})

    def load(body: Any) -> None:
        order = types.new_table.load(body)
        types.game.start(order["seats"], order.get("options", types.game.Options()))

    @settings(max_examples=300, deadline=None)
    @given(mutated(good))
    def check(body: Any) -> None:
        agree(document, schema_of(document, f"create{types.prefix}Table"), load, body)

    check()


@pytest.mark.parametrize("game", catalogue())
def test_a_decision_s_body(document: Document, game: str) -> None:
    types = all_types(Components(SHAPES))[game]
    union = document.value["components"]["schemas"][types.name("Action")]["oneOf"]
    good = [{"action": document.filled(reference)} for reference in union]
    for body in good:
        types.load(body)

    @settings(max_examples=300, deadline=None)
    @given(mutated(good))
    def check(body: Any) -> None:
        agree(document, schema_of(document, f"decide{types.prefix}"), types.load, body)

    check()
