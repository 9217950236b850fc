"""A process of a release that stores in the next form: `python -m tests.support.planted_form MODULE ARGUMENT...`."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator

import redis

from openingbell.store import schema


def step(client: redis.Redis) -> Iterator[None]:
    client.incr("planted")
    yield


if __name__ == "__main__":
    schema.MIGRATIONS = {**schema.MIGRATIONS, schema.SCHEMA: step}
    schema.SCHEMA += 1
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
