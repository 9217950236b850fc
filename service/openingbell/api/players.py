"""The paths of players.

Law. Translates between HTTP and the players service; decides nothing.
"""

from __future__ import annotations

from flask import Response

from openingbell.api import reading, render
from openingbell.api.answering import ready
from openingbell.api.blueprint import Answer, Blueprint, Operation, Sent
from openingbell.api.schemas import NewPlayer
from openingbell.api.typed import ref
from openingbell.wiring import Services

_NEW_PLAYER = NewPlayer()


def players_blueprint(services: Services) -> Blueprint:
    """Register, and who am I."""
    blueprint = Blueprint("Players", __name__)

    @blueprint.operation(
        "POST",
        "/v1/players",
        Operation(
            id="createPlayer",
            summary="Register a player",
            description=(
                "The answer brings the token that proves who you are; it is shown this once. Send it as "
                "`Authorization: Bearer <token>`. A name need not be unique. Sending this again makes another player."
            ),
            body=Sent(_NEW_PLAYER, {"name": "Ada", "kind": "human"}),
            answers={201: Answer("The player and its token.", ref("NewPlayerAnswer"), headers=("Location",))},
            problems=("store-unavailable",),
            bucket="registering",
        ),
    )
    def create_player() -> Response:
        data = reading.body(_NEW_PLAYER)
        who, token = services.players.register(data["name"], data["kind"])
        body = {"player": render.player(who), "token": token}
        return ready(body, 201, {"Location": "/v1/players/me", "Cache-Control": "no-store"})

    @blueprint.operation(
        "GET",
        "/v1/players/me",
        Operation(
            id="getMe",
            summary="Who am I",
            description="The player whose token was sent.",
            auth="required",
            answers={200: Answer("The player.", ref("Player"))},
            problems=("store-unavailable",),
        ),
    )
    def get_me() -> Response:
        return ready(render.player(reading.player()))

    return blueprint
