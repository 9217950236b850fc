"""The commodity games with auctions for a look at a stack, and cards passed to neighbours.

Law. Draws the view that these games have in common.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from openingbell_client.cli.drawing import commodities
from openingbell_client.cli.drawing.commodities import Json, Seat, cards, named
from openingbell_client.cli.output import Output, clean

PHASES: Final[Mapping[str, str]] = {
    "deal": "the house deals",
    "auction": "auction",
    "pay": "the winner pays",
    "pass": "cards are passed to the {direction}",
    "panic": "Panic: four cards each into the Marketplace",
    "discard": "one card each into the Marketplace",
    "score": "the house scores",
    "over": "the game is over",
}


def table(now: Json, seat: Seat, out: Output, best: str, hands: str = "") -> list[RenderableType]:
    """The table, top to bottom. `hands` follows the number of the hand."""
    own = {"Locked": lambda number: cards(now["locked"][number]), "Now": lambda number: _doing(now, number)}
    lines = [_stacks(now), *_passed(now, seat)]
    headline = Text(_headline(now, hands), style="bold")
    return [headline, commodities.market(now, out, best), Text(), *lines, commodities.seats(now, seat, out, own)]


def _headline(now: Json, hands: str) -> str:
    direction = {"left": "left (the next seat)", "right": "right (the seat before)"}[now["pass_direction"]]
    phase = PHASES.get(now["phase"], clean(now["phase"])).format(direction=direction)
    if now["hand"] == 0 or now["phase"] == "over":
        return phase.capitalize()
    where = f"Hand {now['hand']}{hands}"
    return f"{where}, round {now['round']} of 3: {phase}" if now["round"] else f"{where}: {phase}"


def _stacks(now: Json) -> Text:
    line = Text("Stacks  ", style="bold")
    for place, stack in enumerate(now["stacks"]):
        line.append("" if place == 0 else "   ", style="not bold")
        line.append(f"{stack['round']}: ", style="not bold")
        if stack.get("cards") and not stack["revealed"]:
            line.append(f"{' '.join(map(clean, stack['cards']))} (only you know)", style="not bold yellow")
        elif stack["revealed"]:
            line.append(f"{' '.join(map(clean, stack['cards']))} (in)", style="not bold")
        else:
            line.append(f"{stack['size']} face down{_peeked(now, stack['round'])}", style="not bold")
    if turned := now.get("turned"):
        line.append(f"   turned up to break ties: {' '.join(map(clean, turned))}", style="not bold")
    return line


def _peeked(now: Json, round_: int) -> str:
    won = [each for each in now["auctions"] if each["round"] == round_ and "winner" in each]
    return f", seen by seat {won[0]['winner']}" if won else ""


def _passed(now: Json, seat: Seat) -> list[RenderableType]:
    """What one has given to whom and got from whom in this hand."""
    passes = now.get("own_passes")
    if not passes:
        return [Text()]
    given = [card for each in passes for card in each["given"]]
    received = [card for each in passes for card in each["received"]]
    parts = (f"to {seat(passes[0]['to_seat'])} ", cards(given), f"; from {seat(passes[0]['from_seat'])} ")
    return [named("Passed", *parts, cards(received)), Text()]


def _doing(now: Json, seat: int) -> str:
    """What the seat does, or did last, in this step."""
    if seat in now["submitted"]:
        return "has chosen"
    phase = now["phase"]
    if phase in ("auction", "pay") and now["auctions"]:
        auction = now["auctions"][-1]
        calls = [call for call in auction["calls"] if call["seat"] == seat]
        last = "" if not calls else f"bid {calls[-1]['bid']}" if "bid" in calls[-1] else "passed"
        if phase == "pay" and auction.get("winner") == seat:
            return f"won for {auction['price']}, pays now"
        if auction.get("winner") == seat or (now.get("bidder") == seat and phase == "auction"):
            return f"{last} (highest)"
        return last or ("to bid or pass" if seat in now["asked"] else "")
    return "to choose" if seat in now["asked"] else ""
