"""A whole state of a game of peeking and passing that one viewer cannot tell from the real one.

Law. From the view alone. Beside all that the view shows, it accounts for what follows from it: cards that the viewer
passed on are still where they can be, whoever bids in the open auction can pay, and the rounds of passing that others
made among themselves could have been made. Auctions that are closed need no explaining.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Final, NamedTuple

from openingbell.rules.auctions import Auction
from openingbell.rules.cards import in_order
from openingbell.rules.market import Market, Standing
from openingbell.rules.peek_and_pass.moves import legal
from openingbell.rules.peek_and_pass.state import DEALT, KEPT, ROUNDS, State, Table, neighbour
from openingbell.rules.peek_and_pass.views import CommonView
from openingbell.rules.values import Rng, drawn, shuffled
from openingbell.rules.worlds import Need, dealt_out, sealed_anew

TRIES: Final = 8
"""Random routes of the cards that the viewer passed on, before all of them are gone through."""

_AT_END: Final = ROUNDS + 1


class Route(NamedTuple):
    """Where a card went that the viewer gave away in `round`: its `holders` after that round and every later one.

    It ends with the viewer, if it came back, or where it was when the viewer last knew or the passing ended.
    """

    card: str
    round: int
    holders: tuple[int, ...]


class Facts:
    """What the view implies about where cards were and are."""

    def __init__(self, view: CommonView) -> None:
        self.view = view
        self.seats = range(view.seats)
        self.others = [seat for seat in self.seats if seat != view.seat]
        done = view.phase in ("panic", "discard", "score", "deal", "over")
        self.rounds = view.round if done else view.round - 1
        self.given = {each.round: each.given for each in view.own_passes or ()}
        self.received = {each.round: each.received for each in view.own_passes or ()}

    def to(self, seat: int) -> int:
        return neighbour(seat, self.view.hand, self.view.seats)

    def passed(self, round_: int) -> int:
        """How many cards a seat passes in a round."""
        return ROUNDS + 1 - round_

    @cached_property
    def payments(self) -> list[tuple[int, int, tuple[str, ...]]]:
        """(round, seat, cards); a payment comes before its round's passing."""
        return [
            (each.round, each.winner, each.paid)
            for each in self.view.auctions
            if each.paid is not None and each.winner is not None
        ]

    @cached_property
    def fates(self) -> dict[str, tuple[int, int]]:
        """Card -> the other seat that it was last seen with and the first round in which it could not move any more."""
        fates = {card: (seat, round_) for round_, seat, cards in self.payments for card in cards}
        for step in self.view.discards:
            fates |= {card: (seat, _AT_END) for seat, cards in enumerate(step) for card in cards}
        for seat, cards in enumerate(self.view.shown or ()):
            fates |= {card: (seat, _AT_END) for card in cards if card not in fates}
        return fates

    def unlocked(self, seat: int, round_: int) -> int:
        """How many unlocked cards the seat held when it passed cards in that round."""
        return DEALT - sum(len(cards) for paid, payer, cards in self.payments if payer == seat and paid <= round_)

    def routes(self, card: str, round_: int, holders: tuple[int, ...]) -> Iterator[Route]:
        """Every way for a card that `holders` had since the viewer gave it away."""
        now, holder = round_ + len(holders), holders[-1]
        fate = self.fates.get(card)
        if now > self.rounds or (fate is not None and fate[1] <= now):
            if fate is None or fate[0] == holder:
                yield Route(card, round_, holders)
            return
        target, back = self.to(holder), card in self.received.get(now, ())
        if target == self.view.seat:
            if back:
                yield Route(card, round_, (*holders, target))
            else:
                yield from self.routes(card, round_, (*holders, holder))
        elif not back:
            yield from self.routes(card, round_, (*holders, holder))
            yield from self.routes(card, round_, (*holders, target))

    def weight(self, route: Route) -> float:
        """How likely the route is if everybody passes cards at random."""
        weight = 1.0
        for now, (holder, then) in enumerate(itertools.pairwise(route.holders), start=route.round + 1):
            part = self.passed(now) / self.unlocked(holder, now)
            weight *= part if then != holder else 1 - part
        return weight

    def possible(self, routes: Sequence[Route]) -> bool:
        """Whether these routes fit together: nobody passes too many cards, keeps too many, or holds too many now."""
        moved: Counter[tuple[int, int]] = Counter()
        stayed: Counter[tuple[int, int]] = Counter()
        held: Counter[int] = Counter()
        for route in routes:
            for now, (holder, then) in enumerate(itertools.pairwise(route.holders), start=route.round + 1):
                (moved if then != holder else stayed)[holder, now] += 1
            if route.card not in self.fates and route.holders[-1] != self.view.seat:
                held[route.holders[-1]] += 1
        return (
            all(count <= self.passed(now) for (_, now), count in moved.items())
            and all(count <= self.unlocked(seat, now) - self.passed(now) for (seat, now), count in stayed.items())
            and all(count <= self.view.card_counts[seat] for seat, count in held.items())
        )

    def stayed(self, routes: Sequence[Route], seat: int, round_: int) -> set[str]:
        """The cards of these routes that the seat had before that round's passing and did not pass on."""
        result = set()
        for route in routes:
            place = round_ - route.round
            if 1 <= place < len(route.holders) and route.holders[place - 1] == route.holders[place] == seat:
                result.add(route.card)
        return result

    def moved(self, routes: Sequence[Route], seat: int, round_: int) -> list[str]:
        """The cards of these routes that the seat passed on in that round."""
        result = []
        for route in routes:
            place = round_ - route.round
            if 1 <= place < len(route.holders) and seat == route.holders[place - 1] != route.holders[place]:
                result.append(route.card)
        return result


def imagine(state: State, view: CommonView, rng: Rng) -> State:
    """A full state whose view from `view.seat` is `view`; `state` is that table before its first deal.

    Raises `ValueError` if the view is of no possible game.
    """
    if view.hand == 0:
        return state
    facts = Facts(view)
    for routes in _route_sets(facts, rng):
        places = _places(state.table.deck, facts, routes, rng)
        if places is not None:
            return _filled(state, facts, routes, places, rng)
    raise ValueError("no game leads to this view")


def _route_sets(facts: Facts, rng: Rng) -> Iterator[Sequence[Route]]:
    """Routes that fit together: by chance a few times, then all in random order."""
    viewer = facts.view.seat
    ways = [
        list(facts.routes(card, round_, (facts.to(viewer),)))
        for round_, cards in facts.given.items()
        for card in cards
        if viewer is not None
    ]
    for _ in range(TRIES):
        routes = [_weighted(options, [facts.weight(route) for route in options], rng) for options in ways]
        if facts.possible(routes):
            yield routes
    for combination in shuffled(rng, list(itertools.product(*ways))):
        if facts.possible(combination):
            yield combination


def _weighted(options: list[Route], weights: list[float], rng: Rng) -> Route:
    if len(options) == 1:
        return options[0]
    fine = 1 << 30
    mark = rng.below(fine) / fine * sum(weights)
    for option, weight in zip(options, weights, strict=True):
        mark -= weight
        if mark < 0:
            return option
    return options[-1]


def _places(deck: Sequence[str], facts: Facts, routes: Sequence[Route], rng: Rng) -> list[list[str]] | None:
    """Every seat's unlocked cards, then the stacks', then the stub's; None if these routes leave no way."""
    view = facts.view
    fixed: list[list[str]] = [[] for _ in facts.seats]
    sizes = [*view.card_counts, *(stack.size for stack in view.stacks), view.stub_count]
    for seat in facts.seats:
        if view.shown is not None:
            fixed[seat] = [card for card in view.shown[seat] if card not in view.locked[seat]]
        elif seat == view.seat:
            fixed[seat] = list(view.own_cards or ())
    for route in routes:
        if route.card not in facts.fates and route.holders[-1] != view.seat:
            fixed[route.holders[-1]].append(route.card)
    fixed += [list(stack.cards or ()) for stack in view.stacks]
    fixed.append([])
    seen = set(itertools.chain(*fixed, *view.locked, *(standing.cards for standing in view.market)))
    pool = [card for card in deck if card not in seen]
    return dealt_out(pool, fixed, sizes, _needs(facts), rng)


def _needs(facts: Facts) -> list[Need]:
    """What the bids of the auction that is open, or being paid, say about the others' cards."""
    view = facts.view
    if view.phase not in ("auction", "pay"):
        return []
    bids = {call.seat: call.bid for call in view.auctions[-1].calls if call.bid is not None}
    return [Need(seat, KEPT - len(view.locked[seat]), bid) for seat, bid in bids.items() if seat != view.seat]


def _passes(
    facts: Facts, routes: Sequence[Route], hands: Sequence[Sequence[str]], rng: Rng
) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Who passed what in every completed round, worked out backwards from the cards that they hold now."""
    view = facts.view
    held = [set(cards) for cards in hands]
    for step in view.discards:
        for seat, cards in enumerate(step):
            held[seat] |= set(cards)
    rounds: list[tuple[tuple[str, ...], ...]] = []
    for round_, payer, cards in facts.payments:
        if round_ > facts.rounds:
            held[payer] |= set(cards)
    for now in range(facts.rounds, 0, -1):
        given = tuple(_gave(facts, routes, seat, now, held[facts.to(seat)], rng) for seat in facts.seats)
        for seat, cards in enumerate(given):
            held[facts.to(seat)] -= set(cards)
        for seat, cards in enumerate(given):
            held[seat] |= set(cards)
        for round_, payer, paid in facts.payments:
            if round_ == now:
                held[payer] |= set(paid)
        rounds.append(given)
    return tuple(reversed(rounds))


def _gave(facts: Facts, routes: Sequence[Route], seat: int, now: int, received: set[str], rng: Rng) -> tuple[str, ...]:
    """What a seat gave in a round, out of what its neighbour held just after it."""
    if seat == facts.view.seat:
        return facts.given[now]
    if facts.to(seat) == facts.view.seat:
        return facts.received[now]
    sure = facts.moved(routes, seat, now)
    bound = facts.stayed(routes, facts.to(seat), now).union(sure)
    free = [card for card in in_order(received) if card not in bound]
    return in_order([*sure, *drawn(rng, free, facts.passed(now) - len(sure))])


def _filled(state: State, facts: Facts, routes: Sequence[Route], places: Sequence[Sequence[str]], rng: Rng) -> State:
    view, seats = facts.view, facts.view.seats
    hands = tuple(in_order(cards) for cards in places[:seats])
    auction, auctions = None, view.auctions
    if view.phase == "auction":
        record, auctions = auctions[-1], auctions[:-1]
        out = {call.seat for call in record.calls if call.bid is None}
        live = tuple(seat for seat in facts.seats if len(view.locked[seat]) < KEPT and seat not in out)
        auction = Auction(record.opener, live, view.asked[0], view.high_bid or 0, view.bidder, record.calls)
    table = state.table
    shown = [stack.cards or () for stack in view.stacks if stack.revealed]
    state = state.but(
        phase=view.phase,
        hand=view.hand,
        round=view.round,
        dealer=view.dealer,
        opener=view.opener,
        last_winner=view.last_winner,
        totals=view.totals,
        hands=hands,
        locked=view.locked,
        stacks=tuple(in_order(cards) for cards in places[seats : seats + ROUNDS]),
        revealed=len(shown),
        stub=tuple(places[-1]),
        market=table.market.plus(itertools.chain(*shown, *itertools.chain(*view.discards))),
        auction=auction,
        auctions=auctions,
        passes=_passes(facts, routes, hands, rng),
        discards=view.discards,
        scored=tuple(
            table.scoring(
                each.hand,
                _market(table, each.market),
                tuple(tuple(row.card for row in seat.cards) for seat in each.seats),
                tuple(seat.total for seat in each.seats),
            )
            for each in view.scored
        ),
    )
    if view.phase not in ("pass", "panic", "discard"):
        return state
    state = state.but(sealed=(None,) * seats)
    return state.but(sealed=sealed_anew(view, partial(legal, state), rng))


def _market(table: Table, standings: Sequence[Standing]) -> Market:
    return table.market.plus(itertools.chain.from_iterable(standing.cards for standing in standings))
