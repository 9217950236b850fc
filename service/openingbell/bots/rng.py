"""The generator that bots, tests and arenas draw from. Never the game's own.

Law. A seed gives the same numbers on every Python: only `random.Random.random` promises that, so all come from it.
"""

from __future__ import annotations

import random
from collections.abc import Callable


class SeededRng:
    """An `Rng` over Mersenne Twister: quick, repeatable, and predictable, so nothing is dealt with it online."""

    __slots__ = ("below",)

    below: Callable[[int], int]
    """A uniform whole number 0 <= x < n, for n far below 2**53."""

    def __init__(self, seed: int | str) -> None:
        draw = random.Random(seed).random

        def below(n: int, /) -> int:
            return int(draw() * n)

        self.below = below
