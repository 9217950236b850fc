"""The end of a game: who came where.

Law. Every game's view has the same `result` once it is over, and so has a table, which knows besides how each seat's
game ended; this draws any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from rich.console import RenderableType
from rich.text import Text

from openingbell_client.cli.output import Output, counted

Seat = Callable[[int], str]
LEFT: Final = {"resign": "resigned", "abandoned": "stayed away", "timeout": "out of time", "rules": ""}
"""How a seat's game ended, where it did not play to the end."""
CALLED_OFF: Final = {
    "aborted": "The game was called off. It counts for nothing.",
    "server": "The house broke the game off. It counts for nothing.",
}


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
    if (why := CALLED_OFF.get(result.get("ended_by"))) is not None:
        yield Text(why, style="bold")
        return
    columns = parts or {}
    gone = any(place.get("ended_by", "rules") != "rules" for place in result["places"])
    rows = [
        [
            place["rank"],
            seat(place["seat"]),
            *[cells[place["seat"]] for cells in columns.values()],
            Text(number(place["score"]), style="bold"),
            *([LEFT.get(place["ended_by"], place["ended_by"])] if gone else []),
        ]
        for place in sorted(result["places"], key=lambda place: (place["rank"], place["seat"]))
    ]
    heads = [">Place", "Seat", *[f">{name}" for name in columns], ">Total", *(["Ended"] if gone else [])]
    yield out.table(heads, rows, "Final score")
    early = "All others have resigned. " if result.get("ended_by") == "resign" else ""
    yield Text(f"\n{early}Won by {' and '.join(map(seat, result['winners'])) or 'nobody'}.", style="bold")
