"""Lists of tables: the lobby, a player's own, and keeping both true.

Law. An index only proposes, and a row only shows what still holds (`rows`): whatever is stale is asked of the table
itself and noted anew. So a list that lags behind shows nothing wrong, and one that does not folds nothing. `heal`
finds, a few tables at a time, those whose rows are stale; `rebuild` writes all.
"""

from __future__ import annotations

import base64
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final, TypeVar, get_args

from openingbell.errors import Refused
from openingbell.processes import bounded
from openingbell.readings import Shown, Summary, shown
from openingbell.store import SHARDS, Beside, Indexes, Logs
from openingbell.store.indexes import Indexed, lobby, of_player, unfinished_of
from openingbell.table import Begin, Sit, Status
from openingbell.tables import rows
from openingbell.tables.salvage import facts_without_rules
from openingbell.tables.shelf import Loaded, Shelf, facts_of

STATUSES: Final[tuple[Status, ...]] = get_args(Status)
SCANNED: Final = 400
"""How many index rows one page looks at before it is returned as it is, with a cursor."""

FOLDED: Final = 20
"""How many stale tables one page folds before it is returned as it is, with a cursor."""

HEALED: Final = 20
"""How many tables one step of healing looks at."""

HEALING_S: Final = 0.25
"""How long a step of healing folds before it leaves the rest to the next."""

LONGEST_S: Final = 5.0
"""How long one table may hold whoever goes through many, where it can be interrupted: the clock and the operator."""

Result = TypeVar("Result")

_log = logging.getLogger(__name__)


class Lobby:
    """The lists of a house."""

    def __init__(self, shelf: Shelf, logs: Logs, indexes: Indexes) -> None:
        self._shelf = shelf
        self._logs = logs
        self._indexes = indexes

    def page(
        self,
        caller: str | None,
        *,
        mine: bool,
        status: Status | None,
        game: str | None,
        limit: int,
        cursor: str | None,
    ) -> tuple[list[Summary], str | None]:
        """The caller's own tables, or public ones; newest first; and the cursor to go on with."""
        owner = caller if mine else None
        lists = [of_player(owner)] if owner else [lobby(each) for each in STATUSES if status in (None, each)]
        result: list[Summary] = []
        folded = 0
        for looked, (row, beside) in enumerate(self._proposed(lists, cursor, limit), 1):
            if game in (None, row.game):
                found = _held(beside)
                if found is None or status not in (None, found.shown.status):
                    folded += 1
                    found = self._put_right(row.table)
                if found is not None and status in (None, found.shown.status) and _may_see(found, owner):
                    result.append(replace(found, viewer=_seat_of(found.shown, caller)))
            if len(result) == limit or looked == SCANNED or folded == FOLDED:
                return result, _cursor(row.created_at_ms, row.table)
        return result, None

    def note(self, loaded: Loaded) -> None:
        """Write the table into the lists where it belongs, and out of the others; and what they show of it."""
        table, facts = loaded.table, loaded.table.facts
        players = {who.player for who in table.occupants if who is not None and who.kind != "house_bot"}
        here = [] if facts.private else [lobby(table.status)]
        elsewhere = [lobby(status) for status in STATUSES if facts.private or status != table.status]
        theirs = [unfinished_of(player) for player in sorted({*players, facts.creator})]
        (elsewhere if table.status == "finished" else here).extend(theirs)
        left = _sat(loaded) - players
        elsewhere += [*map(of_player, sorted(left)), *map(unfinished_of, sorted(left - {facts.creator}))]
        self._indexes.note(
            Indexed(facts.created_at_ms, facts.id, facts.game),
            lists=[*here, *map(of_player, sorted(players))],
            not_in=elsewhere,
            shown=rows.written(table, loaded.chain),
        )

    def try_note(self, loaded: Loaded) -> None:
        """Note the table if that is possible now. The truth is written already, so a failure is left to `heal`."""
        try:
            self.note(loaded)
        except Refused as refused:
            _log.warning("the lists do not know yet what table %s is: %s", loaded.table.facts.id, refused)

    def unfinished(self, player: str) -> int:
        """How many unfinished tables the player has created or sits at, as far as the lists know."""
        return self._indexes.count(unfinished_of(player))

    def heal(self, shard: int, cursor: int) -> int:
        """Note those of the shard's next tables whose rows are stale, with what is due there; the cursor to go on with.

        The same cursor again: there is more to do here, and some of it was done.
        """
        following, tables = self._logs.tables(shard, cursor, HEALED)
        until, healed = time.monotonic() + HEALING_S, 0
        for table, beside in zip(tables, self._logs.beside(tables), strict=True):
            if rows.fresh(beside) is None:
                if healed and time.monotonic() >= until:
                    return cursor
                healed += self._note_by_name(table)
        return following

    def rebuild(self) -> int:
        """Note every table there is, and write anew what is due there; how many there were."""
        count = 0
        for shard in range(SHARDS):
            cursor, more = 0, True
            while more:
                cursor, tables = self._logs.tables(shard, cursor, 100)
                for table in tables:
                    count += self._note_by_name(table)
                more = cursor != 0
        return count

    def _proposed(self, lists: Sequence[str], cursor: str | None, count: int) -> Iterator[tuple[Indexed, Beside]]:
        """The rows of these lists from the cursor on, in two round trips for each `count` of them."""
        after = None if cursor is None else _position(cursor)
        while True:
            proposed = self._indexes.page(lists, after, count)
            yield from zip(proposed, self._logs.beside([row.table for row in proposed]), strict=True)
            if len(proposed) < count:
                return
            after = (proposed[-1].created_at_ms, proposed[-1].table)

    def _put_right(self, table: str) -> Summary | None:
        """The table itself, which is noted anew; None when it cannot be shown."""

        def put() -> Summary:
            loaded = self._shelf.load(table).loaded
            self.try_note(loaded)
            return Summary(loaded.table.facts, shown(loaded.table), None)

        return _one_of_many(table, put)

    def _note_by_name(self, table: str) -> bool:
        """Note the table, and write anew what is due there: who left no row may have known of other due times."""

        def note() -> bool:
            loaded = self._shelf.load(table).loaded
            self._shelf.append(loaded, ())
            self.note(loaded)
            return True

        return _one_of_many(table, note) or False


def _one_of_many(table: str, do: Callable[[], Result]) -> Result | None:
    """Do something with one table for whoever goes through many: None where it fails, whatever its log or rules do.

    Raises `Refused` `store-unavailable`, which says nothing about the table.
    """
    try:
        with bounded(LONGEST_S):
            return do()
    except Refused as refused:
        if refused.code == "store-unavailable":
            raise
        _log.warning("table %s cannot be listed: %s", table, refused)
    except Exception:  # noqa: BLE001 - one table must not keep the others from their lists
        _log.exception("table %s cannot be listed", table)
    return None


def _sat(loaded: Loaded) -> set[str]:
    """The players who have sat at the table at any time; seats change hands only before the opening bell."""
    seated = takewhile(lambda entry: not isinstance(entry.action, Begin), loaded.entries)
    return {each.action.player for each in seated if isinstance(each.action, Sit) and each.action.kind != "house_bot"}


def _held(beside: Beside) -> Summary | None:
    """What the row shows, if it still holds; the seat of whoever looks is left open."""
    now = rows.fresh(beside)
    if now is None or beside.facts is None:
        return None
    ended = now.outcome is not None and now.outcome.ended_by == "server"
    try:
        return Summary(facts_without_rules(beside.facts) if ended else facts_of(beside.facts), now, None)
    except Refused:
        return None


def _may_see(found: Summary, owner: str | None) -> bool:
    """Whether a list of that player's (None: of the public) may show the table, whatever the index says."""
    if not found.facts.private:
        return True
    return owner is not None and (owner == found.facts.creator or _seat_of(found.shown, owner) is not None)


def _seat_of(now: Shown, player: str | None) -> int | None:
    return next((seat for seat, who in enumerate(now.occupants) if who and who.player == player), None)


def _cursor(created_at_ms: int, table: str) -> str:
    return base64.urlsafe_b64encode(f"{created_at_ms}:{table}".encode()).decode().rstrip("=")


def _position(cursor: str) -> tuple[int, str]:
    try:
        created, _, table = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().partition(":")
        return int(created), table
    except ValueError as error:
        raise Refused("invalid-cursor", f"{cursor!r} is no cursor of this list.") from error
