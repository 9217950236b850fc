"""The HTTP API: Flask in front of the services.

Law. HTTP only: reading requests, calling one service method, rendering what it gave. `create_app` puts the parts
together; everything that does not change is made there, once.
"""

from __future__ import annotations

from typing import Final

import flask_smorest  # type: ignore[import-untyped]
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import BaseConverter

from openingbell.api import answering, document, games, health, limits, pages, players, shapes, tables
from openingbell.api.schemas import DIGITS, LARGEST_NUMBER, coded_schema
from openingbell.api.typed import Components
from openingbell.wiring import Services

__all__ = ["DOCUMENT", "create_app"]

DOCUMENT: Final = "openingbell.document"
"""Where the app keeps its OpenAPI document, among Flask's extensions."""

VERSION: Final = "1.0.0"
"""The version of the API's document; the paths carry the major one."""


class TableId(BaseConverter):
    """A table's id: whatever else stands there cannot be one, but is answered like one that does not exist."""

    regex = "[^/]+"
    part_isolating = True


class Whole(BaseConverter):
    """A whole number of at most nine digits."""

    regex = DIGITS

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)


class _Api(flask_smorest.Api):  # type: ignore[misc]
    DEFAULT_ERROR_RESPONSE_NAME = None


def create_app(services: Services) -> Flask:
    """The WSGI application over these services."""
    app = Flask(__name__, static_folder=None)
    app.config.update(
        API_TITLE="Opening Bell",
        API_VERSION=VERSION,
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX=None,
    )
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False
    app.url_map.converters.update(table=TableId, whole=Whole)
    app.extensions["openingbell"] = services
    if proxies := services.settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=0)  # type: ignore[method-assign]
    components = Components(shapes.SHAPES)
    types = games.all_types(components)
    api = _Api(app, spec_kwargs=document.options())
    api.ma_plugin.converter.add_attribute_function(coded_schema)
    api.register_converter(TableId, lambda _: {"type": "string"})
    api.register_converter(Whole, lambda _: {"type": "integer", "minimum": 0, "maximum": LARGEST_NUMBER})
    document.register(api.spec, {**shapes.SHAPES, **components.schemas})
    blueprints = [
        games.catalogue_blueprint(types),
        players.players_blueprint(services),
        tables.tables_blueprint(services),
        limits.limits_blueprint(services),
        *(games.game_blueprint(each, services) for each in types.values()),
        health.health_blueprint(services),
    ]
    for blueprint in blueprints:
        api.register_blueprint(blueprint)
    app.extensions[DOCUMENT] = document.Document(api, types)
    app.register_blueprint(pages.pages_blueprint(app.extensions[DOCUMENT]))
    answering.install(app, services.health.now_ms, services.link.begin_request)
    return app
