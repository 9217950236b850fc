"""The OpenAPI document: what apispec has gathered, completed with what it cannot know.

Law. The document is a function of the code alone: the same bytes on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

import flask_smorest  # type: ignore[import-untyped]
from apispec import APISpec

from openingbell.api import examples
from openingbell.api.games import Types
from openingbell.api.problems import MEDIA_TYPE
from openingbell.api.typed import Schema

ABOUT: Final = """\
Play Panic! and its stock-market cousins over HTTP: from a terminal, or with your own client or bot.

**A first game.** Register (`POST /v1/players`), create a table with house bots (`POST /v1/games/{game}/tables`), start
it (`POST /v1/tables/{table}/start`) and get the view. Then, until its `status` is `finished`: where `turn.seats` has
your seat, choose from `decision.choices` and `PUT` the action; the answer brings the next view. Where it has not, wait
with `GET …/events?after=<seq>&wait=25` and get the view anew. A client that only ever sends `decision.default` back
plays a legal game.

**Errors** are `application/problem+json` (RFC 9457) with a stable `code`; [every code is explained](/docs/problems).

**Repeat** any request that got no answer: a decision counts once, and `Idempotency-Key` makes creating a table
repeatable.

**Limits** are generous and published at `GET /v1/limits`; a legal move is never refused for rate.

**Times** are RFC 3339 in UTC; the header `Server-Time` on every answer tells the server's. What is not there is left
out, never null. New members, codes and operations may be added to `/v1`; nothing is taken away.
"""

_PARAMETERS: Final[Mapping[str, dict[str, Any]]] = {
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "description": "Your own name for this table, 1 to 128 printable characters; sent again, it finds this table.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[\\x20-\\x7e]+$"},
    },
    "IfNoneMatch": {
        "name": "If-None-Match",
        "description": "The `ETag` of the view that you have.",
        "schema": {"type": "string"},
    },
}
_HEADERS: Final[Mapping[str, dict[str, Any]]] = {
    "X-Request-Id": {"description": "Names this request in the server's log.", "schema": {"type": "string"}},
    "Server-Time": {"description": "The server's time.", "schema": {"type": "string", "format": "date-time"}},
    "ETag": {"description": "Names this state of the view.", "schema": {"type": "string"}},
    "Location": {"description": "The path of what was made.", "schema": {"type": "string"}},
    "Idempotent-Replayed": {
        "description": "`true` when the decision had been taken before this request.",
        "schema": {"type": "string"},
    },
    "Retry-After": {
        "description": "Seconds to wait before trying again (on 429 and 503).",
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": "How many more requests (`r`) the limit named here allows within `t` seconds; absent where "
        "nothing is counted.",
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": "What the limit named here is: `q` requests in `w` seconds; absent where nothing is counted.",
        "schema": {"type": "string"},
    },
    "WWW-Authenticate": {"description": "How to authenticate.", "schema": {"type": "string"}},
}
_PATH_PARAMETERS: Final[Mapping[str, str]] = {
    "table": "The table's id.",
    "seat": "Your seat, counted from 0.",
    "n": "The number of the decision, as `decision.n` says.",
}
_TAGS: Final[Mapping[str, str]] = {
    "Games": "What can be played here.",
    "Players": "Register and identify yourself.",
    "Tables": "Find, join, start, follow and download games of every kind.",
    "Limits": "What is allowed.",
    "Health": "For machines that watch the server.",
}


def options() -> dict[str, Any]:
    """What apispec is told before the operations come."""
    return {
        "info": {
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "This server."}],
    }


def register(spec: APISpec, schemas: Mapping[str, Schema]) -> None:
    """Give apispec the components that operations refer to."""
    for name, schema in schemas.items():
        spec.components.schema(name, schema)
    for name, header in _HEADERS.items():
        spec.components.header(name, header)
    for name, parameter in _PARAMETERS.items():
        spec.components.parameter(name, "header", parameter)
    bearer = {"type": "http", "scheme": "bearer", "description": "The token of `POST /v1/players`."}
    spec.components.security_scheme("bearer", bearer)


class Document:
    """The finished document of one app; built when somebody first asks for it."""

    def __init__(self, api: flask_smorest.Api, types: Mapping[str, Types]) -> None:
        self._api = api
        self._types = types

    @cached_property
    def value(self) -> dict[str, Any]:
        """The document as a JSON value."""
        document: dict[str, Any] = self._api.spec.to_dict()
        titles = {types.game.title: types.game.summary for types in self._types.values()}
        for unused in ("Error", "PaginationMetadata"):
            del document["components"]["schemas"][unused]
        document["components"].pop("responses", None)
        document["tags"] = [{"name": name, "description": text} for name, text in {**_TAGS, **titles}.items()]
        operations = dict(_operations(document))
        document["components"]["responses"] = _shared_failures(operations)
        for path in document["paths"].values():
            for parameter in path.get("parameters", ()):
                parameter["description"] = _PATH_PARAMETERS[parameter["name"]]
        for types in self._types.values():
            _add_examples(operations, examples.of_game(types))
        first = next(iter(self._types.values()))
        _add_examples(operations, examples.of_all(first, {"items": [each.listed() for each in self._types.values()]}))
        return document

    @cached_property
    def text(self) -> str:
        """The document as the file holds it, for people to read and compare."""
        return json.dumps(self.value, indent=2, ensure_ascii=False) + "\n"

    @cached_property
    def compact(self) -> bytes:
        """The same in less than half the bytes, as the server sends it."""
        return json.dumps(self.value, separators=(",", ":"), ensure_ascii=False).encode()


def _operations(document: dict[str, Any]) -> Any:
    for path in document["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and "operationId" in operation:
                yield operation["operationId"], operation


def _shared_failures(operations: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Every way to fail as a component, named by its codes, with references to them in the operations."""
    shared: dict[str, Any] = {}
    for operation in operations.values():
        for status, response in operation["responses"].items():
            if status >= "400":
                name = "Or".join(_camel(code) for code in response["content"][MEDIA_TYPE]["examples"])
                if shared.setdefault(name, response) != response:
                    raise ValueError(f"two responses are named {name}")
                operation["responses"][status] = {"$ref": f"#/components/responses/{name}"}
    return shared


def _camel(code: str) -> str:
    return "".join(part.capitalize() for part in code.split("-"))


def _add_examples(operations: Mapping[str, dict[str, Any]], found: Any) -> None:
    for operation_id, status, example in found:
        operation = operations[operation_id]
        holder = operation["requestBody"] if status == "request" else operation["responses"][status]
        holder["content"]["application/json"]["example"] = example
