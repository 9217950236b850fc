"""`bell` in a pseudo-terminal of a given size: what a person at a keyboard sees."""

from __future__ import annotations

import codecs
import errno
import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType
from typing import Self

from rich.cells import cell_len

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x1b\][^\x07]*\x07")


class Pty:
    """A running `bell`; `text` is all that it wrote, without escape sequences."""

    def __init__(self, *args: str, columns: int = 80, rows: int = 24) -> None:
        self._master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        env = {**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
        command = [sys.executable, "-m", "openingbell_client", *args]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True, close_fds=True
        )
        os.close(slave)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pending = ""
        self.text = ""
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    @property
    def widest(self) -> str:
        """The line that takes the most columns, but for commands to paste, which are never broken."""
        return max((line for line in self.text.split("\n") if "-m openingbell_client" not in line), key=cell_len)

    def read(self) -> bool:
        """Take in what is there; False when the program has closed the terminal."""
        if not select.select([self._master], [], [], 0.05)[0]:
            return self.process.poll() is None
        try:
            chunk = os.read(self._master, 65536)
        except OSError as error:
            if error.errno == errno.EIO:
                return False
            raise
        self._take(self._decoder.decode(chunk))
        return bool(chunk)

    def _take(self, piece: str) -> None:
        """Add what was written, except an escape sequence or a line's end that is not whole yet."""
        self._pending += piece
        escape = self._pending.rfind("\x1b")
        whole = len(self._pending)
        if escape >= 0 and not ESCAPES.match(self._pending, escape):
            whole = escape
        elif self._pending.endswith("\r"):
            whole -= 1
        ready, self._pending = self._pending[:whole], self._pending[whole:]
        self.text += ESCAPES.sub("", ready).replace("\r\n", "\n").replace("\r", "\n")

    def expect(self, pattern: str, within_s: float = 60.0) -> str:
        """Wait for new text that matches, and return what matched."""
        deadline = time.monotonic() + within_s
        while True:
            found = re.search(pattern, self.text[self._seen :], re.MULTILINE)
            if found:
                self._seen += found.end()
                return found[0]
            assert time.monotonic() < deadline, f"no {pattern!r} in:\n{self.text[self._seen :]}"
            if not self.read():
                found = re.search(pattern, self.text[self._seen :], re.MULTILINE)
                assert found, f"ended without {pattern!r}; the last of it:\n{self.text[-2000:]}"

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        os.write(self._master, line.encode() + b"\n")

    def press(self, key: bytes) -> None:
        """Press a key."""
        os.write(self._master, key)

    def end(self) -> int:
        """Read to the end; the exit code."""
        while self.read():
            pass
        return self.process.wait(60)
