"""Values to JSON and back: one codec for the log, the record, events and the API.

Law. A tagged dataclass becomes an object whose first member is `type`; other dataclasses become plain objects; a
field that is None is left out, never written as null. Reading is strict: unknown tags, unknown, missing and
mistyped fields are `Undecodable`, with a JSON pointer. Equal values give equal bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

import msgspec

from openingbell.rules.values import Tagged, tag

T = TypeVar("T")
_PLAIN = frozenset({str, int, bool, float, type(None)})


class Undecodable(ValueError):
    """JSON that is not a value of the wanted kind; `pointer` says where, the message what is wrong."""

    def __init__(self, message: str, pointer: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.pointer = pointer


def to_json(value: Any) -> Any:
    """The JSON value (dicts, lists, strings, numbers, booleans) of a rules value. Raises `TypeError` for others."""
    cls = type(value)
    if cls in _PLAIN:
        return value
    if cls is tuple or cls is list:
        return [item if type(item) in _PLAIN else to_json(item) for item in value]
    names = _field_names(cls)
    if names is not None:
        result: dict[str, Any] = {"type": tag(cls)} if issubclass(cls, Tagged) else {}
        for name in names:
            item = getattr(value, name)
            if item is not None:
                result[name] = item if type(item) in _PLAIN else to_json(item)
        return result
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    raise TypeError(f"{cls.__name__} has no JSON form")


def dumps(value: Any) -> bytes:
    """The compact UTF-8 JSON of a rules value."""
    return msgspec.json.encode(to_json(value))


def loads(data: bytes | str) -> Any:
    """JSON as dicts and lists. Raises `Undecodable`."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Undecodable(f"not JSON: {error}") from None


def from_json(cls: type[T], data: Any) -> T:
    """A dataclass from its JSON. Raises `Undecodable`."""
    names = _field_names(cls)
    if names is None:
        raise TypeError(f"{cls.__name__} is not a dataclass")
    if not isinstance(data, dict):
        raise Undecodable(f"{data!r} is not an object")
    if issubclass(cls, Tagged):
        if data.get("type") != tag(cls):
            raise Undecodable(f"type is {data.get('type')!r}, not {tag(cls)!r}", "/type")
        data = {key: item for key, item in data.items() if key != "type"}
    unknown = next((key for key in data if key not in names), None)
    if unknown is not None:
        raise Undecodable(f"{unknown} is not a field of {tag(cls)}", f"/{unknown}")
    try:
        return msgspec.convert(data, cls)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `")
        raise Undecodable(message, _pointer(path.rstrip("`"))) from None


def tagged_from_json(classes: Iterable[type[Any]], data: Any) -> Any:
    """The value of whichever of these classes the JSON's `type` names. Raises `Undecodable`."""
    by_tag = {tag(cls): cls for cls in classes}
    wanted = data.get("type") if isinstance(data, dict) else None
    if not isinstance(wanted, str) or wanted not in by_tag:
        raise Undecodable(f"type is {wanted!r}, not one of {', '.join(by_tag)}", "/type")
    return from_json(by_tag[wanted], data)


@cache
def _names(cls: type[Any]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(cls))


def _field_names(cls: type[Any]) -> tuple[str, ...] | None:
    return _names(cls) if is_dataclass(cls) else None


def _pointer(path: str) -> str:
    """A JSON pointer from a path such as `$.hands[2].cards[0]`."""
    steps = path.removeprefix("$").replace("[", ".").replace("]", "").split(".")
    return "".join(f"/{step}" for step in steps if step)
