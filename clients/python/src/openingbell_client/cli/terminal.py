"""The person at the keyboard, or the script on the other end of a pipe.

Law. Reads lines and shows lines. The commands that work at every question are taken out here; leaving, by whatever
way, is the exception `Left`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from openingbell_client.cli.output import Output

with suppress(ImportError):
    import readline  # noqa: F401 - importing it gives input() its line editing

PROMPT: Final = "> "


class Left(Exception):
    """The person leaves the table; the game goes on without."""


class Terminal:
    """Asks on stdout and reads stdin. `commands` maps what may be typed at any question to what it does."""

    def __init__(self, out: Output, commands: Mapping[str, Callable[[], None]]) -> None:
        self._out = out
        self._commands = commands

    def say(self, text: str) -> None:
        """Show a line."""
        self._out.say(text)

    def answer(self, hint: str) -> str:
        """One line, stripped. Raises `Left` on `q` and at the end of the input."""
        while True:
            if hint:
                self._out.say(f"  [{hint}]", style="dim")
            line = self._line()
            command = line.lower()
            if command in ("q", "quit", "exit"):
                raise Left
            if command not in self._commands:
                return line
            self._commands[command]()

    def _line(self) -> str:
        if sys.stdin.isatty():
            try:
                return input(PROMPT).strip()
            except EOFError:
                raise Left from None
        line = sys.stdin.readline()
        if not line:
            raise Left
        self._out.say(f"{PROMPT}{line.strip()}")
        return line.strip()
