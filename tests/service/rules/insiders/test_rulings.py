"""Insiders, one test or more a ruling, each named for the one that it shows."""

from __future__ import annotations

from typing import Any

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.insiders import GAME, Options, TurnStub
from openingbell.rules.kernel import HOUSE, Illegal
from openingbell.rules.matches import Score
from openingbell.rules.peek_and_pass.state import Bid, Deal, Panic, PassBid, Pay, State
from tests.service.rules.scripted import (
    again,
    asked,
    begun,
    call,
    cards,
    discard,
    house,
    house_deal,
    lowest,
    nobody,
    one_to_six_passed,
    passing,
    pay,
    play,
    refused,
    score,
    suited,
)

ORIGINAL = Options(version="original", first_seat=0)


def tied(stub: str, stacks: str = "P1 P4 P5") -> State:
    """The original, two players: gold and oil end with 10 points each; pork has the stacks, and the stub is as named.

    Cards of pork that are neither in the stacks nor named come last in the stub.
    """
    first, lying = cards(stub), tuple((card,) for card in cards(stacks))
    spare = [card for card in ("G10", "O10", *cards("P1-10")) if card not in first and (card,) not in lying]
    dealt = suited(2, size=1)
    return lowest(begun(2, ORIGINAL, Deal(0, dealt.hands, lying, (*first, *spare))))


def test_i11_01_three_steps_of_bidding_and_passing_then_four_discards() -> None:
    state, kinds = begun(3, Options()), []
    while state.phase != "score":
        before, state = state.phase, nobody(state)
        kinds.append(GAME.turn(state).kind)
        assert before in ("auction", "discard")
        for seat in asked(state):
            state = play(state, seat, GAME.legal(state, seat).sample(SeededRng(seat)))
    assert kinds == ["pass_cards"] * 3 + ["discard"] * 4
    assert Panic not in GAME.moves


@pytest.mark.parametrize(
    ("version", "shown"), [("original", ("C1", "C2", "C3")), ("revised", ("C1-3", "C4-6", "C7-9"))]
)
def test_i11_02_the_peeked_card_is_the_one_that_is_revealed_in_a_fixed_order(version: Any, shown: list[str]) -> None:
    state = begun(5, Options(version=version))
    for round_, (low, high) in enumerate(((1, 3), (4, 5), (6, 6))):
        state = call(state, 7, *[0] * 4)
        buyer = asked(state)[0]
        # The look comes by itself, before the payment.
        assert GAME.view(state, buyer).stacks[round_].cards == cards(shown[round_])
        assert all(GAME.view(state, (buyer + k) % 5).stacks[round_].cards is None for k in range(1, 5))
        state = pay(state, f"G{7 + round_}")
        state = passing(state, *(f"{suit}{low}-{high}" for suit in "GOPJB"))
        assert GAME.view(state, None).stacks[round_].cards == cards(shown[round_])


def test_i11_03_the_million_is_awarded_when_the_round_is_scored() -> None:
    state = lowest(begun(2, Options()))
    assert state.totals == (0, 0)
    state = score(state)
    assert state.totals == (1_000_035, 1_000_035)
    assert GAME.breakdown(state)[0].award == 1_000_000
    told = GAME.tell(lowest(begun(2, Options())), HOUSE, Score((35, 35), state.totals), state, None)
    assert told is not None
    assert (told.params["scores"], told.params["award"]) == ([35, 35], 1_000_000)
    assert "1,000,000" in told.text


def test_i11_04_the_original_ends_when_somebody_has_more_than_five_million() -> None:
    # Both score nothing in such a hand.
    fourth = lowest(begun(2, ORIGINAL))
    assert score(fourth.but(hand=5, totals=(4_000_000, 3_999_990))).phase == "deal"
    assert score(fourth.but(hand=5, totals=(4_000_000, 4_000_001))).phase == "over"
    over = score(fourth.but(hand=5, totals=(4_000_002, 4_000_001)))
    result = GAME.result(over)
    assert result is not None
    assert result.winners == (0,)
    assert score(fourth.but(hand=3, totals=(2_000_000, 2_000_000))).phase == "deal"


def test_i11_05_two_players_tied_for_high_share_plus_one_and_tied_for_low_share_nothing() -> None:
    low = tied("P4", "P1 P2 P3")
    assert low.market.values == {"G": 0, "O": 0, "P": 1}
    high = tied("P4", "P1 P5 P6")
    assert high.market.values == {"G": 1, "O": 1, "P": -1}
    assert [GAME.turn(state).kind for state in (low, high)] == ["score", "score"]


def test_i11_06_a_tie_of_three_turns_the_stub_one_card_at_a_time_until_it_is_broken() -> None:
    # 10 points each. G10 leaves oil and pork tied, which is a tie of two; P10 would come next.
    state = tied("G10 P10")
    assert GAME.turn(state).kind == "turn_stub"
    state = house(state)
    assert (state.market.values, GAME.turn(state).kind) == ({"G": -1, "O": 1, "P": 1}, "score")
    assert score(state).totals == (1_000_000 - 35, 1_000_000 + 35)


def test_i11_06_a_turned_card_may_make_another_tie_of_three() -> None:
    state = one_to_six_passed(begun(5, ORIGINAL))
    for row in ("B1 G1 O1 P1 J1", "B2 G2 O2 P2 J2", "B3 G3 O3 P3 J4", "B4 G4 O4 P6 J6"):
        state = discard(state, *row.split())
    assert state.market.points == {"G": 10, "O": 10, "P": 12, "J": 13, "B": 10, "C": 6}
    rest = [card for card in state.stub if card not in cards("C4 B10 G10")]
    state = house(state.but(stub=(*cards("C4 B10 G10"), *rest)))
    # Corn has come up to 10: gold, oil, coffee and corn tie. Without coffee three are left, without gold two.
    assert (GAME.turn(state).kind, GAME.view(state, None).turned) == ("turn_stub", ("C4",))
    state = house(state)
    assert (GAME.turn(state).kind, state.market.points["B"]) == ("turn_stub", 20)
    state = house(state)
    assert (GAME.turn(state).kind, GAME.view(state, None).turned) == ("score", cards("C4 B10 G10"))
    assert state.market.values == {"G": -2, "O": 3, "P": 1, "J": -1, "B": -2, "C": 3}


def test_i11_06_sorts_before_the_last_one_do_not_turn_the_stub() -> None:
    # Empty commodities tie all the time before the first reveal.
    state = begun(5, ORIGINAL)
    assert len(set(state.market.values.values())) == 1
    state = one_to_six_passed(state)
    for row in ("B1 G1 O1 P1 J1", "B2 G2 O2 P2 J2", "B3 G3 O3 P3 J3"):
        state = discard(state, *row.split())
        assert GAME.turn(state).kind == "discard"
        assert len(state.stub) == 12


def test_i11_06_empty_commodities_tie_like_any_other() -> None:
    state = one_to_six_passed(begun(5, ORIGINAL))
    for _ in range(4):
        for seat in asked(state):
            state = play(state, seat, GAME.default(state, seat, SeededRng(0)))
    empty = state.but(market=state.table.market.plus(cards("G1 O2 P3")), stub=cards("J1 B1 C1 C2"))
    assert GAME.turn(empty).kind == "turn_stub"
    # J1 leaves two empty ones, coffee and corn, and makes a tie of two with gold.
    assert [len(house(empty).stub), GAME.turn(house(empty)).kind] == [3, "score"]
    assert house(empty).market.values == {"B": 3, "C": 3, "G": 1, "J": 1, "O": -2, "P": -3}


def test_i11_06_the_house_turns_the_next_card_or_nothing() -> None:
    state = tied("G10 P10")
    assert refused(state, HOUSE, TurnStub("P10")).ruling == "I11-06"
    assert refused(state, HOUSE, Score((35, 35), (1_000_035, 1_000_035))).ruling == "I11-06"
    assert refused(house(state), HOUSE, TurnStub("P10")).ruling == "I11-06"
    assert refused(lowest(begun(2, Options())), HOUSE, TurnStub("G10")).ruling == "I11-06"


def test_i11_06_the_revised_game_turns_nothing() -> None:
    state = one_to_six_passed(begun(5, Options()))
    for row in ("B1 G1 O1 P1 J1", "B2 G2 O2 P2 J2", "B3 G3 O3 P3 J3", "B4 G4 O4 P4 J4"):
        state = discard(state, *row.split())
    assert sorted(state.market.values.values()) == [-3, 3, 3, 3, 3, 3]
    assert GAME.turn(state).kind == "score"


def test_i11_07_a_stub_that_runs_out_leaves_the_tie_on_its_better_slot() -> None:
    # Five commodities tie on 10 points, and their tens and the rest of corn are all that could part them.
    state = one_to_six_passed(begun(5, ORIGINAL))
    for row in ("B1 G1 O1 P1 J1", "B2 G2 O2 P2 J2", "B3 G3 O3 P3 J3", "B4 G4 O4 P4 J4"):
        state = discard(state, *row.split())
    stub = state.stub
    for left in range(12, 0, -1):
        assert (GAME.turn(state).kind, len(state.stub)) == ("turn_stub", left)
        state = house(state)
    assert (GAME.turn(state).kind, GAME.view(state, None).turned) == ("score", stub)
    assert state.market.points == {"G": 20, "O": 20, "P": 20, "J": 20, "B": 20, "C": 55}
    assert state.market.values == {"G": 3, "O": 3, "P": 3, "J": 3, "B": 3, "C": -3}


def test_i11_08_turned_cards_are_public_and_go_back_into_the_next_deal() -> None:
    before = tied("G10 P10")
    state = house(before)
    for viewer in (None, 0, 1):
        assert GAME.view(before, viewer).turned == ()
        seen = GAME.view(state, viewer)
        assert (seen.turned, seen.stub_count) == (("G10",), 8)
        told = GAME.tell(before, HOUSE, TurnStub("G10"), state, viewer)
        assert told is not None
        assert told.params == {"card": "G10", "stub_count": 8, "demand": {"G": -1, "O": 1, "P": 1}}
        imagined = GAME.imagine(seen, SeededRng(5))
        assert GAME.view(imagined, viewer) == seen
        assert GAME.prompt(before, viewer).params == {"kind": "turn_stub"}
    scored = score(state)
    assert GAME.view(scored, None).turned == ("G10",)
    assert GAME.breakdown(scored)[0].turned == ("G10",)
    assert GAME.view(GAME.imagine(GAME.view(scored, 1), SeededRng(5)), 1) == GAME.view(scored, 1)
    dealt = house_deal(scored, 3)
    state = again(scored, dealt)
    assert (GAME.view(state, None).turned, GAME.view(state, None).stub_count) == ((), 9)
    assert GAME.breakdown(state)[0].turned == ("G10",)


def test_i11_08_the_order_of_the_stub_is_hidden_until_it_is_turned() -> None:
    one, other = tied("G10 P10"), tied("P10 G10")
    assert one != other
    for viewer in (None, 0, 1):
        assert GAME.view(one, viewer) == GAME.view(other, viewer)
    stubs = {GAME.imagine(GAME.view(one, 0), SeededRng(seed)).stub for seed in range(20)}
    assert len({stub[0] for stub in stubs}) > 3


def test_i11_09_with_three_players_the_second_most_common_is_at_minus_one() -> None:
    market = GAME.start(3, ORIGINAL).market.plus(cards("G1 O2 P3 J4"))
    assert market.values == {"G": 2, "O": 1, "P": -1, "J": -2}


@pytest.mark.parametrize(("hand", "receiver"), [(1, 1), (2, 4), (3, 1), (4, 4), (5, 1), (6, 4)])
def test_i11_10_left_in_odd_rounds_right_in_even_ones(hand: int, receiver: int) -> None:
    state = nobody(begun(5, ORIGINAL).but(hand=hand))
    assert GAME.view(state, 0).pass_direction == ("left" if hand % 2 else "right")
    state = passing(state, *(f"{suit}1-3" for suit in "GOPJB"))
    assert set(cards("G1-3")) <= set(state.hands[receiver])


def test_i11_11_the_revised_game_has_three_rounds_and_the_highest_total_wins() -> None:
    third = lowest(begun(2, Options()))
    assert score(third.but(hand=2, totals=(6_000_000, 0))).phase == "deal"
    over = score(third.but(hand=3, totals=(1_999_990, 1_999_980)))
    result = GAME.result(over)
    assert result is not None
    assert (over.totals, result.winners) == ((3_000_025, 3_000_015), (0,))


@pytest.mark.parametrize(
    ("options", "seats", "pointer"),
    [
        (Options(version="original"), 6, "/version"),
        (Options(version="second"), 3, "/version"),  # type: ignore[arg-type]
        (Options(suits=("G", "O")), 3, "/suits"),
        (Options(first_seat=3), 3, "/first_seat"),
    ],
)
def test_i11_11_options_that_do_not_fit_are_refused(options: Options, seats: int, pointer: str) -> None:
    with pytest.raises(Illegal) as caught:
        GAME.start(seats, options)
    assert caught.value.pointer == pointer
    assert GAME.start(6, Options()).table.stack_size == 3


def test_i11_12_bidding_is_that_of_bull_market() -> None:
    state = begun(4, ORIGINAL)
    assert refused(state, 0, Bid(0)).ruling == "BULL-04"
    assert refused(state, 0, Bid(36)).ruling == "BULL-09"
    assert refused(state, 1, PassBid()).ruling == "BULL-06"
    bought = call(state, 5, 0, 0, 0)
    assert refused(bought, 0, Pay(cards("G1-3 G5-7"))).ruling == "BULL-09"
    assert refused(bought, 0, Pay(cards("G1-2"))).ruling == "BULL-12"
    # Everybody passes: nobody looks, the cards go round and the card is shown all the same.
    unsold = nobody(state)
    assert unsold.phase == "pass"
    unsold = passing(unsold, *(f"{suit}1-3" for suit in "GOPJ"))
    assert unsold.market.cards == ("B1",)
    assert asked(unsold) == (0,)
    # In a later round the lowest total opens.
    later = score(lowest(begun(4, ORIGINAL))).but(totals=(1_000_002, 1_000_001, 1_000_003, 1_000_001))
    assert asked(again(later)) == (1,)
