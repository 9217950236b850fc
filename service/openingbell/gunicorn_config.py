"""How gunicorn runs the API, by `make run` and in a container alike (`-c python:openingbell.gunicorn_config`).

Law. Only gunicorn's own names, filled from `Settings`. The address to listen on comes from the command line.
"""

from __future__ import annotations

from typing import Any

from openingbell.processes import die_with_parent
from openingbell.settings import Settings

_settings = Settings.read()

wsgi_app = "openingbell.wsgi:app"
worker_class = "openingbell.gunicorn_worker.Worker"
workers = _settings.api_processes
threads = _settings.api_threads
bind = f"{_settings.host}:{_settings.port}"
# Waiting requests end by themselves at the latest after their `wait`; a stop does not wait for all of them.
graceful_timeout = 5
timeout = 30
keepalive = 15
# Headers are small here: a token, an ETag, an idempotency key.
limit_request_line = 4094
limit_request_fields = 64
limit_request_field_size = 8190
errorlog = "-"
loglevel = "warning"
control_socket_disable = True
# A file is sent like every other answer: whoever takes it slowly keeps no thread.
sendfile = False


def post_fork(_server: Any, worker: Any) -> None:
    """A worker process never outlives gunicorn's master, even a killed one: the port must be free for the next."""
    die_with_parent(worker.ppid)
