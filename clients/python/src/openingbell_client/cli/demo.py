"""`bell demo`: a whole game of house bots, watched live over HTTP.

Law. Everything that it shows comes from the API as any spectator gets it.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from openingbell_client.cli import follow, lobby
from openingbell_client.cli.context import Bell, Mistake, Verb
from openingbell_client.cli.faces import board
from openingbell_client.cli.output import clean
from openingbell_client.cli.seats import caption, namer, narrated
from openingbell_client.types import Table

LINES: Final = 4
"""How many of the latest events stand above the live picture, whose lower end a small window cuts off."""


def _configure(parser: ArgumentParser) -> None:
    parser.add_argument("--game", metavar="NAME", help="the game (without it the house's first, see `bell games`)")
    lobby.new_arguments(parser)
    parser.set_defaults(bots="greedy,random")


def _run(args: Namespace, bell: Bell) -> int:
    bell.player()
    if not args.bots.strip(" ,"):
        raise Mistake("A demo needs bots: --bots greedy,random.")
    if args.private:
        raise Mistake("Nobody could watch a private table without a seat at it.")
    table = lobby.create(args, bell, args.game, everywhere=True)
    bell.patient()
    bell.farewell = ("Stopped watching; the bots play on. See how it ended:", bell.command("score", table["id"]))
    bell.out.say(f"Table {clean(table['id'])}: {caption(table)}", style="bold")
    if bell.out.live:
        _live(table, bell)
    else:
        follow.follow(table, bell)
        if bell.out.json:
            bell.out.document(bell.client.get_view(table["game"], table["id"]))
    return 0


def _live(table: Table, bell: Bell) -> None:
    """The table redrawn in place as the game goes, the latest events above it; at the end the score."""
    recent: list[str] = []
    with Live(
        Text("Waiting for the opening bell …"), console=bell.out.console, refresh_per_second=8, transient=True
    ) as live:
        for event in bell.client.events(table["id"]):
            recent = [*recent, narrated(event["text"], table)][-LINES:]
            live.update(Group(*map(_line, recent), Text(), *_picture(table, bell)))
    follow.finish(table, bell)


def _picture(table: Table, bell: Bell) -> Sequence[RenderableType]:
    view = bell.client.get_view(table["game"], table["id"])
    return board(table["game"], view, namer(table), bell.out)


def _line(text: str) -> Text:
    return Text(f"· {text}", style="cyan", no_wrap=True, overflow="ellipsis")


DEMO: Final = Verb("watch house bots play a whole game", _configure, _run)
