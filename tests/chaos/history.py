"""What one table's clients have done and heard: the evidence that the checker goes by.

Law. Values only. What a table was really like stands in the store's log, not here.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from tests.chaos.wire import Exchange


@dataclass
class History:
    """One table. `players` are the ids of its client seats' players, by seat once they sit."""

    name: str
    game: str
    order: dict[str, Any]
    table: str = ""
    players: dict[int, str] = field(default_factory=dict)
    exchanges: list[Exchange] = field(default_factory=list)
    outages: list[tuple[float, float]] = field(default_factory=list)
    """When a client got no answer at all to what it kept asking: from the first try to the answer."""

    troubles: list[str] = field(default_factory=list)
    """Errors of the clients themselves: mistakes of the suite."""

    repeats: int = 0
    over: threading.Event = field(default_factory=threading.Event)
    """The clients have heard that the game is finished, all of them, or have given up."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "over"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, over=threading.Event())
