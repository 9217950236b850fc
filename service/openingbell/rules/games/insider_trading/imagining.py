"""A whole state of Insider Trading that one viewer cannot tell from the real one.

Law. From the view alone. Whatever was played, removed, locked or flooded lies open, nobody has to follow a commodity,
and the stub tells nothing; so the cards that a viewer has not seen lie anywhere in hands and stub, each way as likely.
"""

from __future__ import annotations

import itertools
from functools import partial

from openingbell.rules.cards import in_order
from openingbell.rules.games.insider_trading.moves import legal, start
from openingbell.rules.games.insider_trading.state import State, Trick
from openingbell.rules.games.insider_trading.views import View
from openingbell.rules.market import Market, Standing
from openingbell.rules.matches import Scored
from openingbell.rules.values import Rng, shuffled
from openingbell.rules.worlds import sealed_anew


def imagine(view: View, rng: Rng) -> State:
    """A full state whose view from `view.seat` is `view`. Raises `ValueError` if the view is of no possible game."""
    state = start(view.seats, view.options)
    if view.hand == 0:
        return state
    known: dict[int, tuple[str, ...]] = {}
    if view.shown is not None:
        known = {seat: _unlocked(view, seat, cards) for seat, cards in enumerate(view.shown)}
    elif view.seat is not None:
        known = {view.seat: view.own_cards or ()}
    trick = view.trick
    seen = {*itertools.chain(*known.values(), *view.locked, *(each.cards for each in view.market)), *view.removed}
    if trick is not None:
        seen.update(trick.cards)
    pool = shuffled(rng, [card for card in state.table.deck if card not in seen])
    if trick is not None and trick.removed is not None and trick.drawn is None:
        drawn = pool.pop()
        trick = Trick(trick.number, trick.leader, trick.plays, trick.winner, trick.removed, drawn)
    hands = []
    for seat, count in enumerate(view.card_counts):
        cards = known.get(seat)
        if cards is None:
            cards, pool = tuple(pool[:count]), pool[count:]
        hands.append(in_order(cards))
    if len(pool) != view.stub_count:
        raise ValueError("no game leads to this view")
    state = state.but(
        phase=view.phase,
        hand=view.hand,
        dealer=view.dealer,
        totals=view.totals,
        hands=tuple(hands),
        locked=view.locked,
        stub=tuple(pool),
        market=_market(view, view.market),
        trick=trick,
        tricks=view.tricks,
        discards=view.discards,
        scored=tuple(_scored(view, place) for place in range(len(view.scored))),
    )
    if view.phase != "panic":
        return state
    return state.but(sealed=sealed_anew(view, partial(legal, state), rng))


def _unlocked(view: View, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card for card in cards if card not in view.locked[seat])


def _market(view: View, standings: tuple[Standing, ...]) -> Market:
    cards = tuple(itertools.chain.from_iterable(each.cards for each in standings))
    return Market(cards, view.options.suits, empty_rule=view.options.empty_rule)


def _scored(view: View, place: int) -> Scored:
    score = view.scored[place]
    cards = tuple(tuple(row.card for row in seat.cards) for seat in score.seats)
    return Scored(score.hand, _market(view, score.market), cards, tuple(seat.total for seat in score.seats))
