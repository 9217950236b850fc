"""The face of a game that has none: its view, tidily.

Law. Any JSON can be drawn: short lists on a line, lists of objects as tables, the rest indented.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from openingbell_client.cli.output import Output, clean

Seat = Callable[[int], str]
ABOUT = ""


def state(view: Mapping[str, Any], seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Every member of the view's state."""
    del seat
    return list(_members(view.get("state", {}), out, ""))


def score(view: Mapping[str, Any], seat: Seat, out: Output) -> Sequence[RenderableType]:
    """The members of the state that speak of scores."""
    about = ("score", "total", "result", "points", "place")
    found = {key: value for key, value in view.get("state", {}).items() if any(word in key for word in about)}
    return list(_members(found, out, "")) or state(view, seat, out)


def item(item: str) -> str:
    """Its name."""
    return clean(item)


def _members(value: Mapping[str, Any], out: Output, indent: str) -> Iterator[RenderableType]:
    for key, member in value.items():
        name = clean(key).replace("_", " ")
        if isinstance(member, Mapping) and member:
            yield Text(f"{indent}{name}:")
            yield from _members(member, out, indent + "  ")
        elif isinstance(member, list) and member and all(isinstance(each, Mapping) for each in member):
            columns = list(dict.fromkeys(column for each in member for column in each))
            if len(columns) * 8 + len(indent) <= out.width:
                yield out.table(
                    columns, [[_short(each.get(column, "")) for column in columns] for each in member], name
                )
                continue
            for place, each in enumerate(member):
                yield Text(f"{indent}{name} {place}:")
                yield from _members(each, out, indent + "  ")
        else:
            yield Text(f"{indent}{name}: {_short(member)}")


def _short(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{clean(key)} {_short(each)}" for key, each in value.items()) or "–"
    if isinstance(value, list):
        nested = any(isinstance(each, list | Mapping) for each in value)
        return (" | " if nested else " ").join(_short(each) for each in value) or "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return clean(value)
