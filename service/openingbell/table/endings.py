"""How a game ended, for the table and for each seat.

Law. The rules give scores; who gave up or stayed away stands behind all who played to the end, whatever the scores. So
nobody gains by leaving, and a house bot's luck is nobody's.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from openingbell.rules.kernel import Place
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
    by_rules = tuple(Place(seat, 1, scores[seat]) for seat in seats) if result is None else result.places
    here = [seat for seat in seats if seat not in gone]
    ranks = _ranks(by_rules, gone) if here else [place.rank for place in by_rules]
    places = tuple(SeatOutcome(seat, ranks[seat], by_rules[seat].score, ends[seat]) for seat in seats)
    return Outcome(places, tuple(seat for seat in here if ranks[seat] == 1), table.ended or "rules")


def _ranks(by_rules: Sequence[Place], gone: Collection[int]) -> list[int]:
    """A rank for each seat: those who stayed move up past those who went, who stand behind all of them."""
    went = [place for place in by_rules if place.seat in gone]
    stayed = {
        place.seat: place.rank - sum(one.contest == place.contest and one.rank < place.rank for one in went)
        for place in by_rules
        if place.seat not in gone
    }
    last = 1 + max(len(stayed), *stayed.values())
    return [stayed.get(place.seat, last) for place in by_rules]


def _ended_by(table: Table, seat: int) -> EndedBy:
    who = table.occupants[seat]
    if who is None or who.kind == "house_bot":
        return "rules"
    if who.resigned:
        return "resign"
    if who.stand_in:
        return "abandoned"
    return "timeout" if table.missed[seat] else "rules"
