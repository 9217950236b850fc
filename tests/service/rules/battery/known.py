"""What a game tells the battery about itself.

Law. The shape only. A game's own module in this folder, named like the game, ends with a `KNOWN` of it; a game without
one is played with every option toggled and by the checks that all games share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from openingbell.bots.rng import SeededRng
from openingbell.rules.kernel import Action

Renaming = Callable[[Action], Action]
Swap = Callable[[Any, int | None, SeededRng], tuple[Any, Renaming]]


def _anything(state: Any) -> None:
    del state


def _never(state: Any) -> bool:
    del state
    return False


def _always(changes: Mapping[str, Any], seats: int) -> bool:
    del changes, seats
    return True


@dataclass(frozen=True)
class Known:
    """`variants` are played beside the default options and each option toggled; `offered` says whether the game takes
    such options at that number of seats. `invariant` checks what is conserved. `swapped` exchanges what a viewer may
    not know, by the test's own reading of the rulings, and gives what an action (a deal too) is called in that world.
    `nobody_left`: whether a game that is over has no winner because everybody is out of it.
    """

    variants: tuple[Mapping[str, Any], ...] = ()
    offered: Callable[[Mapping[str, Any], int], bool] = _always
    invariant: Callable[[Any], None] = _anything
    swapped: Swap | None = None
    nobody_left: Callable[[Any], bool] = _never
