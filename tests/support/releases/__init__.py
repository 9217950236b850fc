"""Releases that differ in the rules of one game, and processes that run one of them.

`python -m tests.support.releases FOLDER MODULE ARGUMENT...` runs a module with the games of the folder beside ours.
"""

from __future__ import annotations

import importlib
import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import openingbell.rules.games
from openingbell.rules.kernel import catalogue, editions

_HERE = Path(__file__).parent
V1 = (_HERE / "closing_call_v1.py").read_text()
V2 = (_HERE / "closing_call_v2.py").read_text()


def release(folder: Path, **modules: str) -> Path:
    """A folder of games, module by module."""
    folder.mkdir()
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def install(folder: Path) -> None:
    """Let the folder's games be found beside ours, before anybody looks."""
    openingbell.rules.games.__path__.append(str(folder))


def main(folder: str, module: str, *arguments: str) -> None:
    """Become that module's process."""
    install(Path(folder))
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """This process runs the release of that folder inside the block."""
    path = openingbell.rules.games.__path__

    def forget() -> None:
        for name in [name for name in sys.modules if name.startswith("openingbell.rules.games.closing_call")]:
            del sys.modules[name]
        importlib.invalidate_caches()
        catalogue.cache_clear()
        editions.cache_clear()

    before = list(path)
    install(folder)
    forget()
    try:
        yield
    finally:
        path[:] = before
        forget()
