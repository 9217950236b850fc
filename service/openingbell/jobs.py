"""The jobs: a table's id in, one call of a service.

Law. Jobs are translators. They may be lost, repeated and run at once; the clock makes up for those that do not run. A
job does not fail over a table: what is wrong with one is listed with the tables, where an operator looks.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Final

from openingbell.errors import Refused
from openingbell.minds import Mind
from openingbell.settings import Settings
from openingbell.store import Kind
from openingbell.store.premises import WORKER_PULSE_S
from openingbell.tables import Bots
from openingbell.tables.advancing import BUDGET_S
from openingbell.wiring import Services, services

UNATTENDED_S: Final = 0.25
"""How long a worker stays at a table where nobody is present."""

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


def think_unattended(table: str) -> None:
    """The same where nobody is present (queue `bots`): a little at a time, since others may come to be waited for."""
    _do_due(table, "unattended", "think", UNATTENDED_S)


def pulse(queue: str) -> None:
    """A sign of life from whoever works on that queue."""
    house().premises.pulse(queue, WORKER_PULSE_S)


def _do_due(table: str, kind: Kind, bots: Bots, budget_s: float = BUDGET_S) -> None:
    try:
        house().tables.do_due(table, kind, bots, budget_s)
    except Refused as refused:
        _log.warning("table %s is left to the clock: %s", table, refused)
