"""The JSON that the API sends, as types.

Law. The types that are the same for every game are generated; those that each game has of its own (its view, its
decision) are here in the form that all games share. A program written for one game casts to the generated ones, such
as `BullMarketTableView`, and loses nothing.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from openingbell_client._generated import (
    Clock,
    Constraint,
    Domain,
    Event,
    EventList,
    Field,
    Game,
    GameList,
    Health,
    NewPlayerAnswer,
    Occupant,
    Outcome,
    Pause,
    Place,
    Player,
    Readiness,
    Record,
    Result,
    Seat,
    SeatOutcome,
    Table,
    TableList,
    Text,
    Turn,
)

__all__ = [
    "Action",
    "Choice",
    "Clock",
    "Constraint",
    "Decided",
    "Decision",
    "Domain",
    "Event",
    "EventList",
    "Field",
    "Game",
    "GameList",
    "Health",
    "NewPlayerAnswer",
    "Occupant",
    "Outcome",
    "Pause",
    "Place",
    "Player",
    "Readiness",
    "Record",
    "Result",
    "Seat",
    "SeatOutcome",
    "Table",
    "TableList",
    "Text",
    "Turn",
    "View",
]

Action = dict[str, Any]
"""An action: `type` names it, the other members are its fields."""


class Choice(TypedDict):
    """A kind of action that is possible now: build one by choosing a value for every field."""

    type: str
    label: Text
    fields: list[Field]
    constraints: NotRequired[list[Constraint]]


class Decision(TypedDict):
    """What a seat has to decide, or has sealed and may still replace; or, if `optional`, may do but need not."""

    n: int
    kind: str
    sealed: bool
    revisable: bool
    optional: bool
    opened_at: str
    deadline: NotRequired[str]
    choices: list[Choice]
    default: NotRequired[Action]
    sealed_action: NotRequired[Action]


class View(TypedDict):
    """What one seat (or, without `seat`, the public) knows of a table; `state` is the game's own.

    `banks_s`: what is left of each seat's time bank, in seconds, where the table's clock has banks.
    """

    table: str
    seq: int
    status: Literal["waiting", "running", "finished"]
    seat: NotRequired[int]
    turn: Turn
    banks_s: NotRequired[list[float]]
    pause: NotRequired[Pause]
    prompt: Text
    state: NotRequired[dict[str, Any]]
    decision: NotRequired[Decision]


class Decided(TypedDict):
    """How a decision stands, and what the table looks like now."""

    n: int
    status: Literal["applied", "sealed"]
    replayed: bool
    action: Action
    view: View
