"""Greedy in Panic on Wall Street!: better than random beyond doubt, sensible where the right move is plain."""

from __future__ import annotations

import pytest

from openingbell.bots import BOTS, SeededRng
from openingbell.bots.matches import match
from openingbell.rules.choices import Choices
from openingbell.rules.games.panic_on_wall_street import (
    GAME,
    Accept,
    Bid,
    Done,
    Options,
    PassBid,
    Propose,
    State,
    Withdraw,
)
from openingbell.rules.kernel import Action
from tests.service.rules.panic_on_wall_street.scripted import act, auctioned, begun, dealt, rich, to_costs
from tests.support.mirrored import margin


@pytest.mark.parametrize("seats", [3, 5, 11])
def test_greedy_beats_random_beyond_doubt(seats: int) -> None:
    found = margin(GAME, Options(), seats, 8)
    assert found.mean > 20 + 4 * found.error


@pytest.mark.parametrize("seats", [4, 7])
def test_greedy_among_its_like_comes_to_deals_and_to_an_end(seats: int) -> None:
    """Everybody is done before the bell, and nobody is ruined by its own promises."""
    options = Options(negotiation_s=0)
    end = match(GAME, options, [BOTS["greedy"]] * seats, SeededRng("deal"), SeededRng("bots"))
    assert GAME.turn(end).over
    assert all(any(each.investor is not None for each in month.companies) for month in GAME.breakdown(end))
    assert sum(end.cash) > 120 * seats / 2


def greedy(state: State, seat: int) -> Action:
    choices = Choices(GAME.legal(state, seat).items, GAME.default(state, seat, SeededRng(0)))
    return BOTS["greedy"](GAME.view(state, seat), choices, SeededRng(0))


def test_an_investor_takes_a_bargain_and_leaves_what_costs_more_than_it_yields() -> None:
    state = act(begun(), 0, Propose("R1", 2, 10, "open"))
    assert greedy(state, 2) == Accept("R1-2-manager-open", 10)
    assert greedy(dealt(begun(), "B1", 2, 40), 2) == Withdraw("B1", 40)


def test_a_manager_takes_the_better_offer_of_one_who_can_pay() -> None:
    state = dealt(begun(), "R1", 3, 20)
    state = act(act(state, 2, Propose("R1", 2, 25, "open")), 4, Propose("R1", 4, 500, "open"))
    assert greedy(state, 0) == Accept("R1-4-investor-open", 500)
    poor = rich(state, 120, 120, 120, 120, 0)
    assert greedy(poor, 0) == Accept("R1-2-investor-open", 25)


def test_it_bids_while_a_company_pays_and_its_costs_are_covered() -> None:
    state = auctioned(to_costs(begun()).but(phase="draw"), 4, "RD1 B3 B4")
    assert greedy(state, 0) == Bid(5)
    assert greedy(rich(state, 40, 40, 0, 0, 0), 0) == PassBid()


def test_with_nothing_to_gain_it_is_done() -> None:
    assert greedy(rich(begun(), 0, 0, 0, 0, 0), 2) == Done()
