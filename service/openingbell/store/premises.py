"""What all processes of a house share: its form, shard count, key and signs of life; and whether its Redis will do.

Law. Nothing here belongs to a table or a player. `enter` stands before everything else that a process does with the
store: a store that does not fit is never read as if it did.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection
from typing import Any, Final, NamedTuple

from openingbell.errors import Refused
from openingbell.store import schema
from openingbell.store.fitness import REFUSED, Finding, clock_findings, findings
from openingbell.store.link import Link
from openingbell.store.logs import SHARDS

QUEUES: Final = ("house", "bots")
"""The job queues, the more urgent first: the house's actions and deadlines, and bots that have to think."""

PULSES: Final = ("clock", *QUEUES)
"""Who gives signs of life."""

CLOCK_PULSE_S: Final = 6
WORKER_PULSE_S: Final = 20
"""How long a sign of life holds."""

OLD_ONES_S: Final = 30.0
"""How long an upgrade waits for the last signs of life of the release before: they expire by themselves."""

_HOUSE: Final = "openingbell:house"


class Unfit(Refused):
    """This store may not be used, however often one tries: the message says why and what helps."""

    def __init__(self, message: str) -> None:
        super().__init__("store-unavailable", message)


class Outdated(Refused):
    """The store is still in the form of an older release. The clock of this release brings it up to date."""

    def __init__(self, found: int) -> None:
        message = (
            f"The store is in form {found} and this release's is {schema.SCHEMA}: it is being brought up to date, "
            "which the clock process does as soon as no process of the older release gives a sign of life."
        )
        super().__init__("store-unavailable", message)


class House(NamedTuple):
    """What stands in the store of the house itself; None for what is not there."""

    shards: int | None
    schema: int | None


class Premises:
    """The house itself. `accepted` are the codes of faults that the operator lives with."""

    def __init__(self, link: Link, accepted: Collection[str] = ()) -> None:
        self._link = link
        self._accepted = accepted
        self._key: bytes | None = None

    def enter(self) -> None:
        """Look at the server and the house, and make the house where there is none.

        Raises `Unfit` and `Outdated`. It asks the server itself, past its own door.
        """
        with self._link.ungated() as client:
            found = findings(client, self._accepted)
            faults = [each.says for each in found if each.level == "fault" and each.code in REFUSED]
            if faults:
                raise Unfit(" ".join(faults))
            shards, key = client.hmget(_HOUSE, "shards", "key")
            # A full server that takes no writes can still be entered.
            if shards is None or key is None:
                if client.hsetnx(_HOUSE, "key", secrets.token_bytes(32)):
                    client.hsetnx(_HOUSE, schema.FIELD, schema.SCHEMA)
                client.hsetnx(_HOUSE, "shards", SHARDS)
                shards, key = client.hmget(_HOUSE, "shards", "key")
        assert shards is not None
        with self._link.ungated() as client:
            form = schema.version_in(client, _HOUSE)
        _check(int(shards), form)
        if form < schema.SCHEMA:
            raise Outdated(form)
        assert isinstance(key, bytes)
        self._key = key

    def upgrade(self) -> None:
        """Bring an older store into this release's form, once nobody of the older release lives.

        Raises `Unfit` for what `enter` does, and where somebody of the older release lives on.
        """
        while True:
            try:
                self.enter()
                return
            except Outdated as outdated:
                if not schema.idle_until(lambda: any(self._alive_ungated().values()), OLD_ONES_S):
                    raise Unfit(
                        f"{outdated.message} Some still does: stop every process of the older release first."
                    ) from None
                with self._link.ungated() as client:
                    if not schema.migrate(client, _HOUSE):
                        time.sleep(0.5)

    def look(self) -> House:
        """What stands there, without making anything."""
        with self._link.ungated() as client:
            shards, key = client.hmget(_HOUSE, "shards", "key")
            form = schema.version_in(client, _HOUSE) if key else None
        return House(None if shards is None else int(shards), form)

    def check_form(self) -> None:
        """Raise `Unfit` or `Outdated` unless what stands there is in this release's form. Makes nothing."""
        shards, form = self.look()
        if shards is not None and form is not None:
            _check(shards, form)
            if form < schema.SCHEMA:
                raise Outdated(form)

    @property
    def key(self) -> bytes:
        """The house's key: made once, the same in every process. Raises `Unfit` and `Outdated`."""
        if self._key is None:
            self.enter()
        assert self._key is not None
        return self._key

    def now_ms(self) -> int:
        """The store's time, asked for."""
        with self._link.guarded() as client:
            seconds, microseconds = client.time()
        now_ms = int(seconds) * 1000 + int(microseconds) // 1000
        self._link.saw(now_ms)
        return now_ms

    def findings(self) -> list[Finding]:
        """All that there is to say of the server, for operators."""
        with self._link.ungated() as client:
            return [*findings(client, self._accepted), *clock_findings(client)]

    def pulse(self, who: str, ttl_s: int) -> None:
        """`who` (clock, house, bots) is alive, for that many seconds."""
        with self._link.guarded() as client:
            client.set(f"openingbell:pulse:{who}", self._link.now_ms(), ex=ttl_s)

    def claim(self, what: str, for_s: int) -> bool:
        """Whether this process is the one to do that: of all who ask within so many seconds only the first is."""
        with self._link.guarded() as client:
            return bool(client.set(f"openingbell:claim:{what}", 1, nx=True, ex=for_s))

    def alive(self, *who: str) -> dict[str, bool]:
        """Who has given a sign of life that still holds. One round trip."""
        with self._link.guarded() as client:
            return _alive(client, who)

    def _alive_ungated(self) -> dict[str, bool]:
        with self._link.ungated() as client:
            return _alive(client, PULSES)


def _alive(client: Any, who: Collection[str]) -> dict[str, bool]:
    pipeline = client.pipeline(transaction=False)
    for each in who:
        pipeline.exists(f"openingbell:pulse:{each}")
    found = pipeline.execute()
    return {each: bool(there) for each, there in zip(who, found, strict=True)}


def _check(shards: int, form: int) -> None:
    """Raise `Unfit` for a house that this release must not touch."""
    if shards != SHARDS:
        raise Unfit(f"This store was opened with {shards} shards; this release has {SHARDS}.")
    if form > schema.SCHEMA:
        raise Unfit(
            f"This store was written by a newer release (form {form}; this release knows {schema.SCHEMA}). "
            "Start that release again, or go back to a copy that was made before it ran."
        )
