"""The face of a game that has none: its view, tidily.

Law. Any JSON can be drawn: short lists on a line, lists of objects as tables where these fit, the rest indented.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from openingbell_client.cli.drawing import final
from openingbell_client.cli.output import Output, clean, counted

Seat = Callable[[int], str]
ABOUT = ""
SCORES: Final = ("score", "total", "points", "place")
INDENT: Final = 2


def state(view: Mapping[str, Any], seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Every member of the view's state but the scored parts, which `score` draws."""
    now = {key: value for key, value in view.get("state", {}).items() if key != "scored"}
    return list(_members(now, seat, out, 0))


def score(view: Mapping[str, Any], seat: Seat, out: Output) -> Sequence[RenderableType]:
    """The members of the state that speak of scores, then who came where."""
    now = view.get("state", {})
    found = {key: value for key, value in now.items() if any(word in key for word in SCORES)}
    drawn = list(_members(found, seat, out, 0))
    return [*drawn, *final.standing(now, seat, out)] if drawn else state(view, seat, out)


def item(item: str) -> str:
    """Its name."""
    return clean(item)


def _members(value: Mapping[str, Any], seat: Seat, out: Output, depth: int) -> Iterator[RenderableType]:
    for key, member in value.items():
        yield from _member(clean(key).replace("_", " "), key, member, seat, out, depth)


def _member(name: str, key: str, member: Any, seat: Seat, out: Output, depth: int) -> Iterator[RenderableType]:
    if isinstance(member, Mapping) and member:
        yield _line(f"{name}:", depth)
        yield from _members(member, seat, out, depth + 1)
    elif isinstance(member, list) and member and all(isinstance(each, Mapping) for each in member):
        yield from _objects(name, member, seat, out, depth)
    else:
        yield _line(f"{name}: {_short(member, key, seat)}", depth)


def _objects(
    name: str, objects: Sequence[Mapping[str, Any]], seat: Seat, out: Output, depth: int
) -> Iterator[RenderableType]:
    """Objects as a table where their cells are short enough, one under the other where not."""
    columns = list(dict.fromkeys(column for each in objects for column in each))
    rows = [[_short(each.get(column, ""), column, seat) for column in columns] for each in objects]
    widths = [max(map(len, cells)) for cells in zip(columns, *rows, strict=True)]
    nested = any(_deep(each) for row in objects for each in row.values())
    if not nested and sum(widths) + 3 * len(columns) + INDENT * depth <= out.width:
        heads = [column.replace("_", " ") for column in columns]
        yield Padding(out.table(heads, rows, name), (0, 0, 0, INDENT * depth))
        return
    for place, each in enumerate(objects, start=1):
        yield _line(f"{name} {place}:", depth)
        yield from _members(each, seat, out, depth + 1)


def _line(text: str, depth: int) -> RenderableType:
    return Padding(Text(text), (0, 0, 0, INDENT * depth))


def _deep(value: Any) -> bool:
    """Whether a value holds objects, which read badly on one line."""
    return isinstance(value, Mapping) or (isinstance(value, list) and any(map(_deep, value)))


def _short(value: Any, key: str, seat: Seat) -> str:
    """A value on one line; numbers of seats with the names there."""
    if isinstance(value, Mapping):
        return ", ".join(f"{clean(name)} {_short(each, name, seat)}" for name, each in value.items()) or "–"
    if isinstance(value, list):
        nested = any(isinstance(each, list | Mapping) for each in value)
        return (" | " if nested else " ").join(_short(each, "", seat) for each in value) or "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key == "seat" and isinstance(value, int):
        return seat(value)
    return counted(value)
