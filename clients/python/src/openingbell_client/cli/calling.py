"""How `bell` was called, so that a line it tells somebody to type does the same thing when pasted.

Law. What a hint says works in the shell that called: the same program, the same server, the same form of output. It
never shows a token.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from openingbell_client.client import DEFAULT_URL


def usual_url() -> str:
    """The server that a call without `--url` means."""
    return os.environ.get("OPENINGBELL_URL") or DEFAULT_URL


def line(url: str, flags: Sequence[str], words: Sequence[str]) -> str:
    """The command line for these words at that server, quoted for a shell.

    The server is named unless it is the one that everybody's `bell` begins with: a variable may be set for one call.
    """
    server = [] if url == usual_url() == DEFAULT_URL else ["--url", url]
    return shlex.join([*_program(), *words, *server, *flags])


def _program() -> list[str]:
    """What was typed to call us, as far as the process can know."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return [sys.executable, "-m", "openingbell_client"]
    found = shutil.which(called.name)
    return [called.name] if found is not None and _same(Path(found), called) else [str(called)]


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
