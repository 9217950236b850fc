"""The JSON Schemas of what the API answers on every table alike; a game's own are made in `typed`.

Law. Answers may grow: none of these forbids further members, and a client ignores what it does not know. No nulls:
what is not there is left out. Times are RFC 3339 in UTC with milliseconds.
"""

from __future__ import annotations

from typing import Final

from openingbell.api.problems import TABLE
from openingbell.api.schemas import SECONDS
from openingbell.api.shaping import COUNT, SEAT, STATUS, anything, flag, moment, obj, several, text, whole
from openingbell.api.typed import Schema, ref

LINKS: Final = ("self", "view", "events", "record", "seats", "start", "resign", "return", "pause", "abort")
"""The paths that a table names."""

_DOMAINS: Final[dict[str, Schema]] = {
    "RangeDomain": obj(
        "Whole numbers from `min` to `max`, both included, in steps of `step` from `min`; where `max` is only a bound, "
        "`usual` is the largest that anybody would name.",
        ("usual",),
        kind={"type": "string", "const": "range"},
        min=whole(),
        max=whole(),
        step=whole(minimum=1),
        usual=whole(),
    ),
    "OneOfDomain": obj(
        "One of the listed values.",
        kind={"type": "string", "const": "one_of"},
        values=several({"type": ["string", "integer"]}),
    ),
    "SubsetDomain": obj(
        "`min` to `max` different items of `from`, in any order.",
        kind={"type": "string", "const": "subset"},
        **{"from": several(text())},
        min=whole(**COUNT),
        max=whole(**COUNT),
    ),
    "AmountsDomain": obj(
        "A whole amount for each key, each from `min` to `max` in steps of `step`; together they make `total`.",
        kind={"type": "string", "const": "amounts"},
        keys=several(text()),
        min=whole(),
        max=whole(),
        step=whole(minimum=1),
        total=whole(),
    ),
    "DependentDomain": obj(
        "The domain depends on the value of an earlier field of the same action.",
        kind={"type": "string", "const": "depends_on"},
        field=text("The earlier field."),
        table=several(obj("", value={"type": ["string", "integer"]}, domain=ref("Domain"))),
    ),
}
_FIELDS: Final[dict[str, Schema]] = {
    name.replace("Domain", "Field"): {
        **domain,
        "description": f"A field of an action. {domain['description']}",
        "properties": {"name": text("The field's name in the action."), **domain["properties"]},
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


_PLAYER: Final = {"id": text("The player's id."), "name": text("The name that everybody sees.")}

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
        name=text(),
        field=text(),
        fields=several(text()),
        weights={"type": "object", "additionalProperties": whole()},
        min=whole(),
        most={"type": "object", "additionalProperties": whole()},
    ),
    "Text": obj(
        "A sentence for people, with a stable `code` and `params` for clients that write their own.",
        code=text(),
        params=anything(),
        text=text(),
    ),
    "Player": obj(
        "Somebody who can hold seats.",
        **_PLAYER,
        kind=text("What the player said it is.", enum=["human", "bot"]),
        created_at=moment("When the player registered."),
    ),
    "NewPlayerAnswer": obj(
        "A new player and its token.",
        player=ref("Player"),
        token=text("Proves who you are. It is shown this once: keep it."),
    ),
    "Occupant": obj(
        "Who holds a seat.",
        ("bot", "stand_in", "resigned"),
        **_PLAYER,
        kind=text("A person, somebody's program, or a bot of the house.", enum=["human", "bot", "house_bot"]),
        bot=text("Which house bot."),
        stand_in=text("The house bot that plays the seat for its owner, who is away or has resigned."),
        resigned=flag("Beside `stand_in`: whether the owner has resigned, and so cannot come back."),
    ),
    "Seat": obj(
        "One seat; without `player` it is free.",
        ("player",),
        seat=whole("Its number, clockwise from 0.", **SEAT),
        ready=flag("Whether whoever sits here wants to begin."),
        player=ref("Occupant"),
    ),
    "Place": obj(
        "One seat's final standing.",
        seat=whole(**SEAT),
        rank=whole("1 is best; equal scores share a rank.", minimum=1),
        score=whole("In the game's points."),
    ),
    "Result": obj(
        "How the game ended by its rules.",
        winners=several(whole(**SEAT), "The seats that won."),
        places=several(ref("Place"), "One a seat, in seat order."),
        ended_by=text("Always `rules`: how the table ended is its own `result`."),
    ),
    "SeatOutcome": obj(
        "How the table ended for one seat.",
        seat=whole(**SEAT),
        rank=whole("1 is best; equal scores share a rank.", minimum=1),
        score=whole("In the game's points."),
        ended_by=text(
            "What the game ended by for this seat: `rules` (played to the end), `timeout` (the clock played its last "
            "decision), `abandoned` (a house bot sat in and the owner did not come back), `resign`, `aborted` or "
            "`server`. Who resigned or abandoned ranks behind all others."
        ),
    ),
    "Outcome": obj(
        "How the table ended.",
        winners=several(whole(**SEAT), "The seats that won."),
        places=several(ref("SeatOutcome"), "One a seat, in seat order."),
        ended_by=text(
            "What called the end: `rules`; `resign` (one was left); `aborted` (called off before everybody had moved) "
            "or `server` (broken off by the house), both without winners."
        ),
    ),
    "Clock": {
        "description": "The time for a decision.",
        "oneOf": [
            {"type": "string", "const": "none", "title": "No clock"},
            obj("Seconds a decision, and in each seat's bank for the whole game.", **SECONDS),
        ],
    },
    "Pause": obj(
        "A pause that is wanted or goes on. It begins, and ends, when all who play here want it to.",
        ("since", "until"),
        wanted_by=several(whole(**SEAT), "The seats that want it, or that still want it."),
        paused=flag("Whether time stands still."),
        since=moment("Since when."),
        until=moment("When the house ends it."),
    ),
    "TableLinks": obj(
        "Where to go from here, as paths on this server.",
        **{name: text(format="uri-reference") for name in LINKS},
    ),
    "Table": obj(
        "One table, as the caller sees it.",
        ("scores", "result", "pause", "your_seat"),
        id=text("The table's id."),
        game=text("The game's name."),
        rules_version=whole("The version of its rules that this table keeps for life.", minimum=1),
        status=STATUS,
        seats=several(ref("Seat"), "In seat order."),
        options=anything("The game's options, all of them."),
        clock=ref("Clock"),
        private=flag("Whether only those who sit here can see it."),
        practice=flag("Whether the cards come from a seed that its creator chose."),
        commitment=text(
            "SHA-256 of the secret behind every deal, fixed before anybody sat down.", pattern="^[0-9a-f]{64}$"
        ),
        created_at=moment("When it was created."),
        scores=several(whole(), "Running scores by seat, once the game has begun."),
        result=ref("Outcome"),
        pause=ref("Pause"),
        your_seat=whole("The caller's seat.", **SEAT),
        links=ref("TableLinks"),
    ),
    "TableList": obj(
        "A page of tables, newest first.",
        ("next",),
        items=several(ref("Table")),
        next=text("The `cursor` of the next page; absent on the last one."),
    ),
    "GameLinks": obj(
        "Paths on this server.",
        rules=text("How it is played, for people.", format="uri-reference"),
        tables=text("Create a table here.", format="uri-reference"),
    ),
    "Game": obj(
        "A game that can be played here.",
        name=text(),
        title=text(),
        summary=text(),
        seats=several(whole(minimum=1), "The numbers of seats it can be played with."),
        rules_version=whole(minimum=1),
        options=anything("JSON Schema of the game's options."),
        moves=several(text(), "The `type` of every action that a player may take."),
        bots=several(text(), "The house bots that play it."),
        links=ref("GameLinks"),
    ),
    "GameList": obj("The catalogue.", items=several(ref("Game"))),
    "Turn": obj(
        "Who must act now.",
        ("ends_at", "deadline"),
        seats=several(whole(**SEAT), "The seats that owe a move."),
        mode=text(
            "How their moves combine: one seat, all hidden until the last is in, or any at any moment.",
            enum=["one", "sealed", "free"],
        ),
        kind=text("The decision's name, such as `bid`; empty when nobody decides."),
        house=flag("Whether the house acts next, by itself."),
        optional=several(whole(**SEAT), "The seats that may act although nobody waits for them."),
        ends_at=moment("When the house ends the phase, whoever is still awaited; absent unless the rules time it."),
        deadline=moment(
            "When the house plays for those who are still awaited; absent in a free phase, where each decision has its "
            "own, and during a pause."
        ),
    ),
    "Event": obj(
        "Something that happened, as this viewer is told of it.",
        ("seat", "by"),
        seq=whole("Counts this viewer's events from 1, without gaps.", minimum=1),
        at=moment("When."),
        code=text("What happened; stable."),
        text=text("The same for people."),
        seat=whole("Whom it is about.", **SEAT),
        by=text("Who chose it: `player`, `default` (the clock), `house_bot`, `standing_order` or `house`."),
        params=anything("The facts."),
    ),
    "EventList": obj(
        "Events in order.",
        items=several(ref("Event")),
        next=whole("The number of the last one: send it as `after`.", **COUNT),
    ),
    "Entry": obj(
        "One line of the log that the game follows from.",
        seat=whole("Who acted; -1 is the house.", minimum=-1),
        n=whole("The number of that seat's decision, or of the house's action.", **COUNT),
        by=text("Who chose."),
        at=moment("When."),
        action=obj("What was done.", type=text()),
    ),
    "Record": obj(
        "A game as a file. While it runs it holds what the viewer was told; once it is over, everything.",
        ("events", "entries", "entropies", "secret", "result"),
        format=text("The format of this file.", const="openingbell-record/1"),
        complete=flag("Whether the game is over and the record whole."),
        table=ref("Table"),
        commitment=text("As it was published when the table was created."),
        seats=several(ref("Seat")),
        events=several(ref("Event"), "While the game runs: what this viewer was told."),
        entries=several(ref("Entry"), "After the game: every entry that counted."),
        entropies=several(text(), "After the game: what each seat added to the deal."),
        secret=text("After the game: the secret behind the commitment, in hexadecimal digits."),
        result=ref("Outcome"),
    ),
    "Rate": obj(
        "How often: a bucket of requests that fills again evenly.",
        name=text("Its name, as in the header `RateLimit`."),
        requests=whole("How many at once.", minimum=1),
        window_s=whole("In how many seconds as many more are allowed.", minimum=1),
        counted_by=text("Whose requests count together: a client address's, a player's, or one decision's."),
        covers=text("Which requests count, for people."),
    ),
    "Limit": obj(
        "How large, how many or how long.",
        name=text("Stable."),
        value=whole("The most, or for a shortest time the least, that is allowed.", **COUNT),
        unit=text("Such as `bytes`, `characters` or `s`."),
        about=text("What is limited, for people."),
    ),
    "Limits": obj(
        "Every limit of the server.",
        rates=several(ref("Rate"), "Counted by each API process for itself; empty where nothing is counted."),
        items=several(ref("Limit")),
    ),
    "Health": obj("The process answers.", status=text(const="ok")),
    "Check": obj("One part.", ("why",), ok=flag("Whether it works."), why=text("What is wrong.")),
    "Readiness": obj(
        "Everything that a game needs works.",
        ready=flag("Whether all checks passed."),
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
        type=text("The address of the code's explanation.", format="uri-reference"),
        title=text("The same for every problem with this code."),
        status=whole("The HTTP status.", minimum=400, maximum=599),
        detail=text("What was wrong this time, for people."),
        code=text("Stable, in kebab-case.", pattern="^[a-z]+(-[a-z]+)*$"),
        request_id=text("Names this request in the server's log."),
        pointer=text("JSON pointer to the offending member of the body."),
        parameter=text("The offending query parameter."),
        header=text("The offending header."),
        bucket=text("The limit that was reached, as in `GET /v1/limits`."),
        n=whole("The number of the decision.", **COUNT),
        recorded=obj("The action that counts.", type=text()),
        reason=text("Why the rules forbid the action; stable, in kebab-case."),
        ruling=text("The id of the rule."),
        ruling_url=text("The address of the rule's explanation, for people.", format="uri-reference"),
        choices=several(
            obj("A choice, as in `decision`.", type=text(), label=ref("Text"), fields=several(ref("Field")))
        ),
        checks={"type": "object", "additionalProperties": ref("Check")},
    ),
}
