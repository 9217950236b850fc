"""Every ruling of Stock Hold'em, by its number; HLD-01 and prices (HLD-12 to 14, 20) have files of their own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.stock_holdem import (
    GAME,
    Buy,
    ChipBuy,
    ChipCash,
    ChipPeek,
    ChipSurge,
    Deal,
    EndTurn,
    Options,
    Place,
    Score,
    Sell,
    SkipSell,
    State,
)
from openingbell.rules.games.stock_holdem.accounts import bought, gain_chips, next_start_player, sold
from openingbell.rules.games.stock_holdem.cards import BACK, DECKS, NUMBER, SUIT, in_order
from openingbell.rules.games.stock_holdem.state import COMPANIES, START_CHIPS
from openingbell.rules.kernel import HOUSE, play
from openingbell.rules.values import Action, Illegal
from tests.service.rules.stock_holdem.playing import acted, begun, deal, house, idle, idle_until, script

SIX = len(COMPANIES)


def kinds(state: State, seat: int) -> set[type[Action]]:
    return {choice.action for choice in GAME.legal(state, seat)}


def refused(state: State, action: Action) -> Illegal:
    assert state.active is not None
    with pytest.raises(Illegal) as caught:
        play(GAME, state, state.active, action)
    return caught.value


def rich(state: State, chips: int = 7) -> State:
    return state.but(chips=(chips,) * state.table.seats)


def owns(state: State, seat: int, **shares: int) -> State:
    held = tuple(shares.get(company, 0) for company in COMPANIES)
    return state.but(shares=(*state.shares[:seat], held, *state.shares[seat + 1 :]))


def drawn() -> SeededRng:
    return SeededRng("rulings")


@pytest.mark.parametrize("deck", ["2-6x2", "1-10x1"])
def test_hld_02_backs_show_half_and_the_specials_share_one(deck: Any) -> None:
    everything = DECKS[deck]
    assert len(set(everything)) == 42
    assert BACK["BULL"] == BACK["BEAR"]
    numbers, suits = Counter[int](), Counter[str]()
    for each in everything[:-2]:
        assert BACK[each] in (SUIT[each], str(NUMBER[each]))
        if BACK[each] == SUIT[each]:
            suits[SUIT[each]] += 1
        else:
            numbers[NUMBER[each]] += 1
    assert set(suits.values()) == {5}, "each suit shows on five backs"
    assert len(set(numbers.values())) == 1, "and each number on equally many"
    assert sum(numbers.values()) == 20


def test_hld_02_each_pair_of_the_usual_deck_has_both_kinds_of_back() -> None:
    assert len(DECKS["2-6x2"]) == 42
    pairs = Counter((SUIT[each], NUMBER[each]) for each in DECKS["2-6x2"][:-2])
    assert set(pairs.values()) == {2}
    assert len({(SUIT[each], NUMBER[each], BACK[each]) for each in DECKS["2-6x2"][:-2]}) == 40


def test_hld_02_hidden_hands_show_sorted_backs_that_do_not_follow_the_fronts() -> None:
    state = begun(3, hands=[["I6/6", "N2/N", "D2/2", "BULL", "L3/L", "I2/I"]])
    assert GAME.view(state, 1).hand_backs[0] == ("2", "6", "I", "N", "L", "special")
    assert GAME.view(state, 1).own_cards == state.hands[1]
    assert GAME.view(state, None).own_cards is None


def test_hld_03_start_price() -> None:
    assert GAME.start(4, Options()).prices == (20,) * SIX
    assert GAME.start(4, Options(start_price=7)).prices == (7,) * SIX
    for price in (0, 58):
        with pytest.raises(Illegal) as caught:
            GAME.start(4, Options(start_price=price))
        assert (caught.value.ruling, caught.value.pointer) == ("HLD-03", "/start_price")


def test_hld_04_steps_come_in_order_and_chips_at_any_moment_of_the_turn() -> None:
    state = rich(begun(3))
    free = {ChipCash, ChipBuy, ChipSurge}
    assert kinds(state, 0) == {SkipSell, *free}, "turn 1 places nothing; nothing lies face down; nothing to sell"
    assert kinds(state, 1) == kinds(state, 2) == set()
    assert refused(state, Buy("red")).ruling == "HLD-04"
    state = acted(state, "chip-buy green", "sell green", "cash", "skip-buy", "cash", "cash")
    assert kinds(state, 0) == {EndTurn, ChipCash}
    state = idle_until(state, "place", drawn())
    assert {Place, ChipCash} <= kinds(state, 0)
    state = acted(rich(state), "surge blue", "cash", f"place {state.hands[0][0]} blue")
    assert kinds(state, 0) == {SkipSell, ChipCash, ChipPeek, ChipBuy, ChipSurge}


def test_hld_04_the_turn_ends_when_the_seat_says_so() -> None:
    state = acted(begun(3), "skip-sell", "skip-buy")
    assert (state.phase, state.active) == ("end", 0)
    assert acted(state, "end").active == 1
    broke = state.but(chips=(1, 3, 3))
    assert acted(broke, "cash").active == 1, "without a chip there is nothing to wait for, as everybody sees (GEN-09)"


def test_hld_05_every_skip_gives_a_chip_and_turn_one_none_for_the_card() -> None:
    state = begun(3)
    assert state.chips == (2, 3, 3)
    state = acted(state, "skip-sell")
    assert state.chips[0] == 3
    state = acted(state, "skip-buy")
    assert state.chips[0] == 4
    nothing = acted(begun(3), "skip-sell").but(money=(5, 150, 150))
    assert refused(nothing, Buy("red")).ruling == "HLD-05"
    assert refused(begun(3), Sell("red")).ruling == "HLD-05"
    assert acted(nothing, "skip-buy").chips[0] == 4


def test_hld_05_a_forced_skip_gives_its_chip_by_itself() -> None:
    state = begun(3).but(chips=(1, 3, 3))
    state = acted(state, "cash")
    assert (state.phase, state.chips[0], state.followed) == ("buy", 1, ((0, SkipSell()),))
    told = GAME.tell(begun(3), 0, ChipCash(), state, None)
    assert told is not None
    assert told.params["followed"] == [{"seat": 0, "move": "skip_sell", "money": 151, "chips": 1}]


def test_hld_06_prices_follow_trades_and_stay_on_the_board() -> None:
    state = owns(begun(3), 0, red=1)
    after = sold(state, 0, 0)
    assert (after.money[0], after.prices[0], after.shares[0][0]) == (170, 19, 0)
    after = bought(state, 0, 1)
    assert (after.money[0], after.prices[1], after.shares[0][1]) == (130, 21, 1)
    low, high = state.but(prices=(1,) * SIX), state.but(prices=(57,) * SIX)
    assert (sold(low, 0, 0).money[0], sold(low, 0, 0).prices[0]) == (151, 1)
    assert (bought(high, 0, 0).money[0], bought(high, 0, 0).prices[0]) == (93, 57)
    assert Sell("red") in GAME.legal(low, 0)


def test_hld_06_a_company_sells_eleven_shares() -> None:
    state = acted(owns(begun(3), 1, red=11), "skip-sell")
    assert GAME.view(state, 0).companies[0].left == 0
    assert refused(state, Buy("red")).ruling == "HLD-06"
    assert ChipBuy("red") not in GAME.legal(rich(state), 0)
    assert Buy("blue") in GAME.legal(state, 0)


def test_hld_07_the_purchase_is_tied_to_the_company_of_this_turns_card() -> None:
    state = begun(3)
    choices = GAME.legal(acted(state, "skip-sell"), 0)
    assert all(Buy(company) in choices for company in COMPANIES), "turn 1: any company"
    state = rich(idle_until(state, "place", drawn()), 3)
    state = acted(state, f"place {state.hands[0][0]} black", "skip-sell")
    assert GAME.view(state, 0).buy_only_from == "black"
    assert Buy("black") in GAME.legal(state, 0)
    assert refused(state, Buy("red")).ruling == "HLD-07"
    state = acted(state, "chip-buy red")
    assert state.money[0] == 130, "a chip purchase costs the share's price too"
    assert state.shares[0] == (1, 0, 0, 0, 0, 0)


def test_hld_08_three_surges_one_a_company_until_setup() -> None:
    state = begun(3, Options(rounds=2))
    for company in ("red", "green", "blue"):
        state = acted(rich(state), f"surge {company}")
        assert state.chips[0] == 4
        assert refused(rich(state), ChipSurge(company)).ruling == "HLD-08"
    assert refused(rich(state), ChipSurge("black")).ruling == "HLD-08"
    assert GAME.view(state, None).surges_left == 0
    state = idle_until(state, "score", drawn())
    parts = {each.company: each.surge for each in house(state, drawn()).scored[0].companies}
    assert parts == {"red": 5, "blue": 5, "yellow": 0, "green": 5, "black": 0, "orange": 0}
    assert house(house(state, drawn()), drawn()).surges == (False,) * SIX


def test_hld_09_the_eighth_chip_is_a_dollar() -> None:
    state = acted(rich(begun(3)), "skip-sell")
    assert (state.chips[0], state.money[0]) == (7, 151)
    assert gain_chips(6, 10, 2) == (7, 11)
    told = GAME.tell(rich(begun(3)), 0, SkipSell(), state, None)
    assert told is not None
    assert "takes $1" in told.text


def test_hld_09_the_two_chips_of_setup_too() -> None:
    state = rich(idle_until(begun(3), "deal", drawn()), 6).but(money=(1, 2, 3))
    state = house(state, drawn())
    assert (state.chips, state.money) == ((7, 7, 7), (2, 3, 4))


@pytest.mark.parametrize("seats", GAME.seats)
def test_hld_10_a_placement_is_always_possible(seats: int) -> None:
    rng = drawn()
    for _ in range(10):
        state = GAME.start(seats, Options(rounds=1))
        while not (now := GAME.turn(state)).over:
            if now.kind in ("place", "final_card"):
                assert sum(len(area) for area in state.areas) < 30
                assert Place in kinds(state, now.seats[0])
            seat = now.seats[0] if now.seats else HOUSE
            action = GAME.legal(state, seat).sample(rng) if now.seats else GAME.house(state, rng)
            state = GAME.apply(state, seat, action)
        assert all(len(area) == 5 for area in state.areas)


def test_hld_10_a_full_area_takes_no_card() -> None:
    state = idle_until(begun(3), "place", drawn())
    for _ in range(3):
        state = acted(state, f"place {state.hands[state.active or 0][0]} red", "skip-sell", "skip-buy", "end")
    assert refused(state, Place(state.hands[0][0], "red")).ruling == "HLD-10"
    assert refused(state, Place("I2/nothing", "blue")).pointer == "/card"


@pytest.mark.parametrize(("seats", "placing"), [(3, 3), (4, 2), (5, 3), (6, 0)])
def test_hld_11_the_final_step_goes_clockwise_from_the_start_player(seats: int, placing: int) -> None:
    """Absent seats place at random, so the seats of the final step are asked as long as two companies have room."""
    state = idle_until(begun(seats, start_seat=2), "end", drawn(), turn=begun(seats).table.turns)
    while state.phase not in ("final", "score"):
        state = idle(state, drawn())
    placed: list[int] = []
    while state.phase == "final":
        assert state.active is not None
        placed.append(state.active)
        assert state.chips[state.active] > 0
        assert kinds(state, state.active) == {Place}, "no chip actions"
        assert refused(state, ChipCash()).ruling == "HLD-11"
        state = idle(state, drawn())
        placed += [seat for seat, _ in state.followed]
    placed = placed or [seat for seat, move in state.followed if isinstance(move, Place)]
    assert placed == [(2 + step) % seats for step in range(placing)]


def test_hld_12_the_new_price_replaces_the_old_one() -> None:
    state = idle_until(begun(3, Options(start_price=57)), "score", drawn())
    after = house(state, drawn())
    assert all(each.price_before >= 57 for each in after.scored[0].companies)
    assert after.prices == tuple(each.price for each in after.scored[0].companies)
    wrong = Score((1,) * SIX, GAME.scores(after))
    with pytest.raises(Illegal) as caught:
        play(GAME, state, HOUSE, wrong)
    assert caught.value.ruling == "HLD-12"


def test_hld_15_all_cards_go_back_into_the_deck() -> None:
    state = idle_until(begun(6), "deal", drawn())
    assert sum(map(len, state.hands)) == 6, "left over, and not shown"
    left = state.hands[0][0]
    assert left not in str(GAME.view(state, 1))
    state = house(state, drawn())
    everything = [slot.card for area in state.areas for slot in area]
    everything += [each for hand in state.hands for each in hand] + list(state.undrawn)
    assert in_order(everything) == state.table.deck
    assert all(len(hand) == 4 for hand in state.hands)
    whole = deal(6)
    short = Deal(0, whole.areas, whole.hands, whole.undrawn[1:])
    with pytest.raises(Illegal) as caught:
        play(GAME, GAME.start(6, Options()), HOUSE, short)
    assert caught.value.ruling == "HLD-15"


def test_hld_16_the_fewest_chips_start_the_next_round() -> None:
    assert next_start_player([2, 3, 2, 4], 2) == 0
    assert next_start_player([3, 2, 4], 1) == 1, "alone with the fewest, one may start again"
    assert next_start_player([2, 2, 2], 0) == 1
    assert next_start_player([2, 2, 2], 2) == 0
    state = idle_until(begun(3), "deal", drawn()).but(chips=(7, 6, 5))
    prices, shares = state.prices, state.shares
    after = house(state, drawn())
    assert after.chips == (7, 7, 7)
    assert after.start_seat == 1, "counted after the two chips: all three are level, and seat 0 has started"
    assert (after.prices, after.shares, after.round, after.turn) == (prices, shares, 2, 1)
    with pytest.raises(Illegal) as caught:
        play(GAME, state, HOUSE, deal(3, start_seat=0))
    assert caught.value.ruling == "HLD-16"


def test_hld_17_worth_is_money_shares_and_a_dollar_a_chip() -> None:
    state = idle_until(begun(3, Options(rounds=1)), "score", drawn())
    state = owns(owns(state, 0, red=2, green=1), 2, red=2, green=1).but(money=(12, 500, 12), chips=(3, 0, 3))
    final = house(state, drawn())
    red, green = final.prices[0], final.prices[3]
    assert GAME.scores(final) == (12 + 2 * red + green + 3, 500, 12 + 2 * red + green + 3)
    result = GAME.result(final)
    assert result is not None
    assert result.winners == (1,)
    assert [place.rank for place in result.places] == [2, 1, 2], "equal worth shares a place"


@pytest.mark.parametrize(
    ("options", "tied_in_round_1", "tied_in_round_2"),
    [
        (Options(), True, True),
        (Options(crowded=True), False, False),
        (Options(crowded=True, crowded_scope="round"), True, False),
        (Options(crowded_scope="turn"), True, True),
    ],
)
def test_hld_18_crowded_market(options: Options, tied_in_round_1: bool, tied_in_round_2: bool) -> None:
    state = begun(3, options)
    for tied in (tied_in_round_1, tied_in_round_2):
        state = idle_until(idle_until(state, "place", drawn()), "buy", drawn())
        assert state.active is not None
        choices = GAME.legal(state, state.active)
        assert all((Buy(company) in choices) is (not tied or company == state.placed) for company in COMPANIES)
        state = idle_until(state, "score", drawn())
        state = house(state, drawn())


def test_hld_19_dark_dealings_hides_the_dealt_cards_and_lets_them_be_peeked_at() -> None:
    state = begun(3, Options(dark=True))
    spectator = GAME.view(state, None).companies[0].slots
    assert [(slot.card, slot.face_up) for slot in spectator] == [(None, False)] * 2
    assert [slot.back for slot in spectator] == [BACK[slot.card] for slot in state.areas[0]]
    state = acted(state, "peek red 2")
    assert GAME.view(state, 0).companies[0].slots[1].card == state.areas[0][1].card
    assert GAME.view(state, 1).companies[0].slots[1].card is None
    assert GAME.view(state, 1).companies[0].slots[1].peeked_by == (0,), "who looked where is public"
    told = [GAME.tell(begun(3, Options(dark=True)), 0, ChipPeek("red", 2), state, viewer) for viewer in (0, 1, None)]
    assert [each is not None and each.params.get("card") for each in told] == [state.areas[0][1].card, None, None]
    assert refused(begun(3), ChipPeek("red", 2)).ruling == "HLD-04", "open cards are not peeked at"


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_hld_19_length(rounds: int) -> None:
    final = idle_until(begun(4, Options(rounds=rounds)), "over", drawn())
    assert [each.round for each in final.scored] == list(range(1, rounds + 1))


def test_hld_19_other_lengths_are_refused() -> None:
    for rounds in (0, 4):
        with pytest.raises(Illegal) as caught:
            GAME.start(3, Options(rounds=rounds))
        assert (caught.value.ruling, caught.value.pointer) == ("HLD-19", "/rounds")


def test_gen_10_an_absent_seat_trades_nothing_and_places_anything() -> None:
    rng = drawn()
    state = idle_until(begun(3), "place", rng)
    moves = {GAME.default(state, 0, SeededRng(n)) for n in range(200)}
    assert len(moves) == len(state.hands[0]) * SIX
    assert all(move in GAME.legal(state, 0) for move in moves)


def test_gen_04_the_start_player_is_drawn_or_named() -> None:
    starts = {GAME.house(GAME.start(5, Options()), SeededRng(n)).start_seat for n in range(60)}  # type: ignore[attr-defined]
    assert starts == {0, 1, 2, 3, 4}
    state = house(GAME.start(5, Options(first_seat=3)), drawn())
    assert state.active == 3
    assert state.chips == tuple(START_CHIPS[(seat - 3) % 5] for seat in range(5))
    with pytest.raises(Illegal):
        GAME.start(5, Options(first_seat=5))


def test_a_placed_card_is_told_by_its_back() -> None:
    before = idle_until(begun(3), "place", drawn())
    after = script(before, f"0: place {before.hands[0][0]} red")
    action = Place(before.hands[0][0], "red")
    own, other = (GAME.tell(before, 0, action, after, viewer) for viewer in (0, 1))
    assert own is not None
    assert other is not None
    assert own.params["card"] == action.card
    assert "card" not in other.params
    assert action.card not in other.text
    assert other.params["slot"] == 3
