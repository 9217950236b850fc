"""A client at one seat that plays as badly behaved as a client can be, and writes down everything.

Law. It knows no rules and keeps no opinion on what it is told: it asks, chooses from what it is offered, repeats,
replaces, hurries, sleeps and hangs up. What its answers are worth the checker decides.
"""

from __future__ import annotations

import random
import threading
import time
import traceback
from collections.abc import Sequence
from typing import Any, Final

from tests.chaos.choosing import broken, chosen
from tests.chaos.history import History
from tests.chaos.wire import Caller, Exchange

Json = dict[str, Any]

TRICKS: Final = {
    "plain": 40,
    "repeat": 12,
    "double": 8,
    "cut": 10,
    "half": 4,
    "change": 6,
    "early": 5,
    "late": 5,
    "broken": 4,
    "replace": 12,
    "nap": 1,
    "hold": 1,
    "back": 1,
    "resign": 0.1,
    "stale": 10,
}
"""How often a seat does what with a decision."""

WAIT_S: Final = 2
MEDDLES: Final = 0.15
"""How often a seat acts although nobody waits for it, in a phase in which all may act."""

LEAVES_FROM: Final = 10
"""The decision from which on a seat that will leave may do so."""


class Seat(threading.Thread):
    """Plays one seat until the game is finished or until `until`."""

    def __init__(
        self, history: History, ports: Sequence[int], token: str, seat: int, until: float, *, leaves: bool = False
    ) -> None:
        super().__init__(name=f"{history.name} seat {seat}", daemon=True)
        self._history = history
        self._seat = seat
        self._until = until
        self._leaves = leaves
        self.finished = self.gone = False
        self._rng = rng = random.Random(self.name)
        self._line = Caller(ports, token, seat, history.exchanges, rng)
        self._second = Caller(ports, token, seat, history.exchanges, rng)
        self._game = f"/v1/games/{history.game}/tables/{history.table}"
        self._table = f"/v1/tables/{history.table}"
        self._taken: tuple[int, Json] | None = None
        self._offered: Json | None = None
        self._silent_since: float | None = None
        self._heard_events = 0

    def run(self) -> None:
        try:
            view: Json | None = None
            while time.time() < self._until and not self.gone:
                view = view or self._view()
                if view is not None and view["status"] == "finished":
                    self._read_again()
                    self.finished = True
                    break
                view = None if view is None else self._act(view)
        except Exception:  # noqa: BLE001 - a mistake of the suite is reported with the table
            self._history.troubles.append(traceback.format_exc())
        finally:
            self._line.drop()
            self._second.drop()

    def _act(self, view: Json) -> Json | None:
        """What to do with this view; the view after it, where one came along."""
        decision = view.get("decision")
        if decision is None or (decision["revisable"] and self._rng.random() < 0.8):
            self._wait()
            return None
        if decision["optional"] and (not decision["choices"] or self._rng.random() > MEDDLES):
            self._wait()
            return None
        if self._leaves and decision["n"] >= LEAVES_FROM:
            self.gone = self._rng.random() < 0.2
        return self._decide(decision)

    def _decide(self, decision: Json) -> Json | None:
        n, action = decision["n"], chosen(decision, self._rng)
        trick = self._rng.choices(list(TRICKS), list(TRICKS.values()))[0]
        getattr(self, f"_{trick}")(decision, n, action)
        answer = self._settle(n, action)
        if answer.status == 422 and "default" in decision:
            answer = self._settle(n, decision["default"])
        if answer.status in (200, 202):
            self._taken = (n, action)
        if trick == "repeat":
            for _ in range(self._rng.randint(1, 3)):
                self._again(n, action)
        if trick == "replace" and answer.status == 202:
            answer = self._settle(n, chosen(decision, self._rng))
        body = answer.json if answer.status in (200, 202) else None
        view: Json | None = body["view"] if body else None
        return view

    def _plain(self, decision: Json, n: int, action: Json) -> None:
        pass

    _repeat = _replace = _plain

    def _double(self, decision: Json, n: int, action: Json) -> None:
        """The same move twice at once, over two connections."""
        first, second = self._put(self._line, n, action), self._put(self._second, n, action)
        self._history.repeats += 1
        self._line.hear(first)
        self._second.hear(second)

    def _cut(self, decision: Json, n: int, action: Json) -> None:
        """The move is sent and the answer not waited for."""
        self._put(self._line, n, action)
        self._line.drop()
        self._history.repeats += 1

    def _half(self, decision: Json, n: int, action: Json) -> None:
        self._put(self._line, n, action, part=self._rng.uniform(0.1, 0.99))
        self._line.drop()
        self._history.repeats += 1

    def _change(self, decision: Json, n: int, action: Json) -> None:
        """Another move is sent first, and its answer not waited for."""
        self._put(self._line, n, chosen(decision, self._rng))
        self._line.drop()

    def _early(self, decision: Json, n: int, action: Json) -> None:
        """The next decision before this one."""
        self._line.hear(self._put(self._line, n + 1, action))

    def _late(self, decision: Json, n: int, action: Json) -> None:
        """A decision that is over, as it was or otherwise."""
        if self._taken is not None:
            taken_n, taken = self._taken
            self._again(taken_n, taken if self._rng.random() < 0.5 else action)

    def _broken(self, decision: Json, n: int, action: Json) -> None:
        self._line.hear(self._put(self._line, n, broken(decision)))

    def _nap(self, decision: Json, n: int, action: Json) -> None:
        """Longer than the clock allows, or a little where there is none."""
        clock = self._history.order["clock"]
        time.sleep(0.5 if clock == "none" else clock["move_s"] + 0.5)

    def _hold(self, decision: Json, n: int, action: Json) -> None:
        """A pause is wanted, and a moment later no more."""
        self._beside("pause", {"wanted": True})
        self._pause()
        self._beside("pause", {"wanted": False})

    def _back(self, decision: Json, n: int, action: Json) -> None:
        self._beside("return")

    def _resign(self, decision: Json, n: int, action: Json) -> None:
        """For good; what is decided afterwards is refused."""
        self._beside("resign")

    def _beside(self, what: str, body: Any = None) -> None:
        for _ in range(self._rng.randint(1, 2)):
            self._line.insist("POST", f"{self._table}/{what}", body, until=self._until)

    def _stale(self, decision: Json, n: int, action: Json) -> None:
        """What was possible when this seat was asked before: an offer, say, that has been changed or taken since."""
        if self._offered is not None and self._offered["kind"] == decision["kind"]:
            self._line.hear(self._put(self._line, n, chosen(self._offered, self._rng)))
        self._offered = decision

    def _put(self, line: Caller, n: int, action: Json, part: float = 1.0) -> Exchange:
        path = f"{self._game}/seats/{self._seat}/decisions/{n}"
        return line.send("PUT", path, {"action": action}, part=part)

    def _again(self, n: int, action: Json) -> None:
        line = self._rng.choice((self._line, self._second))
        self._history.repeats += 1
        line.hear(self._put(line, n, action))

    def _settle(self, n: int, action: Json) -> Exchange:
        """The same request until something is heard that settles it."""
        while True:
            answer = self._noticed(self._line.hear(self._put(self._line, n, action)))
            if answer.final or time.time() > self._until:
                return answer
            self._history.repeats += 1
            self._pause()

    def _view(self) -> Json | None:
        answer = self._noticed(self._line.ask("GET", f"{self._game}/view"))
        if answer.status == 200:
            view: Json = answer.json
            return view
        self._pause()
        return None

    def _wait(self) -> None:
        """For news, by waiting for it or by having a nap; now and then all events are read anew."""
        if self._rng.random() < 0.3:
            time.sleep(self._rng.uniform(0.02, 0.3))
            return
        after = self._heard_events if self._rng.random() < 0.95 else 0
        answer = self._noticed(
            self._line.ask("GET", f"{self._table}/events?after={after}&wait={WAIT_S}", wait_s=WAIT_S)
        )
        if answer.status == 200:
            self._heard_events = max(self._heard_events, answer.json["next"])
        elif answer.status != 204:
            self._pause()

    def _read_again(self) -> None:
        """All events from the first, and the record, now that the game is over."""
        for path in (f"{self._table}/events?after=0", f"{self._table}/record"):
            self._line.insist("GET", path, until=self._until)

    def _pause(self) -> None:
        time.sleep(self._rng.uniform(0.02, 0.25))

    def _noticed(self, answer: Exchange) -> Exchange:
        """Keep the time for which nothing that settles anything was heard."""
        if answer.final:
            if self._silent_since is not None:
                self._history.outages.append((self._silent_since, answer.heard))
            self._silent_since = None
        elif self._silent_since is None:
            self._silent_since = answer.sent
        return answer
