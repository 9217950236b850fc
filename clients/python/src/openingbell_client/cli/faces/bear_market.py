"""The face of Bear Market: the Marketplace by its lowest cards, one's hand and locked cards, and the reasons.

Law. Draws what the view says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from openingbell_client.cli.drawing import commodities
from openingbell_client.cli.drawing.commodities import NAMES, Json, Seat, cards, named
from openingbell_client.cli.output import Output, clean

ABOUT: Final = """\
  In every round you lock one card, face down, and discard another one into
  the Marketplace; the rest of your hand goes to a neighbour. After five
  rounds each of your five locked cards scores its rank times its commodity's
  demand, which may be negative. One low card can ruin a commodity: whose
  lowest card is lowest stands last, then the next card decides; a commodity
  without cards is best. Everybody gets a million for every hand besides."""
PHASES: Final = {"deal": "the house deals", "score": "the house scores", "over": "the game is over"}

item = commodities.item


def state(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Where we are, the Marketplace with one's own cards beside it, what one has locked and passed on, the seats."""
    now = view.get("state")
    if now is None:
        return []
    headline = Text(_headline(now), style="bold")
    columns = {"Locked": lambda number: _locked(now, number), "Discarded": lambda number: _discarded(now, number)}
    table = commodities.seats(now, seat, out, {**columns, "Now": lambda number: _doing(now, number)})
    market = commodities.market(now, out, "no low cards: highest demand")
    return [headline, market, Text(), *_own(now, seat), table]


def score(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Every hand scored so far, with its reasons, and the totals."""
    return commodities.scored(view.get("state") or {"scored": []}, seat, out, _why)


def _headline(now: Json) -> str:
    phase = PHASES.get(now["phase"], "")
    if now["hand"] == 0 or now["phase"] == "over":
        return phase.capitalize()
    if phase:
        return f"Hand {now['hand']}: {phase}"
    direction = {"left": "left (the next seat)", "right": "right (the seat before)"}[now["pass_direction"]]
    return f"Hand {now['hand']}, round {now['round']} of 5: lock and discard; hands go to the {direction}"


def _own(now: Json, seat: Seat) -> list[RenderableType]:
    """What one has locked, and what the neighbour holds that had it from here."""
    if now.get("own_cards") is None:
        return []
    lines: list[RenderableType] = [named("You have locked", cards(now.get("own_locked") or ()))]
    passed = [each for each in now.get("own_rounds") or () if "to_seat" in each]
    if passed and now["phase"] == "draft":
        lines.append(named("Passed on last", cards(passed[-1]["passed"]), f" to {seat(passed[-1]['to_seat'])}"))
    return [*lines, Text()]


def _locked(now: Json, number: int) -> Text:
    shown = now.get("shown")
    return Text(f"{now['lock_counts'][number]} face down") if shown is None else cards(shown[number])


def _discarded(now: Json, number: int) -> Text:
    return cards([fallen[number] for fallen in now["discards"]])


def _doing(now: Json, number: int) -> str:
    return "has chosen" if number in now["submitted"] else "to choose" if number in now["asked"] else ""


def _why(standing: Json) -> str:
    """Why the commodity stands where it stands: the card that put it behind the next better one."""
    parts = [f"place {standing['place']}" if standing["place"] > 1 else "best", *commodities.ties(standing)]
    if not standing["cards"]:
        parts.append("no card in the Marketplace")
    if behind := standing.get("behind"):
        against = clean(standing["against"]) if "against" in standing else "no further card"
        parts.append(
            f"behind {NAMES.get(behind, clean(behind)).lower()}: {clean(standing['by_card'])} against {against}"
        )
    return "; ".join(parts)
