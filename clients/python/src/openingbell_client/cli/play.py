"""`bell play`: a person (or a program on a pipe) plays a game.

Law. Draws what the view says, asks what `choices` say, sends the answer; no rules here. Whatever ends the program, the
game goes on on the server, and the last line says how to come back.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any, Final

from openingbell_client.cli import attendance, lobby
from openingbell_client.cli.context import Bell, Mistake, Verb
from openingbell_client.cli.output import clean
from openingbell_client.cli.seats import caption
from openingbell_client.cli.sitting import Sitting
from openingbell_client.cli.terminal import Left
from openingbell_client.cli.typed import in_words_of
from openingbell_client.errors import NotFound
from openingbell_client.types import Table, View

FILL: Final = "greedy"
LATEST: Final = 20
"""Among so many games a player's latest one is looked for that is not given up."""


def _configure(parser: ArgumentParser) -> None:
    parser.add_argument("table", nargs="?", help="the table's id; without it your game under way, or a new one")
    parser.add_argument("--new", action="store_true", help="begin a new game even if one is under way")
    parser.add_argument(
        "--game", metavar="NAME", help="the game to begin (without it the house's first, see `bell games`)"
    )
    filled = f"let this house bot take the free seats ({FILL} in a new game)"
    parser.add_argument("--fill", metavar="BOT", help=filled)
    lobby.new_arguments(parser)


def _run(args: Namespace, bell: Bell) -> int:
    bell.player()
    if args.table and args.new:
        raise Mistake("Either a table's id or --new.")
    table = _seated(args.table, bell) if args.table else _under_way(args, bell) or _begun(args, bell)
    bell.patient()
    bell.farewell = ("You left; the game goes on. Come back with:", bell.command("play", table["id"]))
    if table["status"] == "waiting":
        with in_words_of(args):
            table = bell.client.start_table(table["id"], fill=args.fill)
    if bell.out.json:
        return _program(table, bell)
    bell.out.say(f"Table {clean(table['id'])}: {caption(table)}", style="bold")
    try:
        Sitting(_taken_back(table, bell), bell).play()
    except Left:
        bell.out.warn(*bell.farewell)
    return 0


def _seated(table_id: str, bell: Bell) -> Table:
    """The table, at which one holds a seat now."""
    table = _found(table_id, bell)
    if "your_seat" not in table:
        if table["status"] != "waiting":
            look_on = bell.command("watch", table_id)
            raise Mistake("You hold no seat there and the game has begun. To look on:", look_on)
        table = bell.client.take_seat(table_id)
    return table


def _found(table_id: str, bell: Bell) -> Table:
    """The table of that id. Raises `Mistake` for the name of a game, which is asked for in another way."""
    try:
        return bell.client.get_table(table_id)
    except NotFound:
        if all(game["name"] != table_id for game in bell.client.list_games()["items"]):
            raise
    raise Mistake(f"{table_id} is a game, not a table. To begin one:", bell.command("play", "--game", table_id))


def _taken_back(table: Table, bell: Bell) -> Table:
    """The table, at which no house bot sits in for one any more: whoever plays is there."""
    if not attendance.away(table):
        return table
    bell.out.say("A house bot has played for you while you were away. Your seat is yours again.", style="bold")
    return bell.client.come_back(table["id"])


def _under_way(args: Namespace, bell: Bell) -> Table | None:
    """One's latest game that is not over nor given up, unless another was asked for."""
    if args.new or args.game or args.practice or args.option or args.bots or args.seats or args.clock != "none":
        return None
    running = bell.client.list_tables(status="running", mine=True, limit=LATEST)["items"]
    found = next((table for table in running if not attendance.resigned(table)), None)
    if found is not None:
        bell.out.warn("You have a game under way; this is it. Another begins with:", bell.command("play", "--new"))
    return found


def _begun(args: Namespace, bell: Bell) -> Table:
    """A new game in which house bots take the other seats."""
    table = lobby.create(args, bell, args.game)
    return bell.client.start_table(table["id"], fill=args.fill or FILL)


def _program(table: Table, bell: Bell) -> int:
    """For programs: each line out is a view that asks for a decision, each line in the action; the last is the end."""

    def choose(view: View) -> Mapping[str, Any]:
        bell.out.document(view)
        line = sys.stdin.readline()
        if not line:
            raise Left
        try:
            action = json.loads(line)
        except ValueError:
            raise Mistake(f'{clean(line.strip())} is not JSON; an action is {{"type": …}}.') from None
        return action if isinstance(action, dict) else {}

    try:
        bell.out.document(bell.client.play(table["id"], choose, game=table["game"]))
    except Left:
        bell.out.warn(*bell.farewell)
    return 0


PLAY: Final = Verb("play: a new game against bots at once, or at a table", _configure, _run)
