"""What a seat of Bear Market knows, as a type of its own, and the sentence that tells it what to do.

Law. Built by allow-list: a field gets here by being named here. Nothing but the hands that the view's own seat has
held, what it did with them, and what lies open (rulings, section 3, visibility).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from openingbell.rules.games.bear_market.moves import turn
from openingbell.rules.games.bear_market.sorting import RankedSuit
from openingbell.rules.games.bear_market.state import (
    ROUNDS,
    Draft,
    HandAward,
    Options,
    Phase,
    State,
    direction,
    locked,
)
from openingbell.rules.kernel import Result
from openingbell.rules.matches import without
from openingbell.rules.seats import standing, waiting
from openingbell.rules.values import Text


@dataclass(frozen=True, slots=True)
class OwnRound:
    """What this seat did in one completed round of this hand: the hand it held, the card it locked, the card it
    discarded, and the rest that it `passed` on. `to_seat` and `from_seat` are the neighbours that its hand went to and
    the next one came from; absent in the last round, where nothing is left to pass."""

    round: int
    held: tuple[str, ...]
    lock: str
    discard: str
    passed: tuple[str, ...]
    to_seat: int | None = None
    from_seat: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows of the game; `seat` is absent for a spectator, and so are the fields `own_*`.

    `hand` counts the hands dealt and `round` this hand's drafts, both from 1 (0 before the first deal). Lists by seat
    are in seat order. `card_counts` are the cards in everybody's hand, `lock_counts` those locked face down; `shown`
    are everybody's locked cards in the order of the rounds, from scoring until the next deal. `market` has every
    commodity with its cards and its present demand, best first. `discards` are the cards that fell, by completed
    round and seat. `asked` are the seats that owe a move, `submitted` those whose sealed move is in, `own_sealed` this
    seat's own. `own_rounds` are the completed rounds of this hand as this seat saw them: the cards that it passed on
    went to the neighbour named there. `scored` explains the finished hands.
    """

    seat: int | None
    seats: int
    options: Options
    phase: Phase
    hand: int
    round: int
    totals: tuple[int, ...]
    card_counts: tuple[int, ...]
    lock_counts: tuple[int, ...]
    market: tuple[RankedSuit, ...]
    stub_count: int
    asked: tuple[int, ...]
    submitted: tuple[int, ...]
    pass_direction: Literal["left", "right"]
    discards: tuple[tuple[str, ...], ...]
    scored: tuple[HandAward, ...]
    shown: tuple[tuple[str, ...], ...] | None = None
    own_cards: tuple[str, ...] | None = None
    own_locked: tuple[str, ...] | None = None
    own_rounds: tuple[OwnRound, ...] | None = None
    own_sealed: Draft | None = None
    result: Result | None = None


def view(state: State, seat: int | None) -> View:
    """What a seat (None: a spectator) knows."""
    seats, now, done = state.table.seats, turn(state), len(state.drafts)
    shown = None
    if state.phase in ("deal", "over") and state.hand:
        shown = tuple([locked(state, other) for other in range(seats)])
    cards = locks = rounds = sealed = None
    if seat is not None:
        cards, locks = state.hands[seat], locked(state, seat)
        rounds = tuple([_own_round(state, place, seat) for place in range(done)])
        sealed = state.sealed[seat] if state.sealed else None
    return View(
        seat,
        seats,
        state.table.options,
        state.phase,
        state.hand,
        state.round,
        state.totals,
        tuple([len(hand) for hand in state.hands]),
        (done,) * seats,
        state.market.standings,
        len(state.stub),
        now.seats,
        now.revisable,
        "right" if state.hand and direction(state.hand) < 0 else "left",
        tuple([tuple([move.discard for move in drafts]) for drafts in state.drafts]),
        tuple([scored.breakdown for scored in state.scored]),
        shown,
        cards,
        locks,
        rounds,
        sealed,
        result(state),
    )


def _own_round(state: State, place: int, seat: int) -> OwnRound:
    held, move = state.held[place][seat], state.drafts[place][seat]
    passed = without(held, (move.lock, move.discard))
    if place + 1 == ROUNDS:
        return OwnRound(place + 1, held, move.lock, move.discard, passed)
    seats, step = state.table.seats, direction(state.hand)
    to, source = (seat + step) % seats, (seat - step) % seats
    return OwnRound(place + 1, held, move.lock, move.discard, passed, to, source)


def scores(state: State) -> tuple[int, ...]:
    """The running totals by seat."""
    return state.totals


def breakdown(state: State) -> tuple[HandAward, ...]:
    """Every scored hand with its reasons."""
    return tuple(scored.breakdown for scored in state.scored)


def result(state: State) -> Result | None:
    """The final standing: the highest total is best, and equal ones share a place (BEAR-06, GEN-03)."""
    return standing(state.totals) if state.phase == "over" else None


_WAITS: Final = {"draft": "to lock and discard"}
_HOUSE: Final = {"deal": "deals", "score": "scores the hand"}


def prompt(state: State, seat: int | None) -> Text:
    """What that viewer is asked to do now, or waits for."""
    now = turn(state)
    return _asked(state, seat) if seat in now.seats else waiting(now, seat, _WAITS, _HOUSE)


def _asked(state: State, seat: int) -> Text:
    params: dict[str, int] = {"round": state.round, "rounds": ROUNDS}
    text = f"Round {state.round} of {ROUNDS}: lock one card and discard one"
    if state.round == ROUNDS:
        return Text("draft", f"{text}; these are your last two.", params)
    to, count = (seat + direction(state.hand)) % state.table.seats, len(state.hands[seat]) - 2
    return Text("draft", f"{text}; the other {count} go to seat {to}.", {**params, "count": count, "to_seat": to})
