"""Every game of the catalogue, watched from the first card to the score: all sizes, every variant, at 80 columns."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from rich.cells import cell_len

from openingbell.rules.kernel import Game, catalogue
from openingbell_client import Client
from openingbell_client.cli import faces, main
from openingbell_client.cli.faces import generic
from openingbell_client.cli.options import summary
from openingbell_client.cli.output import Output
from tests.support.supervised import Server

MORE = {"panik": ["values=5,2,0,1,5"], "stock_holdem": ["rounds=1", "start_price=1"]}
"""Beyond every flag that is turned on and every word that is not the standard one."""


def unusual(game: Game) -> list[str]:
    """Every variant of the game at once. What they do to each other is the rules' own business, and tested there."""
    hints, found = get_type_hints(game.Options), []
    for option in fields(game.Options):
        if hints[option.name] is bool:
            found.append(f"{option.name}={'false' if option.default else 'true'}")
        elif get_origin(hints[option.name]) is Literal:
            found += [f"{option.name}={word}" for word in get_args(hints[option.name]) if word != option.default][:1]
    return found + MORE.get(game.name, [])


CASES: list[tuple[str, int, list[str]]] = [
    case
    for name, game in catalogue().items()
    for case in ((name, game.seats[0], []), (name, game.seats[-1], []), (name, game.seats[0], unusual(game)))
]


def narrow(text: str) -> bool:
    return max(map(cell_len, text.splitlines())) <= 80


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_a_demo_ends_with_the_score_and_its_reasons(
    server: Server, capsys: pytest.CaptureFixture[str], game: str, seats: int, options: list[str]
) -> None:
    args = ["--url", server.url, "demo", "--plain", "--game", game, "--seats", str(seats), "--bots", "random"]
    assert main([*args, *(word for option in options for word in ("--option", option))]) == 0
    shown = capsys.readouterr().out
    assert narrow(shown)
    lines = shown.splitlines()
    assert re.match(r"Won by \d .*\.$", lines[-1])
    assert [line.strip() for line in lines].count("Final score") == 1
    table = re.match(r"Table (\w+):", lines[0])
    assert table
    with Client(server.url) as client:
        seen = client.get_table(table[1])
        view = client.get_view(game, table[1])
    assert len(seen["seats"]) == seats
    assert set(options) <= set(summary(seen["options"]).split(", "))
    assert view["state"]["scored"]
    _legible_without_a_face(view, capsys)


def _legible_without_a_face(view: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The state and the reasons, as a client draws them that has never heard of the game."""
    out = Output(json=False, plain=True)
    out.draw(*generic.state(view, str, out), *generic.score(view, str, out))
    shown = capsys.readouterr().out
    assert narrow(shown)
    assert "Final score" in shown
    assert "{" not in shown


@pytest.mark.parametrize("game", catalogue())
def test_every_game_has_a_face_that_says_what_it_is_about(game: str) -> None:
    face = faces.face(game)
    assert face is not generic
    assert narrow(face.ABOUT)
    assert len(face.ABOUT) > 200
