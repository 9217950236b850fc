"""Waiting for the server while the person may type.

Law. Whatever comes first ends the wait, the answer or a line; nothing here knows what is waited for. Without a terminal
nobody types ahead, and a line on a pipe belongs to the next question: then only the answer ends it.
"""

from __future__ import annotations

import os
import select
import sys
import termios
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Generic, TypeVar

Answer = TypeVar("Answer")
LONGEST_LINE = 4096


class Waiting(Generic[Answer]):
    """A request under way in a thread of its own, which ends with the program. `line` waits, `answer` is what came."""

    def __init__(self, request: Callable[[], Answer]) -> None:
        self._request = request
        self._future: Future[Answer] = Future()
        self._done, self._tell = os.pipe()
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._future.set_result(self._request())
        except BaseException as error:  # noqa: BLE001 - whoever asks for the answer gets it
            self._future.set_exception(error)
        finally:
            os.close(self._tell)

    def line(self) -> str | None:
        """The next line that the person types, stripped; None once the answer is there. Raises `EOFError` at the end
        of the input."""
        watched = [sys.stdin.fileno()] if sys.stdin.isatty() else []
        ready, _, _ = select.select([self._done, *watched], [], [])
        if self._done in ready:
            return None
        typed = os.read(watched[0], LONGEST_LINE)
        if not typed:
            raise EOFError
        return typed.decode(errors="replace").strip()

    def answer(self) -> Answer:
        """What came, or the exception that came instead."""
        try:
            return self._future.result()
        finally:
            os.close(self._done)


def typed_ahead() -> bool:
    """Whether a line stands at the terminal that nobody has read."""
    return sys.stdin.isatty() and bool(select.select([sys.stdin.fileno()], [], [], 0)[0])


def overdue() -> list[str]:
    """The lines that stand at the terminal and that nobody has read."""
    lines = []
    while typed_ahead() and (typed := os.read(sys.stdin.fileno(), LONGEST_LINE)):
        lines.append(typed.decode(errors="replace").strip())
    return lines


def drop_typed() -> None:
    """Forget what stands at the terminal, half a line too."""
    termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
