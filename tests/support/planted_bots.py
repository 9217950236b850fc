"""Processes of a house with a bad bot: `python -m tests.support.planted_bots BAD worker|clock|mind ARGUMENT...`.

The bot `greedy` does what `BAD` says, in the mind where bots think; everything else is as it is.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from openingbell import bots, clock, mind, minds, worker

SLOW_S: Final = 1.0


def crashes(view: Any, choices: Any, rng: Any) -> Any:
    """As a fault in C code ends a process."""
    os.kill(os.getpid(), signal.SIGSEGV)


def raises(view: Any, choices: Any, rng: Any) -> Any:
    raise RuntimeError("no idea")


def exits(view: Any, choices: Any, rng: Any) -> Any:
    sys.exit(0)


def leaves(view: Any, choices: Any, rng: Any) -> Any:
    """Past everything that might catch it."""
    os._exit(0)


def hangs(view: Any, choices: Any, rng: Any) -> Any:
    """In Python, and catching all that might stop it."""
    while True:
        try:
            time.sleep(0.01)
        except BaseException:  # noqa: BLE001 - the very habit that is guarded against
            continue


def hangs_in_c(view: Any, choices: Any, rng: Any) -> Any:
    """In C code that keeps the interpreter's lock, where neither a signal handler nor another thread runs."""
    ctypes.PyDLL(None).sleep(3600)


def babbles(view: Any, choices: Any, rng: Any) -> Any:
    return {"type": "buy", "everything": True}


def cheats(view: Any, choices: Any, rng: Any) -> Any:
    """The right kind of action with numbers from nowhere."""
    action = choices.sample(rng)
    for name in action.__dataclass_fields__:
        object.__setattr__(action, name, "x" * 10 if isinstance(getattr(action, name), str) else 10**9)
    return action


def prints(view: Any, choices: Any, rng: Any) -> Any:
    """Good, but talkative."""
    os.write(1, b"thinking aloud " * 100)
    print("thinking aloud", flush=True)
    return choices.sample(rng)


def forks(view: Any, choices: Any, rng: Any) -> Any:
    """Comes back twice, and leaves somebody behind."""
    if os.fork() == 0 and os.fork() == 0:
        time.sleep(3600)
    return choices.sample(rng)


def slow(view: Any, choices: Any, rng: Any) -> Any:
    time.sleep(SLOW_S)
    return choices.sample(rng)


BAD: Final[Mapping[str, Callable[[Any, Any, Any], Any]]] = MappingProxyType(
    {
        each.__name__: each
        for each in (crashes, raises, exits, leaves, hangs, hangs_in_c, babbles, cheats, prints, forks, slow)
    }
)


def main(bad: str, what: str, *arguments: str) -> int:
    """Run the process."""
    plant(bad)
    if what == "mind":
        return mind.main(float(arguments[0]))
    return clock.main() if what == "clock" else worker.main(list(arguments))


def plant(bad: str) -> None:
    """Let this process and the minds that it starts have that bot."""
    bots.BOTS = MappingProxyType({**bots.BOTS, "greedy": BAD[bad]})  # type: ignore[misc]
    minds.MIND = ("-m", "tests.support.planted_bots", bad, "mind")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
