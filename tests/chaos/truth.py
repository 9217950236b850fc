"""What a table really was after each entry of its log, and what each viewer could be shown then.

Law. Folds the log with the server's own functions and renders with the server's own renderer; it takes nothing from
what clients have heard.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from openingbell import table as folding
from openingbell.api import render
from openingbell.readings import Happening, Record, Snapshot
from openingbell.rules.kernel import HOUSE
from openingbell.table import LIFECYCLE, Entry, Facts, Table, counted
from openingbell.tables.desk import snapshot
from openingbell.tables.shelf import Loaded, Present

Json = dict[str, Any]
Viewer = int | None


class Truth:
    """A log, entry by entry. Position p is the table after its first p entries."""

    def __init__(self, facts: Facts, secret: bytes, entries: Sequence[Entry]) -> None:
        self.facts, self.secret, self.entries = facts, secret, tuple(entries)
        self.tables: list[Table] = [folding.opened(facts)]
        self.viewers: tuple[Viewer, ...] = (*range(facts.seats), None)
        self.stories: dict[Viewer, list[Happening]] = {viewer: [] for viewer in self.viewers}
        self.lengths: dict[Viewer, list[int]] = {viewer: [0] for viewer in self.viewers}
        self._views: dict[tuple[Viewer, int], Json] = {}
        for entry in self.entries:
            self._grow(entry)

    @property
    def last(self) -> int:
        """The position after the whole log."""
        return len(self.entries)

    def snapshot(self, viewer: Viewer, position: int) -> Snapshot:
        """What the services would hand out there. Whose seat nobody holds, in a log that is no game, is a stranger."""
        table = self.tables[position]
        if viewer is not None and table.occupants[viewer] is None:
            viewer = None
        story = tuple(self.stories[viewer][: self.lengths[viewer][position]])
        loaded = Loaded(table, self.secret, self.entries[:position], "", {viewer: story})
        at_ms = self.entries[position - 1].at_ms if position else self.facts.created_at_ms
        return snapshot(Present(loaded, at_ms), viewer)

    def view(self, viewer: Viewer, position: int) -> Json:
        """The view there, as JSON."""
        key = (viewer, position)
        if key not in self._views:
            self._views[key] = plain(render.view(self.snapshot(viewer, position)))
        return self._views[key]

    def at_seq(self, viewer: Viewer, seq: int) -> range:
        """The positions at which the viewer had been told exactly so much."""
        lengths = self.lengths[viewer]
        found = [position for position, length in enumerate(lengths) if length == seq]
        return range(found[0], found[-1] + 1) if found else range(0)

    def told_by(self, viewer: Viewer, seq: int) -> int:
        """The first position at which the viewer had been told of event `seq`."""
        return next(position for position, length in enumerate(self.lengths[viewer]) if length >= seq)

    def events(self, viewer: Viewer) -> list[Json]:
        """All events of the viewer, as JSON."""
        return [plain(render.event(each)) for each in self.stories[viewer]]

    def record(self, viewer: Viewer) -> Json:
        """The record at the end, as JSON."""
        table = self.tables[-1]
        now = self.snapshot(viewer, self.last)
        if table.status != "finished":
            story = tuple(self.stories[viewer])
            return plain(
                render.record(Record(now, complete=False, happenings=story, entries=(), entropies=(), secret=None))
            )
        return plain(
            render.record(
                Record(
                    now,
                    complete=True,
                    happenings=(),
                    entries=counted(self.entries),
                    entropies=table.entropies,
                    secret=self.secret.hex(),
                )
            )
        )

    def _grow(self, entry: Entry) -> None:
        before = self.tables[-1]
        after = folding.fold(before, entry)
        for viewer, story in self.stories.items():
            for told in folding.told(before, entry, after, viewer):
                story.append(Happening(len(story) + 1, entry.at_ms, told, entry.by))
            self.lengths[viewer].append(len(story))
        self.tables.append(after)


def plain(value: Any) -> Json:
    """As a client reads it."""
    read: Json = json.loads(msgspec.json.encode(value))
    return read


def decides(entry: Entry) -> bool:
    """Whether the entry is a seat's decision, not the house's and not part of the seating."""
    return entry.seat != HOUSE and not isinstance(entry.action, LIFECYCLE)
