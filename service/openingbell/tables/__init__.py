"""The table services: what the API, the jobs, the clock and the operator's commands call.

Law. One method a wish; the modules beside this one know how. No HTTP and no Redis here; what is handed out
(`openingbell.readings`) is for one viewer.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable
from typing import Final

from openingbell.errors import Refused
from openingbell.news import News
from openingbell.players import Player
from openingbell.readings import Decided, Happening, Order, Record, Snapshot, Summary
from openingbell.rules.kernel import Action
from openingbell.store import Indexes, Kind, Logs, Premises
from openingbell.table import EndedBy, Status, counted, next_settling_ms
from openingbell.tables import attending
from openingbell.tables.advancing import BUDGET_S, Bots, Think, advance, go_on, here
from openingbell.tables.deciding import decide
from openingbell.tables.desk import Desk, snapshot, viewer_of
from openingbell.tables.lobby import Lobby
from openingbell.tables.seating import Seating
from openingbell.tables.shelf import Shelf

__all__ = ["Bots", "Tables", "Think"]

LONGEST_PAGE: Final = 100
MOST_HAPPENINGS: Final = 500
LONGEST_WAIT_S: Final = 30
RECHECK_S: Final = 2.0
"""How long a waiting request goes without looking at the table itself, and at whether its client is still there."""


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
        until = time.monotonic() + min(wait_s, LONGEST_WAIT_S)
        found, now = self._happened(table, caller, after, limit)
        if found or wait_s <= 0 or now.table.status == "finished":
            return found, now
        with self._news.watch(table, who) as watch:
            while True:
                found, now = self._happened(table, caller, after, limit)
                left_s = until - time.monotonic()
                if found or left_s <= 0 or gone():
                    return found, now
                watch.wait(min(left_s, RECHECK_S, _until_settling_s(now)))

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

    def go_on(self, table: str, kind: Kind, bots: Bots, budget_s: float = BUDGET_S) -> bool:
        """`advance`, for whoever has been told that something of that kind is due; True when something was done.

        A table that fails is listed as in trouble and put off, so that it keeps no other from its turn.
        """
        return go_on(self._logs, table, kind, lambda: self.advance(table, bots, budget_s))

    def clear_up(self, table: str, kind: Kind, bots: Bots, budget_s: float) -> bool:
        """`go_on` for a table that has stood as due for long: if nothing is, its due times are written anew."""

        def do() -> bool:
            done = self.advance(table, bots, budget_s)
            if not done and bots != "default":
                self._desk.write(self._desk.present(table).loaded, ())
            return done

        return go_on(self._logs, table, kind, do)

    def _happened(self, table: str, caller: Player | None, after: int, limit: int) -> tuple[list[Happening], Snapshot]:
        present = self._desk.present(table)
        viewer = viewer_of(present.loaded.table, caller)
        story = present.loaded.story(viewer)
        first = bisect_right(story, after, key=lambda each: each.seq)
        return list(story[first : first + limit]), snapshot(present, viewer)


def _until_settling_s(now: Snapshot) -> float:
    """How long until a reading settles something; at least a little, so that a slow clock is not asked in a loop."""
    settling_ms = next_settling_ms(now.table)
    return RECHECK_S if settling_ms is None else max(0.05, (settling_ms - now.now_ms) / 1000)
