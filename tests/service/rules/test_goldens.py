"""Whole games that were once played still end exactly as they did."""

from __future__ import annotations

import json

import pytest

from openingbell import codec
from openingbell.rules.kernel import Game, catalogue, game_named, replay
from tests.service.rules.golden.regenerate import FOLDER, ending


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_golden(name: str) -> None:
    golden = json.loads((FOLDER / f"{name}.json").read_text())
    game = game_named(golden["game"])
    assert game.version == golden["version"]
    actions = (*game.moves, *game.deals)
    log = [(entry["seat"], codec.tagged_from_json(actions, entry["action"])) for entry in golden["log"]]
    state = replay(game, golden["seats"], codec.from_json(game.Options, golden["options"]), log)
    assert ending(game, state) == golden["ending"]


@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.name)
def test_every_game_has_goldens_from_its_smallest_to_its_largest_table(game: Game) -> None:
    facts = [json.loads(path.read_text()) for path in FOLDER.glob(f"{game.name}-*.json")]
    assert {golden["game"] for golden in facts} == {game.name}
    assert {game.seats[0], game.seats[-1]} <= {golden["seats"] for golden in facts}
    assert any(golden["options"] for golden in facts)
