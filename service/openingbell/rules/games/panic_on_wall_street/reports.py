"""What became of everybody's money, month by month: the breakdown of Panic on Wall Street!

Law. Values, and `booked`, through which every dollar moves: it changes cash, bank and the month's report together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from openingbell.rules.games.panic_on_wall_street.board import Colour
from openingbell.rules.values import quick

if TYPE_CHECKING:
    from openingbell.rules.games.panic_on_wall_street.state import State


@quick
@dataclass(frozen=True, slots=True)
class Payment:
    """What an investor owed a manager this month, and paid of it."""

    investor: int
    manager: int
    due: int
    paid: int


@quick
@dataclass(frozen=True, slots=True)
class Claim:
    """What a manager decided about what an investor in default still owed it: more time, or bankruptcy (`forced`)."""

    investor: int
    manager: int
    amount: int
    forced: bool


@quick
@dataclass(frozen=True, slots=True)
class CompanyReport:
    """A company in a month: its owner, what its colour yielded, and with an investor the price and the income."""

    tile: str
    colour: Colour
    double: bool
    owner: int
    value: int
    investor: int | None = None
    price: int | None = None
    income: int | None = None


@quick
@dataclass(frozen=True, slots=True)
class SeatReport:
    """A seat's month: its income and what the bank wrote off of a loss; what it received (old debts included) and paid
    for deals, and repaid of old debts; costs, sales, purchases at auction; what it lost to the bank in bankruptcy; and
    its cash after all that."""

    seat: int
    income: int = 0
    written_off: int = 0
    received: int = 0
    paid: int = 0
    repaid: int = 0
    costs: int = 0
    sold: int = 0
    bought: int = 0
    forfeited: int = 0
    cash: int = 0


@quick
@dataclass(frozen=True, slots=True)
class MonthReport:
    """A month: the dice and what a company of each colour yielded after them (red, yellow, green, blue; no dice before
    the roll, or where nobody was left to invest), company by company, seat by seat, every payment, who went bankrupt in
    which role, and what the creditors of those in default decided."""

    month: int
    dice: tuple[int, ...]
    values: tuple[int, ...]
    companies: tuple[CompanyReport, ...]
    seats: tuple[SeatReport, ...]
    payments: tuple[Payment, ...]
    ruined_investors: tuple[int, ...] = ()
    ruined_managers: tuple[int, ...] = ()
    claims: tuple[Claim, ...] = ()


TO_CASH = {
    "income": 1,
    "written_off": 1,
    "received": 1,
    "sold": 1,
    "paid": -1,
    "repaid": -1,
    "costs": -1,
    "bought": -1,
    "forfeited": -1,
}
BETWEEN_SEATS = frozenset({"received", "paid", "repaid"})


def booked(state: State, moves: Iterable[tuple[int, str, int]]) -> State:
    """The state after these moves of money: a seat, a field of its report, an amount. The bank has the other side of
    all but what seats pay each other."""
    cash, bank = list(state.cash), state.bank
    *before, now = state.reports
    seats = list(now.seats)
    for seat, kind, amount in moves:
        signed = TO_CASH[kind] * amount
        cash[seat] += signed
        if kind not in BETWEEN_SEATS:
            bank += signed
        seats[seat] = replace(seats[seat], **{kind: getattr(seats[seat], kind) + amount}, cash=cash[seat])
    return state.but(cash=tuple(cash), bank=bank, reports=(*before, replace(now, seats=tuple(seats))))
