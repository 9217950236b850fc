"""The composition root: one place that knows which parts there are.

Law. Builds and hands out; connects only when first used, so that a process may fork afterwards. What every process asks
of the store before it begins (`at_start`) is here too.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass

import redis

from openingbell.errors import Refused
from openingbell.health import Health
from openingbell.news import News
from openingbell.players import Players
from openingbell.rates import Rates
from openingbell.settings import Settings
from openingbell.store import Indexes, Link, Logs, Premises, Tokens, Unfit
from openingbell.store.link import Unwelcome
from openingbell.store.logs import announcements
from openingbell.tables import Tables, Think
from openingbell.tables.advancing import here


@dataclass(frozen=True, slots=True)
class Services:
    """What a process works with. `link`, `logs` and `premises` are for the entry points only."""

    settings: Settings
    players: Players
    tables: Tables
    rates: Rates
    health: Health
    link: Link
    logs: Logs
    premises: Premises


@dataclass(frozen=True, slots=True)
class Parts:
    """What whoever only looks works with."""

    link: Link
    premises: Premises


def most_waiting(settings: Settings) -> int:
    """How many requests may wait for news in one process: some threads must stay free for moves."""
    return max(1, settings.api_threads * 3 // 4)


def bare(settings: Settings) -> Parts:
    """The store without a gate: nothing is made or brought up to date, and what does not fit can be told."""
    link = Link(settings.redis())
    return Parts(link, Premises(link, settings.accepted))


def services(settings: Settings, think: Think = here) -> Services:
    """The services of one process; `think` is how its bots come to their moves."""
    link = Link(settings.redis())
    logs, premises = Logs(link), Premises(link, settings.accepted)
    link.gate = premises.enter
    news = News(lambda timeout_s: announcements(link, timeout_s), most_waiting(settings))
    return Services(
        settings=settings,
        players=Players(Tokens(link), premises),
        tables=Tables(logs, Indexes(link), premises, news, settings.open_tables, think),
        rates=Rates(settings.rates),
        health=Health(link, premises),
        link=link,
        logs=logs,
        premises=premises,
    )


def check(settings: Settings) -> None:
    """Raise `Refused` where no patience helps with the store that the settings name: it will not do, or it lets nobody
    in with our password. One that cannot be reached is no reason, since every process waits for it."""
    parts = bare(settings)
    try:
        parts.premises.enter()
    except (Unfit, Unwelcome):
        raise
    except Refused:
        return
    finally:
        parts.link.client.close()


def await_answer(connection: redis.Redis, every_s: float, log: logging.Logger) -> None:
    """Return once the server of this connection answers; say so once while it does not."""
    said = ""
    while True:
        try:
            connection.ping()
        except redis.RedisError as error:
            if str(error) != said:
                said = str(error)
                log.warning("waiting for the server of the jobs: %s", said)
            time.sleep(every_s)
        else:
            return


def at_start(parts: Services, log: logging.Logger) -> None:
    """Look at the store before the work begins. Raises `Unfit` when no patience helps.

    What an operator should know is logged. A store that cannot be reached yet, or that is still being brought up to
    date, is no reason to stop: every first use looks again.
    """
    try:
        parts.premises.enter()
        for finding in parts.premises.findings():
            if finding.level != "ok":
                log.warning("store: %s", finding.says)
    except Unfit:
        raise
    except Refused as refused:
        log.warning("%s", refused)
