"""What can go wrong, named by whose fault it is.

Law. One tree, few branches: the request never got an answer (`TransportError`), the caller's request was refused
(`ClientFault` and below), or the server could not do its part (`ServerFault` and below). A code that this version
does not know falls into the family of its HTTP status, so a newer server never breaks an older client.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import httpx


class OpeningBellError(Exception):
    """Everything that this package raises on purpose.

    `code` is the problem's stable kebab-case name, `status` the HTTP status (0: there was no answer), `detail` a
    sentence for people, `pointer` a JSON pointer to the offending field (or ""), `request_id` what to quote to whoever
    runs the server (or "").
    """

    def __init__(self, code: str, status: int, detail: str, *, pointer: str = "", request_id: str = "") -> None:
        super().__init__(f"{detail} [{code}]")
        self.code = code
        self.status = status
        self.detail = detail
        self.pointer = pointer
        self.request_id = request_id


class TransportError(OpeningBellError):
    """No answer came, within the time allowed. What was asked for may have happened all the same.

    Asking again is safe for everything except registering a player; the client has already done so where it may.
    """

    def __init__(self, detail: str) -> None:
        super().__init__("no-answer", 0, detail)


class NoAnswerInTime(TransportError):
    """Something is there and has not answered within the time allowed."""


class UnexpectedAnswer(OpeningBellError):
    """Something answered that is no Opening Bell server, or a proxy put its own page in the way."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__("unexpected-answer", status, detail)


class ProblemError(OpeningBellError):
    """The server answered with a problem. `title` is the problem's short name; `extras` are its other members."""

    def __init__(
        self,
        code: str,
        status: int,
        detail: str,
        *,
        title: str,
        pointer: str,
        request_id: str,
        extras: Mapping[str, Any],
    ) -> None:
        super().__init__(code, status, detail, pointer=pointer, request_id=request_id)
        self.title = title
        self.extras = dict(extras)


class ClientFault(ProblemError):
    """The request cannot be served as it is; sending it again changes nothing."""


class BadRequest(ClientFault):
    """Malformed, too large, of the wrong type, or with a field that is wrong (`pointer` says which)."""


class Unauthenticated(ClientFault):
    """The token is missing or not valid."""


class Forbidden(ClientFault):
    """The token is valid, but this is not the caller's to see or do."""


class NotYourSeat(Forbidden):
    """That seat is somebody else's, or the caller sits nowhere at this table."""


class NotFound(ClientFault):
    """There is no such thing, or the caller may not know of it."""


class Conflict(ClientFault):
    """The request made sense once, or will later; the table is in another state now."""


class TableStateError(Conflict):
    """The table is full, or the seat taken, or the game has begun, or has not begun yet."""


class TooManyTables(Conflict):
    """The player has as many unfinished tables as a player may have."""


class TablePaused(TableStateError):
    """Time stands still at this table. The decision is there again, unchanged, once the pause is over."""


class Resigned(TableStateError):
    """The caller has resigned, which is for good: a house bot plays the seat to the end."""


class Absent(TableStateError):
    """A house bot sits in for the caller, who has to come back before this."""


class TooLateToAbort(TableStateError):
    """Somebody has taken a decision already, or the game is over, so that it cannot be called off any more."""


class DecisionError(ClientFault):
    """A decision that is not open. `n` is the number of the seat's decision that was meant."""

    @property
    def n(self) -> int | None:
        found = self.extras.get("n")
        return found if isinstance(found, int) else None

    @property
    def recorded(self) -> dict[str, Any] | None:
        """The action that stands in the game for this decision."""
        found = self.extras.get("recorded")
        return found if isinstance(found, dict) else None


class DecisionClosed(DecisionError, Conflict):
    """The decision was answered before, with another action; `recorded` is the one that counts."""


class DecisionNotOpen(DecisionError, Conflict):
    """The seat owes no such decision yet."""


class TooManyRevisions(DecisionError, Conflict):
    """A sealed move was replaced as often as is allowed; the last one counts."""


class Gone(ClientFault):
    """It was there once."""


class DecisionExpired(DecisionError, Gone):
    """The time ran out, or a house bot sat in, and the decision was played for the seat; `recorded` is what was played.

    Without `recorded` a bell ended the phase, and nothing was played.
    """


class IllegalAction(DecisionError):
    """The rules refuse the action, and nothing has changed: the decision is still open."""

    @property
    def reason(self) -> str:
        """A stable kebab-case code, such as `too-high`."""
        return str(self.extras.get("reason", ""))

    @property
    def ruling(self) -> str:
        """The id of the rule that the action breaks."""
        return str(self.extras.get("ruling", ""))

    @property
    def choices(self) -> list[dict[str, Any]]:
        """What is legal instead, as `decision.choices` gives it."""
        found = self.extras.get("choices", [])
        return list(found) if isinstance(found, list) else []


class OfferChanged(IllegalAction, Conflict):
    """Somebody was quicker: the offer or deal that the action names is no longer so. `choices` is how things stand."""


class InvalidOptions(BadRequest):
    """The game does not accept these options."""

    @property
    def ruling(self) -> str:
        """The id of the rule that the options break."""
        return str(self.extras.get("ruling", ""))


class IdempotencyKeyReused(ClientFault):
    """The key was used before for another request."""


class RateLimited(ClientFault):
    """Too many requests; `retry_after` says how many seconds to wait."""

    retry_after: float | None = None


class TooManyTries(DecisionError, RateLimited):
    """So many illegal actions were sent for this decision that no more are looked at for `retry_after` seconds.

    A legal one is taken at once, so there is nothing to wait for but a better idea.
    """


class ServerFault(ProblemError):
    """The server failed. Quote `request_id` to whoever runs it."""


class Unavailable(ServerFault):
    """The server cannot answer just now; the client has already tried for as long as it was allowed to."""

    retry_after: float | None = None


BY_CODE: Final[Mapping[str, type[ProblemError]]] = {
    "unauthenticated": Unauthenticated,
    "not-your-seat": NotYourSeat,
    "no-such-table": NotFound,
    "no-such-game": NotFound,
    "no-such-seat": NotFound,
    "no-such-path": NotFound,
    "no-such-bot": BadRequest,
    "seat-taken": TableStateError,
    "table-full": TableStateError,
    "table-begun": TableStateError,
    "table-not-begun": TableStateError,
    "table-paused": TablePaused,
    "resigned": Resigned,
    "absent": Absent,
    "too-late-to-abort": TooLateToAbort,
    "too-often": TableStateError,
    "decision-closed": DecisionClosed,
    "decision-not-open": DecisionNotOpen,
    "decision-expired": DecisionExpired,
    "too-many-revisions": TooManyRevisions,
    "too-many-tries": TooManyTries,
    "too-many-tables": TooManyTables,
    "illegal-action": IllegalAction,
    "offer-changed": OfferChanged,
    "invalid-options": InvalidOptions,
    "idempotency-key-reused": IdempotencyKeyReused,
    "busy": Unavailable,
    "store-unavailable": Unavailable,
    "too-many-waiting": Unavailable,
    "not-ready": Unavailable,
}
"""The class of each code that has one of its own; every other code has its family's."""

BY_STATUS: Final[Mapping[int, type[ProblemError]]] = {
    401: Unauthenticated,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    410: Gone,
    429: RateLimited,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}


def family(code: str, status: int) -> type[ProblemError]:
    """The class of a problem: by its code where that is known, otherwise by its status."""
    if found := BY_CODE.get(code):
        return found
    return BY_STATUS.get(status, ServerFault if status >= 500 else BadRequest)


def problem_of(response: httpx.Response) -> ProblemError:
    """The error that an answer of 400 or more stands for, also when something else than the server wrote it."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        body = {}
    known = ("type", "title", "status", "detail", "code", "pointer", "request_id")
    code = str(body.get("code") or f"http-{response.status_code}")
    title = str(body.get("title") or response.reason_phrase or code)
    error = family(code, response.status_code)(
        code,
        response.status_code,
        str(body.get("detail") or title),
        title=title,
        pointer=str(body.get("pointer", "")),
        request_id=str(body.get("request_id") or response.headers.get("X-Request-Id", "")),
        extras={key: value for key, value in body.items() if key not in known},
    )
    if isinstance(error, RateLimited | Unavailable):
        error.retry_after = retry_after(response)
    return error


def retry_after(response: httpx.Response) -> float | None:
    """The seconds that the answer asks to wait. A date is not honoured: it would trust two clocks."""
    try:
        return max(0.0, float(response.headers["Retry-After"]))
    except (KeyError, ValueError):
        return None
