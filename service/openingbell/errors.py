"""What the services refuse, by stable code.

Law. A refusal is the caller's business: it names a code that never changes, a sentence that quotes what was wrong, and
the facts that a client needs to go on. HTTP status and JSON are the API's. Nothing here logs, retries or decides.
"""

from __future__ import annotations

from typing import Any, NoReturn

from openingbell.rules.kernel import Action, Choices, Illegal


class Refused(Exception):
    """A request that the service does not carry out; nothing has changed because of it.

    Codes: `no-such-table`, `no-such-game`, `no-such-bot`, `no-such-seat`, `unauthenticated`, `not-your-seat`,
    `seat-taken`, `table-full`, `table-begun`, `table-not-begun`, `invalid-options` (params: `pointer`, `ruling`),
    `decision-not-open`, `too-many-revisions`, `table-paused`, `resigned`, `absent`, `too-late-to-abort`, `too-often`,
    `idempotency-key-reused`, `invalid-cursor`, `too-many-waiting`, `too-many-tables`, `store-unavailable`, `busy`,
    `table-damaged` (its log is not what was written: an operator's matter), `rules-not-installed` (its rules version is
    not here: an operator's matter too); and those of the subclasses below.
    """

    def __init__(self, code: str, message: str, **params: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.params = params


class DecisionOver(Refused):
    """`decision-closed` (the seat decided otherwise) or `decision-expired` (it was decided for the seat).

    `n` is the number of the decision, `recorded` the action that counts; None where a phase ended before the decision
    was taken and nothing was played.
    """

    def __init__(self, code: str, message: str, *, n: int, recorded: Action | None) -> None:
        super().__init__(code, message)
        self.n = n
        self.recorded = recorded


class IllegalAction(Refused):
    """`illegal-action`: decision `n` stays open, and `choices` are what the rules allow at it.

    `offer-changed` instead, where others may have been quicker.
    """

    def __init__(self, illegal: Illegal, *, n: int, choices: Choices) -> None:
        super().__init__("offer-changed" if illegal.overtaken else "illegal-action", illegal.message)
        self.reason = illegal.reason
        self.ruling = illegal.ruling
        self.pointer = illegal.pointer
        self.n = n
        self.choices = choices


def no_such_table(table: str) -> NoReturn:
    """One answer for tables that do not exist and tables that the caller may not know of."""
    raise Refused("no-such-table", f"There is no table {table!r}.")
