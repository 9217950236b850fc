"""`bell ops doctor`: what this deployment promises, in plain words.

Law. Looks and changes nothing. Each line is ok, a warning or a fault; a fault is what keeps the server from working or
breaks a promise, and makes the exit status 1.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Final

from rq import Queue
from rq.serializers import JSONSerializer

from openingbell.errors import Refused
from openingbell.settings import Settings
from openingbell.store import QUEUES, SHARDS, Link, Logs, schema
from openingbell.store.fitness import Finding, Level
from openingbell.store.premises import PULSES
from openingbell.tables.replaying import replay_all
from openingbell.wiring import Parts, bare

SAMPLE: Final = 100
"""How many tables are replayed here; `replay-all` takes all of them."""

LATE_MS: Final = 10_000
WAITING: Final = 100
_SHOWN: Final = {"ok": "ok      ", "warning": "warning ", "fault": "FAULT   "}


def run(settings: Settings, *, as_json: bool) -> int:
    """Look at everything; 1 when there is a fault. With `as_json` one line a finding, `{code, level, says}`."""
    worst = 0
    for finding in examined(settings):
        worst = max(worst, finding.level == "fault")
        print(json.dumps(finding._asdict()) if as_json else f"{_SHOWN[finding.level]}{finding.says}", flush=True)
    return int(worst)


def examined(settings: Settings) -> Iterator[Finding]:
    """Every finding. It ends early when the store does not answer."""
    parts = bare(settings)
    logs = Logs(parts.link)
    try:
        yield from parts.premises.findings()
        yield _house(parts)
        yield from _life(parts)
        yield _overdue(parts, logs)
        yield _troubles(logs)
        yield from _queues(settings)
        yield _tables(logs)
    except Refused as refused:
        yield Finding("store", "fault", f"{refused.message} It was asked at {_shown(settings.redis())}.")


def _house(parts: Parts) -> Finding:
    try:
        parts.premises.check_form()
    except Refused as refused:
        if parts.premises.look().schema is None:
            raise
        return Finding("form", "fault", refused.message)
    if parts.premises.look().schema is None:
        return Finding("form", "warning", "There is no house in this store yet: no server has used it.")
    return Finding("form", "ok", f"The store is in this release's form ({schema.SCHEMA}, {SHARDS} shards).")


def _life(parts: Parts) -> Iterator[Finding]:
    alive = parts.premises.alive(*PULSES)
    if alive["clock"]:
        yield Finding("clock", "ok", "A clock goes: what is due gets done, whoever else dies.")
    else:
        yield Finding("clock", "fault", "No clock goes: nothing that is due happens by itself, and games stand still.")
    for queue in QUEUES:
        if alive[queue]:
            yield Finding(f"worker-{queue}", "ok", f"A worker answers on the queue {queue}.")
        else:
            says = (
                f"No worker answers on the queue {queue}: the clock does its work, one or two seconds later each time."
            )
            yield Finding(f"worker-{queue}", "warning", says)


def _overdue(parts: Parts, logs: Logs) -> Finding:
    late = logs.due(parts.premises.now_ms() - LATE_MS, 100)
    if not late:
        return Finding("overdue", "ok", "Nothing is overdue.")
    tables = len({due.table for due in late})
    return Finding("overdue", "fault", f"{tables} tables wait for something that was due {LATE_MS // 1000} s ago.")


def _troubles(logs: Logs) -> Finding:
    found = logs.troubles()
    if not found:
        return Finding("troubles", "ok", "No table is in trouble.")
    says = f"{len(found)} tables cannot do what is due and are tried again at most 30 s apart; the last of them,"
    return Finding("troubles", "fault", f"{says} {found[0].table}: {found[0].error}. `bell ops troubles` lists them.")


def _queues(settings: Settings) -> Iterator[Finding]:
    if settings.jobs() != settings.redis():
        yield Finding("jobs", "ok", "The job queues have a server of their own; losing it loses no game.")
    jobs = Link(settings.jobs())
    try:
        with jobs.guarded():
            for name in QUEUES:
                queue = Queue(name, connection=jobs.client, serializer=JSONSerializer)
                waiting, failed = queue.count, queue.failed_job_registry.count
                level: Level = "warning" if waiting > WAITING or failed else "ok"
                says = f"On the queue {name} {waiting} jobs wait; {failed} have failed lately."
                yield Finding(f"queue-{name}", level, says)
    except Refused:
        says = "The server of the job queues does not answer: the clock does all work by itself, more slowly."
        yield Finding("jobs", "warning", says)


def _tables(logs: Logs) -> Finding:
    count = logs.count()
    sample = itertools.islice(replay_all(logs), SAMPLE)
    broken = [f"{each.table} ({each.broken.code})" for each in sample if each.broken is not None]
    looked = min(count, SAMPLE)
    if broken:
        says = f"Of {looked} tables looked at, {len(broken)} cannot go on: {', '.join(broken[:5])}."
        return Finding("tables", "fault", f"{says} `bell ops replay-all` looks at all {count} and says why.")
    more = "" if looked == count else f" of {count}; `bell ops replay-all` looks at all"
    return Finding("tables", "ok", f"{looked} tables{more}: their logs are sound under the rules installed here.")


def _shown(url: str) -> str:
    """The address without the password."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"
