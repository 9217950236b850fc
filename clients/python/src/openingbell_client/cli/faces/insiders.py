"""The face of Insiders: the table of Bull Market, and a million a hand.

Law. Draws what the view says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import RenderableType

from openingbell_client.cli.drawing import commodities, peeking
from openingbell_client.cli.drawing.commodities import Json, Seat
from openingbell_client.cli.output import Output, clean, counted

ABOUT: Final = """\
  Everybody gets a million for every hand; be a few points richer than the
  rest. Keep five cards of what will be rare: at the end of a hand a commodity
  is worth the more the fewer points of it lie in the Marketplace, and each of
  your cards scores its rank times that demand, which may be negative. In each
  round you may buy a look at a stack that is about to go in: the winner locks
  cards worth the bid, face up, and keeps them. Then everybody passes cards to
  a neighbour. At the end everybody lays down four, one at a time."""

item = commodities.item


def state(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """The table, top to bottom: where we are, the Marketplace with one's own cards beside it, the stacks, the seats."""
    now = view.get("state")
    return [] if now is None else peeking.table(now, seat, out, "fewest points: highest demand")


def score(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Every hand scored so far, with its reasons, and the totals."""
    now = view.get("state") or {"scored": []}
    return commodities.scored(now, seat, out, commodities.why_by_points, _award)


def _award(hand: Json) -> str:
    turned = ", ".join(map(clean, hand.get("turned", ())))
    broken = f"To break ties the stub showed {turned}. " if turned else ""
    return f"{broken}Everybody's total grows by the hand and by {counted(hand['award'])}."
