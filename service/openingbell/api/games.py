"""One game's types and paths, cut from its facts by one function.

Law. Nothing here knows any game by name. `Types` holds what follows from a game once and for all: schemas, the loader
of its actions, the revision of its views. The hot path (view, decisions) reads with the codec, which accepts exactly
what the schemas say (a test compares the two), and answers with ready bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from flask import Response, request

from openingbell.api import game_shapes, metering, reading, render
from openingbell.api.answering import matches, not_modified, ready, view_etag
from openingbell.api.blueprint import STORE, Answer, Blueprint, Operation, Sent
from openingbell.api.guides import rules_path
from openingbell.api.problems import Problem
from openingbell.api.schemas import ViewQuery, new_table, typed_name
from openingbell.api.typed import Components, Schema, ref
from openingbell.bots import BOTS
from openingbell.codec import Undecodable, pointer, tagged_from_json
from openingbell.errors import IllegalAction
from openingbell.readings import Order, Snapshot
from openingbell.rules.kernel import Action, Game, catalogue, editions, tag
from openingbell.table import NO_CLOCK
from openingbell.wiring import Services

EXAMPLE_SEED: Final = "example"
_VIEW_QUERY: Final = ViewQuery()


class Edition:
    """The types of one game in one version of its rules, as components whose names begin with `prefix`."""

    def __init__(self, game: Game, components: Components, prefix: str) -> None:
        self.game = game
        self.prefix = prefix
        tags = [tag(move) for move in game.moves]
        name = self.name
        components.union(
            name("Action"),
            game.moves,
            prefix=self.prefix,
            description=f"What a player of {game.title} may do. `type` says which of them it is.",
        )
        schemas = components.schemas
        schemas[name("DecisionBody")] = {
            "type": "object",
            "properties": {"action": ref(name("Action"))},
            "required": ["action"],
            "additionalProperties": False,
        }
        schemas[name("Choice")] = game_shapes.choice(game, tags)
        schemas[name("Decision")] = game_shapes.decision(name("Choice"), name("Action"))
        state = components.of(game.View, prefix=self.prefix)
        schemas[name("TableView")] = game_shapes.view(game, state, name("Decision"))
        schemas[name("Decided")] = game_shapes.decided(name("TableView"), name("Action"))
        own = components.reachable(ref(name("TableView")))
        self.revision = hashlib.sha256(json.dumps(own, sort_keys=True).encode()).hexdigest()[:8]
        reached = {**own, **components.reachable(ref(name("DecisionBody")))}
        self.shape = json.dumps(reached, sort_keys=True).replace(prefix, "")

    def name(self, kind: str) -> str:
        """The name of one of the game's components."""
        return self.prefix + kind

    def load(self, data: Any) -> Action:
        """The action in the body of a decision. Raises `Undecodable`."""
        if not isinstance(data, dict):
            raise Undecodable("the body is not an object")
        unknown = next((member for member in data if member != "action"), None)
        if unknown is not None:
            message = f'{unknown} is not a member of a decision, which is {{"action": {{"type": …}}}}'
            raise Undecodable(message, pointer((unknown,)))
        if "action" not in data:
            raise Undecodable('action is missing; a decision is {"action": {"type": …}}', "/action")
        try:
            action: Action = tagged_from_json(self.game.moves, data["action"])
        except Undecodable as error:
            raise Undecodable(error.message, f"/action{error.pointer}") from None
        return action


class Types(Edition):
    """What the API needs of one game of the catalogue: made once, when the app is.

    `older` are the frozen editions by version. Where one's types differ from today's, the document shows both: a
    table's `rules_version` says which of them are its own.
    """

    def __init__(self, game: Game, components: Components) -> None:
        super().__init__(game, components, typed_name(game))
        self.older: dict[int, Edition] = {}
        self._unlike: list[Edition] = []
        for (name, version), old in editions().items():
            if name == game.name and version != game.version:
                own = Components()
                self.older[version] = edition = Edition(old, own, f"{self.prefix}V{version}")
                if edition.shape != self.shape:
                    components.schemas.update(own.schemas)
                    self._unlike.append(edition)
        self.options = components.of(game.Options, prefix=self.prefix, closed=True)
        self.new_table = new_table(game, self.options)
        self.option_schema = standalone(self.options, components.schemas)

    def edition(self, version: int) -> Edition:
        """The types of a table of that version."""
        return self.older.get(version, self)

    def schema(self, kind: str) -> Schema:
        """The component of that kind: one for each version whose types differ."""
        refs = [ref(edition.name(kind)) for edition in (self, *self._unlike)]
        return refs[0] if len(refs) == 1 else {"anyOf": refs}

    def order(self, data: Mapping[str, Any]) -> Order:
        """The table that a loaded body asks for. Raises `Problem` for bots that do not exist or do not fit."""
        bots = data.get("bots", ())
        for place, bot in enumerate(bots):
            reading.house_bot(bot, f"/bots/{place}")
        if len(bots) + data["join"] > data["seats"]:
            raise Problem("invalid-body", f"{len(bots)} bots do not fit into the seats.", pointer="/bots")
        return Order(
            game=self.game.name,
            seats=data["seats"],
            options=data.get("options", self.game.Options()),
            bots=tuple(bots),
            clock=data.get("clock", NO_CLOCK),
            private=data["private"],
            practice_seed=data.get("practice_seed"),
            join=data["join"],
            entropy=data.get("entropy", ""),
            fingerprint=hashlib.sha256(repr((self.game.name, sorted(data.items()))).encode()).hexdigest(),
        )

    def listed(self) -> dict[str, Any]:
        """The game in the catalogue."""
        game = self.game
        return {
            "name": game.name,
            "title": game.title,
            "summary": game.summary,
            "seats": list(game.seats),
            "rules_version": game.version,
            "options": self.option_schema,
            "moves": [tag(move) for move in game.moves],
            "bots": list(BOTS),
            "links": {"rules": rules_path(game.name), "tables": f"/v1/games/{game.name}/tables"},
        }


def standalone(schema: Schema, components: Mapping[str, Schema]) -> Schema:
    """The schema with every reference replaced by what it refers to."""
    if "$ref" in schema:
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        target = components[schema["$ref"].rpartition("/")[2]]
        return standalone({**target, **rest}, components)
    return {key: _standalone(value, components) for key, value in schema.items()}


def _standalone(value: Any, components: Mapping[str, Schema]) -> Any:
    if isinstance(value, dict):
        return standalone(value, components)
    if isinstance(value, list):
        return [_standalone(item, components) for item in value]
    return value


def all_types(components: Components) -> dict[str, Types]:
    """The types of every game in the catalogue, by name."""
    return {name: Types(game, components) for name, game in catalogue().items()}


def catalogue_blueprint(types: Mapping[str, Types]) -> Blueprint:
    """The catalogue."""
    blueprint = Blueprint("Games", __name__)
    listing = {"items": [each.listed() for each in types.values()]}

    @blueprint.operation(
        "GET",
        "/v1/games",
        Operation(
            id="listGames",
            summary="List the games",
            description=(
                "Every game that this server plays, with the JSON Schema of its options and the house bots. The first "
                "is the house's front game: what a client offers to whoever asks for none."
            ),
            answers={200: Answer("The catalogue.", ref("GameList"))},
        ),
    )
    def list_games() -> Response:
        return ready(listing)

    return blueprint


def game_blueprint(types: Types, services: Services) -> Blueprint:
    """The paths of one game: create a table, see it, decide."""
    game = types.game
    blueprint = Blueprint(game.title, __name__)
    path = f"/v1/games/{game.name}/tables"

    @blueprint.operation(
        "POST",
        path,
        Operation(
            id=f"create{types.prefix}Table",
            summary=f"Create a table of {game.title}",
            description=(
                "The answer brings the commitment to the secret behind every deal. You take the first seat unless "
                "`join` is false. With the header `Idempotency-Key` a repeated request finds the table that the first "
                "one made."
            ),
            auth="required",
            headers=("IdempotencyKey",),
            body=Sent(
                types.new_table, {"seats": min(4, max(game.seats)), "bots": ["greedy"], "practice_seed": EXAMPLE_SEED}
            ),
            answers={
                201: Answer("The new table.", ref("Table"), headers=("Location",)),
                200: Answer("The table that this key made before.", ref("Table"), headers=("Location",)),
            },
            problems=(
                "invalid-options",
                "no-such-bot",
                "invalid-header",
                "idempotency-key-reused",
                "too-many-tables",
                *STORE,
            ),
            bucket="creating",
        ),
    )
    def create_table() -> Response:
        caller = reading.player()
        key = reading.idempotency_key()
        order = types.order(reading.body(types.new_table))
        snapshot, existed = services.tables.create(caller, order, key)
        headers = {"Location": f"/v1/tables/{snapshot.table.facts.id}"}
        return ready(render.table(snapshot), 200 if existed else 201, headers)

    @blueprint.operation(
        "GET",
        f"{path}/<table:table>/view",
        Operation(
            id=f"view{types.prefix}Table",
            summary=f"See a table of {game.title}",
            description=(
                "What you know of the table: through your seat's eyes if you sit there, else the public view. "
                "`decision` is there when you owe one, or may still replace one. Send the `ETag` back in "
                "`If-None-Match`: 304 says that nothing has changed for you."
            ),
            auth="optional",
            query=ViewQuery,
            headers=("IfNoneMatch",),
            answers={
                200: Answer("The view.", types.schema("TableView"), headers=("ETag",)),
                304: Answer("Nothing has changed for you.", headers=("ETag",)),
            },
            problems=("no-such-table", "no-such-seat", "not-your-seat", *STORE),
        ),
    )
    def view_table(table: str) -> Response:
        snapshot = services.tables.read(table, reading.caller())
        seated(snapshot, game)
        if request.args:
            _check_seat(snapshot, reading.query(_VIEW_QUERY).get("seat"))
        etag = view_etag(snapshot, types.edition(snapshot.table.facts.rules_version).revision)
        if matches(etag):
            return not_modified(etag)
        return ready(render.view(snapshot), headers={"ETag": etag, "Vary": "Authorization"})

    @blueprint.operation(
        "PUT",
        f"{path}/<table:table>/seats/<whole:seat>/decisions/<whole:n>",
        Operation(
            id=f"decide{types.prefix}",
            summary=f"Decide in {game.title}",
            description=(
                "Take decision `n` of your seat. It counts exactly once however often it is sent: a repeat answers "
                "with how the decision stands and the view of now, and the header `Idempotent-Replayed: true`. "
                "While others still choose, another action replaces a sealed one."
            ),
            auth="required",
            body=Sent(types.schema("DecisionBody"), None),
            answers={
                200: Answer("It counts.", types.schema("Decided"), headers=("Idempotent-Replayed",)),
                202: Answer(
                    "It is sealed; others still choose.", types.schema("Decided"), headers=("Idempotent-Replayed",)
                ),
            },
            problems=(
                "no-such-path",
                "no-such-table",
                "not-your-seat",
                "table-not-begun",
                "decision-closed",
                "decision-not-open",
                "table-paused",
                "resigned",
                "offer-changed",
                "decision-expired",
                "illegal-action",
                "too-many-revisions",
                "too-many-tries",
                *STORE,
            ),
            bucket="moves",
        ),
    )
    def decide(table: str, seat: int, n: int) -> Response:
        caller = reading.player()
        edition: Edition = types
        if types.older:
            edition = types.edition(services.tables.read(table, caller).table.facts.rules_version)
        action = reading.body(edition)
        try:
            made = services.tables.decide(table, caller, seat, n, action, game=game.name)
        except IllegalAction as illegal:
            if illegal.code == "illegal-action":
                metering.count_try(table, seat, n)
            raise
        headers = {"Idempotent-Replayed": "true"} if made.replayed else None
        return ready(render.decided(made), 200 if made.outcome == "applied" else 202, headers)

    return blueprint


def seated(snapshot: Snapshot, game: Game) -> None:
    """A table is found only under its own game. Raises `Problem` `no-such-table`."""
    if snapshot.table.facts.game != game.name:
        raise Problem("no-such-table", f"That table does not play {game.title}.")


def _check_seat(snapshot: Snapshot, seat: int | None) -> None:
    if seat is None or seat == snapshot.viewer:
        return
    if seat not in range(snapshot.table.facts.seats):
        raise Problem("no-such-seat", f"The table has seats 0 to {snapshot.table.facts.seats - 1}, not {seat}.")
    raise Problem("not-your-seat")
