"""A line between one process and the store that counts commands and breaks, or kills the process, at the n-th.

Law. A Unix socket before the store's own. It understands just enough of the protocol to know where commands end. What
is at the other end is known by the credentials of its socket, so whoever connects is whoever dies.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import struct
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

ANSWER_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class Point:
    """Where: just `before` command `number` reaches the store, or `after` the store has answered it but before the
    process hears that. What happens then: the process is killed, or only its connection is cut (once)."""

    number: int
    when: Literal["before", "after"]
    what: Literal["kill", "cut"]


NOWHERE: Final = Point(0, "before", "cut")
"""A point that is never reached."""


class Line:
    """Listens at `path` and passes on to `store`, for all connections of one process together."""

    def __init__(self, path: Path, store: Path, point: Point) -> None:
        self.path = path
        self.commands = 0
        self.reached = threading.Event()
        self._store = store
        self._point = point
        self._lock = threading.Lock()
        self._listener = socket.socket(socket.AF_UNIX)
        path.unlink(missing_ok=True)
        self._listener.bind(str(path))
        self._listener.listen(64)
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The address, as redis-py understands it."""
        return f"unix://{self.path}?db=0"

    def arm(self, point: Point) -> None:
        """Count anew, for another point."""
        with self._lock:
            self._point, self.commands = point, 0
            self.reached.clear()

    def close(self) -> None:
        """No new connections; those that exist go on until either side ends them."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()
        self.path.unlink(missing_ok=True)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        rest = b""
        with client, suppress(OSError), socket.socket(socket.AF_UNIX) as store:
            store.connect(str(self._store))
            while True:
                readable, _, _ = select.select([client, store], [], [])
                if store in readable:
                    data = store.recv(1 << 16)
                    if not data:
                        return
                    client.sendall(data)
                if client in readable:
                    data = client.recv(1 << 16)
                    if not data:
                        return
                    rest += data
                    while end := command_end(rest):
                        command, rest = rest[:end], rest[end:]
                        if not self._pass(command, client, store):
                            return

    def _pass(self, command: bytes, client: socket.socket, store: socket.socket) -> bool:
        """Pass one command on; False when that was the point and the connection is over."""
        with self._lock:
            self.commands += 1
            here = self.commands == self._point.number
        if not here:
            store.sendall(command)
            return True
        if self._point.when == "after":
            store.sendall(command)
            select.select([store], [], [], ANSWER_S)
        if self._point.what == "kill":
            os.kill(peer(client), signal.SIGKILL)
        self.reached.set()
        return False


def peer(connection: socket.socket) -> int:
    """The process at the other end of a Unix socket."""
    data = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    pid: int = struct.unpack("3i", data)[0]
    return pid


def command_end(data: bytes) -> int:
    """Where the first command in `data` ends; 0 while it is not whole."""
    place = data.find(b"\r\n")
    if place < 0:
        return 0
    assert data[:1] == b"*", "clients send arrays"
    parts, place = int(data[1:place]), place + 2
    for _ in range(parts):
        end = data.find(b"\r\n", place)
        if end < 0:
            return 0
        place = end + 2 + int(data[place + 1 : end]) + 2
    return place if place <= len(data) else 0
