"""Lists of tables: the lobby, a player's own, and keeping both true.

Law. An index only proposes; the table itself says what it is. So a list that lags behind shows nothing wrong, and
every row found to be stale is noted anew. `heal` finds, a few tables at a time, those whose indexes were never
written; `rebuild` writes all.
"""

from __future__ import annotations

import base64
import logging
from typing import Final

from openingbell.errors import Refused
from openingbell.store import SHARDS, Indexes, Logs
from openingbell.store.indexes import Indexed, lobby, of_player
from openingbell.table import Status, Table
from openingbell.tables.shelf import Present, Shelf, status_of

STATUSES: Final[tuple[Status, ...]] = ("waiting", "running", "finished")
SCANNED: Final = 400
"""How many index rows one page looks at before it is returned as it is, with a cursor."""

HEALED: Final = 20
"""How many tables one step of healing looks at."""

_log = logging.getLogger(__name__)


class Lobby:
    """The lists of a house."""

    def __init__(self, shelf: Shelf, logs: Logs, indexes: Indexes) -> None:
        self._shelf = shelf
        self._logs = logs
        self._indexes = indexes

    def page(
        self, player: str | None, status: Status | None, game: str | None, limit: int, cursor: str | None
    ) -> tuple[list[Present], str | None]:
        """Tables of a player, or public ones; newest first; and the cursor to go on with."""
        lists = [of_player(player)] if player else [lobby(each) for each in STATUSES if status in (None, each)]
        after = None if cursor is None else _position(cursor)
        result: list[Present] = []
        for _ in range(SCANNED // limit + 1):
            rows = self._indexes.page(lists, after, limit)
            wanted = [row for row in rows if game in (None, row.game)]
            for present in self._shelf.load_many([row.table for row in wanted]):
                table = present.loaded.table
                if status in (None, table.status):
                    result.append(present)
                else:
                    self.try_note(table)
                if len(result) == limit:
                    return result, _cursor(table.facts.created_at_ms, table.facts.id)
            if len(rows) < limit:
                return result, None
            after = (rows[-1].created_at_ms, rows[-1].table)
        return result, None if after is None else _cursor(*after)

    def note(self, table: Table) -> None:
        """Write the table into the lists where it belongs, and out of the others."""
        facts = table.facts
        players = {who.player for who in table.occupants if who is not None and who.kind != "house_bot"}
        here = [] if facts.private else [lobby(table.status)]
        elsewhere = [lobby(status) for status in STATUSES if facts.private or status != table.status]
        row = Indexed(facts.created_at_ms, facts.id, facts.game)
        self._indexes.note(row, lists=[*here, *map(of_player, sorted(players))], not_in=elsewhere)
        self._logs.noted(facts.id, status_of(table))

    def try_note(self, table: Table) -> None:
        """Note the table if that is possible now. The truth is written already, so a failure is left to `heal`."""
        try:
            self.note(table)
        except Refused as refused:
            _log.warning("the lists do not know yet what table %s is: %s", table.facts.id, refused)

    def heal(self, shard: int, cursor: int) -> int:
        """Note those of the shard's next tables that were not noted since they changed; the cursor to go on with."""
        following, tables = self._logs.tables(shard, cursor, HEALED)
        for table in self._logs.unnoted(tables):
            self._note_by_name(table)
        return following

    def rebuild(self) -> int:
        """Note every table there is, and write anew what is due there; how many there were."""
        count = 0
        for shard in range(SHARDS):
            cursor, more = 0, True
            while more:
                cursor, tables = self._logs.tables(shard, cursor, 100)
                for table in tables:
                    count += self._note_by_name(table, due=True)
                more = cursor != 0
        return count

    def _note_by_name(self, table: str, *, due: bool = False) -> bool:
        try:
            loaded = self._shelf.load(table).loaded
            if due:
                self._shelf.append(loaded, ())
            self.note(loaded.table)
        except Refused as refused:
            if refused.code == "store-unavailable":
                raise
            _log.warning("table %s cannot be listed: %s", table, refused)
            return False
        return True


def _cursor(created_at_ms: int, table: str) -> str:
    return base64.urlsafe_b64encode(f"{created_at_ms}:{table}".encode()).decode().rstrip("=")


def _position(cursor: str) -> tuple[int, str]:
    try:
        created, _, table = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().partition(":")
        return int(created), table
    except ValueError as error:
        raise Refused("invalid-cursor", f"{cursor!r} is no cursor of this list.") from error
