"""The words in which `shapes` writes JSON Schemas.

Law. Each makes a plain dict; none knows what it is about.
"""

from __future__ import annotations

from typing import Any, Final

from openingbell.api.typed import Schema
from openingbell.tables.lobby import STATUSES

SEAT: Final = {"minimum": 0}
COUNT: Final = {"minimum": 0}


def text(description: str = "", /, **more: Any) -> Schema:
    """A string."""
    return {"type": "string", **({"description": description} if description else {}), **more}


def whole(description: str = "", /, **more: Any) -> Schema:
    """A whole number."""
    return {"type": "integer", **({"description": description} if description else {}), **more}


def flag(description: str) -> Schema:
    """true or false."""
    return {"type": "boolean", "description": description}


def anything(description: str = "") -> Schema:
    """An object whose members depend on the case. That it may have any is said, lest generators take it for empty."""
    return {"type": "object", "additionalProperties": True, **({"description": description} if description else {})}


def several(items: Schema, description: str = "") -> Schema:
    """A list of these."""
    return {"type": "array", "items": items, **({"description": description} if description else {})}


def moment(description: str) -> Schema:
    """A time."""
    return text(description, format="date-time", examples=["2026-11-30T03:04:05.678Z"])


def obj(description: str, optional: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    """An object that requires all its members but the optional ones, and may have more."""
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": [name for name in properties if name not in optional],
    }


STATUS: Final = text("waiting for players, running, or finished.", enum=list(STATUSES))
