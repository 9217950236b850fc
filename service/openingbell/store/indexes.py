"""What spans tables: the lobby by status, every player's tables and their unfinished ones, newest first.

Law. An index is written after the truth and may lag behind it: whoever reads one looks beside the table itself before
saying anything. Members are `<id>:<game>`, scores the time of creation in ms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from openingbell.store.link import Link
from openingbell.store.logs import hash_of, valid

TIES: Final = 64
"""How many tables made in the same millisecond a page can step over."""


class Indexed(NamedTuple):
    """One row of an index; rows sort as they are listed when sorted in reverse."""

    created_at_ms: int
    table: str
    game: str


class Indexes:
    """The indexes of a house."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def note(self, row: Indexed, *, lists: Iterable[str], not_in: Iterable[str], shown: bytes) -> None:
        """The table stands in these lists, and in none of those; its row shows this. One round trip.

        The row comes last: where it stands, the lists were written.
        """
        member = f"{row.table}:{row.game}"
        with self._link.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            for name in lists:
                pipeline.zadd(_key(name), {member: row.created_at_ms})
            for name in not_in:
                pipeline.zrem(_key(name), member)
            pipeline.hset(hash_of(row.table), "row", shown)
            pipeline.execute()

    def page(self, lists: Sequence[str], after: tuple[int, str] | None, count: int) -> list[Indexed]:
        """The next `count` rows of these lists together, newest first, after (created, table)."""
        highest = "+inf" if after is None else str(after[0])
        with self._link.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            for name in lists:
                pipeline.zrevrangebyscore(_key(name), highest, "-inf", start=0, num=count + TIES, withscores=True)
            found = pipeline.execute()
        rows = set()
        for member, at in (pair for rows_of_one in found for pair in rows_of_one):
            table, _, game = member.decode(errors="replace").partition(":")
            if valid(table):
                rows.add(Indexed(int(at), table, game))
        following = sorted(
            (row for row in rows if after is None or (row.created_at_ms, row.table) < after), reverse=True
        )
        return following[:count]

    def count(self, name: str) -> int:
        """How many tables stand in this list. One round trip, however many they are."""
        with self._link.guarded() as client:
            return int(client.zcard(_key(name)))


def lobby(status: str) -> str:
    """The list of the public tables of that status."""
    return f"lobby:{status}"


def of_player(player: str) -> str:
    """The list of the tables in which that player holds a seat."""
    return f"player:{player}"


def unfinished_of(player: str) -> str:
    """The list of the unfinished tables that the player has created or sits at."""
    return f"unfinished:{player}"


def _key(name: str) -> str:
    return f"openingbell:{name}"
