"""What a benchmark reports: a figure with its unit and, where the design sets one, its bound.

Law. A benchmark measures and says; it asserts nothing, since a busy machine is no bug.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured figure. `bound` is the design's limit in words, `kept` whether this figure keeps it."""

    what: str
    value: str
    bound: str = ""
    kept: bool = True


def at_most(what: str, value: float, limit: float, unit: str, form: str = ".0f") -> Figure:
    """A figure that should not be more than `limit`."""
    return Figure(what, f"{value:{form}} {unit}".strip(), f"at most {limit:g} {unit}".strip(), value <= limit)


def at_least(what: str, value: float, limit: float, unit: str, form: str = ".0f") -> Figure:
    """A figure that should not be less than `limit`."""
    return Figure(what, f"{value:{form}} {unit}".strip(), f"at least {limit:g} {unit}".strip(), value >= limit)
