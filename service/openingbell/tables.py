"""The table services: what the API, the jobs, the clock and the operator's commands call.

Law. One method a wish; each says who may, then leaves the work to the module that knows how. No HTTP, no Redis here.
"""

from __future__ import annotations

from openingbell.players import Player
from openingbell.readings import Decided, Happening, Order, Record, Snapshot
from openingbell.rules.kernel import Action
from openingbell.table import Status


class Tables:
    """Everything that can be done with tables. Every method may raise `Refused` (`store-unavailable`, `busy`)."""

    def create(self, caller: Player, order: Order, idempotency_key: str | None) -> tuple[Snapshot, bool]:
        """A new table, or the one that this key has made before (True)."""
        raise NotImplementedError

    def read(self, table: str, caller: Player | None) -> Snapshot:
        """The table through the caller's eyes. An expired decision is settled first."""
        raise NotImplementedError

    def listing(
        self,
        caller: Player | None,
        *,
        status: Status | None = None,
        game: str | None = None,
        mine: bool = False,
        limit: int = 20,
        cursor: str | None = None,
    ) -> tuple[list[Snapshot], str | None]:
        """A page of public tables, or of the caller's own, newest first, and the cursor of the next page."""
        raise NotImplementedError

    def sit(self, table: str, caller: Player, seat: int | None, entropy: str = "") -> tuple[Snapshot, bool]:
        """A seat for the caller (None: the first free one); True when the caller sat there already."""
        raise NotImplementedError

    def start(self, table: str, caller: Player, entropy: str = "", fill: str | None = None) -> Snapshot:
        """The caller is ready; `fill` names the house bot for the empty seats. Once begun, a repeat changes nothing."""
        raise NotImplementedError

    def decide(self, table: str, caller: Player, seat: int, n: int, action: Action) -> Decided:
        """Take decision `n` of the caller's seat, once, whatever is repeated."""
        raise NotImplementedError

    def happenings(
        self, table: str, caller: Player | None, after: int, wait_s: float = 0.0, limit: int = 500
    ) -> tuple[list[Happening], Snapshot]:
        """The viewer's events after number `after`, at most `limit`; waits up to `wait_s` seconds for the first."""
        raise NotImplementedError

    def record(self, table: str, caller: Player | None) -> Record:
        """The table as a file: redacted for the viewer while it runs, complete afterwards."""
        raise NotImplementedError

    def advance(self, table: str) -> bool:
        """Do all that is due now; True when something was done. Safe to call from many processes at once."""
        raise NotImplementedError
