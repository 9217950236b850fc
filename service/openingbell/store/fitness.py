"""Will this server do? What it says of itself, turned into findings in plain words.

Law. Asks INFO and CONFIG and judges the answers; changes nothing. A fault is what breaks a promise of the house or lets
it break silently; a warning is what an operator should know. Faults in `ACCEPTABLE` may be accepted by name.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple, cast

import redis

MINIMUM: Final[Mapping[str, tuple[int, ...]]] = {"redis": (7, 0, 0), "valkey": (7, 2, 0)}
"""The oldest servers that have what the scripts need."""

ACCEPTABLE: Final = frozenset({"eviction", "not-append-only"})
"""Faults that an operator may live with, knowingly: games can be lost by them, but nothing is answered wrongly."""

REFUSED: Final = ACCEPTABLE | {"version"}
"""Faults with which no process begins to work. The others (a full disk, a replica that may be promoted) may pass, and
refusing to start would only add to them."""

REMEDIES: Final[Mapping[str, str]] = {
    "eviction": "Set maxmemory-policy to noeviction there, or live with it: OPENINGBELL_ACCEPT=eviction.",
    "not-append-only": "Set appendonly to yes there, or live with it: OPENINGBELL_ACCEPT=not-append-only.",
}
"""What helps against a fault that may be accepted."""

SKEW_MS: Final = 1_000
SLOW_MS: Final = 20
FULL_AT: Final = 0.75
"""Share of the memory from which on there is a warning; from 95 % on it is a fault."""

_OVERFULL_AT: Final = 0.95
_MB: Final = 1 << 20

Level = Literal["ok", "warning", "fault"]


class Finding(NamedTuple):
    """One thing that was looked at. `code` is stable, `says` a sentence or two for operators."""

    code: str
    level: Level
    says: str


def findings(client: redis.Redis, accepted: Collection[str] = ()) -> list[Finding]:
    """All that there is to say of the server. Raises `redis.RedisError` when it does not answer."""
    info: dict[str, Any] = dict(client.info())
    config = _config(client)
    found = []
    if config is None:
        says = "The server does not tell its configuration (CONFIG GET is refused); make sure of it in another way."
        found.append(Finding("configuration", "warning", says))
    else:
        found += [_eviction(config), _durability(config)]
    found = [version(info), *found, *judged(info)]
    return [_advised(each, accepted) for each in found]


def judged(info: Mapping[str, Any]) -> list[Finding]:
    """What INFO says of the disk, the replicas and the memory."""
    return [*_persistence(info), _replication(info), _memory(info)]


def clock_findings(client: redis.Redis) -> Iterator[Finding]:
    """How far this machine's clock is from the server's, and how fast the server answers."""
    rounds, ahead_ms = [], 0.0
    for _ in range(5):
        sent = time.time()
        seconds, microseconds = client.time()
        came = time.time()
        rounds.append((came - sent) * 1000)
        ahead_ms = (int(seconds) + int(microseconds) / 1e6 - (sent + came) / 2) * 1000
    took_ms = sorted(rounds)[len(rounds) // 2]
    skewed = abs(ahead_ms) > SKEW_MS
    advice = " Deadlines go by the server's clock; synchronise the two." if skewed else ""
    way = "ahead of" if ahead_ms > 0 else "behind"
    says = f"The server's clock is {abs(ahead_ms):.0f} ms {way} this machine's.{advice}"
    yield Finding("clocks", "warning" if skewed else "ok", says)
    slow = took_ms > SLOW_MS
    advice = " Every request waits for it two or three times." if slow else ""
    yield Finding("latency", "warning" if slow else "ok", f"It answers in {took_ms:.1f} ms.{advice}")


def _config(client: redis.Redis) -> dict[str, str] | None:
    try:
        found: dict[str, str] = {}
        for name in ("maxmemory-policy", "appendonly", "appendfsync"):
            found.update(cast("Any", client.config_get(name)))
    except redis.exceptions.ResponseError:
        return None
    return found


def version(info: Mapping[str, Any]) -> Finding:
    """Whether the server that says this of itself is new enough."""
    family = "valkey" if "valkey_version" in info else "redis"
    text = str(info.get(f"{family}_version", "0"))
    numbers = tuple(int(part) for part in text.split(".") if part.isdigit())
    if numbers < MINIMUM[family]:
        needed = ".".join(map(str, MINIMUM[family][:2]))
        return Finding("version", "fault", f"The server is {family} {text}; {needed} or newer is needed.")
    return Finding("version", "ok", f"The server is {family} {text}.")


def _eviction(config: Mapping[str, str]) -> Finding:
    policy = config.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        says = f"The server throws keys out when memory is short (maxmemory-policy {policy}): games would vanish."
        return Finding("eviction", "fault", says)
    return Finding("eviction", "ok", "No game is thrown out when memory is short; writing is refused instead.")


def _durability(config: Mapping[str, str]) -> Finding:
    if config.get("appendonly", "yes") != "yes":
        says = "The server is not append-only (appendonly no): a restart loses decisions that were confirmed."
        return Finding("not-append-only", "fault", says)
    fsync = config.get("appendfsync", "always")
    if fsync == "always":
        says = "A confirmed decision is on the disk (appendfsync always): it survives kill -9 and a power cut."
        return Finding("durability", "ok", says)
    if fsync == "everysec":
        says = (
            "A confirmed decision survives kill -9 of the server; a power cut can cost the last second of them "
            "(appendfsync everysec). What survives is a clean beginning of every game."
        )
        return Finding("durability", "warning", says)
    says = f"The system decides when confirmed decisions reach the disk (appendfsync {fsync}); a power cut costs many."
    return Finding("durability", "warning", says)


def _persistence(info: Mapping[str, Any]) -> Iterator[Finding]:
    if info.get("aof_last_write_status", "ok") != "ok":
        yield Finding("disk", "fault", "The server could not write its file the last time: is the disk full?")
    elif info.get("aof_last_bgrewrite_status", "ok") != "ok":
        yield Finding("disk", "warning", "The server could not rewrite its file the last time: is the disk full?")


def _replication(info: Mapping[str, Any]) -> Finding:
    if info.get("role") == "slave":
        return Finding("replicas", "fault", "This is a replica, which takes no writes: name the primary.")
    replicas = int(info.get("connected_slaves", 0))
    if replicas:
        says = (
            f"{replicas} replicas follow. They follow a moment later: when one takes over, the last decisions can be "
            "missing; every process notices and goes on from what is there."
        )
    else:
        says = "There are no replicas: the games are as safe as this server's disk and your copies of it."
    return Finding("replicas", "ok", says)


def _memory(info: Mapping[str, Any]) -> Finding:
    used, limit = int(info.get("used_memory", 0)), int(info.get("maxmemory", 0))
    bound = "its limit" if limit else "the machine's memory"
    limit = limit or int(info.get("total_system_memory", 0))
    if not limit:
        return Finding("memory", "ok", f"It uses {used / _MB:.0f} MB.")
    share = used / limit
    level: Level = "fault" if share > _OVERFULL_AT else "warning" if share > FULL_AT else "ok"
    return Finding("memory", level, f"It uses {used / _MB:.0f} MB, {share:.0%} of {bound} ({limit / _MB:.0f} MB).")


def _advised(finding: Finding, accepted: Collection[str]) -> Finding:
    """A fault with what helps against it; as a warning where the operator lives with it."""
    if finding.level != "fault":
        return finding
    if finding.code in accepted:
        return Finding(finding.code, "warning", f"{finding.says} You have accepted that (OPENINGBELL_ACCEPT).")
    return Finding(finding.code, finding.level, f"{finding.says} {REMEDIES.get(finding.code, '')}".rstrip())
