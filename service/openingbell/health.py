"""Whether the parts of a house work together.

Law. Asks and changes nothing; what `/readyz` answers, without its HTTP.
"""

from __future__ import annotations

from typing import Any

from openingbell.errors import Refused
from openingbell.store import QUEUES, Link, Premises
from openingbell.store.premises import PULSES, WORKER_PULSE_S


class Health:
    """Whether the parts work together."""

    def __init__(self, link: Link, premises: Premises) -> None:
        self._link = link
        self._premises = premises

    def ready(self) -> dict[str, dict[str, Any]]:
        """`redis`, `worker` and `clock`, each `{"ok": bool, "why"?: str}`."""
        try:
            self._premises.now_ms()
            alive = self._premises.alive(*PULSES)
            _ = self._premises.key
        except Refused as error:
            unknown = {"ok": False, "why": "Redis cannot be asked."}
            return {"redis": {"ok": False, "why": str(error)}, "worker": unknown, "clock": unknown}
        idle = [queue for queue in QUEUES if not alive[queue]]
        missing = f"No worker has answered on queue {' and '.join(idle)} for {WORKER_PULSE_S} s."
        return {
            "redis": {"ok": True},
            "worker": {"ok": False, "why": missing} if idle else {"ok": True},
            "clock": {"ok": True} if alive["clock"] else {"ok": False, "why": "No clock is running."},
        }

    def now_ms(self) -> int:
        """The store's time in ms since 1970 UTC, by the last reading, without asking it again."""
        return self._link.now_ms()
