"""What the operating system does for processes that belong together.

Law. Small functions over the system's calls; nothing here knows what the processes are for.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
# Looked up when the module is imported: between fork and exec there is no safe time for it.
_prctl: Final = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def die_with_parent(parent: int, number: signal.Signals = signal.SIGKILL) -> None:
    """Ask the system to send this process `number` when the process `parent` ends, however it ends. Linux only.

    The system watches the *thread* that started this process. To be called in the child, after the fork.
    """
    if _prctl is None:
        return
    _prctl(_PR_SET_PDEATHSIG, int(number), 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def tied_to(parent: int, number: signal.Signals) -> Callable[[], None]:
    """`die_with_parent` as a `preexec_fn`."""
    return lambda: die_with_parent(parent, number)


def signal_group(group: int, number: signal.Signals) -> None:
    """Send `number` to a process group; a group that is gone is fine."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def alive(pid: int) -> bool:
    """Whether a process with this id exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class OutOfTime(Exception):
    """Something took longer than it may."""


@contextmanager
def bounded(limit_s: float) -> Iterator[None]:
    """Raise `OutOfTime` inside when it takes longer. Python interrupts only the main thread: in others there is none.

    A timer that was running before goes on running afterwards.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise OutOfTime(f"more than {limit_s} s")

    before = signal.signal(signal.SIGALRM, ring)
    began = time.monotonic()
    left_s, _ = signal.setitimer(signal.ITIMER_REAL, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left_s:
            signal.setitimer(signal.ITIMER_REAL, max(left_s - (time.monotonic() - began), 0.001))


def interrupt(thread: threading.Thread, error: type[Exception]) -> None:
    """Raise `error` in another thread as soon as it runs Python code; nothing happens to one that has ended."""
    assert thread.ident is not None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(error))
