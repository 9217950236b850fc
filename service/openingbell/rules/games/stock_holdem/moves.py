"""How a game of Stock Hold'em runs: whose turn it is, and what every action does.

Law. `start`, `turn`, `apply` and `house`, in the order of a round; what is legal stands in `legality`.
`apply` trusts players' actions (`kernel.play` checks them against `legal`) and checks the house's.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from openingbell.rules.games.stock_holdem.accounts import (
    bought,
    gain_chips,
    given_chip,
    next_start_player,
    paying,
    sold,
)
from openingbell.rules.games.stock_holdem.cards import DECKS, in_order
from openingbell.rules.games.stock_holdem.prices import (
    HIGHEST,
    LOWEST,
    CompanyScore,
    RoundScore,
    company_score,
    share_value,
    stock_price,
    worth,
)
from openingbell.rules.games.stock_holdem.state import (
    BUY_COST,
    CASH_COST,
    COMPANIES,
    DEALT,
    INDEX,
    MONEY,
    PEEK_COST,
    ROUNDS,
    SEATS,
    SELL_COST,
    SETUP_CHIPS,
    START_CHIPS,
    SURGE_COST,
    Buy,
    ChipBuy,
    ChipCash,
    ChipPeek,
    ChipSell,
    ChipSurge,
    Deal,
    EndTurn,
    Options,
    Phase,
    Place,
    Score,
    Sell,
    SkipBuy,
    SkipSell,
    Slot,
    State,
    Table,
    buyable,
    open_companies,
)
from openingbell.rules.kernel import Turn
from openingbell.rules.options import check_first_seat, check_flag, check_offered, check_seats, check_whole
from openingbell.rules.seats import OVER, alone, of_house
from openingbell.rules.values import Action, Illegal, Rng, put, shuffled

# -- start -----------------------------------------------------------------------------------------------------------


def start(seats: int, options: Options) -> State:
    """The table before the first deal. Raises `Illegal` for options that do not fit."""
    _check(seats, options)
    table = _table(seats, options)
    nothing = (0,) * len(COMPANIES)
    return State(
        table=table,
        phase="deal",
        round=0,
        turn=0,
        start_seat=None if options.first_seat == "drawn" else options.first_seat,
        active=None,
        placed=None,
        money=(MONEY[seats],) * seats,
        chips=(0,) * seats,
        shares=(nothing,) * seats,
        prices=(options.start_price,) * len(COMPANIES),
        surges=(False,) * len(COMPANIES),
        areas=((),) * len(COMPANIES),
        hands=((),) * seats,
        undrawn=(),
    )


def _check(seats: int, options: Options) -> None:
    check_seats(seats, SEATS, "GEN-01")
    check_flag("crowded", options.crowded, "HLD-18")
    check_flag("dark", options.dark, "HLD-19")
    check_offered("deck", options.deck, tuple(DECKS), "HLD-01")
    check_offered("rounds", options.rounds, ROUNDS, "HLD-19")
    check_offered("crowded_scope", options.crowded_scope, ("turn", "round"), "HLD-18")
    check_whole("start_price", options.start_price, LOWEST, HIGHEST, "HLD-03")
    check_first_seat(options.first_seat, seats)


@cache
def _table(seats: int, options: Options) -> Table:
    return Table(seats, options, DECKS[options.deck])


# -- turn ------------------------------------------------------------------------------------------------------------

KINDS: Final[Mapping[Phase, str]] = {
    "place": "place",
    "sell": "sell",
    "buy": "buy",
    "end": "end_turn",
    "final": "final_card",
}
"""The name of the decision, a phase."""


def turn(state: State) -> Turn:
    """Who must act; one seat at a time."""
    if state.active is not None:
        return alone(state.active, KINDS[state.phase])
    return OVER if state.phase == "over" else of_house(state.phase)


# -- apply -----------------------------------------------------------------------------------------------------------


def apply(state: State, seat: int, action: Action) -> State:
    """The state after an action, and after the moves that then follow by themselves (GEN-09)."""
    if state.followed:
        state = state.but(followed=())
    state = _APPLY[type(action)](state, seat, action)
    while (move := forced(state)) is not None:
        assert state.active is not None
        followed = (*state.followed, (state.active, move))
        state = _APPLY[type(move)](state, state.active, move).but(followed=followed)
    return state


def forced(state: State) -> Action | None:
    """The only thing that the active seat can do, if everybody can see that (GEN-09).

    A seat with a chip can always do something else, and before a placement in a turn it holds at least two cards.
    """
    phase, seat = state.phase, state.active
    if seat is None:
        return None
    if phase == "final":
        companies = open_companies(state)
        return Place(state.hands[seat][0], companies[0]) if len(companies) == 1 else None
    if state.chips[seat]:
        return None
    if phase == "sell" and not any(state.shares[seat]):
        return SkipSell()
    if phase == "buy" and not buyable(state, seat):
        return SkipBuy()
    return EndTurn() if phase == "end" else None


def _deal(state: State, seat: int, action: Deal) -> State:
    """A round's setup: cards, chips, tokens, and then who starts (HLD-16)."""
    del seat
    table, first = state.table, state.round == 0
    chips, money = state.chips, state.money
    if not first:
        gained = [gain_chips(had, dollars, SETUP_CHIPS) for had, dollars in zip(chips, money, strict=True)]
        chips, money = tuple(each for each, _ in gained), tuple(dollars for _, dollars in gained)
    _check_deal(state, chips, action)
    if first:
        chips = tuple(START_CHIPS[(each - action.start_seat) % table.seats] for each in range(table.seats))
    face_up = not table.options.dark
    return _begin_turn(
        state.but(
            round=state.round + 1,
            turn=1,
            start_seat=action.start_seat,
            active=action.start_seat,
            chips=chips,
            money=money,
            surges=(False,) * len(COMPANIES),
            areas=tuple(tuple(Slot(card, None, face_up) for card in cards) for cards in action.areas),
            hands=tuple(in_order(cards) for cards in action.hands),
            undrawn=in_order(action.undrawn),
        )
    )


def _check_deal(state: State, chips: Sequence[int], action: Deal) -> None:
    table, starts = state.table, action.start_seat
    expected = state.start_seat if state.round == 0 else next_start_player(chips, _start_seat(state))
    if not 0 <= starts < table.seats or expected not in (None, starts):
        raise Illegal("wrong-start", f"Seat {starts} does not start.", ruling="HLD-16", pointer="/start_seat")
    sizes = [[len(cards) for cards in action.areas], [len(cards) for cards in action.hands]]
    if sizes != [[DEALT] * len(COMPANIES), [table.hand_size] * table.seats]:
        raise Illegal("wrong-deal", f"Areas and hands of {sizes} cards are not a deal.", ruling="HLD-16")
    if in_order(itertools.chain(*action.areas, *action.hands, action.undrawn)) != table.deck:
        raise Illegal("wrong-deal", "The cards dealt are not the table's deck.", ruling="HLD-15")


def _start_seat(state: State) -> int:
    assert state.start_seat is not None, "there is a start player once a round has been dealt"
    return state.start_seat


def _begin_turn(state: State) -> State:
    return state.but(phase="sell" if state.turn == 1 else "place", placed=None)


def _place(state: State, seat: int, action: Place) -> State:
    company = INDEX[action.company]
    hand = tuple([card for card in state.hands[seat] if card != action.card])
    area = (*state.areas[company], Slot(action.card, seat, face_up=False))
    state = state.but(hands=put(state.hands, seat, hand), areas=put(state.areas, company, area))
    if state.phase == "place":
        return state.but(phase="sell", placed=action.company)
    return _next_final(state, (seat + 1) % state.table.seats)


def _sell(state: State, seat: int, action: Sell) -> State:
    return sold(state, seat, INDEX[action.company]).but(phase="buy")


def _skip_sell(state: State, seat: int, action: SkipSell) -> State:
    del action
    return given_chip(state, seat).but(phase="buy")


def _buy(state: State, seat: int, action: Buy) -> State:
    return bought(state, seat, INDEX[action.company]).but(phase="end")


def _skip_buy(state: State, seat: int, action: SkipBuy) -> State:
    del action
    return given_chip(state, seat).but(phase="end")


def _chip_cash(state: State, seat: int, action: ChipCash) -> State:
    del action
    return paying(state, seat, CASH_COST).but(money=put(state.money, seat, state.money[seat] + 1))


def _chip_peek(state: State, seat: int, action: ChipPeek) -> State:
    company, place = INDEX[action.company], action.slot - 1
    slot = state.areas[company][place]
    peeked = slot._replace(peeked_by=tuple(sorted({*slot.peeked_by, seat})))
    area = put(state.areas[company], place, peeked)
    return paying(state, seat, PEEK_COST).but(areas=put(state.areas, company, area))


def _chip_sell(state: State, seat: int, action: ChipSell) -> State:
    return sold(paying(state, seat, SELL_COST), seat, INDEX[action.company])


def _chip_buy(state: State, seat: int, action: ChipBuy) -> State:
    return bought(paying(state, seat, BUY_COST), seat, INDEX[action.company])


def _chip_surge(state: State, seat: int, action: ChipSurge) -> State:
    surges = put(state.surges, INDEX[action.company], True)
    return paying(state, seat, SURGE_COST).but(surges=surges)


def _end_turn(state: State, seat: int, action: EndTurn) -> State:
    del action
    following = (seat + 1) % state.table.seats
    if following != state.start_seat:
        return _begin_turn(state.but(active=following))
    if state.turn < state.table.turns:
        return _begin_turn(state.but(active=following, turn=state.turn + 1))
    return _next_final(state, following)


def _next_final(state: State, seat: int) -> State:
    """The final step goes round until every area is full (HLD-11)."""
    if not open_companies(state):
        return state.but(phase="score", active=None, placed=None)
    return state.but(phase="final", active=seat, placed=None)


def _score(state: State, seat: int, action: Score) -> State:
    del seat
    right = _scores(state)
    if action.prices != right.prices:
        raise Illegal("wrong-score", f"The cards do not make {action.prices}.", ruling="HLD-12", pointer="/prices")
    if action.totals != right.totals:
        raise Illegal("wrong-score", f"The seats do not own {action.totals}.", ruling="HLD-17", pointer="/totals")
    companies = tuple(_company_score(state, place) for place in range(len(COMPANIES)))
    worths = tuple(
        worth(each, state.money[each], state.shares[each], state.chips[each], action.prices)
        for each in range(state.table.seats)
    )
    return state.but(
        phase="deal" if state.round < state.table.options.rounds else "over",
        prices=action.prices,
        areas=tuple(tuple(slot._replace(face_up=True) for slot in area) for area in state.areas),
        scored=(*state.scored, RoundScore(state.round, companies, worths)),
    )


def _company_score(state: State, place: int) -> CompanyScore:
    cards = [slot.card for slot in state.areas[place]]
    return company_score(COMPANIES[place], cards, state.surges[place], state.prices[place])


_APPLY: Final[Mapping[type[Action], Callable[[State, int, Any], State]]] = {
    Deal: _deal,
    Place: _place,
    Sell: _sell,
    SkipSell: _skip_sell,
    Buy: _buy,
    SkipBuy: _skip_buy,
    ChipCash: _chip_cash,
    ChipPeek: _chip_peek,
    ChipSell: _chip_sell,
    ChipBuy: _chip_buy,
    ChipSurge: _chip_surge,
    EndTurn: _end_turn,
    Score: _score,
}


# -- the house --------------------------------------------------------------------------------------------------------


def house(state: State, rng: Rng) -> Action:
    """Set a round up, or determine prices. The first deal draws who starts (unless the table names a seat)."""
    if state.phase == "score":
        return _scores(state)
    table = state.table
    if state.round:
        chips = [gain_chips(had, 0, SETUP_CHIPS)[0] for had in state.chips]
        starts = next_start_player(chips, _start_seat(state))
    else:
        starts = state.start_seat if state.start_seat is not None else rng.below(table.seats)
    cards = iter(shuffled(rng, table.deck))
    areas = tuple(tuple(itertools.islice(cards, DEALT)) for _ in COMPANIES)
    hands = tuple(tuple(itertools.islice(cards, table.hand_size)) for _ in range(table.seats))
    return Deal(starts, areas, hands, tuple(cards))


def _scores(state: State) -> Score:
    prices = tuple(
        stock_price([slot.card for slot in area], surge) for area, surge in zip(state.areas, state.surges, strict=True)
    )
    return Score(prices, totals(state, prices))


def totals(state: State, prices: Sequence[int]) -> tuple[int, ...]:
    """What every seat is worth at these prices: money, shares, a dollar a chip (HLD-17)."""
    seats = zip(state.money, state.shares, state.chips, strict=True)
    return tuple([money + share_value(shares, prices) + chips for money, shares, chips in seats])
