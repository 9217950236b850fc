"""The face of Insider Trading: the Marketplace, the trick, the seats with their locked cards, and the reasons.

Law. Draws what the view says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from openingbell_client.cli.drawing import commodities
from openingbell_client.cli.drawing.commodities import Json, Seat, cards, named
from openingbell_client.cli.output import Output, clean

ABOUT: Final = """\
  Three hands of five tricks. Play any card; the highest of the commodity that
  was led wins. The winner may remove one card of the trick and draw another
  for it, locks one, and the rest floods the Marketplace. After five tricks
  everybody lays as many cards from the hand into the Marketplace as it has
  locked. The five cards that are left score their rank times their
  commodity's demand, which is the higher the fewer points of it lie in the
  Marketplace, and may be negative."""
PHASES: Final = {
    "deal": "the house deals",
    "play": "cards are played",
    "insider": "the winner may swap a card",
    "lock": "the winner locks a card",
    "panic": "Panic: as many cards into the Marketplace as each has locked",
    "score": "the house scores",
    "over": "the game is over",
}

item = commodities.item


def state(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Where we are, the Marketplace with one's own cards beside it, the trick, the seats."""
    now = view.get("state")
    if now is None:
        return []
    market = commodities.market(now, out, "fewest points: highest demand")
    columns = {"Locked": lambda number: cards(now["locked"][number]), "Now": lambda number: _doing(now, number)}
    removed = [named("Out of the game", cards(now["removed"]))] if now["removed"] else []
    table = commodities.seats(now, seat, out, columns)
    return [Text(_headline(now), style="bold"), market, Text(), *_trick(now, seat), *removed, Text(), table]


def score(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Every hand scored so far, with its reasons, and the totals."""
    return commodities.scored(view.get("state") or {"scored": []}, seat, out, commodities.why_by_points)


def _headline(now: Json) -> str:
    phase = PHASES.get(now["phase"], clean(now["phase"]))
    if now["hand"] == 0 or now["phase"] == "over":
        return phase.capitalize()
    trick = f", trick {now['trick']['number']} of 5" if now.get("trick") else ""
    return f"Hand {now['hand']} of 3{trick}: {phase}"


def _trick(now: Json, seat: Seat) -> list[RenderableType]:
    """The cards of the trick in the order played, or those of the last one and what became of them."""
    trick = now.get("trick") or (now["tricks"][-1] if now["tricks"] else None)
    if trick is None:
        return [named("Trick", "nothing played yet")]
    plays: list[str | Text] = []
    for play in trick["plays"]:
        plays += [", " if plays else "", f"{seat(play['seat'])} ", cards([play["card"]])]
    name = "Trick" if now.get("trick") else "Last trick"
    return [named(name, *(plays or [f"{seat(trick['leader'])} leads"])), *_taken(trick, seat)]


def _taken(trick: Json, seat: Seat) -> list[RenderableType]:
    if "winner" not in trick:
        return []
    parts: list[str | Text] = [seat(trick["winner"])]
    if "removed" in trick:
        drawn = cards([trick["drawn"]]) if "drawn" in trick else "a card that only the winner knows"
        parts += ["; removed ", cards([trick["removed"]]), ", drew ", drawn]
    if "locked" in trick:
        parts += ["; locked ", cards([trick["locked"]])]
    return [named("Taken by", *parts)]


def _doing(now: Json, number: int) -> str:
    if number in now["submitted"]:
        return "has chosen"
    trick = now.get("trick") or {"plays": []}
    played = [play["card"] for play in trick["plays"] if play["seat"] == number]
    if played:
        return f"played {clean(played[0])}{' (wins)' if trick.get('winner') == number else ''}"
    return "to choose" if number in now["asked"] else ""
