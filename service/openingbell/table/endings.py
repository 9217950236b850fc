"""How a game ended, for the table and for each seat.

Law. The rules give scores; who gave up or stayed away stands behind all who played to the end, whatever the scores. So
nobody gains by leaving, and a house bot's luck is nobody's.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from openingbell.table.values import Table

EndedBy = Literal["rules", "resign", "timeout", "abandoned", "aborted", "server"]


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """One seat's end: `rank` 1 is best and may be shared; `score` in the game's points.

    `ended_by`: `rules` (played to the end), `timeout` (the clock played its last decision), `abandoned` (a house bot
    sat in and the owner did not come back), `resign`; or, for all seats alike, `aborted` and `server`.
    """

    seat: int
    rank: int
    score: int
    ended_by: EndedBy


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a table ended: a standing a seat in seat order, the seats that won, and what ended the game.

    An aborted game, and one that the house broke off, has no winners and all seats at rank 1: it counts for nothing.
    """

    places: tuple[SeatOutcome, ...]
    winners: tuple[int, ...]
    ended_by: EndedBy


def outcome(table: Table) -> Outcome | None:
    """How the table ended; None while it waits or runs."""
    if table.status != "finished":
        return None
    seats = range(table.facts.seats)
    scores = (0,) * len(seats) if table.state is None else table.game.scores(table.state)
    if table.ended in ("aborted", "server"):
        return Outcome(tuple(SeatOutcome(seat, 1, scores[seat], table.ended) for seat in seats), (), table.ended)
    ends = tuple(_ended_by(table, seat) for seat in seats)
    gone = frozenset(seat for seat in seats if ends[seat] in ("resign", "abandoned"))
    result = table.game.result(table.state)
    ranks = [1] * len(seats)
    if result is not None:
        scores, ranks = tuple(place.score for place in result.places), [place.rank for place in result.places]
    if here := [seat for seat in seats if seat not in gone]:
        ranks = _ranks(ranks, table.game.contests(table.state) or [0] * len(seats), gone)
    places = tuple(SeatOutcome(seat, ranks[seat], scores[seat], ends[seat]) for seat in seats)
    return Outcome(places, tuple(seat for seat in here if ranks[seat] == 1), table.ended or "rules")


def _ranks(by_rules: Sequence[int], contests: Sequence[int], gone: Collection[int]) -> list[int]:
    """A rank for each seat: those who stayed move up past those of their contest who went, who stand behind all."""
    stayed = {
        seat: rank - sum(contests[other] == contests[seat] and by_rules[other] < rank for other in gone)
        for seat, rank in enumerate(by_rules)
        if seat not in gone
    }
    last = 1 + max(len(stayed), *stayed.values())
    return [stayed.get(seat, last) for seat in range(len(by_rules))]


def _ended_by(table: Table, seat: int) -> EndedBy:
    who = table.occupants[seat]
    if who is None or who.kind == "house_bot":
        return "rules"
    if who.resigned:
        return "resign"
    # Whoever is the only one left might still have come back: nobody saves a lost game by resigning at the right time.
    if who.stand_in and table.ended != "resign":
        return "abandoned"
    return "timeout" if table.missed[seat] else "rules"
