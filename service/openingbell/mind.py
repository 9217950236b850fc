"""A mind: `python -m openingbell.mind SECONDS`, started by whoever has bots think (`openingbell.minds`).

Law. Question in, answer out, until nobody asks any more. Bots think in a child; the process itself only sees to it that
there is one, so that the next bot need not wait until everything is loaded again. The child ends by itself, with a
traceback that says where, when a bot thinks for longer than that many seconds, whatever code it is in.
"""

from __future__ import annotations

import faulthandler
import json
import os
import pickle
import signal
import sys
from typing import Any, BinaryIO

from openingbell import codec
from openingbell.bots import bot_named, greedy
from openingbell.minds import SIZE
from openingbell.processes import die_with_parent


def main(limit_s: float) -> int:
    """Answer until the questions end."""
    die_with_parent(os.getppid())
    for number in (signal.SIGINT, signal.SIGTERM):
        # Whoever asks decides when it is over: a bot that is asked while all are told to end still answers.
        signal.signal(number, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    # What a bot prints is no answer.
    os.dup2(2, 1)
    greedy.evaluators()
    _say(answers, b"")
    own = os.getpid()
    while True:
        child = os.fork()
        if child == 0:
            die_with_parent(own)
            _answer(sys.stdin.buffer, answers, limit_s)
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status == 0:
            return 0
        _say(answers, _failed(f"it ended its process, with status {status}"))


def _answer(questions: BinaryIO, answers: BinaryIO, limit_s: float) -> None:
    while question := questions.read(int.from_bytes(questions.read(SIZE), "big")):
        faulthandler.dump_traceback_later(limit_s, exit=True)
        answer = _thought(*pickle.loads(question))  # noqa: S301 - whoever has started this process asks
        faulthandler.cancel_dump_traceback_later()
        _say(answers, answer)


def _thought(bot: str, view: Any, choices: Any, rng: Any) -> bytes:
    try:
        return json.dumps(codec.to_json(bot_named(bot)(view, choices, rng))).encode()
    except BaseException as error:  # noqa: BLE001 - whatever a bot does, somebody waits for an answer
        return _failed(f"{type(error).__name__}: {error}"[:500])


def _failed(why: str) -> bytes:
    return json.dumps({"failed": why}).encode()


def _say(answers: BinaryIO, data: bytes) -> None:
    answers.write(len(data).to_bytes(SIZE, "big") + data)
    answers.flush()


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
