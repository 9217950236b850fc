"""What games look like in a terminal.

Law. A face is a module of this package with its game's name; it draws a view that the server sent and decides nothing.
A game without one is drawn by `generic`, and is as playable.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, cast, runtime_checkable

from rich.console import RenderableType

from openingbell_client.cli.faces import generic
from openingbell_client.cli.output import Output

Seat = Callable[[int], str]
"""How a seat is called: `0 you`, `2 greedy`."""


class Face(Protocol):
    """What a module of this package has. `ABOUT` says in a few lines what the game is about, or nothing."""

    ABOUT: str

    def state(self, view: Mapping[str, Any], seat: Seat, out: Output, /) -> Sequence[RenderableType]:
        """The table as the view shows it."""

    def score(self, view: Mapping[str, Any], seat: Seat, out: Output, /) -> Sequence[RenderableType]:
        """The score so far, with its reasons."""

    def item(self, item: str, /) -> str:
        """How one of the things that can be chosen is called."""


@runtime_checkable
class Naming(Protocol):
    """What a face has as well where things that can be chosen come and go, such as offers."""

    def names(self, view: Mapping[str, Any], seat: Seat, /) -> Mapping[Any, str]:
        """What the values that stand for such things are about, by this view."""


def names(of: Face, view: Mapping[str, Any], seat: Seat) -> Mapping[Any, str]:
    """What the values that stand for things are about, where the face can tell."""
    return of.names(view, seat) if isinstance(of, Naming) else {}


def board(game: str, view: Mapping[str, Any], seat: Seat, out: Output) -> Sequence[RenderableType]:
    """The game as the view shows it, nothing where it shows none. Once the table is over nobody is asked, however
    early that came."""
    if "state" not in view:
        return ()
    if view["status"] == "finished":
        view = {**view, "state": {**view["state"], "asked": []}}
    return face(game).state(view, seat, out)


def face(game: str) -> Face:
    """The game's own face, or the generic one. The name comes from a server, so only modules found here are loaded."""
    names = {info.name for info in pkgutil.iter_modules(__path__)}
    found = importlib.import_module(f"{__name__}.{game}") if game in names else generic
    return cast("Face", found)
