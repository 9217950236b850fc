"""`bell ops troubles`: the tables that cannot do what is due.

Law. Shows the list that clocks and workers keep, and changes nothing: a table leaves it by going on.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from openingbell.store import Logs, Trouble


def run(logs: Logs, *, as_json: bool) -> int:
    """List them, the latest failure first; 1 when there are any.

    With `as_json` one line a table, `{table, what, since, last, times, error}`: `what` was due (`house`, `deadline` or
    `bot`), failed `times` times from `since` to `last`, the last time by `error`.
    """
    found = logs.troubles()
    for each in found:
        print(json.dumps(_row(each)) if as_json else _told(each), flush=True)
    if not found and not as_json:
        print("No table is in trouble.")
    return 1 if found else 0


def _row(each: Trouble) -> dict[str, Any]:
    return {
        "table": each.table,
        "what": each.what,
        "since": _time(each.since_ms),
        "last": _time(each.last_ms),
        "times": each.times,
        "error": each.error,
    }


def _told(each: Trouble) -> str:
    often = "once" if each.times == 1 else f"{each.times} times"
    return (
        f"table {each.table}: {each.what}, failed {often} since {_time(each.since_ms)}, last at {_time(each.last_ms)}\n"
        f"  {each.error}"
    )


def _time(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
