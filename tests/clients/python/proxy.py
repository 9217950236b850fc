"""A TCP proxy that breaks connections as a test tells it. It stands between a real client and the real server."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

Fault = Literal["cut-answer", "half-answer", "reset", "delay", "none"]
"""`cut-answer`: the server gets the request and answers, the client never hears it. `half-answer`: it hears half.
`reset`: the client is reset before the server hears anything. `delay`: everything arrives, but too late for a client
that waits for less than `DELAY_S`."""

DELAY_S = 1.0


@dataclass
class Proxy:
    """Faults are used up in order, one a request that begins with `only`; afterwards everything passes."""

    upstream: tuple[str, int]
    only: bytes = b""
    faults: list[Fault] = field(default_factory=list)
    applied: list[Fault] = field(default_factory=list)
    url: str = ""

    def next_fault(self, request: bytes) -> Fault:
        if not self.faults or not request.startswith(self.only):
            return "none"
        self.applied.append(self.faults.pop(0))
        return self.applied[-1]

    def serve(self, client: socket.socket) -> None:
        """One connection, request by request, until either side is done or a fault ends it."""
        with client, suppress(OSError), socket.create_connection(self.upstream, timeout=60) as server:
            while request := read_message(client):
                fault = self.next_fault(request)
                if fault == "reset":
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    return
                server.sendall(request)
                answer = read_message(server, answering=request)
                if fault == "cut-answer":
                    return
                if fault == "half-answer":
                    client.sendall(answer[: len(answer) // 2])
                    return
                if fault == "delay":
                    time.sleep(DELAY_S)
                client.sendall(answer)


def read_message(source: socket.socket, answering: bytes = b"") -> bytes:
    """A whole HTTP message with a Content-Length; empty when the connection ended."""
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = source.recv(65536)
        if not chunk:
            return b""
        data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    status = head.split(b" ", 2)[1]
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    if answering and status in (b"204", b"304"):
        length = 0
    while len(body) < length:
        chunk = source.recv(65536)
        if not chunk:
            return b""
        body += chunk
    return head + b"\r\n\r\n" + body


@contextmanager
def proxied(url: str, *faults: Fault, only: bytes = b"") -> Iterator[Proxy]:
    """A proxy before the server at `url`, listening at its own `url`."""
    parts = urlsplit(url)
    proxy = Proxy((parts.hostname or "", parts.port or 80), only, list(faults))
    listener = socket.create_server(("127.0.0.1", 0))
    proxy.url = f"http://127.0.0.1:{listener.getsockname()[1]}"

    def accept() -> None:
        with suppress(OSError):
            while True:
                client, _ = listener.accept()
                client.settimeout(60)
                threading.Thread(target=proxy.serve, args=(client,), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()
