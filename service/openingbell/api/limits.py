"""What the server allows, at one address.

Law. No number is written here: each is the constant, or follows from the setting, by which the limit is held. The page
docs/limits.md shows `markdown()`, and a test holds it to that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from flask import Response

from openingbell import players, tables
from openingbell.api import bounds, schemas
from openingbell.api.answering import ready
from openingbell.api.blueprint import Answer, Blueprint, Operation
from openingbell.api.typed import ref
from openingbell.news import of_one
from openingbell.rates import scaled
from openingbell.settings import Settings
from openingbell.table import MAX_PAUSES, MAX_REVISIONS, MAX_SEATINGS, MAX_SEATINGS_IN_ALL, timing
from openingbell.tables.seating import LONGEST_ENTROPY, LONGEST_SEED
from openingbell.wiring import Services, most_waiting

_BY: Final = {
    "address": "client address",
    "player": "player, or a stranger's address",
    "decision": "open decision",
}


def limits_blueprint(services: Services) -> Blueprint:
    """The limits."""
    blueprint = Blueprint("Limits", __name__)
    answer = published(services.settings)

    @blueprint.operation(
        "GET",
        "/v1/limits",
        Operation(
            id="getLimits",
            summary="What is allowed",
            description=(
                "Every limit that the server holds its callers to: how often, how large, how many, how long. Each API "
                "process counts rates for itself. Without `rates` nothing is counted."
            ),
            answers={200: Answer("The limits.", ref("Limits"))},
        ),
    )
    def get_limits() -> Response:
        return ready(answer)

    return blueprint


def published(settings: Settings) -> dict[str, Any]:
    """The limits of a server with these settings."""
    rates = [
        {
            "name": each.name,
            "requests": each.requests,
            "window_s": each.seconds,
            "counted_by": each.by,
            "covers": each.covers,
        }
        for each in scaled(settings.rates)
    ]
    items = [
        {"name": name, "value": value, "unit": unit, "about": about} for name, value, unit, about in _items(settings)
    ]
    return {"rates": rates, "items": items}


def markdown() -> str:
    """The two tables of docs/limits.md: what holds where no setting says otherwise."""
    found = published(Settings())
    lines = ["| bucket | requests | within | of one | what counts |", "|---|---|---|---|---|"]
    for each in found["rates"]:
        of_whom = _BY[each["counted_by"]]
        lines.append(f"| `{each['name']}` | {each['requests']} | {each['window_s']} s | {of_whom} | {each['covers']} |")
    lines += ["", "| limit | | meaning |", "|---|---|---|"]
    for each in found["items"]:
        lines.append(f"| `{each['name']}` | {each['value']} {each['unit']} | {each['about']} |")
    return "\n".join(lines) + "\n"


def _items(settings: Settings) -> Iterator[tuple[str, int, str, str]]:
    waiting = most_waiting(settings)
    yield "body", bounds.LARGEST_BODY, "bytes", "The largest body of a request."
    yield "depth", bounds.DEEPEST, "levels", "How deep arrays and objects may be nested in a body."
    yield "digits", bounds.LONGEST_NUMBER, "characters", "The longest number in a body."
    yield "arrive", int(bounds.ARRIVE_S), "s", "The time in which a request must arrive, from its first byte on."
    yield "leave", int(bounds.LEAVE_S), "s", "The time after which a client that takes no more of an answer is left."
    yield "name", players.LONGEST_NAME, "characters", "The longest name of a player."
    yield "entropy", LONGEST_ENTROPY, "characters", "The longest entropy of a seat."
    yield "practice_seed", LONGEST_SEED, "characters", "The longest seed of a practice table."
    yield "cursor", schemas.LONGEST_CURSOR, "characters", "The longest cursor of a list."
    yield "idempotency_key", bounds.LONGEST_KEY, "characters", "The longest Idempotency-Key."
    yield "page", tables.LONGEST_PAGE, "tables", "The largest page of a list."
    yield "events", tables.MOST_HAPPENINGS, "events", "How many events one answer brings at most."
    yield "wait", tables.LONGEST_WAIT_S, "s", "How long a request may wait for news."
    yield "waiting_player", of_one(waiting), "requests", "How many requests of one player may wait in one process."
    yield "waiting", waiting, "requests", "How many requests of all players may wait in one process."
    yield "open_tables", settings.open_tables, "tables", "How many unfinished tables a player may have."
    yield "revisions", MAX_REVISIONS, "moves", "How often a sealed move may be sealed; the last one counts."
    yield "seatings", MAX_SEATINGS, "times", "How often a player may sit down at one table."
    yield "all_seatings", MAX_SEATINGS_IN_ALL, "times", "How often all players together may sit down at one table."
    yield "pauses", MAX_PAUSES, "times", "How often a seat may ask for a pause in one game."
    yield "shortest_move", timing.SHORTEST_MOVE_S, "s", "The shortest time for a decision that a table can have."
    yield "longest_move", timing.LONGEST_MOVE_S, "s", "The longest."
    yield "longest_bank", timing.LONGEST_BANK_S, "s", "The largest time bank of a seat."
    yield "no_clock", timing.IDLE_S, "s", "How long a decision may take at a table without a clock."
    yield "table_waits", timing.WAITING_S, "s", "How long a table waits for players before it is called off."
