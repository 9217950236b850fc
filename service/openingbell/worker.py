"""The worker process: `python -m openingbell.worker house` or `… bots`.

Law. One queue a process, since a worker that listens to several can lose a job between them. SIGTERM lets the running
job end. Killed without warning it loses nothing: what it did not do is still due, and the clock sees to it. If the
server of the jobs goes away in the middle of one, that is said in a line and the worker ends; whoever has started it
starts another.
"""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from typing import Any

from rq import Queue, SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from openingbell import jobs
from openingbell.settings import Settings
from openingbell.store import QUEUES, Unfit
from openingbell.store.link import AWAY, connect
from openingbell.wiring import at_start, await_answer

WORKER_TTL_S = 30
STORE_ASKED_EVERY_S = 1.0
"""RQ would ask a server that is away ever more rarely, at last once a minute."""

_log = logging.getLogger("openingbell.worker")


class Worker(SimpleWorker):
    """RQ's worker in this process, to which a server that is away is no failure of a job."""

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """A job has failed."""
        if isinstance(exc_info[1], AWAY):
            _log.warning("job %s is left to the clock: the server of the jobs went away: %s", job.id, exc_info[1])
        else:
            super().handle_exception(job, *exc_info)

    def teardown(self) -> None:
        """Sign off, if there is anybody to tell."""
        with suppress(*AWAY):
            super().teardown()  # type: ignore[no-untyped-call]


def in_a_line(record: logging.LogRecord) -> bool:
    """Of a server that is away a log says no more than that: the traceback would show where it was missed."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, AWAY):
        record.msg, record.args = "the server of the jobs is away: %s", (error,)
        record.exc_info = None
    return True


def main(arguments: list[str]) -> int:
    """Work on the queue that is named until told to stop."""
    if len(arguments) != 1 or arguments[0] not in QUEUES:
        sys.stderr.write(f"usage: python -m openingbell.worker {'|'.join(QUEUES)}\n")
        return 2
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("rq").setLevel(logging.WARNING)
    logging.getLogger("rq.worker").addFilter(in_a_line)
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
    worker = Worker(
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
    except AWAY as error:
        _log.warning("the server of the jobs is away: %s", error)
        return 1
    finally:
        jobs.mind().close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
