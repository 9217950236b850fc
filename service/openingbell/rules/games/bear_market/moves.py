"""How a game of Bear Market runs: whose turn it is, what is legal, and what every action does.

Law. `start`, `turn`, `legal`, `apply` and `house`, in the order of a hand. `apply` trusts players' actions
(`kernel.play` checks them against `legal`) and checks the house's.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from openingbell.rules.cards import deck, in_order
from openingbell.rules.choices import Choice, Choices, Different, Field
from openingbell.rules.domains import OneOf
from openingbell.rules.games.bear_market.sorting import LowMarket
from openingbell.rules.games.bear_market.state import (
    DEALT,
    HANDS,
    ROUNDS,
    SEATS,
    TARGET,
    Deal,
    Draft,
    Options,
    Scored,
    State,
    Table,
    direction,
    hand_award,
    locked,
)
from openingbell.rules.kernel import Turn
from openingbell.rules.market import hand_score
from openingbell.rules.matches import Score, without
from openingbell.rules.options import check_empty_rule, check_flag, check_seats, suits_for
from openingbell.rules.seats import OVER, chosen, of_house, together, unchosen
from openingbell.rules.values import Action, Illegal, Rng, Text, put, shuffled

# -- start -----------------------------------------------------------------------------------------------------------


def start(seats: int, options: Options) -> State:
    """The table before the first deal. Raises `Illegal` for options that do not fit so many seats."""
    table = _table(seats, _checked(seats, options))
    return State(
        table=table,
        phase="deal",
        hand=0,
        round=0,
        totals=(0,) * seats,
        hands=((),) * seats,
        held=(),
        drafts=(),
        stub=(),
        market=_empty_market(table),
    )


def _checked(seats: int, options: Options) -> Options:
    """The options with the commodities filled in. Raises `Illegal` for options that do not fit so many seats."""
    check_seats(seats, SEATS, "MKT-01")
    check_flag("play_to_target", options.play_to_target, "BEAR-06")
    check_empty_rule(options.empty_rule)
    return Options(suits_for(seats, options.suits), options.play_to_target, options.empty_rule)


@cache
def _table(seats: int, options: Options) -> Table:
    cards = deck(options.suits)
    return Table(seats, options, cards, frozenset(cards))


def _empty_market(table: Table) -> LowMarket:
    return LowMarket((), table.options.suits, table.options.empty_rule)


# -- turn ------------------------------------------------------------------------------------------------------------


def turn(state: State) -> Turn:
    """Who must act: in a draft everybody, at once. No opener and no order (BEAR-08)."""
    if state.phase == "draft":
        return together(unchosen(state.sealed), chosen(state.sealed), "draft")
    return OVER if state.phase == "over" else of_house(state.phase)


# -- legal -----------------------------------------------------------------------------------------------------------

_DRAFT_LABEL: Final = Text("draft", "Lock one card face down and discard another")
_NOTHING: Final = Choices()


def legal(state: State, seat: int) -> Choices:
    """What the seat may do now: any two different cards of its own hand (BEAR-01)."""
    if state.phase != "draft" or not 0 <= seat < state.table.seats:
        return _NOTHING
    hand = OneOf(state.hands[seat])
    fields = (Field("lock", hand, "BEAR-01"), Field("discard", hand, "BEAR-01"))
    return Choices((Choice(Draft, _DRAFT_LABEL, fields, (Different("lock", "discard", hand.options, "BEAR-01"),)),))


# -- apply -----------------------------------------------------------------------------------------------------------


def apply(state: State, seat: int, action: Action) -> State:
    """The state after an action; the last sealed draft of a round takes effect with all the others."""
    return _APPLY[type(action)](state, seat, action)


def _deal(state: State, seat: int, action: Deal) -> State:
    del seat
    table = state.table
    cards = [*itertools.chain(*action.hands), *action.stub]
    if [len(hand) for hand in action.hands] != [DEALT] * table.seats:
        raise Illegal("wrong-deal", f"A deal is {DEALT} cards for each of {table.seats} seats.", ruling="GEN-06")
    if len(cards) != len(table.deck) or table.cards != {*cards}:
        raise Illegal("wrong-deal", "The cards dealt are not the table's deck.", ruling="GEN-06")
    return State(
        table=table,
        phase="draft",
        hand=state.hand + 1,
        round=1,
        totals=state.totals,
        hands=tuple([in_order(hand) for hand in action.hands]),
        held=(),
        drafts=(),
        stub=in_order(action.stub),
        market=_empty_market(table),
        sealed=(None,) * table.seats,
        scored=state.scored,
    )


def _draft(state: State, seat: int, action: Draft) -> State:
    """Keep a sealed draft, or replace it; the last one resolves the round."""
    sealed = put(state.sealed, seat, action)
    return state.but(sealed=sealed) if None in sealed else _resolve(state, sealed)


def _resolve(state: State, drafts: tuple[Draft, ...]) -> State:
    """Show the discards and pass what is left of every hand on, except after the last round (BEAR-03, BEAR-09)."""
    seats, last = state.table.seats, state.round == ROUNDS
    left = [without(hand, (move.lock, move.discard)) for hand, move in zip(state.hands, drafts, strict=True)]
    step = direction(state.hand)
    return state.but(
        phase="score" if last else "draft",
        round=state.round if last else state.round + 1,
        hands=tuple([left[(seat - step) % seats] for seat in range(seats)]),
        held=(*state.held, state.hands),
        drafts=(*state.drafts, drafts),
        market=state.market.plus([move.discard for move in drafts]),
        sealed=() if last else (None,) * seats,
    )


def _score(state: State, seat: int, action: Score) -> State:
    del seat
    if action != _scores(state):
        raise Illegal("wrong-score", f"The hand does not score {action.scores}.", ruling="BEAR-07", pointer="/scores")
    everybody = tuple(locked(state, each) for each in range(state.table.seats))
    scored = Scored(state.hand, state.market, everybody, action.totals)
    over = ended(state.hand, action.totals, play_to_target=state.table.options.play_to_target)
    return state.but(phase="over" if over else "deal", totals=action.totals, scored=(*state.scored, scored))


def ended(hand: int, totals: tuple[int, ...], *, play_to_target: bool) -> bool:
    """Whether the game is over after so many hands: three, or as many as it takes to three million (BEAR-06)."""
    return hand >= HANDS and (not play_to_target or max(totals) >= TARGET)


_APPLY: Final[Mapping[type[Action], Callable[[State, int, Any], State]]] = {Deal: _deal, Draft: _draft, Score: _score}


# -- the house --------------------------------------------------------------------------------------------------------


def house(state: State, rng: Rng) -> Action:
    """Score, or shuffle and deal: ten cards to each seat in turn, and the rest is the stub."""
    if state.phase == "score":
        return _scores(state)
    cards = shuffled(rng, state.table.deck)
    seats = state.table.seats
    hands = tuple(tuple(cards[DEALT * seat : DEALT * (seat + 1)]) for seat in range(seats))
    return Deal(hands, tuple(cards[DEALT * seats :]))


def _scores(state: State) -> Score:
    values = state.market.values
    scores = tuple(hand_score(locked(state, seat), values) for seat in range(state.table.seats))
    return Score(scores, tuple(total + hand_award(score) for total, score in zip(state.totals, scores, strict=True)))
