"""How much of Redis's memory a table takes: `python -m tests.bench.bench_memory [seats]`.

A whole game of random moves is played through the services; memory is what Redis itself says (`MEMORY USAGE`, all
elements sampled), at the end for the log and at its largest over the game for what is kept beside it.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from typing import Any

from openingbell.bots import SeededRng
from openingbell.settings import Settings
from openingbell.wiring import services
from tests.support.playing import Seated, seated
from tests.support.redis_server import RedisServer

MOST_BESIDE_B = 4096
MOST_AN_ENTRY_B = 120


def beside_b(client: Any, table: Seated) -> int:
    """Bytes of what is kept for the table beyond its log: its hash, its due times, its rows in the lists.

    Sets and sorted sets are shared by many tables; here this one has them all to itself and is charged for all of each.
    """
    keys = [f"{{{table.id[:2]}}}:t:{table.id}", f"{{{table.id[:2]}}}:due", f"{{{table.id[:2]}}}:tables"]
    keys += [key.decode() for kind in ("lobby", "player") for key in client.scan_iter(f"openingbell:{kind}:*")]
    return sum(client.memory_usage(key, samples=0) or 0 for key in keys)


def main(seats: int) -> int:
    """Play, measure, print; 1 when a bound of the design is broken."""
    server = RedisServer()
    try:
        table = seated(services(Settings(redis_url=server.url)), seats, move_s=3600)
        draw, most_b = SeededRng(1), 0
        with server.client() as client:
            while table.step(draw):
                most_b = max(most_b, beside_b(client, table))
            log = f"{{{table.id[:2]}}}:t:{table.id}:log"
            lines: Any = client.lrange(log, 0, -1)
            entry_b = (client.memory_usage(log, samples=0) or 0) / len(lines)
    finally:
        server.close()
    sizes: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        sizes[json.loads(line)[4]].append(len(line))
    print(f"Bull Market, {seats} seats, {len(lines)} entries")
    print(f"  beside the log, at most  {most_b:6} B   (bound {MOST_BESIDE_B})")
    print(f"  an entry, on average     {entry_b:6.1f} B   (bound {MOST_AN_ENTRY_B})")
    for kind, found in sorted(sizes.items(), key=lambda each: -sum(each[1])):
        print(f"    {kind:12} {len(found):4} × {sum(found) / len(found):6.1f} B")
    return int(most_b > MOST_BESIDE_B or entry_b > MOST_AN_ENTRY_B)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 4))
