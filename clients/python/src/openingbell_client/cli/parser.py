"""The command line: what there is to type.

Law. Arguments and help only. A command is a module (or an installed entry point) with `help`, `configure` and `run`.
"""

from __future__ import annotations

import sys
from argparse import SUPPRESS, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Final

from openingbell_client.cli import attending, demo, follow, limits, lobby, play, score
from openingbell_client.cli.calling import usual_url
from openingbell_client.cli.context import Command
from openingbell_client.client import DEFAULT_URL, VERSION

GROUP: Final = "bell.commands"

OWN: Final[Mapping[str, Command]] = {
    "play": play.PLAY,
    "demo": demo.DEMO,
    "games": lobby.GAMES,
    "new": lobby.NEW,
    "join": lobby.JOIN,
    "tables": lobby.TABLES,
    "show": lobby.SHOW,
    "leave": attending.LEAVE,
    "pause": attending.PAUSE,
    "resume": attending.RESUME,
    "back": attending.BACK,
    "resign": attending.RESIGN,
    "abort": attending.ABORT,
    "wait": follow.WAIT,
    "watch": follow.WATCH,
    "score": score.SCORE,
    "whoami": lobby.WHOAMI,
    "limits": limits.LIMITS,
}

EPILOG: Final = """\
First time here?  `bell play` starts a game against bots at once, and ? explains
every question in it.

exit codes:
  0  done
  1  the server or the rules said no
  2  the command makes no sense as typed
  3  no server there, or it cannot answer now
  4  the time given was not enough (bell wait --timeout)
  130  stopped with Ctrl-C

environment:
  OPENINGBELL_URL    the server (like --url)
  OPENINGBELL_NAME   what a new guest is called
  OPENINGBELL_TOKEN  play as the player whose token this is; otherwise bell keeps
                     one token a server, in openingbell/players.json under
                     XDG_CONFIG_HOME (or ~/.config), readable by you alone
"""


def parser() -> ArgumentParser:
    """The parser of the whole command line."""
    result = ArgumentParser(
        prog="bell",
        description="Play Opening Bell in the terminal: Panic! and its stock-market cousins.",
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    result.add_argument("--version", action="version", version=f"bell {VERSION}")
    _common(result, top=True)
    commands = result.add_subparsers(metavar="COMMAND")
    result.set_defaults(command=None)
    for name, command in {**_installed(), **OWN}.items():
        sub = commands.add_parser(name, help=command.help, description=command.help)
        command.configure(sub)
        _common(sub, top=False, server=getattr(command, "asks_server", True))
        sub.set_defaults(command=command)
    return result


def _common(parser: ArgumentParser, *, top: bool, server: bool = True) -> None:
    """The options that every command has, before or after its name; --url only where it asks the `server`."""

    def default(value: object) -> object:
        return value if top else SUPPRESS

    shown = f"the server (OPENINGBELL_URL, else {DEFAULT_URL})"
    if server:
        parser.add_argument("--url", default=default(usual_url()), metavar="URL", help=shown)
    parser.add_argument("--json", action="store_true", default=default(False), help="JSON on stdout, for programs")
    plain = "no colours, no boxes, at most 80 columns"
    parser.add_argument("--plain", action="store_true", default=default(False), help=plain)


def _installed() -> dict[str, Command]:
    """The subcommands of other distributions. One that cannot be loaded is named on stderr, and the others work."""
    found: dict[str, Command] = {}
    for point in entry_points(group=GROUP):
        try:
            found[point.name] = point.load()
        except Exception as error:  # noqa: BLE001 - a broken add-on must not take `bell` away
            sys.stderr.write(f"bell: the subcommand {point.name} ({point.value}) cannot be loaded: {error}\n")
    return found
