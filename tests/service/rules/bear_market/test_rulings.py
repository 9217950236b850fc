"""Bear Market, one test or more a ruling, each named for the one that it shows."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openingbell.bots.rng import SeededRng
from openingbell.rules.cards import CARDS, RANK
from openingbell.rules.games.bear_market import GAME, Deal, Draft, Options, Score, State
from openingbell.rules.games.bear_market.moves import ended
from openingbell.rules.games.bear_market.sorting import LowMarket
from openingbell.rules.games.bear_market.state import locked
from openingbell.rules.kernel import HOUSE, Action, Illegal, play
from tests.service.rules.bear_market.scripted import (
    again,
    begun,
    deal,
    draft,
    plainest,
    rounds,
    score,
    suited,
    to_score,
)
from tests.service.rules.scripted import cards


def refused(state: State, seat: int, action: Action) -> Illegal:
    with pytest.raises(Illegal) as caught:
        play(GAME, state, seat, action)
    return caught.value


def refused_options(seats: int, options: Options) -> tuple[str, str]:
    with pytest.raises(Illegal) as caught:
        GAME.start(seats, options)
    return caught.value.ruling, caught.value.pointer


# -- options and the deal --------------------------------------------------------------------------------------------


def test_mkt_01_a_table_may_name_its_commodities() -> None:
    state = GAME.start(2, Options(suits=("U", "F", "W")))
    assert state.table.deck == tuple(card for card in CARDS if card[0] in "WFU")
    assert refused_options(2, Options(suits=("G", "G", "O"))) == ("MKT-01", "/suits")
    assert refused_options(2, Options(suits=("G", "O"))) == ("MKT-01", "/suits")
    assert refused_options(2, Options(suits=("G", "O", "X"))) == ("MKT-01", "/suits")


def test_options_of_the_wrong_kind_are_refused_with_a_pointer() -> None:
    assert refused_options(2, Options(play_to_target="yes")) == ("BEAR-06", "/play_to_target")  # type: ignore[arg-type]
    assert refused_options(2, Options(empty_rule="none")) == ("MKT-03", "/empty_rule")  # type: ignore[arg-type]
    assert refused_options(9, Options()) == ("MKT-01", "/seats")


def test_an_option_that_equals_one_of_another_kind_is_refused_all_the_same() -> None:
    assert GAME.start(2, Options(play_to_target=True)).table.options.play_to_target is True
    assert refused_options(2, Options(play_to_target=1)) == ("BEAR-06", "/play_to_target")  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_deal_is_ten_cards_a_seat_and_a_stub_of_ten(seats: int) -> None:
    dealt = GAME.house(GAME.start(seats, Options()), SeededRng(seats))
    assert isinstance(dealt, Deal)
    assert [len(hand) for hand in dealt.hands] == [10] * seats
    assert len(dealt.stub) == 10
    assert sorted(itertools.chain(*dealt.hands, dealt.stub)) == sorted(GAME.start(seats, Options()).table.deck)


def test_gen_06_the_house_cannot_deal_anything_but_the_deck_or_score_anything_but_the_hand() -> None:
    start, dealt = GAME.start(2, Options()), suited(2)
    doubled = Deal(dealt.hands, (*dealt.stub[:-1], "G1"))
    uneven = Deal((dealt.hands[0][:-1], dealt.hands[1]), (*dealt.stub, dealt.hands[0][-1]))
    assert refused(start, HOUSE, doubled).reason == "wrong-deal"
    assert refused(start, HOUSE, uneven).reason == "wrong-deal"
    assert refused(to_score(begun(2)), HOUSE, Score((0, 0), (0, 0))).ruling == "BEAR-07"


# -- the draft -------------------------------------------------------------------------------------------------------


def test_bear_01_lock_and_discard_are_one_sealed_move_of_two_different_cards_of_ones_hand() -> None:
    state = begun(3)
    assert GAME.turn(state).mode == "sealed"
    assert GAME.legal(state, 0).count() == 100
    assert len(list(GAME.legal(state, 0).actions())) == 90
    same = refused(state, 0, Draft("G1", "G1"))
    assert (same.reason, same.ruling) == ("repeated", "BEAR-01")
    other = refused(state, 0, Draft("G1", "O1"))
    assert (other.reason, other.ruling, other.pointer) == ("not-offered", "BEAR-01", "/discard")
    state = play(GAME, state, 0, Draft("G1", "G2"))
    assert state.market.cards == ()
    assert GAME.turn(state).seats == (1, 2)


def test_bear_01_a_draft_is_replaced_unheard_until_the_last_is_in() -> None:
    first = play(GAME, begun(3), 0, Draft("G1", "G2"))
    second = play(GAME, first, 0, Draft("G9", "G8"))
    assert [GAME.view(first, v) == GAME.view(second, v) for v in (None, 0, 1, 2)] == [True, False, True, True]
    news = [GAME.tell(first, 0, Draft("G9", "G8"), second, viewer) for viewer in (None, 1, 2)]
    assert news == [None, None, None]
    mine = GAME.tell(first, 0, Draft("G9", "G8"), second, 0)
    assert mine is not None
    assert mine.code == "replaced"
    for seat, text in ((1, "O10 O1"), (2, "P10 P1")):
        second = play(GAME, second, seat, Draft(*text.split()))
    assert second.drafts[0][0] == Draft("G9", "G8")


def test_a_sample_of_two_cards_is_always_legal() -> None:
    state, rng = begun(2), SeededRng("two cards")
    for _ in range(4):
        state = plainest(state)
    choices = GAME.legal(state, 0)
    assert {choices.sample(rng) for _ in range(400)} == set(choices.actions())
    assert len(set(choices.actions())) == 2


def test_bear_02_locks_are_secret_until_scoring_and_the_owner_sees_them() -> None:
    state = plainest(begun(3))
    other = draft(begun(3), "G9 G1", "O9 O1", "P9 P1")
    assert GAME.view(state, None) == GAME.view(other, None)
    assert GAME.view(state, 0).own_locked == ("G10",)
    assert GAME.view(state, 0).lock_counts == (1, 1, 1)
    done = to_score(state)
    assert GAME.view(done, 1).shown is None
    assert GAME.view(score(done), 1).shown == tuple(locked(done, seat) for seat in range(3))


@pytest.mark.parametrize(("hand", "left"), [(1, True), (2, False), (3, True), (4, False)])
def test_bear_03_the_rest_of_a_hand_goes_left_in_odd_hands_and_right_in_even_ones(hand: int, left: bool) -> None:
    # A handicap keeps everybody short of three million after three hands.
    state = again(GAME.start(3, Options(play_to_target=True)).but(totals=(-1000,) * 3))
    while state.hand < hand:
        state = again(score(to_score(state)))
    after = plainest(state)
    assert after.hands[1] == cards("G2-9" if left else "P2-9")
    assert GAME.view(after, 1).pass_direction == ("left" if left else "right")
    (own,) = GAME.view(after, 0).own_rounds
    assert (own.passed, own.to_seat, own.from_seat) == (cards("G2-9"), *((1, 2) if left else (2, 1)))


def test_bear_03_passing_needs_no_move_of_anybody() -> None:
    state = plainest(begun(4))
    assert (state.phase, state.round) == ("draft", 2)
    assert [len(hand) for hand in state.hands] == [8] * 4


# -- the Marketplace -------------------------------------------------------------------------------------------------

SIX = ("G", "O", "P", "J", "B", "C")
markets = st.sets(st.sampled_from([card for card in CARDS if card[0] in SIX])).map(tuple)


def padded(market: LowMarket, suit: str) -> list[float]:
    """A commodity's ranks in ascending order, then infinity for ever (as far as ten places)."""
    ranks: list[float] = sorted(RANK[card] for card in market.cards if card[0] == suit)
    return ranks + [math.inf] * (10 - len(ranks))


@given(markets)
def test_bear_04_the_larger_padded_list_is_better_and_equal_ones_tie(fallen: tuple[str, ...]) -> None:
    market = LowMarket(fallen, SIX)
    for one, other in itertools.permutations(SIX, 2):
        mine, theirs = padded(market, one), padded(market, other)
        assert (market.places[one] < market.places[other]) == (mine > theirs)
        assert (market.places[one] == market.places[other]) == (mine == theirs)
    assert max(market.values.values()) == 3


@given(markets, st.sampled_from([card for card in CARDS if card[0] in SIX]))
def test_bear_04_another_card_never_makes_a_commodity_better(fallen: tuple[str, ...], card: str) -> None:
    if card not in fallen:
        before, after = LowMarket(fallen, SIX), LowMarket((*fallen, card), SIX)
        assert after.places[card[0]] >= before.places[card[0]]


def test_bear_04_the_breakdown_names_the_card_that_decides() -> None:
    market = LowMarket(cards("G1 G5 O1 O5 P1 P5-6 J1 J4"), ("G", "O", "P", "J", "B"))
    rows = {row.suit: (row.place, row.tied_with, row.behind, row.by_card, row.against) for row in market.standings}
    assert rows == {
        "B": (1, (), None, None, None),
        "G": (2, ("O",), "B", "G1", None),
        "O": (2, ("G",), "B", "O1", None),
        "P": (4, (), "G", "P6", None),
        "J": (5, (), "P", "J4", "P5"),
    }


def test_bear_04_empty_commodities_may_share_the_top_without_taking_slots() -> None:
    fallen, suits = cards("G9 O2 P5"), ("G", "O", "P", "J", "B")
    assert LowMarket(fallen, suits).values == {"J": 2, "B": 2, "G": 0, "P": -1, "O": -2}
    assert LowMarket(fallen, suits, "shared_top").values == {"J": 2, "B": 2, "G": 2, "P": 1, "O": 0}
    rows = {
        row.suit: (row.tied_with, row.behind, row.against) for row in LowMarket(fallen, suits, "shared_top").standings
    }
    assert rows == {
        "G": ((), None, None),
        "J": (("B",), None, None),
        "B": (("J",), None, None),
        "P": ((), "G", "G9"),
        "O": ((), "P", "P5"),
    }


def test_bear_05_no_card_is_better_than_a_card_but_the_lowest_card_comes_first() -> None:
    by_the_one = LowMarket(cards("G1 G3 G10 O3"), ("G", "O", "P"))
    assert (by_the_one.standings[-1].by_card, by_the_one.standings[-1].against) == ("G1", "O3")
    by_no_card = LowMarket(cards("G1 G2 G10 O1 O2"), ("G", "O", "P"))
    assert (by_no_card.standings[-1].by_card, by_no_card.standings[-1].against) == ("G10", None)


# -- the end ---------------------------------------------------------------------------------------------------------


def test_bear_06_three_hands_and_the_highest_total() -> None:
    assert [ended(hand, (0, 0), play_to_target=False) for hand in (1, 2, 3)] == [False, False, True]


def test_bear_06_or_as_many_as_it_takes_to_three_million() -> None:
    assert not ended(3, (2_999_999, 2_999_998), play_to_target=True)
    assert ended(3, (2_999_999, 3_000_000), play_to_target=True)
    assert not ended(2, (2_000_100, 2_000_200), play_to_target=True)
    assert ended(4, (3_999_900, 3_999_901), play_to_target=True)


def test_bear_07_every_hand_awards_a_million_and_the_score() -> None:
    state = score(to_score(begun(3)))
    assert [seat.score for seat in GAME.breakdown(state)[0].seats] == [40, 40, 40]
    assert [seat.award for seat in GAME.breakdown(state)[0].seats] == [1_000_040] * 3
    assert state.totals == (1_000_040,) * 3
    assert score(to_score(again(state))).totals == (2_000_080,) * 3


def test_bear_08_everybody_drafts_at_once_and_nobody_deals() -> None:
    assert GAME.turn(begun(5)).seats == (0, 1, 2, 3, 4)
    assert not hasattr(begun(5), "dealer")
    assert not hasattr(suited(5), "dealer")


def test_bear_09_the_last_two_cards_are_both_used_and_nothing_is_passed() -> None:
    state = begun(4)
    for _ in range(4):
        state = plainest(state)
    assert [len(hand) for hand in state.hands] == [2] * 4
    assert len(list(GAME.legal(state, 0).actions())) == 2
    state = plainest(state)
    assert (state.phase, state.round, state.hands) == ("score", 5, ((),) * 4)
    last = GAME.view(state, 0).own_rounds[-1]
    assert (last.passed, last.to_seat, last.from_seat) == ((), None, None)
    assert len(state.market.cards) == 20


def test_bear_10_everybody_sees_who_discarded_what() -> None:
    before = draft(begun(3), "G10 G1", "O10 O2")
    after = play(GAME, before, 2, Draft("P10", "P3"))
    assert GAME.view(after, None).discards == (("G1", "O2", "P3"),)
    news = GAME.tell(before, 2, Draft("P10", "P3"), after, None)
    assert news is not None
    assert news.params == {"round": 1, "discards": ["G1", "O2", "P3"], "demand": {"G": -2, "O": -1, "P": 1, "J": 2}}
    assert news.text == "Seat 2 has chosen. Into the Marketplace: seat 0 G1; seat 1 O2; seat 2 P3."


# -- what a seat knows -----------------------------------------------------------------------------------------------


def imagined(state: State, viewer: int | None, tries: int = 60) -> list[State]:
    view, rng = GAME.view(state, viewer), SeededRng("worlds")
    return [GAME.imagine(view, rng) for _ in range(tries)]


def test_gen_08_a_hand_that_comes_back_shows_what_was_locked_on_its_way() -> None:
    state = rounds(begun(2), ["G10 G1,O10 O2", "O9 O3,G5 G2"])
    worlds = imagined(state, 0)
    assert {locked(world, 1)[1] for world in worlds} == {"G5"}
    assert {locked(world, 1)[0] for world in worlds} > {"O10"}
    assert all(locked(world, 1)[0] not in cards("O1-9 G1-10") for world in worlds)


def test_gen_08_what_a_seat_passed_on_is_where_it_went_or_locked_on_the_way() -> None:
    state = rounds(begun(4), ["G10 G1,O10 O1,P10 P1,J10 J1", "J9 J2,G9 G2,O9 O2,P9 P2"])
    for world in imagined(state, 0):
        assert {*world.hands[2], locked(world, 1)[1]} == {*cards("G3-9")}
        assert {*world.hands[1], locked(world, 0)[1]} == {*cards("J3-9")}
    lock_of_one = {locked(world, 1)[1] for world in imagined(state, 0)}
    assert lock_of_one == {*cards("G3-9")}


def test_two_locks_missing_from_a_hand_that_comes_back_are_shared_out_among_those_who_held_it() -> None:
    state = rounds(begun(3), ["G10 G1,O10 O1,P10 P1", "P9 P2,G9 G2,O9 O2", "O8 O3,P8 P3,G8 G3"])
    pairs = {(locked(world, 1)[1], locked(world, 2)[2]) for world in imagined(state, 0)}
    assert pairs == {("G9", "G8"), ("G8", "G9")}


def test_a_spectator_may_imagine_any_lock() -> None:
    state = plainest(begun(2))
    locks = {locked(world, 0)[0] for world in imagined(state, None, 400)}
    assert locks == {*cards("G2-10 O2-10 P1-10")}


def test_every_ruling_of_the_game_is_shown() -> None:
    shown = {name.split("_")[2] for name in globals() if name.startswith("test_bear_")}
    assert shown == {f"{number:02}" for number in range(1, 11)}


def test_a_deal_from_text_leaves_the_rest_as_the_stub() -> None:
    assert deal("G1-10", "O1-5 P1-5").stub == cards("O6-10 P6-10")
