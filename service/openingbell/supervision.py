"""Keeps a set of processes running: starts, watches, starts again, stops.

Law. Knows processes, not what they do: a `Service` is a command line with a name. One thread, one loop; nothing it
starts outlives it, even when it is killed outright.

A service with a `ready` test is a foundation: those listed after it start once it is ready, and it is stopped after
them.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final, TextIO

from openingbell.processes import signal_group, tied_to

TICK_S: Final = 0.05
FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
STEADY_S: Final = 10.0
GIVE_UP_AFTER: Final = 5
GRACE_S: Final = 10.0
FOUNDATION_GRACE_S: Final = 60.0
LINE_BYTES: Final = 1 << 16
# A pipe of the usual size, read twice over.
PIPE_READS: Final = 2
OWN_NAME: Final = "supervisor"
_COLOURS: Final = (36, 32, 33, 35, 34, 31)
_ENDINGS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A command to keep running: its name in the log, what it adds to the environment, descriptors it inherits.

    `reword` turns a line that it writes into what the log says instead.
    """

    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    inherit: tuple[int, ...] = ()
    ready: Callable[[], bool] | None = None
    reword: Callable[[str], str] = str


class Log:
    """Lines on a stream, each with the name of who said it; coloured where that is a terminal."""

    def __init__(self, stream: TextIO, names: Iterable[str]) -> None:
        self._stream = stream
        self._names = [*names, OWN_NAME]
        self._width = max(map(len, self._names))
        self._colour = stream.isatty() and "NO_COLOR" not in os.environ
        self.broken = False

    def write(self, name: str, text: str) -> None:
        """One line of `name`'s. A stream that nobody reads any more is remembered in `broken`, not raised."""
        prefix = f"{name:<{self._width}} | "
        if self._colour:
            prefix = f"\x1b[{_COLOURS[self._names.index(name) % len(_COLOURS)]}m{prefix}\x1b[0m"
        self._print(f"{prefix}{text}\n")

    def announce(self, text: str) -> None:
        """Text for the reader, without a name; it stands out where the stream is a terminal."""
        self._print(f"\x1b[1m{text}\x1b[0m\n" if self._colour else f"{text}\n")

    def _print(self, text: str) -> None:
        if self.broken:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            self.broken = True
            # What is still buffered would raise once more when Python ends.
            with Path(os.devnull).open("w") as nowhere:
                os.dup2(nowhere.fileno(), self._stream.fileno())


class Child:
    """A service and the process that runs it now, if one does."""

    def __init__(self, service: Service, log: Log, selector: selectors.BaseSelector) -> None:
        self.service = service
        self.ready = False
        self.failures = 0
        self._log = log
        self._selector = selector
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""
        self._started = 0.0
        self._status = 0
        self._not_before = 0.0

    @property
    def running(self) -> bool:
        """Whether a process was started and its end was not seen yet."""
        return self._process is not None

    def start(self) -> None:
        """Start the process, unless it runs or its pause is not over."""
        if self._process is not None or time.monotonic() < self._not_before:
            return
        # The default handling of an orphan is to end at once; a foundation may tidy up.
        orphaned = signal.SIGKILL if self.service.ready is None else signal.SIGTERM
        self._process = subprocess.Popen(
            self.service.argv,
            env={**os.environ, **self.service.env},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=self.service.inherit,
            start_new_session=True,
            preexec_fn=tied_to(os.getpid(), orphaned),  # noqa: PLW1509 - this process has one thread
        )
        self._started = time.monotonic()
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self._selector.register(self._process.stdout, selectors.EVENT_READ, self)
        self._log.write(OWN_NAME, f"{self.service.name} started, process {self._process.pid}")

    def pump(self) -> None:
        """Pass on the lines that the process has written."""
        if self._process is None or self._process.stdout is None or self._process.stdout.closed:
            return
        chunk = self._process.stdout.read(LINE_BYTES)
        *lines, self._rest = (self._rest + (chunk or b"")).split(b"\n")
        if self._rest and (len(self._rest) >= LINE_BYTES or chunk == b""):
            lines, self._rest = [*lines, self._rest], b""
        for line in lines:
            self._log.write(self.service.name, self.service.reword(line.decode(errors="replace").rstrip("\r")))
        if chunk == b"":
            self._close()

    def ended(self) -> bool:
        """Whether the process has ended since the last look; what it left behind in its group is ended too."""
        if self._process is None or self._process.poll() is None:
            return False
        signal_group(self._process.pid, signal.SIGKILL)
        self._drain()
        self._status = self._process.returncode
        self._process = None
        self.ready = False
        return True

    def _drain(self) -> None:
        """The last words: what lies in the pipe now. Whoever else still holds its other end is not waited for."""
        for _ in range(PIPE_READS):
            self.pump()
        self._close()

    def _close(self) -> None:
        if self._process is not None and self._process.stdout is not None and not self._process.stdout.closed:
            self._selector.unregister(self._process.stdout)
            self._process.stdout.close()

    def pause(self) -> None:
        """After an end that nobody asked for: say so, and set when the next start may be."""
        steady = time.monotonic() - self._started >= STEADY_S
        self.failures = 1 if steady else self.failures + 1
        wait = min(FIRST_PAUSE_S * 2 ** (self.failures - 1), LONGEST_PAUSE_S)
        self._not_before = time.monotonic() + wait
        self._log.write(OWN_NAME, f"{self.service.name} {_ending(self._status)}; starting it again in {wait:g} s")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal: the gentle one to the process, the last one to all of its group."""
        if self._process is None:
            return
        if number == signal.SIGKILL:
            signal_group(self._process.pid, number)
        else:
            self._process.send_signal(number)


class Supervisor:
    """Runs services until somebody asks it to stop.

    `opened` is asked again and again once all have started; when it first says True the house is open, and from then
    on no number of failures makes the supervisor give up. Before, a service that dies five times in a row ends it all.
    """

    def __init__(
        self,
        services: Iterable[Service],
        *,
        opened: Callable[[Log], bool] = lambda _: True,
        stream: TextIO = sys.stdout,
    ) -> None:
        services = tuple(services)
        self.log = Log(stream, (service.name for service in services))
        self._selector = selectors.DefaultSelector()
        self._children = [Child(service, self.log, self._selector) for service in services]
        self._ask_opened = opened
        self._open = False
        self._asked = 0

    def run(self) -> int:
        """Run, in the main thread, until SIGINT, SIGTERM or SIGHUP; the exit status is 0, or 1 after giving up."""
        before = {number: signal.signal(number, self._ask) for number in _ENDINGS}
        try:
            while not self._asked and not self.log.broken:
                if not self._turn():
                    return 1
            self.log.write(OWN_NAME, "stopping; once more Ctrl-C does not wait for anybody")
            return 0
        finally:
            self._stop()
            self._selector.close()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self._asked += 1

    def _turn(self) -> bool:
        """One turn of the loop; False when there is no use in going on."""
        self._listen()
        for child in self._children:
            if child.ended():
                child.pause()
                if not self._open and child.failures >= GIVE_UP_AFTER:
                    self.log.write(OWN_NAME, f"{child.service.name} does not start; its last words are above")
                    return False
        if self._started() and not self._open:
            self._open = self._ask_opened(self.log)
        return True

    def _listen(self) -> None:
        if not self._selector.get_map():
            time.sleep(TICK_S)
            return
        for key, _ in self._selector.select(TICK_S):
            key.data.pump()

    def _started(self) -> bool:
        """Start what may start now; whether everything runs."""
        for child in self._children:
            child.start()
            if child.service.ready is None:
                continue
            child.ready = child.ready or (child.running and child.service.ready())
            if not child.ready:
                return False
        return all(child.running for child in self._children)

    def _stop(self) -> None:
        """End everything: first what stands on the foundations, all together, then the foundations, last one first."""
        above = [child for child in self._children if child.service.ready is None]
        self._end(above, GRACE_S)
        for child in reversed(self._children):
            if child.service.ready is not None:
                self._end([child], FOUNDATION_GRACE_S)
        self.log.write(OWN_NAME, "stopped")

    def _end(self, children: list[Child], grace_s: float) -> None:
        asked, deadline = self._asked, time.monotonic() + grace_s
        for child in children:
            child.signal(signal.SIGTERM)
        left = [child for child in children if child.running]
        while left:
            self._listen()
            left = [child for child in left if not child.ended()]
            if left and (self._asked > max(asked, 1) or time.monotonic() > deadline):
                for child in left:
                    self.log.write(OWN_NAME, f"{child.service.name} does not end; killing it")
                    child.signal(signal.SIGKILL)
                deadline = time.monotonic() + grace_s


def _ending(status: int) -> str:
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"
