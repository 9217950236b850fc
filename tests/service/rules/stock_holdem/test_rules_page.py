"""The rules page says what the rules do: its vector of a deal, its figures."""

from __future__ import annotations

import re
from pathlib import Path

from openingbell import fairness
from openingbell.rules.games.stock_holdem import GAME, Deal, Options
from openingbell.rules.games.stock_holdem.cards import DECKS
from openingbell.rules.games.stock_holdem.prices import NUMBER_BONUSES
from openingbell.rules.games.stock_holdem.state import COMPANIES, MONEY, TURNS

PAGE = (Path(__file__).parents[4] / "docs" / "rules" / "stock_holdem.md").read_text()


def test_the_vector_of_a_deal() -> None:
    stream = fairness.house_stream(fairness.practice_secret("stock holdem"), (), 0)
    deal = GAME.house(GAME.start(4, Options()), stream)
    assert isinstance(deal, Deal)
    pairs = [" ".join(cards) for cards in deal.areas]
    rows = [
        f"| start player | seat {deal.start_seat} |",
        f"| {', '.join(COMPANIES[:3])} | `{'` · `'.join(pairs[:3])}` |",
        f"| {', '.join(COMPANIES[3:])} | `{'` · `'.join(pairs[3:])}` |",
        *(f"| seat {seat} | `{' '.join(cards)}` |" for seat, cards in enumerate(deal.hands)),
    ]
    assert all(row in PAGE for row in rows)


def test_the_table_of_players() -> None:
    for seats in GAME.seats:
        assert f"| {seats} | ${MONEY[seats]} | {TURNS[seats]} |" in PAGE


def test_the_bonuses() -> None:
    row = next(line for line in PAGE.splitlines() if "| numbers |" in line)
    assert [int(number) for number in re.findall(r"(?:alike|row) (\d+)", row)] == list(NUMBER_BONUSES.values())


def test_the_backs_of_the_single_deck() -> None:
    shows_suit = [card for card in DECKS["1-10x1"][:-2] if card[0] == card[-1]]
    assert all(int(card[1:-2]) % 2 == (card[0] in "IL") for card in shows_suit)
    assert len(shows_suit) == 20
