"""An ascending auction that goes clockwise, where a pass is final.

Law. Pure functions over a small frozen value. What a bid may be and who may not take part is the caller's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from openingbell.rules.values import quick


@quick
@dataclass(frozen=True, slots=True)
class Call:
    """One seat's turn in an auction: what it bid, or no `bid` for a pass."""

    seat: int
    bid: int | None = None


class Auction(NamedTuple):
    """An auction under way or closed.

    `live` are the seats that have not passed, ascending; `asked` is the seat whose turn it is, None once the auction
    is closed; `high` is the best bid so far, 0 for none, and `leader` who made it.
    """

    opener: int
    live: tuple[int, ...]
    asked: int | None
    high: int = 0
    leader: int | None = None
    calls: tuple[Call, ...] = ()


def opened(opener: int, able: Sequence[int]) -> Auction:
    """A new auction. Only the seats in `able` (ascending) take part; the first of them from the opener on is asked."""
    live = tuple(able)
    return Auction(opener, live, _next(opener - 1, live) if live else None)


def called(auction: Auction, bid: int | None) -> Auction:
    """The auction after the asked seat's bid, or its pass (None).

    The leader is never asked to beat himself: the auction closes when nobody else is live. A last seat that has not
    bid is asked all the same (BULL-08).
    """
    seat = auction.asked
    if seat is None:
        raise ValueError("the auction is closed")
    calls = (*auction.calls, _call(seat, bid))
    live, high, leader = auction.live, auction.high, auction.leader
    if bid is None:
        live = tuple([other for other in live if other != seat])
    else:
        high, leader = bid, seat
    closed = not live or (len(live) == 1 and live[0] == leader)
    return Auction(auction.opener, live, None if closed else _next(seat, live), high, leader, calls)


@cache
def _call(seat: int, bid: int | None) -> Call:
    return Call(seat, bid)


def _next(seat: int, live: tuple[int, ...]) -> int:
    """The first live seat clockwise after `seat`."""
    for other in live:
        if other > seat:
            return other
    return live[0]
