"""A phase in which everybody acts at once, at the terminal: what can be done as it comes, and the time left.

Law. Knows no rules: everything comes from the view's `turn` and the decision's `choices`. A typed line is for this
phase alone; one that comes too late is given back to the person and does nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from openingbell_client.cli import ask, timing
from openingbell_client.cli.faces import Face, names
from openingbell_client.cli.listing import Listing
from openingbell_client.cli.output import clean
from openingbell_client.cli.seats import namer
from openingbell_client.cli.terminal import Terminal
from openingbell_client.client import Client
from openingbell_client.errors import OfferChanged
from openingbell_client.types import EventList, Table, View


def is_free(view: View) -> bool:
    """Whether everybody acts at once, the viewer too."""
    return view["turn"]["mode"] == "free" and "decision" in view


class Floor:
    """One such phase, from its opening to its bell."""

    def __init__(self, view: View, face: Face, person: Terminal, client: Client, reserved: Collection[str]) -> None:
        self._opened = _identity(view)
        self._face = face
        self._person = person
        self._client = client
        self._listing = Listing(reserved)
        self._listed = False

    def still(self, view: View) -> bool:
        """Whether the view is of this phase."""
        return is_free(view) and _identity(view) == self._opened

    def show(self, view: View, table: Table) -> None:
        """What is new to do, or everything where nothing is listed yet; then what Enter does, and the time left."""
        new = self._listing.take(view["decision"]["choices"], names(self._face, view, namer(table)), self._face.item)
        for line in new if self._listed else self._listing.lines():
            self._person.say(line)
        self._listed = True
        if self._person.live:
            self._person.note(self.hint(view))

    def relist(self) -> None:
        """Show everything again the next time."""
        self._listed = False

    def hint(self, view: View) -> str:
        """What Enter does and how long there is."""
        default, left = view["decision"].get("default"), self._client.seconds_left(view["turn"])
        enter = "the list again"
        if default is not None:
            enter = ask.describe(default, view["decision"]["choices"], self._face.item)
        return f"Enter alone: {enter}" + (f"; {timing.duration(left)} to the bell" if left is not None else "")

    def meant(self, line: str, view: View) -> dict[str, Any] | None:
        """The action that a line asks for; None: nothing but the list again. Raises `Unclear`."""
        if line:
            return self._listing.meant(line, self._face.item, self._person)
        default = view["decision"].get("default")
        return None if default is None else dict(default)

    def refused(self, action: Mapping[str, Any], changed: OfferChanged) -> str:
        """Why somebody was quicker, in a sentence."""
        return self._listing.changed(action, changed.choices) or clean(changed.detail)

    def news(self, view: View) -> EventList:
        """What happens next; nothing once a mark of the time left has passed, or after long."""
        left = self._client.seconds_left(view["turn"])
        return self._client.list_events(view["table"], view["seq"], timing.patience(left))

    def strike(self, before: float | None, view: View) -> None:
        """Say how much time is left where a mark has passed since there was as much as before."""
        left = self._client.seconds_left(view["turn"])
        if left is not None and timing.struck(before, left):
            self._person.interrupt()
            self._person.say(f"  {timing.duration(left)} to the bell.")

    def leave(self) -> None:
        """After the bell, just before anything else is asked: give back what was typed too late."""
        for line in self._person.overdue():
            self.late(line)

    def late(self, line: str) -> None:
        """Say that the line came after the bell."""
        if line:
            self._person.say(f"  Too late, that did nothing: {clean(line)}")


def _identity(view: View) -> tuple[str, Any]:
    return view["turn"]["kind"], view["turn"].get("ends_at")
