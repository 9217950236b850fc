"""Waiting for conditions, the only way in which tests wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def until(what: str, condition: Callable[[], T | None], within_s: float = 60.0) -> T:
    """The first true value of `condition`. Fails, naming `what` was waited for, when none comes in time."""
    deadline = time.monotonic() + within_s
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {within_s:g} s in vain for {what}")
        time.sleep(0.01)
    return value
