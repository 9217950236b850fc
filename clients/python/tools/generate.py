"""Writes the client's types and its table of operations from the OpenAPI document.

Law. Run by hand after the document has changed (`python clients/python/tools/generate.py`); `--check` says whether the
committed file is what would be written. Objects become TypedDicts, so that the JSON which a program holds is the JSON
that was sent. What is the same for every game is generated once: the operations of single games are folded into one
with `{game}` in its path and `{Game}` in its id.
"""

from __future__ import annotations

import argparse
import json
import keyword
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent.parent
SPEC: Final = HERE.parent.parent / "openapi" / "openapi.json"
TARGET: Final = HERE / "src" / "openingbell_client" / "_generated.py"
PLAIN: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
SHARED: Final[Mapping[str, tuple[str, str]]] = {
    "Action": ("Action", "An action: `type` names it, the other members are its fields."),
    "Choice": (
        "Choice",
        "A kind of action that is possible now: build one by choosing a value for every field.",
    ),
    "Decision": ("Decision", "What a seat has to decide, or has sealed and may still replace, or may do."),
    "TableView": ("View", "What one seat, or the public, knows of a table; `state` is the game's own."),
    "Decided": ("Decided", "How a decision stands, and what the table looks like now."),
}
"""How the name of a schema ends that every game has: the type of what all of them have in common, and what it is."""

ANY: Final[Mapping[str, Any]] = {"type": "object", "additionalProperties": True}
HEAD: Final = '''"""The types and operations of the API, as its OpenAPI document has them.

Law. Written by clients/python/tools/generate.py; change the document or the generator, never this file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict
'''


def folded(document: Mapping[str, Any]) -> dict[str, tuple[str, str, str]]:
    """Every operation by its folded id: method, folded path, and one of the ids that it stands for."""
    result: dict[str, tuple[str, str, str]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "operationId" in operation:
                name, template = fold(operation["operationId"], path)
                result[name] = (method.upper(), template, operation["operationId"])
    return result


def fold(operation_id: str, path: str) -> tuple[str, str]:
    """The id and the path with the game's name taken out, where the path belongs to one game."""
    steps = path.split("/")
    if len(steps) < 5 or steps[1:3] != ["v1", "games"] or steps[3].startswith("{"):
        return operation_id, path
    title = prefix(steps[3])
    return operation_id.replace(title, "{Game}"), "/".join([*steps[:3], "{game}", *steps[4:]])


def prefix(game: str) -> str:
    """What the names of a game's own schemas begin with."""
    return "".join(part.capitalize() for part in game.split("_"))


def shared(document: Mapping[str, Any]) -> dict[str, Any]:
    """The schemas of what all games have in common, by name. Raises `ValueError` where their members differ."""
    games = {path.split("/")[3] for path in document["paths"] if path.startswith("/v1/games/")}
    schemas, titles = document["components"]["schemas"], [prefix(game) for game in sorted(games)]
    result = {}
    for ending, (name, about) in SHARED.items():
        alike = _common(name, [_unnamed(schemas[f"{title}{ending}"], title) for title in titles])
        result[name] = {**alike, "description": about}
    return result


def _unnamed(schema: Any, title: str) -> Any:
    """The schema with references to what every game has, in place of those to what this one has."""
    if isinstance(schema, list):
        return [_unnamed(each, title) for each in schema]
    if not isinstance(schema, dict):
        return schema
    own = str(schema.get("$ref", "")).removeprefix(f"#/components/schemas/{title}")
    if own in SHARED:
        return {"$ref": SHARED[own][0]}
    if own and not own.startswith("#"):
        return ANY
    return {key: _unnamed(member, title) for key, member in schema.items()}


def _common(name: str, schemas: list[Any]) -> Any:
    first = schemas[0]
    if all(schema == first for schema in schemas):
        return first
    if "oneOf" in first:
        return ANY
    if "enum" in first:
        return {"type": first["type"]}
    if any(schema.get("required") != first.get("required") for schema in schemas) or "properties" not in first:
        raise ValueError(f"{name} is not the same in every game")
    members = {
        key: _common(f"{name}.{key}", [schema["properties"][key] for schema in schemas]) for key in first["properties"]
    }
    return {**first, "properties": members}


def kind_of(schema: Mapping[str, Any]) -> str:
    """The Python type of a schema, as source."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(kind_of(member) for member in schema[key]))
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return " | ".join(PLAIN[kind] for kind in kinds)
    if kinds == "array":
        return f"list[{kind_of(schema.get('items', {}))}]"
    if kinds == "object" or "allOf" in schema:
        extra = schema.get("additionalProperties")
        return f"dict[str, {kind_of(extra) if isinstance(extra, dict) else 'Any'}]"
    return PLAIN[kinds] if isinstance(kinds, str) else "Any"


def source(document: Mapping[str, Any]) -> str:
    """The whole module, not formatted yet."""
    parts = [HEAD.rstrip()]
    schemas = {**document["components"]["schemas"], **shared(document)}
    parts += ["\n".join(_definition(name, schemas[name])) for name in sorted(schemas)]
    rows = [f"    {name!r}: ({method!r}, {path!r})," for name, (method, path, _) in sorted(folded(document).items())]
    parts.append("\n".join(["OPERATIONS: Final[Mapping[str, tuple[str, str]]] = {", *rows, "}"]))
    parts.append('"""Method and path of every operation. `{Game}` and `{game}` stand for any game\'s name."""')
    return "\n\n".join(parts) + "\n"


def _definition(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    properties = schema.get("properties")
    about = textwrap.wrap(" ".join(str(schema.get("description", "")).split()), 110)
    if schema.get("type") != "object" or not properties:
        yield f'{name}: TypeAlias = "{kind_of(schema)}"'.replace('Literal["', "Literal['")
        yield from _doc(about, "")
        return
    required = schema.get("required", [])
    members = {
        key: kind_of(member) if key in required else f"NotRequired[{kind_of(member)}]"
        for key, member in properties.items()
    }
    if all(key.isidentifier() and not keyword.iskeyword(key) for key in members):
        yield f"class {name}(TypedDict):"
        yield from _doc(about or [f"{name}."], "    ")
        yield ""
        yield from (f"    {key}: {kind}" for key, kind in members.items())
    else:
        inside = ", ".join(f'{key!r}: "{kind}"' for key, kind in members.items())
        yield f"{name} = TypedDict({name!r}, {{{inside}}})"
        yield from _doc(about, "")


def _doc(lines: list[str], indent: str) -> Iterator[str]:
    if lines:
        body = f"\n{indent}".join(lines).replace("\\", "\\\\")
        yield f'{indent}"""{body}' + (f'\n{indent}"""' if len(lines) > 1 else '"""')


def formatted(code: str) -> str:
    """The code as the project formats it."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(TARGET), "-"]
    return subprocess.run(command, input=code, capture_output=True, text=True, check=True, cwd=HERE).stdout


def main() -> int:
    """Write the file, or say whether it is up to date."""
    parser = argparse.ArgumentParser(description="Generate the client's types from the OpenAPI document.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the file is out of date")
    args = parser.parse_args()
    wanted = formatted(source(json.loads(SPEC.read_text(encoding="utf-8"))))
    if not args.check:
        TARGET.write_text(wanted, encoding="utf-8")
    elif TARGET.read_text(encoding="utf-8") != wanted:
        sys.stderr.write(f"{TARGET.name} is out of date; run python clients/python/tools/generate.py\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
