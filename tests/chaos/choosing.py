"""Chooses from the choices that a server sends, as a client that knows no rules can: by the kinds of domains alone.

Law. What constraints ask for is not respected here; whoever is refused falls back to the decision's default.
"""

from __future__ import annotations

import random
from typing import Any, Final

Json = dict[str, Any]

USUAL: Final = 0.9
"""How often a number stays within what is usual, where that is told."""


def chosen(decision: Json, rng: random.Random) -> Json:
    """An action of the decision; its default where a domain is beyond this client."""
    choice = rng.choice(decision["choices"])
    action: Json = {"type": choice["type"]}
    for field in choice["fields"]:
        domain = field
        if field["kind"] == "depends_on":
            domain = next(row["domain"] for row in field["table"] if row["value"] == action[field["field"]])
        value = _value(domain, rng)
        if value is None:
            return fallback(decision)
        action[field["name"]] = value
    return action


def fallback(decision: Json) -> Json:
    """What is always possible: the default, or for a seat that owes nothing whatever has no fields."""
    found: Json | None = decision.get("default")
    if found is None:
        found = next(({"type": each["type"]} for each in decision["choices"] if not each["fields"]), broken(decision))
    return found


def broken(decision: Json) -> Json:
    """An action that no rules allow: a known kind with a number that is out of every range, or an unknown kind."""
    action = dict(decision.get("default", {}))
    number = next((name for name, value in action.items() if type(value) is int), None)
    return {**action, number: 999_999_999} if number else {"type": "no_such_move"}


def _value(domain: Json, rng: random.Random) -> Any:
    if domain["kind"] == "range":
        high = domain["usual"] if "usual" in domain and rng.random() < USUAL else domain["max"]
        return rng.randrange(domain["min"], high + 1, domain["step"])
    if domain["kind"] == "one_of":
        return rng.choice(domain["values"])
    if domain["kind"] == "subset":
        items = domain["from"]
        picked = set(rng.sample(range(len(items)), rng.randint(domain["min"], min(domain["max"], len(items)))))
        return [item for place, item in enumerate(items) if place in picked]
    return None
