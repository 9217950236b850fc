"""The paths of tables that are the same for every game: the lobby, seats, start, events, the record.

Law. Translates between HTTP and the table services; decides nothing.
"""

from __future__ import annotations

from flask import Response

from openingbell.api import metering, reading, render
from openingbell.api.answering import ready
from openingbell.api.blueprint import STORE, Answer, Blueprint, Operation, Sent
from openingbell.api.problems import Problem
from openingbell.api.schemas import EventsQuery, Listing, Start, TakeSeat, WantPause
from openingbell.api.typed import ref
from openingbell.rules.kernel import catalogue
from openingbell.tables import LONGEST_WAIT_S, MOST_HAPPENINGS
from openingbell.wiring import Services

_LISTING, _EVENTS, _TAKE_SEAT, _START, _PAUSE = Listing(), EventsQuery(), TakeSeat(), Start(), WantPause()
_TABLE_PATH = "/v1/tables/<table:table>"


def tables_blueprint(services: Services) -> Blueprint:
    """Find tables, sit down, start."""
    blueprint = Blueprint("Tables", __name__)

    @blueprint.operation(
        "GET",
        "/v1/tables",
        Operation(
            id="listTables",
            summary="List tables",
            description="The public tables, newest first, or with `mine` those where you sit.",
            auth="optional",
            query=Listing,
            answers={200: Answer("A page of tables.", ref("TableList"))},
            problems=("no-such-game", "invalid-cursor", *STORE),
        ),
    )
    def list_tables() -> Response:
        caller = reading.caller()
        wanted = reading.query(_LISTING)
        if wanted["mine"] and caller is None:
            raise Problem("unauthenticated")
        game = wanted.get("game")
        if game is not None and game not in catalogue():
            raise Problem("no-such-game", f"There is no game named {game!r}.")
        found, cursor = services.tables.listing(
            caller,
            status=wanted.get("status"),
            game=game,
            mine=wanted["mine"],
            limit=wanted["limit"],
            cursor=wanted.get("cursor"),
        )
        items = [render.listed(each) for each in found]
        return ready({"items": items, "next": cursor} if cursor else {"items": items})

    @blueprint.operation(
        "GET",
        _TABLE_PATH,
        Operation(
            id="getTable",
            summary="Show a table",
            description="Its game, options, seats, commitment, scores, and where to go from there.",
            auth="optional",
            answers={200: Answer("The table.", ref("Table"))},
            problems=("no-such-table", *STORE),
        ),
    )
    def get_table(table: str) -> Response:
        return ready(render.table(services.tables.read(table, reading.caller())))

    @blueprint.operation(
        "POST",
        f"{_TABLE_PATH}/seats",
        Operation(
            id="takeSeat",
            summary="Take a seat",
            description="Sit down, once: whoever sits there already stays and gets 200.",
            auth="required",
            body=Sent(_TAKE_SEAT, {"entropy": "my lucky words"}, required=False),
            answers={
                201: Answer("You sit.", ref("Table")),
                200: Answer("You sat there already.", ref("Table")),
            },
            problems=(
                "no-such-table",
                "no-such-seat",
                "seat-taken",
                "table-full",
                "table-begun",
                "too-many-tables",
                "too-often",
                *STORE,
            ),
            bucket="writing",
        ),
    )
    def take_seat(table: str) -> Response:
        caller = reading.player()
        data = reading.body(_TAKE_SEAT, required=False)
        snapshot, sat = services.tables.sit(table, caller, data.get("seat"), data.get("entropy", ""))
        return ready(render.table(snapshot), 200 if sat else 201)

    @blueprint.operation(
        "POST",
        f"{_TABLE_PATH}/start",
        Operation(
            id="startTable",
            summary="Start the game",
            description=(
                "Say that you are ready. The game begins when everybody at a full table is, or some seconds after the "
                "last seat was taken. `fill` gives the empty seats to a house bot. Repeating it changes nothing: the "
                "entropy that you gave the first time counts."
            ),
            auth="required",
            body=Sent(_START, {"fill": "greedy"}, required=False),
            answers={200: Answer("The table.", ref("Table"))},
            problems=("no-such-table", "not-your-seat", "no-such-bot", *STORE),
            bucket="writing",
        ),
    )
    def start_table(table: str) -> Response:
        caller = reading.player()
        data = reading.body(_START, required=False)
        if "fill" in data:
            reading.house_bot(data["fill"], "/fill")
        snapshot = services.tables.start(table, caller, data.get("entropy", ""), data.get("fill"))
        return ready(render.table(snapshot))

    _add_attending(blueprint, services)
    _add_reading(blueprint, services)
    return blueprint


def _add_attending(blueprint: Blueprint, services: Services) -> None:
    tables = services.tables
    shown = {200: Answer("The table.", ref("Table"))}

    @blueprint.operation(
        "DELETE",
        f"{_TABLE_PATH}/seats/<whole:seat>",
        Operation(
            id="leaveSeat",
            summary="Give a seat up",
            description="Before the game begins. Afterwards one resigns.",
            auth="required",
            bucket="writing",
            answers=shown,
            problems=("no-such-path", "no-such-table", "not-your-seat", "table-begun", *STORE),
        ),
    )
    def leave_seat(table: str, seat: int) -> Response:
        return ready(render.table(tables.leave(table, reading.player(), seat)))

    @blueprint.operation(
        "POST",
        f"{_TABLE_PATH}/resign",
        Operation(
            id="resign",
            summary="Resign",
            description=(
                "Give the game up for good. A house bot plays the seat to the end, and it ranks behind those who "
                "stayed; if only one is left who has not resigned, the game is over."
            ),
            auth="required",
            bucket="writing",
            answers=shown,
            problems=("no-such-table", "not-your-seat", "table-not-begun", *STORE),
        ),
    )
    def resign(table: str) -> Response:
        return ready(render.table(tables.resign(table, reading.player())))

    @blueprint.operation(
        "POST",
        f"{_TABLE_PATH}/return",
        Operation(
            id="comeBack",
            summary="Take your seat back",
            description=(
                "From the house bot that sits in for you. The decision that is open, or the next one, is yours again, "
                "with its whole time, except that a sealed step keeps its one deadline. Taking an open decision does "
                "the same."
            ),
            auth="required",
            bucket="writing",
            answers=shown,
            problems=("no-such-table", "not-your-seat", "table-not-begun", "resigned", *STORE),
        ),
    )
    def come_back(table: str) -> Response:
        return ready(render.table(tables.come_back(table, reading.player())))

    @blueprint.operation(
        "POST",
        f"{_TABLE_PATH}/pause",
        Operation(
            id="wantPause",
            summary="Pause, or go on",
            description=(
                "Say that you want time to stand still (`wanted` true) or to go on (false). It happens once all who "
                "play here say so; house bots do not mind. Who came back into a pause never agreed to it, and ends it "
                "alone. A pause ends by itself after a while: `pause.until`."
            ),
            auth="required",
            bucket="writing",
            body=Sent(_PAUSE, {"wanted": True}),
            answers=shown,
            problems=("no-such-table", "not-your-seat", "table-not-begun", "absent", "resigned", "too-often", *STORE),
        ),
    )
    def want_pause(table: str) -> Response:
        caller = reading.player()
        return ready(render.table(tables.want_pause(table, caller, reading.body(_PAUSE)["wanted"])))

    @blueprint.operation(
        "POST",
        f"{_TABLE_PATH}/abort",
        Operation(
            id="abortTable",
            summary="Call the game off",
            description=(
                "Whoever made a table may call it off while it waits for players, and every player a game in which "
                "nobody has decided anything yet. It counts for nothing."
            ),
            auth="required",
            bucket="writing",
            answers=shown,
            problems=("no-such-table", "not-your-seat", "too-late-to-abort", *STORE),
        ),
    )
    def abort_table(table: str) -> Response:
        return ready(render.table(tables.abort(table, reading.player())))


def _add_reading(blueprint: Blueprint, services: Services) -> None:
    @blueprint.operation(
        "GET",
        f"{_TABLE_PATH}/events",
        Operation(
            id="listEvents",
            summary="Follow a table",
            description=(
                f"What you were told since event `after`. With `wait` the answer waits up to {LONGEST_WAIT_S} seconds "
                f"for the next one; 204 says that there is none yet. At most {MOST_HAPPENINGS} at a time: ask again "
                "from `next`."
            ),
            auth="optional",
            query=EventsQuery,
            answers={
                200: Answer("Events in order.", ref("EventList")),
                204: Answer("Nothing new."),
            },
            problems=("no-such-table", "too-many-waiting", *STORE),
            bucket="following",
        ),
    )
    def list_events(table: str) -> Response:
        caller = reading.caller()
        wanted = reading.query(_EVENTS)
        happenings, _ = services.tables.happenings(
            table, caller, wanted["after"], wanted["wait"], who=metering.whoever(), gone=reading.hung_up()
        )
        if not happenings:
            return Response(status=204, headers={"Cache-Control": "private, no-cache"})
        return ready(render.events(happenings))

    @blueprint.operation(
        "GET",
        f"{_TABLE_PATH}/record",
        Operation(
            id="getRecord",
            summary="Download the game",
            description=(
                "While the game runs: what you were told. Once it is over: every entry, every seat's entropy and the "
                "secret, from which anybody can recompute every deal."
            ),
            auth="optional",
            answers={200: Answer("The record.", ref("Record"))},
            problems=("no-such-table", *STORE),
        ),
    )
    def get_record(table: str) -> Response:
        return ready(render.record(services.tables.record(table, reading.caller())))
