"""Every example request of the document, sent to a real server; the guests hold the answers to the document."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.support.guests import Guest
from tests.support.waiting import until

pytestmark = pytest.mark.server


class Examples:
    """Sends the example of an operation, and remembers which were sent."""

    def __init__(self, guest: Guest) -> None:
        self.document = guest.document
        self.sent: set[str] = set()

    def send(self, guest: Guest, operation_id: str, **where: Any) -> httpx.Response:
        """The example request, as this guest; `where` fills in the path."""
        method, path, operation = self.document.operations[operation_id]
        media = operation.get("requestBody", {}).get("content", {}).get("application/json")
        answer = guest.http.request(method, path.format(**where), json=media["example"] if media else None)
        assert answer.is_success, f"{operation_id}: {answer.text}"
        self.sent.add(operation_id)
        return answer


def test_every_example_works(stranger: Guest, ada: Guest, bob: Guest) -> None:
    examples = Examples(stranger)
    send = examples.send
    for operation in ("listGames", "getHealth", "getReadiness", "getLimits", "listTables", "createPlayer"):
        send(stranger, operation)
    token = send(stranger, "createPlayer").json()["token"]
    ada.http.headers["Authorization"] = f"Bearer {token}"
    assert send(ada, "getMe").json()["name"] == "Ada"
    for game in stranger.http.get("/v1/games").json()["items"]:
        prefix = "".join(part.capitalize() for part in game["name"].split("_"))
        table = send(ada, f"create{prefix}Table").json()["id"]
        assert send(bob, "takeSeat", table=table).json()["status"] == "waiting"
        for guest in (ada, bob):
            send(guest, "startTable", table=table)
        for operation in ("getTable", "listEvents", "getRecord", f"view{prefix}Table"):
            send(stranger, operation, table=table)

        def asked(table: str = table) -> dict[str, Any] | None:
            """Ada's first decision; Bob does what he must in the meantime."""
            other = bob.view(table)
            if "decision" in other and not other["decision"]["revisable"]:
                bob.decide(other)
            view = ada.view(table)
            return view if "decision" in view else None

        view = until("Ada's turn", asked)
        assert view is not None
        send(ada, f"decide{prefix}", table=table, seat=view["seat"], n=view["decision"]["n"])
    assert examples.sent == set(examples.document.operations)
