"""Tables as Redis holds them: a hash, a log, and their due times, side by side in one shard.

Law. Keys of a table carry its shard as hash tag: `{07}:t:<id>` (facts, secret, fingerprint, chain, status, row),
`{07}:t:<id>:log`, and, for the whole shard, `{07}:due` and `{07}:tables`. A table's id begins with its shard. What the
bytes mean is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from typing import Any, Final, Literal, NamedTuple

from openingbell.store.link import Link, Script

SHARDS: Final = 64
CHANNEL: Final = "openingbell:news"
_ID: Final = re.compile(r"(?:[0-5]\d|6[0-3])[a-z0-9]{8,40}")
_READ: Final = Script("read")
_APPEND: Final = Script("append")
_CREATE: Final = Script("create")
_OUTCOMES: Final[dict[int, Outcome]] = {1: "applied", 0: "conflict", -1: "late", -2: "early"}

Outcome = Literal["applied", "conflict", "late", "early"]


class Reading(NamedTuple):
    """What `read` found. `chain` is None: no such table. With `facts` and `secret`, `tail` is the whole log."""

    now_ms: int
    chain: str | None
    length: int
    tail: Sequence[bytes]
    facts: bytes | None
    secret: bytes | None


class Beside(NamedTuple):
    """What stands beside a log for those who do not read it. All is None: no such table.

    `mark` is the last stamp's status; `row` what the lists were last told, which may have been before that.
    """

    facts: bytes | None
    chain: str | None
    mark: str | None
    row: bytes | None


class Stamp(NamedTuple):
    """What is kept beside a log for those who do not read it: its status, and when something is due (ms or None)."""

    status: str
    house_ms: int | None
    bot_ms: int | None
    deadline_ms: int | None


class Appended(NamedTuple):
    """What became of an append: `conflict`, `late` and `early` have changed nothing."""

    outcome: Outcome
    now_ms: int
    length: int


class Announcement(NamedTuple):
    """A table has got entries: how many it has now, and what is due when, by kind."""

    table: str
    length: int
    due: dict[str, int]


class Logs:
    """The tables of a house."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def read(self, table: str, known: int, chain: str) -> Reading:
        """The table, given that the caller holds `known` entries with that running hash. One round trip."""
        return self._reading(self._link.run(_READ, _keys(table, "", ":log"), (known, chain)))

    def append(
        self,
        table: str,
        *,
        length: int,
        chain: str,
        lines: Sequence[bytes],
        then: str,
        stamp: Stamp,
        not_before_ms: int | None = None,
        not_from_ms: int | None = None,
    ) -> Appended:
        """Append lines if the log is as expected and the store's clock lies in the given bounds. One round trip.

        `then` is the running hash after the lines.
        """
        keys = [*_keys(table, "", ":log"), _due(shard_of(table))]
        bounds = (_ms(not_before_ms), _ms(not_from_ms))
        args: list[str | bytes | int] = [table, length, chain, *bounds, then, *_stamp(stamp), CHANNEL, *lines]
        code, now_ms, found = self._link.run(_APPEND, keys, args)
        self._link.saw(now_ms)
        return Appended(_OUTCOMES[code], now_ms, found)

    def create(
        self,
        table: str,
        *,
        facts: bytes,
        secret: bytes,
        fingerprint: str,
        lines: Sequence[bytes],
        chain: str,
        stamp: Stamp,
    ) -> tuple[bool, str]:
        """A new table unless it exists; whether it was made, and the fingerprint that is there."""
        shard = shard_of(table)
        keys = [*_keys(table, "", ":log"), _due(shard), f"{{{shard}}}:tables"]
        args: list[str | bytes | int] = [table, facts, secret, fingerprint, chain, *_stamp(stamp), CHANNEL, *lines]
        made, found = self._link.run(_CREATE, keys, args)
        return bool(made), found.decode()

    def due(self, until_ms: int, limit: int) -> list[tuple[str, str, int]]:
        """What is due in all shards until then: (kind, table, since when), at most `limit` a shard. One round trip."""
        with self._link.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            for shard in range(SHARDS):
                pipeline.zrangebyscore(_due(f"{shard:02}"), "-inf", until_ms, start=0, num=limit, withscores=True)
            found = pipeline.execute()
        result = []
        for rows in found:
            for member, at in rows:
                kind, _, table = str(member, "ascii").partition(":")
                result.append((kind, table, int(at)))
        return result

    def postpone(self, kind: str, table: str, at_ms: int) -> None:
        """Do not let this stand in the way of what else is due, until then or until the table's next entry."""
        with self._link.guarded() as client:
            client.zadd(_due(shard_of(table)), {f"{kind}:{table}": at_ms}, xx=True)

    def tables(self, shard: int, cursor: int, count: int) -> tuple[int, list[str]]:
        """About `count` tables of a shard, and the cursor to go on with (0: that was all)."""
        with self._link.guarded() as client:
            following, found = client.sscan(f"{{{shard:02}}}:tables", cursor, count=count)
        return int(following), [_text(table) for table in found]

    def count(self) -> int:
        """How many tables there are."""
        with self._link.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            for shard in range(SHARDS):
                pipeline.scard(f"{{{shard:02}}}:tables")
            return sum(pipeline.execute())

    def beside(self, tables: Sequence[str]) -> list[Beside]:
        """What stands beside the logs of these tables. One round trip."""
        with self._link.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            for table in tables:
                pipeline.hmget(hash_of(table), "facts", "chain", "status", "row")
            found = pipeline.execute()
        return [
            Beside(facts, None if chain is None else chain.decode(), None if status is None else status.decode(), row)
            for facts, chain, status, row in found
        ]

    def _reading(self, answer: list[Any]) -> Reading:
        now_ms, *rest = answer
        self._link.saw(now_ms)
        if not rest:
            return Reading(now_ms, None, 0, (), None, None)
        chain, length, tail, *fixed = rest
        facts, secret = fixed or (None, None)
        return Reading(now_ms, chain.decode(), length, tail, facts, secret)


def announcements(link: Link, timeout_s: float) -> Generator[Announcement | None]:
    """What is announced, for ever; None whenever nothing was for `timeout_s`, and first of all once subscribed.

    Raises `Refused` when the subscription breaks: whoever listens decides what a gap means to it.
    """
    with link.subscribed(CHANNEL) as subscription:
        while True:
            message = subscription.get_message(timeout=timeout_s)
            said = message is not None and message["type"] == "message"
            yield announcement(message["data"]) if said else None


def announcement(data: bytes) -> Announcement:
    """The announcement that a script published."""
    table, length, *times = data.decode().split(",")
    due = {kind: int(at) for kind, at in zip(("house", "bot", "deadline"), times, strict=True) if at}
    return Announcement(table, int(length), due)


def valid(table: str) -> bool:
    """Whether this can be a table's id at all."""
    return _ID.fullmatch(table) is not None


def shard_of(table: str) -> str:
    """The two digits that name the table's shard."""
    return table[:2]


def hash_of(table: str) -> str:
    """The key of what stands beside the table's log."""
    return _keys(table, "")[0]


def _keys(table: str, *suffixes: str) -> list[str]:
    return [f"{{{shard_of(table)}}}:t:{table}{suffix}" for suffix in suffixes]


def _due(shard: str) -> str:
    return f"{{{shard}}}:due"


def _ms(at: int | None) -> str:
    return "" if at is None else str(at)


def _stamp(stamp: Stamp) -> tuple[str, ...]:
    return (stamp.status, _ms(stamp.house_ms), _ms(stamp.bot_ms), _ms(stamp.deadline_ms))


def _text(answer: bytes | str) -> str:
    return answer if isinstance(answer, str) else answer.decode()
