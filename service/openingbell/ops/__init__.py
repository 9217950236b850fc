"""Commands for operators: `bell ops doctor`, `troubles`, `end`, `reindex`, `replay-all`; without `bell`,
`python -m openingbell.ops …`.

Law. What there is to type, and nothing heavy: `bell` loads this module whatever it is asked for. What the commands do
stands in `commands`, which is loaded when one of them runs.
"""

from __future__ import annotations

import importlib
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any, Final

_COMMANDS: Final[Mapping[str, str]] = {
    "doctor": "say what this deployment promises, and what is wrong with it",
    "troubles": "list the tables that cannot do what is due, with the last error of each",
    "end": "break a table off that cannot go on: it is over and counts for nothing",
    "reindex": "write the lists of tables, and what is due at each, anew",
    "replay-all": "replay every stored table against the rules that are installed here",
}


class Ops:
    """The subcommand `ops` of `bell` (entry point group `bell.commands`)."""

    help = "look after a server: doctor, troubles, end, reindex, replay-all"
    asks_server = False
    """It asks the store that the settings name, whatever address `bell` has."""

    def configure(self, parser: ArgumentParser, /) -> None:
        """Add the commands."""
        commands = parser.add_subparsers(metavar="COMMAND", required=True)
        for name, help_ in _COMMANDS.items():
            sub = commands.add_parser(name, help=help_, description=help_[0].upper() + help_[1:] + ".")
            sub.add_argument("--json", action="store_true", default=SUPPRESS, help="JSON lines on stdout, for programs")
            sub.set_defaults(ops=name)
            if name == "end":
                sub.add_argument("table", metavar="TABLE", help="the table's id")
                sub.add_argument("--why", required=True, help="a sentence that everybody at the table reads")

    def run(self, args: Namespace, _bell: Any, /) -> int:
        """Carry out one command; 0 when all is well, 1 when something is wrong, 2 for settings that do not do."""
        commands = importlib.import_module("openingbell.ops.commands")
        return int(commands.run(args))


OPS: Final = Ops()


def main(arguments: list[str]) -> int:
    """The same without `bell`."""
    parser = ArgumentParser(prog="python -m openingbell.ops", description=OPS.help)
    parser.set_defaults(json=False)
    OPS.configure(parser)
    return OPS.run(parser.parse_args(arguments), None)
