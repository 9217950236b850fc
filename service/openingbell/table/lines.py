"""The stored form of a log.

Law. A line is for life: what it says may not depend on this release. Names are left out because a log is kept in
memory; a game's rules version keeps the order of its actions' fields.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final, cast

import msgspec

from openingbell import codec
from openingbell.rules.kernel import HOUSE, Game, tag
from openingbell.table.values import LIFECYCLE, By, Entry

_BY: Final[tuple[By, ...]] = ("player", "default", "house_bot", "standing_order", "house")


def counted(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries without those that their own seat replaced while they were sealed."""
    last = {(each.seat, each.n): place for place, each in enumerate(entries) if not _fixed(each)}
    return tuple(each for place, each in enumerate(entries) if _fixed(each) or last[each.seat, each.n] == place)


def line(entry: Entry) -> bytes:
    """The stored form of an entry: `[seat, n, by, at_ms, tag, field, ...]`, fields in their order, null for None."""
    action = entry.action
    named = codec.to_json(action)
    values = [named.get(each.name) for each in fields(cast("Any", action))]
    return msgspec.json.encode([entry.seat, entry.n, _BY.index(entry.by), entry.at_ms, tag(type(action)), *values])


def entry_of(game: Game, data: bytes) -> Entry:
    """The entry that was stored. Raises `codec.Undecodable`."""
    seat, n, by, at_ms, kind, *values = codec.loads(data)
    cls = next((cls for cls in (*game.moves, *game.deals, *LIFECYCLE) if tag(cls) == kind), None)
    if cls is None:
        raise codec.Undecodable(f"{kind} is no action of {game.name}")
    names = (each.name for each in fields(cast("Any", cls)))
    named = {name: value for name, value in zip(names, values, strict=True) if value is not None}
    return Entry(seat, n, codec.from_json(cls, {"type": kind, **named}), _BY[by], at_ms)


def chained(chain: str, *lines: bytes) -> str:
    """The running hash of a log after these stored lines: 32 hexadecimal digits; it begins as ""."""
    for each in lines:
        chain = hashlib.blake2b(chain.encode() + each, digest_size=16).hexdigest()
    return chain


def _fixed(entry: Entry) -> bool:
    return entry.seat == HOUSE or isinstance(entry.action, LIFECYCLE)
