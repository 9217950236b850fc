"""Commands for operators: `bell ops doctor`, `reindex`, `replay-all`; without `bell`, `python -m openingbell.ops …`.

Law. A command is a few lines around calls of the services; it can be repeated and interrupted. Results go to stdout,
the rest to stderr. It reads the settings that the server's processes read; where they name no store, it finds the one
that `make run` has started for the data folder.
"""

from __future__ import annotations

import json
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from openingbell.embedded import running_url
from openingbell.errors import Refused
from openingbell.ops import doctor, replaying
from openingbell.settings import Settings, SettingsError
from openingbell.store import Logs
from openingbell.wiring import bare, services

OK: Final = 0
FOUND: Final = 1
"""Something is wrong, or would break; or the store cannot be used."""

USAGE: Final = 2


def settings() -> Settings:
    """The settings, with the store of the data folder where none is named. Raises `SettingsError`."""
    found = Settings.read()
    if found.redis_url is not None:
        return found
    url = running_url(found.data)
    if url is None:
        raise SettingsError(f"REDIS_URL is not set, and no server runs for the data folder {found.data}")
    return replace(found, redis_url=url, jobs_url=found.jobs_url or url)


def _doctor(args: Namespace) -> int:
    return doctor.run(settings(), as_json=args.json)


def _replay_all(args: Namespace) -> int:
    parts = bare(settings())
    parts.premises.check_form()
    return replaying.run(Logs(parts.link), as_json=args.json)


def _reindex(args: Namespace) -> int:
    count = services(settings()).tables.lobby.rebuild()
    print(json.dumps({"tables": count}) if args.json else f"{count} tables stand in the lists again.")
    return OK


_COMMANDS: Final[dict[str, tuple[str, Callable[[Namespace], int]]]] = {
    "doctor": ("say what this deployment promises, and what is wrong with it", _doctor),
    "reindex": ("write the lists of tables anew", _reindex),
    "replay-all": ("replay every stored table against the rules that are installed here", _replay_all),
}


class Ops:
    """The subcommand `ops` of `bell` (entry point group `bell.commands`)."""

    help = "run a server: doctor, reindex, replay-all"

    def configure(self, parser: ArgumentParser, /) -> None:
        """Add the commands."""
        commands = parser.add_subparsers(metavar="COMMAND", required=True)
        for name, (help_, act) in _COMMANDS.items():
            sub = commands.add_parser(name, help=help_, description=help_[0].upper() + help_[1:] + ".")
            sub.add_argument("--json", action="store_true", default=SUPPRESS, help="JSON lines on stdout, for programs")
            sub.set_defaults(act=act)

    def run(self, args: Namespace, _bell: Any, /) -> int:
        """Carry out one command; 0 when all is well, 1 when something is wrong, 2 for settings that do not do."""
        try:
            return int(args.act(args))
        except SettingsError as error:
            sys.stderr.write(f"{error}\n")
            return USAGE
        except Refused as refused:
            sys.stderr.write(f"{refused.message}\n")
            return FOUND


OPS: Final = Ops()


def main(arguments: list[str]) -> int:
    """The same without `bell`."""
    parser = ArgumentParser(prog="python -m openingbell.ops", description=OPS.help)
    parser.set_defaults(json=False)
    OPS.configure(parser)
    return OPS.run(parser.parse_args(arguments), None)
