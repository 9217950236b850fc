"""A whole state of Bear Market that one viewer cannot tell from the real one.

Law. From the view alone. Ten cards travel round the table as one packet, and each seat on the way takes a lock (secret)
and a discard (public) out of it. A viewer knows a packet from the first time it held it: what is missing when it
comes back was locked on the way, and what it has passed on since is locked somewhere behind it or still in the packet.
Cards never seen are anywhere else. Every world that fits is equally likely here.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import partial

from openingbell.rules.cards import in_order
from openingbell.rules.games.bear_market.moves import legal, start
from openingbell.rules.games.bear_market.sorting import LowMarket, RankedSuit
from openingbell.rules.games.bear_market.state import DEALT, Draft, Scored, State, direction
from openingbell.rules.games.bear_market.views import View
from openingbell.rules.matches import without
from openingbell.rules.values import Rng, shuffled
from openingbell.rules.worlds import sealed_anew


@dataclass
class Packet:
    """One hand as it was dealt to seat `start`, on its way round.

    `sightings` maps a round (from 0) to the cards that the viewer then held, `locks` and `discards` give the card taken
    out in each completed round (None: not known yet), and `rest` is what is left now (None: not known yet).
    """

    holders: tuple[int, ...]
    discards: list[str]
    locks: list[str | None]
    sightings: dict[int, tuple[str, ...]] = field(default_factory=dict)
    rest: tuple[str, ...] | None = None

    def unknown(self) -> int:
        """How many of its cards have no place yet."""
        left = DEALT - 2 * len(self.locks) if self.rest is None else 0
        return self.locks.count(None) + left

    def fill(self, cards: list[str], first: int, end: int) -> None:
        """Give these cards to the unknown locks of rounds `first` to `end`, and those over to the rest."""
        for round_ in range(first, end):
            if self.locks[round_] is None:
                self.locks[round_] = cards.pop()
        if end == len(self.locks) and self.rest is None:
            self.rest = in_order(cards)


def imagine(view: View, rng: Rng) -> State:
    """A full state whose view from `view.seat` is `view`. Raises `ValueError` if the view is of no possible game."""
    state = start(view.seats, view.options)
    if view.hand == 0:
        return state
    packets = [_packet(view, seat) for seat in range(view.seats)]
    for packet in packets:
        _explain(packet, rng)
    seen = {card for packet in packets for card in packet.discards}
    seen.update(card for packet in packets for card in packet.locks if card is not None)
    seen.update(card for packet in packets for card in packet.rest or ())
    pool = shuffled(rng, [card for card in state.table.deck if card not in seen])
    if len(pool) != view.stub_count + sum(packet.unknown() for packet in packets):
        raise ValueError("no game leads to this view")
    for packet in packets:
        count = packet.unknown()
        if count or packet.rest is None:
            cards, pool = pool[:count], pool[count:]
            packet.fill(cards, 0, len(packet.locks))
    return _filled(state, view, packets, in_order(pool), rng)


def _packet(view: View, first: int) -> Packet:
    """What the view says about the hand that was dealt to that seat."""
    done, step = len(view.discards), direction(view.hand)
    holders = tuple((first + step * round_) % view.seats for round_ in range(done + 1))
    discards = [view.discards[round_][holders[round_]] for round_ in range(done)]
    locks: list[str | None] = [None] * done
    packet = Packet(holders, discards, locks)
    if view.shown is not None:
        packet.locks = [view.shown[holders[round_]][round_] for round_ in range(done)]
        packet.rest = ()
        return packet
    for own in view.own_rounds or ():
        if holders[own.round - 1] == view.seat:
            packet.locks[own.round - 1] = own.lock
            packet.sightings[own.round - 1] = own.held
    if view.phase == "draft" and holders[done] == view.seat:
        packet.rest = packet.sightings[done] = view.own_cards or ()
    return packet


def _explain(packet: Packet, rng: Rng) -> None:
    """Find a place for every card that the viewer has seen in the packet."""
    rounds = sorted(packet.sightings)
    done = len(packet.locks)
    for now, then in itertools.zip_longest(rounds, rounds[1:]):
        end = done if then is None else then
        kept = packet.sightings[then] if then is not None else ()
        out = {*packet.discards[now:end], *kept, packet.locks[now] if now < done else ""}
        missing = shuffled(rng, [card for card in packet.sightings[now] if card not in out])
        if now < done:
            packet.fill(missing, now, end)


def _filled(state: State, view: View, packets: list[Packet], stub: tuple[str, ...], rng: Rng) -> State:
    done, seats = len(view.discards), range(view.seats)
    by_seat: list[list[tuple[str, ...]]] = [[] for _ in range(done + 1)]
    drafts: list[tuple[Draft, ...]] = []
    cards = [in_order([*packet.discards, *map(str, packet.locks), *(packet.rest or ())]) for packet in packets]
    for round_ in range(done + 1):
        at = {packet.holders[round_]: place for place, packet in enumerate(packets)}
        by_seat[round_] = [cards[at[seat]] for seat in seats]
        if round_ == done:
            break
        drafts.append(tuple(Draft(str(packets[at[s]].locks[round_]), packets[at[s]].discards[round_]) for s in seats))
        for place, packet in enumerate(packets):
            cards[place] = without(cards[place], (str(packet.locks[round_]), packet.discards[round_]))
    state = state.but(
        phase=view.phase,
        hand=view.hand,
        round=view.round,
        totals=view.totals,
        hands=tuple(by_seat[done]),
        held=tuple(map(tuple, by_seat[:done])),
        drafts=tuple(drafts),
        stub=stub,
        market=_market(view, view.market),
        scored=tuple(_scored(view, place) for place in range(len(view.scored))),
    )
    if view.phase != "draft":
        return state
    return state.but(sealed=sealed_anew(view, partial(legal, state), rng))


def _market(view: View, standings: tuple[RankedSuit, ...]) -> LowMarket:
    cards = tuple(itertools.chain.from_iterable(each.cards for each in standings))
    return LowMarket(cards, view.options.suits, view.options.empty_rule)


def _scored(view: View, place: int) -> Scored:
    award = view.scored[place]
    locked = tuple(tuple(row.card for row in seat.cards) for seat in award.seats)
    return Scored(award.hand, _market(view, award.market), locked, tuple(seat.total for seat in award.seats))
