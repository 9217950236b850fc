"""Holds every answer of a server to its own OpenAPI document."""

from __future__ import annotations

import re
from typing import Any

import httpx
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

UNDOCUMENTED = {"no-such-path", "method-not-allowed", "malformed-request"}
"""Problems of requests that no operation describes."""


class Document:
    """An OpenAPI document, asked about answers."""

    def __init__(self, value: dict[str, Any]) -> None:
        self.value = value
        # By identity, so each schema that has a validator is kept.
        self._validators: dict[int, Draft202012Validator] = {}
        self._kept: list[Any] = []
        self.operations = {
            operation["operationId"]: (method.upper(), path, {**operation, "responses": self._responses(operation)})
            for path, methods in value["paths"].items()
            for method, operation in methods.items()
            if isinstance(operation, dict) and "operationId" in operation
        }
        self._patterns = [
            (method, re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), operation)
            for method, path, operation in self.operations.values()
        ]

    def _responses(self, operation: dict[str, Any]) -> dict[str, Any]:
        """An operation's responses, with the shared ones in their places."""
        shared = self.value["components"]["responses"]
        return {
            status: shared[response["$ref"].rpartition("/")[2]] if "$ref" in response else response
            for status, response in operation["responses"].items()
        }

    def validator(self, schema: Any) -> Draft202012Validator:
        """A validator for a schema of this document; it checks formats too."""
        found = self._validators.get(id(schema))
        if found is None:
            whole = {**schema, "components": self.value["components"]}
            found = Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER)
            self._validators[id(schema)] = found
            self._kept.append(schema)
        return found

    def filled(self, schema: dict[str, Any]) -> Any:
        """Some value that the schema allows."""
        if "$ref" in schema:
            return self.filled(self.value["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][0]
        if "oneOf" in schema:
            return self.filled(schema["oneOf"][0])
        if schema["type"] == "array":
            return [self.filled(schema["items"])] * 2
        if schema["type"] == "object":
            extra = schema.get("additionalProperties")
            members = {name: self.filled(each) for name, each in schema.get("properties", {}).items()}
            return {**members, "G": self.filled(extra)} if extra else members
        return {"integer": 3, "string": "G1", "boolean": True}[schema["type"]]

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        """The operation that a request means."""
        method = "GET" if method == "HEAD" else method
        return next((found for m, pattern, found in self._patterns if m == method and pattern.fullmatch(path)), None)

    def check(self, response: httpx.Response) -> None:
        """Fail unless the answer is one that the document announces."""
        request = response.request
        name = f"{request.method} {request.url.path} -> {response.status_code}"
        assert response.status_code < 500 or response.status_code == 503, f"{name}: {response.text}"
        assert response.headers["X-Request-Id"], name
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", response.headers["Server-Time"]), name
        operation = self.operation(request.method, request.url.path)
        is_problem = response.headers.get("Content-Type") == "application/problem+json"
        if request.method in ("OPTIONS", "HEAD") or (is_problem and response.json()["code"] in UNDOCUMENTED):
            return
        if operation is None:
            of_no_game = is_problem and response.json()["code"] == "no-such-game"
            strange = request.url.path.startswith("/v1/") and not of_no_game
            assert not strange, f"{name}: no such operation, but {response.text}"
            return
        documented = operation["responses"].get(str(response.status_code))
        assert documented is not None, f"{name} is not documented: {response.text}"
        content = documented.get("content")
        if content is None:
            assert not response.content, f"{name} has a body"
            return
        kind = response.headers["Content-Type"]
        assert kind in content, f"{name} is {kind}"
        self.validator(content[kind]["schema"]).validate(response.json())
