"""An answer counts for the question that it was given to, whatever happens at the table meanwhile."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from openingbell_client import Client
from openingbell_client.cli import main, tokens
from openingbell_client.playing import owes
from tests.clients.python.conftest import Run
from tests.clients.python.test_attending import GAME, act, view_of
from tests.support.supervised import Server
from tests.support.waiting import until


class Typed(io.StringIO):
    """Lines that are typed once something else has happened."""

    def __init__(self, lines: str, meanwhile: Callable[[], None]) -> None:
        super().__init__(lines)
        self._meanwhile = meanwhile

    def readline(self, size: int | None = -1, /) -> str:
        meanwhile, self._meanwhile = self._meanwhile, lambda: None
        meanwhile()
        return super().readline(size or -1)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("abort\nbid 1\n", "You had decided already"),
        ("resign\nno\nbid 1\n", "You had decided already"),
        ("pause\n", "Choose 3 cards to pass"),
    ],
)
def test_what_is_asked_beside_a_question_makes_it_no_other_question(
    server: Server,
    client: Client,
    bell: Run,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    said: str,
) -> None:
    """The decision that it is about is over meanwhile: an answer to it may not count for the next one."""
    made = client.create_table(GAME, 2, practice_seed="stale")["id"]
    bell("join", made)
    known = tokens.load(server.url)
    assert known
    with Client(server.url, known.token) as guest:
        for each in (guest, client):
            each.start_table(made)

        def asked() -> bool:
            if owes(view_of(client, made)):
                act(client, made)
            return owes(view_of(guest, made))

        def decide_elsewhere() -> None:
            act(guest, made)
            until("the next question", asked)

        until("the first question", asked)
        n = view_of(guest, made)["decision"]["n"]
        monkeypatch.setattr("sys.stdin", Typed(typed, decide_elsewhere))
        assert main(["--url", server.url, "play", made, "--plain"]) == 0
        assert said in " ".join(capsys.readouterr().out.split())
        assert view_of(guest, made)["decision"]["n"] == n + 1
