"""What a list shows of a table, written beside its log, so that a list folds nothing.

Law. A row is a copy and says of what: it is fresh while the log is the one that it was made from, or has grown without
changing what a list shows, which the mark tells that every append leaves beside the log. A row that is not fresh, or
that another release wrote in another form, is no row. Of those who look a row knows nothing.
"""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

import msgspec

from openingbell.readings import Shown, shown
from openingbell.store import Beside
from openingbell.table import Table


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=6).hexdigest()


FORM: Final = _digest(msgspec.json.encode(msgspec.json.schema(Shown)))
"""Names, types and defaults of all that a row holds: another release's rows are read only if they are the same."""


class _Stored(NamedTuple):
    form: str
    chain: str
    mark: str
    shown: msgspec.Raw


def mark(table: Table) -> str:
    """The table's status and a digest of all that a list shows of it: another one means another row."""
    return _mark(table, msgspec.json.encode(shown(table)))


def written(table: Table, chain: str) -> bytes:
    """The row of a table whose log has that running hash."""
    data = msgspec.json.encode(shown(table))
    return msgspec.json.encode(_Stored(FORM, chain, _mark(table, data), msgspec.Raw(data)))


def fresh(beside: Beside) -> Shown | None:
    """What the row says; None when there is none, or none that still holds."""
    if beside.row is None:
        return None
    try:
        row = msgspec.json.decode(beside.row, type=_Stored)
        if row.form != FORM or (row.chain != beside.chain and row.mark != beside.mark):
            return None
        return msgspec.json.decode(row.shown, type=Shown)
    except msgspec.MsgspecError:
        return None


def over(beside: Beside) -> bool:
    """Whether the table is over, as the last entry has left it: so much holds whatever has become of the row."""
    return beside.mark is not None and beside.mark.partition("/")[0] == "finished"


def _mark(table: Table, data: bytes) -> str:
    return f"{table.status}/{_digest(data)}"
