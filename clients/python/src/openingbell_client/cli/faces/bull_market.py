"""The face of Bull Market: the Marketplace, the seats, one's own cards, and why a hand scored what it scored.

Law. Draws what the view says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import RenderableType

from openingbell_client.cli.drawing import commodities, peeking
from openingbell_client.cli.drawing.commodities import Json, Seat
from openingbell_client.cli.output import Output

ABOUT: Final = """\
  Three hands. Keep five cards of what will be rare: at the end of a hand a
  commodity is worth the more the fewer points of it lie in the Marketplace,
  and each of your cards scores its rank times that demand, which may be
  negative. In each round you may buy a look at a stack that is about to go
  in: the winner locks cards worth the bid, face up, and keeps them. Then
  everybody passes cards to a neighbour. At the end everybody lays down four:
  the Panic."""

item = commodities.item


def state(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """The table, top to bottom: where we are, the Marketplace with one's own cards beside it, the stacks, the seats."""
    now = view.get("state")
    if now is None:
        return []
    best = "most points: highest demand" if now["options"]["short"] else "fewest points: highest demand"
    return peeking.table(now, seat, out, best, hands=" of 3")


def score(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Every hand scored so far, with its reasons, and the totals."""
    now = view.get("state") or {"scored": []}

    def why(standing: Json) -> str:
        return commodities.why_by_points(standing, "most points" if now["options"]["short"] else "fewest points")

    return commodities.scored(now, seat, out, why)
