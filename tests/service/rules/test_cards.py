"""The cards: ninety of them, in one order."""

from __future__ import annotations

from openingbell.rules.cards import CARDS, COMMODITIES, RANK, SUIT, deck, in_order


def test_nine_commodities_of_ten_ranks() -> None:
    assert "".join(COMMODITIES) == "GOPJBCWFU"
    assert len(set(CARDS)) == 90
    assert (RANK["O10"], SUIT["O10"]) == (10, "O")
    assert all(sum(RANK[card] for card in deck(suit)) == 55 for suit in COMMODITIES)


def test_a_deck_is_in_the_fixed_order_whatever_the_order_of_its_suits() -> None:
    assert deck("OG") == deck("GO") == in_order(reversed(deck("GO")))
