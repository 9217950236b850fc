"""The JSON Schemas of what the API answers on every table alike; a game's own are made in `typed`.

Law. Answers may grow: none of these forbids further members, and a client ignores what it does not know. No nulls:
what is not there is left out. Times are RFC 3339 in UTC with milliseconds.
"""

from __future__ import annotations

from typing import Any, Final

from openingbell.api.problems import TABLE
from openingbell.api.schemas import CLOCK, STATUSES
from openingbell.api.typed import Schema, ref
from openingbell.rules.kernel import Game


def _text(description: str = "", /, **more: Any) -> Schema:
    return {"type": "string", **({"description": description} if description else {}), **more}


def _whole(description: str = "", /, **more: Any) -> Schema:
    return {"type": "integer", **({"description": description} if description else {}), **more}


def _flag(description: str) -> Schema:
    return {"type": "boolean", "description": description}


def _any(description: str = "") -> Schema:
    """An object whose members depend on the case. That it may have any is said, lest generators take it for empty."""
    return {"type": "object", "additionalProperties": True, **({"description": description} if description else {})}


def _list(items: Schema, description: str = "") -> Schema:
    return {"type": "array", "items": items, **({"description": description} if description else {})}


def _time(description: str) -> Schema:
    return _text(description, format="date-time", examples=["2026-11-30T03:04:05.678Z"])


def obj(description: str, optional: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    """An object that requires all its members but the optional ones, and may have more."""
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": [name for name in properties if name not in optional],
    }


_SEAT: Final = {"minimum": 0}
_STATUS: Final = _text("waiting for players, running, or finished.", enum=list(STATUSES))
_COUNT: Final = {"minimum": 0}
_DOMAINS: Final[dict[str, Schema]] = {
    "RangeDomain": obj(
        "Whole numbers from `min` to `max`, both included, in steps of `step` from `min`; where `max` is only a bound, "
        "`usual` is the largest that anybody would name.",
        ("usual",),
        kind={"type": "string", "const": "range"},
        min=_whole(),
        max=_whole(),
        step=_whole(minimum=1),
        usual=_whole(),
    ),
    "OneOfDomain": obj(
        "One of the listed values.",
        kind={"type": "string", "const": "one_of"},
        values=_list({"type": ["string", "integer"]}),
    ),
    "SubsetDomain": obj(
        "`min` to `max` different items of `from`, in any order.",
        kind={"type": "string", "const": "subset"},
        **{"from": _list(_text())},
        min=_whole(**_COUNT),
        max=_whole(**_COUNT),
    ),
    "AmountsDomain": obj(
        "A whole amount for each key, each from `min` to `max` in steps of `step`; together they make `total`.",
        kind={"type": "string", "const": "amounts"},
        keys=_list(_text()),
        min=_whole(),
        max=_whole(),
        step=_whole(minimum=1),
        total=_whole(),
    ),
    "DependentDomain": obj(
        "The domain depends on the value of an earlier field of the same action.",
        kind={"type": "string", "const": "depends_on"},
        field=_text("The earlier field."),
        table=_list(obj("", value={"type": ["string", "integer"]}, domain=ref("Domain"))),
    ),
}
_FIELDS: Final[dict[str, Schema]] = {
    name.replace("Domain", "Field"): {
        **domain,
        "description": f"A field of an action. {domain['description']}",
        "properties": {"name": _text("The field's name in the action."), **domain["properties"]},
        "required": ["name", *domain["required"]],
    }
    for name, domain in _DOMAINS.items()
}


def _by_kind(description: str, members: dict[str, Schema]) -> Schema:
    """One of these, as `kind` says. They are whole objects: an `allOf` beside a union is more than generators read."""
    kinds = {member["properties"]["kind"]["const"]: ref(name)["$ref"] for name, member in members.items()}
    return {
        "description": description,
        "oneOf": [ref(name) for name in members],
        "discriminator": {"propertyName": "kind", "mapping": kinds},
    }


_PLAYER: Final = {"id": _text("The player's id."), "name": _text("The name that everybody sees.")}

SHAPES: Final[dict[str, Schema]] = {
    **_DOMAINS,
    **_FIELDS,
    "Domain": _by_kind("The values that a field may take. `kind` says how they are described.", _DOMAINS),
    "Field": _by_kind("One field of an action: its name and its domain, as `kind` says.", _FIELDS),
    "Constraint": obj(
        "What domains cannot say, by name. `total_at_least`: the items named in `field` weigh at least `min` together, "
        "each as `weights` says. `different`: the two `fields` do not have the same value. `each_at_most`: no amount "
        "in `field` is more than `most` says for its key. The server says no to what breaks a constraint, so a client "
        "that does not know one may try.",
        ("field", "fields", "weights", "min", "most"),
        name=_text(),
        field=_text(),
        fields=_list(_text()),
        weights={"type": "object", "additionalProperties": _whole()},
        min=_whole(),
        most={"type": "object", "additionalProperties": _whole()},
    ),
    "Text": obj(
        "A sentence for people, with a stable `code` and `params` for clients that write their own.",
        code=_text(),
        params=_any(),
        text=_text(),
    ),
    "Player": obj(
        "Somebody who can hold seats.",
        **_PLAYER,
        kind=_text("What the player said it is.", enum=["human", "bot"]),
        created_at=_time("When the player registered."),
    ),
    "NewPlayerAnswer": obj(
        "A new player and its token.",
        player=ref("Player"),
        token=_text("Proves who you are. It is shown this once: keep it."),
    ),
    "Occupant": obj(
        "Who holds a seat.",
        ("bot",),
        **_PLAYER,
        kind=_text("A person, somebody's program, or a bot of the house.", enum=["human", "bot", "house_bot"]),
        bot=_text("Which house bot."),
    ),
    "Seat": obj(
        "One seat; without `player` it is free.",
        ("player",),
        seat=_whole("Its number, clockwise from 0.", **_SEAT),
        ready=_flag("Whether whoever sits here wants to begin."),
        player=ref("Occupant"),
    ),
    "Place": obj(
        "One seat's final standing.",
        seat=_whole(**_SEAT),
        rank=_whole("1 is best; equal scores share a rank.", minimum=1),
        score=_whole("In the game's points."),
    ),
    "Result": obj(
        "How the game ended.",
        winners=_list(_whole(**_SEAT), "The seats that won."),
        places=_list(ref("Place"), "One a seat, in seat order."),
        ended_by=_text("What called the end: `rules`, or another reason."),
    ),
    "Clock": {
        "description": "The time for a decision.",
        "oneOf": [
            {key: value for key, value in each.items() if key != "additionalProperties"} for each in CLOCK["oneOf"]
        ],
    },
    "TableLinks": obj(
        "Where to go from here, as paths on this server.",
        **{name: _text(format="uri-reference") for name in ("self", "view", "events", "record", "seats", "start")},
    ),
    "Table": obj(
        "One table, as the caller sees it.",
        ("scores", "result", "your_seat"),
        id=_text("The table's id."),
        game=_text("The game's name."),
        rules_version=_whole("The version of its rules that this table keeps for life.", minimum=1),
        status=_STATUS,
        seats=_list(ref("Seat"), "In seat order."),
        options=_any("The game's options, all of them."),
        clock=ref("Clock"),
        private=_flag("Whether only those who sit here can see it."),
        practice=_flag("Whether the cards come from a seed that its creator chose."),
        commitment=_text(
            "SHA-256 of the secret behind every deal, fixed before anybody sat down.", pattern="^[0-9a-f]{64}$"
        ),
        created_at=_time("When it was created."),
        scores=_list(_whole(), "Running scores by seat, once the game has begun."),
        result=ref("Result"),
        your_seat=_whole("The caller's seat.", **_SEAT),
        links=ref("TableLinks"),
    ),
    "TableList": obj(
        "A page of tables, newest first.",
        ("next",),
        items=_list(ref("Table")),
        next=_text("The `cursor` of the next page; absent on the last one."),
    ),
    "GameLinks": obj(
        "Paths on this server.",
        rules=_text("How it is played, for people.", format="uri-reference"),
        tables=_text("Create a table here.", format="uri-reference"),
    ),
    "Game": obj(
        "A game that can be played here.",
        name=_text(),
        title=_text(),
        summary=_text(),
        seats=_list(_whole(minimum=1), "The numbers of seats it can be played with."),
        rules_version=_whole(minimum=1),
        options=_any("JSON Schema of the game's options."),
        moves=_list(_text(), "The `type` of every action that a player may take."),
        bots=_list(_text(), "The house bots that play it."),
        links=ref("GameLinks"),
    ),
    "GameList": obj("The catalogue.", items=_list(ref("Game"))),
    "Turn": obj(
        "Who must act now.",
        ("ends_at",),
        seats=_list(_whole(**_SEAT), "The seats that owe a move."),
        mode=_text(
            "How their moves combine: one seat, all hidden until the last is in, or any at any moment.",
            enum=["one", "sealed", "free"],
        ),
        kind=_text("The decision's name, such as `bid`; empty when nobody decides."),
        house=_flag("Whether the house acts next, by itself."),
        optional=_list(_whole(**_SEAT), "The seats that may act although nobody waits for them."),
        ends_at=_time("When the house ends the phase, whoever is still awaited; absent unless the rules time it."),
    ),
    "Event": obj(
        "Something that happened, as this viewer is told of it.",
        ("seat", "by"),
        seq=_whole("Counts this viewer's events from 1, without gaps.", minimum=1),
        at=_time("When."),
        code=_text("What happened; stable."),
        text=_text("The same for people."),
        seat=_whole("Whom it is about.", **_SEAT),
        by=_text("Who chose it: `player`, `default` (the clock), `house_bot`, `standing_order` or `house`."),
        params=_any("The facts."),
    ),
    "EventList": obj(
        "Events in order.",
        items=_list(ref("Event")),
        next=_whole("The number of the last one: send it as `after`.", **_COUNT),
    ),
    "Entry": obj(
        "One line of the log that the game follows from.",
        seat=_whole("Who acted; -1 is the house.", minimum=-1),
        n=_whole("The number of that seat's decision, or of the house's action.", **_COUNT),
        by=_text("Who chose."),
        at=_time("When."),
        action=obj("What was done.", type=_text()),
    ),
    "Record": obj(
        "A game as a file. While it runs it holds what the viewer was told; once it is over, everything.",
        ("events", "entries", "entropies", "secret", "result"),
        format=_text("The format of this file.", const="openingbell-record/1"),
        complete=_flag("Whether the game is over and the record whole."),
        table=ref("Table"),
        commitment=_text("As it was published when the table was created."),
        seats=_list(ref("Seat")),
        events=_list(ref("Event"), "While the game runs: what this viewer was told."),
        entries=_list(ref("Entry"), "After the game: every entry that counted."),
        entropies=_list(_text(), "After the game: what each seat added to the deal."),
        secret=_text("After the game: the secret behind the commitment, in hexadecimal digits."),
        result=ref("Result"),
    ),
    "Rate": obj(
        "How often: a bucket of requests that fills again evenly.",
        name=_text("Its name, as in the header `RateLimit`."),
        requests=_whole("How many at once.", minimum=1),
        window_s=_whole("In how many seconds as many more are allowed.", minimum=1),
        counted_by=_text("Whose requests count together: a client address's, a player's, or one decision's."),
        covers=_text("Which requests count, for people."),
    ),
    "Limit": obj(
        "How large, how many or how long.",
        name=_text("Stable."),
        value=_whole("The most, or for a shortest time the least, that is allowed.", **_COUNT),
        unit=_text("Such as `bytes`, `characters` or `s`."),
        about=_text("What is limited, for people."),
    ),
    "Limits": obj(
        "Every limit of the server.",
        rates=_list(ref("Rate"), "Counted by each API process for itself; empty where nothing is counted."),
        items=_list(ref("Limit")),
    ),
    "Health": obj("The process answers.", status=_text(const="ok")),
    "Check": obj("One part.", ("why",), ok=_flag("Whether it works."), why=_text("What is wrong.")),
    "Readiness": obj(
        "Everything that a game needs works.",
        ready=_flag("Whether all checks passed."),
        checks={
            "type": "object",
            "additionalProperties": ref("Check"),
            "description": "By part: redis, worker, clock.",
        },
    ),
    "Problem": obj(
        "Why a request was refused (RFC 9457). Decide by `code`; new codes may be added, so treat one that you do not "
        "know by its `status`.",
        tuple(extra for kind in TABLE.values() for extra in kind.extras),
        type=_text("The address of the code's explanation.", format="uri-reference"),
        title=_text("The same for every problem with this code."),
        status=_whole("The HTTP status.", minimum=400, maximum=599),
        detail=_text("What was wrong this time, for people."),
        code=_text("Stable, in kebab-case.", pattern="^[a-z]+(-[a-z]+)*$"),
        request_id=_text("Names this request in the server's log."),
        pointer=_text("JSON pointer to the offending member of the body."),
        parameter=_text("The offending query parameter."),
        header=_text("The offending header."),
        bucket=_text("The limit that was reached, as in `GET /v1/limits`."),
        n=_whole("The number of the decision.", **_COUNT),
        recorded=obj("The action that counts.", type=_text()),
        reason=_text("Why the rules forbid the action; stable, in kebab-case."),
        ruling=_text("The id of the rule."),
        ruling_url=_text("The address of the rule's explanation, for people.", format="uri-reference"),
        choices=_list(obj("A choice, as in `decision`.", type=_text(), label=ref("Text"), fields=_list(ref("Field")))),
        checks={"type": "object", "additionalProperties": ref("Check")},
    ),
}


def choice(game: Game, tags: list[str]) -> Schema:
    """A kind of action that a seat may take now."""
    return obj(
        f"A kind of action that is possible now in {game.title}: build one by choosing a value for every field.",
        ("constraints",),
        type=_text("The `type` of the action.", enum=tags),
        label=ref("Text"),
        fields=_list(ref("Field"), "In the order in which to choose."),
        constraints=_list(ref("Constraint")),
    )


def decision(choice_name: str, action_name: str) -> Schema:
    """What a seat has to decide."""
    return obj(
        "What this seat has to decide, or has sealed and may still replace, or may do although nobody waits for it.",
        ("deadline", "default", "sealed_action"),
        n=_whole("The number of this seat's decision: the last part of the path to PUT it to.", **_COUNT),
        kind=_text("Its name, such as `bid`."),
        sealed=_flag("Whether it stays hidden until all who owe one have decided."),
        revisable=_flag("Whether you have sealed a move already and may still replace it."),
        optional=_flag("Whether you may as well do nothing: then there is no `default`."),
        opened_at=_time("Since when it is open."),
        deadline=_time(
            "When `default` is played for you, or (where `turn` has `ends_at`) the decision ends unplayed; absent "
            "without a clock."
        ),
        choices=_list(ref(choice_name)),
        default=ref(action_name),
        sealed_action=ref(action_name),
    )


def view(game: Game, state: Schema, decision_name: str) -> Schema:
    """What a seat, or the public, knows of a table."""
    return obj(
        f"What one seat, or the public, knows of a table of {game.title}.",
        ("seat", "state", "decision"),
        table=_text("The table's id."),
        seq=_whole("How many events this viewer has been told.", **_COUNT),
        status=_STATUS,
        seat=_whole("Whose view it is; absent in the public one.", **_SEAT),
        turn=ref("Turn"),
        prompt=ref("Text"),
        state=state,
        decision=ref(decision_name),
    )


def decided(view_name: str, action_name: str) -> Schema:
    """The answer to a decision."""
    return obj(
        "How the decision stands, and what the table looks like now.",
        n=_whole("The decision's number.", **_COUNT),
        status=_text("`applied`, or `sealed` while others still choose.", enum=["applied", "sealed"]),
        replayed=_flag("Whether it had been taken before this request."),
        action=ref(action_name),
        view=ref(view_name),
    )
