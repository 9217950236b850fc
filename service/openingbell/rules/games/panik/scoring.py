"""What hunters earn at manors.

Law. Pure sums over a manor and its hunters; the reasons come with the points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from openingbell.rules.games.panik.state import SHARED, TRAPPED

TRAP: Final = 3
"""What an opposing hunter brings to the owner of a trapped manor."""


@dataclass(frozen=True, slots=True)
class HunterScore:
    """What one hunter earned: `points`, for `paid_to` (absent if for nobody)."""

    seat: int
    kind: str
    points: int
    paid_to: int | None = None


@dataclass(frozen=True, slots=True)
class ManorScore:
    """One manor's reckoning: `each` is what a hunter counts there, `doubled` how many hunters counted twice (duos),
    `hunters` in the order of their places, and `points` what every seat gets from this manor."""

    manor: int
    owner: int
    card: str
    each: int
    doubled: int
    hunters: tuple[HunterScore, ...]
    points: tuple[int, ...]


def weight(kind: str) -> int:
    """A duo counts twice, at every kind of manor (PNK-12, PNK-13)."""
    return 2 if kind == "duo" else 1


def worth(card: str, hunters: int) -> int:
    """What a hunter counts at such a manor with so many hunters: for itself, or for the owner of a trap (PNK-12)."""
    if card == SHARED:
        return 5 - hunters
    return TRAP if card == TRAPPED else int(card)


def manor_score(manor: int, owner: int, card: str, hunters: Sequence[tuple[int, str]], seats: int) -> ManorScore:
    """The reckoning of one manor with these hunters, each `(seat, kind)`."""
    each, points, rows = worth(card, len(hunters)), [0] * seats, []
    for seat, kind in hunters:
        if card == TRAPPED and seat == owner:
            rows.append(HunterScore(seat, kind, 0))
            continue
        earned, paid_to = each * weight(kind), owner if card == TRAPPED else seat
        points[paid_to] += earned
        rows.append(HunterScore(seat, kind, earned, paid_to))
    doubled = sum(row.kind == "duo" and row.paid_to is not None for row in rows)
    return ManorScore(manor, owner, card, each, doubled, tuple(rows), tuple(points))


def totals(scores: Iterable[ManorScore], seats: int) -> tuple[int, ...]:
    """Every seat's points from all manors."""
    by_manor = [score.points for score in scores]
    return tuple(sum(points[seat] for points in by_manor) for seat in range(seats))
