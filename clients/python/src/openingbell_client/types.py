"""The JSON that the API sends, as types.

Law. All of them are generated. What each game has of its own (its view, its decision) is here in the form that all
games share. A program written for one game casts to that game's, such as `BullMarketTableView`, and loses nothing.
"""

from __future__ import annotations

from openingbell_client._generated import (
    Action,
    Choice,
    Clock,
    Constraint,
    Decided,
    Decision,
    Domain,
    Event,
    EventList,
    Field,
    Game,
    GameList,
    Health,
    NewPlayerAnswer,
    Occupant,
    Place,
    Player,
    Readiness,
    Record,
    Result,
    Seat,
    Table,
    TableList,
    Text,
    Turn,
    View,
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
    "Place",
    "Player",
    "Readiness",
    "Record",
    "Result",
    "Seat",
    "Table",
    "TableList",
    "Text",
    "Turn",
    "View",
]
