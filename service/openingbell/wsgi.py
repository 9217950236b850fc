"""The WSGI application, for gunicorn (`openingbell.wsgi:app`).

Law. An entry point: settings, services, app.
"""

from __future__ import annotations

from openingbell.api import create_app
from openingbell.settings import Settings
from openingbell.wiring import services

app = create_app(services(Settings.read()))
