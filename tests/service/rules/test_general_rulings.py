"""The general rulings, the options and the house, shown on Bull Market."""

from __future__ import annotations

import itertools

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.bull_market import (
    GAME,
    Bid,
    Deal,
    Discard,
    Options,
    Panic,
    PassBid,
    PassCards,
    Pay,
    Score,
)
from openingbell.rules.kernel import HOUSE, Action, Illegal, play, replay
from tests.service.rules.scripted import (
    after_one_hand,
    asked,
    before_discards,
    begun,
    call,
    cards,
    deal,
    house_deal,
    lowest,
    nobody,
    passing,
    pay,
    refused,
    score,
    suited,
)


def test_gen_01_left_is_the_next_seat() -> None:
    state = passing(nobody(begun(4)), "G1-3", "O1-3", "P1-3", "J1-3")
    assert set(cards("G1-3")) <= set(state.hands[1])


def test_gen_02_nothing_shows_until_the_last_sealed_move() -> None:
    state = nobody(begun(4))
    before = GAME.view(state, 3)
    one = passing(state, "G1-3", "O1-3", "P1-3")
    other = passing(state, "G7-9", "O7-9", "P7-9")
    assert GAME.view(one, 3) == GAME.view(other, 3)
    assert GAME.view(one, 3).own_cards == before.own_cards
    assert GAME.view(one, 3).submitted == (0, 1, 2)
    assert asked(one) == (3,)


def test_gen_02_a_sealed_move_may_be_replaced_until_then_and_nobody_hears_of_it() -> None:
    first = play(GAME, nobody(begun(4)), 2, PassCards(cards("P1-3")))
    second = play(GAME, first, 2, PassCards(cards("P4-6")))
    assert [GAME.view(first, v) == GAME.view(second, v) for v in (None, 0, 1, 2, 3)] == [True, True, True, False, True]
    told = [GAME.tell(first, 2, PassCards(cards("P4-6")), second, viewer) for viewer in (None, 0, 1, 3)]
    assert told == [None, None, None, None]
    mine = GAME.tell(first, 2, PassCards(cards("P4-6")), second, 2)
    assert mine is not None
    assert mine.code == "replaced"
    for seat, text in ((0, "G1-3"), (1, "O1-3"), (3, "J1-3")):
        second = play(GAME, second, seat, PassCards(cards(text)))
    assert second.passes[0][2] == cards("P4-6")


def test_gen_02_once_all_are_in_nothing_can_be_replaced() -> None:
    state = passing(nobody(begun(4)), "G1-3", "O1-3", "P1-3", "J1-3")
    assert refused(state, 2, PassCards(cards("P4-6"))).ruling == "BULL-15"


def test_gen_03_equal_totals_share_the_victory() -> None:
    state = after_one_hand()
    for _ in range(2):
        state = score(lowest(play(GAME, state, HOUSE, suited(4))))
    result = GAME.result(state)
    assert result is not None
    assert result.winners == (0, 1, 2, 3)
    assert [place.rank for place in result.places] == [1, 1, 1, 1]


def test_gen_04_the_dealer_is_drawn_unless_the_table_names_one() -> None:
    drawn = {house_deal(GAME.start(4, Options()), seed).dealer for seed in range(60)}
    named = {house_deal(GAME.start(4, Options(first_seat=2)), seed).dealer for seed in range(20)}
    assert (drawn, named) == ({0, 1, 2, 3}, {2})


def test_gen_05_what_others_hold_changes_nothing_in_what_a_seat_may_do() -> None:
    swapped = deal(4, ["G1-9", "P1-9", "O1-9", "J1-9"], ["B1-3", "B4-6", "B7-9"])
    one, other = begun(4), begun(4, dealt=swapped)
    assert GAME.legal(one, 0).render() == GAME.legal(other, 0).render()


def test_gen_06_sealed_moves_take_effect_alike_whatever_the_order_of_arrival() -> None:
    moves = [(seat, PassCards(cards(text))) for seat, text in enumerate(("G1-3", "O1-3", "P1-3", "J1-3"))]
    ends = []
    for order in itertools.permutations(moves):
        state = nobody(begun(4))
        for seat, action in order:
            state = play(GAME, state, seat, action)
        ends.append(state)
    assert all(end == ends[0] for end in ends)


def test_gen_07_the_order_of_cards_tells_nothing() -> None:
    hands = tuple(tuple(reversed(hand)) for hand in suited(4).hands)
    backwards = Deal(0, hands, suited(4).stacks, suited(4).stub)
    assert begun(4, dealt=backwards) == begun(4)
    state = nobody(begun(4))
    assert passing(state, "G3 G1 G2", "O1-3", "P1-3", "J1-3") == passing(state, "G1-3", "O1-3", "P1-3", "J1-3")


def test_gen_08_a_seat_keeps_what_it_saw() -> None:
    state = passing(nobody(begun(4)), "G1-3", "O1-3", "P1-3", "J1-3")
    (own,) = GAME.view(nobody(state), 1).own_passes
    assert (own.round, own.to_seat, own.given) == (1, 2, cards("O1-3"))
    assert (own.from_seat, own.received) == (0, cards("G1-3"))
    assert GAME.view(state, None).own_passes is None


def test_gen_09_a_weak_hand_is_asked_all_the_same() -> None:
    state = call(begun(4), 35)
    assert asked(state) == (1,)
    state = call(begun(4), 34)
    assert GAME.legal(state, 1).render()[0]["fields"][0] == {
        "name": "amount",
        "kind": "range",
        "min": 35,
        "max": 35,
        "step": 1,
    }
    weak = call(begun(4), 35)
    assert [choice["type"] for choice in GAME.legal(weak, 1).render()] == ["pass_bid"]
    assert refused(weak, 1, Bid(36)).ruling == "BULL-09"


def test_gen_10_silence_passes_pays_little_and_lays_down_what_is_worth_least() -> None:
    rng = SeededRng(3)
    state = begun(4)
    assert GAME.default(state, 0, rng) == PassBid()
    state = call(state, 7, 0, 0, 0)
    assert GAME.default(state, 0, rng) == Pay(("G7",))
    state = pay(state, "G7")
    given = {GAME.default(state, 1, SeededRng(seed)) for seed in range(40)}
    assert len(given) > 10
    assert all(action in GAME.legal(state, 1) for action in given)
    state = passing(state, "G1-3", "O1-3", "P1-3", "J1-3")
    state = passing(nobody(state), "G4-5", "O4-5", "P4-5", "J4-5")
    state = passing(nobody(state), "G6", "O6", "P6", "J6")
    # Only coffee lies in the Marketplace: it is at -2 and everything else at +2, so low ranks are worth least.
    assert GAME.default(state, 1, rng) == Panic(cards("G1-4"))


def test_gen_05_the_news_of_a_deal_names_ones_own_cards_only() -> None:
    swapped = deal(4, ["G1-9", "P1-9", "O1-9", "J1-9"], ["B4-6", "B1-3", "B7-9"])
    start = GAME.start(4, Options())
    for viewer in (None, 0, 3):
        told = [
            GAME.tell(start, HOUSE, dealt, play(GAME, start, HOUSE, dealt), viewer) for dealt in (suited(4), swapped)
        ]
        assert told[0] == told[1]
        assert told[0] is not None
        assert told[0].params.get("cards") == (None if viewer is None else list(suited(4).hands[viewer]))


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        (Options(suits=("G", "O")), "/suits"),
        (Options(suits=("G", "O", "P", "J", "G")), "/suits"),
        (Options(suits=("G", "O", "P", "J", "X")), "/suits"),
        (Options(first_seat=4), "/first_seat"),
        (Options(first_seat=-1), "/first_seat"),
        (Options(empty_rule="never"), "/empty_rule"),  # type: ignore[arg-type]
    ],
)
def test_options_that_do_not_fit_are_refused(options: Options, pointer: str) -> None:
    with pytest.raises(Illegal) as caught:
        GAME.start(4, options)
    assert caught.value.pointer == pointer


def test_mkt_01_the_table_picks_its_commodities_and_keeps_them() -> None:
    state = GAME.start(2, Options(suits=("U", "W", "G")))
    dealt = house_deal(state, 1)
    assert {card[0] for card in itertools.chain(*dealt.hands, *dealt.stacks, dealt.stub)} == {"U", "W", "G"}
    default = GAME.start(4, Options())
    assert GAME.view(default, None).options.suits == ("G", "O", "P", "J", "B")


def test_mkt_04_sorts_before_the_last_one_score_nothing() -> None:
    state = before_discards(Options())
    assert state.totals == (0, 0, 0, 0)
    assert GAME.breakdown(state) == ()


def test_a_wrong_score_is_refused() -> None:
    state = lowest(begun(4))
    assert refused(state, HOUSE, Score((1, 1, 1, 1), (1, 1, 1, 1))).ruling == "MKT-06"
    assert refused(begun(4), HOUSE, Score((0,) * 4, (0,) * 4)).ruling == "GEN-06"


def test_a_log_replays_to_the_same_state() -> None:
    log: list[tuple[int, Action]] = [(HOUSE, suited(4)), *[(seat, PassBid()) for seat in range(4)]]
    log += [(seat, PassCards(cards(f"{suit}1-3"))) for seat, suit in enumerate("GOPJ")]
    assert replay(GAME, 4, Options(), log) == passing(nobody(begun(4)), "G1-3", "O1-3", "P1-3", "J1-3")


def test_prompts_say_what_to_do_with_numbers() -> None:
    state = call(begun(4), 6)
    assert GAME.prompt(state, 1).text == "Bid at least 7, at most 35, or pass."
    assert GAME.prompt(state, 0).text == "Waiting for seat 1 to bid or pass."
    state = play(GAME, nobody(begun(4)), 0, PassCards(cards("G1-3")))
    assert GAME.prompt(state, 1).text == "Choose 3 cards to pass to seat 2."
    assert GAME.prompt(state, None).text == "Waiting for seats 1, 2 and 3 to choose cards."
    assert GAME.prompt(state, 0).text.startswith("You have chosen")
    assert Discard("G1") not in GAME.legal(state, 1)
