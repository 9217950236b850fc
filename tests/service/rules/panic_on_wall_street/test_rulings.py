"""Panic on Wall Street! up to the bell (PWS-01 to 09), one test or more a ruling, each named for it."""

from __future__ import annotations

from collections import Counter

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.panic_on_wall_street import (
    GAME,
    Accept,
    Bell,
    Costs,
    Done,
    Draw,
    Options,
    Propose,
    Release,
    Retract,
    Roll,
    Settle,
    SetUp,
    Withdraw,
)
from openingbell.rules.games.panic_on_wall_street.board import COLOUR, DICE, DOUBLE, SCALE, TILES
from openingbell.rules.games.panic_on_wall_street.moves import roles
from openingbell.rules.games.panic_on_wall_street.state import Deal
from openingbell.rules.kernel import HOUSE, Illegal, play
from tests.service.rules.panic_on_wall_street.scripted import (
    THREE,
    act,
    begun,
    dealt,
    finished,
    house,
    passed,
    refused,
    rolled,
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


def test_pws_01_how_many_manage_is_an_option() -> None:
    for count in (1, 4):
        state = house(GAME.start(5, Options(managers=count)), SetUp)
        assert (len(state.managers), len(state.investors)) == (count, 5 - count)
        assert all(GAME.view(GAME.imagine(GAME.view(state, seat), SeededRng(1)), seat) for seat in range(5))
    for seats, count in ((5, 5), (5, -1), (4, 1)):
        with pytest.raises(Illegal) as caught:
            GAME.start(seats, Options(managers=count))
        assert (caught.value.ruling, caught.value.pointer) == ("PWS-01", "/managers")


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


def test_pws_04_the_lowest_price_is_an_option() -> None:
    state = begun(min_price=20)
    assert refused(state, 2, Propose("R1", 2, 15, "open")).reason == "too-low"
    act(state, 2, Propose("R1", 2, 20, "open"))
    for price in (0, 12, 105):
        with pytest.raises(Illegal) as caught:
            GAME.start(5, Options(min_price=price))
        assert (caught.value.ruling, caught.value.pointer) == ("PWS-04", "/min_price")


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
