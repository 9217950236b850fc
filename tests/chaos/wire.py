"""HTTP over plain sockets, so that a client can do what no well-behaved library does: hang up, send half, send twice.

Law. Every request becomes an `Exchange` in a history, with what was heard of it or that nothing was. Nothing here
judges an answer.
"""

from __future__ import annotations

import json
import math
import random
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

PATIENCE_S: Final = 3.0
"""How long a client waits for an answer, beyond the time that it asked the server to wait."""


@dataclass(slots=True)
class Exchange:
    """One request. `viewer` is the seat that asked (None: a stranger); times are seconds since 1970.

    `status` is 0 and `heard` infinite when no answer came: the request may have been carried out or not, or may still
    be on its way.
    """

    viewer: int | None
    method: str
    path: str
    body: Any
    sent: float
    heard: float = math.inf
    status: int = 0
    answer: bytes = b""

    @property
    def json(self) -> Any:
        """The body of the answer; None without one."""
        return json.loads(self.answer) if self.answer else None

    @property
    def decision(self) -> tuple[int, int] | None:
        """The seat and the number of the decision that this request wanted to take."""
        if self.method != "PUT":
            return None
        parts = self.path.split("/")
        return int(parts[-3]), int(parts[-1])

    @property
    def final(self) -> bool:
        """Whether the answer, if any, settles what was asked: neither silence nor "not now"."""
        return 200 <= self.status < 500 and self.status != 429


class Hung(Exception):
    """No whole answer came."""


def request(method: str, path: str, token: str | None, body: Any, key: str | None = None) -> bytes:
    """The bytes of a request."""
    data = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: chaos", f"Content-Length: {len(data)}"]
    if body is not None:
        lines.append("Content-Type: application/json")
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if key is not None:
        lines.append(f"Idempotency-Key: {key}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + data


def answer(connection: socket.socket, until: float) -> tuple[int, bytes, bool]:
    """Status, body, and whether the connection stays open. Raises `Hung`, `OSError`."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += _more(connection, until)
    head, _, body = data.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    named = dict(line.lower().split(": ", 1) for line in rest)
    status = int(first.split(" ", 2)[1])
    length = 0 if status in (204, 304) else int(named.get("content-length", 0))
    while len(body) < length:
        body += _more(connection, until)
    return status, body, named.get("connection") != "close"


def _more(connection: socket.socket, until: float) -> bytes:
    left = until - time.time()
    if left <= 0:
        raise Hung
    connection.settimeout(left)
    chunk = connection.recv(1 << 16)
    if not chunk:
        raise Hung
    return chunk


class Caller:
    """Somebody's line to the API: one connection that is kept, to one of its processes; another one when it fails."""

    def __init__(
        self, ports: Sequence[int], token: str | None, viewer: int | None, history: list[Exchange], rng: random.Random
    ) -> None:
        self._ports = ports
        self._token = token
        self._viewer = viewer
        self._history = history
        self._rng = rng
        self._connection: socket.socket | None = None
        self._until = 0.0

    def send(
        self, method: str, path: str, body: Any = None, *, key: str | None = None, part: float = 1.0, wait_s: float = 0
    ) -> Exchange:
        """Send it, or only the first `part` of it; `heard` must follow, or `drop`."""
        exchange = Exchange(self._viewer, method, path, body, time.time())
        self._history.append(exchange)
        self._until = exchange.sent + PATIENCE_S + wait_s
        data = request(method, path, self._token, body, key)
        try:
            if self._connection is None:
                port = self._rng.choice(self._ports)
                self._connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
                self._connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._connection.settimeout(PATIENCE_S)
            self._connection.sendall(data[: math.ceil(len(data) * part)])
        except OSError:
            self.drop()
        return exchange

    def hear(self, exchange: Exchange) -> Exchange:
        """Wait for the answer to what was sent last."""
        if self._connection is None:
            return exchange
        try:
            exchange.status, exchange.answer, stays = answer(self._connection, self._until)
            exchange.heard = time.time()
            if not stays:
                self.drop()
        except (Hung, OSError):
            self.drop()
        return exchange

    def ask(self, method: str, path: str, body: Any = None, *, key: str | None = None, wait_s: float = 0) -> Exchange:
        """Send, and wait for the answer."""
        return self.hear(self.send(method, path, body, key=key, wait_s=wait_s))

    def insist(self, method: str, path: str, body: Any = None, *, until: float, key: str | None = None) -> Exchange:
        """Ask until the answer settles it, or until then."""
        while True:
            exchange = self.ask(method, path, body, key=key)
            if exchange.final or time.time() > until:
                return exchange
            time.sleep(self._rng.uniform(0.02, 0.3))

    def drop(self) -> None:
        """Hang up, whatever is on its way."""
        if self._connection is not None:
            with suppress(OSError):
                self._connection.close()
            self._connection = None
