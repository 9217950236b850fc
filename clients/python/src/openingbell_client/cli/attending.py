"""Beside the game: resign, back, pause, resume, abort, leave.

Law. What cannot be undone is asked about first, unless --yes says so; but nobody is asked about what would not be done
anyway. That is left to the server, which knows best why not.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from openingbell_client.cli import attendance
from openingbell_client.cli.context import Bell, Mistake, Verb
from openingbell_client.cli.terminal import Terminal
from openingbell_client.types import Table, View

GIVE_UP: Final = "Resign? A house bot plays your seat to the end, and you rank behind all who stay."
CALL_OFF: Final = "Call the game off? It is over for everybody and counts for nothing."


def _table_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("table", help="the table's id")


def _final_arguments(parser: ArgumentParser) -> None:
    _table_arguments(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask whether you are sure")


Said = tuple[str, ...]
"""A sentence, and where one leads on the command that it ends with, which takes the table's id."""


@dataclass(frozen=True, slots=True)
class Grave:
    """A wish that cannot be undone: what to ask first, and whether there is anything to ask about as things stand."""

    question: str
    possible: Callable[[Table, View], bool]


def can_resign(table: Table, view: View) -> bool:
    """Whether the caller plays here and has not given the game up."""
    return view["status"] == "running" and "your_seat" in table and not attendance.resigned(table)


def can_abort(table: Table, view: View) -> bool:
    """Whether the caller can call the game off, as far as one can know: who made a table may do it from beside it."""
    return view.get("abortable", True) or (view["status"] == "waiting" and "your_seat" not in table)


def _verb(
    help: str,  # noqa: A002
    ask: Callable[[Bell, str], Table],
    said: Callable[[Table], Said],
    grave: Grave | None = None,
) -> Verb:
    """A command that makes one request and says what has come of it."""

    def run(args: Namespace, bell: Bell) -> int:
        if grave and not args.yes and _open(grave, args.table, bell) and not _sure(grave.question, bell):
            bell.out.warn("Nothing is done.")
            return 0
        table = ask(bell, args.table)
        if bell.out.json:
            bell.out.document(table)
            return 0
        sentence, *command = said(table)
        if command:
            bell.out.hint(f"{sentence} ", bell.command(*command, table["id"]))
        else:
            bell.out.say(sentence)
        for line in attendance.pause(table, table.get("pause"), bell.client):
            bell.out.say(line)
        return 0

    return Verb(help, _final_arguments if grave else _table_arguments, run)


def _open(grave: Grave, table_id: str, bell: Bell) -> bool:
    table = bell.client.get_table(table_id)
    return grave.possible(table, bell.client.get_view(table["game"], table_id))


def _sure(question: str, bell: Bell) -> bool:
    if bell.out.json or not sys.stdin.isatty():
        raise Mistake("This cannot be undone; --yes does it without asking.")
    return Terminal(bell.out, {}).sure(question)


def _leave(bell: Bell, table_id: str) -> Table:
    table = bell.client.get_table(table_id)
    if "your_seat" not in table:
        raise Mistake("You hold no seat at this table.")
    return bell.client.leave_seat(table_id, table["your_seat"])


def _called_off(_: Table) -> Said:
    return ("The game is called off; it counts for nothing.",)


def _left(_: Table) -> Said:
    return ("The seat is free again.",)


def _resigned(table: Table) -> Said:
    return _over(table) or ("You have resigned; a house bot plays your seat to the end.",)


def _returned(table: Table) -> Said:
    return _over(table) or ("The seat is yours:", "play")


def _over(table: Table) -> Said:
    """Where to read on if the game is over; nothing while it runs."""
    return ("The game is over:", "score") if table["status"] == "finished" else ()


def _paused(table: Table) -> Said:
    if over := _over(table):
        return over
    if table.get("pause", {}).get("paused"):
        return ("The game is paused: no time runs.",)
    return ("You want a pause. It begins once all who play here want it.",)


def _resumed(table: Table) -> Said:
    if over := _over(table):
        return over
    if table.get("pause", {}).get("paused"):
        return ("You are ready to go on. The pause ends once nobody wants it any more.",)
    return ("The game goes on:", "play")


RESIGN: Final = _verb(
    "give a game up for good",
    lambda bell, table: bell.client.resign(table),
    _resigned,
    Grave(GIVE_UP, can_resign),
)
BACK: Final = _verb(
    "take your seat back from the house bot that sits in",
    lambda bell, table: bell.client.come_back(table),
    _returned,
)
PAUSE: Final = _verb("ask for a pause, or agree to one", lambda bell, table: bell.client.want_pause(table), _paused)
RESUME: Final = _verb(
    "end a pause, or no longer ask for one", lambda bell, table: bell.client.want_pause(table, wanted=False), _resumed
)
ABORT: Final = _verb(
    "call a game off in which nobody has moved yet",
    lambda bell, table: bell.client.abort_table(table),
    _called_off,
    Grave(CALL_OFF, can_abort),
)
LEAVE: Final = _verb("give up a seat before the game begins", _leave, _left)
