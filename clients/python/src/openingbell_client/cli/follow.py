"""Following a table: wait until it is one's turn, watch what happens.

Law. Nothing here acts. The end of a connection is never the end of the game.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from openingbell_client import playing
from openingbell_client.cli import attendance, score
from openingbell_client.cli.context import Bell, Mistake, Verb
from openingbell_client.cli.faces import face
from openingbell_client.cli.output import clean
from openingbell_client.cli.seats import caption, namer
from openingbell_client.client import LONGEST_WAIT_S
from openingbell_client.types import Table

SHORT_WAIT_S: Final = 1.5
"""Bots answer within this; for people it is worth saying who is awaited."""


def _wait_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("table", help="the table's id")
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="give up after so long (exit code 4)")


def _wait(args: Namespace, bell: Bell) -> int:
    table = bell.client.get_table(args.table)
    if "your_seat" not in table:
        raise Mistake("You hold no seat at this table. To take one:", bell.command("join", args.table))
    if attendance.away(table):
        raise Mistake("A house bot plays your seat. To take it back:", bell.command("back", args.table))
    bell.patient()
    view = bell.client.wait_for_turn(table["id"], game=table["game"], timeout=args.timeout)
    if bell.out.json:
        bell.out.document(view)
    elif view["status"] == "finished":
        bell.out.say("The game is over.")
    else:
        bell.out.say(f"It is your turn: {attendance.prompt(table, view, bell.client)}")
    return 0


def _watch_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("table", help="the table's id")
    parser.add_argument("--after", type=int, default=0, metavar="N", help="begin after event N (0: at the start)")


def _watch(args: Namespace, bell: Bell) -> int:
    table = bell.client.get_table(args.table)
    bell.patient()
    bell.out.say(f"Table {clean(table['id'])}: {caption(table)}. Ctrl-C leaves.", style="bold")
    follow(table, bell, after=args.after)
    return 0


def follow(table: Table, bell: Bell, *, after: int = 0) -> None:
    """Tell every event to the game's end, whom the table waits for where that takes long, and then the score."""
    awaited = -1
    while True:
        page = bell.client.list_events(table["id"], after, LONGEST_WAIT_S if awaited == after else SHORT_WAIT_S)
        if any(event["code"] in attendance.CHANGES for event in page["items"]):
            table = bell.client.get_table(table["id"])
        for event in page["items"]:
            after = event["seq"]
            if bell.out.json:
                bell.out.document(event)
            else:
                bell.out.hang(f"{after:>4}  ", attendance.told(event, table))
        if not page["items"] or page["items"][-1]["code"] == playing.LAST_EVENT:
            view = bell.client.get_view(table["game"], table["id"])
            if view["status"] == "finished" and view["seq"] <= after:
                break
            if awaited != after:
                bell.out.hang("      ", attendance.prompt(table, view, bell.client), style="dim")
            awaited = after
    if not bell.out.json:
        finish(table, bell)


def finish(table: Table, bell: Bell) -> None:
    """The end of a game: how the table lies, and the score."""
    table = bell.client.get_table(table["id"])
    view = bell.client.get_view(table["game"], table["id"])
    if face(table["game"]).score(view, namer(table), bell.out):
        bell.out.say()
        score.draw(table, view, bell)


WAIT: Final = Verb("wait until it is your turn, or the game is over", _wait_arguments, _wait)
WATCH: Final = Verb("follow a table as it plays", _watch_arguments, _watch)
