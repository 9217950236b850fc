"""One request, sent as often as is safe and as long as is allowed.

Law. This module knows HTTP and nothing of games. A request that may be repeated is repeated after a lost connection or
an answer that says "not now", with growing, random pauses, until a total deadline; a request that may not be repeated
is sent once. Nothing here follows a redirect: a token goes to the server it belongs to and nowhere else.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from openingbell_client.errors import (
    NoAnswerInTime,
    OpeningBellError,
    ProblemError,
    TooManyTries,
    TransportError,
    problem_of,
    retry_after,
)

PASSING: Final = frozenset({429, 502, 503, 504})
"""Statuses of a server that may well answer a moment later."""


@dataclass(frozen=True, slots=True)
class Retry:
    """How long to go on asking. All in seconds.

    `deadline_s` bounds all tries of one request together (0: one try). The pauses double from `first_s` up to
    `longest_s`, each shortened at random so that clients cut off together do not come back together. A longer
    Retry-After of the server is kept to.
    """

    deadline_s: float = 60.0
    first_s: float = 0.2
    longest_s: float = 5.0

    def pause(self, attempt: int, asked: float | None) -> float:
        """The pause after the try number `attempt` (from 1), when the server asked for `asked` seconds."""
        longest = min(self.longest_s, self.first_s * 2.0 ** min(attempt - 1, 30))
        own = longest * random.uniform(0.5, 1.0)
        return max(own, asked or 0.0)


@dataclass(frozen=True, slots=True)
class Retrying:
    """A request is about to be sent again: after which error, as which try, and in how many seconds."""

    error: OpeningBellError
    attempt: int
    pause_s: float


class Transport:
    """A connection to one server, with one token."""

    def __init__(
        self,
        url: str,
        token: str | None,
        timeout: float,
        retry: Retry,
        on_retry: Callable[[Retrying], None] | None,
        user_agent: str,
    ) -> None:
        self.url = url.rstrip("/")
        self.retry = retry
        self.timeout = timeout
        self.ahead_s = 0.0
        """By how much the server's clock is ahead of this machine's."""
        self._on_retry = on_retry
        headers = {"User-Agent": user_agent, "Accept": "application/json"}
        direct = _loopback(self.url)
        # A proxy from the environment has no business between a client and its own machine.
        self._http = httpx.Client(base_url=self.url, headers=headers, timeout=timeout, trust_env=not direct)
        self.authorise(token)

    def authorise(self, token: str | None) -> None:
        """Send this token from now on (None: none)."""
        if token:
            self._http.headers["Authorization"] = f"Bearer {token}"
        else:
            self._http.headers.pop("Authorization", None)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def send(
        self,
        method: str,
        path: str,
        *,
        repeatable: bool,
        params: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        wait: float = 0.0,
    ) -> httpx.Response:
        """The answer, of status below 400. Raises `ProblemError` or `TransportError`.

        `wait` is how long the server may hold the request before it answers; that time is added to the timeout.
        """
        given = {key: value for key, value in (params or {}).items() if value is not None}
        request = self._http.build_request(
            method, path, params=given, json=body, headers=dict(headers or {}), timeout=self.timeout + wait
        )
        until = time.monotonic() + self.retry.deadline_s + wait
        attempt = 1
        while True:
            outcome, asked = self._once(request)
            if isinstance(outcome, httpx.Response):
                return outcome
            passing = outcome.status == 0 or (outcome.status in PASSING and not isinstance(outcome, TooManyTries))
            pause = self.retry.pause(attempt, asked)
            if not (repeatable and passing) or time.monotonic() + pause >= until:
                raise outcome
            if self._on_retry is not None:
                self._on_retry(Retrying(outcome, attempt, pause))
            time.sleep(pause)
            attempt += 1

    def _once(self, request: httpx.Request) -> tuple[httpx.Response | OpeningBellError, float | None]:
        """What one try gave, and the seconds that the server asks to wait."""
        try:
            response = self._http.send(request)
        except httpx.TimeoutException:
            return NoAnswerInTime(f"{self.url} did not answer in time."), None
        except httpx.TransportError as error:
            return TransportError(f"No connection to {self.url}: {str(error) or type(error).__name__}."), None
        except httpx.DecodingError as error:
            return TransportError(f"The answer of {self.url} is damaged: {error}."), None
        self._compare_clocks(response)
        if response.status_code < 300 or response.status_code == httpx.codes.NOT_MODIFIED:
            return response, None
        problem: ProblemError = problem_of(response)
        return problem, retry_after(response)

    def _compare_clocks(self, response: httpx.Response) -> None:
        try:
            told = datetime.fromisoformat(response.headers["Server-Time"]).timestamp()
        except (KeyError, ValueError):
            return
        self.ahead_s = told - time.time()


def _loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
