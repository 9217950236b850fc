"""The composition root: one place that knows which parts there are.

Law. Builds and hands out; connects only when first used, so that a process may fork afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from openingbell.players import Players
from openingbell.tables import Tables


class Health:
    """Whether the parts work together."""

    def ready(self) -> dict[str, dict[str, Any]]:
        """`redis`, `worker` and `clock`, each `{"ok": bool, "why"?: str}`."""
        raise NotImplementedError

    def now_ms(self) -> int:
        """The store's time in ms since 1970 UTC, estimated from the last reading without asking it again."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Services:
    """What a process works with."""

    players: Players
    tables: Tables
    health: Health


def services(settings: Any) -> Services:
    """The services of one process. `settings` has `redis_url` and `jobs_url`."""
    raise NotImplementedError
