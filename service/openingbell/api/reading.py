"""What requests say: bodies, query parameters, headers and the caller, read strictly.

Law. Everything that a client sends is judged here or in the codec before a service sees it, and each way of being
wrong has its own problem. Reading has no effect.
"""

from __future__ import annotations

import json
import re
import select
from collections.abc import Callable
from typing import Any, Final, Protocol

from flask import current_app, g, request
from marshmallow import ValidationError

from openingbell.api.bounds import DEEPEST, LARGEST_BODY, LONGEST_KEY, LONGEST_NUMBER
from openingbell.api.problems import Problem
from openingbell.bots import BOTS
from openingbell.codec import Undecodable, pointer

_KEY: Final = re.compile(rf"[\x20-\x7e]{{1,{LONGEST_KEY}}}")
_BEARER: Final = re.compile(r"[Bb][Ee][Aa][Rr][Ee][Rr] +([A-Za-z0-9._~+/=-]{1,512})")


class Loader(Protocol):
    """Whatever turns JSON into values: a marshmallow schema, or a decoder of a game's actions."""

    def load(self, data: Any) -> Any:
        """The values. Raises `ValidationError` or `Undecodable`."""


def body(loader: Loader, *, required: bool = True) -> Any:
    """The request's JSON body, loaded. Raises `Problem`: 400, 413, 415 or `invalid-body` with a pointer."""
    data = _bytes()
    if not data and not required:
        return loader.load({})
    if request.mimetype != "application/json" and not request.mimetype.endswith("+json"):
        raise Problem("not-json", f"Content-Type is {request.mimetype or 'missing'}, not application/json.")
    value = parsed(data)
    try:
        return loader.load(value)
    except Undecodable as error:
        raise Problem("invalid-body", _sentence(error.message), pointer=error.pointer) from None
    except ValidationError as error:
        path, message = _first(error.messages)
        raise Problem("invalid-body", message, pointer=pointer(path)) from None


def _bytes() -> bytes:
    """The body, if it is not too large."""
    try:
        data: bytes = request.environ["wsgi.input"].read(LARGEST_BODY + 1)
    except Exception as error:
        raise Problem("malformed-request", "The body could not be read to its end.") from error
    if len(data) > LARGEST_BODY:
        raise Problem("body-too-large")
    return data


def parsed(data: bytes) -> Any:
    """One JSON value from bytes. Raises `Problem` for whatever two parsers could read differently."""
    try:
        value = json.loads(
            data.decode(), object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_number, parse_int=_whole
        )
        if _too_deep(value):
            raise Problem("malformed-json", f"The nesting is deeper than {DEEPEST} levels.")
        if b"\\u" in data:
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise Problem("malformed-json", "The nesting is too deep.") from None
    except UnicodeEncodeError:
        raise Problem("malformed-json", "A string holds an unpaired surrogate.") from None
    except UnicodeDecodeError:
        raise Problem("malformed-json", "The body is not UTF-8.") from None
    except ValueError as error:
        raise Problem("malformed-json", _sentence(str(error))) from None
    return value


def query(loader: Loader) -> Any:
    """The query parameters, loaded. Raises `Problem` `invalid-query` with the parameter's name."""
    given: dict[str, str] = {}
    for name, values in request.args.lists():
        if len(values) > 1:
            raise Problem("invalid-query", f"{name} is given {len(values)} times.", parameter=name)
        given[name] = values[0]
    try:
        return loader.load(given)
    except ValidationError as error:
        path, message = _first(error.messages)
        raise Problem("invalid-query", message, parameter=str(path[0])) from None


def idempotency_key() -> str | None:
    """The header `Idempotency-Key`. Raises `Problem` `invalid-header`."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise Problem("invalid-header", header="Idempotency-Key")
    return key


def caller() -> Any:
    """The player whose token came along, or None without one. Raises `Problem` `unauthenticated` for a bad token."""
    if "caller" not in g:
        g.caller = _caller()
    return g.caller


def _caller() -> Any:
    header = request.headers.get("Authorization")
    if header is None:
        return None
    match = _BEARER.fullmatch(header.strip())
    player = current_app.extensions["openingbell"].players.authenticate(match[1]) if match else None
    if player is None:
        headers = {"WWW-Authenticate": 'Bearer realm="openingbell", error="invalid_token"'}
        raise Problem("unauthenticated", "The token is not valid.", headers=headers)
    return player


def player() -> Any:
    """The player whose token came along. Raises `Problem` `unauthenticated` without a valid one."""
    found = caller()
    if found is None:
        raise Problem("unauthenticated")
    return found


def hung_up() -> Callable[[], bool]:
    """How to ask, during a long wait, whether the client has closed its connection. Never, where the server of the
    application does not show the connection.
    """
    connection = request.environ.get("gunicorn.socket")
    if connection is None:
        return lambda: False
    ends = select.poll()
    ends.register(connection, getattr(select, "POLLRDHUP", 0))
    return lambda: bool(ends.poll(0))


def house_bot(name: str, where: str) -> None:
    """Raise `Problem` `no-such-bot`, with the pointer, unless there is a house bot of that name."""
    if name not in BOTS:
        raise Problem("no-such-bot", f"There is no house bot {name!r}; there are {', '.join(BOTS)}.", pointer=where)


def _first(messages: Any, path: tuple[str | int, ...] = ()) -> tuple[tuple[str | int, ...], str]:
    """The first of marshmallow's messages, with the path to its field."""
    if isinstance(messages, dict):
        step, inner = next(iter(messages.items()))
        return _first(inner, path if step == "_schema" else (*path, step))
    if isinstance(messages, list):
        return _first(messages[0], path)
    return path, _sentence(": ".join(filter(None, (".".join(map(str, path)), str(messages)))))


def _sentence(text: str) -> str:
    return text if text.endswith(".") else text + "."


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a name is used twice in one object")
    return result


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _too_deep(value: Any) -> bool:
    """Whether arrays and objects are nested deeper than they may be, looked at level by level."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return False
    return any(isinstance(each, dict | list) for each in level)


def _short(text: str) -> str:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"a number has more than {LONGEST_NUMBER} characters")
    return text


def _whole(text: str) -> int:
    return int(_short(text))


def _number(text: str) -> int | float:
    """1.0 and 1e2 are the whole numbers that JSON Schema takes them for."""
    value = float(_short(text))
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{text[:40]} is out of range")
    return int(value) if value.is_integer() else value
