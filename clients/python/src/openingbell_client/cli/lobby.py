"""Looking around and sitting down: games, tables, new, join, show, whoami.

Law. One request and one drawing a command; what happens at a table afterwards is for `play` and `follow`.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any, Final

from openingbell_client.cli.context import Bell, Mistake, Verb
from openingbell_client.cli.faces import face
from openingbell_client.cli.output import clean
from openingbell_client.cli.seats import caption, label, namer
from openingbell_client.types import Clock, Table


def _nothing(parser: ArgumentParser) -> None:
    del parser


def _games(args: Namespace, bell: Bell) -> int:
    del args
    page = bell.client.list_games()
    if bell.out.json:
        bell.out.document(page)
        return 0
    for game in page["items"]:
        seats = f"{min(game['seats'])}–{max(game['seats'])} players"
        bell.out.say(f"{clean(game['title'])} ({clean(game['name'])}), {seats}", style="bold")
        bell.out.hang("  ", clean(game["summary"]))
        bell.out.hang("  ", f"Bots: {', '.join(map(clean, game['bots']))}")
        for name, option in game["options"].get("properties", {}).items():
            bell.out.say(f"  --option {clean(name)}={_values(option)}")
            bell.out.hang("      ", clean(option.get("description", "")))
        bell.out.say()
    return 0


def _values(option: Mapping[str, Any]) -> str:
    """What an option may be, from its JSON Schema."""
    if "enum" in option:
        return "|".join(map(clean, option["enum"]))
    if alternatives := option.get("oneOf") or option.get("anyOf"):
        return "|".join(_values(each) for each in alternatives)
    return {"boolean": "true|false", "integer": "NUMBER", "array": "[…]"}.get(str(option.get("type")), "VALUE")


def new_arguments(parser: ArgumentParser) -> None:
    """The arguments that describe a table."""
    parser.add_argument("--seats", type=int, metavar="N", help="how many play (4, or what the game allows)")
    parser.add_argument("--bots", default="", metavar="NAME,…", help="house bots that sit down at once: greedy,random")
    many = "an option of the game, such as short=true; `bell games` lists them; may be repeated"
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=many)
    parser.add_argument("--clock", default="none", metavar="SECONDS", help="time for a decision, or none (the default)")
    parser.add_argument("--practice", metavar="SEED", help="a practice table: the same seed deals the same cards")
    parser.add_argument("--private", action="store_true", help="not listed; only those who sit there see it")


def _new_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="the game's name (the first of `bell games`)")
    new_arguments(parser)


def _new(args: Namespace, bell: Bell) -> int:
    bell.player()
    table = create(args, bell, args.game)
    if bell.out.json:
        bell.out.document(table)
        return 0
    bell.out.say(f"Table {clean(table['id'])}: {caption(table)}", style="bold")
    bell.out.draw(*_seat_table(table, bell))
    bell.out.say()
    bell.out.say(f"Others sit down:   bell join {clean(table['id'])}")
    bell.out.say(f"You play:          bell play {clean(table['id'])}")
    bell.out.say(f"Without others:    bell play {clean(table['id'])} --fill greedy")
    return 0


def create(args: Namespace, bell: Bell, game: str | None, *, bots: list[str] | None = None, join: bool = True) -> Table:
    """Open the table that the arguments describe. `bots` replaces those in the arguments."""
    games = {each["name"]: each for each in bell.client.list_games()["items"]}
    if not games:
        raise Mistake("This server offers no games.")
    name = game or next(iter(games))
    if name not in games:
        raise Mistake(f"There is no game {clean(name)} here; there are {', '.join(map(clean, games))}.")
    possible = games[name]["seats"]
    seats = args.seats or (4 if 4 in possible else possible[0])
    if seats not in possible:
        raise Mistake(f"{clean(games[name]['title'])} is for {', '.join(map(str, possible))} seats, not {seats}.")
    named = [bot.strip() for bot in args.bots.split(",") if bot.strip()] if bots is None else bots
    return bell.client.create_table(
        name,
        seats,
        options=_options(args.option),
        bots=named,
        clock=_clock(args.clock),
        private=args.private,
        practice_seed=args.practice,
        join=join,
    )


def _options(given: list[str]) -> dict[str, Any]:
    """The game's options: values are JSON where they can be read as such, texts otherwise."""
    result: dict[str, Any] = {}
    for each in given:
        key, equals, value = each.partition("=")
        if not equals or not key:
            raise Mistake(f"--option takes KEY=VALUE, such as short=true, not {clean(each)}.")
        try:
            result[key] = json.loads(value)
        except ValueError:
            result[key] = value
    return result


def _clock(given: str) -> Clock:
    if given == "none":
        return "none"
    if not given.isdecimal():
        raise Mistake(f"--clock takes a number of seconds or none, not {clean(given)}.")
    return {"move_s": int(given)}


def _join_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("table", help="the table's id")
    parser.add_argument("--seat", type=int, metavar="N", help="the seat, from 0 (the first free one)")


def _join(args: Namespace, bell: Bell) -> int:
    bell.player()
    table = bell.client.take_seat(args.table, args.seat)
    if bell.out.json:
        bell.out.document(table)
        return 0
    seat = table.get("your_seat")
    bell.out.say(f"You hold seat {seat} at table {clean(table['id'])}: {caption(table)}")
    bell.out.say(f"Play with   bell play {clean(table['id'])}")
    return 0


def _tables_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--mine", action="store_true", help="only tables where you sit, private ones included")
    parser.add_argument("--status", choices=("waiting", "running", "finished"), help="only tables in this state")
    parser.add_argument("--game", help="only tables of this game")
    parser.add_argument("--limit", type=int, default=20, metavar="N", help="how many at most, up to 100 (20)")


def _tables(args: Namespace, bell: Bell) -> int:
    if args.mine:
        bell.player()
    page = bell.client.list_tables(status=args.status, game=args.game, mine=args.mine, limit=args.limit)
    if bell.out.json:
        bell.out.document(page)
        return 0
    if not page["items"]:
        bell.out.say("No tables. Open one with   bell new   or play at once with   bell play")
        return 0
    rows = []
    for table in page["items"]:
        taken = [label(clean(seat["player"]["name"])) for seat in table["seats"] if "player" in seat]
        free = len(table["seats"]) - len(taken)
        who = ", ".join(taken) + (f" + {free} free" if free else "")
        rows.append([table["id"], table["game"], table["status"], who])
    bell.out.draw(bell.out.table(["Table", "Game", "Status", "Players"], rows))
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
    if "state" in view:
        bell.out.draw(*face(table["game"]).state(view, namer(table), bell.out))
    else:
        bell.out.draw(*_seat_table(table, bell))
    bell.out.say()
    bell.out.say(clean(view["prompt"]["text"]), style="bold")
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
        raise Mistake("A name is for good; `bell whoami --new --name …` makes another guest.")
    player = bell.player(name=args.name, new=args.new)
    if bell.out.json:
        bell.out.document(player)
        return 0
    bell.out.say(f"{clean(player['name'])} ({clean(player['kind'])} {clean(player['id'])}) at {bell.url}")
    bell.out.say(f"token {bell.hint}")
    return 0


GAMES: Final = Verb("list the games, their options and their bots", _nothing, _games)
NEW: Final = Verb("open a table and sit down at it", _new_arguments, _new)
JOIN: Final = Verb("sit down at a table", _join_arguments, _join)
TABLES: Final = Verb("list the public tables, or your own", _tables_arguments, _tables)
SHOW: Final = Verb("show a table as you may see it", _show_arguments, _show)
WHOAMI: Final = Verb("say who you are at this server", _whoami_arguments, _whoami)
