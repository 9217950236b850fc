"""The person at the keyboard, or the script on the other end of a pipe.

Law. Reads lines and shows lines. The commands that work at every question are taken out here; leaving, by whatever
way, is the exception `Left`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar

from openingbell_client.cli.output import Output
from openingbell_client.cli.waiting import Waiting, drop_typed, overdue, typed_ahead

with suppress(ImportError):
    import readline  # noqa: F401 - importing it gives input() its line editing

PROMPT: Final = "> "
Answer = TypeVar("Answer")


class Left(Exception):
    """The person leaves the table; the game goes on without."""


class Off(Exception):
    """What was asked is asked no more: the table has changed."""


class Terminal:
    """Asks on stdout and reads stdin. `commands` maps what may be typed at any question to what it does, which says
    whether the question is off by it (nothing: it is not)."""

    def __init__(self, out: Output, commands: Mapping[str, Callable[[], bool | None]]) -> None:
        self._out = out
        self._commands = commands
        self._prompted = False
        self._news: tuple[Callable[[], Any], Callable[[Any], bool]] | None = None
        self._waiting: Waiting[Any] | None = None

    @property
    def live(self) -> bool:
        """Whether somebody types at a terminal, at any time."""
        return sys.stdin.isatty()

    def say(self, text: str) -> None:
        """Show a line."""
        self._out.item(text)

    def note(self, hint: str) -> None:
        """Show what helps to answer."""
        self._out.item(f"  [{hint}]", style="dim")

    def answer(self, hint: str) -> str:
        """One line, stripped. Raises `Left` on `q` and at the end of the input, `Off` once nothing is asked."""
        while True:
            if hint:
                self.note(hint)
            line = self._line()
            if not self._obeyed(line):
                return line

    def sure(self, question: str) -> bool:
        """Whether the person says yes."""
        self._out.say(question, style="bold")
        self.note("yes or no")
        return self._line().lower() in ("y", "yes")

    @contextmanager
    def listening(self, request: Callable[[], Answer], told: Callable[[Answer], bool]) -> Iterator[None]:
        """At the questions within, the person hears what the request brings, again and again: `told` tells it and says
        whether the question is off. Without a terminal nothing is told before the answer."""
        self._news = (request, told)
        try:
            yield
        finally:
            self._news = None

    def wait(self, request: Callable[[], Answer], typed: Callable[[str], object], *, prompt: bool = False) -> Answer:
        """What the request brings. Commands work meanwhile; other lines go to `typed`, which may ask questions, and
        says whether the request will end of it. With `prompt` the person sees that a line is welcome. Raises `Left`."""
        waiting = Waiting(request)
        try:
            self._invite(prompt)
            while (line := waiting.line()) is not None:
                self._prompted = False
                with suppress(Off):  # whatever has changed the table is the news that is waited for
                    if self._obeyed(line) or not typed(line):
                        self._invite(prompt)
        except EOFError:
            raise Left from None
        return waiting.answer()

    def interrupt(self) -> None:
        """Leave the line on which a prompt stands: something is to be shown. What is half typed is kept."""
        if self._prompted:
            self._out.say()
        self._prompted = False

    def overdue(self) -> list[str]:
        """The lines that were typed before anything was asked."""
        return overdue()

    def _invite(self, prompt: bool) -> None:
        if prompt and self.live and not self._prompted and not typed_ahead():
            sys.stdout.write(PROMPT)
            sys.stdout.flush()
            self._prompted = True

    def _obeyed(self, line: str) -> bool:
        """Whether the line was a command, which has been carried out."""
        command = line.lower()
        if command in ("q", "quit", "exit"):
            raise Left
        if command not in self._commands:
            return False
        if self._commands[command]():
            raise Off
        return True

    def _line(self) -> str:
        if self.live and self._news:
            return self._line_or_news(*self._news)
        if self.live:
            try:
                return input(PROMPT).strip()
            except EOFError:
                raise Left from None
        line = sys.stdin.readline()
        if not line:
            raise Left
        self._out.say(f"{PROMPT}{line.strip()}")
        return line.strip()

    def _line_or_news(self, request: Callable[[], Any], told: Callable[[Any], bool]) -> str:
        """A line; until it comes the news is told. What a question that is off leaves half typed is dropped, since it
        was no answer to the next one. A request that outlives its question serves the next one."""
        while True:
            self._waiting = self._waiting or Waiting(request)
            self._invite(True)
            try:
                line = self._waiting.line()
            except EOFError:
                raise Left from None
            self._prompted = self._prompted and line is None
            if line is not None:
                return line
            waiting, self._waiting = self._waiting, None
            if told(waiting.answer()):
                drop_typed()
                raise Off
