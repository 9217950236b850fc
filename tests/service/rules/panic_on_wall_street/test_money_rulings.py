"""Panic on Wall Street! after the bell (PWS-10 on), one test or more a ruling, each named for it."""

from __future__ import annotations

from collections import Counter

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.auctions import Call
from openingbell.rules.games.panic_on_wall_street import (
    GAME,
    Allocate,
    Bell,
    Bid,
    Costs,
    Done,
    Draw,
    Extend,
    ForceBankruptcy,
    PassBid,
    Repay,
    Roll,
    SellOff,
    Withdraw,
)
from openingbell.rules.games.panic_on_wall_street.board import DOUBLE, SCALE
from openingbell.rules.games.panic_on_wall_street.clearing import candidates, next_candidate
from openingbell.rules.games.panic_on_wall_street.reports import Claim
from openingbell.rules.kernel import HOUSE, play
from tests.service.rules.panic_on_wall_street.scripted import (
    FIVE,
    THREE,
    act,
    auctioned,
    begun,
    dealt,
    house,
    owing,
    passed,
    refused,
    rich,
    rolled,
    to_costs,
)


def test_pws_10_income_doubles_gains_and_losses() -> None:
    state = begun("R1 Y1 B1", "G1 B2 R2", "", "", "")
    bought = act(passed_to_month_two(state, "RD1"), 0, Done())
    state = dealt(dealt(bought, "RD1", 2, 5), "B1", 3, 5)
    state = rich(state, 100, 100, 100, 100, 100)
    lost = play(GAME, play(GAME, state, HOUSE, Bell()), HOUSE, Roll((-7, 1, 0, 0)))
    assert lost.cash == (100, 100, 60, 130, 100)
    gained = play(GAME, play(GAME, state, HOUSE, Bell()), HOUSE, Roll((7, 1, 0, 0)))
    assert gained.cash == (100, 100, 240, 130, 100)


def passed_to_month_two(state, lot):  # type: ignore[no-untyped-def]
    """Seat 0 has bought this company at 5, nobody the others, and month 2 has begun."""
    others = " ".join([tile for tile in state.reserve if tile not in DOUBLE][:2])
    state = auctioned(to_costs(state).but(phase="draw"), 4, f"{lot} {others}")
    state = act(act(state, 0, Bid(5)), 1, PassBid())
    return passed(state)


def test_pws_10_what_the_bank_cannot_get_is_written_off() -> None:
    state = dealt(dealt(begun(), "R1", 2, 5), "R2", 2, 5)
    state = play(GAME, rich(state, 0, 0, 30, 0, 0), HOUSE, Bell())
    state = play(GAME, state, HOUSE, Roll((-7, 1, 0, 0)))
    row = GAME.breakdown(state)[0].seats[2]
    assert (row.income, row.written_off, row.cash) == (-40, 10, 0)
    assert 2 in state.investors, "no bank makes anybody bankrupt"


def test_pws_11_managers_receive_the_written_prices() -> None:
    state = passed_to_month_two(begun(), "BD1")
    state = owing(dealt(dealt(state, "BD1", 2, 40), "R1", 2, 20), 0, 0, 100, 0, 0)
    assert state.cash == (60, 0, 40, 0, 0)


def test_pws_12_mutual_debts_net_out() -> None:
    state = dealt(dealt(begun(*THREE), "B1", 1, 50), "B3", 0, 50)
    state = owing(state, 40, 40, 0)
    assert (state.cash, state.defaults, state.phase) == ((40, 40, 0), (), "costs")


def test_pws_12_whoever_is_paid_in_time_is_in_no_default() -> None:
    """Seat 0 has 45 and owes seat 1 50; seat 1 has nothing and owes seat 2 45."""
    state = owing(dealt(dealt(begun(*THREE), "B3", 0, 50), "Y1", 1, 45), 45, 0, 0)
    assert state.cash == (0, 0, 45)
    assert (state.defaults, state.phase) == ((0,), "claim")


def test_pws_12_whoever_can_pay_after_all_is_in_no_default() -> None:
    """In a circle: seat 0 has 20 and owes seat 1 30; seat 1 has nothing and owes seat 0 100. What seat 0 pays comes
    back to it, and is enough for the rest."""
    state = owing(dealt(dealt(begun(*THREE), "B3", 0, 30), "B1", 1, 100), 20, 0, 0)
    assert (state.cash, state.defaults) == ((10, 10, 0), (1,))
    assert GAME.turn(state).seats == (0,)
    prompt = GAME.prompt(state, 0)
    assert prompt.params == {"investor": 1, "amount": 80, "cash": 10}
    assert "was paid 10 since" in prompt.text


def test_pws_12_the_order_of_those_who_may_not_be_able_to_pay() -> None:
    assert next_candidate({0: {1: 5}, 1: {2: 5}}, [0, 1]) == 0
    assert next_candidate({0: {3: 5}, 1: {0: 5}}, [0, 1]) == 1
    assert next_candidate({0: {1: 5}, 1: {0: 5}}, [0, 1]) == 0, "a circle goes in seat order"
    assert next_candidate({0: {3: 5}, 1: {2: 5, 0: 5}, 2: {1: 5}}, [0, 1, 2]) == 1, "a circle before whom it owes"
    assert candidates([0, 0, 10], {0: {1: 10}, 1: {2: 10}, 2: {0: 5}}) == ([5, 0, 5], [0, 1])


def test_pws_13_a_defaulter_shares_out_all_that_it_has() -> None:
    state = owing(dealt(dealt(begun(), "R1", 2, 60), "G1", 2, 30), 0, 0, 50, 0, 0)
    assert (state.phase, GAME.turn(state).seats) == ("allocate", (2,))
    assert GAME.default(state, 2, SeededRng(0)) == Allocate({"0": 50, "1": 0})
    for amounts, reason in (
        ({"0": 50}, "too-few"),
        ({"0": 20, "1": 20}, "wrong-total"),
        ({"0": 15, "1": 35}, "too-high"),
        ({"0": 47, "1": 3}, "off-step"),
    ):
        illegal = refused(state, 2, Allocate(amounts))
        assert (illegal.ruling, illegal.reason) == ("PWS-13", reason)
    state = act(state, 2, Allocate({"0": 20, "1": 30}))
    assert state.cash == (20, 30, 0, 0, 0)
    assert GAME.turn(state).seats == (0,), "who has been paid has no claim"


def test_pws_13_one_creditor_is_enough_to_force() -> None:
    state = owing(dealt(dealt(begun(), "R1", 2, 60), "G1", 2, 30), 0, 0, 50, 0, 0)
    state = act(state, 2, Allocate({"0": 40, "1": 10}))
    assert (GAME.turn(state).mode, GAME.turn(state).seats) == ("sealed", (0, 1))
    patient = act(act(state, 0, Extend()), 1, Extend())
    assert patient.debts == {(2, 0): 20, (2, 1): 20}
    sealed = act(act(state, 0, ForceBankruptcy()), 0, Extend())
    assert GAME.turn(sealed).revisable == (0,)
    hard = act(sealed, 1, ForceBankruptcy())
    assert 2 not in hard.investors
    assert not hard.debts


def test_pws_13_everybody_learns_who_forced_once_all_have_chosen() -> None:
    """All is public on this table but what lies face down; sealed choices are open with the last one."""
    state = owing(dealt(dealt(begun(), "R1", 2, 60), "G1", 2, 30), 0, 0, 50, 0, 0)
    before = act(act(state, 2, Allocate({"0": 40, "1": 10})), 1, ForceBankruptcy())
    assert GAME.breakdown(before)[0].claims == ()
    after = act(before, 0, Extend())
    assert GAME.breakdown(after)[0].claims == (Claim(2, 0, 20, False), Claim(2, 1, 20, True))
    for viewer in (None, 0, 3):
        told = GAME.tell(before, 0, Extend(), after, viewer)
        assert told is not None
        assert (told.code, told.params) == ("bankrupt", {"investor": 2, "forced_by": [1]})
        assert told.text == "Seat 1 forced seat 2 into bankruptcy as an investor."


def test_pws_13_old_debts_are_paid_back_only_if_one_likes() -> None:
    state = owing(dealt(begun(), "R1", 2, 60), 60, 60, 50, 60, 60)
    state = act(state, 0, Extend())
    assert state.debts == {(2, 0): 10}
    state = rich(passed(house(house(state, Costs), Draw)), 0, 0, 100, 0, 0)
    assert refused(state, 2, Repay(1, 5)).ruling == "PWS-13"
    assert refused(state, 2, Repay(0, 15)).reason == "too-high"
    state = act(state, 2, Repay(0, 5))
    assert (state.cash, state.debts) == ((5, 0, 95, 0, 0), {(2, 0): 5})
    assert act(state, 2, Repay(0, 5)).debts == {}
    later = owing(act(state, 2, Withdraw("R1", 60)), *state.cash)
    assert (later.cash, later.phase) == (state.cash, "costs"), "nobody has to"


def test_pws_14_a_bankrupt_investor_is_out() -> None:
    state = owing(dealt(dealt(begun(), "R1", 2, 60), "B1", 2, 5), 0, 0, 50, 0, 0)
    state = act(state, 0, ForceBankruptcy())
    assert (state.investors, state.cash[2]) == ((3, 4), 0)
    assert all(each.deal is None for each in state.companies.values())
    assert GAME.breakdown(state)[0].ruined_investors == (2,)


def test_pws_14_with_both_roles_only_one_is_lost() -> None:
    """Both lend to each other: seat 0 fails first, and what seat 1 pays it afterwards stays its own."""
    state = dealt(dealt(begun(*THREE), "B3", 0, 100), "B1", 1, 20)
    state = dealt(state, "Y1", 1, 200)
    state = owing(state, 10, 30, 0)
    assert GAME.turn(state).seats == (1,), "seat 0 has one creditor and paid it"
    state = act(state, 1, Allocate({"0": 20, "2": 20}))
    assert state.cash == (20, 0, 20)
    state = act(state, 1, ForceBankruptcy())
    assert (state.investors, state.managers, state.cash) == ((1, 2), (0, 1, 2), (20, 0, 20))
    state = house(act(state, 2, Extend()), Costs)
    assert 0 in state.living


def test_pws_14_nothing_is_owed_to_a_seat_without_any_role() -> None:
    """Seat 0 owes seat 1; seat 1 has lost its companies, and then goes bankrupt as an investor too."""
    state = dealt(begun(*THREE), "B1", 1, 50).but(debts={(0, 1): 30, (0, 2): 5})
    state = owing(state.but(managers=(0, 2), companies={"B1": state.companies["B1"]}), 0, 20, 0)
    assert state.debts == {(0, 1): 30, (0, 2): 5}
    assert act(state, 0, ForceBankruptcy()).debts == {(0, 2): 5}


def test_pws_15_who_cannot_pay_sells_just_enough() -> None:
    state = rich(to_costs(begun()), 20, 25, 0, 0, 0)
    state = house(state, Costs)
    assert (state.phase, state.short) == ("sell", {0: 2, 1: 1})
    assert GAME.default(state, 0, SeededRng(0)) == SellOff(("R1", "Y1"))
    assert refused(state, 0, SellOff(("R1",))).ruling == "PWS-15"
    assert refused(state, 0, SellOff(("R1", "G1"))).ruling == "PWS-15"
    state = act(act(state, 0, SellOff(("Y1", "R1"))), 1, SellOff(("G1",)))
    assert state.cash == (0, 0, 0, 0, 0), "what is due does not shrink"
    assert list(state.companies) == ["R2", "B1", "B2"]


def test_pws_15_selling_everything_is_forced_and_may_be_enough() -> None:
    state = house(rich(to_costs(begun()), 15, 120, 0, 0, 0), Costs)
    assert (state.cash[0], 0 in state.managers) == (0, True)
    assert all(each.owner == 1 for each in state.companies.values())


@pytest.mark.parametrize("rows", [FIVE, THREE])
def test_pws_15_a_manager_who_cannot_pay_at_all_is_bankrupt(rows: tuple[str, ...]) -> None:
    state = to_costs(begun(*rows))
    state = house(rich(state, 10, *(120,) * (len(rows) - 1)), Costs)
    assert state.cash[0] == 0
    assert 0 not in state.managers
    assert (0 in state.living) == (len(rows) == 3)
    assert not any(each.owner == 0 for each in state.companies.values())
    assert GAME.breakdown(state)[0].ruined_managers == (0,)


def test_pws_16_what_is_sold_is_in_the_reserve_again_and_its_token_free() -> None:
    state = dealt(begun(), "R1", 2, 5)
    state = house(owing(state, 15, 120, 5, 0, 0), Costs)
    assert (state.cash[0], state.short) == (15 + 5, {0: 2}), "this month's payments come first"
    state = act(state, 0, SellOff(("R1", "Y1")))
    assert {"R1", "Y1"} <= set(state.reserve)
    assert GAME.view(state, None).players[2].free_tokens == 10


def test_pws_17_twice_the_managers_less_one_or_what_is_left() -> None:
    state = to_costs(begun()).but(phase="draw")
    action = GAME.house(state, SeededRng(3))
    assert isinstance(action, Draw)
    assert len(action.tiles) == 3
    assert refused(state, HOUSE, Draw(action.tiles[:2], 4)).ruling == "PWS-17"
    assert refused(state, HOUSE, Draw(("R1", *action.tiles[:2]), 4)).ruling == "PWS-17"
    short = state.but(reserve=state.reserve[:2], removed=state.reserve[2:])
    assert len(GAME.house(short, SeededRng(3)).tiles) == 2  # type: ignore[attr-defined]
    none = house(to_costs(begun()).but(reserve=(), removed=state.reserve), Costs)
    assert (none.phase, none.month) == ("negotiate", 2), "nothing to auction"


def test_pws_17_one_is_shown_at_a_time() -> None:
    state = auctioned(to_costs(begun()).but(phase="draw"), 4, "B3 B4 B5")
    view = GAME.view(state, 0)
    assert view.auction is not None
    assert (view.auction.tile, view.pile_count) == ("B3", 2)
    assert {"B4", "B5", "B6"} <= set(view.unseen)
    piles = {GAME.imagine(view, SeededRng(seed)).pile for seed in range(20)}
    assert len(piles) > 10


def test_pws_18_ascending_clockwise_a_pass_is_final() -> None:
    state = auctioned(to_costs(begun(*THREE)).but(phase="draw"), 0, "R2 R3 R4 R5 R6")
    assert GAME.turn(state).seats == (1,), "clockwise from the auctioneer"
    assert refused(state, 1, Bid(7)).ruling == "PWS-18"
    assert refused(state, 1, Bid(125)).reason == "too-high"
    state = act(act(act(state, 1, Bid(10)), 2, PassBid()), 0, Bid(15))
    assert refused(state, 1, Bid(15)).reason == "too-low"
    assert GAME.turn(state).seats == (1,), "seat 2 has passed"
    state = act(state, 1, PassBid())
    assert (state.companies["R2"].owner, state.cash[0]) == (0, 105)
    assert (state.lot, GAME.turn(state).seats) == ("R3", (2,)), "the next manager opens"
    state = act(act(act(state, 2, PassBid()), 0, PassBid()), 1, PassBid())
    assert (state.removed, state.lot) == (("R3",), "R4"), "nobody's company leaves the game"


def test_pws_18_who_cannot_bid_more_is_not_asked() -> None:
    state = rich(to_costs(begun(*THREE)), 10, 0, 30).but(phase="draw")
    state = auctioned(state, 0, "R2 R3 R4 R5 R6")
    assert state.auction is not None
    assert (state.auction.live, GAME.turn(state).seats) == ((0, 2), (2,))
    state = act(state, 2, Bid(10))
    assert state.companies["R2"].owner == 2, "seat 0 cannot bid 15"
    assert state.auction is not None
    assert Call(2, 10) not in state.auction.calls
    assert state.lot == "R3"


def test_pws_18_the_auctioneer_is_a_living_investor_or_the_house() -> None:
    state = to_costs(begun()).but(phase="draw")
    assert refused(state, HOUSE, Draw(state.reserve[:3], 0)).ruling == "PWS-18"
    assert refused(state, HOUSE, Draw(state.reserve[:3])).ruling == "PWS-18"
    drawn = Counter(GAME.house(state, SeededRng(n)).auctioneer for n in range(60))  # type: ignore[attr-defined]
    assert set(drawn) == {2, 3, 4}
    alone = state.but(investors=())
    assert GAME.turn(auctioned(alone, None, " ".join(state.reserve[:3]))).seats == (0,)


def test_pws_19_two_winners_by_cash_without_bankrupts() -> None:
    state = to_costs(begun()).but(month=5, reports=begun().reports * 5)
    state = house(rich(state, 100, 150, 90, 90, 200).but(investors=(2, 3)), Costs)
    assert GAME.turn(state).over, "no auction in month 5"
    result = GAME.result(state)
    assert result is not None
    assert [place.score for place in result.places] == [70, 120, 90, 90, 200]
    assert [place.rank for place in result.places] == [2, 1, 1, 1, 3]
    assert result.winners == (1, 2, 3), "ties share; seat 4 is bankrupt"


def test_pws_19_one_ranking_where_everybody_has_both_roles() -> None:
    state = to_costs(begun(*THREE)).but(month=5, phase="over", investors=(0,), managers=(0, 1))
    result = GAME.result(rich(state, 50, 80, 500))
    assert result is not None
    assert ([place.rank for place in result.places], result.winners) == ([2, 1, 3], (1,))


def test_pws_20_without_investors_costs_and_auctions_go_on() -> None:
    state = house(to_costs(begun()).but(investors=()), Costs)
    state = house(state, Draw)
    assert state.auctioneer is None
    state = passed(state)
    assert (state.month, state.phase) == (2, "costs"), "no negotiation, no dice"
    for _ in range(3):
        state = house(state, Costs)
        state = passed(house(state, Draw)) if state.phase == "draw" else state
    assert state.month == 5
    end = GAME.result(house(state, Costs))
    assert end is not None
    assert set(end.winners) <= {0, 1}, "a role with nobody left has no winner"


def test_pws_20_without_managers_the_game_is_over() -> None:
    state = house(rich(to_costs(begun()), 0, 0, 90, 80, 70), Costs)
    assert GAME.turn(state).over
    result = GAME.result(state)
    assert result is not None
    assert result.winners == (2,)
    assert [place.rank for place in result.places] == [2, 2, 1, 2, 3]


def test_pws_20_where_nobody_is_left_nobody_wins() -> None:
    state = house(rich(to_costs(begun()), 0, 0, 0, 0, 0).but(investors=()), Costs)
    result = GAME.result(state)
    assert result is not None
    assert result.winners == ()
    assert min(place.rank for place in result.places) > 1


def test_pws_21_the_examples_of_dice_and_of_income_are_different_boards() -> None:
    """Blue 20 and green 30 in the one, blue 30 and green 10 in the other; each is right by itself."""
    rolled_ = play(GAME, play(GAME, begun(), HOUSE, Bell()), HOUSE, Roll((-7, 3, 0, -1)))
    assert [each.value for each in GAME.view(rolled_, None).market] == [-20, 60, 30, 20]
    assert 10 in SCALE["green"]


def test_pws_22_what_a_company_is_called_changes_nothing() -> None:
    one, other = dealt(begun(), "B1", 2, 30), dealt(begun("R1 Y1 B9", "G1 B2 R2", "", "", ""), "B9", 2, 30)
    assert rolled(one, 2, 1, 0, 1).cash == rolled(other, 2, 1, 0, 1).cash
