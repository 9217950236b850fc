"""What happens at a table, told to whoever follows it, and waited for.

Law. Waiting writes nothing and decides nothing: whoever waits reads the table when there is news of it, when something
falls due there, and now and then in any case.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable
from typing import Final

from openingbell.news import News
from openingbell.players import Player
from openingbell.readings import Happening, Snapshot
from openingbell.table import next_settling_ms
from openingbell.tables.desk import Desk, snapshot, viewer_of

MOST_HAPPENINGS: Final = 500
"""How many events are told at a time."""

LONGEST_WAIT_S: Final = 30
RECHECK_S: Final = 2.0
"""How long a waiting request goes without looking at the table itself, and at whether its client is still there."""

SOONEST_S: Final = 0.05
"""How long it goes at least, so that a slow clock is not asked in a loop."""


def happenings(
    desk: Desk,
    news: News,
    table: str,
    caller: Player | None,
    after: int,
    wait_s: float,
    limit: int,
    who: str,
    gone: Callable[[], bool],
) -> tuple[list[Happening], Snapshot]:
    """The viewer's events after number `after`, at most `limit`; waits up to `wait_s` seconds for the first.

    `who` waits: of one, only some requests may at once. `gone` says whether nobody listens any more.
    """
    until = time.monotonic() + min(wait_s, LONGEST_WAIT_S)
    found, now = _told(desk, table, caller, after, limit)
    if found or wait_s <= 0 or now.table.status == "finished":
        return found, now
    with news.watch(table, who) as watch:
        while True:
            found, now = _told(desk, table, caller, after, limit)
            left_s = until - time.monotonic()
            if found or left_s <= 0 or gone():
                return found, now
            watch.wait(min(left_s, RECHECK_S, _until_settling_s(now)))


def _told(desk: Desk, table: str, caller: Player | None, after: int, limit: int) -> tuple[list[Happening], Snapshot]:
    present = desk.present(table)
    viewer = viewer_of(present.loaded.table, caller)
    story = present.loaded.story(viewer)
    first = bisect_right(story, after, key=lambda each: each.seq)
    return list(story[first : first + limit]), snapshot(present, viewer)


def _until_settling_s(now: Snapshot) -> float:
    """How long until a reading settles something."""
    settling_ms = next_settling_ms(now.table)
    return RECHECK_S if settling_ms is None else max(SOONEST_S, (settling_ms - now.now_ms) / 1000)
