"""How answers leave: as ready bytes, with the headers that every answer has.

Law. Nothing here decides what an answer says. The view's ETag names what the view follows from and is known before
the view is built; it never names anything that this viewer may not know.
"""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from openingbell.api import metering, problems, render
from openingbell.api.problems import Problem
from openingbell.codec import to_json
from openingbell.errors import DecisionOver, IllegalAction, Refused
from openingbell.readings import Snapshot
from openingbell.rules.kernel import catalogue

_log: Final = logging.getLogger("openingbell.api")
_encode: Final = msgspec.json.Encoder().encode
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}")
EXPOSED: Final = (
    "ETag, Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, Server-Time, WWW-Authenticate, "
    "X-Request-Id"
)
ALLOWED: Final = "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id"
_OF_A_GAME: Final = re.compile(r"/v1/games/([^/]+)/")
_HTTP_CODES: Final[Mapping[int, str]] = {
    404: "no-such-path",
    405: "method-not-allowed",
}


def ready(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer with this JSON body. Answers are private to whoever asked and are asked for again, not reused."""
    response = Response(_encode(body), status, content_type="application/json")
    response.headers["Cache-Control"] = "private, no-cache"
    if headers:
        response.headers.update(headers)
    return response


def view_etag(snapshot: Snapshot, revision: str) -> str:
    """The view's ETag: table, viewer, that viewer's events and own sealed moves, and the API's revision."""
    seat, table = snapshot.viewer, snapshot.table
    own = "p" if seat is None else f"{seat}.{table.closed[seat]}.{table.revisions[seat]}"
    return f'"{table.facts.id}-{own}-{snapshot.seq}-{revision}"'


def matches(etag: str) -> bool:
    """Whether the client has this already, by `If-None-Match` (compared weakly, as RFC 9110 wants)."""
    header = request.headers.get("If-None-Match")
    if header is None:
        return False
    return header.strip() == "*" or any(each.strip().removeprefix("W/") == etag for each in header.split(","))


def not_modified(etag: str) -> Response:
    """304, with the ETag."""
    return Response(status=304, headers={"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Authorization"})


def install(app: Flask, now_ms: Callable[[], int], begin: Callable[[], None]) -> None:
    """Headers on every answer, and every error as a problem. `now_ms` is the store's time, which deadlines go by.

    `begin` is called when a request begins: from then on its time with the store is counted.
    """

    def finish(response: Response) -> Response:
        response.headers["Server-Time"] = render.time(now_ms())
        return _headers(metering.finish(response))

    app.before_request(_number)
    app.before_request(begin)
    app.after_request(finish)
    app.register_error_handler(Problem, problems.answer)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _crashed)


def _number() -> None:
    given = request.headers.get("X-Request-Id", "")
    g.request_id = given if _REQUEST_ID.fullmatch(given) else f"{random.getrandbits(64):016x}"


def _headers(response: Response) -> Response:
    headers = response.headers
    headers["X-Request-Id"] = g.request_id
    headers["X-Content-Type-Options"] = "nosniff"
    if "HTTP_ORIGIN" in request.environ:
        headers["Access-Control-Allow-Origin"] = "*"
        headers["Access-Control-Expose-Headers"] = EXPOSED
    if request.method == "OPTIONS":
        headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
        headers["Access-Control-Allow-Headers"] = ALLOWED
        headers["Access-Control-Max-Age"] = "86400"
    return response


def _refused(error: Refused) -> Response:
    """A service's refusal. Pointers into an action become pointers into the body."""
    if isinstance(error, DecisionOver):
        recorded = None if error.recorded is None else to_json(error.recorded)
        return problems.answer(Problem(error.code, error.message, n=error.n, recorded=recorded))
    if isinstance(error, IllegalAction):
        problem = Problem(
            error.code,
            error.message,
            n=error.n,
            reason=error.reason,
            ruling=error.ruling,
            pointer=f"/action{error.pointer}",
            choices=error.choices.render(),
        )
        return problems.answer(problem)
    extras = {name: value for name, value in error.params.items() if name in problems.TABLE[error.code].extras}
    return problems.answer(Problem(error.code, error.message, **extras))


def _http_error(error: HTTPException) -> Response:
    """Flask's and werkzeug's own errors."""
    code = _HTTP_CODES.get(error.code or 0, "internal-error" if (error.code or 0) >= 500 else "malformed-request")
    if code == "no-such-path" and (found := _OF_A_GAME.match(request.path)) and found[1] not in catalogue():
        return problems.answer(
            Problem("no-such-game", f"There is no game {found[1]!r}; there are {', '.join(catalogue())}.")
        )
    headers = {}
    if code == "method-not-allowed":
        valid = getattr(error, "valid_methods", None) or ()
        headers["Allow"] = ", ".join(sorted(valid))
    detail = {
        "no-such-path": f"There is nothing at {request.path}.",
        "method-not-allowed": f"{request.path} does not answer to {request.method}.",
    }
    return problems.answer(Problem(code, detail.get(code, ""), headers=headers))


def _crashed(error: Exception) -> Response:
    """What nobody expected: a bug. The log has it all, the client the request's id."""
    _log.error("request %s: %s %s", g.request_id, request.method, request.path, exc_info=error)
    return problems.answer(Problem("internal-error"))
