"""Following a table: wait until it is one's turn, watch what happens.

Law. Nothing here acts. The end of a connection is never the end of the game.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from openingbell_client.cli import score
from openingbell_client.cli.context import Bell, Mistake, Verb
from openingbell_client.cli.faces import face
from openingbell_client.cli.output import clean
from openingbell_client.cli.seats import caption, namer, narrated
from openingbell_client.types import Table


def _wait_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("table", help="the table's id")
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="give up after so long (exit code 4)")


def _wait(args: Namespace, bell: Bell) -> int:
    table = bell.client.get_table(args.table)
    if "your_seat" not in table:
        raise Mistake("You hold no seat at this table. To take one:", bell.command("join", args.table))
    bell.patient()
    view = bell.client.wait_for_turn(table["id"], game=table["game"], timeout=args.timeout)
    if bell.out.json:
        bell.out.document(view)
    elif view["status"] == "finished":
        bell.out.say("The game is over.")
    else:
        bell.out.say(f"It is your turn: {clean(view['prompt']['text'])}")
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
    """Tell every event to the game's end, the table again before every hand, and then the score."""
    for event in bell.client.events(table["id"], after):
        if bell.out.json:
            bell.out.document(event)
            continue
        if event["code"] == "seated":
            table = bell.client.get_table(table["id"])
        bell.out.hang(f"{event['seq']:>4}  ", narrated(event["text"], table))
    if not bell.out.json:
        finish(table, bell)


def finish(table: Table, bell: Bell) -> None:
    """The end of a game: how the table lies, and the score."""
    table = bell.client.get_table(table["id"])
    view = bell.client.get_view(table["game"], table["id"])
    if face(table["game"]).score(view, namer(table), bell.out):
        bell.out.say()
        score.draw(table, view, bell)


WAIT: Final = Verb("wait until it is your turn", _wait_arguments, _wait)
WATCH: Final = Verb("follow a table as it plays", _watch_arguments, _watch)
