"""The rules page says what the rules do: its tables, its vector of a deal."""

from __future__ import annotations

from pathlib import Path

from openingbell import fairness
from openingbell.rules.games.panik import GAME, Deal, Options
from openingbell.rules.games.panik.scoring import TRAP, worth
from openingbell.rules.games.panik.state import KINDS, MANORS, ROOM, TURNS

PAGE = (Path(__file__).parents[4] / "docs" / "rules" / "panik.md").read_text()


def test_the_table_of_players() -> None:
    for seats in GAME.seats:
        manors = MANORS * seats
        row = (seats, manors, 19 - manors, 9 * seats, ROOM * manors, TURNS * seats)
        assert f"| {' | '.join(map(str, row))} |" in PAGE


def test_what_manors_pay() -> None:
    shared = [str(worth("shared", count)) for count in range(1, 5)]
    assert f"{', '.join(shared[:3])} or {shared[3]} to the owner of each hunter" in PAGE
    assert f"| {TRAP} to the *manor's* owner" in PAGE
    assert all(f"`{kind}`" in PAGE for kind in KINDS)


def test_the_vector_of_a_deal() -> None:
    deal = GAME.house(GAME.start(4, Options()), fairness.house_stream(fairness.practice_secret("panik"), (), 0))
    assert isinstance(deal, Deal)
    rows = [
        f"| first seat | {deal.first_seat} |",
        *(f"| seat {s}, manors {4 * s} to {4 * s + 3} | `{' '.join(row)}` |" for s, row in enumerate(deal.manors)),
        f"| unused | `{' '.join(deal.unused)}` |",
    ]
    assert all(row in PAGE for row in rows)
