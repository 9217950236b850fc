"""The table services: what the API, the jobs, the clock and the operator's commands call.

Law. One method a wish; the modules beside this one know how. No HTTP and no Redis here; what is handed out
(`openingbell.readings`) is for one viewer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from openingbell.errors import Refused
from openingbell.news import News
from openingbell.players import Player
from openingbell.readings import Decided, Happening, Order, Record, Snapshot, Summary
from openingbell.rules.kernel import Action
from openingbell.store import Indexes, Kind, Logs, Premises
from openingbell.table import EndedBy, Status, counted
from openingbell.tables import attending
from openingbell.tables.advancing import BUDGET_S, Bots, Think, advance, do_due, do_overdue, here
from openingbell.tables.deciding import decide
from openingbell.tables.desk import Desk, snapshot, viewer_of
from openingbell.tables.following import LONGEST_WAIT_S, MOST_HAPPENINGS, happenings
from openingbell.tables.lobby import Lobby
from openingbell.tables.seating import Seating
from openingbell.tables.shelf import Shelf

__all__ = ["LONGEST_WAIT_S", "MOST_HAPPENINGS", "Bots", "Tables", "Think"]

LONGEST_PAGE: Final = 100


class Tables:
    """Everything that can be done with tables. Every method may raise `Refused` (`store-unavailable`, `busy`)."""

    def __init__(
        self, logs: Logs, indexes: Indexes, premises: Premises, news: News, most_open: int, think: Think = here
    ) -> None:
        self._logs = logs
        self._think = think
        shelf = Shelf(logs)
        self.lobby = Lobby(shelf, logs, indexes)
        self._desk = Desk(shelf, self.lobby)
        self._seating = Seating(self._desk, premises, most_open)
        self._news = news

    def create(self, caller: Player, order: Order, idempotency_key: str | None) -> tuple[Snapshot, bool]:
        """A new table, or the one that this key has made before (True)."""
        return self._seating.create(caller, order, idempotency_key)

    def read(self, table: str, caller: Player | None) -> Snapshot:
        """The table through the caller's eyes. An expired decision is settled first."""
        present = self._desk.present(table)
        return snapshot(present, viewer_of(present.loaded.table, caller))

    def listing(
        self,
        caller: Player | None,
        *,
        status: Status | None = None,
        game: str | None = None,
        mine: bool = False,
        limit: int = 20,
        cursor: str | None = None,
    ) -> tuple[list[Summary], str | None]:
        """A page of public tables, or of the caller's own, newest first, and the cursor of the next page.

        A page may be shorter than `limit`; only a missing cursor says that it was the last.
        """
        if not 1 <= limit <= LONGEST_PAGE:
            raise ValueError(f"a page has 1 to {LONGEST_PAGE} tables")
        if mine and caller is None:
            raise Refused("unauthenticated", "Only a player has tables; send a token.")
        name = None if caller is None else caller.id
        return self.lobby.page(name, mine=mine, status=status, game=game, limit=limit, cursor=cursor)

    def sit(self, table: str, caller: Player, seat: int | None, entropy: str = "") -> tuple[Snapshot, bool]:
        """A seat for the caller (None: the first free one); True when the caller sat there already."""
        return self._seating.sit(table, caller, seat, entropy)

    def start(self, table: str, caller: Player, entropy: str = "", fill: str | None = None) -> Snapshot:
        """The caller is ready; `fill` names the house bot for the empty seats. Once begun, a repeat changes nothing."""
        return self._seating.start(table, caller, entropy, fill)

    def decide(self, table: str, caller: Player, seat: int, n: int, action: Action, game: str | None = None) -> Decided:
        """Take decision `n` of the caller's seat, once, whatever is repeated.

        `game`: what the caller takes the table to play (None: whatever it is); at another one there is no such table.
        """
        return decide(self._desk, table, caller, seat, n, action, game)

    def happenings(
        self,
        table: str,
        caller: Player | None,
        after: int,
        wait_s: float = 0.0,
        limit: int = MOST_HAPPENINGS,
        who: str = "",
        gone: Callable[[], bool] = lambda: False,
    ) -> tuple[list[Happening], Snapshot]:
        """The viewer's events after number `after`, at most `limit`; waits up to `wait_s` seconds for the first.

        `who` waits: of one, only some requests may at once. `gone` says whether nobody listens any more; then there is
        nothing to wait for.
        """
        return happenings(self._desk, self._news, table, caller, after, wait_s, limit, who, gone)

    def record(self, table: str, caller: Player | None) -> Record:
        """The table as a file: redacted for the viewer while it runs, complete afterwards, unless it cannot be read."""
        present = self._desk.present(table)
        loaded = present.loaded
        viewer = viewer_of(loaded.table, caller)
        now = snapshot(present, viewer)
        if loaded.table.status != "finished" or not loaded.whole:
            return Record(now, complete=False, happenings=loaded.story(viewer), entries=(), entropies=(), secret=None)
        entries = counted(loaded.entries)
        entropies, secret = loaded.table.entropies, loaded.secret.hex()
        return Record(now, complete=True, happenings=(), entries=entries, entropies=entropies, secret=secret)

    def advance(self, table: str, bots: Bots = "think", budget_s: float = BUDGET_S) -> bool:
        """Do all that is due now; True when something was done. Safe to call from many processes at once.

        `bots`: whether house bots that owe a move think, get their default played, or are left to other processes;
        `budget_s`: about how long this may take.
        """
        return advance(self._desk, table, bots, budget_s, self._think)

    def leave(self, table: str, caller: Player, seat: int) -> Snapshot:
        """Give a seat up before the game begins."""
        return attending.leave(self._desk, table, caller, seat)

    def resign(self, table: str, caller: Player) -> Snapshot:
        """Give the game up for good; a house bot plays the seat to the end."""
        return attending.resign(self._desk, table, caller)

    def come_back(self, table: str, caller: Player) -> Snapshot:
        """Take the seat back from the house bot that sits in."""
        return attending.come_back(self._desk, table, caller)

    def want_pause(self, table: str, caller: Player, wanted: bool) -> Snapshot:
        """Ask for a pause, or to go on."""
        return attending.want_pause(self._desk, table, caller, wanted)

    def abort(self, table: str, caller: Player) -> Snapshot:
        """Call the game off before anybody has moved."""
        return attending.abort(self._desk, table, caller)

    def break_off(self, table: str, why: str) -> EndedBy:
        """End a table that the server cannot go on with, and say why; what it ended by, if it was over already."""
        return attending.break_off(self._desk, table, why)

    def do_due(self, table: str, kind: Kind, bots: Bots, budget_s: float = BUDGET_S) -> bool:
        """`advance`, for whoever has been told that something of that kind is due; True when something was done.

        A table that fails is listed as in trouble and put off, so that it keeps no other from its turn.
        """
        return do_due(self._desk, self._logs, table, kind, bots, budget_s, self._think)

    def do_overdue(self, table: str, kind: Kind, bots: Bots, budget_s: float) -> bool:
        """`do_due` for a table that has stood as due for long: if nothing is, its due times are written anew."""
        return do_overdue(self._desk, self._logs, table, kind, bots, budget_s, self._think)
