"""What all processes of a house share: its shard count, its key, signs of life; and whether its Redis will do.

Law. Nothing here belongs to a table or a player.
"""

from __future__ import annotations

import secrets
import threading
from typing import Final

import redis

from openingbell.errors import Refused
from openingbell.store.link import Link
from openingbell.store.logs import SHARDS

_HOUSE: Final = "openingbell:house"


class WrongShards(Refused):
    """This Redis holds a house that was built with another number of shards; its tables would not be found."""

    def __init__(self, found: int) -> None:
        message = f"This Redis was opened with {found} shards; this release has {SHARDS}."
        super().__init__("store-unavailable", message)


class Premises:
    """The house itself."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._key: bytes | None = None
        self._lock = threading.Lock()

    @property
    def key(self) -> bytes:
        """The house's key: made once, the same in every process. Raises `WrongShards`."""
        with self._lock:
            if self._key is None:
                self._key = self._opened()
            return self._key

    def now_ms(self) -> int:
        """The store's time, asked for."""
        with self._link.guarded() as client:
            seconds, microseconds = client.time()
        now_ms = int(seconds) * 1000 + int(microseconds) // 1000
        self._link.saw(now_ms)
        return now_ms

    def complaints(self) -> tuple[str, ...]:
        """What is wrong with the server's configuration, in sentences; empty where it does not tell."""
        with self._link.guarded() as client:
            try:
                policy = client.config_get("maxmemory-policy").get("maxmemory-policy")
                append_only = client.config_get("appendonly").get("appendonly")
            except redis.exceptions.ResponseError:
                return ()
        result = []
        if policy not in (None, "noeviction"):
            result.append(f"Redis evicts keys when memory is short (maxmemory-policy {policy}); games would vanish.")
        if append_only not in (None, "yes"):
            result.append(
                "Redis is not append-only (appendonly no); a restart would lose decisions that were confirmed."
            )
        return tuple(result)

    def pulse(self, who: str, ttl_s: int) -> None:
        """`who` (clock, house, bots) is alive, for that many seconds."""
        with self._link.guarded() as client:
            client.set(f"openingbell:pulse:{who}", self._link.now_ms(), ex=ttl_s)

    def alive(self, *who: str) -> dict[str, bool]:
        """Who has given a sign of life that still holds. One round trip."""
        with self._link.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            for each in who:
                pipeline.exists(f"openingbell:pulse:{each}")
            found = pipeline.execute()
        return {each: bool(there) for each, there in zip(who, found, strict=True)}

    def _opened(self) -> bytes:
        with self._link.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            pipeline.hsetnx(_HOUSE, "shards", SHARDS)
            pipeline.hsetnx(_HOUSE, "key", secrets.token_bytes(32))
            pipeline.hmget(_HOUSE, "shards", "key")
            shards, key = pipeline.execute()[-1]
        if int(shards) != SHARDS:
            raise WrongShards(int(shards))
        assert isinstance(key, bytes)
        return key
