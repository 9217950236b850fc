"""A game's options as they are typed and listed, from the JSON Schema alone."""

from __future__ import annotations

from typing import Any

import pytest

from openingbell_client.cli import options
from openingbell_client.cli.context import Mistake

SCHEMA = {
    "properties": {
        "flag": {"type": "boolean", "description": "On or off.", "default": False},
        "word": {"type": "string", "enum": ["one", "2"], "default": "one"},
        "number": {"type": "integer", "default": 20},
        "letters": {"type": "array", "items": {"type": "string"}, "default": []},
        "numbers": {"type": "array", "items": {"type": "integer"}, "default": [2, 3]},
        "either": {"oneOf": [{"type": "integer"}, {"type": "string", "enum": ["drawn"]}], "default": "drawn"},
    }
}


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("flag=true", True),
        ("flag=No", False),
        ("flag=maybe", "maybe"),
        ("word=2", "2"),
        ("number=7", 7),
        ("number=seven", "seven"),
        ("letters=G,O", ["G", "O"]),
        ("letters=G O", ["G", "O"]),
        ('letters=["G"]', ["G"]),
        ("letters=none", []),
        ("letters=", []),
        ("numbers=5,2,0", [5, 2, 0]),
        ("either=1", 1),
        ("either=drawn", "drawn"),
    ],
)
def test_a_value_is_read_as_its_schema_says(typed: str, value: Any) -> None:
    (read,) = options.parsed([typed], SCHEMA).values()
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(("typed", "says"), [("flag", "KEY=VALUE"), ("=1", "KEY=VALUE"), ("flags=1", "flag, word")])
def test_what_is_no_option_is_said_before_anything_is_sent(typed: str, says: str) -> None:
    with pytest.raises(Mistake, match=says):
        options.parsed([typed], SCHEMA)


def test_every_option_is_listed_as_it_is_typed_with_meaning_and_default() -> None:
    assert options.listed(SCHEMA) == [
        ("--option flag=true|false", "On or off. Default: false."),
        ("--option word=one|2", "Default: one."),
        ("--option number=NUMBER", "Default: 20."),
        ("--option letters=A,B,…", "Default: none."),
        ("--option numbers=1,2,…", "Default: 2,3."),
        ("--option either=NUMBER|drawn", "Default: drawn."),
    ]


def test_what_is_listed_as_the_default_can_be_typed() -> None:
    for name, option in SCHEMA["properties"].items():
        default = option["default"]  # type: ignore[index]
        assert options.parsed([f"{name}={options.shown(default)}"], SCHEMA) == {name: default}


def test_a_tables_options_on_a_line() -> None:
    assert options.summary({"short": True, "suits": ["G", "O"]}) == "short=true, suits=G,O"
