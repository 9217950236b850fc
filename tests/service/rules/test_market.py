"""The market: one test a ruling, and what holds for every Marketplace."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openingbell.rules.cards import deck
from openingbell.rules.market import Market, demand_row, demand_values, explained, hand_score


@pytest.mark.parametrize(
    ("suits", "row"),
    [
        (3, (-1, 0, 1)),
        (4, (-2, -1, 1, 2)),
        (5, (-2, -1, 0, 1, 2)),
        (6, (-3, -2, -1, 1, 2, 3)),
        (7, (-3, -2, -1, 0, 1, 2, 3)),
        (8, (-4, -3, -2, -1, 1, 2, 3, 4)),
        (9, (-4, -3, -2, -1, 0, 1, 2, 3, 4)),
    ],
)
def test_demand_rows(suits: int, row: tuple[int, ...]) -> None:
    assert demand_row(suits) == row


def test_mkt_02_ties_take_the_highest_slot_and_nobody_moves_up() -> None:
    cards = ["O1", "P5", "J5", "G5", "B9", "C9"]
    assert demand_values(cards, "OPJGBC") == {"O": 3, "P": 2, "J": 2, "G": 2, "B": -2, "C": -2}
    assert set(demand_values([f"{suit}4" for suit in "OPJGBC"], "OPJGBC").values()) == {3}


def test_mkt_03_empty_commodities_rank_first_or_share_the_top() -> None:
    cards = ["O9", "P4", "J6"]
    assert demand_values(cards, "OPJGB") == {"G": 2, "B": 2, "P": 0, "J": -1, "O": -2}
    shared = demand_values(cards, "OPJGB", empty_rule="shared_top")
    assert shared == {"G": 2, "B": 2, "P": 2, "J": 1, "O": 0}
    assert set(demand_values([], "OPJGB").values()) == {2}
    assert set(demand_values([], "OPJGB", empty_rule="shared_top").values()) == {2}


def test_mkt_03_sharing_the_top_is_no_tie() -> None:
    market = Market(("O9", "P4", "J6"), tuple("OPJGB"), empty_rule="shared_top")
    assert [(each.suit, each.place, each.tied_with) for each in market.standings] == [
        ("P", 1, ()),
        ("G", 1, ("B",)),
        ("B", 1, ("G",)),
        ("J", 2, ()),
        ("O", 3, ()),
    ]


def test_mkt_05_only_cards_in_the_marketplace_count() -> None:
    assert demand_values(["O9"], "OPJ") == demand_values(("O9",), "OPJ") == {"O": -1, "P": 1, "J": 1}


def test_mkt_06_a_hand_scores_rank_times_demand() -> None:
    assert hand_score(["O10", "P1", "J7"], {"O": -2, "P": 2, "J": 0}) == -18


@pytest.mark.parametrize("suits", range(3, 10))
def test_mkt_07_rows_are_symmetric(suits: int) -> None:
    row = demand_row(suits)
    assert sum(row) == 0
    assert row == tuple(-value for value in reversed(row))


def test_standings_say_why() -> None:
    market = Market(("O9", "P4", "J6", "G4"), tuple("OPJG"))
    assert [(each.suit, each.points, each.place, each.value, each.tied_with) for each in market.standings] == [
        ("P", 4, 1, 2, ("G",)),
        ("G", 4, 1, 2, ("P",)),
        ("J", 6, 3, -1, ()),
        ("O", 9, 4, -2, ()),
    ]
    assert [(each.gap_above, each.gap_below) for each in market.standings] == [(None, 2), (None, 2), (2, 3), (3, None)]


def test_a_breakdown_lists_every_card_and_the_totals() -> None:
    market = Market(("O9", "P4", "J6", "G4"), tuple("OPJG"))
    (mine, other) = explained(2, market, (("P9", "O3"), ("J1",)), (20, -5)).seats
    assert [(row.card, row.rank, row.value, row.score) for row in mine.cards] == [("P9", 9, 2, 18), ("O3", 3, -2, -6)]
    assert (mine.score, mine.total, other.score, other.total) == (12, 20, -1, -5)


SUITS = st.integers(3, 9).map(lambda count: "GOPJBCWFU"[:count])
MARKETS = SUITS.flatmap(lambda suits: st.tuples(st.just(suits), st.lists(st.sampled_from(deck(suits)), unique=True)))
RULES = st.sampled_from([(False, "ranked"), (False, "shared_top"), (True, "ranked")])


@given(MARKETS, RULES)
def test_values_add_up_to_0_or_more_and_to_0_without_ties(
    market: tuple[str, list[str]], rule: tuple[bool, str]
) -> None:
    suits, cards = market
    found = Market(tuple(cards), tuple(suits), *rule)  # type: ignore[arg-type]
    total = sum(found.values.values())
    assert total >= 0
    if len(set(found.points.values())) == len(suits) and (rule[1] == "ranked" or 0 not in found.points.values()):
        assert total == 0


@given(MARKETS, RULES)
def test_the_best_slot_is_always_taken(market: tuple[str, list[str]], rule: tuple[bool, str]) -> None:
    suits, cards = market
    values = Market(tuple(cards), tuple(suits), *rule).values  # type: ignore[arg-type]
    assert max(values.values()) == demand_row(len(suits))[-1]


@given(MARKETS, RULES, st.randoms(use_true_random=False))
def test_the_order_of_cards_means_nothing(
    market: tuple[str, list[str]], rule: tuple[bool, str], random: object
) -> None:
    suits, cards = market
    mixed = list(cards)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    one = Market(tuple(cards), tuple(suits), *rule)  # type: ignore[arg-type]
    other = Market(tuple(mixed), tuple(suits), *rule)  # type: ignore[arg-type]
    assert one.standings == other.standings


@given(MARKETS)
def test_short_selling_negates_where_nothing_ties(market: tuple[str, list[str]]) -> None:
    suits, cards = market
    plain = Market(tuple(cards), tuple(suits))
    if len(set(plain.points.values())) == len(suits):
        assert demand_values(cards, suits, short=True) == {suit: -value for suit, value in plain.values.items()}


@given(MARKETS, RULES)
def test_fewer_points_are_never_worth_less(market: tuple[str, list[str]], rule: tuple[bool, str]) -> None:
    suits, cards = market
    found = Market(tuple(cards), tuple(suits), *rule)  # type: ignore[arg-type]
    sign = -1 if found.short else 1
    ranked = sorted(suits, key=lambda suit: sign * found.points[suit])
    values = [found.values[suit] for suit in ranked]
    assert values == sorted(values, reverse=True)
