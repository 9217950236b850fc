"""What the greedy bot thinks of a decision in Panic on Wall Street!

Law. A company is worth to its investor what its colour yields on average after the next roll; investors ask for most of
that as their margin and managers leave them some. Nothing is weighed beyond the month, but for what a company that is
bought at auction may bring until the end. The bot keeps no promise that the rules do not enforce.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import cache
from typing import Final

from openingbell.bots.raising import raised
from openingbell.rules.choices import Choices
from openingbell.rules.games.panic_on_wall_street import (
    Accept,
    Bid,
    Done,
    Options,
    PassBid,
    Propose,
    View,
    Withdraw,
)
from openingbell.rules.games.panic_on_wall_street.board import COST, SCALE, STEP, Colour, moved, value
from openingbell.rules.games.panic_on_wall_street.moves import dice
from openingbell.rules.games.panic_on_wall_street.views import CompanyView, OfferView
from openingbell.rules.values import Action, Rng

OPENING: Final = 0.35
"""What part of a company's worth an investor offers first for one that nobody has."""
CEILING: Final = 0.75
"""What part of it an investor pays at most."""
ASKING: Final = 0.85
"""What part of it a manager asks for."""
RENT: Final = 0.5
"""What part of it a manager expects, when buying a company at auction."""


def choose(view: View, choices: Choices, rng: Rng) -> Action:
    """The move of the best expectation among those that come to mind; done or the default otherwise."""
    del rng
    kinds = {choice.action for choice in choices}
    if Bid in kinds:
        return _bid(view, choices)
    if Done not in kinds:
        assert choices.default is not None
        return choices.default
    for action in Negotiator(view).ideas():
        if action in choices:
            return action
    return Done()


@cache
def expected(colour: Colour, index: int, options: Options) -> float:
    """What a company of that colour yields on average after the next roll."""
    return statistics.mean(value(colour, moved(index, die)) for die in dice(colour, options))


def _bid(view: View, choices: Choices) -> Action:
    """A raise towards what the company brings beyond its costs until the end, as long as the costs can be paid."""
    lot, seat = view.auction, view.seat
    assert lot is not None
    assert seat is not None
    index = next(each.index for each in view.market if each.colour == lot.colour)
    rent = RENT * expected(lot.colour, index, view.options) * (2 if lot.double else 1)
    months = view.months_in_all - view.month
    owned = sum(each.owner == seat for each in view.companies) + 1
    spare = view.players[seat].cash - COST * owned
    worth = min(months * (rent - COST) / 2, spare)
    if lot.high + STEP > worth:
        return PassBid()
    bid = Bid(raised(lot.high, int(worth), STEP))
    return bid if bid in choices else PassBid()


class Negotiator:
    """What a seat may want in a negotiation, best first."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.me = view.players[view.seat]
        self.worth = {each.tile: self._worth(each) for each in view.companies}
        self.company = {each.tile: each for each in view.companies}
        self.own_offers = {(each.tile, each.investor): each for each in view.offers if each.by == view.seat}

    def _worth(self, company: CompanyView) -> float:
        index = next(each.index for each in self.view.market if each.colour == company.colour)
        return expected(company.colour, index, self.view.options) * (2 if company.double else 1)

    def ideas(self) -> Iterator[Action]:
        """Answers to offers, deals to leave, offers of one's own."""
        yield from self._answers()
        if self.me.invests:
            yield from self._departures()
            yield from self._bids_for_shares()
        if self.me.manages:
            yield from self._advertisements()

    def _answers(self) -> Iterator[Action]:
        """The best of the offers that improve on what is."""
        mine = [each for each in self.view.offers if each.to == self.seat]
        gains = [(self._gain(each), each) for each in mine]
        for gain, offer in sorted(gains, key=lambda pair: -pair[0]):
            if gain > 0:
                yield Accept(offer.offer, offer.price)

    def _gain(self, offer: OfferView) -> float:
        """How much better off this seat is with the offer than with what is now."""
        company = self.company[offer.tile]
        if offer.investor == self.seat:
            now = self.worth[offer.tile] - (company.price or 0) if company.investor == self.seat else 0.0
            return CEILING * self.worth[offer.tile] - offer.price - max(now, 0.0)
        now = 0.0 if company.investor is None else self._sure(company.investor, company.price or 0, extra=0)
        return self._sure(offer.investor, offer.price, extra=offer.price) - now

    def _sure(self, investor: int, price: int, *, extra: int) -> float:
        """What part of a price the investor can be expected to pay, with this much more to pay than now."""
        rows = [each for each in self.view.companies if each.investor == investor]
        due = sum(each.price or 0 for each in rows) + extra
        means = self.view.players[investor].cash + sum(self.worth[each.tile] for each in rows)
        return price * min(1.0, max(means, 0.0) / due) if due else float(price)

    def _departures(self) -> Iterator[Action]:
        for each in self.view.companies:
            if each.investor == self.seat and each.price is not None and each.price >= self.worth[each.tile]:
                yield Withdraw(each.tile, each.price)

    def _bids_for_shares(self) -> Iterator[Action]:
        """Offers to managers, the most profitable first, above what another investor pays or asks."""
        ideas = []
        spare = self._budget()
        for each in self.view.companies:
            if each.owner == self.seat or each.investor == self.seat or self.me.free_tokens == 0:
                continue
            worth = self.worth[each.tile]
            price = _rounded(OPENING * worth) if each.investor is None else (each.price or 0) + STEP
            before = self.own_offers.get((each.tile, self.seat))
            if before is not None and before.price >= price:
                continue
            if STEP <= price <= min(CEILING * worth, spare):
                ideas.append((worth - price, Propose(each.tile, self.seat, price, "open")))
        yield from (idea for _, idea in sorted(ideas, key=lambda pair: -pair[0]))

    def _budget(self) -> float:
        """What this seat can pay beyond its deals and its offers even if the dice disappoint."""
        rows = [each for each in self.view.companies if each.investor == self.seat]
        offered = sum(each.price for each in self.own_offers.values() if each.investor == self.seat)
        lowest = sum(min(SCALE[each.colour][2:]) for each in rows)
        return self.me.cash - sum(each.price or 0 for each in rows) - offered / 2 + lowest

    def _advertisements(self) -> Iterator[Action]:
        """Companies without an investor, to whoever has most money left."""
        best = sorted(
            (each for each in self.view.players if each.invests and each.seat != self.seat and each.free_tokens),
            key=lambda each: -self._means(each.seat),
        )
        for each in self.view.companies:
            if each.owner != self.seat or each.investor is not None:
                continue
            price = _rounded(ASKING * self.worth[each.tile])
            for rank, who in enumerate(best[:3]):
                factor = 1.0 if rank else 1.2
                asked = _rounded(factor * price)
                if (each.tile, who.seat) not in self.own_offers and STEP <= asked <= self._means(who.seat):
                    yield Propose(each.tile, who.seat, asked, "open")

    def _means(self, seat: int) -> float:
        rows = [each for each in self.view.companies if each.investor == seat]
        return self.view.players[seat].cash + sum(self.worth[each.tile] - (each.price or 0) for each in rows)


def _rounded(price: float) -> int:
    return STEP * int(price // STEP)
