"""Time in words, and clocks as they are typed."""

from __future__ import annotations

import pytest

from openingbell_client.cli import timing
from openingbell_client.cli.context import Mistake


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-3, "0 s"),
        (45.4, "45 s"),
        (119, "119 s"),
        (120, "2 min"),
        (125, "2 min 5 s"),
        (5400, "90 min"),
        (9000, "2 h 30 min"),
        (86_400, "1 day"),
        (183_600, "2 days 3 h"),
    ],
)
def test_durations(seconds: float, words: str) -> None:
    assert timing.duration(seconds) == words


@pytest.mark.parametrize(
    ("typed", "clock"),
    [
        ("none", "none"),
        ("Live", "live"),
        ("daily", "daily"),
        ("60", {"move_s": 60}),
        ("45s+2m", {"move_s": 45, "bank_s": 120}),
        ("1h30m + 90", {"move_s": 5400, "bank_s": 90}),
        ("1d", {"move_s": 86_400}),
        ("5min", {"move_s": 300}),
    ],
)
def test_clocks_as_they_are_typed(typed: str, clock: object) -> None:
    assert timing.clock_of(typed) == clock


@pytest.mark.parametrize("typed", ["", "soon", "45x", "45s+", "+2m", "-5", "1.5h", "1d+2h+3m", "s"])
def test_what_is_no_clock(typed: str) -> None:
    with pytest.raises(Mistake, match="--clock takes none, live, daily"):
        timing.clock_of(typed)


def test_how_long_there_is_and_out_of_what() -> None:
    clock = {"move_s": 45, "bank_s": 120}
    assert timing.left(160, clock, 120) == "40 s left, then 2 min in the bank"
    assert timing.left(100, clock, 120) == "100 s left, out of the bank"
    assert timing.left(40, clock, 0) == "40 s left"
    assert timing.left(None, clock, 120) == ""
    assert timing.left(2_000_000, "none", 0) == ""
    assert timing.left(3600, "none", 0) == "60 min left"
