"""HLD-01: which deck it is, by going through every area that its cards can make."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pytest

from openingbell.rules.games.stock_holdem.cards import BEAR, BULL, CARDS, DECKS
from openingbell.rules.games.stock_holdem.prices import SURGE_BONUS, price_parts

AREA = 5
SUITS = "INLD"
CARD = {card.partition("/")[0]: card for card in CARDS}
"""One card for each front."""


def best_and_lowest(faces: Counter[str]) -> tuple[int, int, int]:
    """The best price with a surge and the lowest without, and how many areas there are.

    Cards with the same front make the same price, so each multiset of fronts is looked at once and counted for all.
    """
    best, lowest, areas = 0, 999, 0
    for chosen in itertools.combinations_with_replacement(faces, AREA):
        copies = Counter(chosen)
        ways = math.prod(math.comb(faces[face], count) for face, count in copies.items())
        if ways:
            total = price_parts([CARD[face] for face in chosen], surge=True).total
            best, lowest, areas = max(best, total), min(lowest, total - SURGE_BONUS), areas + ways
    return best, lowest, areas


def doubled(lowest: int) -> Counter[str]:
    """Five numbers from `lowest` on, twice a suit, with Bull and Bear."""
    pairs = {f"{suit}{number}": 2 for suit in SUITS for number in range(lowest, lowest + 5)}
    return Counter({**pairs, BULL: 1, BEAR: 1})


def test_hld_01_the_usual_deck_tops_out_at_the_boards_last_space() -> None:
    """With 2 to 6 twice, the best of all C(42, 5) areas is worth exactly 57, five sixes with two of one suit."""
    assert Counter(each.partition("/")[0] for each in DECKS["2-6x2"]) == doubled(2)
    assert best_and_lowest(doubled(2)) == (57, 4, math.comb(42, AREA))


@pytest.mark.parametrize(("lowest", "best"), [(1, 55), (3, 60)])
def test_hld_01_neighbouring_decks_miss_it(lowest: int, best: int) -> None:
    assert best_and_lowest(doubled(lowest))[0] == best


def test_hld_01_no_five_of_a_kind_with_ten_numbers_once() -> None:
    assert max(Counter(each.partition("/")[0][1:] for each in DECKS["1-10x1"][:-2]).values()) == len(SUITS)
