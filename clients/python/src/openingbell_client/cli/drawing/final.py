"""The end of a game: who came where.

Law. Every game's view has the same `result` once it is over, so this draws any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from openingbell_client.cli.output import Output, counted

Seat = Callable[[int], str]


def standing(
    state: Mapping[str, Any],
    seat: Seat,
    out: Output,
    parts: Mapping[str, Sequence[Any]] | None = None,
    number: Callable[[Any], str] = counted,
) -> Iterator[RenderableType]:
    """The final table and who won; nothing while the game runs. `parts`: columns by name, each with a cell a seat."""
    result = state.get("result")
    if result is None:
        return
    columns = parts or {}
    rows = [
        [
            place["rank"],
            seat(place["seat"]),
            *[cells[place["seat"]] for cells in columns.values()],
            Text(number(place["score"]), style="bold"),
        ]
        for place in sorted(result["places"], key=lambda place: (place["rank"], place["seat"]))
    ]
    yield out.table([">Place", "Seat", *[f">{name}" for name in columns], ">Total"], rows, "Final score")
    yield Text(f"\nWon by {' and '.join(map(seat, result['winners']))}.", style="bold")
