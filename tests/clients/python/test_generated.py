"""The client and the OpenAPI document say the same."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from openingbell_client import Client, ProblemError, _generated, types
from openingbell_client import errors as errors_module
from openingbell_client._generated import OPERATIONS

ROOT = Path(__file__).resolve().parents[3]
SPEC: dict[str, Any] = json.loads((ROOT / "openapi" / "openapi.json").read_text(encoding="utf-8"))


def folded(operation_id: str, path: str) -> str:
    """The id of an operation with its game's name taken out."""
    steps = path.split("/")
    if steps[1:3] != ["v1", "games"] or len(steps) < 5:
        return operation_id
    return operation_id.replace("".join(map(str.capitalize, steps[3].split("_"))), "{Game}")


def operations() -> set[str]:
    return {
        folded(operation["operationId"], path)
        for path, methods in SPEC["paths"].items()
        for operation in methods.values()
        if isinstance(operation, dict) and "operationId" in operation
    }


def test_the_committed_types_are_what_the_generator_gives() -> None:
    command = [sys.executable, str(ROOT / "clients/python/tools/generate.py"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_every_type_of_the_client_is_a_generated_one() -> None:
    for name in types.__all__:
        assert getattr(types, name) is getattr(_generated, name)


@pytest.mark.parametrize("name", ["Choice", "Decision", "View", "Decided"])
def test_what_all_games_share_has_the_members_that_each_game_s_has(name: str) -> None:
    """So a program cast from one to the other meets the members that it knows."""
    ending = "TableView" if name == "View" else name
    shared = getattr(_generated, name)
    games = [game for path in SPEC["paths"] if (game := path.removeprefix("/v1/games/")) != path and "/" in game]
    prefixes = {"".join(map(str.capitalize, game.partition("/")[0].split("_"))) for game in games}
    assert len(prefixes) > 5
    for prefix in prefixes:
        own = getattr(_generated, f"{prefix}{ending}")
        assert own.__annotations__.keys() == shared.__annotations__.keys()
        assert (own.__required_keys__, own.__optional_keys__) == (shared.__required_keys__, shared.__optional_keys__)


def test_every_operation_has_exactly_one_method() -> None:
    methods = Counter(
        method.operation_id
        for _, method in inspect.getmembers(Client, inspect.isfunction)
        if hasattr(method, "operation_id")
    )
    assert set(methods) == operations() == set(OPERATIONS)
    assert set(methods.values()) == {1}


def problems() -> list[Any]:
    """Every example of a problem in the document."""
    found = {}
    for answer in SPEC["components"]["responses"].values():
        for code, example in answer["content"]["application/problem+json"]["examples"].items():
            found[code] = (example["value"]["status"], example["value"])
    return [pytest.param(status, body, id=code) for code, (status, body) in sorted(found.items())]


FAMILIES = {
    400: errors_module.BadRequest,
    401: errors_module.Unauthenticated,
    403: errors_module.Forbidden,
    404: errors_module.NotFound,
    409: errors_module.Conflict,
    410: errors_module.Gone,
    413: errors_module.BadRequest,
    415: errors_module.BadRequest,
    422: errors_module.ClientFault,
    429: errors_module.RateLimited,
    503: errors_module.Unavailable,
}


def test_the_document_has_problems_to_map() -> None:
    assert len(problems()) >= 20


@pytest.mark.parametrize(("status", "body"), problems())
def test_every_code_is_a_typed_error(status: int, body: dict[str, Any]) -> None:
    import httpx

    error = errors_module.problem_of(httpx.Response(status, json=body))
    assert isinstance(error, FAMILIES[status])
    assert type(error) not in (ProblemError, errors_module.ServerFault, errors_module.ClientFault)
    assert (error.code, error.status, error.detail) == (body["code"], status, body["detail"])
    assert error.request_id == body["request_id"]
    assert error.pointer == body.get("pointer", "")
