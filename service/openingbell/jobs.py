"""The jobs: a table's id in, one call of a service.

Law. Jobs are translators. They may be lost, repeated and run at once; the clock makes up for those that do not run. A
job does not fail over a table: what is wrong with one is listed with the tables, where an operator looks.
"""

from __future__ import annotations

import logging
from functools import cache

from openingbell.errors import Refused
from openingbell.minds import Mind
from openingbell.settings import Settings
from openingbell.store import Kind
from openingbell.store.premises import WORKER_PULSE_S
from openingbell.tables import Bots
from openingbell.wiring import Services, services

_log = logging.getLogger(__name__)


@cache
def mind() -> Mind:
    """Where the worker process's bots think."""
    return Mind()


@cache
def house() -> Services:
    """The worker process's services."""
    return services(Settings.read(), mind().think)


def serve(table: str) -> None:
    """What is due at the table but for bots' moves, asked for since the house is to act (queue `house`)."""
    _do_due(table, "house", "rest")


def settle(table: str) -> None:
    """The same, asked for since a deadline has passed (queue `house`)."""
    _do_due(table, "deadline", "rest")


def think(table: str) -> None:
    """What is due at the table, bots' moves included (queue `bots`)."""
    _do_due(table, "bot", "think")


def pulse(queue: str) -> None:
    """A sign of life from whoever works on that queue."""
    house().premises.pulse(queue, WORKER_PULSE_S)


def _do_due(table: str, kind: Kind, bots: Bots) -> None:
    try:
        house().tables.do_due(table, kind, bots)
    except Refused as refused:
        _log.warning("table %s is left to the clock: %s", table, refused)
