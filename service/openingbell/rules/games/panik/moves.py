"""How a game of Panik runs: whose turn it is, what is legal, and what every action does.

Law. `start`, `turn`, `apply` and `house`; `legal` lies in `legality`. `apply` trusts players' actions (`kernel.play`
checks them against `legal`) and checks the house's. Whether a step is skipped follows from public facts only (GEN-09,
PNK-10).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from openingbell.rules.games.panik.legality import (
    acting,
    callable_in_public,
    here,
    may_be_called,
    may_leave,
)
from openingbell.rules.games.panik.scoring import ManorScore, manor_score, totals
from openingbell.rules.games.panik.state import (
    MANORS,
    SEATS,
    STAYS,
    TEAM,
    TURNS,
    VALUED,
    VALUES,
    Call,
    Deal,
    Detect,
    Duo,
    Hunter,
    Kind,
    Manor,
    NoCall,
    NoSend,
    Options,
    Place,
    Relocate,
    Reveal,
    Score,
    SendBack,
    State,
    Table,
    manor_deck,
    owner,
)
from openingbell.rules.kernel import Turn
from openingbell.rules.options import check_first_seat, check_seats
from openingbell.rules.seats import OVER, alone, chosen, of_house, together, unchosen
from openingbell.rules.values import Action, Illegal, Rng, put, shuffled

# -- start -----------------------------------------------------------------------------------------------------------


def start(seats: int, options: Options) -> State:
    """The table before the deal. Raises `Illegal` for options that do not fit."""
    _check(seats, options)
    first = options.first_seat
    return State(
        table=_table(seats, options),
        phase="deal",
        turns=0,
        first_seat=None if first == "drawn" else first,
        manors=(),
        unused=(),
        hands=(TEAM,) * seats,
        totals=(0,) * seats,
    )


def _check(seats: int, options: Options) -> None:
    check_seats(seats, SEATS, "GEN-01")
    counts = options.values
    fits = len(counts) == len(VALUES) and all(type(count) is int and count >= 0 for count in counts)
    if not fits or sum(counts) != VALUED:
        named = ", ".join(map(str, counts)) or "none"
        message = f"values are five numbers of manors, worth 1 to 5, {VALUED} in all, not {named}."
        raise Illegal("wrong-values", message, ruling="PNK-01", pointer="/values")
    check_first_seat(options.first_seat, seats)


@cache
def _table(seats: int, options: Options) -> Table:
    return Table(seats, options, manor_deck(options.values))


# -- turn ------------------------------------------------------------------------------------------------------------


def turn(state: State) -> Turn:
    """Who must act; a step that public facts make pointless is never reached (PNK-10)."""
    phase = state.phase
    if phase in ("reveal", "duo"):
        return together(unchosen(state.sealed), chosen(state.sealed), phase)
    if phase in ("deal", "score"):
        return of_house(phase)
    return OVER if phase == "over" else alone(acting(state)[0], phase)


# -- apply -----------------------------------------------------------------------------------------------------------


def apply(state: State, seat: int, action: Action) -> State:
    """The state after an action; the last sealed move of a step takes effect with all the others."""
    return _APPLY[type(action)](state, seat, action)


def _deal(state: State, seat: int, action: Deal) -> State:
    del seat
    table, first = state.table, action.first_seat
    if not 0 <= first < table.seats or state.first_seat not in (None, first):
        raise Illegal("wrong-seat", f"Seat {first} is not the first.", ruling="PNK-15", pointer="/first_seat")
    dealt = [*itertools.chain(*action.manors), *action.unused]
    sizes = [len(cards) for cards in action.manors]
    if sizes != [MANORS] * table.seats or Counter(dealt) != Counter(table.deck):
        raise Illegal("wrong-deal", f"{sizes} of {len(dealt)} manors are not a deal of this deck.", ruling="PNK-02")
    return state.but(
        phase="reveal",
        first_seat=first,
        manors=tuple(Manor(card, False) for cards in action.manors for card in cards),
        unused=action.unused,
        sealed=(None,) * table.seats,
    )


def _seal(state: State, seat: int, action: Action) -> State:
    """Keep a sealed move, or replace it; the last one that is owed resolves the step (PNK-03)."""
    sealed = put(state.sealed, seat, action)
    if None in sealed:
        return state.but(sealed=sealed)
    for owner_, move in enumerate(sealed):
        if isinstance(move, Reveal):
            state = _changed(state, move.manor, face_up=True)
        elif isinstance(move, Duo):
            state = _arrived(_spent(state, owner_, "duo"), move.manor, Hunter(owner_, "duo", True))
    if state.phase == "duo":
        return state.but(phase="place", sealed=())
    return state.but(phase="duo", sealed=(None,) * state.table.seats)


def _detect(state: State, seat: int, action: Detect) -> State:
    del seat
    return _changed(state, action.manor, face_up=True).but(phase="place_detector")


def _place(state: State, seat: int, action: Place) -> State:
    placed = Hunter(seat, action.hunter, action.face == "up")
    state = _arrived(_spent(state, seat, action.hunter), action.manor, placed).but(at=action.manor)
    if any(not each.face_up or each.kind not in STAYS for each in here(state).hunters[:-1]):
        return state.but(phase="send_back")
    return _open_call(state)


def _send_back(state: State, seat: int, action: SendBack) -> State:
    del seat
    assert state.at is not None
    hunters = here(state).hunters
    target = hunters[action.place]
    if not may_leave(target.kind):
        return _open_call(_shown(state, state.at, action.place))
    rest = (*hunters[: action.place], *hunters[action.place + 1 :])
    return _changed(state, state.at, hunters=rest).but(phase="relocate", lifted=target._replace(sent_back=True))


def _relocate(state: State, seat: int, action: Relocate) -> State:
    del seat
    assert state.lifted is not None
    return _open_call(_arrived(state, action.manor, state.lifted._replace(face_up=action.face == "up"))).but(
        lifted=None
    )


def _open_call(state: State) -> State:
    caller = here(state).hunters[-1]
    if caller.kind == "call" and caller.face_up and callable_in_public(state):
        return state.but(phase="call")
    return _end_turn(state)


def _call(state: State, seat: int, action: Call) -> State:
    del seat
    assert state.at is not None
    hunters = state.manors[action.manor].hunters
    target = hunters[action.place]
    if not may_be_called(target.kind, len(hunters), len(here(state).hunters)):
        return _end_turn(_shown(state, action.manor, action.place))
    rest = (*hunters[: action.place], *hunters[action.place + 1 :])
    return _end_turn(_arrived(_changed(state, action.manor, hunters=rest), state.at, target._replace(called=True)))


def _no_send(state: State, seat: int, action: NoSend) -> State:
    del seat, action
    return _open_call(state)


def _no_call(state: State, seat: int, action: NoCall) -> State:
    del seat, action
    return _end_turn(state)


def _end_turn(state: State) -> State:
    turns = state.turns + 1
    return state.but(phase="score" if turns == TURNS * state.table.seats else "place", turns=turns, at=None)


def _score(state: State, seat: int, action: Score) -> State:
    del seat
    if action.totals != totals(manor_scores(state), state.table.seats):
        raise Illegal("wrong-score", f"The game does not score {action.totals}.", ruling="PNK-12", pointer="/totals")
    opened = tuple(
        Manor(manor.card, True, tuple(each._replace(face_up=True) for each in manor.hunters)) for manor in state.manors
    )
    return state.but(phase="over", manors=opened, totals=action.totals)


_APPLY: Final[Mapping[type[Action], Callable[[State, int, Any], State]]] = {
    Deal: _deal,
    Reveal: _seal,
    Duo: _seal,
    Place: _place,
    Detect: _detect,
    SendBack: _send_back,
    NoSend: _no_send,
    Relocate: _relocate,
    Call: _call,
    NoCall: _no_call,
    Score: _score,
}


def _changed(state: State, number: int, **changes: Any) -> State:
    return state.but(manors=put(state.manors, number, state.manors[number]._replace(**changes)))


def _arrived(state: State, number: int, hunter: Hunter) -> State:
    return _changed(state, number, hunters=(*state.manors[number].hunters, hunter))


def _shown(state: State, number: int, place: int) -> State:
    """An immune hunter that somebody tried to move: it stays, and everybody sees why (PNK-10)."""
    hunters = state.manors[number].hunters
    shown = hunters[place]._replace(face_up=True)
    return _changed(state, number, hunters=put(hunters, place, shown))


def _spent(state: State, seat: int, kind: Kind) -> State:
    hands, place = state.hands, state.hands[seat].index(kind)
    hand = (*hands[seat][:place], *hands[seat][place + 1 :])
    return state.but(hands=put(hands, seat, hand))


# -- the house -------------------------------------------------------------------------------------------------------


def house(state: State, rng: Rng) -> Action:
    """Deal or score. The first seat is drawn (unless the table names one), then the manors are shuffled."""
    table = state.table
    if state.phase == "score":
        return Score(totals(manor_scores(state), table.seats))
    first = state.first_seat if state.first_seat is not None else rng.below(table.seats)
    cards = iter(shuffled(rng, table.deck))
    manors = tuple(tuple(itertools.islice(cards, MANORS)) for _ in range(table.seats))
    return Deal(first, manors, tuple(cards))


def manor_scores(state: State) -> tuple[ManorScore, ...]:
    """Every manor's reckoning as it lies now."""
    return tuple(
        manor_score(n, owner(n), manor.card, [each[:2] for each in manor.hunters], state.table.seats)
        for n, manor in enumerate(state.manors)
    )
