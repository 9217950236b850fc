"""By how many points the greedy bot beats the random one, in every game and variant.

Law. Games x variants at two numbers of seats, on mirrored deals; each figure is a mean with its standard error.
"""

from __future__ import annotations

import sys
from typing import Final

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


def main(names: list[str]) -> None:
    """Print a line a game, variant and number of seats."""
    for case in at_two_sizes(names):
        found = margin(case.game, case.options, case.seats, DEALS)
        row = f"{case.game.name:22} {case.variant:48} {case.seats} seats"
        print(f"{row} {found.mean:8.1f} ± {found.error:4.1f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
