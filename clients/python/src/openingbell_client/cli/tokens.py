"""Who one is at which server: a small file that only its owner can read.

Law. Tokens are kept by server address, never printed in full, and written so that neither a crash nor another reader
ever finds half a file or an open one.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Known:
    """A player at one server."""

    id: str
    name: str
    token: str

    @property
    def hint(self) -> str:
        """The token as it may be shown."""
        return f"{self.token[:4]}…" if len(self.token) > 12 else "…"


def path() -> Path:
    """The file, under the XDG configuration folder."""
    base = os.environ.get("XDG_CONFIG_HOME")
    folder = Path(base) if base and Path(base).is_absolute() else Path.home() / ".config"
    return folder / "openingbell" / "players.json"


def load(url: str) -> Known | None:
    """The player known for this server. A file that is not ours to read, or damaged, counts as empty."""
    entry = _entries().get(url)
    if not isinstance(entry, dict):
        return None
    try:
        return Known(str(entry["id"]), str(entry["name"]), str(entry["token"]))
    except KeyError:
        return None


def save(url: str, known: Known) -> None:
    """Remember the player for this server. Raises `OSError` when the file cannot be written."""
    target = path()
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    entries = {**_entries(), url: asdict(known)}
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".players-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(entries, file, indent=1)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _entries() -> dict[str, object]:
    try:
        found = json.loads(path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
