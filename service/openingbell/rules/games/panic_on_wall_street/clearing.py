"""Who pays whom when not everybody can: the settlement of a month's deals.

Law. Pure arithmetic on cash and dues (`candidates`, `next_candidate`), and the steps of a settlement on states. Nobody
chooses here; where somebody must, the state says so and waits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from openingbell.rules.games.panic_on_wall_street.reports import Claim, Payment, booked
from openingbell.rules.games.panic_on_wall_street.state import Company, State

Dues = Mapping[int, Mapping[int, int]]
"""What each investor owes each manager this month."""


def candidates(cash: Sequence[int], dues: Dues) -> tuple[list[int], list[int]]:
    """Everybody's cash after all who surely can pay have paid, and the seats that may not be able to (PWS-12).

    All are assumed to pay; whoever would be below zero is struck out, which may bring others there, until nobody is.
    """
    left = set(dues)
    while True:
        after = _paid(cash, dues, left)
        below = {seat for seat in left if after[seat] < 0}
        if not below:
            return after, [seat for seat in sorted(dues) if seat not in left]
        left -= below


def _paid(cash: Sequence[int], dues: Dues, payers: Collection[int]) -> list[int]:
    after = list(cash)
    for seat in payers:
        for manager, due in dues[seat].items():
            after[seat] -= due
            after[manager] += due
    return after


def next_candidate(dues: Dues, left: Collection[int]) -> int:
    """Whose turn it is: somebody whom no candidate outside of a common circle owes anything, the lowest seat first."""
    return min(seat for seat in left if _debtors(dues, left, seat) <= _creditors(dues, left, seat) | {seat})


def _debtors(dues: Dues, left: Collection[int], seat: int) -> set[int]:
    """The candidates that owe the seat something, directly or through others."""
    return _reached(left, seat, lambda one, other: one in dues[other])


def _creditors(dues: Dues, left: Collection[int], seat: int) -> set[int]:
    return _reached(left, seat, lambda one, other: other in dues[one])


def _reached(left: Collection[int], seat: int, linked: Callable[[int, int], bool]) -> set[int]:
    found: set[int] = set()
    frontier = [seat]
    while frontier:
        one = frontier.pop()
        new = {other for other in left if other != one and linked(one, other)} - found
        found |= new
        frontier += new
    return found


def dues_of(state: State) -> dict[int, dict[int, int]]:
    """What the deals on the table ask of each investor."""
    dues: dict[int, dict[int, int]] = {}
    for company in state.companies.values():
        if company.deal is not None:
            row = dues.setdefault(company.deal.investor, {})
            row[company.owner] = row.get(company.owner, 0) + company.deal.price
    return {seat: dict(sorted(row.items())) for seat, row in sorted(dues.items())}


def settled(state: State) -> State:
    """All who can pay have paid; then the others, as far as nobody has to choose."""
    dues = dues_of(state)
    _, failing = candidates(state.cash, dues)
    payments = tuple([Payment(seat, to, due, 0) for seat, row in dues.items() for to, due in row.items()])
    state = state.but(payments=payments, queue=tuple(failing))
    for seat in dues:
        if seat not in failing:
            state = _pay(state, seat, dues[seat])
    return next_default(state)


def next_default(state: State) -> State:
    """Go through those who may not be able to pay, up to one that has to choose how to share out what it has."""
    while (state := _made_good(state)).queue:
        seat = debtor(state)
        due = still_due(state, seat)
        total, cash = sum(due.values()), state.cash[seat]
        if cash >= total:
            state = _pay(state, seat, due).but(queue=_without(state.queue, seat))
        elif cash == 0 or len(due) == 1:
            state = shared_out(state, seat, dict.fromkeys(due, cash))
        else:
            return state.but(phase="allocate")
    return next_claim(state)


def _made_good(state: State) -> State:
    """Who shared out too little, but has been paid enough since for all the rest, pays it and is in no default."""
    for seat in state.defaults:
        due = still_due(state, seat)
        if state.cash[seat] >= sum(due.values()):
            return _made_good(_pay(state, seat, due).but(defaults=_without(state.defaults, seat)))
    return state


def shared_out(state: State, seat: int, amounts: Mapping[int, int]) -> State:
    """The seat has paid these amounts, which are all it had, and is in default."""
    paid = _pay(state, seat, amounts)
    return paid.but(queue=_without(state.queue, seat), defaults=(*state.defaults, seat))


def debtor(state: State) -> int:
    """The investor in the queue whose turn it is."""
    dues = {seat: still_due(state, seat) for seat in state.queue}
    return next_candidate(dues, state.queue)


def still_due(state: State, seat: int) -> dict[int, int]:
    """What an investor owes each manager this month and has not paid."""
    return {each.manager: each.due - each.paid for each in state.payments if each.investor == seat}


def unpaid(state: State, seat: int) -> tuple[int, ...]:
    """The managers to whom the investor owes something still."""
    return tuple([manager for manager, due in still_due(state, seat).items() if due])


def next_claim(state: State) -> State:
    """The creditors of the first one in default choose; without one, payments are over and costs come."""
    if not state.defaults:
        return state.but(phase="costs", sealed={})
    return state.but(phase="claim", sealed=dict.fromkeys(unpaid(state, state.defaults[0])))


def decided(state: State, forcing: Mapping[int, bool]) -> State:
    """The creditors of the first one in default have chosen, each time or bankruptcy; one that forces is enough."""
    seat, *rest = state.defaults
    due = still_due(state, seat)
    claims = tuple([Claim(seat, manager, due[manager], forced) for manager, forced in forcing.items()])
    *before, now = state.reports
    state = state.but(defaults=tuple(rest), reports=(*before, replace(now, claims=(*now.claims, *claims))))
    return next_claim(_ruined(state, seat) if any(forcing.values()) else _extended(state, seat))


def _extended(state: State, seat: int) -> State:
    """What the investor has not paid is owed from now on (PWS-13)."""
    debts = dict(state.debts)
    for manager, due in still_due(state, seat).items():
        if due:
            debts[seat, manager] = debts.get((seat, manager), 0) + due
    return state.but(debts=dict(sorted(debts.items())))


def _ruined(state: State, seat: int) -> State:
    """The investor is bankrupt: no tokens, no debts, no role (PWS-14)."""
    state = state.but(
        investors=_without(state.investors, seat),
        companies={
            tile: Company(each.owner) if each.deal and each.deal.investor == seat else each
            for tile, each in state.companies.items()
        },
        debts={
            (owes, owed): amount
            for (owes, owed), amount in state.debts.items()
            if owes != seat and (owed != seat or seat in state.managers)
        },
    )
    *before, now = state.reports
    state = state.but(reports=(*before, replace(now, ruined_investors=(*now.ruined_investors, seat))))
    if state.table.both:
        return state
    return booked(state, [(seat, "forfeited", state.cash[seat])])


def _pay(state: State, seat: int, amounts: Mapping[int, int]) -> State:
    payments = tuple(
        [
            Payment(seat, each.manager, each.due, each.paid + amounts.get(each.manager, 0))
            if each.investor == seat
            else each
            for each in state.payments
        ]
    )
    moves = [move for to, sum_ in amounts.items() if sum_ for move in ((seat, "paid", sum_), (to, "received", sum_))]
    return booked(state.but(payments=payments), moves)


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple([other for other in seats if other != seat])
