"""How an operation of the API is declared: once, with everything that a reader of the document needs.

Law. `operation` is the only way to add a path to `/v1`. It documents, and counts each request against its bucket;
otherwise functions read and answer for themselves, so that documentation costs nothing at run time. An operation lists
every problem that it can answer, by code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar

import flask_smorest  # type: ignore[import-untyped]
from marshmallow import Schema

from openingbell.api.metering import metered
from openingbell.api.problems import MEDIA_TYPE, TABLE
from openingbell.api.typed import ref
from openingbell.rates import Name

View = TypeVar("View", bound=Callable[..., Any])
Auth = Literal["none", "optional", "required"]

SECURITY: Final[Mapping[Auth, list[dict[str, list[str]]]]] = {
    "none": [],
    "optional": [{}, {"bearer": []}],
    "required": [{"bearer": []}],
}
STORE: Final = ("store-unavailable", "busy", "table-damaged", "rules-not-installed")
"""What every operation on tables can answer, through no fault of the client."""

_BODY_PROBLEMS: Final = ("malformed-request", "malformed-json", "body-too-large", "not-json", "invalid-body")


@dataclass(frozen=True, slots=True)
class Answer:
    """One way in which an operation succeeds: what it means, the schema of its body, an example, its own headers."""

    description: str
    schema: dict[str, Any] | None = None
    example: Any = None
    headers: Sequence[str] = ()
    examples: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sent:
    """What an operation reads: a schema (marshmallow's, or JSON Schema for what the codec reads) and an example."""

    schema: Schema | dict[str, Any]
    example: Any
    required: bool = True


@dataclass(frozen=True, slots=True)
class Operation:
    """Everything that the document says of an operation besides its path. `bucket` None: it is never counted."""

    id: str
    summary: str
    description: str
    answers: Mapping[int, Answer]
    problems: Sequence[str] = ()
    auth: Auth = "none"
    body: Sent | None = None
    query: type[Schema] | None = None
    headers: Sequence[str] = ()
    bucket: Name | None = "reading"

    def codes(self) -> list[str]:
        """Every problem code that it can answer."""
        codes = list(self.problems)
        if self.bucket is not None:
            codes.append("rate-limited")
        if self.auth != "none":
            codes.append("unauthenticated")
        if self.body is not None:
            codes += _BODY_PROBLEMS
        if self.query is not None:
            codes.append("invalid-query")
        return codes


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A blueprint whose operations are declared with `operation`."""

    def operation(self, method: str, rule: str, about: Operation) -> Callable[[View], View]:
        """Register a view function for a method and a path, documented by `about`."""

        def register(function: View) -> View:
            counted = metered(about.bucket, function)
            self.add_url_rule(rule, about.id, self.doc(**document(about))(counted), methods=[method])
            return function

        return register


def document(about: Operation) -> dict[str, Any]:
    """The OpenAPI operation object. marshmallow schemas stay in it: apispec puts references in their place."""
    result: dict[str, Any] = {
        "operationId": about.id,
        "summary": about.summary,
        "description": about.description,
        "security": SECURITY[about.auth],
        "responses": {
            **{str(status): _success(answer, about.bucket) for status, answer in about.answers.items()},
            **_failures(about.codes(), about.bucket),
        },
    }
    parameters: list[Any] = list(about.headers)
    if about.query is not None:
        parameters.append({"in": "query", "schema": about.query})
    if parameters:
        result["parameters"] = parameters
    if about.body is not None:
        result["requestBody"] = {
            "required": about.body.required,
            "content": {"application/json": {"schema": about.body.schema, "example": about.body.example}},
        }
    return result


def _success(answer: Answer, bucket: Name | None) -> dict[str, Any]:
    headers = _headers(*answer.headers, *_rate_headers(bucket))
    result: dict[str, Any] = {"description": answer.description, "headers": headers}
    if answer.schema is not None:
        media: dict[str, Any] = {"schema": answer.schema}
        if answer.example is not None:
            media["example"] = answer.example
        result["content"] = {"application/json": media}
    return result


def _rate_headers(bucket: Name | None) -> tuple[str, ...]:
    return ("RateLimit", "RateLimit-Policy") if bucket is not None else ()


def _failures(codes: Sequence[str], bucket: Name | None) -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(TABLE[code].status, []).append(code)
    return {str(status): _failure(sorted(set(found)), bucket) for status, found in sorted(by_status.items())}


def _failure(codes: list[str], bucket: Name | None) -> dict[str, Any]:
    """One status: its codes, and the members that come with them."""
    kinds = [TABLE[code] for code in codes]
    narrow = {"type": "object", "properties": {"code": {"type": "string", "enum": codes}}}
    examples = {kind.code: {"value": kind.members("5f3c9a0e7b21d486", kind.meaning)} for kind in kinds}
    headers = ["Retry-After"] if any(kind.retry_after for kind in kinds) else []
    if "unauthenticated" in codes:
        headers.append("WWW-Authenticate")
    headers += _rate_headers(bucket)
    return {
        "description": "\n".join(f"* `{kind.code}`: {kind.title}." for kind in kinds),
        "headers": _headers(*headers),
        "content": {MEDIA_TYPE: {"schema": {"allOf": [ref("Problem"), narrow]}, "examples": examples}},
    }


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*names, "X-Request-Id", "Server-Time")}
