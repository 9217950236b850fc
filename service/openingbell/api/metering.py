"""Who has asked too often: requests counted against the buckets of `rates`, and the headers that say how one stands.

Law. Nothing here decides anything but 429. Whoever has a valid token is counted as that player, everybody else by
address; decisions are judged first, and only what is no good move is counted, so that a good one is never refused.
"""

from __future__ import annotations

import functools
import ipaddress
import math
from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask import Response, current_app, g, request

from openingbell.api import reading
from openingbell.api.problems import TABLE, Problem
from openingbell.errors import Refused
from openingbell.rates import Name, Rates, Standing

View = TypeVar("View", bound=Callable[..., Any])

LARGEST_NETWORK: Final = 64
"""The bits of an IPv6 address by which it is counted: who has one has all that begin with them."""


def metered(bucket: Name | None, function: View) -> View:
    """The function, counted before it runs; a decision only afterwards."""
    if bucket is None:
        return function
    if bucket == "moves":
        return _judged_first(function)

    @functools.wraps(function)
    def counted(**where: Any) -> Any:
        count(bucket)
        return function(**where)

    return counted  # type: ignore[return-value]


def count(bucket: Name) -> None:
    """Count the request. Raises `Problem` `rate-limited`."""
    standing = _rates().hit(bucket, _holder(bucket))
    if standing is not None and not _passes(standing):
        held = standing.bucket
        message = f"That is more than {held.requests} requests in {held.seconds} s. Ask again in {{}} s."
        raise _refusal("rate-limited", message, standing, bucket=bucket)


def count_try(table: str, seat: int, n: int) -> None:
    """Count an illegal try at an open decision. Raises `Problem` `too-many-tries`."""
    standing = _rates().hit("tries", f"{table}/{seat}/{n}")
    if standing is not None and not _passes(standing):
        message = "That is illegal too, and no more is said of it for {} s. A legal action is taken at once."
        raise _refusal("too-many-tries", message, standing, n=n)


def address() -> str:
    """Where the request comes from, as it is counted; proxies are believed as far as the operator has said."""
    given = request.remote_addr or ""
    try:
        found = ipaddress.ip_address(given)
    except ValueError:
        return "unknown"
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            return str(ipaddress.ip_network((found, LARGEST_NETWORK), strict=False))
        found = found.ipv4_mapped
    return str(found)


def whoever() -> str:
    """The caller as one who is counted: the player, or a stranger's address."""
    player = reading.caller()
    return address() if player is None else str(player.id)


def finish(response: Response) -> Response:
    """The headers `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11)."""
    standings: list[Standing] = g.get("standings", [])
    if standings:
        policies = (f'"{each.bucket.name}";q={each.bucket.requests};w={each.bucket.seconds}' for each in standings)
        response.headers["RateLimit-Policy"] = ", ".join(policies)
        limits = (f'"{each.bucket.name}";r={each.remaining};t={math.ceil(each.more_in_s)}' for each in standings)
        response.headers["RateLimit"] = ", ".join(limits)
    return response


def _judged_first(function: View) -> View:
    @functools.wraps(function)
    def judged(**where: Any) -> Any:
        try:
            answer: Response = function(**where)
        except (Problem, Refused) as refusal:
            kind = refusal.kind if isinstance(refusal, Problem) else TABLE[refusal.code]
            if kind.status < 500:
                count("moves")
            raise
        if answer.headers.get("Idempotent-Replayed"):
            count("moves")
        elif standing := _rates().look("moves", _holder("moves")):
            _passes(standing)
        return answer

    return judged  # type: ignore[return-value]


def _passes(standing: Standing) -> bool:
    g.standings = [*g.get("standings", ()), standing]
    return standing.allowed


def _refusal(code: str, message: str, standing: Standing, **extras: Any) -> Problem:
    wait_s = str(max(1, math.ceil(standing.more_in_s)))
    return Problem(code, message.format(wait_s), headers={"Retry-After": wait_s}, **extras)


def _holder(bucket: Name) -> str:
    if bucket == "registering":
        return address()
    try:
        return whoever()
    except Problem:
        return address()


def _rates() -> Rates:
    rates: Rates = current_app.extensions["openingbell"].rates
    return rates
