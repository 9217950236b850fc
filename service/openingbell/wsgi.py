"""The WSGI application, for gunicorn (`openingbell.wsgi:app`).

Law. An entry point: settings, services, app.
"""

from __future__ import annotations

import logging
import sys
from typing import Final

from openingbell.api import create_app
from openingbell.settings import Settings
from openingbell.store import Unfit
from openingbell.wiring import at_start, services

STOP_ALL: Final = 3
"""The status with which a worker process tells gunicorn that starting another one is of no use."""

_parts = services(Settings.read())
try:
    at_start(_parts, logging.getLogger("openingbell.api"))
except Unfit as unfit:
    sys.stderr.write(f"The API cannot start: {unfit}\n")
    sys.exit(STOP_ALL)
app = create_app(_parts)
