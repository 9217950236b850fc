"""A supervisor as a child process of the test: started, read, signalled, and never left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.support.waiting import until

_STARTED: Final = re.compile(r"supervisor +\| (?P<name>\S+) started, process (?P<pid>\d+)$")
_OPEN: Final = re.compile(r"Opening Bell is open: (?P<url>http://\S+)")
_STORE: Final = re.compile(r"supervisor +\| store: .* at (?P<url>\S+)$")


class Supervised:
    """A running supervisor and what it has said so far. A context manager that stops it at the end."""

    def __init__(self, argv: Sequence[str], env: Mapping[str, str]) -> None:
        self.argv = tuple(argv)
        self._env = {**os.environ, **env}
        self.lines: list[str] = []

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            self.argv, env=self._env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        finally:
            self.process.kill()
            self._reader.join()
            assert self.process.stdout is not None
            self.process.stdout.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(line.rstrip("\n") for line in iter(self.process.stdout.readline, ""))

    @property
    def text(self) -> str:
        """All that was said."""
        return "\n".join(self.lines)

    def pids(self, name: str) -> list[int]:
        """The processes that a service had, the present one last."""
        found = [match for match in map(_STARTED.search, list(self.lines)) if match and match["name"] == name]
        return [int(match["pid"]) for match in found]

    def wait_for(self, words: str) -> str:
        """The first line that contains `words`, once it was said."""

        def said() -> str | None:
            line = next((line for line in list(self.lines) if words in line), None)
            if line is None and self.process.poll() is not None and not self._reader.is_alive():
                raise AssertionError(f"ended without saying {words!r}; it said:\n{self.text}")
            return line

        return until(f"{words!r}", said)

    def wait_pid(self, name: str, starts: int = 1) -> int:
        """The process of a service's start number `starts`."""
        return until(f"start {starts} of {name}", lambda: self.pids(name)[starts - 1 : starts] or None)[0]

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        """Send the supervisor a signal and wait for its end. Returns its exit status."""
        self.process.send_signal(number)
        status = self.process.wait(60)
        self._reader.join()
        return status


class Server(Supervised):
    """A whole Opening Bell server with a free port and a data folder of its own, ready when the block begins.

    Tests ask more than anybody may, from one address and as few players, so it allows more unless `env` says otherwise.
    """

    def __init__(self, data: Path, env: Mapping[str, str] | None = None) -> None:
        own = {"PORT": "0", "HOST": "127.0.0.1", "OPENINGBELL_DATA": str(data), "REDIS_URL": ""}
        own |= {"OPENINGBELL_RATES": "1000", "OPENINGBELL_OPEN_TABLES": "100000"}
        super().__init__([sys.executable, "-m", "openingbell.supervisor"], {**own, **(env or {})})
        self.data = data

    def __enter__(self) -> Self:
        super().__enter__()
        try:
            self.wait_for("Opening Bell is open")
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    @property
    def url(self) -> str:
        """Where the API is."""
        match = _OPEN.search(self.text)
        assert match
        return match["url"]

    @property
    def redis_url(self) -> str:
        """Where the embedded store is."""
        match = next(filter(None, map(_STORE.search, list(self.lines))))
        return match["url"]
