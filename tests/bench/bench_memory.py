"""How much of Redis's memory a table takes.

A whole game of random moves is played through the services; memory is what Redis itself says (`MEMORY USAGE`, all
elements sampled), at the end for the log and at its largest over the game for what is kept beside it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from openingbell.bots import SeededRng
from openingbell.settings import Settings
from openingbell.store.logs import KINDS, due_key
from openingbell.table import Clock
from openingbell.wiring import services
from tests.bench.figures import Figure, at_most
from tests.support.playing import Seated, seated
from tests.support.redis_server import RedisServer

SEATS: Final = 4


def beside_b(client: Any, table: Seated) -> int:
    """Bytes of what is kept for the table beyond its log: its hash, its due times, its rows in the lists.

    Sets and sorted sets are shared by many tables; here this one has them all to itself and is charged for all of each.
    """
    shard = table.id[:2]
    keys = [f"{{{shard}}}:t:{table.id}", f"{{{shard}}}:tables", *(due_key(shard, kind) for kind in KINDS)]
    keys += [key.decode() for kind in ("lobby", "player") for key in client.scan_iter(f"openingbell:{kind}:*")]
    return sum(client.memory_usage(key, samples=0) or 0 for key in keys)


def figures() -> Iterator[Figure]:
    """A 4-seat game's figures, and how large the entries of each kind are."""
    server = RedisServer()
    try:
        table = seated(services(Settings(redis_url=server.url)), SEATS, clock=Clock(3600))
        draw, most_b = SeededRng(1), 0
        with server.client() as client:
            while table.step(draw):
                most_b = max(most_b, beside_b(client, table))
            log = f"{{{table.id[:2]}}}:t:{table.id}:log"
            lines: Any = client.lrange(log, 0, -1)
            entry_b = (client.memory_usage(log, samples=0) or 0) / len(lines)
    finally:
        server.close()
    yield at_most("a running table of 4 seats beyond its log, at most", most_b, 4096, "bytes")
    yield at_most(f"a log entry, mean of {len(lines)} of a whole game", entry_b, 120, "bytes")
    sizes: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        sizes[json.loads(line)[4]].append(len(line))
    for kind, found in sorted(sizes.items(), key=lambda each: -sum(each[1])):
        yield Figure(f"the {len(found)} `{kind}` lines of that log, mean", f"{sum(found) / len(found):.0f} bytes")
