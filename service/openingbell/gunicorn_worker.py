"""How gunicorn's threads are kept for requests, and not for connections on which nothing comes.

Law. Only what gunicorn's threaded worker leaves to the client's goodwill: a connection costs a thread from its first
byte on, a request arrives within `ARRIVE_S`, an answer is taken within `LEAVE_S`, and what is no HTTP is answered with
a problem like everything else. It does not make a flood harmless: whoever serves the open internet puts a proxy in
front (docs/run-it.md).
"""

from __future__ import annotations

import errno
import secrets
import selectors
import socket
import time
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec
from gunicorn import util  # type: ignore[import-untyped]
from gunicorn.http import errors  # type: ignore[import-untyped]
from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

from openingbell.api.problems import MEDIA_TYPE, TABLE, clipped

ARRIVE_S: Final = 10.0
"""How long a request may take to arrive, counted from when a thread begins to read it."""

LEAVE_S: Final = 10.0
"""How long a client may refuse to take more of an answer."""

LINGER_S: Final = 0.5
"""How long a closing connection is read on, so that the client sees the answer before the end."""

_NO_NEWS: Final = (errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED)
_NOT_HTTP: Final = (errors.ParseException,)
_OURS: Final = (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)


class Timely(socket.socket):
    """A client's socket. In a thread, reads end at a common deadline, and each write after `LEAVE_S`."""

    def begin(self) -> None:
        """The next request is read from now on."""
        self._until = time.monotonic() + ARRIVE_S

    def setblocking(self, flag: bool) -> None:
        """Blocking means with a limit."""
        self.settimeout(LEAVE_S if flag else 0)

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """What has come; `ConnectionResetError`, as if the client had left, when the request takes too long."""
        limit = self.gettimeout()
        if not limit:
            return super().recv(size, flags)
        left = self._until - time.monotonic()
        try:
            self.settimeout(max(0.001, min(limit, left)))
            return super().recv(size, flags)
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, "the request did not arrive in time") from None
        finally:
            self.settimeout(limit)


class Connection(TConn):  # type: ignore[misc]
    """A connection that can be closed twice: by the thread that served it, and by the loop that counts it."""

    def close(self, graceful: bool = False) -> None:
        """Close it; gracefully, the last answer is still delivered."""
        if graceful and self.sock.fileno() >= 0:
            util.close_graceful(self.sock, LINGER_S)
        util.close(self.sock)


class Worker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's threaded worker with clients that are not waited for."""

    def accept(self, listener: socket.socket) -> None:
        """A new connection waits in the loop, where it costs nothing, until something comes on it."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno not in _NO_NEWS:
                raise
            return
        self.nr_conns += 1
        conn = Connection(self.cfg, Timely(fileno=client.detach()), address, listener.getsockname())
        conn.set_timeout()
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def handle(self, conn: Connection) -> Any:
        """One request, in a thread, the lingering end included: in the loop it would keep everybody else waiting."""
        conn.sock.begin()
        goes_on = super().handle(conn)
        if not goes_on:
            conn.sock.begin()
            conn.close(graceful=True)
        return goes_on

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: Exception) -> None:
        """What could not be read as HTTP is a problem; the log tells what was wrong, without quoting it."""
        if not isinstance(exc, _NOT_HTTP) or isinstance(exc, _OURS):
            super().handle_error(req, client, addr, exc)
            return
        self.log.warning("a request that is no HTTP: %s", type(exc).__name__)
        kind, request_id = TABLE["malformed-request"], secrets.token_hex(8)
        body = msgspec.json.encode(kind.members(request_id, clipped(f"{kind.meaning} ({type(exc).__name__})")))
        head = (
            f"HTTP/1.1 {kind.status} Bad Request",
            "Connection: close",
            f"Content-Type: {MEDIA_TYPE}",
            f"Content-Length: {len(body)}",
            "Cache-Control: no-store",
            f"X-Request-Id: {request_id}",
        )
        with suppress(OSError):
            client.sendall("\r\n".join((*head, "", "")).encode() + body)
