"""How gunicorn's threads are kept for requests, and not for connections on which nothing moves.

Law. Only what gunicorn's threaded worker leaves to the client's goodwill. A thread never waits for a client: it gets a
request once that has arrived, and what a client does not take of the answer at once stays with the loop, like a
connection that is closing. Both have their time, and what is no HTTP is answered with a problem like everything else.
It speaks no TLS, and it does not make a flood harmless: whoever serves the open internet puts a proxy in front
(docs/run-it.md).
"""

from __future__ import annotations

import errno
import resource
import secrets
import selectors
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec
from gunicorn.http import errors  # type: ignore[import-untyped]
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, ThreadWorker  # type: ignore[import-untyped]

from openingbell.api.bounds import ARRIVE_S, LEAVE_S
from openingbell.api.problems import MEDIA_TYPE, TABLE, clipped
from openingbell.gunicorn_connections import Connection, Line, Unwaited

LINGER_S: Final = 0.5
"""How long a closing connection is read on, so that the client sees the answer before the end."""

LARGEST_LEFT: Final = 64 << 20
"""How many bytes of answers wait for slow clients in all; of more, whoever has waited longest is left."""

FILES_BESIDE: Final = 64
"""How many files a process opens at most beside its connections and those to the store, of which a thread has one."""

_NO_NEWS: Final = (errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED)
_NO_ROOM: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_NOT_HTTP: Final = (errors.ParseException,)
_OURS: Final = (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)


def affordable(connections: int, beside: int) -> int:
    """How many connections a process may hold that opens `beside` files more. The system is asked to allow them all."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return connections
    wanted = connections + beside if most == resource.RLIM_INFINITY else min(connections + beside, most)
    if allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return max(1, min(connections, max(allowed, wanted) - beside))


class Worker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's threaded worker with clients that are not waited for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._silent = Line(self.cfg.keepalive)
        self._arriving = Line(ARRIVE_S)
        self._leaving = Line(LEAVE_S)
        self._closing = Line(LINGER_S)
        self._left = 0

    def init_process(self) -> None:
        """The process works, until it is told to end."""
        self.worker_connections = affordable(self.cfg.worker_connections, self.cfg.threads + FILES_BESIDE)
        super().init_process()

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """What has happened, for whoever still waits for it: one event may end what another of the same round is of."""
        waiting = self.poller.get_map()
        for key, _ in self.poller.select(timeout):
            if waiting.get(key.fd) is key:
                key.data(key.fileobj)

    def accept(self, listener: socket.socket) -> None:
        """A new connection waits in the loop, where it costs nothing."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno in _NO_ROOM:
                self._make_room()
            elif error.errno not in _NO_NEWS:
                raise
            return
        self.nr_conns += 1
        sock = Unwaited(fileno=client.detach())
        sock.take(b"")
        conn = Connection(self.cfg, sock, address, listener.getsockname())
        self._wait(conn, self._silent, self._on_readable)
        if self.nr_conns >= self.worker_connections:
            self._make_room()

    def on_client_socket_readable(self, conn: Connection, client: socket.socket) -> None:
        """The next request on a connection that was kept."""
        self.keepalived_conns.remove(conn)
        self.poller.unregister(client)
        self._wait(conn, self._silent, self._on_readable)
        self._on_readable(conn, client)

    def handle(self, conn: Connection) -> Any:
        """One request, in a thread."""
        conn.sock.take(bytes(conn.request.data))
        return super().handle(conn)

    def handle_request(self, req: Any, conn: Connection) -> Any:
        """The answer; what cannot go on after it says so."""
        if not conn.request.whole:
            req.force_close()
        return super().handle_request(req, conn)

    def finish_request(self, conn: Connection, done: Any) -> None:
        """The thread is done; the client takes what is left of the answer in its own time."""
        conn.goes_on = not done.cancelled() and done.exception() is None and bool(done.result())
        if conn.sock.fileno() < 0:
            self.nr_conns -= 1
        elif conn.sock.left:
            self._left += len(conn.sock.left)
            self._wait(conn, self._leaving, self._on_writable, selectors.EVENT_WRITE)
            while self._left > LARGEST_LEFT and (slowest := self._leaving.first()) is not None:
                self._end(slowest)
        else:
            self._answered(conn)

    def murder_pending(self) -> None:
        """End what has had its time. A request that did not arrive is answered for what has come of it."""
        for line in (self._silent, self._leaving, self._closing):
            for conn in line.overdue():
                self._end(conn)
        for conn in self._arriving.overdue():
            self._serve(conn)

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

    def _on_readable(self, conn: Connection, _: Any) -> None:
        data = conn.sock.read()
        if data is None:
            return
        if not data:
            # Half a request and no more: its thread says so, if anybody still listens.
            if conn.request.data:
                self._serve(conn)
            else:
                self._end(conn)
            return
        if self._silent.drop(conn):
            self._arriving.add(conn)
        self._came(conn, data)

    def _came(self, conn: Connection, data: bytes) -> None:
        conn.request.add(data)
        if conn.request.arrived:
            self._serve(conn)
        elif conn.request.wants_to_go_on and not conn.continued:
            conn.continued = True
            conn.sock.continue_()

    def _on_writable(self, conn: Connection, _: Any) -> None:
        before = len(conn.sock.left)
        try:
            conn.sock.go_on()
        except OSError:
            self._end(conn)
            return
        self._left -= before - len(conn.sock.left)
        if conn.sock.left:
            self._leaving.add(conn)
        else:
            self._forget(conn)
            self._answered(conn)

    def _on_rest(self, conn: Connection, _: Any) -> None:
        if conn.sock.read() == b"":
            self._end(conn)

    def _answered(self, conn: Connection) -> None:
        """The client has the whole answer: the next request, or the end."""
        if not conn.goes_on:
            with suppress(OSError):
                conn.sock.shutdown(socket.SHUT_WR)
            self._wait(conn, self._closing, self._on_rest)
            return
        rest = conn.parser.unreader.take_buffered() + conn.sock.rest()
        conn.expect()
        if rest:
            self._wait(conn, self._arriving, self._on_readable)
            self._came(conn, rest)
            return
        conn.set_timeout()
        if not self.alive:
            conn.timeout = min(conn.timeout, time.monotonic() + STOP_KEEPALIVE_LINGER)
        self.keepalived_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_client_socket_readable, conn))

    def _wait(
        self,
        conn: Connection,
        line: Line,
        then: Callable[[Connection, Any], None],
        event: int = selectors.EVENT_READ,
    ) -> None:
        line.add(conn)
        self.poller.register(conn.sock, event, partial(then, conn))

    def _serve(self, conn: Connection) -> None:
        self._forget(conn)
        self.enqueue_req(conn)

    def _forget(self, conn: Connection) -> None:
        """The loop waits for nothing on it any more."""
        for line in (self._silent, self._arriving, self._closing):
            line.drop(conn)
        if self._leaving.drop(conn):
            self._left -= len(conn.sock.left)
        self.poller.unregister(conn.sock)

    def _end(self, conn: Connection) -> None:
        self._forget(conn)
        self.nr_conns -= 1
        conn.close()

    def _make_room(self) -> None:
        """The worker has as many connections as it may: one that has its answer must go, else whoever has been of no
        use for longest. So a new one has as long to say something as others need to fill all places anew.
        """
        if (answered := self._closing.first()) is not None:
            self._end(answered)
            return
        longest = min(self._useless(), key=lambda each: each[0], default=None)
        if longest is None:
            return
        _, conn = longest
        if self.keepalived_conns and conn is self.keepalived_conns[0]:
            conn.timeout = 0.0
        else:
            self._end(conn)

    def _useless(self) -> Iterator[tuple[float, Connection]]:
        """Those who have waited longest for their next request, for all of it, or to be rid of an answer."""
        for line in (self._silent, self._arriving, self._leaving):
            yield from line.longest()
        if self.keepalived_conns:
            kept = self.keepalived_conns[0]
            yield kept.timeout - self.cfg.keepalive, kept
