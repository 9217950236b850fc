"""The form in which this release stores things, and the way to it from the forms of older releases.

Law. `SCHEMA` goes up by one whenever a release writes what the one before could not read. Then `MIGRATIONS` has a step
from the number before: a generator that changes a part and yields, at least every few seconds; it can be interrupted
and run again from the start. Whoever stores in an older form must be gone before; who finds a newer form stays out.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import redis

from openingbell.store.logs import SHARDS, due_key

SCHEMA: int = 3
"""The form of this release."""

Migration = Callable[[redis.Redis], Iterator[None]]


def _a_due_set_a_kind(client: redis.Redis) -> Iterator[None]:
    """From form 1, where a shard had one due set of `<kind>:<id>`, to one set for each kind."""
    for number in range(SHARDS):
        shard = f"{number:02}"
        old = f"{{{shard}}}:due"
        pipeline = client.pipeline(transaction=False)
        found: Any = client.zrange(old, 0, -1, withscores=True)
        for member, at in found:
            kind, _, table = member.decode().partition(":")
            pipeline.zadd(due_key(shard, kind), {table: at})
        pipeline.execute()
        client.delete(old)
        yield


def _a_due_set_where_nobody_is_present(client: redis.Redis) -> Iterator[None]:
    """From form 2, where these tables stood among those at which bots are waited for: they leave it as they go on."""
    del client
    yield


MIGRATIONS: Mapping[int, Migration] = {1: _a_due_set_a_kind, 2: _a_due_set_where_nobody_is_present}
"""By the number that a step begins from."""

FIELD: Final = "schema_version"
FIRST: Final = 1
"""What a house without the field is: the field came before the first change."""

_LOCK: Final = "openingbell:migrating"
_LOCK_S: Final = 60


def migrate(client: redis.Redis, house: str) -> bool:
    """Bring the house up to this release's form, one step after the other; False while another process does it."""
    token = secrets.token_hex(8)
    if not client.set(_LOCK, token, nx=True, ex=_LOCK_S):
        return False
    try:
        while (found := version_in(client, house)) < SCHEMA:
            for _ in MIGRATIONS[found](client):
                client.expire(_LOCK, _LOCK_S)
            client.hset(house, FIELD, found + 1)
    finally:
        if client.get(_LOCK) == token.encode():
            client.delete(_LOCK)
    return True


def version_in(client: redis.Redis, house: str) -> int:
    """The form in which that house is stored."""
    found = client.hget(house, FIELD)
    return FIRST if found is None else int(found)


def idle_until(alive: Callable[[], bool], within_s: float) -> bool:
    """Wait until nobody gives a sign of life; whether that came in time."""
    until = time.monotonic() + within_s
    while alive():
        if time.monotonic() > until:
            return False
        time.sleep(0.2)
    return True
