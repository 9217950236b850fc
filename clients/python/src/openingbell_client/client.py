"""The client of one Opening Bell server: a method an operation, and three helpers that play.

Law. Every operation of the API has exactly one method here, named after its operationId, and returns the JSON that
the server sent, typed. The methods know how to ask and what may be asked again; they know no game's rules.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Any, Final, Literal, TypeVar, cast
from urllib.parse import quote, urlsplit

import httpx

from openingbell_client import playing
from openingbell_client._generated import OPERATIONS
from openingbell_client.errors import UnexpectedAnswer
from openingbell_client.playing import Choose
from openingbell_client.transport import Retry, Retrying, Transport
from openingbell_client.types import (
    Clock,
    Decided,
    Decision,
    Event,
    EventList,
    GameList,
    Health,
    Limits,
    NewPlayerAnswer,
    Player,
    Readiness,
    Record,
    Table,
    TableList,
    Turn,
    View,
)

VERSION: Final = "0.1.0"
DEFAULT_URL: Final = "http://127.0.0.1:8765"
LONGEST_WAIT_S: Final = 25.0
"""How long one waiting request is held; the server allows 30."""

F = TypeVar("F", bound=Callable[..., Any])


def operation(operation_id: str) -> Callable[[F], F]:
    """Mark a method as the one for this operation of the API."""

    def mark(method: F) -> F:
        method.operation_id = operation_id  # type: ignore[attr-defined]
        return method

    return mark


class Client:
    """A connection to one server, as one player (or as nobody, without `token`). Use it in a `with` statement.

    `url` is the server's address (None: what OPENINGBELL_URL says, else the one that a server on this machine has);
    `timeout` is what one try may take, in seconds; `retry` says how long to go on trying; `on_retry` hears of every
    repetition before the pause. Every method raises `ProblemError` for a refusal and `TransportError` for silence.
    Raises `ValueError` for a URL that is not one of a server.
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        timeout: float = 10.0,
        retry: Retry | None = None,
        on_retry: Callable[[Retrying], None] | None = None,
        user_agent: str = f"openingbell-client/{VERSION}",
    ) -> None:
        if url is None:
            url = os.environ.get("OPENINGBELL_URL") or DEFAULT_URL
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(f"{url!r} is not the address of a server, such as {DEFAULT_URL}")
        self._transport = Transport(url, token, timeout, retry or Retry(), on_retry, user_agent)
        self._views: dict[str, tuple[str, View]] = {}

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._transport.close()

    @property
    def url(self) -> str:
        """The server's address."""
        return self._transport.url

    @property
    def retry(self) -> Retry:
        """How long requests are repeated from now on."""
        return self._transport.retry

    @retry.setter
    def retry(self, retry: Retry) -> None:
        self._transport.retry = retry

    def authorise(self, token: str | None) -> None:
        """Act as the player whose token this is from now on (None: as nobody)."""
        self._views.clear()
        self._transport.authorise(token)

    # -- the catalogue and oneself ------------------------------------------------------------------------------------

    @operation("listGames")
    def list_games(self) -> GameList:
        """Every game that the server plays, with its options; the house's front game first."""
        return cast("GameList", self._call("listGames"))

    @operation("createPlayer")
    def create_player(self, name: str, kind: Literal["human", "bot"] = "human") -> NewPlayerAnswer:
        """Register a player. The token in the answer is shown this once; hand it to `authorise` and keep it.

        This is the one request that is never repeated: a lost answer would leave a second player behind.
        """
        return cast("NewPlayerAnswer", self._call("createPlayer", body={"name": name, "kind": kind}, repeatable=False))

    @operation("getMe")
    def get_me(self) -> Player:
        """The player that the token belongs to."""
        return cast("Player", self._call("getMe"))

    # -- tables -------------------------------------------------------------------------------------------------------

    @operation("create{Game}Table")
    def create_table(
        self,
        game: str,
        seats: int,
        *,
        options: Mapping[str, Any] | None = None,
        bots: Sequence[str] = (),
        clock: Clock | None = None,
        private: bool = False,
        practice_seed: str | None = None,
        join: bool = True,
        entropy: str | None = None,
        idempotency_key: str | None = None,
    ) -> Table:
        """Open a table. `bots` sit down at it, one a name; the caller takes a seat unless `join` is False.

        The request carries an Idempotency-Key (a fresh one unless given), so however often it is repeated there is
        one table. `entropy` goes into the deal: whoever gives some need not trust anybody's shuffling.
        """
        body: dict[str, Any] = {"seats": seats, "private": private, "join": join}
        if options:
            body["options"] = dict(options)
        if bots:
            body["bots"] = list(bots)
        extra = {"clock": clock, "practice_seed": practice_seed, "entropy": entropy}
        body |= {key: value for key, value in extra.items() if value is not None}
        headers = {"Idempotency-Key": idempotency_key or secrets.token_urlsafe(18)}
        return cast("Table", self._call("create{Game}Table", {"game": game}, body=body, headers=headers))

    @operation("listTables")
    def list_tables(
        self,
        *,
        status: Literal["waiting", "running", "finished"] | None = None,
        game: str | None = None,
        mine: bool = False,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> TableList:
        """One page of the lobby (or of one's own tables), newest first; `next` in it is the cursor of the next page."""
        params = {"status": status, "game": game, "mine": "true" if mine else None, "limit": limit, "cursor": cursor}
        return cast("TableList", self._call("listTables", params=params))

    @operation("getTable")
    def get_table(self, table: str) -> Table:
        """One table: its game, status, seats, commitment and scores."""
        return cast("Table", self._call("getTable", {"table": table}))

    @operation("takeSeat")
    def take_seat(self, table: str, seat: int | None = None, *, entropy: str | None = None) -> Table:
        """Sit down (at the first free seat unless one is named). For a player who sits there, nothing changes."""
        body = {key: value for key, value in (("seat", seat), ("entropy", entropy)) if value is not None}
        return cast("Table", self._call("takeSeat", {"table": table}, body=body))

    @operation("startTable")
    def start_table(self, table: str, *, fill: str | None = None, entropy: str | None = None) -> Table:
        """Say that one is ready; `fill` names a house bot for the seats that are still free. Repeating it is safe."""
        body = {key: value for key, value in (("fill", fill), ("entropy", entropy)) if value is not None}
        return cast("Table", self._call("startTable", {"table": table}, body=body))

    @operation("getRecord")
    def get_record(self, table: str) -> Record:
        """The game as a file: what one was told while it runs, everything after it."""
        return cast("Record", self._call("getRecord", {"table": table}))

    # -- playing ------------------------------------------------------------------------------------------------------

    @operation("view{Game}Table")
    def get_view(self, game: str, table: str, seat: int | None = None) -> View:
        """What one knows (one's own seat's view, or the public one). A view that has not changed is not sent again."""
        key = f"{table}/{seat}"
        known = self._views.get(key)
        headers = {"If-None-Match": known[0]} if known else {}
        response = self._send("view{Game}Table", {"game": game, "table": table}, params={"seat": seat}, headers=headers)
        if known and response.status_code == 304:
            return known[1]
        view = cast("View", _json(response))
        if etag := response.headers.get("ETag"):
            self._views = {key: (etag, view)}
        return view

    @operation("decide{Game}")
    def put_decision(self, game: str, table: str, seat: int, n: int, action: Mapping[str, Any]) -> Decided:
        """Answer the seat's decision number `n`. The answer holds the view after it, and so the next decision.

        Repeating it is safe, and is done for you: a decision counts once, and the repetition says `replayed`.
        """
        where = {"game": game, "table": table, "seat": seat, "n": n}
        return cast("Decided", self._call("decide{Game}", where, body={"action": dict(action)}))

    @operation("listEvents")
    def list_events(self, table: str, after: int = 0, wait: float = 0.0) -> EventList:
        """What one was told after event number `after`; waits up to `wait` seconds for news (the server allows 30).

        Without news the page is empty and its `next` is `after`.
        """
        params = {"after": after, "wait": f"{wait:g}" if wait else None}
        response = self._send("listEvents", {"table": table}, params=params, wait=wait)
        if response.status_code == 204:
            return {"items": [], "next": after}
        return cast("EventList", _json(response))

    # -- the server ---------------------------------------------------------------------------------------------------

    @operation("getLimits")
    def get_limits(self) -> Limits:
        """What the server allows: how often, how large, how many, how long."""
        return cast("Limits", self._call("getLimits"))

    @operation("getHealth")
    def get_health(self) -> Health:
        """Whether the server answers at all."""
        return cast("Health", self._call("getHealth"))

    @operation("getReadiness")
    def get_readiness(self) -> Readiness:
        """Whether every part of the server works. Raises `Unavailable` when one does not."""
        return cast("Readiness", self._call("getReadiness", repeatable=False))

    # -- helpers ------------------------------------------------------------------------------------------------------

    def wait_for_turn(self, table: str, *, game: str | None = None, timeout: float | None = None) -> View:
        """The view as soon as one owes a decision or the game is over.

        Raises `TimeoutError` after `timeout` seconds (None: waits as long as it takes).
        """
        return playing.wait_for_turn(self, table, game, timeout)

    def events(self, table: str, after: int = 0, *, wait: float = LONGEST_WAIT_S) -> Iterator[Event]:
        """Every event after number `after`, as it comes, each once and in order, until the game's last one.

        Lost connections are made up for. When one stays lost beyond `retry.deadline_s` the error is raised; call again
        with the last `seq` that you had to go on. Only the game's end ends the iteration.
        """
        return playing.events(self, table, after, wait)

    def play(self, table: str, choose: Choose, *, game: str | None = None) -> View:
        """Play one's seat to the end of the game, asking `choose(view)` for each action, and return the last view.

        One request a move: the answer to a decision brings the next one whenever it is there already. To play a legal
        game without knowing any rules, `choose` may return `view["decision"]["default"]`. A decision that the clock
        takes away meanwhile is simply gone; an `IllegalAction` is raised, and the decision is still open then.
        """
        return playing.play(self, table, choose, game)

    def seconds_left(self, decision: Decision | Turn) -> float | None:
        """How long the decision stays open, or a turn's free phase, by the server's clock; None without an end set."""
        deadline = decision.get("deadline", decision.get("ends_at"))
        if not isinstance(deadline, str):
            return None
        left = datetime.fromisoformat(deadline).timestamp() - time.time() - self._transport.ahead_s
        return max(0.0, left)

    # -- plumbing -----------------------------------------------------------------------------------------------------

    def _call(self, operation_id: str, where: Mapping[str, Any] | None = None, **how: Any) -> Any:
        return _json(self._send(operation_id, where, **how))

    def _send(
        self,
        operation_id: str,
        where: Mapping[str, Any] | None = None,
        *,
        repeatable: bool = True,
        **how: Any,
    ) -> httpx.Response:
        method, template = OPERATIONS[operation_id]
        path = template.format_map({key: quote(str(value), safe="") for key, value in (where or {}).items()})
        return self._transport.send(method, path, repeatable=repeatable, **how)


def _json(response: httpx.Response) -> Any:
    """The object that was answered. Raises `UnexpectedAnswer` for anything else."""
    try:
        found = response.json()
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise UnexpectedAnswer(response.status_code, f"{response.url} is not an answer of an Opening Bell server.")
    return found
