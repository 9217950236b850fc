"""By how many points the greedy bot beats the random one, in every game and variant.

Law. Games x variants at two numbers of seats, on mirrored deals; each figure is a mean with its standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from tests.bench.figures import Figure
from tests.service.rules.battery.tables import Case, cases
from tests.support.mirrored import margin

DEALS: Final = 40


def at_two_sizes(names: list[str]) -> list[Case]:
    """The cases of these games, or of all: each variant at the smallest number of seats and at what is next to four."""
    return [
        case
        for case in cases()
        if (not names or case.game.name in names)
        and case.seats in (case.game.seats[0], min(case.game.seats, key=lambda seats: abs(seats - 4)))
    ]


def figures(names: list[str] | None = None) -> Iterator[Figure]:
    """A figure a game, variant and number of seats."""
    for case in at_two_sizes(names or []):
        found = margin(case.game, case.options, case.seats, DEALS)
        what = f"{case.game.title}, {case.variant}, {case.seats} seats"
        yield Figure(what, f"{found.mean:.1f} ± {found.error:.1f}", "beyond 4 errors", found.mean > 4 * found.error)


def main(names: list[str]) -> None:
    """Print the figures of these games, or of all."""
    for figure in figures(names):
        print(f"{figure.what:78} {figure.value:>14}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
