"""Tables as Redis holds them: a hash, a log, and their due times, side by side in one shard.

Law. Keys of a table carry its shard as hash tag: `{07}:t:<id>` (facts, secret, fingerprint, chain, status, row,
trouble), `{07}:t:<id>:log`, and, for the whole shard, `{07}:due:<kind>`, `{07}:troubles` and `{07}:tables`. A table's
id begins with its shard. What the bytes mean is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, get_args

import msgspec

from openingbell.store.link import Link, Script, wrong_type

SHARDS: Final = 64
_CHANNEL: Final = "openingbell:news"
_ID: Final = re.compile(r"(?:[0-5]\d|6[0-3])[a-z0-9]{8,40}")
_READ: Final = Script("read")
_APPEND: Final = Script("append")
_CREATE: Final = Script("create")
_TROUBLE: Final = Script("trouble")
_OUTCOMES: Final[dict[int, Outcome]] = {1: "applied", 0: "conflict", -1: "late", -2: "early"}

Outcome = Literal["applied", "conflict", "late", "early"]
Kind = Literal["house", "deadline", "bot", "unattended"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""What can be due at a table, the most urgent first: an action of the house, a deadline, a house bot's move; and a
house bot's move where nobody is present who would wait for it.
"""

FIRST_PAUSE_MS: Final = 1_000
LONGEST_PAUSE_MS: Final = 30_000
"""How long a table that fails is left alone: twice as long each time."""

TROUBLES_LISTED: Final = 100
"""How many tables in trouble a shard lists, those that failed last."""


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
    """What is kept beside a log for those who do not read it: its status, and what is due when (ms), by kind.

    `last_ms` is the time of the log's last entry: what falls due then or before is due at once.
    """

    status: str
    due: Mapping[Kind, int]
    last_ms: int


class Appended(NamedTuple):
    """What became of an append: `conflict`, `late` and `early` have changed nothing."""

    outcome: Outcome
    now_ms: int
    length: int


class Announcement(NamedTuple):
    """A table has got entries: how many it has now, and what is due when, by kind."""

    table: str
    length: int
    due: dict[Kind, int]


class Due(NamedTuple):
    """Something that is due at a table since `since_ms`."""

    kind: Kind
    table: str
    since_ms: int


class Trouble(NamedTuple):
    """A table that cannot do what is due: what that was, since when (ms), how often it has failed, and the last time
    and error.
    """

    table: str
    what: str
    since_ms: int
    last_ms: int
    times: int
    error: str


class _Written(msgspec.Struct):
    """A trouble as `trouble.lua` writes it down; its numbers are Lua's."""

    what: str
    since: float
    last: float
    times: float
    error: str


class Logs:
    """The tables of a house."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._channel = channel(link)

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
        shard = shard_of(table)
        keys = [*_keys(table, "", ":log"), *_dues(shard), _troubles(shard)]
        bounds = (_ms(not_before_ms), _ms(not_from_ms))
        args: list[str | bytes | int] = [
            table,
            length,
            chain,
            *bounds,
            then,
            *_stamp(stamp),
            self._channel,
            stamp.last_ms,
            *lines,
        ]
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
        keys = [*_keys(table, "", ":log"), *_dues(shard), f"{{{shard}}}:tables"]
        args: list[str | bytes | int] = [
            table,
            facts,
            secret,
            fingerprint,
            chain,
            *_stamp(stamp),
            self._channel,
            *lines,
        ]
        made, found = self._link.run(_CREATE, keys, args)
        return bool(made), found.decode()

    def due(self, until_ms: int, limit: int) -> list[Due]:
        """What is due by then in all shards, the most urgent kinds first; of each kind at most `limit` a shard, those
        that have waited longest. One round trip, and one more where something stands that is no table's id.
        """
        with self._link.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            for kind in KINDS:
                for shard in _shards():
                    pipeline.zrangebyscore(due_key(shard, kind), "-inf", until_ms, start=0, num=limit, withscores=True)
            found = pipeline.execute()
        due: list[Due] = []
        odd: list[tuple[Kind, str, bytes]] = []
        sets = [(kind, shard) for kind in KINDS for shard in _shards()]
        for (kind, shard), members in zip(sets, found, strict=True):
            for member, at in members:
                table = _text(member)
                if valid(table) and shard_of(table) == shard:
                    due.append(Due(kind, table, int(at)))
                else:
                    odd.append((kind, shard, member))
        if odd:
            self._throw_out(odd)
        return due

    def _throw_out(self, odd: Sequence[tuple[Kind, str, bytes]]) -> None:
        """What is no id of the shard can never be done, and would keep the place of what can."""
        with self._link.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            for kind, shard, member in odd:
                pipeline.zrem(due_key(shard, kind), member)
            pipeline.execute()

    def trouble(self, table: str, what: str, error: str) -> int:
        """The table could not do `what` was due: it is listed as in trouble and put off, until its next entry at most.

        How often that has happened since it last went on; 0: there is no such table, and nothing is due there now.
        """
        shard = shard_of(table)
        keys = [*_keys(table, ""), *_dues(shard), _troubles(shard)]
        args = (table, what, error, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, TROUBLES_LISTED)
        return int(self._link.run(_TROUBLE, keys, args))

    def troubles(self) -> list[Trouble]:
        """The tables in trouble, those that failed last first."""
        with self._link.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            for shard in _shards():
                pipeline.zrange(_troubles(shard), 0, -1)
            tables = [_text(table) for rows in pipeline.execute() for table in rows]
            pipeline = client.pipeline(transaction=False)
            for table in tables:
                pipeline.hget(_keys(table, "")[0], "trouble")
            found = _sound(pipeline.execute(raise_on_error=False))
        rows = [_trouble(table, row) for table, row in zip(tables, found, strict=True)]
        return sorted((row for row in rows if row is not None), key=lambda row: -row.last_ms)

    def recall(self, now_ms: int) -> int:
        """Let every table in trouble be tried again now, whatever it has been put off to; how many those are."""
        tables = [each.table for each in self.troubles()]
        with self._link.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            for table in tables:
                for key in _dues(shard_of(table)):
                    pipeline.zadd(key, {table: now_ms}, xx=True, lt=True)
            pipeline.execute()
        return len(tables)

    def tables(self, shard: int, cursor: int, count: int) -> tuple[int, list[str]]:
        """About `count` tables of a shard, and the cursor to go on with (0: that was all)."""
        with self._link.guarded() as client:
            following, found = client.sscan(f"{{{shard:02}}}:tables", cursor, count=count)
        return int(following), [_text(table) for table in found]

    def count(self) -> int:
        """How many tables there are."""
        with self._link.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            for shard in _shards():
                pipeline.scard(f"{{{shard}}}:tables")
            return sum(pipeline.execute())

    def beside(self, tables: Sequence[str]) -> list[Beside]:
        """What stands beside the logs of these tables. One round trip."""
        with self._link.guarded() as client:
            pipeline = client.pipeline(transaction=False)
            for table in tables:
                pipeline.hmget(hash_of(table), "facts", "chain", "status", "row")
            found = _sound(pipeline.execute(raise_on_error=False))
        rows = [row or (None,) * 4 for row in found]
        return [Beside(facts, _known(chain), _known(status), row) for facts, chain, status, row in rows]

    def _reading(self, answer: list[Any]) -> Reading:
        now_ms, *rest = answer
        self._link.saw(now_ms)
        if not rest:
            return Reading(now_ms, None, 0, (), None, None)
        chain, length, tail, *fixed = rest
        facts, secret = fixed or (None, None)
        return Reading(now_ms, _text(chain), length, tail, facts, secret)


def announcements(link: Link, timeout_s: float) -> Generator[Announcement | None]:
    """What is announced, for ever; None whenever nothing was for `timeout_s`, and first of all once subscribed.

    Raises `Refused` when the subscription breaks: whoever listens decides what a gap means to it.
    """
    with link.subscribed(channel(link)) as subscription:
        while True:
            message = subscription.get_message(timeout=timeout_s)
            said = message is not None and message["type"] == "message"
            yield announcement(message["data"]) if said else None


def channel(link: Link) -> str:
    """Where a house's announcements are made: one server's databases hear one another's."""
    return f"{_CHANNEL}:{link.database}"


def announcement(data: bytes) -> Announcement | None:
    """The announcement that a script published; None for what is none."""
    try:
        table, length, *times = data.decode().split(",")
        due = {kind: int(at) for kind, at in zip(KINDS, times, strict=True) if at}
        return Announcement(table, int(length), due)
    except ValueError:
        return None


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


def due_key(shard: str, kind: Kind) -> str:
    """The set of the shard's tables where something of that kind will be due, by the time when."""
    return f"{{{shard}}}:due:{kind}"


def _shards() -> Iterator[str]:
    return (f"{shard:02}" for shard in range(SHARDS))


def _dues(shard: str) -> list[str]:
    return [due_key(shard, kind) for kind in KINDS]


def _troubles(shard: str) -> str:
    return f"{{{shard}}}:troubles"


def _trouble(table: str, row: bytes | None) -> Trouble | None:
    """The trouble that is written down; None for what is none."""
    try:
        found = msgspec.json.decode(row or b"", type=_Written)
    except msgspec.MsgspecError:
        return None
    return Trouble(table, found.what, int(found.since), int(found.last), int(found.times), found.error)


def _ms(at: int | None) -> str:
    return "" if at is None else str(at)


def _stamp(stamp: Stamp) -> tuple[str, ...]:
    return (stamp.status, *(_ms(stamp.due.get(kind)) for kind in KINDS))


def _text(answer: bytes | str) -> str:
    """What a server says that is text where it is sound."""
    return answer if isinstance(answer, str) else answer.decode(errors="replace")


def _known(answer: bytes | None) -> str | None:
    return None if answer is None else _text(answer)


def _sound(found: Sequence[Any]) -> list[Any]:
    """The answers of a pipeline that asks each of many tables; None where something else stands than a table."""
    for answer in found:
        if isinstance(answer, Exception) and not wrong_type(answer):
            raise answer
    return [None if isinstance(answer, Exception) else answer for answer in found]
