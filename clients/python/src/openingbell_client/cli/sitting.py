"""One person's sitting at one table, in a terminal or on a pipe.

Law. Draws what the view says, asks what `choices` say, sends the answer; no rules here. What the person does beside the
game (pausing, resigning) can be typed at any question and while others are to move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from openingbell_client import playing
from openingbell_client.cli import ask, attendance, attending, score, timing
from openingbell_client.cli.context import Bell
from openingbell_client.cli.domains import Unclear
from openingbell_client.cli.faces import board, face
from openingbell_client.cli.floor import Floor, is_free
from openingbell_client.cli.follow import SHORT_WAIT_S
from openingbell_client.cli.output import clean
from openingbell_client.cli.seats import namer, narrated
from openingbell_client.cli.terminal import Off, Terminal
from openingbell_client.client import LONGEST_WAIT_S
from openingbell_client.errors import (
    ClientFault,
    DecisionError,
    DecisionExpired,
    IllegalAction,
    OfferChanged,
    TableStateError,
)
from openingbell_client.types import EventList, Table, View

HELP: Final = (
    "Answer with a number from the list or with the name. Several at once: 1 3 4.",
    "Where the list has kinds of moves, the rest may follow at once: 1 5, or bid 5.",
    "Enter alone takes what stands in [brackets]; it is always a legal move.",
    "News does not take away what you have half typed: Ctrl-R shows it.",
)
FREE_HELP: Final = "Lines such as a 2 mean the one that was shown with a 2, at its price, whatever came since."
KEYS: Final = (
    ("?", "this help"),
    ("v", "the table again"),
    ("s", "the score so far, with its reasons"),
    ("q", "leave; you can come back"),
    ("pause", "ask for a pause, or agree to one"),
    ("resume", "go on after it"),
    ("abort", "call it off, until somebody has moved"),
    ("resign", "give up for good"),
)
AWAY: Final = "You were away, and a house bot plays your seat."
TAKE_BACK: Final = "Enter alone: take your seat back"
GO_ON: Final = "Type resume to go on."
REVISE: Final = "Enter chooses again, as long as others have not chosen."


class Sitting:
    """What one person sees and does. `_told` is the number of the last event that the person has read, `_awaited`
    the one after which it was said who is awaited, `_absent` whether it was said that a house bot plays the seat."""

    def __init__(self, table: Table, bell: Bell) -> None:
        self._table = table
        self._bell = bell
        self._face = face(table["game"])
        self._told = 0
        self._awaited = -1
        self._absent = False
        self._view = bell.client.get_view(table["game"], table["id"])
        self._commands: dict[str, Callable[[], bool | None]] = {
            "?": self._help,
            "v": self._again,
            "s": self._score,
            "pause": partial(self._want_pause, True),
            "resume": partial(self._want_pause, False),
            "resign": self._resign,
            "abort": self._abort,
        }
        self._person = Terminal(bell.out, self._commands)
        self._floor: Floor | None = None
        self._left_s: float | None = None

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
            with suppress(Off):
                self._go_on()
        self._narrate()
        self._bell.out.say()
        score.draw(self._bell.client.get_table(self._table["id"]), self._view, self._bell)

    def _go_on(self) -> None:
        """Whatever comes next. Raises `Off` when the table has changed while the person was asked."""
        away = attendance.away(self._table)
        self._absent = self._absent and away
        if away:
            self._stay_away()
        elif is_free(self._view):
            self._talk()
        elif playing.owes(self._view):
            self._draw()
            self._decide()
        else:
            self._wait()

    # -- showing ------------------------------------------------------------------------------------------------------

    def _narrate(self) -> None:
        """What happened up to the view and has not been told."""
        client, table = self._bell.client, self._table["id"]
        while self._told < self._view["seq"]:
            page = client.list_events(table, self._told)
            news = [event for event in page["items"] if self._told < event["seq"] <= self._view["seq"]]
            if not news:
                return
            if any(event["code"] in attendance.CHANGES for event in news):
                self._table = client.get_table(table)
            for event in news:
                self._bell.out.hang("  · ", attendance.told(event, self._table), style="cyan")
                self._told = event["seq"]
                if how := attendance.to_agree(event, self._table, self._view.get("pause")):
                    self._bell.out.hang("    ", how, style="dim")

    def _draw(self) -> None:
        self._bell.out.say()
        self._bell.out.draw(*board(self._table["game"], self._view, namer(self._table), self._bell.out))
        self._bell.out.say()

    def _again(self) -> None:
        self._draw()
        attendance.tell(self._table, self._view, self._bell.out, self._bell.client)
        if self._floor and self._floor.still(self._view):
            self._floor.relist()
            self._floor.show(self._view, self._table)

    def _score(self) -> None:
        score.draw(self._table, self._view, self._bell)

    def _help(self) -> None:
        for said in (*HELP, *([FREE_HELP] if self._floor else [])):
            self._bell.out.hang("  ", said)
        for words, meaning in KEYS:
            self._bell.out.hang(f"    {words:<8}", meaning)
        if self._face.ABOUT:
            self._bell.out.say()
            self._bell.out.hang("  ", " ".join(self._face.ABOUT.split()))

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
        self._bell.out.say(attendance.prompt(self._table, self._view, self._bell.client), style="bold")
        with self._person.listening(self._news, self._heard):
            chosen = ask.action(decision["choices"], decision["default"], self._face.item, self._person)
        self._put(chosen)

    def _news(self) -> EventList:
        """What happens while the person thinks; nothing once a mark of the time left has passed, or after long."""
        decision = self._view["decision"]
        self._left_s = self._bell.client.seconds_left(decision)
        wait = timing.patience(self._left_s)
        return self._bell.client.list_events(self._table["id"], self._view["seq"], wait)

    def _heard(self, page: EventList) -> bool:
        """Tell what has happened while the person thinks; whether there is nothing to answer any more."""
        del page  # what is new for the person follows from the view
        asked = self._view["decision"]
        self._view = self._fresh()
        if self._view["seq"] > self._told:
            self._person.interrupt()
            self._narrate()
        left = self._bell.client.seconds_left(asked)
        if left is not None and timing.struck(self._left_s, left):
            self._person.interrupt()
            self._bell.out.say(f"  {timing.duration(left)} left.", style="yellow")
        open_still = playing.owes(self._view) and self._view["decision"]["n"] == asked["n"]
        return attendance.away(self._table) or not open_still

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
        except TableStateError as no:
            self._refused(no)
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
        paused = self._view.get("pause", {}).get("paused", False)
        if self._awaited == seq:
            self._person.wait(lambda: self._bell.client.list_events(table, seq, LONGEST_WAIT_S), self._typed)
        elif paused or not self._person.wait(self._at_once, self._typed)["items"]:
            self._awaited = seq
            self._await(paused)
        self._view = self._fresh()

    def _at_once(self) -> EventList:
        return self._bell.client.list_events(self._table["id"], self._view["seq"], SHORT_WAIT_S)

    def _await(self, paused: bool) -> None:
        """Say what is waited for. On a pipe nobody could type `resume` later, so a line is read for it now."""
        out, client = self._bell.out, self._bell.client
        out.hang("  ", attendance.prompt(self._table, self._view, client), style="dim")
        if self._revisable:
            out.hang("  ", REVISE, style="dim")
        if paused and not attendance.resigned(self._table):
            for line in attendance.pause(self._table, self._view.get("pause"), client):
                out.hang("  ", line, style="dim")
            out.hang("  ", GO_ON, style="dim")
            if not self._person.live and self._table.get("your_seat") in self._view["pause"]["wanted_by"]:
                self._person.answer("")

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
            what = "It is not your turn."
            if attendance.resigned(self._table):
                what = "You have resigned."
            elif self._view.get("pause", {}).get("paused", False):
                what = "The game is paused."
            self._bell.out.say(f"  {what} v shows the table, q leaves.", style="dim")

    def _fresh(self) -> View:
        return self._bell.client.get_view(self._table["game"], self._table["id"])

    # -- beside the game ----------------------------------------------------------------------------------------------

    def _stay_away(self) -> None:
        """A house bot plays the seat; tell what it does until the person takes the seat back."""
        table, seq = self._table["id"], self._view["seq"]
        if not self._absent:
            self._bell.out.say(AWAY, style="bold")
            self._absent = True
        if not self._person.live:
            self._take_back(self._person.answer(TAKE_BACK))
        else:
            if self._awaited != seq:
                self._person.note(TAKE_BACK)
            self._awaited = seq
            news = self._person.wait(
                lambda: self._bell.client.list_events(table, seq, LONGEST_WAIT_S), self._take_back, prompt=True
            )
            if news["items"]:
                self._person.interrupt()
        self._view = self._fresh()

    def _take_back(self, line: str) -> bool:
        """Come back, whatever was typed: it was no answer to any question."""
        del line
        return self._wished(lambda: self._bell.client.come_back(self._table["id"]))

    def _want_pause(self, wanted: bool) -> bool:
        asked = self._view.get("decision")
        if not self._wished(lambda: self._bell.client.want_pause(self._table["id"], wanted)):
            return False
        now = self._view.get("decision")
        if asked is None or now is None or now["n"] != asked["n"]:
            return True
        for line in attendance.pause(self._table, self._view.get("pause"), self._bell.client):
            self._bell.out.hang("  ", line, style="dim")
        return False

    def _resign(self) -> bool:
        if attending.can_resign(self._table, self._fresh()) and not self._person.sure(attending.GIVE_UP):
            return False
        done = self._wished(lambda: self._bell.client.resign(self._table["id"]))
        if done:
            self._bell.farewell = ("You left. See how it ends:", self._bell.command("watch", self._table["id"]))
        return done

    def _abort(self) -> bool:
        if attending.can_abort(self._table, self._fresh()) and not self._person.sure(attending.CALL_OFF):
            return False
        return self._wished(lambda: self._bell.client.abort_table(self._table["id"]))

    def _wished(self, request: Callable[[], Table]) -> bool:
        """Ask the server, and tell what has come of it; whether it was granted."""
        try:
            self._table = request()
        except ClientFault as no:
            self._refused(no)
            return False
        self._view = self._fresh()
        self._narrate()
        return True

    def _refused(self, no: ClientFault) -> None:
        self._bell.out.item(f"  {clean(no.detail)}", style="yellow")
