"""Panic on Wall Street!, one test or more a ruling, each named for the one that it shows."""

from __future__ import annotations

from collections import Counter

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.auctions import Call
from openingbell.rules.games.panic_on_wall_street import (
    GAME,
    Accept,
    Allocate,
    Bell,
    Bid,
    Costs,
    Done,
    Draw,
    Extend,
    ForceBankruptcy,
    Options,
    PassBid,
    Propose,
    Release,
    Repay,
    Retract,
    Roll,
    SellOff,
    Settle,
    SetUp,
    Withdraw,
)
from openingbell.rules.games.panic_on_wall_street.board import COLOUR, DICE, DOUBLE, SCALE, TILES
from openingbell.rules.games.panic_on_wall_street.clearing import candidates, next_candidate
from openingbell.rules.games.panic_on_wall_street.moves import roles
from openingbell.rules.games.panic_on_wall_street.state import Deal
from openingbell.rules.kernel import HOUSE, Illegal, play
from tests.service.rules.panic_on_wall_street.scripted import (
    FIVE,
    THREE,
    act,
    auctioned,
    begun,
    dealt,
    finished,
    house,
    owing,
    passed,
    refused,
    rich,
    rolled,
    to_costs,
)


@pytest.mark.parametrize("seats", GAME.seats)
def test_pws_01_roles_are_drawn_by_the_house(seats: int) -> None:
    managers, investors, both = roles(seats)
    assert (managers, investors, both) == ((seats, seats, True) if seats < 5 else (seats // 2, -(-seats // 2), False))
    start = GAME.start(seats, Options())
    state = house(start, SetUp)
    assert (len(state.managers), len(state.investors)) == (managers, investors)
    drawn = [GAME.house(start, SeededRng(number)).managers for number in range(40)]  # type: ignore[attr-defined]
    assert {seat for row in drawn for seat in row} == set(range(seats)), "everybody may be drawn"


def test_pws_01_the_set_up_names_as_many_managers_as_there_are() -> None:
    start = GAME.start(5, Options())
    rows = (("R1", "R2", "R3"), (), (), (), ())
    assert refused(start, HOUSE, SetUp((0,), rows)).ruling == "PWS-01"


def test_pws_02_every_colour_begins_at_30() -> None:
    view = GAME.view(begun(), None)
    assert [(each.colour, each.index, each.value) for each in view.market] == [
        ("red", 3, 30),
        ("yellow", 3, 30),
        ("green", 3, 30),
        ("blue", 3, 30),
    ]
    assert all(len(scale) == 8 for scale in SCALE.values())
    assert all(len(faces) == 6 for faces in DICE.values())


def test_pws_02_the_dice_move_the_indicators_which_stop_at_the_ends() -> None:
    state = play(GAME, begun(), HOUSE, Bell())
    assert refused(state, HOUSE, Roll((1, 1, 0, 0))).ruling == "PWS-02"
    state = play(GAME, state, HOUSE, Roll((7, -3, 2, -1)))
    assert [(each.index, each.value) for each in GAME.view(state, None).market] == [(7, 70), (0, -10), (5, 40), (2, 20)]


def test_pws_02_the_green_die_is_an_option() -> None:
    bell = play(GAME, begun(green_die="skewed"), HOUSE, Bell())
    faces = Counter(GAME.house(bell, SeededRng(number)).dice[2] for number in range(600))  # type: ignore[attr-defined]
    assert set(faces) == {-2, -1, 0, 1, 2}
    assert faces[2] > 1.4 * faces[0]


def test_pws_03_doubles_are_not_dealt_and_stay_in_the_reserve() -> None:
    for number in range(20):
        state = play(GAME, start := GAME.start(11, Options()), HOUSE, GAME.house(start, SeededRng(number)))
        assert not DOUBLE & state.companies.keys()
        assert set(state.reserve) >= DOUBLE
        assert len(state.reserve) == 46 - 15
    rows = (("RD1", "R2", "R3"), ("B1", "B2", "B3"), (), (), ())
    assert refused(GAME.start(5, Options()), HOUSE, SetUp((0, 1), rows)).ruling == "PWS-03"


def test_pws_03_everybody_begins_with_120() -> None:
    state = begun()
    assert (state.cash, state.bank) == ((120,) * 5, 600)
    assert Counter(COLOUR[tile] for tile in TILES) == {"red": 7, "yellow": 13, "green": 13, "blue": 13}


@pytest.mark.parametrize(
    ("price", "reason"), [(0, "too-low"), (4, "too-low"), (12, "off-step"), (-5, "too-low"), ("5", "wrong-type")]
)
def test_pws_04_prices_are_multiples_of_five(price: int, reason: str) -> None:
    illegal = refused(begun(), 2, Propose("R1", 2, price, "open"))
    assert (illegal.ruling, illegal.reason, illegal.pointer) == ("PWS-04", reason, "/price")


def test_pws_04_one_may_promise_more_than_one_has() -> None:
    state = dealt(begun(), "R1", 2, 100_000)
    assert state.companies["R1"].deal == Deal(2, 100_000)


def test_pws_05_offers_die_with_the_bell() -> None:
    state = act(begun(), 2, Propose("R1", 2, 30, "open"))
    assert state.companies["R1"].deal is None
    state = play(GAME, state, HOUSE, Bell())
    assert not state.offers
    assert state.companies["R1"].deal is None


def test_pws_06_open_deals_can_be_left_and_replaced_by_either_side() -> None:
    state = dealt(begun(), "R1", 2, 30)
    assert act(state, 2, Withdraw("R1", 30)).companies["R1"].deal is None
    assert act(state, 0, Release("R1", 2, 30)).companies["R1"].deal is None
    assert dealt(state, "R1", 3, 35).companies["R1"].deal == Deal(3, 35)
    cheaper = act(act(state, 0, Propose("R1", 2, 25, "open")), 2, Accept("R1-2-manager-open", 25))
    assert cheaper.companies["R1"].deal == Deal(2, 25)


def test_pws_06_closed_deals_are_frozen_until_the_bell() -> None:
    state = act(begun(), 3, Propose("R1", 3, 50, "open"))
    state = dealt(state, "R1", 2, 30, "closed")
    assert not state.offers, "nothing else can become of the company this month"
    for seat, action in ((2, Withdraw("R1", 30)), (0, Release("R1", 2, 30)), (3, Propose("R1", 3, 90, "open"))):
        assert refused(dealt(dealt(state, "Y1", 2, 5), "B1", 2, 5), seat, action).reason == "closed"
    assert refused(state, 3, Accept("R1-3-investor-open", 50)).reason == "offer-changed"
    assert play(GAME, state, HOUSE, Bell()).companies["R1"].deal == Deal(2, 30, closed=False)


def test_pws_06_both_sides_agree_to_close() -> None:
    state = dealt(begun(), "R1", 2, 30)
    offered = act(state, 0, Propose("R1", 2, 30, "closed"))
    assert offered.companies["R1"].deal == Deal(2, 30, closed=False)
    assert act(offered, 2, Accept("R1-2-manager-closed", 30)).companies["R1"].deal == Deal(2, 30, closed=True)


def test_pws_07_ten_tokens_and_one_a_company() -> None:
    state = begun("R1 R2 R3", "Y1 Y2 Y3", "G1 G2 G3", "B1 B2 B3", "", "", "", "")
    tiles = list(state.companies)
    for tile in tiles[:10]:
        state = dealt(state, tile, 4, 5)
    state = act(state, 4, Propose(tiles[10], 4, 5, "open"))
    owner = state.companies[tiles[10]].owner
    illegal = refused(act(state, 5, Propose(tiles[10], 5, 5, "open")), owner, Accept(f"{tiles[10]}-4-investor-open", 5))
    assert (illegal.ruling, illegal.reason) == ("PWS-07", "no-token")
    assert dealt(state, tiles[0], 4, 10).companies[tiles[0]].deal == Deal(4, 10), "a new price needs no new token"
    assert GAME.view(state, None).players[4].free_tokens == 0


def test_pws_07_nobody_invests_in_companies_of_ones_own() -> None:
    illegal = refused(begun(*THREE), 0, Propose("B1", 0, 30, "open"))
    assert (illegal.ruling, illegal.pointer) == ("PWS-07", "/investor")
    assert refused(begun(*THREE), 0, Propose("B3", 2, 30, "open")).ruling == "PWS-07", "nor for somebody else"


def test_pws_08_deals_carry_over() -> None:
    state = rolled(dealt(begun(), "R1", 2, 30), 2, 1, 0, 0)
    state = passed(house(house(state, Costs), Draw))
    assert (state.month, state.phase) == (2, "negotiate")
    assert state.companies["R1"].deal == Deal(2, 30)
    cash = state.cash
    state = rolled(finished(state), 2, 1, 0, 0)
    assert state.cash[2] == cash[2] + 70 - 30


def test_pws_09_the_bell_rings_after_its_time_or_when_all_are_done() -> None:
    state = begun(negotiation_s=90)
    assert (GAME.turn(state).house, GAME.turn(state).mode, GAME.turn(state).timed) == (90, "free", True)
    untimed = begun(negotiation_s=0)
    assert GAME.turn(untimed).house is None
    assert GAME.turn(finished(untimed)).house == 0
    with pytest.raises(Illegal) as caught:
        play(GAME, begun(), HOUSE, Settle((0,) * 5))
    assert caught.value.reason == "not-now"


@pytest.mark.parametrize(("name", "value"), [("negotiation_s", 9), ("negotiation_s", 3601), ("offers", 0)])
def test_pws_09_options_have_bounds(name: str, value: int) -> None:
    with pytest.raises(Illegal) as caught:
        GAME.start(5, Options(**{name: value}))  # type: ignore[arg-type]
    assert (caught.value.ruling, caught.value.pointer) == ("PWS-09", f"/{name}")


def test_pws_09_a_changed_deal_makes_everybody_concerned_talk_again() -> None:
    state = dealt(begun(), "R1", 3, 20)
    state = act(state, 2, Propose("R1", 2, 30, "open"))
    for seat in range(1, 5):
        state = act(state, seat, Done())
    assert GAME.turn(state).seats == (0,)
    state = act(state, 0, Accept("R1-2-investor-open", 30))
    assert GAME.turn(state).seats == (0, 2, 3), "the two parties and the displaced one"
    state = act(act(act(state, 0, Done()), 3, Done()), 1, Propose("G1", 3, 10, "open"))
    assert 3 in GAME.turn(state).seats, "and whoever is made an offer"
    for action in (Withdraw("R1", 30), Release("R1", 2, 30)):
        done = state.but(done=frozenset(range(4)))
        seat = 2 if isinstance(action, Withdraw) else 0
        assert {0, 2} <= set(GAME.turn(act(done, seat, action)).seats)


def test_pws_09_an_action_names_the_offer_and_its_price() -> None:
    state = act(begun(), 2, Propose("R1", 2, 30, "open"))
    changed = act(state, 2, Propose("R1", 2, 25, "open"))
    illegal = refused(changed, 0, Accept("R1-2-investor-open", 30))
    assert (illegal.ruling, illegal.reason, illegal.pointer) == ("PWS-09", "offer-changed", "/price")
    closed = act(changed, 2, Propose("R1", 2, 25, "closed"))
    assert refused(closed, 0, Accept("R1-2-investor-open", 25)).reason == "offer-changed", "other terms, another offer"
    taken = act(state, 0, Accept("R1-2-investor-open", 30))
    for seat, action in (
        (0, Accept("R1-2-investor-open", 30)),
        (2, Retract("R1-2-investor-open")),
        (2, Withdraw("R1", 25)),
        (0, Release("R1", 2, 25)),
        (0, Release("R1", 3, 30)),
        (0, Release("Y1", 3, 30)),
    ):
        assert refused(taken, seat, action).reason == "offer-changed"


def test_pws_09_private_offers_are_seen_by_two_only() -> None:
    before = begun(private_offers=True).but(done=frozenset({0, 4}))
    action = Propose("R1", 2, 30, "open")
    after = act(before, 2, action)
    for viewer in (None, 1, 3, 4):
        assert GAME.view(after, viewer) == GAME.view(before, viewer)
        assert GAME.tell(before, 2, action, after, viewer) is None
    assert GAME.turn(after) == GAME.turn(before), "who is done does not show who was asked"
    for viewer in (0, 2):
        (offer,) = GAME.view(after, viewer).offers
        assert (offer.offer, offer.price, offer.by, offer.to) == ("R1-2-investor-open", 30, 2, 0)
        assert GAME.tell(before, 2, action, after, viewer) is not None
    assert refused(after, 1, Accept("R1-2-investor-open", 30)).reason == "offer-changed", "as if it did not exist"


def test_pws_09_a_seat_makes_so_many_offers_a_month() -> None:
    state = begun(offers=2)
    state = act(state, 2, *(Propose("R1", 2, price, "open") for price in (5, 10)))
    assert refused(state, 2, Propose("R1", 2, 15, "open")).reason == "no-offers-left"
    assert GAME.view(state, 2).own_offers_left == 0
    assert GAME.view(state, 3).own_offers_left == 2


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
