"""How a game of Insider Trading runs: whose turn it is, what is legal, and what every action does.

Law. `start`, `turn`, `legal`, `apply` and `house`, in the order of a hand. `apply` trusts players' actions
(`kernel.play` checks them against `legal`) and checks the house's.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from openingbell.rules.cards import deck, in_order
from openingbell.rules.choices import Choice, Choices, Field
from openingbell.rules.domains import OneOf, Subset
from openingbell.rules.games.insider_trading.state import (
    DEALT,
    HANDS,
    SEATS,
    TRICKS,
    Deal,
    Keep,
    Lock,
    Options,
    Panic,
    Play,
    PlayedCard,
    State,
    Swap,
    Table,
    Trick,
    chooses,
    owing,
    trick_winner,
)
from openingbell.rules.kernel import Turn
from openingbell.rules.market import Market, hand_score
from openingbell.rules.matches import Score, Scored, lowest_total, without
from openingbell.rules.options import check_empty_rule, check_first_seat, check_seats, suits_for
from openingbell.rules.seats import OVER, alone, chosen, of_house, together
from openingbell.rules.values import Action, Illegal, Rng, Text, put, shuffled

# -- start -----------------------------------------------------------------------------------------------------------


def start(seats: int, options: Options) -> State:
    """The table before the first deal. Raises `Illegal` for options that do not fit so many seats."""
    table = _table(seats, _checked(seats, options))
    nobody: tuple[tuple[str, ...], ...] = ((),) * seats
    return State(
        table=table,
        phase="deal",
        hand=0,
        dealer=None if options.first_seat == "drawn" else options.first_seat,
        totals=(0,) * seats,
        hands=nobody,
        locked=nobody,
        stub=(),
        market=_empty_market(table),
    )


def _checked(seats: int, options: Options) -> Options:
    """The options with the commodities filled in. Raises `Illegal` for options that do not fit so many seats."""
    check_seats(seats, SEATS, "INS-01")
    check_empty_rule(options.empty_rule)
    check_first_seat(options.first_seat, seats)
    return Options(suits_for(seats, options.suits), options.empty_rule, options.first_seat)


@cache
def _table(seats: int, options: Options) -> Table:
    cards = deck(options.suits)
    return Table(seats, options, cards, frozenset(cards))


def _empty_market(table: Table) -> Market:
    return Market((), table.options.suits, empty_rule=table.options.empty_rule)


# -- turn ------------------------------------------------------------------------------------------------------------


def turn(state: State) -> Turn:
    """Who must act: one seat after another in a trick, then its winner; in the Panic all who have a choice."""
    phase, trick = state.phase, state.trick
    if trick is not None:
        if trick.winner is not None:
            return alone(trick.winner, phase)
        return alone((trick.leader + len(trick.plays)) % state.table.seats, phase)
    if phase == "panic":
        return together(owing(state), chosen(state.sealed), phase)
    return OVER if phase == "over" else of_house(phase)


# -- legal -----------------------------------------------------------------------------------------------------------

_PLAY_LABEL: Final = Text("play", "Play a card to the trick")
_SWAP_LABEL: Final = Text("swap", "Remove a card of the trick and draw an insider card for it")
_KEEP: Final = Choice(Keep, Text("keep", "Leave the trick as it is"))
_LOCK_LABEL: Final = Text("lock", "Lock a card of the trick; the rest goes into the Marketplace")
_PANIC_LABEL: Final = Text("panic", "Lay as many cards into the Marketplace as you have locked")
_NOTHING: Final = Choices()


def legal(state: State, seat: int) -> Choices:
    """What the seat may do now, from its own cards and public facts (GEN-05)."""
    phase, trick = state.phase, state.trick
    if trick is not None:
        if turn(state).seats != (seat,):
            return _NOTHING
        if phase == "play":
            return Choices((Choice(Play, _PLAY_LABEL, (Field("card", OneOf(state.hands[seat]), "INS-03"),)),))
        cards = OneOf(trick.cards)
        if phase == "insider":
            return Choices((Choice(Swap, _SWAP_LABEL, (Field("card", cards, "INS-05"),)), _KEEP))
        return Choices((Choice(Lock, _LOCK_LABEL, (Field("card", cards, "INS-05"),)),))
    if phase != "panic" or not 0 <= seat < state.table.seats or not chooses(state, seat):
        return _NOTHING
    count = len(state.locked[seat])
    return Choices((Choice(Panic, _PANIC_LABEL, (Field("cards", Subset(state.hands[seat], count, count), "INS-09"),)),))


# -- apply -----------------------------------------------------------------------------------------------------------


def apply(state: State, seat: int, action: Action) -> State:
    """The state after an action; the last sealed Panic takes effect with all the others."""
    return _APPLY[type(action)](state, seat, action)


def _deal(state: State, seat: int, action: Deal) -> State:
    del seat
    table = state.table
    if not 0 <= action.dealer < table.seats or state.dealer not in (None, action.dealer):
        raise Illegal("wrong-dealer", f"Seat {action.dealer} is not the dealer.", ruling="INS-02", pointer="/dealer")
    if [len(hand) for hand in action.hands] != [DEALT] * table.seats:
        raise Illegal("wrong-deal", f"A deal is {DEALT} cards for each of {table.seats} seats.", ruling="GEN-06")
    cards = [*itertools.chain(*action.hands), *action.stub]
    if len(cards) != len(table.deck) or table.cards != {*cards}:
        raise Illegal("wrong-deal", "The cards dealt are not the table's deck.", ruling="GEN-06")
    return State(
        table=table,
        phase="play",
        hand=state.hand + 1,
        dealer=action.dealer,
        totals=state.totals,
        hands=tuple([in_order(hand) for hand in action.hands]),
        locked=((),) * table.seats,
        stub=action.stub,
        market=_empty_market(table),
        trick=Trick(1, lowest_total(state.totals, action.dealer)),
        scored=state.scored,
    )


def _play(state: State, seat: int, action: Play) -> State:
    trick = state.trick
    assert trick is not None
    plays = (*trick.plays, PlayedCard(seat, action.card))
    complete = len(plays) == state.table.seats
    winner = trick_winner(plays) if complete else None
    return state.but(
        phase="insider" if complete else "play",
        hands=put(state.hands, seat, without(state.hands[seat], (action.card,))),
        trick=Trick(trick.number, trick.leader, plays, winner),
    )


def _swap(state: State, seat: int, action: Swap) -> State:
    """The removed card is out of the game; the insider card is the top of the stub (INS-05 to INS-08)."""
    del seat
    trick = state.trick
    assert trick is not None
    assert state.stub, "five tricks draw at most five of ten cards (INS-08)"
    drawn, *rest = state.stub
    swapped = Trick(trick.number, trick.leader, trick.plays, trick.winner, action.card, drawn)
    return state.but(phase="lock", trick=swapped, stub=tuple(rest))


def _keep(state: State, seat: int, action: Keep) -> State:
    del seat, action
    return state.but(phase="lock")


def resolution(trick: Trick, lock: str) -> Trick:
    """The complete trick once its winner has locked that card: all others flood the Marketplace."""
    flooded = in_order(without(trick.cards, (lock,)))
    return Trick(trick.number, trick.leader, trick.plays, trick.winner, trick.removed, trick.drawn, lock, flooded)


def _lock(state: State, seat: int, action: Lock) -> State:
    assert state.trick is not None
    trick = resolution(state.trick, action.card)
    state = state.but(
        locked=put(state.locked, seat, in_order((*state.locked[seat], action.card))),
        market=state.market.plus(trick.flooded),
        tricks=(*state.tricks, trick),
    )
    if trick.number < TRICKS:
        return state.but(phase="play", trick=Trick(trick.number + 1, seat))
    state = state.but(phase="panic", trick=None, sealed=(None,) * state.table.seats)
    return state if owing(state) else _resolve_panic(state)


def _panic(state: State, seat: int, action: Panic) -> State:
    """Keep a sealed Panic, or replace it; the last one that is owed resolves the step."""
    state = state.but(sealed=put(state.sealed, seat, action))
    return state if owing(state) else _resolve_panic(state)


def _resolve_panic(state: State) -> State:
    """All discards fall at once; a seat that was not asked lays down nothing, or everything."""
    cards = tuple(
        in_order(move.cards) if move is not None else hand[: len(locked)]
        for move, hand, locked in zip(state.sealed, state.hands, state.locked, strict=True)
    )
    return state.but(
        phase="score",
        hands=tuple([without(hand, out) for hand, out in zip(state.hands, cards, strict=True)]),
        market=state.market.plus(itertools.chain(*cards)),
        sealed=(),
        discards=cards,
    )


def _score(state: State, seat: int, action: Score) -> State:
    del seat
    if action != _scores(state):
        raise Illegal("wrong-score", f"The hand does not score {action.scores}.", ruling="INS-11", pointer="/scores")
    scored = Scored(state.hand, state.market, final_hands(state), action.totals)
    return state.but(
        phase="deal" if state.hand < HANDS else "over", totals=action.totals, scored=(*state.scored, scored)
    )


def final_hands(state: State) -> tuple[tuple[str, ...], ...]:
    """Every seat's cards, locked or not."""
    return tuple(in_order((*hand, *locked)) for hand, locked in zip(state.hands, state.locked, strict=True))


_APPLY: Final[Mapping[type[Action], Callable[[State, int, Any], State]]] = {
    Deal: _deal,
    Play: _play,
    Swap: _swap,
    Keep: _keep,
    Lock: _lock,
    Panic: _panic,
    Score: _score,
}


# -- the house --------------------------------------------------------------------------------------------------------


def house(state: State, rng: Rng) -> Action:
    """Score, or deal: the first deal draws the dealer (unless the table names one), then every deal shuffles and gives
    ten cards to each seat in turn; the rest is the stub in the order in which it was shuffled."""
    if state.phase == "score":
        return _scores(state)
    seats = state.table.seats
    dealer = state.dealer if state.dealer is not None else rng.below(seats)
    cards = shuffled(rng, state.table.deck)
    hands = tuple(tuple(cards[DEALT * seat : DEALT * (seat + 1)]) for seat in range(seats))
    return Deal(dealer, hands, tuple(cards[DEALT * seats :]))


def _scores(state: State) -> Score:
    values = state.market.values
    scores = tuple(hand_score(cards, values) for cards in final_hands(state))
    return Score(scores, tuple(total + score for total, score in zip(state.totals, scores, strict=True)))
