"""Bots that think in a process of their own, so that what happens to a bot happens to nobody else.

Law. A mind is given what a seat sees and answers with an action's JSON; it has no store, no secret and no state of a
game, and whoever asks it waits for so long and no longer. A bot that crashes, hangs (in C code too, where no exception
reaches it) or answers nonsense costs the mind, which is started anew, and its own seat the default.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Any, Final

from openingbell import codec
from openingbell.processes import signal_group
from openingbell.rules.choices import Choices
from openingbell.rules.kernel import Action, Rng, tag

THINKING_S: Final = 2.0
"""How long a house bot may think about one move."""

START_S: Final = 8.0
"""How long a mind may take until it listens."""

OVER_S: Final = 0.5
"""How much longer than it may think a mind is waited for: it ends by itself, and says where it was."""

SIZE: Final = 4
"""Each message is preceded by its length, in so many bytes, big endian."""

LONGEST: Final = 1 << 20
"""How many bytes an answer may have."""

MIND: tuple[str, ...] = ("-m", "openingbell.mind")


class BotFailed(Exception):
    """A bot has no action to offer: it crashed, took too long, or answered nonsense."""


class Mind:
    """One mind; started when it is first needed. One thread at a time may ask it; others wait for their turn."""

    def __init__(self, limit_s: float = THINKING_S) -> None:
        self._limit_s = limit_s
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = False
        self._turn = threading.Lock()

    def start(self) -> None:
        """Start it, without waiting until it listens."""
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(
                (sys.executable, *MIND, str(self._limit_s)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )

    def think(self, bot: str, view: Any, choices: Choices, rng: Rng) -> Action:
        """What the bot of that name does. Raises `BotFailed`."""
        with self._turn:
            try:
                answer = codec.loads(self._asked(pickle.dumps((bot, view, choices, rng))))
            except codec.Undecodable as error:
                self.close()
                raise BotFailed(f"its answer is no JSON: {error}") from error
            except BaseException:
                # An answer that nobody has waited for must not be taken for the next one.
                self.close()
                raise
        if isinstance(answer, dict) and "failed" in answer:
            raise BotFailed(answer["failed"])
        return _action(answer, choices)

    def close(self) -> None:
        """End it, whatever it is doing, and whatever its bots have started."""
        process, self._process, self._ready = self._process, None, False
        if process is not None:
            signal_group(process.pid, signal.SIGKILL)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                with suppress(OSError):
                    pipe.close()

    def _asked(self, question: bytes) -> bytes:
        self.start()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        source = process.stdout.fileno()
        try:
            if not self._ready:
                _message(source, START_S)
                self._ready = True
            process.stdin.write(len(question).to_bytes(SIZE, "big") + question)
            process.stdin.flush()
            return _message(source, self._limit_s + OVER_S)
        except (TimeoutError, EOFError, OSError) as error:
            raise BotFailed(f"it gave no answer: {str(error) or type(error).__name__}") from error


def _message(source: int, within_s: float) -> bytes:
    """The next message. Raises `TimeoutError`, and `EOFError` when there will be none."""
    until = time.monotonic() + within_s
    size = int.from_bytes(_bytes(source, SIZE, until), "big")
    if size > LONGEST:
        raise EOFError(f"{size} bytes are no answer")
    return _bytes(source, size, until)


def _bytes(source: int, number: int, until: float) -> bytes:
    data = b""
    while len(data) < number:
        left_s = until - time.monotonic()
        if left_s <= 0 or not select.select([source], [], [], left_s)[0]:
            raise TimeoutError("it took too long")
        chunk = os.read(source, number - len(data))
        if not chunk:
            raise EOFError("its process has ended")
        data += chunk
    return data


def _action(answer: Any, choices: Choices) -> Action:
    """The action of that JSON. Raises `BotFailed` unless it is of a kind that is offered."""
    kind = answer.get("type") if isinstance(answer, dict) else repr(answer)[:50]
    for choice in choices:
        if tag(choice.action) == kind:
            try:
                return codec.from_json(choice.action, answer)
            except codec.Undecodable as error:
                raise BotFailed(f"its answer is no {kind}: {error}") from error
    raise BotFailed(f"its answer, {kind}, is not offered")
