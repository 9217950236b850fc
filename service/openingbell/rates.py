"""How often anybody may ask: buckets that fill again with time, counted in this process alone.

Law. A bucket holds `requests` and fills again evenly within `seconds`; what is kept of a caller is one number, the time
at which the bucket is full again. However many callers there are, at most `KEPT` a bucket are remembered. Nothing here
knows HTTP, nor which request counts for which bucket; a refused request costs its caller nothing further.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

KEPT: Final = 10_000
"""How many callers of one bucket are remembered; of more, those whose last request is the longest ago are forgotten."""

_ROUNDING_S: Final = 1e-6
"""By how much a sum of floating-point times may be off."""

Name = Literal["registering", "creating", "writing", "reading", "following", "moves", "tries"]
CountedBy = Literal["address", "player", "decision"]


@dataclass(frozen=True, slots=True)
class Bucket:
    """At most `requests` at once, and as many again every `seconds`; `covers` says which requests, for people.

    `by` says whose they are: a client address, a player (a stranger's address), or one open decision.
    """

    name: Name
    requests: int
    seconds: int
    by: CountedBy
    covers: str

    @property
    def each_s(self) -> float:
        """How long it takes until there is room for one request more."""
        return self.seconds / self.requests


BUCKETS: Final = (
    Bucket("registering", 300, 3600, "address", "Registering players."),
    Bucket("creating", 120, 60, "player", "Creating tables."),
    Bucket("writing", 300, 60, "player", "Taking seats, starting, pausing, coming back, resigning."),
    Bucket("reading", 3000, 60, "player", "Views, lists, tables, records and pages."),
    Bucket("following", 3000, 60, "player", "Events, waited for or not."),
    Bucket(
        "moves",
        600,
        60,
        "player",
        "What is sent as a decision and is no good move: repeats, moves too early, too late or illegal. A legal move "
        "of your open decision is never counted and never refused.",
    ),
    Bucket("tries", 30, 300, "decision", "Illegal tries at one open decision. A legal one is taken at once."),
)


class Standing(NamedTuple):
    """How a caller stands with a bucket: whether this request may pass, how many more may, and when one more may."""

    bucket: Bucket
    allowed: bool
    remaining: int
    more_in_s: float


def scaled(factor: int) -> tuple[Bucket, ...]:
    """The buckets that hold where everything is multiplied by `factor`; none where nothing is counted."""
    return tuple(replace(each, requests=each.requests * factor) for each in BUCKETS) if factor else ()


class Rates:
    """The buckets of one process. `factor` multiplies what they hold; with 0 nothing is counted."""

    def __init__(self, factor: int = 1, clock: Callable[[], float] = time.monotonic) -> None:
        self._buckets = {each.name: each for each in scaled(factor)}
        self._full_at: dict[Name, OrderedDict[str, float]] = {name: OrderedDict() for name in self._buckets}
        self._clock = clock
        self._lock = threading.Lock()

    def hit(self, name: Name, caller: str) -> Standing | None:
        """Count a request, if the bucket lets it pass. None where nothing is counted."""
        bucket = self._buckets.get(name)
        if bucket is None:
            return None
        with self._lock:
            now, full_at = self._clock(), self._full_at[name]
            empty_for_s = max(0.0, full_at.get(caller, now) - now) + bucket.each_s
            if allowed := empty_for_s <= bucket.seconds + _ROUNDING_S:
                full_at[caller] = now + empty_for_s
                full_at.move_to_end(caller)
                self._forget(full_at, now)
        return _standing(bucket, allowed, empty_for_s if allowed else empty_for_s - bucket.each_s)

    def look(self, name: Name, caller: str) -> Standing | None:
        """How the caller stands, without counting anything."""
        bucket = self._buckets.get(name)
        if bucket is None:
            return None
        with self._lock:
            now = self._clock()
            return _standing(bucket, True, max(0.0, self._full_at[name].get(caller, now) - now))

    @staticmethod
    def _forget(full_at: OrderedDict[str, float], now: float) -> None:
        """Forget whoever's bucket is full again, as far as they are at hand, and in any case whoever is too many."""
        while full_at and (len(full_at) > KEPT or next(iter(full_at.values())) <= now):
            full_at.popitem(last=False)


def _standing(bucket: Bucket, allowed: bool, empty_for_s: float) -> Standing:
    """`empty_for_s`: how long until the bucket is full."""
    remaining = max(0, math.floor((bucket.seconds - empty_for_s + _ROUNDING_S) / bucket.each_s))
    more_in_s = 0.0 if remaining >= bucket.requests else empty_for_s - (bucket.requests - remaining - 1) * bucket.each_s
    return Standing(bucket, allowed, remaining, max(0.0, more_in_s))
