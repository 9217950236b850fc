"""Bull Market, one test or more a ruling, each named for the one that it shows."""

from __future__ import annotations

import itertools

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.bull_market import (
    GAME,
    Bid,
    Deal,
    Options,
    Panic,
    PassBid,
    PassCards,
    Pay,
    Score,
    State,
)
from openingbell.rules.kernel import HOUSE, play
from tests.service.rules.scripted import (
    after_one_hand,
    asked,
    before_discards,
    begun,
    call,
    cards,
    discard,
    house_deal,
    lowest,
    nobody,
    panic,
    passing,
    pay,
    refused,
    score,
    suited,
)


def five_locked(seats: int = 4) -> State:
    """Round 2 in its auction; seat 0 bought round 1 with five cards (G1-5) and seat 1 is the next to be asked."""
    state = pay(call(begun(seats), 15, *[0] * (seats - 1)), "G1-5")
    return passing(state, "G6-8", *(f"{suit}1-3" for suit in "OPJBCWFU"[: seats - 1]))


def test_bull_01_one_dealer_for_the_whole_game() -> None:
    state = after_one_hand(dealer=2)
    assert house_deal(state, 5).dealer == 2
    assert refused(state, HOUSE, suited(4, dealer=1)).ruling == "BULL-01"


def test_bull_02_the_dealer_opens_the_first_hand() -> None:
    assert [asked(begun(4, dealt=suited(4, dealer))) for dealer in range(4)] == [(0,), (1,), (2,), (3,)]


def test_bull_02_later_the_lowest_total_opens_and_ties_go_clockwise_from_the_dealer() -> None:
    tied = after_one_hand(dealer=2)
    assert len(set(tied.totals)) == 1
    assert asked(play(GAME, tied, HOUSE, suited(4, dealer=2))) == (2,)
    last = tied.but(totals=(4, -1, 5, -1))
    assert asked(play(GAME, last, HOUSE, suited(4, dealer=2))) == (3,)


def test_bull_03_the_latest_buyer_of_the_game_opens_rounds_2_and_3() -> None:
    state = passing(pay(call(begun(4), 0, 0, 4, 0), "P4"), "G1-3", "O1-3", "P1-3", "J1-3")
    assert asked(state) == (2,)
    state = passing(nobody(state), "G4-5", "O4-5", "P5-6", "J4-5")
    assert asked(state) == (2,)
    # Nobody buys anything in the second hand: its round 2 is opened by the buyer of the first hand.
    state = score(lowest(state))
    state = play(GAME, state, HOUSE, suited(4))
    state = passing(nobody(state), "G1-3", "O1-3", "P1-3", "J1-3")
    assert (state.round, asked(state)) == (2, (2,))


def test_bull_03_while_nobody_has_bought_anything_the_same_seat_opens_again() -> None:
    state = passing(nobody(begun(4, dealt=suited(4, dealer=1))), "G1-3", "O1-3", "P1-3", "J1-3")
    assert asked(state) == (1,)


def test_bull_04_bids_are_whole_points_from_1_and_must_raise_by_any_step() -> None:
    state = begun(4)
    assert refused(state, 0, Bid(0)).reason == "too-low"
    assert refused(state, 0, Bid(1.5)).reason == "wrong-type"  # type: ignore[arg-type]
    assert refused(state, 0, Bid(True)).reason == "wrong-type"
    state = call(state, 1, 9)
    assert (refused(state, 2, Bid(9)).ruling, refused(state, 2, Bid(9)).pointer) == ("BULL-04", "/amount")
    assert Bid(10) in GAME.legal(state, 2)


def test_bull_05_a_pass_is_final_for_the_auction_and_only_for_it() -> None:
    state = call(begun(4), 0, 1, 2, 3, 4)
    assert asked(state) == (2,)
    assert refused(state, 0, Bid(9)).ruling == "BULL-06"
    state = passing(pay(call(state, 0, 0), "O4"), "G1-3", "O1-3", "P1-3", "J1-3")
    assert {seat for seat in range(4) if state.auction and seat in state.auction.live} == {0, 1, 2, 3}


def test_bull_06_clockwise_one_call_a_turn_and_nobody_bids_against_himself() -> None:
    state = call(begun(4, dealt=suited(4, dealer=3)), 1, 0, 2, 3)
    assert [call_.seat for call_ in state.auction.calls] == [3, 0, 1, 2]  # type: ignore[union-attr]
    state = call(state, 0, 0)
    assert (state.phase, state.auctions[0].winner, state.auctions[0].price) == ("pay", 2, 3)


def test_bull_06_out_of_turn_is_refused() -> None:
    assert refused(begun(4), 1, Bid(3)).ruling == "BULL-06"
    assert refused(begun(4), 1, PassBid()).ruling == "BULL-06"


def test_bull_07_when_all_pass_nobody_peeks_or_pays_and_the_hand_goes_on() -> None:
    state = nobody(begun(4))
    assert (state.phase, state.auctions[0].winner, state.auctions[0].price) == ("pass", None, None)
    assert all(GAME.view(state, viewer).stacks[0].cards is None for viewer in (None, 0, 1, 2, 3))
    state = passing(state, "G1-3", "O1-3", "P1-3", "J1-3")
    assert state.market.cards == cards("B1-3")


def test_bull_08_the_last_seat_is_asked_and_its_bid_wins_at_once() -> None:
    state = call(begun(4), 0, 0, 0)
    assert asked(state) == (3,)
    assert call(state, 1).auctions[0].winner == 3
    assert call(state, 0).phase == "pass"


def test_bull_09_no_bid_beyond_the_best_cards_that_may_still_be_locked() -> None:
    state = begun(4)
    assert Bid(35) in GAME.legal(state, 0)
    assert refused(state, 0, Bid(36)).ruling == "BULL-09"
    # Three locked: two cards at most, 9 + 8 in hand.
    state = passing(pay(call(state, 6, 0, 0, 0), "G1-3"), "G4-6", "O1-3", "P1-3", "J1-3")
    assert GAME.view(state, 0).max_bid == 17
    assert Bid(17) in GAME.legal(state, 0)
    assert refused(state, 0, Bid(18)).ruling == "BULL-09"


def test_bull_10_five_locked_cards_are_passed_over() -> None:
    state = five_locked()
    assert state.opener == 0
    assert asked(state) == (1,)
    assert len(state.locked[0]) == 5
    state = call(state, 0, 0, 0)
    assert (state.phase, len(state.auctions[1].calls)) == ("pass", 3)


def test_bull_10_when_nobody_can_bid_the_auction_resolves_at_once() -> None:
    # Two players buy with five cards each; the third auction asks nobody, and its stack is passed for and revealed.
    state = passing(pay(call(begun(2), 15, 0), "G1-5"), "G6-8", "O1-3")
    state = pay(call(state, 15), "O4-8")
    state = passing(state, "G9 O1", "O9 G6")
    assert (state.phase, state.round, state.auctions[2].calls, state.auctions[2].winner) == ("pass", 3, (), None)


def test_bull_11_the_winner_peeks_before_paying_and_pays_before_anybody_passes() -> None:
    state = call(begun(4), 3, 0, 0, 0)
    assert GAME.view(state, 0).stacks[0].cards == cards("B1-3")
    assert [GAME.view(state, viewer).stacks[0].cards for viewer in (None, 1, 2, 3)] == [None] * 4
    assert refused(state, 1, PassCards(cards("O1-3"))).ruling == "BULL-15"
    assert refused(state, 0, PassBid()).ruling == "BULL-06"
    assert refused(state, 1, Pay(("O9",))).ruling == "BULL-11"


def test_bull_12_paying_more_in_points_or_cards_is_legal_paying_less_is_not() -> None:
    state = call(begun(4), 3, 0, 0, 0)
    legal = GAME.legal(state, 0)
    assert all(Pay(cards(text)) in legal for text in ("G3", "G9", "G1 G2", "G1-5", "G5-9"))
    assert (refused(state, 0, Pay(("G2",))).reason, refused(state, 0, Pay(("G2",))).ruling) == (
        "total-too-low",
        "BULL-12",
    )
    assert refused(state, 0, Pay(cards("G1-6"))).ruling == "BULL-09"
    assert refused(state, 0, Pay(("G3", "G3"))).reason == "repeated"


def test_bull_13_locked_cards_are_out_of_reach_and_score() -> None:
    state = pay(call(begun(4), 3, 0, 0, 0), "G3")
    assert (state.locked[0], "G3" in state.hands[0]) == (("G3",), False)
    assert refused(state, 0, PassCards(cards("G1-3"))).ruling == "BULL-13"
    assert refused(state, 0, PassCards(cards("G1-3"))).pointer == "/cards/2"
    state = passing(state, "G1 G2 G4", "O1-3", "P1-3", "J1-3")
    state = call(state, 1, 0, 0, 0)
    assert refused(state, 0, Pay(("G3",))).ruling == "BULL-13"
    state = passing(pay(state, "G5"), "J1 J2", "O4-5", "P4-5", "J4-5")
    state = passing(nobody(state), "J3", "O6", "P6", "J6")
    assert refused(state, 0, Panic(("G3", *state.hands[0][:3]))).ruling == "BULL-13"
    assert {"G3", "G5"} <= {row.card for row in GAME.breakdown(score(lowest(state)))[0].seats[0].cards}


def test_bull_14_the_peek_is_the_peekers_alone_until_the_reveal() -> None:
    state = pay(call(begun(4), 3, 0, 0, 0), "G3")
    seen = {viewer: GAME.view(state, viewer).stacks[0].cards for viewer in (None, 0, 1, 2, 3)}
    assert seen == {None: None, 0: cards("B1-3"), 1: None, 2: None, 3: None}
    told = passing(state, "G1 G2 G4", "O1-3", "P1-3", "J1-3")
    assert all(GAME.view(told, viewer).stacks[0].cards == cards("B1-3") for viewer in (None, 0, 1, 2, 3))


@pytest.mark.parametrize(("hand", "receiver"), [(1, 1), (2, 3), (3, 1)])
def test_bull_15_left_right_left(hand: int, receiver: int) -> None:
    state = begun(4)
    for _ in range(hand - 1):
        state = play(GAME, score(lowest(state)), HOUSE, suited(4))
    state = passing(nobody(state), "G1-3", "O1-3", "P1-3", "J1-3")
    assert set(cards("G1-3")) <= set(state.hands[receiver])


def test_bull_15_three_two_one_and_received_cards_may_be_passed_on() -> None:
    state = nobody(begun(4))
    assert refused(state, 0, PassCards(cards("G1-2"))).reason == "too-few"
    assert refused(state, 0, PassCards(cards("G1-4"))).reason == "too-many"
    state = nobody(passing(state, "G1-3", "O1-3", "P1-3", "J1-3"))
    assert refused(state, 1, PassCards(cards("G1-3"))).reason == "too-many"
    state = nobody(passing(state, "G4-5", "G1-2", "P4-5", "J4-5"))
    assert set(cards("G1-2")) <= set(state.hands[2])
    assert refused(state, 1, PassCards(cards("G3-4"))).ruling == "BULL-15"


def test_bull_15_the_neighbours_see_what_was_passed_and_nobody_else() -> None:
    state = nobody(begun(4))
    for seat, text in ((0, "G1-3"), (1, "O1-3"), (2, "P1-3")):
        state = play(GAME, state, seat, PassCards(cards(text)))
    last = PassCards(cards("J1-3"))
    after = play(GAME, state, 3, last)
    told = {viewer: GAME.tell(state, 3, last, after, viewer) for viewer in (None, 0, 1, 2, 3)}
    assert told[1] is not None
    assert told[1].params["received"] == list(cards("G1-3"))
    for viewer, entry in told.items():
        assert entry is not None
        assert entry.code == "cards-passed"
        assert entry.params["revealed"] == {"round": 1, "cards": ["B1", "B2", "B3"]}
        known = {None: "", 0: "GJ", 1: "OG", 2: "PO", 3: "JP"}[viewer]
        assert {suit for suit in "GOPJ" if f"{suit}1" in str(entry)} == set(known)


def test_bull_16_stacks_in_order_and_the_peek_shows_the_whole_stack() -> None:
    state = call(begun(4), 0, 0, 5, 0)
    seen = [GAME.view(state, 2).stacks[0].cards]
    state = passing(pay(state, "P5"), "G1-3", "O1-3", "P1-3", "J1-3")
    for give in (("G4 G6", "O4-5", "P4 P6", "J4-5"), ("G7", "O6", "P7", "J6")):
        state = nobody(state)
        seen.append(GAME.view(state, 2).stacks[state.round - 1].cards)
        state = passing(state, *give)
    assert seen == [cards("B1-3"), None, None]
    assert state.market.cards == cards("B1-9")


def test_bull_17_reveal_and_sort_every_round() -> None:
    state = passing(nobody(begun(4)), "G1-3", "O1-3", "P1-3", "J1-3")
    view = GAME.view(state, None)
    assert {standing.suit: standing.value for standing in view.market} == {"G": 2, "O": 2, "P": 2, "J": 2, "B": -2}
    assert [stack.revealed for stack in view.stacks] == [True, False, False]


def test_bull_18_panic_is_sealed_four_cards_and_attributed() -> None:
    state = begun(4)
    for give in (("G1-3", "O1-3", "P1-3", "J1-3"), ("G4-5", "O4-5", "P4-5", "J4-5"), ("G6", "O6", "P6", "J6")):
        state = passing(nobody(state), *give)
    assert (state.phase, asked(state)) == ("panic", (0, 1, 2, 3))
    assert refused(state, 0, Panic(cards("J1-3"))).reason == "too-few"
    three = panic(state, "J1-4", "G1-4", "O1-4")
    assert GAME.view(three, 3).market == GAME.view(state, 3).market
    after = panic(three, "", "", "", "P1-4")
    assert GAME.view(after, None).discards == ((cards("J1-4"), cards("G1-4"), cards("O1-4"), cards("P1-4")),)


def test_bull_18_five_locked_cards_force_the_panic() -> None:
    state = passing(nobody(five_locked()), "G9 J1", "O4-5", "P4-5", "J4-5")
    state = passing(nobody(state), "J2", "O6", "P6", "J6")
    assert (state.phase, asked(state)) == ("panic", (1, 2, 3))
    assert len(GAME.legal(state, 0)) == 0
    held = state.hands[0]
    state = panic(state, "", "G6-8 O7", "O1-4", "P1-4")
    assert (state.phase, state.discards[0][0], state.hands[0]) == ("score", held, ())


def test_bull_19_totals_add_up_and_the_highest_wins() -> None:
    state = after_one_hand()
    assert state.totals == (70, 70, 70, 70)
    state = score(lowest(play(GAME, state, HOUSE, suited(4))))
    state = score(lowest(play(GAME, state.but(totals=(5, -9, 5, 4)), HOUSE, suited(4))))
    assert GAME.scores(state) == (75, 61, 75, 74)
    result = GAME.result(state)
    assert result is not None
    assert (result.winners, [place.rank for place in result.places]) == ((0, 2), [1, 4, 1, 3])
    assert GAME.turn(state).over


def test_bull_20_every_hand_deals_the_whole_deck_again() -> None:
    state = after_one_hand()
    dealt = house_deal(state, 9)
    assert sorted(itertools.chain(*dealt.hands, *dealt.stacks, dealt.stub)) == sorted(state.table.deck)
    short = Deal(0, suited(4).hands, suited(4).stacks, suited(4).stub[:-1])
    assert refused(state, HOUSE, short).ruling == "BULL-20"
    twice = Deal(0, suited(4).hands, suited(4).stacks, (*suited(4).stub[:-1], "G1"))
    assert refused(state, HOUSE, twice).ruling == "BULL-20"


def test_bull_21_slow_burn_shows_one_discard_a_seat_four_times() -> None:
    state = before_discards(Options(slow_burn=True))
    assert (state.phase, GAME.turn(state).kind) == ("discard", "discard")
    assert refused(state, 0, Panic(cards("J1-4"))).ruling == "BULL-18"
    state = discard(state, "J1", "G1", "O1", "P1")
    view = GAME.view(state, 2)
    assert view.discards == ((("J1",), ("G1",), ("O1",), ("P1",)),)
    assert {each.suit: each.points for each in view.market} == {"G": 1, "O": 1, "P": 1, "J": 1, "B": 45}
    for rank in (2, 3, 4):
        assert state.phase == "discard"
        state = discard(state, f"J{rank}", f"G{rank}", f"O{rank}", f"P{rank}")
    assert state.phase == "score"


def test_bull_21_the_same_cards_end_alike_in_one_panic_and_in_four_discards() -> None:
    fast = panic(before_discards(Options()), "J1-4", "G1-4", "O1-4", "P1-4")
    slow = before_discards(Options(slow_burn=True))
    for rank in (4, 2, 1, 3):
        slow = discard(slow, f"J{rank}", f"G{rank}", f"O{rank}", f"P{rank}")
    assert GAME.house(fast, SeededRng(0)) == GAME.house(slow, SeededRng(0))
    assert GAME.breakdown(score(fast)) == GAME.breakdown(score(slow))


def test_bull_21_with_five_locked_only_the_last_discard_is_forced() -> None:
    state = pay(call(begun(4, Options(slow_burn=True)), 15, 0, 0, 0), "G1-5")
    state = passing(state, "G6-8", "O1-3", "P1-3", "J1-3")
    state = passing(nobody(state), "G9 J1", "O4-5", "P4-5", "J4-5")
    state = passing(nobody(state), "J2", "O6", "P6", "J6")
    for dropped in (("J3", "G6", "O1", "P1"), ("J4", "G7", "O2", "P2"), ("J5", "G8", "O3", "P3")):
        assert asked(state) == (0, 1, 2, 3)
        state = discard(state, *dropped)
    assert asked(state) == (1, 2, 3)
    state = discard(state, "", "G9", "O4", "P4")
    assert (state.phase, state.discards[3][0]) == ("score", ("J6",))


def test_bull_22_short_selling_makes_the_most_common_commodity_the_best() -> None:
    state = before_discards(Options(short=True))
    state = panic(state, "J1-4", "G1-3 G5", "O1-3 O5", "P1-3 P6")
    values = {standing.suit: standing.value for standing in GAME.view(state, None).market}
    # Coffee 45, pork 12, gold and oil 11, juice 10: the tie takes the higher slot.
    assert values == {"B": 2, "P": 1, "G": 0, "O": 0, "J": -2}


def test_bull_23_under_short_selling_empty_commodities_are_the_worst_whatever_the_empty_rule() -> None:
    for rule in ("ranked", "shared_top"):
        state = begun(4, Options(short=True, empty_rule=rule))
        state = passing(nobody(state), "G1-3", "O1-3", "P1-3", "J1-3")
        values = {standing.suit: standing.value for standing in GAME.view(state, None).market}
        assert values == {"B": 2, "G": 1, "O": 1, "P": 1, "J": 1}
        assert {each.value for each in GAME.view(begun(4, Options(short=True)), None).market} == {2}


def test_bull_24_variants_combine_and_leave_bidding_alone() -> None:
    plain = begun(4)
    both = begun(4, Options(short=True, slow_burn=True))
    assert GAME.legal(plain, 0).render() == GAME.legal(both, 0).render()
    state = before_discards(Options(short=True, slow_burn=True))
    for rank in (1, 2, 3, 4):
        state = discard(state, f"J{rank}", f"G{rank}", f"O{rank}", f"P{rank}")
    # Coffee 45 is best; the other four tie on 10 points for the second slot.
    assert {each.suit: each.value for each in state.market.standings} == {"B": 2, "G": 1, "O": 1, "P": 1, "J": 1}
    assert GAME.house(state, SeededRng(0)) == Score((35, 35, 35, 35), (35, 35, 35, 35))
