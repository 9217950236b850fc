"""`bell play`: a person (or a program on a pipe) plays a game.

Law. Draws what the view says, asks what `choices` say, sends the answer; no rules here. Whatever ends the program, the
game goes on on the server, and the last line says how to come back.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from openingbell_client import playing
from openingbell_client.cli import ask, lobby, score
from openingbell_client.cli.context import Bell, Mistake, Verb
from openingbell_client.cli.domains import Unclear
from openingbell_client.cli.faces import face
from openingbell_client.cli.floor import Floor, is_free
from openingbell_client.cli.output import clean
from openingbell_client.cli.seats import caption, namer, narrated
from openingbell_client.cli.terminal import Left, Terminal
from openingbell_client.client import LONGEST_WAIT_S
from openingbell_client.errors import DecisionError, DecisionExpired, IllegalAction, OfferChanged
from openingbell_client.types import Table, View

HELP: Final = """\
  Answer with a number from the list or with the name. Several at once: 1 3 4.
  Where the list has kinds of moves, the rest may follow at once: 1 5, or bid 5.
  Enter alone takes what stands in [brackets]; it is always a legal move.
    ?  this help          v  the table again
    s  the score so far   q  leave (the game waits for you)
  Where everybody acts at once, lines such as a 2 mean the one that was shown
  with a 2, at its price, whatever came since. News does not take away what
  you have half typed: Ctrl-R shows it."""
FILL: Final = "greedy"
SHORT_WAIT_S: Final = 1.5
"""Bots answer within this; for people it is worth saying who is awaited."""
REVISE: Final = "Enter chooses again, as long as others have not chosen."


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
        table = bell.client.start_table(table["id"], fill=args.fill)
    if bell.out.json:
        return _program(table, bell)
    bell.out.say(f"Table {clean(table['id'])}: {caption(table)}", style="bold")
    try:
        Game(table, bell).play()
    except Left:
        bell.out.warn(*bell.farewell)
    return 0


def _seated(table_id: str, bell: Bell) -> Table:
    """The table, at which one holds a seat now."""
    table = bell.client.get_table(table_id)
    if "your_seat" not in table:
        if table["status"] != "waiting":
            look_on = bell.command("watch", table_id)
            raise Mistake("You hold no seat there and the game has begun. To look on:", look_on)
        table = bell.client.take_seat(table_id)
    return table


def _under_way(args: Namespace, bell: Bell) -> Table | None:
    """One's latest game that is not over, unless another was asked for."""
    if args.new or args.game or args.practice or args.option or args.bots or args.seats:
        return None
    running = bell.client.list_tables(status="running", mine=True, limit=1)["items"]
    if running:
        bell.out.warn("You have a game under way; this is it. Another begins with:", bell.command("play", "--new"))
    return running[0] if running else None


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


class Game:
    """One person's sitting at one table. `_told` is the number of the last event that the person has read, `_awaited`
    the one after which it was said who is awaited."""

    def __init__(self, table: Table, bell: Bell) -> None:
        self._table = table
        self._bell = bell
        self._face = face(table["game"])
        self._told = 0
        self._awaited = -1
        self._view = bell.client.get_view(table["game"], table["id"])
        self._commands = {"?": self._help, "v": self._again, "s": self._score}
        self._person = Terminal(bell.out, self._commands)
        self._floor: Floor | None = None

    def play(self) -> None:
        """To the end of the game. Raises `Left`."""
        self._bell.out.say("Type ? for help at any question.", style="dim")
        if self._view["status"] == "running":
            self._told = max(0, self._view["seq"] - 12)
        while self._view["status"] != "finished":
            self._narrate()
            if self._floor and not self._floor.still(self._view):
                self._floor.leave()
                self._floor = None
            if is_free(self._view):
                self._talk()
            elif playing.owes(self._view):
                self._draw()
                self._decide()
            else:
                self._wait()
        self._narrate()
        self._bell.out.say()
        score.draw(self._bell.client.get_table(self._table["id"]), self._view, self._bell)

    # -- showing ------------------------------------------------------------------------------------------------------

    def _narrate(self) -> None:
        """What happened up to the view and has not been told."""
        client, table = self._bell.client, self._table["id"]
        while self._told < self._view["seq"]:
            page = client.list_events(table, self._told)
            news = [event for event in page["items"] if self._told < event["seq"] <= self._view["seq"]]
            if not news:
                return
            if any(event["code"] == "seated" for event in news):
                self._table = client.get_table(table)
            for event in news:
                self._bell.out.hang("  · ", narrated(event["text"], self._table), style="cyan")
                self._told = event["seq"]

    def _draw(self) -> None:
        self._bell.out.say()
        self._bell.out.draw(*self._face.state(self._view, namer(self._table), self._bell.out))
        self._bell.out.say()

    def _again(self) -> None:
        self._draw()
        if self._floor and self._floor.still(self._view):
            self._floor.relist()
            self._floor.show(self._view, self._table)

    def _score(self) -> None:
        score.draw(self._table, self._view, self._bell)

    def _help(self) -> None:
        self._bell.out.say(HELP)
        if self._face.ABOUT:
            self._bell.out.say()
            self._bell.out.say(self._face.ABOUT)

    # -- everybody at once --------------------------------------------------------------------------------------------

    def _talk(self) -> None:
        """Show what there is to do, and wait for a line or for news. On a pipe a line is read where one is owed."""
        if self._floor is None:
            self._draw()
            self._floor = Floor(self._view, self._face, self._person, self._bell.client, self._commands)
            self._bell.out.say(narrated(self._view["prompt"]["text"], self._table), style="bold")
        floor = self._floor
        floor.show(self._view, self._table)
        if not self._person.live and playing.owes(self._view):
            self._said(self._person.answer(floor.hint(self._view)))
            return
        view = self._view
        while self._view["seq"] == view["seq"]:
            before = self._bell.client.seconds_left(view["turn"])
            self._person.wait(partial(floor.news, view), self._said, prompt=True)
            floor.strike(before, view)
            self._view = self._fresh()
        self._person.interrupt()

    def _said(self, line: str) -> bool:
        """Do what a line asks for; whether that is news."""
        assert self._floor is not None
        if not self._floor.still(self._view):
            self._floor.late(line)
            return True
        try:
            action = self._floor.meant(line, self._view)
        except Unclear as unclear:
            self._bell.out.item(f"  {unclear}")
            return False
        if action is None:
            self._again()
            return False
        seq = self._view["seq"]
        self._put(action)
        if not self._floor.still(self._view):
            return True
        self._narrate()
        if self._view["seq"] == seq:
            self._floor.show(self._view, self._table)
        return self._view["seq"] != seq

    # -- acting -------------------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        decision = self._view["decision"]
        prompt = narrated(self._view["prompt"]["text"], self._table)
        left = self._bell.client.seconds_left(decision)
        self._bell.out.say(f"{prompt}{f' ({left:.0f} s left)' if left is not None else ''}", style="bold")
        self._put(ask.action(decision["choices"], decision["default"], self._face.item, self._person))

    def _revise(self) -> None:
        """Replace the sealed move; Enter alone leaves it as it is."""
        decision = self._view["decision"]
        self._bell.out.say("Choose again.", style="bold")
        self._put(ask.action(decision["choices"], decision["sealed_action"], self._face.item, self._person))

    def _put(self, chosen: Mapping[str, Any]) -> None:
        decision, seat = self._view["decision"], self._view["seat"]
        try:
            outcome = self._bell.client.put_decision(
                self._table["game"], self._table["id"], seat, decision["n"], chosen
            )
        except OfferChanged as changed:
            why = self._floor.refused(chosen, changed) if self._floor else clean(changed.detail)
            self._bell.out.item(f"  Somebody was quicker, and nothing is done. {why}", style="yellow")
            self._view = self._fresh()
            if self._floor:
                self._floor.relist()
            return
        except IllegalAction as illegal:
            self._bell.out.say(f"  Not allowed: {clean(illegal.detail)} (rule {clean(illegal.ruling)})", style="red")
            return
        except DecisionError as over:
            self._bell.out.say(f"  {self._late(over, decision['choices'])}", style="yellow")
            self._view = self._fresh()
            return
        self._view = outcome["view"]

    def _late(self, over: DecisionError, choices: Sequence[Mapping[str, Any]]) -> str:
        if over.recorded is None:
            return clean(over.detail)
        done = ask.describe(over.recorded, choices, self._face.item)
        why = (
            "Time ran out; this was played for you" if isinstance(over, DecisionExpired) else "You had decided already"
        )
        return f"{why}: {done}"

    def _wait(self) -> None:
        """Until something has happened, or nothing has for long."""
        table, seq = self._table["id"], self._view["seq"]
        if self._awaited != seq:
            news = self._person.wait(lambda: self._bell.client.list_events(table, seq, SHORT_WAIT_S), self._typed)
            if not news["items"]:
                self._awaited = seq
                self._bell.out.hang("  ", narrated(self._view["prompt"]["text"], self._table), style="dim")
                if self._revisable:
                    self._bell.out.hang("  ", REVISE, style="dim")
        else:
            self._person.wait(lambda: self._bell.client.list_events(table, seq, LONGEST_WAIT_S), self._typed)
        self._view = self._fresh()

    @property
    def _revisable(self) -> bool:
        """Whether one's sealed move may be replaced."""
        decision = self._view.get("decision")
        return decision is not None and decision["revisable"] and "sealed_action" in decision

    def _typed(self, line: str) -> None:
        """What the person typed while others are to move."""
        if self._revisable:
            self._revise()
        elif line:
            self._bell.out.say("  It is not your turn. v shows the table, q leaves.", style="dim")

    def _fresh(self) -> View:
        return self._bell.client.get_view(self._table["game"], self._table["id"])


PLAY: Final = Verb("play: a new game against bots at once, or at a table", _configure, _run)
