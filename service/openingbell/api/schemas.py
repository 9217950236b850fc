"""What clients may send to the fixed paths, as marshmallow schemas: they load, and they document.

Law. Every schema refuses unknown fields. They are instances, made once; a game's own are made from its facts. What
needs more than a marshmallow field (a game's options, the clock) is a `Coded` field with a JSON Schema of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from openingbell.api import typed
from openingbell.codec import Undecodable, from_json, pointer
from openingbell.players import LONGEST_NAME
from openingbell.rules.kernel import Game
from openingbell.table import NO_CLOCK, Clock, timing
from openingbell.tables import LONGEST_PAGE, LONGEST_WAIT_S
from openingbell.tables.lobby import STATUSES
from openingbell.tables.seating import LONGEST_ENTROPY, LONGEST_SEED

LONGEST_CURSOR: Final = 256
LARGEST_NUMBER: Final = 999_999_999
DIGITS: Final = f"[0-9]{{1,{len(str(LARGEST_NUMBER))}}}"
_DIGITS: Final = re.compile(f"-?{DIGITS}")


_UNSEEN: Final = (
    r"\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\uffff\ue000-\uf8ff"
)
"""Characters of names that would be somebody else's name to the eye, or none: controls, marks of direction, fillers."""


class Coded(fields.Field[Any]):
    """A field that a function decodes and a JSON Schema documents.

    `decode` raises `Undecodable`, whose pointer becomes the rest of the error's path.
    """

    def __init__(self, decode: Callable[[Any], Any], schema: typed.Schema, **options: Any) -> None:
        super().__init__(**options)
        self.decode = decode
        self.schema = schema

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        try:
            return self.decode(value)
        except Undecodable as error:
            messages: Any = [error.message]
            for step in reversed(error.pointer.split("/")[1:]):
                messages = {step.replace("~1", "/").replace("~0", "~"): messages}
            raise ValidationError(messages) from None


class Flag(fields.Boolean):
    """true or false, and nothing that merely equals one of them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class Digits(fields.Integer):
    """A whole number in a query: up to nine ASCII digits."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not _DIGITS.fullmatch(value):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


def coded_schema(_converter: Any, field: Any, **_: Any) -> dict[str, Any]:
    """For apispec: the JSON Schema of a `Coded` field."""
    return dict(field.schema) if isinstance(field, Coded) else {}


class Body(Schema):
    """A request: unknown fields are refused."""

    class Meta:
        """See `Body`."""

        unknown = RAISE


def _about(text: str, **extra: Any) -> dict[str, Any]:
    return {"description": text, **extra}


def _entropy() -> fields.String:
    about = (
        "Anything that you choose yourself; it goes into every deal, so that nobody can have known the cards before."
    )
    return fields.String(metadata=_about(about), validate=validate.Length(max=LONGEST_ENTROPY))


class NewPlayer(Body):
    """Who registers."""

    name = fields.String(
        required=True,
        validate=[
            validate.Length(min=1, max=LONGEST_NAME),
            validate.Regexp(rf"^(?!\s)[^{_UNSEEN}]*[^{_UNSEEN}\s]$(?!\n)"),
        ],
        metadata=_about("How the others see you: printable, no space at either end."),
    )
    kind = fields.String(
        load_default="human",
        validate=validate.OneOf(("human", "bot")),
        metadata=_about("Programs say `bot`, so that people know whom they play."),
    )


class TakeSeat(Body):
    """Which seat to take."""

    seat = fields.Integer(
        strict=True,
        validate=validate.Range(0, LARGEST_NUMBER),
        metadata=_about("The seat, counted from 0. Left out: the first free one."),
    )
    entropy = _entropy()


class Start(Body):
    """How to start."""

    entropy = _entropy()
    fill = fields.String(
        validate=validate.Length(1, 40),
        metadata=_about("The house bot that takes every empty seat, such as `greedy`."),
    )


class WantPause(Body):
    """Whether you want a pause."""

    wanted = Flag(required=True, metadata=_about("True: time shall stand still. False: go on."))


def _clock(value: Any) -> Clock:
    if value == "none":
        return NO_CLOCK
    if isinstance(value, str) and value in timing.PRESETS:
        return timing.PRESETS[value]
    if not isinstance(value, dict):
        raise Undecodable(f"{value!r} is neither {', '.join(('none', *timing.PRESETS))} nor an object with move_s")
    unknown = next((name for name in value if name not in _CLOCK_BOUNDS), None)
    if unknown is not None:
        raise Undecodable(f"{unknown} is not a field of the clock", pointer((unknown,)))
    seconds = {"bank_s": 0, **value}
    for name, (least, most) in _CLOCK_BOUNDS.items():
        found = seconds.get(name)
        if type(found) is not int or not least <= found <= most:
            raise Undecodable(f"{found!r} is not a whole number of seconds from {least} to {most}", f"/{name}")
    return Clock(**seconds)


_CLOCK_BOUNDS: Final = {
    "move_s": (timing.SHORTEST_MOVE_S, timing.LONGEST_MOVE_S),
    "bank_s": (0, timing.LONGEST_BANK_S),
}
SECONDS: Final[dict[str, typed.Schema]] = {
    name: {"type": "integer", "minimum": least, "maximum": most} for name, (least, most) in _CLOCK_BOUNDS.items()
}
CLOCK: Final[typed.Schema] = {
    "oneOf": [
        {
            "type": "string",
            "enum": ["none", *timing.PRESETS],
            "title": "A usual clock",
            "description": "`none`, or "
            + " or ".join(
                f"`{name}`: {clock.move_s} s a decision and {clock.bank_s} s in the bank"
                for name, clock in timing.PRESETS.items()
            )
            + ".",
        },
        {
            "type": "object",
            "title": "Seconds",
            "description": "Seconds a decision, and in each seat's bank for the whole game.",
            "properties": SECONDS,
            "required": ["move_s"],
            "additionalProperties": False,
        },
    ]
}


def new_table(game: Game, options: typed.Schema) -> Schema:
    """The body that creates a table of this game; `options` documents the game's own."""
    members = {
        "seats": fields.Integer(
            required=True,
            strict=True,
            validate=validate.OneOf(game.seats),
            metadata=_about("How many play."),
        ),
        "options": Coded(lambda value: from_json(game.Options, value), options, metadata=_about("The game's own.")),
        "bots": fields.List(
            fields.String(validate=validate.Length(1, 40)),
            validate=validate.Length(max=max(game.seats)),
            metadata=_about("House bots for the first free seats, by name."),
        ),
        "clock": Coded(
            _clock,
            {**CLOCK, "default": "none"},
            metadata=_about(
                "The time for a decision. When it is over, the house plays the decision's `default`; after "
                f"{timing.ABSENT_AFTER} of them in a row a house bot sits in until you come back. A seat's first "
                "decision has some seconds more, and a game in which a seat never moves is called off. Without a clock "
                f"a decision may take {timing.IDLE_S // 86_400} days."
            ),
        ),
        "private": Flag(
            load_default=False,
            metadata=_about("A private table is not listed, and nobody without a seat in it can see it."),
        ),
        "practice_seed": fields.String(
            validate=validate.Length(1, LONGEST_SEED),
            metadata=_about("Deals the same cards for the same seed. Such a table says that it is for practice."),
        ),
        "join": Flag(
            load_default=True,
            metadata=_about("Whether you take the first seat yourself."),
        ),
        "entropy": _entropy(),
    }
    made: Schema = type(f"New{typed_name(game)}Table", (Body,), {"__doc__": f"A table of {game.title}.", **members})()
    return made


def typed_name(game: Game) -> str:
    """The game's name as a prefix of component names: `bull_market` -> `BullMarket`."""
    return "".join(part.capitalize() for part in game.name.split("_"))


class Listing(Body):
    """Which tables to list."""

    status = fields.String(validate=validate.OneOf(STATUSES), metadata=_about("Only tables in this state."))
    game = fields.String(validate=validate.Length(1, 64), metadata=_about("Only tables of this game."))
    mine = fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        load_default=False,
        metadata=_about("`true`: only tables where you sit, private ones included. Needs a token."),
    )
    limit = Digits(load_default=20, validate=validate.Range(1, LONGEST_PAGE), metadata=_about("How many at most."))
    cursor = fields.String(validate=validate.Length(1, LONGEST_CURSOR), metadata=_about("`next` of the page before."))


class ViewQuery(Body):
    """Whose view."""

    seat = Digits(
        validate=validate.Range(0, LARGEST_NUMBER),
        metadata=_about("Your seat. Left out: your own, or the public view when you hold none."),
    )


class EventsQuery(Body):
    """Which events."""

    after = Digits(
        load_default=0,
        validate=validate.Range(0, LARGEST_NUMBER),
        metadata=_about("The number of the last event that you know."),
    )
    wait = fields.Float(
        load_default=0.0,
        validate=validate.Range(0, LONGEST_WAIT_S),
        metadata=_about("For how many seconds to wait for the next event when there is none yet."),
    )
