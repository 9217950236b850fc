"""What a command works with: the server, the player, and where to write.

Law. A guest is made at first need and remembered; commands never see a token. A command asks for `player=True` when
it acts for somebody, so that looking around leaves nobody behind on the server.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from openingbell_client import Client, Retry, Retrying
from openingbell_client.cli import calling, tokens
from openingbell_client.cli.output import Output, clean
from openingbell_client.errors import Unauthenticated

FIRST: Final = Retry(deadline_s=2.0)
"""How long a command that has not reached the server yet goes on trying."""

PATIENT: Final = Retry(deadline_s=300.0)
"""How long one that has is ready to wait for the connection to come back."""


class Mistake(Exception):
    """The command was called in a way that cannot work; the message says what to do instead, and further arguments are
    commands that do it."""


class Command(Protocol):
    """A subcommand of `bell`. Other distributions add theirs under the entry point group `bell.commands`: the entry
    point's name is the subcommand, and its object has these three."""

    @property
    def help(self) -> str:
        """One line for `bell --help`."""

    def configure(self, parser: ArgumentParser, /) -> None:
        """Add the arguments. `parser.description` is `help` unless set here."""

    def run(self, args: Namespace, bell: Bell, /) -> int:
        """Do it and return the exit code."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A `Command` made of two functions."""

    help: str
    configure: Callable[[ArgumentParser], None]
    run: Callable[[Namespace, Bell], int]


class Bell:
    """The server, the player and the output of one call of `bell`."""

    def __init__(self, url: str, *, json: bool = False, plain: bool = False) -> None:
        self.out = Output(json=json, plain=plain)
        self.url = url.rstrip("/")
        self.farewell: tuple[str, ...] = ("Stopped.",)
        """What to say when the user leaves by Ctrl-C, and the commands that lead on."""
        self._client: Client | None = None
        self._known: tokens.Known | None = None
        self._greeted = False

    @property
    def client(self) -> Client:
        """The connection, as the known player if there is one."""
        if self._client is None:
            try:
                self._client = Client(self.url, self._token(), retry=FIRST, on_retry=self._tell)
            except ValueError as error:
                raise Mistake(f"{error}.") from None
        return self._client

    @property
    def hint(self) -> str:
        """The player's token as it may be shown."""
        return (
            "from OPENINGBELL_TOKEN" if os.environ.get("OPENINGBELL_TOKEN") else self._known.hint if self._known else ""
        )

    def command(self, *words: str) -> str:
        """The command line for these words as it can be pasted: the same program, server and form of output."""
        flags = [name for name, given in (("--json", self.out.json), ("--plain", self.out.plain)) if given]
        return calling.line(self.url, flags, [clean(word) for word in words])

    def close(self) -> None:
        """Close the connection."""
        if self._client is not None:
            self._client.close()

    def patient(self) -> None:
        """From now on wait for a lost server to come back: somebody is in the middle of a game."""
        self.client.retry = PATIENT

    def player(self, *, name: str | None = None, new: bool = False) -> dict[str, Any]:
        """The player that one is here; a new guest where nobody is known yet, or where the server has forgotten him."""
        if not new and self._token():
            try:
                return dict(self.client.get_me())
            except Unauthenticated:
                if os.environ.get("OPENINGBELL_TOKEN"):
                    raise
                self.out.warn("This server does not know you any more; you are a new guest from now on.")
                name = name or (self._known.name if self._known else None)
        created = self.client.create_player(name or _own_name())
        player = created["player"]
        self._known = tokens.Known(player["id"], player["name"], created["token"])
        tokens.save(self.url, self._known)
        self.client.authorise(created["token"])
        if not self.out.json:
            self.out.warn(f"You are {clean(player['name'])} at {self.url} (kept in {tokens.path()}).")
        return dict(player)

    def _token(self) -> str | None:
        if given := os.environ.get("OPENINGBELL_TOKEN"):
            return given
        if self._known is None:
            self._known = tokens.load(self.url)
        return self._known.token if self._known else None

    def _tell(self, retrying: Retrying) -> None:
        """Say that the connection is gone: at once, and then whenever the wait is worth mentioning."""
        if retrying.attempt > 1 and retrying.pause_s < 1:
            return
        pause = f"{retrying.pause_s:.0f} s" if retrying.pause_s >= 1 else "a moment"
        self.out.warn(f"{retrying.error.detail} Trying again in {pause} …")


def _own_name() -> str:
    """What a guest is called. The account's name is nobody's business on somebody else's server."""
    printable = "".join(char for char in os.environ.get("OPENINGBELL_NAME", "") if char.isprintable()).strip()
    return printable[:40] or "Guest"
