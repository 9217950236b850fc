"""The person at the keyboard, or the script on the other end of a pipe.

Law. Reads lines and shows lines. The commands that work at every question are taken out here; leaving, by whatever
way, is the exception `Left`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, TypeVar

from openingbell_client.cli.output import Output
from openingbell_client.cli.waiting import Waiting

with suppress(ImportError):
    import readline  # noqa: F401 - importing it gives input() its line editing

PROMPT: Final = "> "
Answer = TypeVar("Answer")


class Left(Exception):
    """The person leaves the table; the game goes on without."""


class Terminal:
    """Asks on stdout and reads stdin. `commands` maps what may be typed at any question to what it does."""

    def __init__(self, out: Output, commands: Mapping[str, Callable[[], None]]) -> None:
        self._out = out
        self._commands = commands

    def say(self, text: str) -> None:
        """Show a line."""
        self._out.item(text)

    def answer(self, hint: str) -> str:
        """One line, stripped. Raises `Left` on `q` and at the end of the input."""
        while True:
            if hint:
                self._out.item(f"  [{hint}]", style="dim")
            line = self._line()
            if not self._obeyed(line):
                return line

    def wait(self, request: Callable[[], Answer], typed: Callable[[str], None]) -> Answer:
        """What the request brings. Commands work meanwhile; other lines go to `typed`, which may ask questions. Raises
        `Left`."""
        waiting = Waiting(request)
        try:
            while (line := waiting.line()) is not None:
                if not self._obeyed(line):
                    typed(line)
        except EOFError:
            raise Left from None
        return waiting.answer()

    def _obeyed(self, line: str) -> bool:
        """Whether the line was a command, which has been carried out."""
        command = line.lower()
        if command in ("q", "quit", "exit"):
            raise Left
        if command not in self._commands:
            return False
        self._commands[command]()
        return True

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
