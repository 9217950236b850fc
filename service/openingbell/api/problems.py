"""Problems: every refusal that the API knows, and how one becomes an answer (RFC 9457).

Law. `TABLE` is the only place that says which codes exist, which status each has and what it means; the OpenAPI
document, the page /docs/problems and docs/problems.md are made from it. A code never changes its meaning. Whatever
else goes wrong in Flask or below ends here too, so no client ever meets an HTML error page or a stack trace.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from flask import Response, g

from openingbell.api.bounds import LARGEST_BODY, LONGEST_KEY
from openingbell.api.guides import rulings
from openingbell.table import MAX_PAUSES, MAX_REVISIONS, MAX_SEATINGS, MAX_SEATINGS_IN_ALL

MEDIA_TYPE: Final = "application/problem+json"
PAGE: Final = "/docs/problems"
LONGEST_DETAIL: Final = 500


@dataclass(frozen=True, slots=True)
class Kind:
    """One code: its status, its title, what it means and what to do about it, and its members beyond RFC 9457's."""

    code: str
    status: int
    title: str
    meaning: str
    extras: tuple[str, ...] = ()
    retry_after: int | None = None

    def members(self, request_id: str, detail: str) -> dict[str, Any]:
        """The members that every problem has."""
        return {
            "type": f"{PAGE}#{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": detail,
            "code": self.code,
            "request_id": request_id,
        }


_KINDS: Final = (
    Kind(
        "malformed-json",
        400,
        "The body is not JSON",
        "The body could not be read as one JSON value in UTF-8: a syntax error, a name used twice in one object, NaN "
        "or Infinity, an unpaired surrogate, or nesting too deep to be meant.",
    ),
    Kind(
        "malformed-request",
        400,
        "The request is not HTTP as it should be",
        "The request line, a header or the transfer of the body was broken.",
    ),
    Kind(
        "unauthenticated",
        401,
        "A token is needed",
        "The operation needs a player's token and got none, or the token sent is not (or no longer) valid. Register "
        "with `POST /v1/players` and send `Authorization: Bearer <token>`.",
    ),
    Kind(
        "not-your-seat",
        403,
        "That seat is not yours",
        "Only the player who sits there may look through a seat's eyes or decide for it.",
    ),
    Kind("no-such-path", 404, "There is nothing at this address", "The path is not part of the API."),
    Kind("no-such-game", 404, "There is no such game", "`GET /v1/games` lists the games that this server plays."),
    Kind(
        "no-such-table",
        404,
        "There is no such table",
        "No table has this id, or it is private and you do not sit there; the two cannot be told apart.",
    ),
    Kind("no-such-seat", 404, "There is no such seat", "Seats are numbered from 0; the table has fewer than that."),
    Kind(
        "method-not-allowed",
        405,
        "This address does not do that",
        "The header `Allow` lists the methods that it answers to.",
    ),
    Kind("seat-taken", 409, "Somebody sits there", "Take another seat, or none in particular: leave `seat` out."),
    Kind("table-full", 409, "Every seat is taken", "Find another table, or make one."),
    Kind("table-begun", 409, "The game has begun", "Seats can be taken only before the opening bell."),
    Kind("table-not-begun", 409, "The game has not begun", "Nothing can be decided before the opening bell."),
    Kind(
        "table-paused",
        409,
        "The game is paused",
        "Time stands still and nobody moves until all who play here want to go on, or the pause's time is up.",
    ),
    Kind(
        "resigned",
        409,
        "You have resigned",
        "Resigning is for good: a house bot plays the seat to the end.",
    ),
    Kind(
        "absent",
        409,
        "A house bot plays your seat",
        "Come back first: `POST /v1/tables/{table}/return`, or take the decision that is open.",
    ),
    Kind(
        "too-late-to-abort",
        409,
        "The game cannot be called off any more",
        "Somebody has taken a decision already, or the game is over. Who wants to leave may resign.",
    ),
    Kind(
        "decision-closed",
        409,
        "That decision is closed",
        "Another action counts already for this seat's decision `n`; `recorded` is the one that counts. Fetch the view "
        "for the decision that is open now.",
        ("n", "recorded"),
    ),
    Kind(
        "decision-not-open",
        409,
        "That decision is not open",
        "The seat does not owe this decision: `n` is too high, or it is not the seat's turn. Fetch the view.",
        ("n",),
    ),
    Kind(
        "offer-changed",
        409,
        "Somebody was quicker",
        "The offer or deal that the action names is no longer as the action says, or what others did stands in its "
        "way. `reason` says how: `offer-changed` (with `pointer` at the offer that is gone, or at its price that is "
        "another now), `closed` (a deal that cannot be touched until the bell) or `no-token` (the investor has none "
        "left). `choices` has everything as it stands now. The decision stays open.",
        ("n", "pointer", "reason", "ruling", "choices"),
    ),
    Kind(
        "too-many-revisions",
        409,
        "This move was replaced too often",
        f"A sealed move may be sealed at most {MAX_REVISIONS} times; the last one counts.",
        ("n",),
    ),
    Kind(
        "too-often",
        409,
        "That was done too often at this table",
        f"A player may sit down at one table {MAX_SEATINGS} times, all players together {MAX_SEATINGS_IN_ALL} times, "
        f"and a seat may ask for {MAX_PAUSES} pauses in one game. Going on, and leaving, are always possible.",
    ),
    Kind(
        "too-many-tables",
        409,
        "You have too many unfinished tables",
        "A player may have created, or sit at, only so many tables that are not finished; `GET /v1/limits` says how "
        "many. Play some of them to their end.",
    ),
    Kind(
        "decision-expired",
        410,
        "Time ran out for that decision",
        "The deadline passed, or you were away, and the house played `recorded` for the seat; or the bell ended "
        "a phase before the decision was taken, then nothing was played and there is no `recorded`. Fetch the view and "
        "go on.",
        ("n", "recorded"),
    ),
    Kind("body-too-large", 413, "The body is too large", f"A body may have at most {LARGEST_BODY} bytes."),
    Kind(
        "not-json",
        415,
        "The body is not sent as JSON",
        "Send bodies with `Content-Type: application/json`.",
    ),
    Kind(
        "invalid-body",
        422,
        "The body does not fit",
        "A field is missing, unknown or of the wrong type or range; `pointer` says which.",
        ("pointer",),
    ),
    Kind(
        "invalid-query",
        422,
        "A query parameter does not fit",
        "A parameter is unknown, given twice or of the wrong type or range; `parameter` says which.",
        ("parameter",),
    ),
    Kind(
        "invalid-cursor",
        422,
        "The cursor is not one of ours",
        "Send the `next` of the page before, unchanged, or leave `cursor` out to begin anew.",
    ),
    Kind(
        "invalid-header",
        422,
        "A header does not fit",
        f"`Idempotency-Key` must be 1 to {LONGEST_KEY} printable ASCII characters.",
        ("header",),
    ),
    Kind(
        "invalid-options",
        422,
        "The options do not fit the game",
        "The options are well formed but contradict each other or the number of seats; `pointer` says where, `ruling` "
        "names the rule and `ruling_url` explains it.",
        ("pointer", "ruling", "ruling_url"),
    ),
    Kind(
        "no-such-bot",
        422,
        "There is no such house bot",
        "`GET /v1/games` lists the house bots that play each game.",
        ("pointer",),
    ),
    Kind(
        "illegal-action",
        422,
        "The rules forbid that",
        "`reason` is a stable code, `ruling` the rule that forbids it, `ruling_url` its explanation, `pointer` the "
        "field, `choices` what is legal. The decision stays open.",
        ("n", "pointer", "reason", "ruling", "ruling_url", "choices"),
    ),
    Kind(
        "idempotency-key-reused",
        422,
        "This Idempotency-Key made another table",
        "The key was sent before with another body. Use a new key for a new table.",
    ),
    Kind(
        "rate-limited",
        429,
        "You ask too often",
        "`bucket` names the limit that was reached; `GET /v1/limits` lists them, and the headers `RateLimit` and "
        "`RateLimit-Policy` tell in time. Nothing was done. Ask again after `Retry-After` seconds. A legal move of "
        "your open decision is never refused so.",
        ("bucket",),
        retry_after=1,
    ),
    Kind(
        "too-many-tries",
        429,
        "Too many illegal tries",
        "So many actions were illegal at this decision that no further one is explained before `Retry-After` seconds "
        "are over. The decision is still open, and a legal action is taken at once: `choices` of the view say which "
        "are legal. Nobody else hears of it.",
        ("n",),
        retry_after=1,
    ),
    Kind(
        "internal-error",
        500,
        "The server made a mistake",
        "This is a bug. The request id finds it in the server's log; nothing was recorded that was not acknowledged.",
    ),
    Kind(
        "busy",
        503,
        "Too much happens at this table at once",
        "The decision was neither recorded nor refused. Send the same request again.",
        retry_after=1,
    ),
    Kind(
        "store-unavailable",
        503,
        "The store does not answer",
        "What was asked may or may not have been recorded. Send the same request again: it counts once.",
        retry_after=1,
    ),
    Kind(
        "table-damaged",
        503,
        "The table cannot be read",
        "What the store holds of this table is not what was written there. Only the operator can help.",
    ),
    Kind(
        "rules-not-installed",
        503,
        "The rules of this table are not here",
        "A table keeps the version of the rules that it began with, and this release does not have that version. "
        "Nothing is lost; only the operator can help.",
    ),
    Kind(
        "too-many-waiting",
        503,
        "Too many requests wait already",
        "Either yours alone, or those of all players together: only some of the server's threads may wait. Ask with "
        "`wait=0`, or again a little later.",
        retry_after=1,
    ),
    Kind(
        "not-ready",
        503,
        "Something that the server needs does not work",
        "`checks` says what works and what does not.",
        ("checks",),
        retry_after=1,
    ),
)

TABLE: Final[Mapping[str, Kind]] = {kind.code: kind for kind in _KINDS}


class Problem(Exception):
    """A refusal on its way to the client. `code` is one of `TABLE`; `extras` are members beyond RFC 9457's."""

    def __init__(self, code: str, detail: str = "", *, headers: Mapping[str, str] | None = None, **extras: Any) -> None:
        super().__init__(detail or TABLE[code].meaning)
        self.kind = TABLE[code]
        self.detail = detail or self.kind.meaning
        self.headers = dict(headers or {})
        if "ruling" in extras:
            extras["ruling_url"] = rulings().get(extras["ruling"])
        self.extras = {name: value for name, value in extras.items() if value not in (None, "")}


def answer(problem: Problem) -> Response:
    """The HTTP answer that carries a problem."""
    kind = problem.kind
    body = {**kind.members(g.request_id, clipped(problem.detail)), **problem.extras}
    response = Response(msgspec.json.encode(body), kind.status, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    if kind.retry_after is not None:
        # Problems that know better bring their own.
        response.headers["Retry-After"] = str(kind.retry_after)
    if kind.code == "unauthenticated":
        response.headers["WWW-Authenticate"] = 'Bearer realm="openingbell"'
    response.headers.update(problem.headers)
    return response


def clipped(text: str) -> str:
    """A sentence short enough to send: messages quote what was sent, and that may be long."""
    if len(text) > LONGEST_DETAIL:
        text = text[: LONGEST_DETAIL - 1] + "…"
    return text.encode(errors="replace").decode()


def markdown() -> str:
    """docs/problems.md: every code, its status, its meaning and its own members."""
    lines = [
        "# Problems",
        "",
        "Every refusal is an `application/problem+json` document (RFC 9457). `code` is stable: decide by it. New codes",
        "may be added; treat one that you do not know by its status. `title` and `detail` are sentences for people and",
        "may change. `request_id` is also in the header `X-Request-Id`.",
        "",
    ]
    for kind in _KINDS:
        lines += [f"## {kind.code}", "", f"**{kind.status}** {kind.title}.", "", kind.meaning, ""]
        if kind.extras:
            lines += ["Also carries, where known: " + ", ".join(f"`{extra}`" for extra in kind.extras) + ".", ""]
    return "\n".join(lines)
