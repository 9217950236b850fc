"""What the operator's commands do.

Law. A command is a few lines around calls of the services; it can be repeated and interrupted. Results go to stdout,
the rest to stderr. It reads the settings that the server's processes read; where they name no store, it finds the one
that `make run` has started for the data folder.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from openingbell.embedded import running_url
from openingbell.errors import Refused
from openingbell.ops import doctor, replaying, troubles
from openingbell.settings import Settings, SettingsError
from openingbell.store import Logs
from openingbell.tables import Tables
from openingbell.wiring import bare, services

FOUND: Final = 1
"""Something is wrong, or would break; or the store cannot be used."""

USAGE: Final = 2


def run(args: Namespace) -> int:
    """Carry out the command that was typed."""
    try:
        return _ACTS[args.ops](_settings(), args)
    except SettingsError as error:
        sys.stderr.write(f"{error}\n")
        return USAGE
    except Refused as refused:
        sys.stderr.write(f"{refused.message}\n")
        return FOUND


def _settings() -> Settings:
    """The settings, with the store of the data folder where none is named. Raises `SettingsError`."""
    found = Settings.read()
    if found.redis_url is not None:
        return found
    url = running_url(found.data)
    if url is None:
        raise SettingsError(
            f"REDIS_URL is not set, and no server runs for the data folder {found.data}: start one there (make run), "
            "or name the folder of a running one with OPENINGBELL_DATA"
        )
    return replace(found, redis_url=url)


def _doctor(settings: Settings, args: Namespace) -> int:
    return doctor.run(settings, as_json=args.json)


def _tables(settings: Settings) -> Tables:
    """The tables of the house that stands in the store. Raises `Refused` where there is none: none is made here."""
    if bare(settings).premises.look().shards is None:
        raise Refused("store-unavailable", "There is no house in this store: no server has used it.")
    return services(settings).tables


def _end(settings: Settings, args: Namespace) -> int:
    ended_by = _tables(settings).break_off(args.table, args.why)
    if args.json:
        print(json.dumps({"table": args.table, "ended_by": ended_by}))
    elif ended_by == "server":
        print(f"Table {args.table} is over and counts for nothing.")
    else:
        print(f"Table {args.table} was over already, by {ended_by}; its result stands.")
    return 0


def _troubles(settings: Settings, args: Namespace) -> int:
    parts = bare(settings)
    parts.premises.check_form()
    return troubles.run(Logs(parts.link), as_json=args.json)


def _replay_all(settings: Settings, args: Namespace) -> int:
    parts = bare(settings)
    parts.premises.check_form()
    return replaying.run(Logs(parts.link), as_json=args.json)


def _reindex(settings: Settings, args: Namespace) -> int:
    count = _tables(settings).lobby.rebuild()
    print(json.dumps({"tables": count}) if args.json else f"{count} tables stand in the lists again.")
    return 0


_ACTS: Final[Mapping[str, Callable[[Settings, Namespace], int]]] = {
    "doctor": _doctor,
    "end": _end,
    "reindex": _reindex,
    "replay-all": _replay_all,
    "troubles": _troubles,
}
