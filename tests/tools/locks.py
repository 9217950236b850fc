"""The lock files: written by `make lock`, looked over by `make check`.

Law. A lock file names every distribution with one exact version and the hashes of its files. It never says where
they come from: no address of a registry, no option of an installer, nothing of the machine that wrote it.

    python tests/tools/locks.py write    # make lock
    python tests/tools/locks.py check    # part of make check
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "deploy" / "requirements"
SOURCES: Final = ("pyproject.toml", "clients/python/pyproject.toml")
EXTRAS: Final = {"server": ("server",), "dev": ("server", "dev")}
HEADER: Final = "# Written by `make lock`; do not edit.\n"
LOCAL: Final = frozenset({"openingbell", "openingbell-client"})

_PIN: Final = re.compile(r"(?P<name>[a-z0-9][a-z0-9-]*)==(?P<version>[A-Za-z0-9.+!]+)(?: ; [^\\]+)? \\")
_HASH: Final = re.compile(r" {4}--hash=sha256:[0-9a-f]{64}(?: \\)?")


def faults(text: str) -> list[str]:
    """What is wrong with the text of a lock file, one sentence a line of it; empty when it is clean."""
    found: list[str] = []
    pinned: str | None = None
    hashes = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("#") and "://" not in line:
            continue
        if pin := _PIN.fullmatch(line):
            if pinned and not hashes:
                found.append(f"line {number}: {pinned} has no hash")
            pinned, hashes = pin["name"], 0
            if pinned in LOCAL:
                found.append(f"line {number}: {pinned} is ours and is never locked")
        elif _HASH.fullmatch(line):
            hashes += 1
        else:
            found.append(f"line {number}: neither a pinned distribution nor a hash: {line}")
    if not pinned or not hashes:
        found.append("the last distribution has no hash, or there is none")
    return found


def unlocked(text: str, requirements: list[str]) -> list[str]:
    """The names in `requirements` that a lock file's text does not pin."""
    pinned = {match["name"] for match in map(_PIN.fullmatch, text.splitlines()) if match}
    names = {re.split(r"[^A-Za-z0-9_.-]", requirement, maxsplit=1)[0].lower() for requirement in requirements}
    return sorted(names - pinned - LOCAL)


def wanted(lock: str) -> list[str]:
    """What the two distributions ask for directly, with the extras of `lock` and what builds them."""
    service, client = (tomllib.loads((ROOT / source).read_text()) for source in SOURCES)
    found: list[str] = [*service["build-system"]["requires"], *client["build-system"]["requires"]]
    found += [*service["project"]["dependencies"], *client["project"]["dependencies"]]
    for extra in EXTRAS[lock]:
        found += service["project"]["optional-dependencies"][extra]
    return found


def check() -> list[str]:
    """Every fault of every lock file, with the file's name."""
    found: list[str] = []
    for name in EXTRAS:
        text = (FOLDER / f"{name}.txt").read_text()
        found += [f"{name}.txt: {fault}" for fault in faults(text)]
        found += [f"{name}.txt: {lost} is not locked: run make lock" for lost in unlocked(text, wanted(name))]
    return found


def write() -> None:
    """Resolve both lock files anew. `dev.txt` keeps every version that `server.txt` chose."""
    for name in EXTRAS:
        target = FOLDER / f"{name}.txt"
        command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
        command += ["--generate-hashes", "--no-annotate", "--no-header", "--upgrade", "--no-emit-index-url"]
        command += ["--no-emit-find-links", "-"]
        if name == "dev":
            command += ["--constraints", str(FOLDER / "server.txt")]
        asked = "\n".join(wanted(name))
        done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, input=asked)
        target.write_text(HEADER + done.stdout)


def main(arguments: list[str]) -> int:
    """Obey `write` or `check`; the exit status is 1 when a lock file is not clean."""
    if arguments == ["write"]:
        write()
    elif arguments != ["check"]:
        print(__doc__, file=sys.stderr)
        return 2
    found = check()
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
