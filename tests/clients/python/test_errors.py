"""Errors: what they carry, and where the unknown ones fall."""

from __future__ import annotations

import httpx
import pytest

from openingbell_client import errors
from openingbell_client.errors import problem_of


@pytest.mark.parametrize(
    ("status", "family"),
    [
        (400, errors.BadRequest),
        (401, errors.Unauthenticated),
        (403, errors.Forbidden),
        (404, errors.NotFound),
        (409, errors.Conflict),
        (410, errors.Gone),
        (418, errors.BadRequest),
        (422, errors.BadRequest),
        (429, errors.RateLimited),
        (500, errors.ServerFault),
        (503, errors.Unavailable),
        (599, errors.ServerFault),
    ],
)
def test_an_unknown_code_falls_into_the_family_of_its_status(status: int, family: type[errors.ProblemError]) -> None:
    error = problem_of(httpx.Response(status, json={"code": "invented-tomorrow", "detail": "Something new."}))
    assert type(error) is family
    assert error.code == "invented-tomorrow"


def test_an_illegal_action_says_why_and_what_is_legal() -> None:
    choices = [{"type": "pass_bid", "label": {"code": "x", "text": "Pass", "params": {}}, "fields": []}]
    body = {
        "code": "illegal-action",
        "detail": "30 is more than 21.",
        "reason": "too-high",
        "ruling": "BULL-09",
        "pointer": "/amount",
        "n": 4,
        "choices": choices,
        "request_id": "r1",
    }
    error = problem_of(httpx.Response(422, json=body))
    assert isinstance(error, errors.IllegalAction)
    assert (error.reason, error.ruling, error.pointer, error.n) == ("too-high", "BULL-09", "/amount", 4)
    assert error.choices == choices


def test_a_closed_decision_says_what_was_recorded() -> None:
    recorded = {"type": "bid", "amount": 3}
    error = problem_of(httpx.Response(409, json={"code": "decision-closed", "n": 2, "recorded": recorded}))
    assert isinstance(error, errors.DecisionClosed)
    assert isinstance(error, errors.Conflict)
    assert error.recorded == recorded


def test_a_page_of_a_proxy_is_a_problem_too() -> None:
    response = httpx.Response(502, text="<html>Bad Gateway</html>", headers={"X-Request-Id": "r2", "Retry-After": "3"})
    error = problem_of(response)
    assert isinstance(error, errors.Unavailable)
    assert (error.code, error.request_id, error.retry_after) == ("http-502", "r2", 3.0)


@pytest.mark.parametrize(
    ("header", "seconds"), [("2", 2.0), ("0.5", 0.5), ("-1", 0.0), ("Wed, 21 Oct 2026 07:28:00 GMT", None)]
)
def test_retry_after(header: str, seconds: float | None) -> None:
    assert errors.retry_after(httpx.Response(503, headers={"Retry-After": header})) == seconds
