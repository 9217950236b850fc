"""The connection: one client a process, its timeouts, its scripts, and what its failures mean.

Law. No keys here. Timeouts are chosen, not inherited: redis-py would wait 5 s and try ten times, while a caller of
ours is better served by an early 503. One retry on a new connection covers a server that was restarted; a script that
is sent twice is harmless, because every writing script says what it expects to find. A server that does not answer in
time is not asked twice: from then on one thread at a time tries whether it is back, and all others refuse at once, so
that a server which hangs holds one thread and not the whole process.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, cast

import redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from openingbell.errors import Refused

CONNECT_TIMEOUT_S: Final = 1.0
ANSWER_TIMEOUT_S: Final = 2.0
RETRIES: Final = 1
BACKOFF_S: Final = 0.05
ALLOWANCE_S: Final = 4.0
"""How long one request may wait for the store in all; a call that has begun then is let end."""

CONNECTIONS: Final = 256
"""More than the threads of any process of ours; a pool that ran dry would refuse instead of wait."""

AWAY: Final = (redis.ConnectionError, redis.TimeoutError)
"""What a client raises while its server is away."""

_log = logging.getLogger(__name__)


class Unwelcome(Refused):
    """The server lets nobody in with the user and password of this address."""

    def __init__(self, said: str) -> None:
        message = (
            "The store does not let us in: name a user and a password that it takes, as in "
            f"REDIS_URL=redis://user:password@host:6379/0. It said: {said.partition(',')[0].rstrip('.')}."
        )
        super().__init__("store-unavailable", message)


class Script:
    """One Lua file, sent by its SHA-1; the text goes along only when the server does not know it."""

    def __init__(self, name: str) -> None:
        self.text = (Path(__file__).parent / f"{name}.lua").read_text(encoding="utf-8")
        self.sha = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()


class Link:
    """The process's client. Connects when first used; safe to carry over a fork that happens before that.

    `gate`, where there is one, must pass once before anything else is asked; it raises `Refused`.
    """

    def __init__(self, url: str) -> None:
        self.client = connect(url)
        self.gate: Callable[[], None] | None = None
        self._listening = connect(url, answer_timeout_s=None, retries=0)
        self._ahead_ms = 0.0
        self._hangs = False
        self._trying = threading.Lock()
        self._waited = threading.local()

    @contextmanager
    def guarded(self) -> Iterator[redis.Redis]:
        """The client, with its failures turned into the services' refusal."""
        self._pass_gate()
        with self.ungated() as client:
            yield client

    @contextmanager
    def ungated(self) -> Iterator[redis.Redis]:
        """The same for the gate itself, and for whoever only wants to look."""
        if self._allowance_s() <= 0:
            raise _unavailable()
        trying = self._hangs
        if trying and not self._trying.acquire(blocking=False):
            raise _unavailable()
        began = time.monotonic()
        try:
            yield self.client
            self._hangs = False
        except redis.RedisError as error:
            self._hangs = isinstance(error, redis.TimeoutError)
            _log.warning("the store did not answer as it should: %s", error)
            if isinstance(error, redis.AuthenticationError):
                raise Unwelcome(str(error)) from error
            raise _unavailable() from error
        finally:
            self._waited.s = getattr(self._waited, "s", 0.0) + time.monotonic() - began
            if trying:
                self._trying.release()

    def _pass_gate(self) -> None:
        if self.gate is not None:
            self.gate()
            self.gate = None

    def begin_request(self) -> None:
        """From now on this thread has `ALLOWANCE_S` to wait for the store, until it begins another request."""
        self._waited.s = 0.0
        self._waited.bounded = True

    def _allowance_s(self) -> float:
        return ALLOWANCE_S - self._waited.s if getattr(self._waited, "bounded", False) else ALLOWANCE_S

    def run(self, script: Script, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """One script, one round trip; two only when the server has forgotten the script.

        Raises `Refused` `table-damaged` where the server answers well and finds something else than a table there.
        """
        with self.guarded() as client:
            try:
                return client.evalsha(script.sha, len(keys), *keys, *args)
            except redis.exceptions.NoScriptError:
                return client.eval(script.text, len(keys), *keys, *args)
            except redis.ResponseError as error:
                if wrong_type(error):
                    raise Refused("table-damaged", "What stands in the store of this table is no table.") from error
                raise

    @property
    def database(self) -> int:
        """The number of the server's database that this client uses."""
        return int(self.client.connection_pool.connection_kwargs.get("db") or 0)

    @contextmanager
    def subscribed(self, channel: str) -> Iterator[Any]:
        """A subscription on a connection of its own, whose reads have no timeout but the one that they are given.

        Its failures are refusals too, but say nothing about whether the server answers the others.
        """
        self._pass_gate()
        try:
            with contextlib.closing(cast("Any", self._listening).pubsub()) as subscription:
                subscription.subscribe(channel)
                yield subscription
        except redis.RedisError as error:
            raise _unavailable() from error

    def saw(self, now_ms: int) -> None:
        """Remember how far the store's clock is ahead of this process's."""
        self._ahead_ms = now_ms - time.time() * 1000

    def now_ms(self) -> int:
        """The store's time in ms since 1970 UTC by the last reading, without asking."""
        return int(time.time() * 1000 + self._ahead_ms)


def wrong_type(answer: object) -> bool:
    """Whether the server found a value of another type than was asked for: it is that key's fault and not its own."""
    return isinstance(answer, redis.ResponseError) and "WRONGTYPE" in str(answer)


def _unavailable() -> Refused:
    return Refused("store-unavailable", "The store cannot be reached or used at the moment.")


def connect(url: str, *, answer_timeout_s: float | None = ANSWER_TIMEOUT_S, retries: int = RETRIES) -> redis.Redis:
    """A client with our timeouts; `None` for connections that wait for messages or jobs.

    Only a connection that broke is tried again. A subscription takes no retries: after a silent reconnection nobody
    would know that something may have been missed.
    """
    return redis.Redis.from_url(
        url,
        max_connections=CONNECTIONS,
        socket_connect_timeout=CONNECT_TIMEOUT_S,
        socket_timeout=answer_timeout_s,
        health_check_interval=30 if answer_timeout_s is None else 0,
        retry=Retry(ConstantBackoff(BACKOFF_S), retries, (redis.ConnectionError,)),
    )
