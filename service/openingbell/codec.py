"""Values to JSON and back: one codec for the log, the record, events and the API.

Law. A tagged dataclass becomes an object whose first member is `type`; other dataclasses become plain objects; a
field that is None is left out, never written as null. Reading is strict: unknown tags, unknown, missing and
mistyped fields are `Undecodable`, with a JSON pointer. Equal values give equal bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec

from openingbell.rules.values import Tagged, tag

T = TypeVar("T")
_MISSING = "Object missing required field `"
_NOT_LISTED = "Invalid enum value"
_MISTYPED = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
_IN_WORDS = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "str": "a string",
    "array": "an array",
    "object": "an object",
}
_SCALAR = frozenset({str, int, bool, float})
_PLAIN = _SCALAR | {type(None)}


class Undecodable(ValueError):
    """JSON that is not a value of the wanted kind; `pointer` says where, the message what is wrong."""

    def __init__(self, message: str, pointer: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.pointer = pointer


def to_json(value: Any) -> Any:
    """The JSON value (dicts, lists, strings, numbers, booleans) of a rules value. Raises `TypeError` for others."""
    return _WRITERS[type(value)](value)


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
        raise Undecodable(f"{unknown} is not a field of {tag(cls)}", pointer((unknown,)))
    try:
        return msgspec.convert(data, cls)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `")
        if message.startswith(_NOT_LISTED):
            message += _listed(cls, path.rstrip("`").removeprefix("$."))
        message = _MISTYPED.sub(lambda found: f"Expected {_in_words(found[1])}, got {_in_words(found[2])}", message)
        missing = message.removeprefix(_MISSING).rstrip("`") if message.startswith(_MISSING) else ""
        raise Undecodable(message, _pointer(f"{path.rstrip('`')}.{missing}")) from None


def _in_words(kinds: str) -> str:
    """JSON's kinds of values, several with bars between them, as they are called by people."""
    return " or ".join(_IN_WORDS.get(kind, kind) for kind in kinds.split(" | "))


def _listed(cls: type[Any], name: str) -> str:
    """What a field may be, for the message about a value that it may not be; nothing where that is not one list."""
    values = get_args(get_type_hints(cls).get(name))
    plain = values and all(type(value) in _SCALAR for value in values)
    return f"; {name} is one of {', '.join(map(repr, values))}" if plain else ""


def tagged_from_json(classes: Iterable[type[Any]], data: Any) -> Any:
    """The value of whichever of these classes the JSON's `type` names. Raises `Undecodable`."""
    by_tag = {tag(cls): cls for cls in classes}
    wanted = data.get("type") if isinstance(data, dict) else None
    if not isinstance(wanted, str) or wanted not in by_tag:
        raise Undecodable(f"type is {wanted!r}, not one of {', '.join(by_tag)}", "/type")
    return from_json(by_tag[wanted], data)


class _Writers(dict[type[Any], Callable[[Any], Any]]):
    """How values of a class are written, found out when the first one is."""

    def __missing__(self, cls: type[Any]) -> Callable[[Any], Any]:
        if is_dataclass(cls):
            found = _object_writer(cls)
        elif issubclass(cls, Mapping):
            found = _write_mapping
        elif issubclass(cls, tuple | list):
            found = _write_list
        else:
            raise TypeError(f"{cls.__name__} has no JSON form")
        self[cls] = found
        return found


def _write_plain(value: Any) -> Any:
    return value


def _write_list(value: Sequence[Any]) -> list[Any]:
    return [item if type(item) in _PLAIN else _WRITERS[type(item)](item) for item in value]


def _write_mapping(value: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(key): _WRITERS[type(item)](item) for key, item in value.items()}


def _object_writer(cls: Any) -> Callable[[Any], Any]:
    names = _names(cls)
    start = {"type": tag(cls)} if issubclass(cls, Tagged) else {}
    values = attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, name) for name in names]

    def write(value: Any) -> dict[str, Any]:
        result: dict[str, Any] = dict(start)
        for name, item in zip(names, values(value), strict=True):
            kind = type(item)
            if kind in _SCALAR:
                result[name] = item
            elif item is not None:
                result[name] = _WRITERS[kind](item)
        return result

    return write


@cache
def _names(cls: type[Any]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(cls))


def _field_names(cls: type[Any]) -> tuple[str, ...] | None:
    return _names(cls) if is_dataclass(cls) else None


def pointer(steps: Iterable[str | int]) -> str:
    """The JSON pointer (RFC 6901) that these steps make."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def _pointer(path: str) -> str:
    """A JSON pointer from a path such as `$.hands[2].cards[0]`."""
    return pointer(filter(None, path.removeprefix("$").replace("[", ".").replace("]", "").split(".")))


_WRITERS = _Writers(dict.fromkeys(_PLAIN, _write_plain))
