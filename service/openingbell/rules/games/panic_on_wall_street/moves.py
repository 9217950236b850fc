"""How a game of Panic on Wall Street! runs: the months and their phases, and what the house does.

Law. `start`, `turn`, `apply` and `house`; what may be done lies in `legality`, what the moves of a negotiation do in
`negotiating`, who pays whom in `clearing`, costs and auctions in `managing`. `apply` trusts players' actions
(`kernel.play` checks them against `legal`) and checks the house's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from openingbell.rules.games.panic_on_wall_street import clearing, managing
from openingbell.rules.games.panic_on_wall_street.board import (
    BOTH,
    CASH,
    COLOUR,
    COLOURS,
    DEALT,
    DICE,
    DOUBLE,
    SEATS,
    SKEWED,
    START,
    STEP,
    TILES,
    USUAL,
    Colour,
    in_order,
    moved,
)
from openingbell.rules.games.panic_on_wall_street.negotiating import MOVES, negotiated
from openingbell.rules.games.panic_on_wall_street.reports import CompanyReport, MonthReport, booked
from openingbell.rules.games.panic_on_wall_street.state import (
    LONGEST,
    MOST_OFFERS,
    SHORTEST,
    Allocate,
    Bell,
    Bid,
    Company,
    Costs,
    Draw,
    Extend,
    ForceBankruptcy,
    GreenDie,
    Options,
    PassBid,
    Roll,
    SellOff,
    Settle,
    SetUp,
    State,
    Table,
    values_now,
)
from openingbell.rules.kernel import Turn
from openingbell.rules.options import check_flag, check_offered, check_seats, check_whole
from openingbell.rules.seats import OVER, alone, of_house, together
from openingbell.rules.values import Action, Illegal, Rng, pick, shuffled

# -- start -----------------------------------------------------------------------------------------------------------


def start(seats: int, options: Options) -> State:
    """The table before roles and companies are drawn. Raises `Illegal` for options that do not fit."""
    _check(seats, options)
    return State(
        table=Table(seats, options),
        phase="setup",
        month=1,
        cash=(0,) * seats,
        bank=0,
        managers=(),
        investors=(),
        first_managers=(),
        first_investors=(),
        market=(START,) * len(COLOURS),
        companies={},
        reserve=TILES,
        removed=(),
    )


def _check(seats: int, options: Options) -> None:
    check_seats(seats, SEATS, "PWS-01")
    seconds = options.negotiation_s
    if type(seconds) is not int or (seconds != 0 and not SHORTEST <= seconds <= LONGEST):
        message = f"negotiation_s is {SHORTEST} to {LONGEST} seconds, or 0 for no bell, not {seconds!r}."
        raise Illegal("out-of-range", message, ruling="PWS-09", pointer="/negotiation_s")
    check_flag("private_offers", options.private_offers, "PWS-09")
    check_whole("offers", options.offers, 1, MOST_OFFERS, "PWS-09")
    most = 0 if seats in BOTH else seats - 1
    check_whole("managers", options.managers, 0, most, "PWS-01")
    check_whole("min_price", options.min_price, STEP, USUAL, "PWS-04")
    if options.min_price % STEP:
        message = f"min_price is a multiple of {STEP}, not {options.min_price}."
        raise Illegal("off-step", message, ruling="PWS-04", pointer="/min_price")
    check_offered("green_die", options.green_die, get_args(GreenDie), "PWS-02")


def roles(seats: int, managers: int = 0) -> tuple[int, int, bool]:
    """How many managers (0: half) and investors there are, and whether everybody is both (PWS-01)."""
    if seats in BOTH:
        return seats, seats, True
    count = managers or seats // 2
    return count, seats - count, False


# -- turn ------------------------------------------------------------------------------------------------------------


def turn(state: State) -> Turn:
    """Who must act."""
    phase = state.phase
    if phase == "negotiate":
        done = state.done
        awaited = tuple([seat for seat in state.living if seat not in done])
        if not awaited:
            return of_house("bell")
        seconds = state.table.options.negotiation_s or None
        return Turn(awaited, "free", seconds, "negotiate", (), tuple(sorted(done)))
    if phase == "bid":
        assert state.auction is not None
        assert state.auction.asked is not None
        return alone(state.auction.asked, phase)
    if phase == "allocate":
        return alone(clearing.debtor(state), phase)
    if phase in ("claim", "sell"):
        owing = tuple([seat for seat, move in state.sealed.items() if move is None])
        return together(owing, tuple([seat for seat, move in state.sealed.items() if move is not None]), phase)
    return OVER if phase == "over" else of_house(phase)


# -- apply -----------------------------------------------------------------------------------------------------------


def apply(state: State, seat: int, action: Action) -> State:
    """The state after an action; the last sealed move of a step takes effect with all the others."""
    if type(action) in MOVES:
        return negotiated(state, seat, action)
    when = _HOUSE_PHASES.get(type(action))
    if when is not None and state.phase != when:
        raise Illegal("not-now", f"That is for phase {when}, not {state.phase}.", ruling="GEN-06")
    return _APPLY[type(action)](state, seat, action)


def _set_up(state: State, seat: int, action: SetUp) -> State:
    del seat
    seats = state.table.seats
    count, _, both = roles(seats, state.table.options.managers)
    managers = action.managers
    if len(managers) != count or tuple(sorted(set(managers) & set(range(seats)))) != managers:
        raise Illegal("wrong-roles", f"{managers!r} are not {count} seats in order.", ruling="PWS-01")
    dealt = [tile for row in action.tiles for tile in row]
    sizes = [DEALT if seat in managers else 0 for seat in range(seats)]
    if [len(row) for row in action.tiles] != sizes or len(set(dealt)) != len(dealt) or not set(dealt) <= set(TILES):
        raise Illegal("wrong-deal", f"{dealt} are not {DEALT} companies a manager.", ruling="PWS-03")
    if DOUBLE & set(dealt):
        raise Illegal("wrong-deal", "A company that pays double is not dealt.", ruling="PWS-03")
    owner = {tile: seat for seat, row in enumerate(action.tiles) for tile in row}
    investors = tuple([seat for seat in range(seats) if both or seat not in managers])
    return managing.month_begun(
        state.but(
            cash=(CASH,) * seats,
            bank=CASH * seats,
            managers=managers,
            investors=investors,
            first_managers=managers,
            first_investors=investors,
            companies={tile: Company(owner[tile]) for tile in in_order(owner)},
            reserve=tuple([tile for tile in TILES if tile not in owner]),
        ),
        month=1,
    )


def _bell(state: State, seat: int, action: Bell) -> State:
    """What was offered and not taken is void; what was closed can be changed again from the next month on (PWS-06)."""
    del seat, action
    companies = {
        tile: each._replace(deal=each.deal._replace(closed=False)) if each.deal and each.deal.closed else each
        for tile, each in state.companies.items()
    }
    return state.but(phase="roll", companies=companies, offers={}, done=frozenset(), made=())


def _roll(state: State, seat: int, action: Roll) -> State:
    del seat
    faces = [dice(colour, state.table.options) for colour in COLOURS]
    if len(action.dice) != len(faces) or any(die not in sides for die, sides in zip(action.dice, faces, strict=True)):
        raise Illegal("wrong-dice", f"{action.dice!r} is not what the dice can show.", ruling="PWS-02")
    market = tuple([moved(index, die) for index, die in zip(state.market, action.dice, strict=True)])
    state = state.but(market=market)
    values = values_now(state)
    companies = tuple([_company_report(tile, each, values) for tile, each in state.companies.items()])
    *before, now = state.reports
    report = MonthReport(now.month, action.dice, tuple(values.values()), companies, now.seats, ())
    state = state.but(reports=(*before, report), phase="settle")
    moves = []
    for investor in state.investors:
        net = sum(each.income or 0 for each in companies if each.investor == investor)
        lost = written_off(state.cash[investor], net)
        moves += [(investor, "income", net), (investor, "written_off", lost)]
    return booked(state, moves)


def _company_report(tile: str, company: Company, values: Mapping[Colour, int]) -> CompanyReport:
    colour, double = COLOUR[tile], tile in DOUBLE
    plain = (tile, colour, double, company.owner, values[colour])
    if company.deal is None:
        return CompanyReport(*plain)
    income = income_of(values[colour], double=double)
    return CompanyReport(*plain, company.deal.investor, company.deal.price, income)


def income_of(value: int, *, double: bool) -> int:
    """What a company brings to its investor (PWS-10)."""
    return 2 * value if double else value


def written_off(cash: int, income: int) -> int:
    """What the bank does not get of a loss, since nobody has less than nothing (PWS-10)."""
    return max(0, -income - cash)


def _settle(state: State, seat: int, action: Settle) -> State:
    del seat
    return _checked(clearing.settled(state), action.cash)


def _costs(state: State, seat: int, action: Costs) -> State:
    del seat
    return _checked(managing.collected(state), action.cash)


def _checked(state: State, cash: tuple[int, ...]) -> State:
    if state.cash != cash:
        raise Illegal("wrong-totals", f"Everybody has {state.cash}, not {cash!r}.", ruling="GEN-06", pointer="/cash")
    return state


def _allocate(state: State, seat: int, action: Allocate) -> State:
    amounts = {int(manager): amount for manager, amount in action.amounts.items()}
    return clearing.next_default(clearing.shared_out(state, seat, amounts))


def _claim(state: State, seat: int, action: Action) -> State:
    """Keep a creditor's choice; with the last one the investor is extended, or bankrupt (PWS-13)."""
    sealed = {**state.sealed, seat: action}
    if None in sealed.values():
        return state.but(sealed=sealed)
    return clearing.decided(state, {manager: type(move) is ForceBankruptcy for manager, move in sealed.items()})


_HOUSE_PHASES: Final[Mapping[type[Action], str]] = {
    SetUp: "setup",
    Bell: "negotiate",
    Roll: "roll",
    Settle: "settle",
    Costs: "costs",
    Draw: "draw",
}
_APPLY: Final[Mapping[type[Action], Callable[[State, int, Any], State]]] = {
    SetUp: _set_up,
    Bell: _bell,
    Roll: _roll,
    Settle: _settle,
    Allocate: _allocate,
    Extend: _claim,
    ForceBankruptcy: _claim,
    Costs: _costs,
    SellOff: managing.sell,
    Draw: managing.drawn_up,
    Bid: managing.bid,
    PassBid: managing.bid,
}

# -- the house -------------------------------------------------------------------------------------------------------


def house(state: State, rng: Rng) -> Action:
    """What the house does now: the same for the same generator."""
    phase = state.phase
    if phase == "setup":
        return _dealt(state.table, rng)
    if phase == "negotiate":
        return Bell()
    if phase == "roll":
        return Roll(tuple([pick(rng, dice(colour, state.table.options)) for colour in COLOURS]))
    if phase == "settle":
        return Settle(clearing.settled(state).cash)
    if phase == "costs":
        return Costs(managing.collected(state).cash)
    assert phase == "draw"
    auctioneer = pick(rng, state.investors) if state.investors else None
    count = managing.auction_count(len(state.managers), len(state.reserve))
    return Draw(tuple(shuffled(rng, state.reserve)[:count]), auctioneer)


def _dealt(table: Table, rng: Rng) -> SetUp:
    """Managers by lot; then the companies are shuffled and dealt, those that pay double passed over (PWS-03)."""
    seats = table.seats
    count, _, both = roles(seats, table.options.managers)
    managers = tuple(range(seats)) if both else tuple(sorted(shuffled(rng, range(seats))[:count]))
    ordinary = iter([tile for tile in shuffled(rng, TILES) if tile not in DOUBLE])
    rows = {seat: in_order([next(ordinary) for _ in range(DEALT)]) for seat in managers}
    return SetUp(managers, tuple([rows.get(seat, ()) for seat in range(seats)]))


def dice(colour: Colour, options: Options) -> tuple[int, ...]:
    """The faces of a colour's die."""
    return SKEWED if colour == "green" and options.green_die == "skewed" else DICE[colour]
