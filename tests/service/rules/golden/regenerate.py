"""Writes goldens anew: `python -m tests.service.rules.golden.regenerate NAME...`, or all of them without a name.

A golden is the log of a whole game and what it ended with. Rules that give anything else for it have changed, and
then the game's version has to change with them. A golden begins as a file with nothing but its `game`, `seats` and
`options`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from openingbell import codec
from openingbell.bots import BOTS, SeededRng
from openingbell.rules.choices import Choices
from openingbell.rules.kernel import HOUSE, Game, game_named

FOLDER = Path(__file__).parent

BELL = 60
"""A phase that the rules time is over after so many moves, on average."""

FACTS = ("game", "version", "seats", "options")


def ending(game: Game, state: Any) -> dict[str, Any]:
    """What a golden fixes of a finished game beside its log."""
    return {
        "scores": list(game.scores(state)),
        "breakdown": codec.to_json(game.breakdown(state)),
        "result": codec.to_json(game.result(state)),
        "public_view": codec.to_json(game.view(state, None)),
    }


def golden(name: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """A game of random and greedy bots by turns, whose seed is its name."""
    game, seats = game_named(facts["game"]), facts["seats"]
    options = codec.from_json(game.Options, facts["options"])
    bots, rng = list(BOTS.values()), SeededRng(name)
    state, log = game.start(seats, options), []
    while not (now := game.turn(state)).over:
        if now.seats and not (now.timed and rng.below(BELL) == 0):
            seat = now.seats[rng.below(len(now.seats))]
            choices = Choices(game.legal(state, seat).items, game.default(state, seat, rng))
            action = bots[seat % len(bots)](game.view(state, seat), choices, rng)
        else:
            seat, action = HOUSE, game.house(state, rng)
        log.append({"seat": seat, "action": codec.to_json(action)})
        state = game.apply(state, seat, action)
    told = {**facts, "version": game.version}
    return {**{fact: told[fact] for fact in FACTS}, "log": log, "ending": ending(game, state)}


def main(names: list[str]) -> None:
    """Write these goldens, or every one."""
    for name in names or sorted(path.stem for path in FOLDER.glob("*.json")):
        file = FOLDER / f"{name}.json"
        fixed = golden(name, json.loads(file.read_text()))
        entries = ",\n  ".join(json.dumps(entry) for entry in fixed.pop("log"))
        head = json.dumps(fixed, indent=1).removesuffix("\n}")
        file.write_text(f'{head},\n "log": [\n  {entries}\n ]\n}}\n')


if __name__ == "__main__":
    main(sys.argv[1:])
