"""The jobs: a table's id in, one call of a service.

Law. Jobs are translators. They may be lost, repeated and run at once; the clock makes up for those that do not run.
"""

from __future__ import annotations

from functools import cache

from openingbell.settings import Settings
from openingbell.wiring import WORKER_PULSE_S, Services, services


@cache
def house() -> Services:
    """The worker process's services."""
    return services(Settings.read())


def serve(table: str) -> None:
    """What the house and the deadlines have due at the table (queue `house`)."""
    house().tables.advance(table, bots="rest")


def think(table: str) -> None:
    """What is due at the table, bots' moves included (queue `bots`)."""
    house().tables.advance(table, bots="think")


def pulse(queue: str) -> None:
    """A sign of life from whoever works on that queue."""
    house().premises.pulse(queue, WORKER_PULSE_S)
