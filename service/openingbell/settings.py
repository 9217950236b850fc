"""What an operator may choose: one frozen object, read from the environment once.

Law. Every setting of the service is a field here, with the name of its variable, its meaning and its check; nothing
else reads the environment. Whoever starts a process calls `Settings.read` once and hands the result down.
`docs/run-it.md` shows `table()`, and a test holds it to that.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from openingbell.store.fitness import ACCEPTABLE

DATA: Final = Path(".data")
_REDIS_SCHEMES: Final = ("redis", "rediss", "unix")


class SettingsError(Exception):
    """A variable has a value that does not do. The message names the variable, the value and what would do."""


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return read


def _redis_url(text: str) -> str:
    try:
        parts = urlsplit(text)
        sound = parts.scheme in _REDIS_SCHEMES and bool(parts.path if parts.scheme == "unix" else parts.hostname)
        _ = parts.port
    except ValueError:
        sound = False
    if not sound:
        raise ValueError("an address such as redis://host:6379/0, rediss://… or unix:///path/to/socket")
    return text


def _faults(text: str) -> frozenset[str]:
    found = frozenset(part.strip() for part in text.split(","))
    if not found <= ACCEPTABLE:
        raise ValueError(f"some of {', '.join(sorted(ACCEPTABLE))}, separated by commas")
    return found


def _host(text: str) -> str:
    if not text.strip() or any(character in text for character in " /@"):
        raise ValueError("an address or a name of this machine, such as 127.0.0.1 or 0.0.0.0")
    return text


def _folder(text: str) -> Path:
    return Path(text).expanduser().absolute()


def _setting(variable: str, meaning: str, read: Callable[[str], Any], default: Any, shown: str = "") -> Any:
    about = {"variable": variable, "meaning": meaning, "read": read, "shown": shown or f"`{default}`"}
    if isinstance(default, Path):
        return field(default_factory=default.absolute, metadata=about)
    return field(default=default, metadata=about)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one process. `redis_url` is None only where the supervisor is to start the embedded server."""

    host: str = _setting("HOST", "Address to listen on. `0.0.0.0`: all of this machine's.", _host, "127.0.0.1")
    port: int = _setting("PORT", "Port to listen on. `0`: a free one, printed at the start.", _whole(0, 65535), 8765)
    data: Path = _setting(  # noqa: RUF009 - it is a field, of a type that ruff does not know to be immutable
        "OPENINGBELL_DATA",
        "Folder of the games, where the embedded server is used.",
        _folder,
        DATA,
        "`.data`",
    )
    redis_url: str | None = _setting(
        "REDIS_URL",
        "Redis 7.0 or newer, or Valkey 7.2 or newer, that holds the games. Unset: the embedded server.",
        _redis_url,
        None,
        "unset",
    )
    jobs_url: str | None = _setting(
        "OPENINGBELL_JOBS_URL",
        "Server of the job queues. It may not be a cluster; losing it loses no game.",
        _redis_url,
        None,
        "`REDIS_URL`",
    )
    api_processes: int = _setting("OPENINGBELL_API_PROCESSES", "Processes that answer HTTP.", _whole(1, 64), 2)
    api_threads: int = _setting("OPENINGBELL_API_THREADS", "Threads in each of them.", _whole(2, 256), 16)
    proxies: int = _setting(
        "OPENINGBELL_PROXIES",
        "How many proxies of yours every request passes; the last of them that many say in `X-Forwarded-For` who asks.",
        _whole(0, 16),
        0,
    )
    rates: int = _setting(
        "OPENINGBELL_RATES",
        "What the [rates](limits.md) are multiplied by, for load tests. `0`: nothing is counted.",
        _whole(0, 1_000_000),
        1,
    )
    open_tables: int = _setting(
        "OPENINGBELL_OPEN_TABLES",
        "Unfinished tables that a player may have created or sit at.",
        _whole(1, 1_000_000),
        50,
    )
    accepted: frozenset[str] = _setting(
        "OPENINGBELL_ACCEPT",
        "Faults of the store that you live with, separated by commas: `eviction`, `not-append-only`.",
        _faults,
        frozenset(),
        "none",
    )
    workers: int = _setting(
        "OPENINGBELL_WORKERS", "Worker processes that `make run` starts for each queue.", _whole(1, 64), 1
    )

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings that `environment` holds. Unset and empty variables take the default.

        Raises `SettingsError` for the first value that does not do.
        """
        values: dict[str, Any] = {}
        for part in fields(cls):
            variable: str = part.metadata["variable"]
            text = environment.get(variable, "").strip()
            if not text:
                continue
            try:
                values[part.name] = part.metadata["read"](text)
            except ValueError as error:
                raise SettingsError(f"{variable}={text!r}: expected {error}") from None
        return cls(**values)

    def redis(self) -> str:
        """The address of the games' server. Raises `SettingsError` when it is not set."""
        if self.redis_url is None:
            raise SettingsError("REDIS_URL is not set: start everything with `make run`, or name a server")
        return self.redis_url

    def jobs(self) -> str:
        """The address of the job queues' server. Raises `SettingsError` when neither it nor `REDIS_URL` is set."""
        return self.jobs_url or self.redis()


def table() -> str:
    """All settings as a Markdown table, for the documentation."""
    rows = ["| variable | default | meaning |", "|---|---|---|"]
    for part in fields(Settings):
        about = part.metadata
        rows.append(f"| `{about['variable']}` | {about['shown']} | {about['meaning']} |")
    return "\n".join(rows) + "\n"
