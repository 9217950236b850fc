"""What the battery knows of Panic on Wall Street! by itself: what is conserved, and what a viewer may not know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.panic_on_wall_street import Draw, Extend, ForceBankruptcy, SellOff, State
from openingbell.rules.kernel import Action
from openingbell.rules.values import shuffled
from tests.service.rules.battery.known import Known, Renaming


def wall_street_accounts(state: State) -> None:
    """Section 8's invariants: companies, tokens, money with the bank's side of it, indicators, months."""
    if state.phase == "setup":
        assert (len(state.reserve), sum(state.cash), state.bank) == (46, 0, 0)
        return
    owned = list(state.companies)
    lot = [] if state.lot is None else [state.lot]
    everywhere = [*owned, *state.reserve, *state.pile, *state.removed, *lot]
    assert len(everywhere) == len(set(everywhere)) == 46
    assert all(each.owner in state.managers for each in state.companies.values())
    deals = [(each.owner, each.deal) for each in state.companies.values() if each.deal is not None]
    assert all(deal.investor in state.investors and deal.investor != owner for owner, deal in deals)
    assert all(sum(deal.investor == seat for _, deal in deals) <= 10 for seat in state.investors)
    assert state.phase == "negotiate" or not any(deal.closed for _, deal in deals)
    money = [*state.cash, *state.debts.values(), *(deal.price for _, deal in deals)]
    money += [offer.price for offer in state.offers.values()]
    assert all(amount >= 0 and amount % 5 == 0 for amount in money)
    assert sum(state.cash) == state.bank
    assert all(0 <= index <= 7 for index in state.market)
    assert 1 <= state.month <= 5
    assert len(state.reports) == state.month
    if state.phase == "bid":
        assert state.month < 5
        assert state.auction is not None
        assert state.auction.leader is None or state.auction.high <= state.cash[state.auction.leader]
    _month_by_month(state)


def _month_by_month(state: State) -> None:
    """Every seat's cash follows from its reports, and what investors pay is what managers receive."""
    cash = dict.fromkeys(range(state.table.seats), 120)
    for report in state.reports:
        rows = report.seats
        assert sum(row.received for row in rows) == sum(row.paid + row.repaid for row in rows)
        for row in rows:
            cash[row.seat] += row.income + row.written_off + row.received + row.sold
            cash[row.seat] -= row.paid + row.repaid + row.costs + row.bought + row.forfeited
            assert row.cash == cash[row.seat] >= 0
            assert row.written_off == 0 or row.income < 0
            incomes = [each.income or 0 for each in report.companies if each.investor == row.seat]
            assert row.income == sum(incomes)
    assert state.cash == tuple(cash.values())


def wall_street_swapped(state: State, viewer: int | None, rng: SeededRng) -> tuple[State, Renaming]:
    """The same game with unseen companies, sealed choices and private offers of others exchanged.

    Another's private offer has another price, or was never made; then how many that seat made is another number too.
    """
    unseen = shuffled(rng, [*state.reserve, *state.pile])
    swapped = state.but(
        pile=tuple(unseen[: len(state.pile)]),
        reserve=tuple(sorted(unseen[len(state.pile) :], key=list(state.reserve + state.pile).index)),
        sealed={
            seat: move if move is None or seat == viewer else _other(state, seat, move, rng)
            for seat, move in state.sealed.items()
        },
    )
    if state.table.options.private_offers and state.made:
        hidden = [key for key in state.offers if viewer not in (key.investor, state.companies[key.tile].owner)]
        gone = {key for key in hidden if rng.below(2)}
        offers = {
            key: offer._replace(price=offer.price + 5) if key in hidden else offer
            for key, offer in state.offers.items()
            if key not in gone
        }
        made = tuple(count if seat == viewer else rng.below(count + 1) for seat, count in enumerate(state.made))
        swapped = swapped.but(offers=offers, made=made)

    def rename(action: Action) -> Action:
        """What still lies face down after the draw is other companies in that world."""
        if not isinstance(action, Draw):
            return action
        shown = action.tiles[: len(action.tiles) - len(swapped.pile)]
        return Draw((*shown, *swapped.pile), action.auctioneer)

    return swapped, rename


def _other(state: State, seat: int, move: Action, rng: SeededRng) -> Action:
    if isinstance(move, SellOff):
        tiles = [tile for tile, each in state.companies.items() if each.owner == seat]
        return SellOff(tuple(shuffled(rng, tiles)[: len(move.tiles)]))
    return (Extend(), ForceBankruptcy())[rng.below(2)]


VARIANTS_AT = (3, 4, 5, 11)
"""The numbers of seats at which variants are played, out of nine."""


def few_variants(changes: Mapping[str, Any], seats: int) -> bool:
    """Every number of seats with the default options; the variants at those where something else begins."""
    return not changes or (seats in VARIANTS_AT and ("managers" not in changes or seats >= 5))


KNOWN = Known(
    variants=({"negotiation_s": 0, "offers": 4}, {"managers": 3, "min_price": 35}),
    offered=few_variants,
    invariant=wall_street_accounts,
    swapped=wall_street_swapped,
    nobody_left=lambda state: not state.living,
)
