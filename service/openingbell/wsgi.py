"""The WSGI application, for gunicorn (`openingbell.wsgi:app`).

Law. An entry point: settings, services, app.
"""

from __future__ import annotations

import logging
import sys

from openingbell.api import create_app
from openingbell.settings import Settings
from openingbell.store import Unfit
from openingbell.wiring import at_start, services

_log = logging.getLogger("openingbell.api")
_parts = services(Settings.read())
try:
    at_start(_parts, _log)
except Unfit as unfit:
    sys.exit(f"The API cannot start: {unfit}")
app = create_app(_parts)
