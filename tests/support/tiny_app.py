"""A WSGI application with nothing behind it, for tests of how one is run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answers every request with the number of gunicorn's master process."""
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getppid()).encode()]
