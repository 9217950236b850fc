"""Tables in this process: read from the store as far as they are new, folded, kept, and written on.

Law. A `Loaded` is an immutable value, so threads share it without locks. The shelf is a bounded cache and never the
truth: each reading names the entries that it holds by number and running hash, and a log that does not continue them
(it was restored, or a server took over without the last of it) is read afresh.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from openingbell import codec
from openingbell import table as folding
from openingbell.errors import Refused, no_such_table
from openingbell.readings import Happening
from openingbell.rules.kernel import game_version
from openingbell.store import Beside, Logs, Reading, Stamp
from openingbell.store.logs import valid
from openingbell.table import LIFECYCLE, EndedBy, Entry, Facts, Table
from openingbell.tables import rows, salvage

SHELVED_B: Final = 96 * 2**20
"""How many bytes of tables a process keeps, by their `weight_b`."""

ITEM_B: Final = 640
"""What an entry takes at most, or an event in a story, in bytes: the mean of a whole game of whichever game takes most.
Measured by `tests/service/tables/test_shelf.py`."""

BARE_B: Final = 2_048
"""What a table takes beside its entries and stories, in bytes."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table after `len(entries)` entries whose running hash is `chain`.

    `secret` must not leave the services before the game is finished. `_stories` are the events of the viewers who have
    asked for theirs: from then on an entry is told them when it is folded. They follow from the rest, so two threads
    that work one out at once only do it twice.

    One that is not `whole` was broken off and cannot be read: it has its last entry only, and stories of nothing else.
    """

    table: Table
    secret: bytes
    entries: tuple[Entry, ...]
    chain: str
    _stories: dict[int | None, tuple[Happening, ...]] = field(default_factory=dict, compare=False, repr=False)
    _marked: list[str] = field(default_factory=list, compare=False, repr=False)
    whole: bool = True

    @property
    def last_ms(self) -> int:
        """The time of the last entry."""
        return self.entries[-1].at_ms if self.entries else 0

    @property
    def mark(self) -> str:
        """What a list shows of the table, as `rows` marks it; worked out when first asked for."""
        if not self._marked:
            self._marked.append(rows.mark(self.table))
        return self._marked[0]

    @property
    def weight_b(self) -> int:
        """What this takes in bytes, at most: as much as when every seat and the public have asked for their stories."""
        return BARE_B + ITEM_B * len(self.entries) * (self.table.facts.seats + 2)

    def story(self, viewer: int | None) -> tuple[Happening, ...]:
        """The events of one viewer."""
        story = self._stories.get(viewer)
        if story is None:
            opened = folding.opened(self.table.facts)
            story = self._stories[viewer] = _folded(opened, self.entries, {viewer: ()})[1][viewer]
        return story

    def seq(self, viewer: int | None) -> int:
        """The number of the last event that the viewer was told; 0 before the first."""
        story = self.story(viewer)
        return story[-1].seq if story else 0

    def grown(self, entries: Sequence[Entry], lines: Sequence[bytes]) -> Loaded:
        """The table with these entries, stored as these lines, behind it."""
        table, stories = _folded(self.table, entries, dict(self._stories))
        chain = folding.chained(self.chain, *lines)
        return Loaded(table, self.secret, (*self.entries, *entries), chain, stories, whole=self.whole)

    def recorded(self, seat: int, n: int) -> Entry | None:
        """What counts as decision `n` of that seat so far."""
        for each in reversed(self.entries):
            if each.seat == seat and each.n == n and not isinstance(each.action, LIFECYCLE):
                return each
        return None


class Present(NamedTuple):
    """A table and when it was so: the store's time, but never before its last entry, even if the store's clock was set
    back since. So what is owed at once is owed now, and no entry is stamped before the one that it follows.
    """

    loaded: Loaded
    now_ms: int


def _present(loaded: Loaded, store_ms: int) -> Present:
    return Present(loaded, max(store_ms, loaded.last_ms))


Written = Literal["applied", "conflict", "late", "early"]


class Shelf:
    """The tables of this process: those asked for last, as many as weigh no more than `most_b` bytes together."""

    def __init__(self, logs: Logs, most_b: int = SHELVED_B) -> None:
        self._logs = logs
        self._most_b = most_b
        self._held_b = 0
        self._shelf: OrderedDict[str, Loaded] = OrderedDict()
        self._lock = threading.Lock()

    def load(self, table: str) -> Present:
        """The table as it is now: one round trip, unless the log is not the one that was here before."""
        if not valid(table):
            no_such_table(table)
        held = self._held(table)
        known, chain = (len(held.entries), held.chain) if held else (0, "")
        return self._taken(table, held, self._logs.read(table, known, chain))

    def exists(self, table: str) -> bool:
        """Whether there is such a table."""
        try:
            self.load(table)
        except Refused as refused:
            if refused.code != "no-such-table":
                raise
            return False
        return True

    def append(
        self,
        loaded: Loaded,
        entries: Sequence[Entry],
        *,
        not_before_ms: int | None = None,
        not_from_ms: int | None = None,
    ) -> tuple[Written, Present]:
        """Write the entries behind what is loaded, in one round trip. Unless applied, nothing has changed."""
        lines = [folding.line(entry) for entry in entries]
        grown = loaded.grown(entries, lines)
        table = loaded.table.facts.id
        written = self._logs.append(
            table,
            length=len(loaded.entries),
            chain=loaded.chain,
            lines=lines,
            then=grown.chain,
            stamp=stamp(grown),
            not_before_ms=not_before_ms,
            not_from_ms=not_from_ms,
        )
        if written.outcome != "applied":
            return written.outcome, _present(loaded, written.now_ms)
        self._keep(table, grown)
        return "applied", _present(grown, written.now_ms)

    def create(self, facts: Facts, secret: bytes, entries: Sequence[Entry], fingerprint: str) -> bool:
        """A new table with these entries; False: there is one of that id already, made with the same fingerprint.

        Raises `Refused` when the fingerprint is another.
        """
        lines = [folding.line(entry) for entry in entries]
        fresh = _fresh(facts, secret).grown(entries, lines)
        made, found = self._logs.create(
            facts.id,
            facts=codec.dumps(facts),
            secret=secret,
            fingerprint=fingerprint,
            lines=lines,
            chain=fresh.chain,
            stamp=stamp(fresh),
        )
        if not made and found != fingerprint:
            raise Refused("idempotency-key-reused", "This idempotency key has made a table from another request.")
        return made

    def break_off(self, table: str, why: str) -> tuple[EndedBy | None, Loaded | None]:
        """End a table that cannot be read, by its log's length and running hash alone, unless it was over already.

        What it ended by (None: somebody else wrote at the same time), and what is left of it where it was ended now.
        Raises `Refused` (`no-such-table`; `table-damaged` for one that was over, where nothing tells by what).
        """
        reading = self._logs.read(table, 0, "")
        if reading.chain is None:
            no_such_table(table)
        (beside,) = self._logs.beside([table])
        if beside.chain != reading.chain:
            return None, None
        if rows.over(beside) and (before := _ended_by(table, beside)) != "server":
            return before, None
        line = folding.line(salvage.end_of(reading, why))
        chain = folding.chained(reading.chain, line)
        left = _left(reading._replace(chain=chain, tail=[*reading.tail, line]))
        written = self._logs.append(
            table,
            length=reading.length,
            chain=reading.chain,
            lines=[line],
            then=chain,
            stamp=NOTHING_DUE if left is None else stamp(left),
        )
        return ("server", left) if written.outcome == "applied" else (None, None)

    def _taken(self, table: str, held: Loaded | None, reading: Reading) -> Present:
        """What was read, folded. Of a table that was broken off since it cannot be read: what is left."""
        try:
            return self._folded(table, held, reading)
        except Refused as refused:
            if refused.code not in salvage.UNREADABLE:
                raise
            whole = self._logs.read(table, 0, "")
            if not salvage.broken_off(whole.tail):
                if refused.code == "table-damaged":
                    _log.error("table %s cannot be read", table, exc_info=refused.__cause__)
                raise
        left = _left(whole)
        if left is None:
            no_such_table(table)
        return _present(left, whole.now_ms)

    def _folded(self, table: str, held: Loaded | None, reading: Reading) -> Present:
        if reading.chain is None:
            self._drop(table)
            no_such_table(table)
        loaded = _continued(held, reading)
        if loaded is None:
            self._drop(table)
            reading = self._logs.read(table, 0, "")
            if reading.chain is None:
                no_such_table(table)
            loaded = _continued(None, reading)
        if loaded is None:
            raise Refused("table-damaged", f"The log of table {table} is not the one that was written.")
        if loaded is not held:
            self._keep(table, loaded)
        return _present(loaded, reading.now_ms)

    def _held(self, table: str) -> Loaded | None:
        with self._lock:
            held = self._shelf.get(table)
            if held is not None:
                self._shelf.move_to_end(table)
            return held

    def _keep(self, table: str, loaded: Loaded) -> None:
        with self._lock:
            self._take_off(table)
            self._shelf[table] = loaded
            self._held_b += loaded.weight_b
            while self._held_b > self._most_b:
                self._take_off(next(iter(self._shelf)))

    def _drop(self, table: str) -> None:
        with self._lock:
            self._take_off(table)

    def _take_off(self, table: str) -> None:
        """The caller holds the lock."""
        taken = self._shelf.pop(table, None)
        if taken is not None:
            self._held_b -= taken.weight_b


NOTHING_DUE: Final = Stamp("finished", {}, 0)
"""What is kept beside the log of a table of which nothing is left."""


def stamp(loaded: Loaded) -> Stamp:
    """What the store keeps beside the log."""
    due = {each.kind: each.at_ms for each in folding.due(loaded.table)}
    return Stamp(loaded.mark, due, loaded.last_ms)


def _continued(held: Loaded | None, reading: Reading) -> Loaded | None:
    """What is held with the tail behind it, or the whole log folded; None if that is not the log that was hashed."""
    if reading.facts is not None and reading.secret is not None:
        held = _fresh(facts_of(reading.facts), reading.secret)
    if held is None:
        return None
    if folding.chained(held.chain, *reading.tail) != reading.chain:
        return None
    if not reading.tail:
        return held
    game, table = held.table.game, held.table.facts.id
    try:
        return held.grown([folding.entry_of(game, line) for line in reading.tail], reading.tail)
    except Exception as error:
        # Rules that meet a log which they would not have written may fail in any way.
        raise Refused("table-damaged", f"The log of table {table} does not add up to a game.") from error


def _ended_by(table: str, beside: Beside) -> EndedBy:
    """What a table that is over ended by, as its row tells."""
    now = rows.fresh(beside)
    if now is None or now.outcome is None:
        raise Refused("table-damaged", f"Table {table} is over and keeps its result, though it cannot be read.")
    return now.outcome.ended_by


def _left(reading: Reading) -> Loaded | None:
    """What is left of a table that was broken off though it cannot be read; None where that is nothing."""
    assert reading.chain is not None
    if reading.facts is None or reading.secret is None:
        return None
    try:
        table, end, story = salvage.remains(reading.facts, reading.tail)
    except Refused:
        return None
    viewers = (None, *range(table.facts.seats))
    return Loaded(table, reading.secret, (end,), reading.chain, dict.fromkeys(viewers, story), whole=False)


def _fresh(facts: Facts, secret: bytes) -> Loaded:
    return Loaded(folding.opened(facts), secret, (), "")


def _folded(
    table: Table, entries: Sequence[Entry], stories: dict[int | None, tuple[Happening, ...]]
) -> tuple[Table, dict[int | None, tuple[Happening, ...]]]:
    """The table with these entries behind it, and the stories of these viewers with what they are told of them."""
    longer = {viewer: list(story) for viewer, story in stories.items()}
    for entry in entries:
        after = folding.fold(table, entry)
        for viewer, story in longer.items():
            for told in folding.told(table, entry, after, viewer):
                story.append(Happening(len(story) + 1, entry.at_ms, told, entry.by))
        table = after
    return table, {viewer: tuple(story) for viewer, story in longer.items()}


def facts_of(data: bytes) -> Facts:
    """The facts that were stored. Raises `Refused`: `rules-not-installed`, or `table-damaged`."""
    facts = salvage.facts_without_rules(data)
    try:
        game = game_version(facts.game, facts.rules_version)
        return replace(facts, options=codec.from_json(game.Options, facts.options))
    except KeyError as error:
        raise Refused("rules-not-installed", f"The rules of this table are not here: {error.args[0]}.") from error
    except (ValueError, TypeError) as error:
        raise Refused("table-damaged", "The facts of this table cannot be read.") from error
