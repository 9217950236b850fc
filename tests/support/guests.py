"""Players of a real server, for tests: every answer that they get is held to the server's document."""

from __future__ import annotations

from typing import Any, Final, Self

import httpx

from tests.support.conformance import Document
from tests.support.waiting import until

TABLES: Final = "/v1/games/bull_market/tables"


class Guest:
    """Somebody who talks to a server; with a token once `register` was called."""

    def __init__(self, url: str, document: Document | None = None) -> None:
        self.http = httpx.Client(base_url=url, timeout=60)
        if document is None:
            document = Document(self.http.get("/openapi.json").raise_for_status().json())
        self.document = document
        self.http.event_hooks["response"] = [self._check]
        self._paths: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def _check(self, response: httpx.Response) -> None:
        response.read()
        self.document.check(response)

    def another(self) -> Guest:
        """Somebody else, without a token, who knows where the same tables are."""
        other = Guest(str(self.http.base_url), self.document)
        other._paths.update(self._paths)
        return other

    def register(self, name: str = "Ada", kind: str = "human") -> Guest:
        """Become a player."""
        answer = self.http.post("/v1/players", json={"name": name, "kind": kind})
        assert answer.status_code == 201, answer.text
        self.http.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        return self

    def create(self, game: str = "bull_market", **order: Any) -> dict[str, Any]:
        """A table of this game, with this guest in its first seat unless the order says otherwise."""
        answer = self.http.post(f"/v1/games/{game}/tables", json={"seats": 2, "practice_seed": "tests", **order})
        assert answer.status_code == 201, answer.text
        table: dict[str, Any] = answer.json()
        return table

    def start(self, table: str, **how: Any) -> dict[str, Any]:
        """Press start, with house bots in the empty seats."""
        answer = self.http.post(f"/v1/tables/{table}/start", json=how)
        assert answer.status_code == 200, answer.text
        started: dict[str, Any] = answer.json()
        return started

    def path(self, table: str) -> str:
        """The table's path under its game, as its links say."""
        if table not in self._paths:
            answer = self.http.get(f"/v1/tables/{table}")
            assert answer.status_code == 200, answer.text
            self._paths[table] = answer.json()["links"]["view"].removesuffix("/view")
        return self._paths[table]

    def view(self, table: str) -> dict[str, Any]:
        """What this guest knows of the table."""
        answer = self.http.get(f"{self.path(table)}/view")
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def asked(self, table: str) -> dict[str, Any]:
        """The view in which this guest owes a decision that it has not sealed, or the game is over."""

        def now() -> dict[str, Any] | None:
            view = self.view(table)
            if view["status"] == "finished":
                return view
            decision = view.get("decision")
            return view if decision and not decision["revisable"] and not decision["optional"] else None

        return until("a decision", now)

    def decide(self, view: dict[str, Any], action: Any = None, n: int | None = None) -> httpx.Response:
        """Decide; without an action, by default."""
        decision = view["decision"]
        path = f"{self.path(view['table'])}/seats/{view['seat']}/decisions/{decision['n'] if n is None else n}"
        return self.http.put(path, json={"action": decision["default"] if action is None else action})

    def asked_or_over(self, table: str, *others: Guest) -> str:
        """The table's status, once this guest or one of the others owes a decision or the game is over."""

        def now() -> str | None:
            views = [guest.view(table) for guest in (self, *others)]
            status: str = views[0]["status"]
            return status if status == "finished" or any("decision" in view for view in views) else None

        return until("a decision of somebody", now)
