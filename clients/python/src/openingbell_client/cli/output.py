"""What `bell` writes: sentences and tables for people, JSON for machines.

Law. Whatever the server sent is shown as text, never obeyed: no markup, and no control characters reach the terminal.
Nothing is wider than the terminal, nor than `WIDEST` columns; --plain is at most 80 without colours or boxes.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

WIDEST: Final = 100
PLAIN: Final = 80


def clean(value: Any) -> str:
    """The value as one line of printable text."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in str(value))


def signed(number: Any) -> str:
    """A number with its sign: +2, 0, −1."""
    if not isinstance(number, int):
        return clean(number)
    return f"+{number:,}" if number > 0 else counted(number)


def counted(number: Any) -> str:
    """A number as it is read: 12, 1,000,012, −1."""
    if not isinstance(number, int):
        return clean(number)
    return f"{number:,}" if number >= 0 else f"−{-number:,}"


class Output:
    """Both streams, in the form that the user asked for."""

    def __init__(self, *, json: bool, plain: bool) -> None:
        self.json = json
        self.plain = plain
        self._out = _console(sys.stdout, plain)
        self._err = _console(sys.stderr, plain)

    @property
    def width(self) -> int:
        """The columns there are to draw in."""
        return self._out.width

    @property
    def live(self) -> bool:
        """Whether stdout is a terminal on which something may be redrawn in place."""
        return self._out.is_terminal and not self.plain and not self.json

    @property
    def console(self) -> Console:
        """Where a live display draws."""
        return self._out

    def document(self, value: Any) -> None:
        """One line of JSON on stdout, at once."""
        sys.stdout.write(json.dumps(value, separators=(",", ":")) + "\n")
        sys.stdout.flush()

    def say(self, text: str = "", style: str = "") -> None:
        """A sentence on stdout (nothing with --json, where stdout belongs to the data)."""
        self.draw(Text(text, style=style))

    def item(self, text: str, style: str = "") -> None:
        """A sentence whose further lines stand under its first, to the right of its indent and number."""
        mark = re.match(r" *(?:\d+ +)?", text)
        assert mark
        self.hang(mark[0], text[mark.end() :], style)

    def hang(self, mark: str, text: str, style: str = "") -> None:
        """A sentence whose further lines stand under its first, to the right of the mark."""
        grid = Table.grid(padding=0)
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row(Text(mark, style=style), Text(text, style=style))
        self.draw(grid)

    def draw(self, *items: RenderableType) -> None:
        """Tables and texts on stdout."""
        if not self.json:
            for item in items:
                self._out.print(item, highlight=False)

    def hint(self, mark: str, command: str) -> None:
        """A command to paste, on stdout: one line however long it is, since a broken one would not do."""
        if not self.json:
            self._out.print(Text(mark + command), highlight=False, soft_wrap=True)

    def warn(self, text: str, *commands: str) -> None:
        """A sentence on stderr; each command that it ends with has a line of its own, however long it is."""
        self._err.print(Text(f"bell: {text}"), highlight=False)
        for command in commands:
            self._err.print(Text(f"  {command}"), highlight=False, soft_wrap=True)

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = "", whole: int = 0) -> Table:
        """A table of texts without rules, since lines are few on a terminal; a column whose name begins with `>` stands
        to the right. What the first `whole` columns have is never broken: it is to be copied."""
        result = Table(
            box=None,
            title=Text(clean(title)) if title else None,
            title_justify="left",
            header_style="bold",
            padding=(0, 2, 0, 0),
            pad_edge=False,
        )
        for at, column in enumerate(columns):
            justify: Literal["left", "right"] = "right" if column.startswith(">") else "left"
            result.add_column(Text(column.removeprefix(">")), justify=justify, overflow="fold", no_wrap=at < whole)
        for row in rows:
            result.add_row(*[cell if isinstance(cell, Text) else Text(clean(cell)) for cell in row])
        return result


def _console(stream: Any, plain: bool) -> Console:
    if plain:
        console = Console(file=stream, color_system=None, force_terminal=False, emoji=False, markup=False)
        console.width = min(console.width, PLAIN)
    else:
        console = Console(file=stream, emoji=False, markup=False)
        console.width = min(console.width, WIDEST)
    return console
