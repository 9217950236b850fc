"""Insider Trading, one test or more a ruling, each named for the one that it shows."""

from __future__ import annotations

import itertools

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.insider_trading import (
    GAME,
    Deal,
    Keep,
    Lock,
    Options,
    Panic,
    Play,
    Score,
    State,
    Swap,
)
from openingbell.rules.kernel import HOUSE, Action, Illegal, play
from tests.service.rules.insider_trading.scripted import (
    again,
    begun,
    deal,
    panic,
    played,
    score,
    straight,
    suited,
    trick,
    won,
)
from tests.service.rules.scripted import cards

MIXED = deal("G1-5 O6-10", "O1-5 G6-10")


def refused(state: State, seat: int, action: Action) -> Illegal:
    with pytest.raises(Illegal) as caught:
        play(GAME, state, seat, action)
    return caught.value


def asked(state: State) -> tuple[int, ...]:
    return GAME.turn(state).seats


def in_panic() -> State:
    """Two seats; seat 0 has locked two cards and seat 1 three."""
    state = trick(begun(2, MIXED), "G5 G6", lock="G6")
    state = trick(state, "O1 O10", lock="O10")
    state = trick(state, "O9 O2", lock="O9")
    state = trick(state, "G1 G7", lock="G7")
    return trick(state, "G8 G2", lock="G8")


@pytest.mark.parametrize("seats", [1, 5, 8])
def test_ins_01_two_to_four_seats(seats: int) -> None:
    assert GAME.seats == (2, 3, 4)
    with pytest.raises(Illegal) as caught:
        GAME.start(seats, Options())
    assert (caught.value.ruling, caught.value.pointer) == ("INS-01", "/seats")


@pytest.mark.parametrize(
    ("options", "ruling", "pointer"),
    [
        (Options(suits=("G", "O")), "MKT-01", "/suits"),
        (Options(empty_rule="none"), "MKT-03", "/empty_rule"),  # type: ignore[arg-type]
        (Options(first_seat=2), "GEN-04", "/first_seat"),
        (Options(first_seat=True), "GEN-04", "/first_seat"),
    ],
)
def test_options_that_do_not_fit_are_refused_with_a_pointer(options: Options, ruling: str, pointer: str) -> None:
    assert GAME.start(2, Options(first_seat=1)).dealer == 1
    with pytest.raises(Illegal) as caught:
        GAME.start(2, options)
    assert (caught.value.ruling, caught.value.pointer) == (ruling, pointer)


def test_gen_04_the_dealer_is_drawn_unless_the_table_names_one() -> None:
    def dealers(options: Options) -> set[int]:
        deals = [GAME.house(GAME.start(4, options), SeededRng(seed)) for seed in range(60)]
        return {each.dealer for each in deals if isinstance(each, Deal)}

    assert dealers(Options()) == {0, 1, 2, 3}
    assert dealers(Options(first_seat=2)) == {2}
    assert refused(GAME.start(2, Options(first_seat=1)), HOUSE, suited(2)).ruling == "INS-02"


def test_gen_06_the_house_cannot_deal_anything_but_the_deck_or_score_anything_but_the_hand() -> None:
    start, dealt = GAME.start(2, Options()), suited(2)
    doubled = Deal(0, dealt.hands, (*dealt.stub[:-1], "G1"))
    uneven = Deal(0, (dealt.hands[0][:-1], dealt.hands[1]), (*dealt.stub, dealt.hands[0][-1]))
    assert refused(start, HOUSE, doubled).reason == "wrong-deal"
    assert refused(start, HOUSE, uneven).reason == "wrong-deal"
    assert refused(straight(begun(2)), HOUSE, Score((0, 0), (0, 0))).ruling == "INS-11"


def test_ins_02_the_dealer_leads_the_first_trick_and_the_winner_the_next_one() -> None:
    state = begun(2, deal("G1-5 O6-10", "O1-5 G6-10", dealer=0))
    assert asked(state) == (0,)
    assert asked(played(state, "G5")) == (1,)
    assert asked(trick(state, "G5 G6", lock="G6")) == (1,)


def test_ins_02_later_hands_are_led_by_the_lowest_total_clockwise_from_the_dealer() -> None:
    state = score(straight(begun(3, suited(3, dealer=2))))
    assert state.totals[2] < state.totals[0] == state.totals[1]
    assert asked(again(state, suited(3, dealer=2))) == (2,)
    tied = state.but(totals=(5, 5, 40))
    assert asked(again(tied, suited(3, dealer=2))) == (0,)
    tied = state.but(totals=(40, 5, 5))
    assert asked(again(tied, suited(3, dealer=2))) == (2,)


def test_ins_03_any_card_may_be_played_and_the_led_commodity_is_trump() -> None:
    state = played(begun(2, MIXED), "G5")
    assert set(GAME.legal(state, 1).actions()) == {Play(card) for card in cards("O1-5 G6-10")}
    assert asked(played(state, "O5")) == (0,)
    assert asked(played(state, "G6")) == (1,)


def test_ins_03_only_ones_own_cards_and_only_in_turn() -> None:
    state = begun(2, MIXED)
    assert (refused(state, 0, Play("O1")).reason, refused(state, 0, Play("O1")).ruling) == ("not-offered", "INS-03")
    assert (refused(state, 1, Play("O1")).reason, refused(state, 1, Play("O1")).ruling) == ("not-now", "INS-02")
    assert refused(state, 0, Lock("G1")).ruling == "INS-05"


def test_ins_04_the_highest_rank_in_the_led_commodity_wins() -> None:
    dealt = deal("G3 O1-9", "G10 P1-9", "G7 J1-9")
    state = played(begun(3, dealt), "G3", "G10", "G7")
    assert asked(state) == (1,)
    assert GAME.view(state, None).trick.winner == 1
    alone = played(begun(3, suited(3)), "G1", "O10", "P10")
    assert asked(alone) == (0,)


def test_ins_05_swap_or_keep_then_lock_then_the_rest_floods_the_marketplace() -> None:
    state = played(begun(3), "G1", "O1", "P1")
    assert {type(choice) for choice in GAME.legal(state, 0).actions()} == {Swap, Keep}
    assert {action.card for action in GAME.legal(state, 0).actions() if isinstance(action, Swap)} == {"G1", "O1", "P1"}
    assert refused(state, 0, Lock("G1")).reason == "not-now"
    assert refused(state, 0, Swap("J1")).ruling == "INS-05"
    swapped = play(GAME, state, 0, Swap("O1"))
    assert refused(swapped, 0, Swap("G1")).reason == "not-now"
    assert refused(swapped, 0, Keep()).reason == "not-now"
    assert set(GAME.legal(swapped, 0).actions()) == {Lock("G1"), Lock("P1"), Lock("J1")}
    assert refused(swapped, 0, Lock("O1")).ruling == "INS-05"
    locked = play(GAME, swapped, 0, Lock("J1"))
    assert locked.locked[0] == ("J1",)
    assert locked.market.cards == ("G1", "P1")


def test_ins_05_a_trick_that_is_kept_floods_all_but_the_lock() -> None:
    state = won(played(begun(3), "G1", "O1", "P1"), lock="P1")
    assert (state.locked[0], state.market.cards, len(state.stub)) == (("P1",), ("G1", "O1"), 10)


def test_ins_06_the_insider_card_is_the_top_of_the_stub_and_secret_until_the_lock() -> None:
    dealt = deal("G1-10", "O1-10")
    other = Deal(0, dealt.hands, (*dealt.stub[1:], dealt.stub[0]))
    states = [played(begun(2, each), "G1", "O1") for each in (dealt, other)]
    first, second = (play(GAME, state, 0, Swap("O1")) for state in states)
    assert GAME.view(first, 0).trick.drawn == "P1"
    assert GAME.view(second, 0).trick.drawn == "P2"
    for viewer in (None, 1):
        assert GAME.view(first, viewer) == GAME.view(second, viewer)
        assert GAME.view(first, viewer).trick.drawn is None
        news = [
            GAME.tell(before, 0, Swap("O1"), after, viewer)
            for before, after in zip(states, (first, second), strict=True)
        ]
        assert news[0] == news[1]
    mine = GAME.tell(states[0], 0, Swap("O1"), first, 0)
    assert mine is not None
    assert mine.params["drawn"] == "P1"
    locked = play(GAME, first, 0, Lock("G1"))
    assert GAME.view(locked, 1).tricks[0].drawn == "P1"


def test_ins_07_the_removed_card_is_known_to_all_and_out_of_the_game() -> None:
    state = trick(begun(2), "G1 O1", lock="P1", swap="O1")
    assert GAME.view(state, None).removed == ("O1",)
    elsewhere = [*itertools.chain(*state.hands, *state.locked), *state.stub, *state.market.cards]
    assert "O1" not in elsewhere
    assert len(elsewhere) == 29
    assert state.market.points["O"] == 0


def test_ins_08_five_swaps_leave_five_cards_in_the_stub() -> None:
    state = begun(4)
    for rank in range(1, 6):
        state = trick(state, f"G{rank} O{rank} P{rank} J{rank}", lock=f"B{rank}", swap=f"G{rank}")
    assert state.stub == cards("B6-10")
    assert state.locked[0] == cards("B1-5")


def test_ins_09_winning_all_five_tricks_lays_down_all_five_others() -> None:
    state = straight(begun(3))
    assert (state.phase, state.locked[0], state.hands[0]) == ("score", cards("G1-5"), ())
    assert state.discards == (cards("G6-10"), (), ())


def test_ins_09_everybody_lays_down_as_many_as_it_has_locked() -> None:
    state = in_panic()
    assert asked(state) == (0, 1)
    assert refused(state, 0, Panic(cards("G3-4 O6"))).reason == "too-many"
    assert refused(state, 0, Panic(cards("G3"))).reason == "too-few"
    assert refused(state, 0, Panic(cards("G3 O10"))).reason == "not-offered"
    state = panic(state, "G3-4", "O3-5")
    assert state.discards == (cards("G3-4"), cards("O3-5"))
    assert [len(hand) + len(lock) for hand, lock in zip(state.hands, state.locked, strict=True)] == [5, 5]


def test_ins_10_seats_that_keep_all_or_lay_down_all_are_not_asked() -> None:
    dealt = deal("G1-9 P10", "O1-10", "P1-9 G10", "J1-10", dealer=2)
    state = trick(begun(4, dealt), "P1 J1 P10 O1", lock="P10")
    state = trick(state, "G1 O2 G10 J2", lock="G10")
    for rank in (2, 3, 4):
        state = trick(state, f"P{rank} J{rank + 1} G{rank} O{rank + 1}", lock=f"P{rank}")
    assert asked(state) == (0, 2)
    assert len(GAME.legal(state, 1)) == len(GAME.legal(state, 3)) == 0
    assert refused(state, 1, Panic(())).ruling == "INS-10"
    assert straight(begun(4)).phase == "score"


def test_gen_02_a_panic_is_replaced_unheard_until_the_last_is_in() -> None:
    state = in_panic()
    first = play(GAME, state, 0, Panic(cards("G3-4")))
    second = play(GAME, first, 0, Panic(cards("O6-7")))
    assert [GAME.view(first, v) == GAME.view(second, v) for v in (None, 0, 1)] == [True, False, True]
    assert [GAME.tell(first, 0, Panic(cards("O6-7")), second, v) for v in (None, 1)] == [None, None]
    mine = GAME.tell(first, 0, Panic(cards("O6-7")), second, 0)
    assert mine is not None
    assert mine.code == "replaced"
    done = play(GAME, second, 1, Panic(cards("O3-5")))
    news = GAME.tell(second, 1, Panic(cards("O3-5")), done, None)
    assert news is not None
    assert news.code == "panicked"
    assert news.params["discards"] == [["O6", "O7"], ["O3", "O4", "O5"]]


def test_ins_11_sorted_and_scored_as_in_bull_market_and_no_million() -> None:
    state = straight(begun(2))
    assert state.market.values == {"P": 1, "O": 0, "G": -1}
    state = score(state)
    assert state.totals == (-15, 0)
    assert GAME.view(state, None).shown == (cards("G1-5"), cards("O6-10"))
    (hand,) = GAME.breakdown(state)
    assert [(row.suit, row.points, row.gap_below) for row in hand.market] == [
        ("P", 0, 15),
        ("O", 15, 25),
        ("G", 40, None),
    ]


def test_ins_11_empty_commodities_may_share_the_top_without_taking_slots() -> None:
    state = straight(begun(2, options=Options(empty_rule="shared_top")))
    assert state.market.values == {"P": 1, "O": 1, "G": 0}


def test_ins_11_three_hands_and_equal_totals_share_the_victory() -> None:
    state = score(straight(begun(3)))
    for _ in range(2):
        assert state.phase == "deal"
        state = score(straight(again(state, suited(3))))
    result = GAME.result(state)
    assert state.phase == "over"
    assert result is not None
    assert result.winners == (1, 2)


# -- absence, and what a seat knows ----------------------------------------------------------------------------------


def test_gen_10_an_absent_seat_plays_low_swaps_nothing_and_locks_what_is_worth_most() -> None:
    rng, state = SeededRng(0), begun(2, MIXED)
    assert GAME.default(state, 0, rng) == Play("G1")
    state = played(state, "G1", "O1")
    assert GAME.default(state, 0, rng) == Keep()
    state = play(GAME, state, 0, Keep())
    assert GAME.default(state, 0, rng) == Lock("G1")
    state = in_panic()
    # Market: P 0 (+1), O 1+2 = 3 (0), G 5+1+2 = 8 (-1).
    assert GAME.default(state, 0, rng) == Panic(("G4", "G3"))
    assert GAME.default(state, 1, rng) == Panic(("G10", "G9", "O3"))


def test_gen_08_what_has_been_shown_is_where_it_was_in_every_imagined_world() -> None:
    state = play(GAME, played(begun(3), "G1", "O1", "P1"), 0, Swap("O1"))
    view, rng = GAME.view(state, 1), SeededRng("worlds")
    worlds = [GAME.imagine(view, rng) for _ in range(200)]
    assert {world.hands[1] for world in worlds} == {cards("O2-10")}
    drawn = {world.trick.drawn for world in worlds if world.trick is not None}
    assert drawn == {*cards("G2-10 P2-10 J1-10")}
    mine = {GAME.imagine(GAME.view(state, 0), rng).trick.drawn for _ in range(20)}
    assert mine == {"J1"}


def test_every_ruling_of_the_game_is_shown() -> None:
    shown = {name.split("_")[2] for name in globals() if name.startswith("test_ins_")}
    assert shown == {f"{number:02}" for number in range(1, 12)}
