"""Whole games that were once played still end exactly as they did."""

from __future__ import annotations

import json

import pytest

from openingbell import codec
from openingbell.rules.kernel import game_named, replay
from tests.service.rules.golden.regenerate import FOLDER, GOLDENS, ending


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_golden(name: str) -> None:
    golden = json.loads((FOLDER / f"{name}.json").read_text())
    game = game_named(golden["game"])
    assert game.version == golden["version"]
    actions = (*game.moves, *game.deals)
    log = [(entry["seat"], codec.tagged_from_json(actions, entry["action"])) for entry in golden["log"]]
    state = replay(game, golden["seats"], codec.from_json(game.Options, golden["options"]), log)
    assert ending(game, state) == golden["ending"]


def test_every_golden_has_its_file() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(GOLDENS)
