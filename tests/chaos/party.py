"""One table from its creation to its end, with the clients that play at it."""

from __future__ import annotations

import random
import threading
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.chaos.history import History
from tests.chaos.orders import MOVE_S
from tests.chaos.seat import Seat
from tests.chaos.wire import Caller, Exchange

LEAVERS: Final = 0.4
"""How many tables with the quickest clock have a client that never comes back."""

FOR_REST_S: Final = 2.0


@dataclass(frozen=True)
class Person:
    """A registered player."""

    id: str
    token: str


def registered(ports: Sequence[int], number: int, until: float) -> list[Person]:
    """New players. An answer that was lost leaves one behind that nobody uses."""
    line = Caller(ports, None, None, [], random.Random(number))
    result = []
    for each in range(number):
        kind = ("human", "bot")[each % 2]  # house bots wait for one another where a person follows
        answer = line.insist("POST", "/v1/players", {"name": f"Chaos {each}", "kind": kind}, until=until)
        assert answer.status == 201, f"no player could be registered: {answer}"
        result.append(Person(answer.json["player"]["id"], answer.json["token"]))
    line.drop()
    return result


class Party(threading.Thread):
    """Makes the table, seats the people, starts, and waits for the end."""

    def __init__(self, history: History, ports: Sequence[int], people: Sequence[Person], until: float) -> None:
        super().__init__(name=history.name, daemon=True)
        self.history = history
        self.seated = threading.Event()
        """Everybody has sat down and is ready."""
        self._ports = ports
        self._people = people
        self._until = until
        self._rng = random.Random(history.name)

    def run(self) -> None:
        try:
            seats = self._seats()
            for each in seats:
                each.start()
            for each in seats:
                each.join()
            if any(each.gone for each in seats) and not any(each.finished for each in seats):
                self._await_end()
        except Exception:  # noqa: BLE001 - a mistake of the suite is reported with the table
            self.history.troubles.append(traceback.format_exc())
        finally:
            self.history.over.set()

    def _seats(self) -> list[Seat]:
        history, seats = self.history, []
        created = self._asked(0, "POST", f"/v1/games/{history.game}/tables", history.order, key=history.name)
        history.table = created["id"]
        history.players[0] = self._people[0].id
        for place, person in enumerate(self._people[1:], 1):
            sat = self._asked(place, "POST", f"/v1/tables/{history.table}/seats", {"entropy": f"lucky {place}"})
            history.players[sat["your_seat"]] = person.id
        for place in range(len(self._people)):
            self._asked(place, "POST", f"/v1/tables/{history.table}/start", {})
        self.seated.set()
        leaver = self._rng.random() < LEAVERS and history.order["clock"] == {"move_s": MOVE_S[0]}
        tokens = {person.id: person.token for person in self._people}
        for place, (seat, player) in enumerate(history.players.items()):
            leaves = leaver and place == 0
            seats.append(Seat(history, self._ports, tokens[player], seat, self._until, leaves=leaves))
        return seats

    def _asked(self, place: int, method: str, path: str, body: Any, key: str | None = None) -> dict[str, Any]:
        """What the answer says; sometimes the request is repeated for no reason, and has to change nothing."""
        seat = next((seat for seat, who in self.history.players.items() if who == self._people[place].id), None)
        line = Caller(self._ports, self._people[place].token, seat, self.history.exchanges, self._rng)
        answer: Exchange | None = None
        for _ in range(2 if self._rng.random() < 0.2 else 1):
            answer = line.insist(method, path, body, until=self._until, key=key)
            assert answer.status in (200, 201), f"{method} {path}: {answer.status} {answer.answer!r}"
        line.drop()
        assert answer is not None
        table: dict[str, Any] = answer.json
        return table

    def _await_end(self) -> None:
        """Everybody has left: a stranger looks now and then whether the clock has brought the game to its end."""
        line = Caller(self._ports, None, None, self.history.exchanges, self._rng)
        while time.time() < self._until:
            answer = line.ask("GET", f"/v1/games/{self.history.game}/tables/{self.history.table}/view")
            if answer.status == 200 and answer.json["status"] == "finished":
                break
            time.sleep(FOR_REST_S)
        line.drop()
