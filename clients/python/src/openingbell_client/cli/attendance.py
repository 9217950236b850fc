"""Who plays at a table, who is away, and whether time runs: in sentences.

Law. Says what the table and the view say; nothing here acts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from openingbell_client.cli import timing
from openingbell_client.cli.output import Output, clean
from openingbell_client.cli.seats import namer, narrated
from openingbell_client.client import Client
from openingbell_client.types import Event, Occupant, Pause, Table, View

CHANGES: Final = frozenset({"seated", "left", "stand-in", "returned", "resigned"})
"""The codes of events after which somebody else plays a seat."""


def own(table: Table) -> Occupant | None:
    """The caller as who holds a seat."""
    seat = table.get("your_seat")
    return None if seat is None else table["seats"][seat].get("player")


def away(table: Table) -> bool:
    """Whether a house bot sits in for the caller, who may come back."""
    who = own(table)
    return who is not None and "stand_in" in who and not who.get("resigned", False) and table["status"] == "running"


def resigned(table: Table) -> bool:
    """Whether the caller has given the game up."""
    who = own(table)
    return who is not None and who.get("resigned", False)


def prompt(table: Table, view: View, client: Client) -> str:
    """What the viewer is asked or whom the table waits for, and how much time there is for it."""
    said = narrated(view["prompt"]["text"], table)
    if resigned(table):
        return said
    decision = view.get("decision")
    if decision is not None and "sealed_action" not in decision:
        words = timing.own(view, client.seconds_left(decision), table["clock"])
    else:
        words = timing.awaited(view, client.seconds_left(view["turn"]), table["clock"])
    return f"{said} ({words})" if words and view["turn"]["mode"] != "free" else said


def to_agree(event: Event, table: Table, wish: Pause | None) -> str:
    """How the caller agrees to what somebody else has just wanted, as long as the caller can and has not."""
    own_seat = table.get("your_seat")
    if event["code"] != "pause-wanted" or wish is None or own_seat is None or away(table) or resigned(table):
        return ""
    wanted, wants = event["params"]["wanted"], own_seat in wish["wanted_by"]
    if wanted and not wish["paused"] and not wants:
        return "Type pause to agree. Until all who play here have, the game goes on."
    if not wanted and wish["paused"] and wants:
        return "Type resume to agree. Until all who play here have, the pause goes on."
    return ""


def told(event: Event, table: Table) -> str:
    """An event's sentence, with names, and with the reason where the clock moved or the house ended the game."""
    said = narrated(event["text"], table)
    if event["by"] == "default":
        return f"{said} (Time was up.)"
    if event["code"] == "ended" and "why" in event["params"]:
        return f"{said} ({clean(event['params']['why'])})"
    return said


def tell(table: Table, view: View, out: Output, client: Client) -> None:
    """Say who is away and what becomes of a pause, if there is anything to say."""
    for line in lines(table, view, client):
        out.say(line)


def lines(table: Table, view: View, client: Client) -> Iterator[str]:
    """Who is away, who has resigned, who wants a pause."""
    if table["status"] != "running":
        return
    for seat in table["seats"]:
        who = seat.get("player")
        if who is not None and "stand_in" in who:
            why = "has resigned" if who.get("resigned", False) else "is away"
            yield narrated(f"Seat {seat['seat']} {why}; a house bot ({who['stand_in']}) plays it.", table)
    yield from pause(table, view.get("pause"), client)


def pause(table: Table, wish: Pause | None, client: Client) -> Iterator[str]:
    """How a pause stands, and how long it may last."""
    if wish is None:
        return
    name = namer(table)
    want = ", ".join(map(name, wish["wanted_by"])) or "nobody"
    others = ", ".join(name(seat) for seat in _players(table) if seat not in wish["wanted_by"]) or "nobody"
    if not wish["paused"]:
        yield f"A pause is wanted by {want}; not yet by {others}."
        return
    yield f"Ready to go on: {others}. Not yet: {want}."
    if "until" in wish:
        yield f"The pause ends by itself in {timing.duration(client.seconds_until(wish['until']))}."


def _players(table: Table) -> Iterator[int]:
    """The seats whose owners play them."""
    for seat in table["seats"]:
        who = seat.get("player")
        if who is not None and who["kind"] != "house_bot" and "stand_in" not in who:
            yield seat["seat"]
