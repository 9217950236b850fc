"""Generated requests over every operation: no 5xx, and only answers that the document announces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, assume, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from openingbell import api
from openingbell.api import spec
from tests.support.guests import Guest

pytestmark = pytest.mark.server
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
WAIT_S = 0.01
OF_ALL = 40
OF_A_GAME = 12
"""How many requests of each kind: the operations of all games are cut from one function, so each needs fewer."""


DOCUMENT = spec.app().extensions[api.DOCUMENT].value
FOUND: list[Any] = list(schemathesis.openapi.from_dict(DOCUMENT).get_all_operations())
OPERATIONS = {each.definition.raw["operationId"]: each for each in (found.ok() for found in FOUND)}


@pytest.fixture(scope="module")
def player(stranger: Guest) -> Iterator[Guest]:
    """Somebody who sits at a running table, so that generated decisions meet a real one."""
    with stranger.another() as guest:
        yield guest.register()


@pytest.fixture(scope="module")
def running(player: Guest) -> Callable[[str], str]:
    """A running table of a game where the player must decide; the fixed paths meet one of Bull Market."""

    @cache
    def table_of(game: str) -> str:
        table: str = player.create(game, seats=3, bots=["greedy", "random"])["id"]
        player.start(table)
        player.asked(table)
        return table

    return table_of


def game_of(operation: str) -> str | None:
    """The game that the operation's path belongs to."""
    steps = OPERATIONS[operation].path.split("/")
    return steps[3] if steps[1:3] == ["v1", "games"] and len(steps) > 3 else None


def has_input(operation: str) -> bool:
    """Whether a request can be generated that the document does not allow."""
    raw = OPERATIONS[operation].definition.raw
    return "requestBody" in raw or any(each.get("in") == "query" for each in raw.get("parameters", ()))


@pytest.mark.parametrize(
    ("operation", "mode"),
    [(name, mode) for name in OPERATIONS for mode in GenerationMode if mode.is_positive or has_input(name)],
)
def test_generated_requests(operation: str, mode: GenerationMode, player: Guest, running: Callable[[str], str]) -> None:
    game = game_of(operation)
    table = running(game or "bull_market")

    @settings(
        max_examples=OF_A_GAME if game else OF_ALL,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=OPERATIONS[operation].as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        parameters = case.path_parameters or {}
        if "table" in parameters and len(str(parameters["table"])) % 2 == 0:
            case.path_parameters = {**parameters, "table": table, **({"seat": 0} if "seat" in parameters else {})}
        if isinstance((case.query or {}).get("wait"), int | float):
            case.query = {**case.query, "wait": WAIT_S}
        headers = {} if len(repr(case.body)) % 5 == 0 else {"Authorization": player.http.headers["Authorization"]}
        answer = case.call(base_url=str(player.http.base_url), headers=headers)
        # gunicorn's own answer to a request line that is longer than it takes.
        assume(answer.status_code != 414)
        case.validate_response(answer, checks=CHECKS)

    check()


def test_every_operation_is_met(stranger: Guest) -> None:
    assert set(OPERATIONS) == set(stranger.document.operations)
