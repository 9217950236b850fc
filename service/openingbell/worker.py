"""The worker process: `python -m openingbell.worker house` or `… bots`.

Law. One queue a process, since a worker that listens to several can lose a job between them. SIGTERM lets the running
job end. Killed without warning it loses nothing: what it did not do is still due, and the clock sees to it.
"""

from __future__ import annotations

import logging
import os
import sys

from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from openingbell import jobs
from openingbell.settings import Settings
from openingbell.store import QUEUES, Unfit
from openingbell.store.link import connect
from openingbell.wiring import at_start, await_answer

WORKER_TTL_S = 30
STORE_ASKED_EVERY_S = 1.0
"""RQ would ask a server that is away ever more rarely, at last once a minute."""

_log = logging.getLogger("openingbell.worker")


def main(arguments: list[str]) -> int:
    """Work on the queue that is named until told to stop."""
    if len(arguments) != 1 or arguments[0] not in QUEUES:
        sys.stderr.write(f"usage: python -m openingbell.worker {'|'.join(QUEUES)}\n")
        return 2
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("rq").setLevel(logging.WARNING)
    if arguments[0] == "bots":
        jobs.mind().start()
    try:
        at_start(jobs.house(), _log)
    except Unfit as unfit:
        _log.error("%s", unfit)
        return 1
    connection = connect(Settings.read().jobs(), answer_timeout_s=None)
    await_answer(connection, STORE_ASKED_EVERY_S, _log)
    queue = Queue(arguments[0], connection=connection, serializer=JSONSerializer)
    worker = SimpleWorker(
        [queue],
        name=f"{arguments[0]}-{os.uname().nodename}-{os.getpid()}",
        connection=connection,
        serializer=JSONSerializer,
        worker_ttl=WORKER_TTL_S,
        log_job_description=False,
    )
    worker.max_connection_wait_time = STORE_ASKED_EVERY_S
    try:
        worker.work(logging_level="WARNING")
    finally:
        jobs.mind().close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
