"""`python -m openingbell.supervisor`, which is `make run`: the whole server with one command.

Law. The table of the processes, the port, and what is said to whoever started it. How processes are kept running stands
in `supervision`; where the store comes from stands in `embedded`.

The port is opened here, before anything starts, and handed on to gunicorn: a taken port is known at once, and requests
that come while the API starts again wait instead of failing.
"""

from __future__ import annotations

import errno
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from openingbell.embedded import Embedded, EmbeddedError, reworded
from openingbell.errors import Refused
from openingbell.settings import Settings, SettingsError
from openingbell.store import QUEUES
from openingbell.supervision import OWN_NAME, Log, Service, Supervisor
from openingbell.wiring import check

BACKLOG: Final = 1024
ANSWER_WITHIN_S: Final = 5.0
ASK_AGAIN_S: Final = 0.1
COMPLAIN_EVERY_S: Final = 10.0
_ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - shown, not bound


class AddressError(Exception):
    """The server cannot listen where it was told to. The message says why and what helps."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `AddressError`."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            help_ = f"another program, perhaps another Opening Bell, uses it; choose another: PORT={port + 1} make run"
        elif error.errno == errno.EACCES:
            help_ = "the system keeps it for the administrator; choose one from 1024 on with PORT"
        else:
            help_ = f"{error.strerror}; HOST and PORT choose the address"
        raise AddressError(f"cannot listen on port {port} of {host}: {help_}") from None


class Readiness:
    """Asks `/readyz` without ever waiting, and announces the server when the answer is 200."""

    def __init__(self, address: tuple[str, int], announcement: str) -> None:
        self._address = address
        self._announcement = announcement
        self._connection: socket.socket | None = None
        self._answer = b""
        self._since = self._complained = time.monotonic()

    def __call__(self, log: Log) -> bool:
        """Go on asking; True once, when the server is ready."""
        now = time.monotonic()
        if self._connection is None:
            if now - self._since >= ASK_AGAIN_S:
                self._ask(now)
            return False
        answer = self._read(now)
        if answer is None:
            return False
        head, _, body = answer.partition(b"\r\n\r\n")
        if b" 200 " in head.split(b"\r\n", 1)[0]:
            log.announce(self._announcement)
            return True
        if now - self._complained >= COMPLAIN_EVERY_S:
            self._complained = now
            log.write(OWN_NAME, f"not ready yet: {body.decode(errors='replace').strip() or 'no answer'}")
        return False

    def _ask(self, now: float) -> None:
        self._since, self._answer = now, b""
        try:
            self._connection = socket.create_connection(self._address, timeout=ANSWER_WITHIN_S)
            self._connection.sendall(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            self._connection.setblocking(False)
        except OSError:
            self._hang_up()

    def _read(self, now: float) -> bytes | None:
        """The whole answer, empty when the connection broke; None while it is not there yet."""
        assert self._connection is not None
        try:
            while chunk := self._connection.recv(1 << 16):
                self._answer += chunk
        except BlockingIOError:
            if now - self._since < ANSWER_WITHIN_S:
                return None
        except OSError:
            pass
        self._since = now
        self._hang_up()
        return self._answer

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def services(settings: Settings, listener: socket.socket, store: Embedded | None) -> tuple[Service, ...]:
    """The processes of a whole server. `store` is None where `REDIS_URL` names a server that somebody else runs."""
    redis_url = settings.redis() if store is None else store.url
    host, port = listener.getsockname()[:2]
    env: Mapping[str, str] = {
        "REDIS_URL": redis_url,
        "OPENINGBELL_JOBS_URL": settings.jobs_url or redis_url,
        "HOST": host,
        "PORT": str(port),
        "PYTHONUNBUFFERED": "1",
    }
    gunicorn = ("gunicorn", "--config", "python:openingbell.gunicorn_config", "--bind", f"fd://{listener.fileno()}")
    table = (
        []
        if store is None
        else [Service(name="redis", argv=store.argv, inherit=store.inherit, ready=store.answers, reword=reworded)]
    )
    table.append(Service(name="api", argv=_python(*gunicorn), env=env, inherit=(listener.fileno(),)))
    # One queue a worker process, so each queue has processes of its own.
    for queue in QUEUES:
        argv = _python("openingbell.worker", queue)
        table.extend(Service(name=f"{queue}-{n}", argv=argv, env=env) for n in range(1, settings.workers + 1))
    table.append(Service(name="clock", argv=_python("openingbell.clock"), env=env))
    return tuple(table)


Table = Callable[[Settings, socket.socket, Embedded | None], tuple[Service, ...]]


def _python(module: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", module, *arguments)


def _invitation(url: str) -> Iterator[str]:
    """How to play from a second terminal in this folder, where the `bell` command is installed beside this Python."""
    bell = Path(sys.executable).with_name("bell")
    if bell.exists():
        here = bell.relative_to(Path.cwd()) if bell.is_relative_to(Path.cwd()) else bell
        yield f"Play, in another terminal: {here} --url {url} play"


def _box(*lines: str) -> str:
    width = max(map(len, lines))
    rule = "─" * (width + 4)
    return "\n".join(["", f"┌{rule}┐", *(f"│  {line:<{width}}  │" for line in lines), f"└{rule}┘", ""])


def run(settings: Settings, table: Table = services) -> int:
    """Run the processes of `table` until somebody ends it.

    Raises `AddressError`, `EmbeddedError`, or `Refused` for a store that will never do, before any starts.
    """
    with listen(settings.host, settings.port) as listener:
        host, port = listener.getsockname()[:2]
        near = _ANYWHERE.get(host, host)
        url = f"http://[{near}]:{port}" if ":" in near else f"http://{near}:{port}"
        store = Embedded(settings.data) if settings.redis_url is None else None
        if store is None:
            check(settings)
        try:
            games = f"Games: {settings.data}" if store else "Games: in the server that REDIS_URL names"
            box = _box(f"Opening Bell is open: {url}", games, *_invitation(url), "Ctrl-C stops it.")
            supervisor = Supervisor(table(settings, listener, store), opened=Readiness((near, port), box))
            if store:
                store.note(f"{url}, process {os.getpid()}")
                supervisor.log.write(OWN_NAME, f"store: {store.program} at {store.url}")
            return supervisor.run()
        finally:
            if store:
                store.close()


def main() -> int:
    """Run the server; the exit status is 1 when it could not be started."""
    try:
        return run(Settings.read())
    except (SettingsError, EmbeddedError, AddressError, Refused) as error:
        print(f"Opening Bell cannot start: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
