"""Connections on which nobody waits, and lines of them that all have the same time.

Law. What the worker (`gunicorn_worker`) does with them it knows itself. Here a socket never blocks: a thread reads what
has come and writes without an end, and the loop sends the rest.
"""

from __future__ import annotations

import errno
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from gunicorn import util  # type: ignore[import-untyped]
from gunicorn.workers.gthread import TConn  # type: ignore[import-untyped]

from openingbell.api.bounds import LARGEST_BODY, PATIENCE_BYTES
from openingbell.arriving import Arriving

AT_ONCE: Final = 65_536
"""How much is read from one connection before the others have their turn."""

KEPT: Final = LARGEST_BODY * 5 // 4
"""How much is kept of a body, with what stands between its chunks."""

_CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


class Unwaited(socket.socket):
    """A client's socket, on which nobody waits: a thread reads what has come, and writes without an end."""

    def take(self, arrived: bytes) -> None:
        """This has come."""
        self._came = arrived
        self.left = bytearray()

    def rest(self) -> bytes:
        """What has come and was not read."""
        came, self._came = self._came, b""
        return came

    def setblocking(self, flag: bool) -> None:
        """It never blocks."""
        super().setblocking(False)

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """What has come. `ConnectionResetError`, as if the client had left, where a thread would have to wait."""
        if not self._came:
            raise ConnectionResetError(errno.ECONNRESET, "the request did not arrive in time")
        data, self._came = self._came[:size], self._came[size:]
        return data

    def send(self, data: Any, flags: int = 0, /) -> int:
        """Only `100 Continue` is sent so, which the loop has done where somebody waited for it."""
        assert data == _CONTINUE
        return len(data)

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """Send what the client takes at once, and keep the rest, in order."""
        self.left += data
        self.go_on()

    def go_on(self) -> None:
        """Send what is left, as far as the client takes it."""
        with suppress(BlockingIOError):
            while self.left:
                del self.left[: super().send(self.left)]

    def read(self) -> bytes | None:
        """For the loop: what comes; nothing at the end, None while nothing does."""
        try:
            return super().recv(AT_ONCE)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def continue_(self) -> None:
        """For the loop: say that the body may come."""
        with suppress(OSError):
            super().send(_CONTINUE)


class Connection(TConn):  # type: ignore[misc]
    """A connection: what is arriving on it, and whether it goes on after the answer."""

    def __init__(self, cfg: Any, sock: Unwaited, client: Any, server: Any) -> None:
        super().__init__(cfg, sock, client, server)
        self.data_ready = True
        self.goes_on = True
        self.expect()

    def expect(self) -> None:
        """The next request."""
        self.request = Arriving(KEPT, PATIENCE_BYTES)
        self.continued = False

    def close(self, graceful: bool = False) -> None:
        """Close it, now."""
        util.close(self.sock)


class Line:
    """Connections that all have the same time for something; the first is the one whose time is up first."""

    def __init__(self, wait_s: float) -> None:
        self._wait_s = wait_s
        self._until: dict[Connection, float] = {}

    def __len__(self) -> int:
        return len(self._until)

    def add(self, conn: Connection) -> None:
        """Its time begins, or begins anew."""
        self._until.pop(conn, None)
        self._until[conn] = time.monotonic() + self._wait_s

    def drop(self, conn: Connection) -> bool:
        """It waits no longer; whether it did."""
        return self._until.pop(conn, None) is not None

    def first(self) -> Connection | None:
        """Whose time is up first."""
        return next(iter(self._until), None)

    def longest(self) -> Iterator[tuple[float, Connection]]:
        """Who has waited longest, if anybody waits, and since when."""
        for conn, until in self._until.items():
            yield until - self._wait_s, conn
            return

    def overdue(self) -> Iterator[Connection]:
        """Those whose time is up."""
        now = time.monotonic()
        for conn, until in list(self._until.items()):
            if until > now:
                return
            yield conn
