"""Chooses from the choices that a server sends, as a client that knows no rules can: by the kinds of domains alone.

Law. What constraints ask for is not respected here; whoever is refused falls back to the decision's default.
"""

from __future__ import annotations

import random
from typing import Any

Json = dict[str, Any]


def chosen(decision: Json, rng: random.Random) -> Json:
    """An action of the decision."""
    choice = rng.choice(decision["choices"])
    action: Json = {"type": choice["type"]}
    for field in choice["fields"]:
        domain = field
        if field["kind"] == "depends_on":
            domain = next(row["domain"] for row in field["table"] if row["value"] == action[field["field"]])
        value = _value(domain, rng)
        if value is None:
            default: Json = decision["default"]
            return default
        action[field["name"]] = value
    return action


def broken(decision: Json) -> Json:
    """An action that no rules allow: a known kind with a number that is out of every range, or an unknown kind."""
    action = dict(decision["default"])
    number = next((name for name, value in action.items() if type(value) is int), None)
    return {**action, number: 999_999} if number else {"type": "no_such_move"}


def _value(domain: Json, rng: random.Random) -> Any:
    if domain["kind"] == "range":
        return rng.randrange(domain["min"], domain["max"] + 1, domain["step"])
    if domain["kind"] == "one_of":
        return rng.choice(domain["values"])
    if domain["kind"] == "subset":
        items = domain["from"]
        picked = set(rng.sample(range(len(items)), rng.randint(domain["min"], min(domain["max"], len(items)))))
        return [item for place, item in enumerate(items) if place in picked]
    return None
