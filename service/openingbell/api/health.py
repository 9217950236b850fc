"""Whether the process lives, and whether everything that a game needs works.

Law. For machines. `/healthz` touches nothing outside of the process; `/readyz` asks every part.
"""

from __future__ import annotations

from flask import Response

from openingbell.api.answering import ready
from openingbell.api.blueprint import Answer, Blueprint, Operation
from openingbell.api.problems import Problem
from openingbell.api.typed import ref
from openingbell.wiring import Services


def health_blueprint(services: Services) -> Blueprint:
    """The two health checks."""
    blueprint = Blueprint("Health", __name__)

    @blueprint.operation(
        "GET",
        "/healthz",
        Operation(
            id="getHealth",
            summary="Does the process answer",
            description="Always 200 while it does.",
            answers={200: Answer("It does.", ref("Health"))},
            bucket=None,
        ),
    )
    def healthz() -> Response:
        return ready({"status": "ok"})

    @blueprint.operation(
        "GET",
        "/readyz",
        Operation(
            id="getReadiness",
            summary="Does everything work",
            description="200 only when the store, the workers and the clock all work.",
            answers={200: Answer("Everything works.", ref("Readiness"))},
            problems=("not-ready",),
            bucket=None,
        ),
    )
    def readyz() -> Response:
        checks = services.health.ready()
        broken = [name for name, check in checks.items() if not check["ok"]]
        if broken:
            raise Problem("not-ready", f"Not working: {', '.join(broken)}.", checks=checks)
        return ready({"ready": True, "checks": checks})

    return blueprint
