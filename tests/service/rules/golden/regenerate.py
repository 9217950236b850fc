"""Writes the goldens anew: `python -m tests.service.rules.golden.regenerate`.

A golden is the log of a whole game and what it ended with. Rules that give anything else for it have changed, and
then the game's version has to change with them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from openingbell import codec
from openingbell.bots import BOTS, SeededRng
from openingbell.rules.choices import Choices
from openingbell.rules.kernel import HOUSE, Game, game_named

FOLDER = Path(__file__).parent

GOLDENS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "bear_market-2-target": ("bear_market", 2, {"play_to_target": True}),
    "bear_market-4": ("bear_market", 4, {}),
    "bear_market-5-shared-top": ("bear_market", 5, {"empty_rule": "shared_top"}),
    "bear_market-8": ("bear_market", 8, {}),
    "bull_market-2-slow": ("bull_market", 2, {"slow_burn": True, "first_seat": 1}),
    "bull_market-3": ("bull_market", 3, {}),
    "bull_market-4": ("bull_market", 4, {}),
    "bull_market-5-short": ("bull_market", 5, {"short": True}),
    "bull_market-6-shared-top": ("bull_market", 6, {"empty_rule": "shared_top"}),
    "bull_market-8-short-slow": ("bull_market", 8, {"short": True, "slow_burn": True}),
    "insider_trading-2": ("insider_trading", 2, {}),
    "insider_trading-3-shared-top": ("insider_trading", 3, {"empty_rule": "shared_top", "first_seat": 1}),
    "insider_trading-4": ("insider_trading", 4, {}),
    "stock_holdem-3-single-deck": ("stock_holdem", 3, {"deck": "1-10x1", "first_seat": 1}),
    "stock_holdem-4": ("stock_holdem", 4, {}),
    "stock_holdem-5-dark-long": ("stock_holdem", 5, {"dark": True, "rounds": 3}),
    "stock_holdem-6-crowded-short": ("stock_holdem", 6, {"crowded": True, "rounds": 1}),
    "insiders-2-original": ("insiders", 2, {"version": "original", "first_seat": 1}),
    "insiders-3": ("insiders", 3, {}),
    "insiders-5-original-stub-turned": ("insiders", 5, {"version": "original", "first_seat": 1}),
    "insiders-6": ("insiders", 6, {}),
    "panic_on_wall_street-3": ("panic_on_wall_street", 3, {}),
    "panic_on_wall_street-4-until-done": ("panic_on_wall_street", 4, {"negotiation_s": 0, "offers": 3}),
    "panic_on_wall_street-5-private-skewed": (
        "panic_on_wall_street",
        5,
        {"private_offers": True, "green_die": "skewed"},
    ),
    "panic_on_wall_street-11": ("panic_on_wall_street", 11, {}),
    "panik-2": ("panik", 2, {}),
    "panik-3-cheap": ("panik", 3, {"values": (5, 4, 3, 1, 0), "first_seat": 2}),
    "panik-4": ("panik", 4, {}),
}
"""File name -> game, seats, options."""

BELL = 60
"""A phase that the rules time is over after so many moves, on average."""


def ending(game: Game, state: Any) -> dict[str, Any]:
    """What a golden fixes of a finished game beside its log."""
    return {
        "scores": list(game.scores(state)),
        "breakdown": codec.to_json(game.breakdown(state)),
        "result": codec.to_json(game.result(state)),
        "public_view": codec.to_json(game.view(state, None)),
    }


def golden(name: str) -> dict[str, Any]:
    """A game of random and greedy bots by turns, whose seed is its name."""
    game = game_named(GOLDENS[name][0])
    seats, changes = GOLDENS[name][1:]
    bots, rng = list(BOTS.values()), SeededRng(name)
    state, log = game.start(seats, game.Options(**changes)), []
    while not (now := game.turn(state)).over:
        if now.seats and not (now.timed and rng.below(BELL) == 0):
            seat = now.seats[rng.below(len(now.seats))]
            choices = Choices(game.legal(state, seat).items, game.default(state, seat, rng))
            action = bots[seat % len(bots)](game.view(state, seat), choices, rng)
        else:
            seat, action = HOUSE, game.house(state, rng)
        log.append({"seat": seat, "action": codec.to_json(action)})
        state = game.apply(state, seat, action)
    facts = {"game": game.name, "version": game.version, "seats": seats, "options": changes}
    return {**facts, "log": log, "ending": ending(game, state)}


def main() -> None:
    """Write every golden."""
    for name in GOLDENS:
        fixed = golden(name)
        entries = ",\n  ".join(json.dumps(entry) for entry in fixed.pop("log"))
        head = json.dumps(fixed, indent=1).removesuffix("\n}")
        (FOLDER / f"{name}.json").write_text(f'{head},\n "log": [\n  {entries}\n ]\n}}\n')


if __name__ == "__main__":
    main()
