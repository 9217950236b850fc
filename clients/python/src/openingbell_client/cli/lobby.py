"""Looking around and sitting down: games, tables, new, join, show, whoami.

Law. One request and one drawing a command; what happens at a table afterwards is for `play` and `follow`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any, Final

from openingbell_client.cli import attendance, options, timing
from openingbell_client.cli.context import Bell, Mistake, Verb
from openingbell_client.cli.faces import board
from openingbell_client.cli.output import clean
from openingbell_client.cli.seats import caption, label, namer
from openingbell_client.cli.typed import in_words_of
from openingbell_client.types import Table

USUAL_SEATS: Final = 4


def _games_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="only this game, with its options")


def _games(args: Namespace, bell: Bell) -> int:
    page = bell.client.list_games()
    if args.game:
        page = {**page, "items": [_offered(args.game, page["items"])]}
    if bell.out.json:
        bell.out.document(page)
        return 0
    for game in page["items"]:
        seats = f"{_span(game['seats'])} players"
        bell.out.say(f"{clean(game['title'])} ({clean(game['name'])}), {seats}", style="bold")
        bell.out.hang("  ", clean(game["summary"]))
        if args.game:
            bell.out.hang("  ", f"Bots: {', '.join(map(clean, game['bots']))}")
            for typed, meaning in options.listed(game["options"]):
                bell.out.say(f"  {typed}")
                bell.out.hang("      ", meaning)
    if not args.game:
        bell.out.say()
        bell.out.hint("Its options:      ", bell.command("games", "NAME"))
        bell.out.hint("A game at once:   ", bell.command("play", "--game", "NAME"))
    return 0


def _offered(name: str | None, games: Sequence[Any]) -> Any:
    """The game of that name, or the house's first where none is named."""
    if not games:
        raise Mistake("This server offers no games.")
    found = next((game for game in games if name in (None, game["name"])), None)
    if found is None:
        names = ", ".join(clean(game["name"]) for game in games)
        raise Mistake(f"There is no game {clean(name)} here; there are {names}.")
    return found


def new_arguments(parser: ArgumentParser) -> None:
    """The arguments that describe a table."""
    parser.add_argument("--seats", type=int, metavar="N", help="how many play (4, or what the game allows)")
    parser.add_argument("--bots", default="", metavar="NAME,…", help="house bots that sit down at once: greedy,random")
    many = "an option of the game, such as short=true or suits=G,O,P; `bell games NAME` lists them; may be repeated"
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=many)
    parser.add_argument("--clock", default="none", metavar="CLOCK", help=timing.CLOCK_HELP)
    parser.add_argument("--practice", metavar="SEED", help="a practice table: the same seed deals the same cards")
    parser.add_argument("--private", action="store_true", help="not listed; only those who sit there see it")


def _new_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="the game's name (without it the house's first, see `bell games`)")
    new_arguments(parser)


def _new(args: Namespace, bell: Bell) -> int:
    bell.player()
    table = create(args, bell, args.game)
    if bell.out.json:
        bell.out.document(table)
        return 0
    bell.out.say(f"Table {clean(table['id'])}: {caption(table)}", style="bold")
    bell.out.hang("Options  ", options.summary(table["options"]))
    bell.out.draw(*_seat_table(table, bell))
    bell.out.say()
    bell.out.hint("Others sit down:   ", bell.command("join", table["id"]))
    bell.out.hint("You play:          ", bell.command("play", table["id"]))
    bell.out.hint("Without others:    ", bell.command("play", table["id"], "--fill", "greedy"))
    return 0


def create(args: Namespace, bell: Bell, game: str | None, *, everywhere: bool = False) -> Table:
    """Open the table that the arguments describe and sit down, or with bots in turn on every seat (`everywhere`)."""
    offered = _offered(game, bell.client.list_games()["items"])
    possible = offered["seats"]
    seats = args.seats or _usual(possible)
    if seats not in possible:
        raise Mistake(f"--seats: {clean(offered['title'])} is for {_span(possible)} players, not {seats}.")
    named = [bot.strip() for bot in args.bots.split(",") if bot.strip()]
    if everywhere:
        named = [named[place % len(named)] for place in range(seats)]
    filled = getattr(args, "fill", None)
    if filled is not None and filled not in offered["bots"]:
        raise Mistake(
            f"--fill: there is no house bot {clean(filled)}; there are {', '.join(map(clean, offered['bots']))}."
        )
    with in_words_of(args):
        return bell.client.create_table(
            offered["name"],
            seats,
            options=options.parsed(args.option, offered["options"]),
            bots=named,
            clock=timing.clock_of(args.clock),
            private=args.private,
            practice_seed=args.practice,
            join=not everywhere,
        )


def _span(seats: Sequence[int]) -> str:
    """How many may play: 2–8, or 3, 5, where there is a gap."""
    low, high = min(seats), max(seats)
    return f"{low}–{high}" if len(seats) == high - low + 1 else ", ".join(map(str, seats))


def _usual(possible: Sequence[int]) -> int:
    """How many play where nobody says: four, or what comes nearest."""
    return min(possible, key=lambda seats: abs(seats - USUAL_SEATS))


def _join_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("table", help="the table's id")
    parser.add_argument("--seat", type=int, metavar="N", help="the seat, from 0 (the first free one)")


def _join(args: Namespace, bell: Bell) -> int:
    bell.player()
    with in_words_of(args):
        table = bell.client.take_seat(args.table, args.seat)
    if bell.out.json:
        bell.out.document(table)
        return 0
    seat = table.get("your_seat")
    bell.out.say(f"You hold seat {seat} at table {clean(table['id'])}: {caption(table)}")
    bell.out.hang("Options  ", options.summary(table["options"]))
    bell.out.hint("Play with   ", bell.command("play", table["id"]))
    return 0


def _tables_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--mine", action="store_true", help="only tables where you sit, private ones included")
    parser.add_argument("--status", choices=("waiting", "running", "finished"), help="only tables in this state")
    parser.add_argument("--game", help="only tables of this game")
    parser.add_argument("--limit", type=int, default=20, metavar="N", help="how many at most, up to 100 (20)")


def _tables(args: Namespace, bell: Bell) -> int:
    if args.mine:
        bell.player()
    with in_words_of(args):
        page = bell.client.list_tables(status=args.status, game=args.game, mine=args.mine, limit=args.limit)
    if bell.out.json:
        bell.out.document(page)
        return 0
    if not page["items"]:
        bell.out.say("No tables.")
        bell.out.hint("Open one:       ", bell.command("new"))
        bell.out.hint("Play at once:   ", bell.command("play"))
        return 0
    rows = []
    for table in page["items"]:
        taken = [label(clean(seat["player"]["name"])) for seat in table["seats"] if "player" in seat]
        free = len(table["seats"]) - len(taken)
        who = ", ".join(taken) + (f" + {free} free" if free else "")
        rows.append([table["id"], table["game"], table["status"], timing.clock_cell(table["clock"]), who])
    bell.out.draw(bell.out.table(["Table", "Game", "Status", "Clock", "Players"], rows, whole=2))
    if page.get("next"):
        bell.out.say("There are more; --limit shows up to 100 of them.")
    return 0


def _show_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("table", help="the table's id")


def _show(args: Namespace, bell: Bell) -> int:
    table = bell.client.get_table(args.table)
    view = bell.client.get_view(table["game"], table["id"])
    if bell.out.json:
        bell.out.document({"table": table, "view": view})
        return 0
    bell.out.say(f"Table {clean(table['id'])}: {caption(table)}", style="bold")
    bell.out.hang("Options  ", options.summary(table["options"]))
    if "state" in view:
        bell.out.draw(*board(table["game"], view, namer(table), bell.out))
    else:
        bell.out.draw(*_seat_table(table, bell))
    bell.out.say()
    bell.out.say(attendance.prompt(table, view, bell.client), style="bold")
    attendance.tell(table, view, bell.out, bell.client)
    return 0


def _seat_table(table: Table, bell: Bell) -> list[Any]:
    rows = [
        [seat["seat"], seat["player"]["name"] if "player" in seat else "free", "ready" if seat["ready"] else ""]
        for seat in table["seats"]
    ]
    return [bell.out.table([">Seat", "Player", ""], rows)]


def _whoami_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--new", action="store_true", help="forget who you were here and become a new guest")
    parser.add_argument("--name", help="the new guest's name (OPENINGBELL_NAME, else Guest)")


def _whoami(args: Namespace, bell: Bell) -> int:
    if args.name and not args.new:
        again = bell.command("whoami", "--new", "--name", args.name)
        raise Mistake("A name is for good. Another guest comes with:", again)
    with in_words_of(args):
        player = bell.player(name=args.name, new=args.new)
    if bell.out.json:
        bell.out.document(player)
        return 0
    bell.out.say(f"{clean(player['name'])} ({clean(player['kind'])} {clean(player['id'])}) at {bell.url}")
    bell.out.say(f"token {bell.hint}")
    return 0


GAMES: Final = Verb("list the games, or one with its options and bots", _games_arguments, _games)
NEW: Final = Verb("open a table and sit down at it", _new_arguments, _new)
JOIN: Final = Verb("sit down at a table", _join_arguments, _join)
TABLES: Final = Verb("list the public tables, or your own", _tables_arguments, _tables)
SHOW: Final = Verb("show a table as you may see it", _show_arguments, _show)
WHOAMI: Final = Verb("say who you are at this server", _whoami_arguments, _whoami)
