"""How far a bot raises in an ascending auction.

Law. Arithmetic; what a lot is worth is the caller's judgement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

PART: Final = 3
"""A raise takes one part in so many of what is left up to the worth: an auction ends after a few calls, and who is the
only one interested does not pay all that it is worth to him."""


def raised(high: int, most: int, step: int = 1) -> int:
    """The next bid of somebody who would pay `most`, which is more than `high`: at least a step, in whole steps."""
    return high + max(step, (most - high) // PART // step * step)


def most(low: int, high: int, affordable: Callable[[int], bool]) -> int:
    """The highest price up to `high` that is affordable, where `low` is and dearer ones than one that is not are not
    either."""
    while low < high:
        middle = (low + high + 1) // 2
        if affordable(middle):
            low = middle
        else:
            high = middle - 1
    return low
