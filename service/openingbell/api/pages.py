"""The pages for people, and the document for machines.

Law. Everything that a page needs comes from this server: no outside address, no inline script. Whoever keeps a copy of
anything asks whether it is still the one, so that no page of this release works with a file of the last. Until there is
a web client, `/` says what this is and where to go.
"""

from __future__ import annotations

from functools import partial
from mimetypes import guess_type
from pathlib import Path
from typing import Final

import flask_swagger_ui  # type: ignore[import-untyped]
from flask import Blueprint, Response, render_template, request
from markupsafe import Markup, escape

from openingbell.api import metering
from openingbell.api.document import Document
from openingbell.api.guides import PATH, RULES, guides, rules_path
from openingbell.api.problems import TABLE, Problem
from openingbell.rules.kernel import catalogue

_SWAGGER: Final = Path(flask_swagger_ui.__file__).parent / "dist"
_STATIC: Final = Path(__file__).parent / "static"
_FILES: Final = {
    path.name: path
    for path in (
        *(_SWAGGER / name for name in ("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png")),
        *_STATIC.iterdir(),
    )
}
"""What lies under `/static`, by name."""
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'{}; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_PLAIN_POLICY: Final = _POLICY.format("")
_DOCS_POLICY: Final = _POLICY.format(" 'unsafe-inline'")
"""Swagger UI sets style attributes; its scripts are files."""


def pages_blueprint(document: Document) -> Blueprint:
    """The front page, the reference and what belongs to them."""
    found = guides()
    others = [(path, guide.title) for path, guide in found.items() if not path.startswith(RULES)]
    blueprint = Blueprint("pages", __name__, template_folder="templates")
    blueprint.add_app_template_filter(_code, "code")
    blueprint.before_request(partial(metering.count, "reading"))

    @blueprint.get("/")
    def front() -> Response:
        games = [(game, rules_path(game.name)) for game in catalogue().values()]
        address = request.host_url.rstrip("/")
        return _page("front.html", _PLAIN_POLICY, games=games, guides=others, address=address)

    @blueprint.get("/docs")
    def docs() -> Response:
        return _page("docs.html", _DOCS_POLICY)

    @blueprint.get("/docs/problems")
    def problems() -> Response:
        return _page("problems.html", _PLAIN_POLICY, kinds=TABLE.values())

    @blueprint.get(f"{PATH}/<path:page>")
    def guide(page: str) -> Response:
        asked = found.get(f"{PATH}/{page}")
        if asked is None:
            raise Problem("no-such-path", f"There is nothing at {request.path}.")
        return _page("guide.html", _PLAIN_POLICY, guide=asked)

    @blueprint.get("/openapi.json")
    def openapi() -> Response:
        return _kept(Response(document.compact, content_type="application/json"))

    @blueprint.get("/static/<name>")
    def static(name: str) -> Response:
        path = _FILES.get(name)
        if path is None:
            raise Problem("no-such-path", f"There is nothing at {request.path}.")
        response = Response(path.read_bytes(), mimetype=guess_type(path.name)[0])
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return _kept(response)

    return blueprint


def _code(text: str) -> Markup:
    """Text between backquotes as code."""
    parts = (
        Markup("<code>{}</code>").format(part) if odd % 2 else escape(part) for odd, part in enumerate(text.split("`"))
    )
    return Markup("").join(parts)


def _kept(response: Response) -> Response:
    """The answer, to be kept for as long as asking finds the same content; 304 where it is what the client has."""
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


def _page(template: str, policy: str, **values: object) -> Response:
    response = Response(render_template(template, **values), content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = policy
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cache-Control"] = "no-cache"
    return response
