"""`bell ops replay-all`: its progress and its words.

Law. Shows what `openingbell.tables.replaying` finds, as it finds it, so that memory does not grow with the house.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import asdict
from typing import Final

from openingbell.store import Logs
from openingbell.tables.replaying import Replayed, replay_all

_BAR: Final = 30
_EVERY: Final = 25


def run(logs: Logs, *, as_json: bool) -> int:
    """Replay all; 1 when a table would break.

    With `as_json` one line for each table that would break, `{table, game, rules_version, entries, broken: {code, why,
    entry, recorded}}`, and a last line `{summary: {tables, ok, would_break, by_rules}}`.
    """
    total = logs.count()
    ok: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    bar = sys.stderr.isatty()
    for done, each in enumerate(replay_all(logs)):
        if bar and done % _EVERY == 0:
            _progress(done, total)
        kept = each.broken is None
        (ok if kept else broken)[f"{each.game} version {each.rules_version}"] += 1
        if not kept:
            _clear(bar)
            print(json.dumps(asdict(each)) if as_json else _told(each), flush=True)
    _clear(bar)
    rules = {name: {"ok": ok[name], "would_break": broken[name]} for name in sorted(ok | broken)}
    summary = {"tables": ok.total() + broken.total(), "ok": ok.total(), "would_break": broken.total()}
    if as_json:
        print(json.dumps({"summary": {**summary, "by_rules": rules}}))
    else:
        for name, found in rules.items():
            print(f"{name}: {found['ok']} ok, {found['would_break']} would break")
        print(f"{summary['tables']} tables: {summary['ok']} ok, {summary['would_break']} would break.")
    return 1 if broken else 0


def _told(each: Replayed) -> str:
    assert each.broken is not None
    lines = [f"would break: table {each.table} ({each.game} version {each.rules_version})"]
    if each.broken.entry is not None:
        lines.append(f"  entry {each.broken.entry} of {each.entries}: {json.dumps(each.broken.recorded)}")
    lines.append(f"  {each.broken.code}: {each.broken.why}")
    return "\n".join(lines)


def _progress(done: int, total: int) -> None:
    full = min(_BAR, _BAR * done // max(total, 1))
    sys.stderr.write(f"\r[{'#' * full}{'.' * (_BAR - full)}] {done} of {total} tables")
    sys.stderr.flush()


def _clear(bar: bool) -> None:
    if bar:
        sys.stderr.write("\r\x1b[K")
