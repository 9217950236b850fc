"""A game's options: how they are listed, typed and shown.

Law. All of it follows from the JSON Schema in the catalogue; no option is known by name. What does not look like any
value of the option is sent as it stands, since the server says best what is wrong with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from openingbell_client.cli.context import Mistake
from openingbell_client.cli.output import clean

Schema = Mapping[str, Any]

KINDS: Final = {"boolean": "true|false", "integer": "NUMBER", "number": "NUMBER", "array": "A,B,…"}
WORDS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def listed(schema: Schema) -> list[tuple[str, str]]:
    """Each option as it is typed, and what it means with its default."""
    result = []
    for name, option in schema.get("properties", {}).items():
        default = f"Default: {shown(option['default'])}." if "default" in option else ""
        meaning = f"{clean(option.get('description', ''))} {default}".strip()
        result.append((f"--option {clean(name)}={_kinds(option)}", meaning))
    return result


def _kinds(option: Schema) -> str:
    """What an option may be."""
    if "enum" in option:
        return "|".join(map(clean, option["enum"]))
    if alternatives := _alternatives(option):
        return "|".join(map(_kinds, alternatives))
    if option.get("type") == "array" and option.get("items", {}).get("type") in ("integer", "number"):
        return "1,2,…"
    return KINDS.get(str(option.get("type")), "VALUE")


def shown(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(map(shown, value)) or "none"
    return clean(value)


def summary(options: Mapping[str, Any]) -> str:
    """A table's options on one line."""
    return ", ".join(f"{clean(name)}={shown(value)}" for name, value in options.items())


def parsed(given: Sequence[str], schema: Schema) -> dict[str, Any]:
    """The options that were typed as KEY=VALUE. Raises `Mistake` for what is no such pair or no option of the game."""
    known, result = schema.get("properties", {}), {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise Mistake(f"--option takes KEY=VALUE, such as short=true, not {clean(each)}.")
        if name not in known:
            offered = ", ".join(map(clean, known)) or "none"
            raise Mistake(f"This game has no option {clean(name)}; it has {offered}.")
        result[name] = _value(value.strip(), known[name])
    return result


def _value(typed: str, option: Schema) -> Any:
    kinds = {str(each.get("type")) for each in _alternatives(option) or [option]}
    if "array" in kinds and not typed.startswith("["):
        words = typed.replace(",", " ").split()
        return [] if typed == "none" else [_value(word, option.get("items", {})) for word in words]
    if "boolean" in kinds and typed.lower() in WORDS:
        return WORDS[typed.lower()]
    if kinds == {"string"}:
        return typed
    try:
        return json.loads(typed)
    except ValueError:
        return typed


def _alternatives(option: Schema) -> Sequence[Schema]:
    found: Sequence[Schema] = option.get("oneOf") or option.get("anyOf") or ()
    return found
