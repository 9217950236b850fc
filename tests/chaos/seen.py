"""What clients were shown: exactly their view at some moment of the log, and moments in an order that all agree on.

Law. Every byte of a body that a client received is compared as JSON with what that viewer could be shown. An answer
that fits a stretch of the log is an `Observation`; the observations of all clients of a table must fit one order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from openingbell.api import render
from openingbell.codec import from_json, to_json
from openingbell.rules.choices import Choices
from openingbell.rules.kernel import Illegal, tag
from openingbell.table import Table
from tests.chaos.faults import Fault
from tests.chaos.truth import Truth, Viewer, decides, plain
from tests.chaos.wire import Exchange

EXPECTED: Final = {
    "decision-closed",
    "decision-not-open",
    "decision-expired",
    "illegal-action",
    "offer-changed",
    "invalid-body",
    "too-many-revisions",
    "too-often",
    "table-paused",
    "resigned",
    "absent",
    "too-many-waiting",
    "store-unavailable",
    "busy",
}
"""Problems that a client of ours can be given for what it does."""

LONGEST_PAGE: Final = 500


class Observation(NamedTuple):
    """Between `sent` and `heard` the log was at a position from `low` to `high`."""

    low: int
    high: int
    sent: float
    heard: float


class Seen:
    """The answers of one table, against its log."""

    def __init__(self, truth: Truth, name: str) -> None:
        self._truth = truth
        self._name = name
        self._events = {viewer: truth.events(viewer) for viewer in truth.viewers}
        self.observations: list[Observation] = []

    def faults(self, exchanges: Iterable[Exchange]) -> Iterator[Fault]:
        """What was not to be shown, then what was seen in the wrong order."""
        for exchange in exchanges:
            if exchange.status:
                yield from self._answer(exchange)
        yield from self._order()

    def _answer(self, exchange: Exchange) -> Iterator[Fault]:
        path = urlsplit(exchange.path)
        if exchange.status >= 400:
            yield from self._problem(exchange)
        elif exchange.decision is not None:
            yield from self._decided(exchange)
        elif path.path.endswith("/view"):
            yield from self._placed(exchange, self._fits(exchange.viewer, exchange.json))
        elif path.path.endswith("/events"):
            yield from self._told(exchange, int(parse_qs(path.query)["after"][0]))
        elif path.path.endswith("/record"):
            if exchange.json != self._truth.record(exchange.viewer):
                yield self._leak(exchange, "another record than the log gives")
        else:
            yield from self._table(exchange)

    def _decided(self, exchange: Exchange) -> Iterator[Fault]:
        body = exchange.json
        at = self._fits(exchange.viewer, body["view"])
        yield from self._placed(exchange, at)
        if not body["replayed"] and at is not None:
            seat, n = exchange.decision or (0, 0)
            action = exchange.body["action"]
            own = [
                position
                for position, entry in enumerate(self._truth.entries)
                if decides(entry) and (entry.seat, entry.n) == (seat, n) and to_json(entry.action) == action
            ]
            if own and at[1] <= own[0]:
                yield Fault("reordered", self._name, f"a view before the move that it acknowledges: {_short(exchange)}")

    def _placed(self, exchange: Exchange, at: tuple[int, int] | None) -> Iterator[Fault]:
        """Note where in the log the answer fits."""
        if at is None:
            yield self._leak(exchange, "what was never so")
        else:
            self.observations.append(Observation(*at, exchange.sent, exchange.heard))

    def _fits(self, viewer: Viewer, view: Any) -> tuple[int, int] | None:
        """The first and the last position at which this is the viewer's view."""
        found = [each for each in self._truth.at_seq(viewer, view["seq"]) if self._truth.view(viewer, each) == view]
        return (found[0], found[-1]) if found else None

    def _told(self, exchange: Exchange, after: int) -> Iterator[Fault]:
        if exchange.status == 204:
            return
        body = exchange.json
        expected = self._events[exchange.viewer][after : after + len(body["items"])]
        if body["items"] != expected or not expected or body["next"] != expected[-1]["seq"]:
            yield self._leak(exchange, "other events than the viewer was told")
            return
        low = self._truth.told_by(exchange.viewer, body["next"])
        high = self._truth.last
        if len(expected) < LONGEST_PAGE:
            high = self._truth.at_seq(exchange.viewer, body["next"])[-1]
        self.observations.append(Observation(low, high, exchange.sent, exchange.heard))

    def _table(self, exchange: Exchange) -> Iterator[Fault]:
        """A table carries no number: after a pause it looks as it did before, so the whole stretch is possible."""
        body, at = exchange.json, None
        viewer = body.get("your_seat")
        for position in range(self._truth.last + 1):
            if plain(render.table(self._truth.snapshot(viewer, position))) == body:
                at = (at[0] if at else position, position)
        yield from self._placed(exchange, at)

    def _problem(self, exchange: Exchange) -> Iterator[Fault]:
        problem = exchange.json
        code = problem.get("code")
        if code not in EXPECTED:
            yield Fault("refused", self._name, f"{_short(exchange)}: {problem}")
        elif code in ("illegal-action", "offer-changed"):
            yield from self._illegal(exchange, problem)
        elif code == "decision-expired" and "recorded" not in problem:
            yield from self._rung(exchange)

    def _illegal(self, exchange: Exchange, problem: Any) -> Iterator[Fault]:
        """The choices that come with a refusal are the seat's at that decision, and the move is refused by them for the
        reason that is given. In a phase in which all act they change under the seat's hands: then some moment will do,
        between those that others have seen before and after.
        """
        seat, n = exchange.decision or (0, 0)
        shown: list[int] = []
        reasons: set[tuple[str, str] | None] = set()
        for position, table in enumerate(self._truth.tables):
            if seat not in table.turn.able or table.closed[seat] != n:
                continue
            choices = table.game.legal(table.state, seat)
            if plain({"choices": choices.render()})["choices"] == problem["choices"]:
                shown.append(position)
                reasons.add(_refused(table, choices, exchange.body["action"]))
        if not shown:
            yield self._leak(exchange, "choices that the seat never had")
            return
        self.observations.append(Observation(shown[0], shown[-1], exchange.sent, exchange.heard))
        if None in reasons:
            yield Fault("refused", self._name, f"a legal move was refused: {_short(exchange)}")
        elif (problem["reason"], problem["code"]) not in reasons:
            yield Fault("refused", self._name, f"refused for another reason than {reasons}: {_short(exchange)}")

    def _rung(self, exchange: Exchange) -> Iterator[Fault]:
        """A decision that is over without having been taken: the bell has ended a phase in which all act."""
        seat, n = exchange.decision or (0, 0)
        tables = self._truth.tables
        over = next((place for place, table in enumerate(tables) if table.closed[seat] > n), None)
        if over is None or tables[over - 1].turn.mode != "free":
            yield Fault("refused", self._name, f"no bell had ended that decision: {_short(exchange)}")
        else:
            self.observations.append(Observation(over, self._truth.last, exchange.sent, exchange.heard))

    def _order(self) -> Iterator[Fault]:
        """If one answer was heard before another request was sent, the other one shows nothing older."""
        by_heard = sorted(self.observations, key=lambda each: each.heard)
        place, newest = 0, None
        for each in sorted(self.observations, key=lambda each: each.sent):
            while place < len(by_heard) and by_heard[place].heard < each.sent:
                if newest is None or by_heard[place].low > newest.low:
                    newest = by_heard[place]
                place += 1
            if newest is not None and each.high < newest.low:
                text = f"position {each.high} was seen after position {newest.low}"
                yield Fault("reordered", self._name, text)

    def early(self, exchanges: Iterable[Exchange]) -> Iterator[Fault]:
        """Moves that somebody saw before any client had sent them."""
        sent: dict[tuple[int, int], list[Exchange]] = {}
        for exchange in exchanges:
            if exchange.decision is not None:
                sent.setdefault(exchange.decision, []).append(exchange)
        earliest: list[tuple[int, float]] = []
        for position, entry in enumerate(self._truth.entries):
            if entry.by == "player" and decides(entry):
                times = [each.sent for each in sent.get((entry.seat, entry.n), ())]
                if times:
                    earliest.append((position, min(times)))
        for each in self.observations:
            late = [position for position, began in earliest if position < each.low and began > each.heard]
            if late:
                yield Fault("reordered", self._name, f"entry {late[0]} was seen before it was sent")

    def _leak(self, exchange: Exchange, what: str) -> Fault:
        return Fault("leaked", self._name, f"viewer {exchange.viewer} was shown {what}: {_short(exchange)}")


def _refused(table: Table, choices: Choices, action: Any) -> tuple[str, str] | None:
    """For what reason the choices refuse that action, and the code that goes with it; None when they do not."""
    cls = next(each for each in table.game.moves if tag(each) == action["type"])
    try:
        choices.check(from_json(cls, action), table.game.rulings)
    except Illegal as illegal:
        return illegal.reason, "offer-changed" if illegal.overtaken else "illegal-action"
    return None


def _short(exchange: Exchange) -> str:
    sent = f" {exchange.body}" if exchange.decision is not None else ""
    return f"{exchange.method} {exchange.path}{sent} -> {exchange.status} {exchange.answer[:300]!r}"
