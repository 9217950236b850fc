"""What a player's program does between decisions: wait, listen, and go on after a lost connection.

Law. Built from the client's public methods only; anybody could write this module, and may read it to learn how.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from openingbell_client.errors import (
    DecisionClosed,
    DecisionExpired,
    DecisionNotOpen,
    OfferChanged,
    Resigned,
    TablePaused,
)
from openingbell_client.types import Event, View

if TYPE_CHECKING:
    from openingbell_client.client import Client

Choose = Callable[[View], Mapping[str, Any]]
"""Chooses the action for the open decision of a view."""

LONGEST_HELD_S: Final = 25.0
"""How long one waiting request is held before the view is looked at again."""

LAST_EVENT: Final = "finished"
"""The code of the event that ends every game's list."""

STOOD_IN: Final = "stood-in"
"""The code of the prompt of a seat that a house bot sits in for."""


def owes(view: View) -> bool:
    """Whether the view's seat has a decision to make: a sealed move that may still be replaced is made, and nobody
    waits for an optional one."""
    decision = view.get("decision")
    return decision is not None and "sealed_action" not in decision and not decision.get("optional")


def game_of(client: Client, table: str, game: str | None) -> str:
    """The name of the table's game, asked for unless it is known."""
    return game if game is not None else client.get_table(table)["game"]


def wait_for_turn(client: Client, table: str, game: str | None, timeout: float | None) -> View:
    """See `Client.wait_for_turn`."""
    game = game_of(client, table, game)
    until = None if timeout is None else time.monotonic() + timeout
    while True:
        view = client.get_view(game, table)
        if owes(view) or view["status"] == "finished":
            return view
        left = LONGEST_HELD_S if until is None else until - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"It was not your turn at table {table} within {timeout:g} s.")
        client.list_events(table, view["seq"], min(left, LONGEST_HELD_S))


def events(client: Client, table: str, after: int, wait: float) -> Iterator[Event]:
    """See `Client.events`."""
    while True:
        page = client.list_events(table, after, wait)
        for event in page["items"]:
            if event["seq"] <= after:
                continue
            after = event["seq"]
            yield event
            if event["code"] == LAST_EVENT:
                return
        if not page["items"] and _over(client, table, after):
            return


def _over(client: Client, table: str, after: int) -> bool:
    """Whether the game has ended and every event of it is known."""
    return client.get_table(table)["status"] == "finished" and not client.list_events(table, after)["items"]


def play(client: Client, table: str, choose: Choose, game: str | None) -> View:
    """See `Client.play`."""
    game = game_of(client, table, game)
    view = client.get_view(game, table)
    while view["status"] != "finished":
        if view["prompt"]["code"] == STOOD_IN:
            take_back(client, table)
            view = client.get_view(game, table)
        elif owes(view):
            view = _decided(client, table, game, view, _chosen(choose, view))
        else:
            client.list_events(table, view["seq"], LONGEST_HELD_S)
            view = client.get_view(game, table)
    return view


def _chosen(choose: Choose, view: View) -> Mapping[str, Any]:
    """What was chosen. Raises `TypeError` where that is no action, as where a function forgets to return one."""
    action = choose(view)
    if not isinstance(action, Mapping):
        raise TypeError(f"choose(view) must return an action such as {view['decision']['default']}, not {action!r}")
    return action


def _decided(client: Client, table: str, game: str, view: View, action: Mapping[str, Any]) -> View:
    """The view after the action, which the table may have overtaken while it was being chosen."""
    try:
        return client.put_decision(game, table, view["seat"], view["decision"]["n"], action)["view"]
    except (DecisionClosed, DecisionNotOpen, OfferChanged, TablePaused, Resigned):
        pass
    except DecisionExpired:
        take_back(client, table)
    return client.get_view(game, table)


def take_back(client: Client, table: str) -> None:
    """Take the seat back if a house bot sits in for it; who has resigned looks on."""
    with suppress(Resigned):
        client.come_back(table)
