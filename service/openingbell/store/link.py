"""The connection: one client a process, its timeouts, its scripts, and what its failures mean.

Law. No keys here. Timeouts are chosen, not inherited: redis-py would wait 5 s and try ten times, while a caller of
ours is better served by an early 503. One retry on a new connection covers a server that was restarted; a script that
is sent twice is harmless, because every writing script says what it expects to find.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Iterator, Sequence
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
CONNECTIONS: Final = 256
"""More than the threads of any process of ours; a pool that ran dry would refuse instead of wait."""

_log = logging.getLogger(__name__)


class Script:
    """One Lua file, sent by its SHA-1; the text goes along only when the server does not know it."""

    def __init__(self, name: str) -> None:
        self.text = (Path(__file__).parent / f"{name}.lua").read_text(encoding="utf-8")
        self.sha = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()


class Link:
    """The process's client. Connects when first used; safe to carry over a fork that happens before that."""

    def __init__(self, url: str) -> None:
        self.client = connect(url)
        self._listening = connect(url, answer_timeout_s=None, retries=0)
        self._ahead_ms = 0.0

    @contextmanager
    def guarded(self) -> Iterator[redis.Redis]:
        """The client, with its failures turned into the services' refusal."""
        try:
            yield self.client
        except redis.RedisError as error:
            _log.warning("the store did not answer as it should: %s", error)
            raise Refused("store-unavailable", "The store cannot be reached or used at the moment.") from error

    def run(self, script: Script, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """One script, one round trip; two only when the server has forgotten the script."""
        with self.guarded() as client:
            try:
                return client.evalsha(script.sha, len(keys), *keys, *args)
            except redis.exceptions.NoScriptError:
                return client.eval(script.text, len(keys), *keys, *args)

    def run_many(self, script: Script, calls: Sequence[tuple[Sequence[str], Sequence[str | bytes | int]]]) -> list[Any]:
        """The same script for several tables in one pipeline (no transaction: each call stands alone)."""
        with self.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            for keys, args in calls:
                pipeline.evalsha(script.sha, len(keys), *keys, *args)
            answers = pipeline.execute(raise_on_error=False)
        for place, answer in enumerate(answers):
            if isinstance(answer, redis.RedisError):
                answers[place] = self.run(script, *calls[place])
        return answers

    def pubsub(self) -> Any:
        """A subscription of its own connection, whose reads have no timeout but the one that they are given."""
        return cast("Any", self._listening).pubsub()

    def saw(self, now_ms: int) -> None:
        """Remember how far the store's clock is ahead of this process's."""
        self._ahead_ms = now_ms - time.time() * 1000

    def now_ms(self) -> int:
        """The store's time in ms since 1970 UTC by the last reading, without asking."""
        return int(time.time() * 1000 + self._ahead_ms)


def connect(url: str, *, answer_timeout_s: float | None = ANSWER_TIMEOUT_S, retries: int = RETRIES) -> redis.Redis:
    """A client with our timeouts; `None` for connections that wait for messages or jobs.

    A subscription takes no retries: after a silent reconnection nobody would know that something may have been missed.
    """
    return redis.Redis.from_url(
        url,
        max_connections=CONNECTIONS,
        socket_connect_timeout=CONNECT_TIMEOUT_S,
        socket_timeout=answer_timeout_s,
        health_check_interval=30 if answer_timeout_s is None else 0,
        retry=Retry(ConstantBackoff(BACKOFF_S), retries),
    )
