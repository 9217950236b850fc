"""A worker or a clock that is killed without warning just before or just after its n-th write; or another process is.

`python -m tests.support.dying clock|house|bots before|after N [PID]`.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
from typing import Any

from openingbell import clock, worker
from openingbell.store import Logs


def main(who: str, when: str, number: int, victim: int) -> int:
    append = Logs.append
    writes = itertools.count(1)

    def dying(self: Logs, *args: Any, **named: Any) -> Any:
        last = next(writes) == number
        if last and when == "before":
            os.kill(victim, signal.SIGKILL)
        answer = append(self, *args, **named)
        if last:
            os.kill(victim, signal.SIGKILL)
        return answer

    Logs.append = dying  # type: ignore[method-assign]
    return clock.main() if who == "clock" else worker.main([who])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]) if sys.argv[4:] else os.getpid()))
