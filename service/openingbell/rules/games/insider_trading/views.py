"""What a seat of Insider Trading knows, as a type of its own, and the sentence that tells it what to do.

Law. Built by allow-list: a field gets here by being named here. Nothing but the view's own seat's cards, an insider
card that it has just drawn, and what lies open (rulings, section 4, visibility).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from openingbell.rules.domains import listed
from openingbell.rules.games.insider_trading.moves import final_hands, turn
from openingbell.rules.games.insider_trading.state import (
    KEPT,
    TRICKS,
    Options,
    Panic,
    Phase,
    State,
    Trick,
)
from openingbell.rules.kernel import Result
from openingbell.rules.market import HandScore, Standing
from openingbell.rules.seats import standing, waiting
from openingbell.rules.values import Text


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows of the game; `seat` is absent for a spectator, and so are the fields `own_*`.

    `hand` counts the hands dealt (0 before the first). Lists by seat are in seat order. `own_cards` are this seat's
    unlocked cards; `card_counts` how many unlocked cards each seat holds; `locked` lie open. `shown` are all final
    hands, from scoring until the next deal. `market` has every commodity with its cards and its present demand, best
    first. `trick` is the one under way; its `drawn` card is here for its winner alone, and in `tricks`, the complete
    ones of this hand, for all. `removed` are the cards taken out of the game in this hand. `asked` are the seats that
    owe a move, `submitted` those whose sealed Panic is in, `own_sealed` this seat's own. `discards` are the cards that
    fell in the Panic, by seat, once all are in. `scored` explains the finished hands.
    """

    seat: int | None
    seats: int
    options: Options
    phase: Phase
    hand: int
    totals: tuple[int, ...]
    card_counts: tuple[int, ...]
    locked: tuple[tuple[str, ...], ...]
    market: tuple[Standing, ...]
    stub_count: int
    tricks: tuple[Trick, ...]
    removed: tuple[str, ...]
    asked: tuple[int, ...]
    submitted: tuple[int, ...]
    discards: tuple[tuple[str, ...], ...]
    scored: tuple[HandScore, ...]
    trick: Trick | None = None
    dealer: int | None = None
    shown: tuple[tuple[str, ...], ...] | None = None
    own_cards: tuple[str, ...] | None = None
    own_sealed: Panic | None = None
    result: Result | None = None


def view(state: State, seat: int | None) -> View:
    """What a seat (None: a spectator) knows."""
    now, trick = turn(state), state.trick
    if trick is not None and trick.drawn is not None and trick.winner != seat:
        trick = Trick(trick.number, trick.leader, trick.plays, trick.winner, trick.removed)
    removed = [each.removed for each in (*state.tricks, *((trick,) if trick is not None else ()))]
    scored_now = state.phase in ("deal", "over") and state.hand > 0
    return View(
        seat,
        state.table.seats,
        state.table.options,
        state.phase,
        state.hand,
        state.totals,
        tuple([len(hand) for hand in state.hands]),
        state.locked,
        state.market.standings,
        len(state.stub),
        state.tricks,
        tuple([card for card in removed if card is not None]),
        now.seats,
        now.revisable,
        state.discards,
        tuple([scored.breakdown for scored in state.scored]),
        trick,
        state.dealer,
        final_hands(state) if scored_now else None,
        None if seat is None else state.hands[seat],
        state.sealed[seat] if seat is not None and state.sealed else None,
        result(state),
    )


def scores(state: State) -> tuple[int, ...]:
    """The running totals by seat."""
    return state.totals


def breakdown(state: State) -> tuple[HandScore, ...]:
    """Every scored hand with its reasons."""
    return tuple(scored.breakdown for scored in state.scored)


def result(state: State) -> Result | None:
    """The final standing: the highest total is best, and equal ones share a place (INS-11, GEN-03)."""
    return standing(state.totals) if state.phase == "over" else None


_WAITS: Final = {
    "play": "to play a card",
    "insider": "to swap a card or keep the trick",
    "lock": "to lock a card",
    "panic": "to choose cards",
}
_HOUSE: Final = {"deal": "deals", "score": "scores the hand"}


def prompt(state: State, seat: int | None) -> Text:
    """What that viewer is asked to do now, or waits for."""
    now = turn(state)
    return _asked(state, seat) if seat in now.seats else waiting(now, seat, _WAITS, _HOUSE)


def _asked(state: State, seat: int) -> Text:
    trick = state.trick
    if trick is None:
        count = len(state.locked[seat])
        cards = "1 card" if count == 1 else f"{count} cards"
        text = f"Choose {cards} for the Marketplace; the other {KEPT - count} and what you have locked score."
        return Text("panic", text, {"count": count})
    params = {"trick": trick.number, "tricks": TRICKS}
    if state.phase == "insider":
        text = f"You win {listed(trick.cards)}: remove one and draw an insider card for it, or keep them."
        return Text("insider", text, {**params, "cards": list(trick.cards)})
    if state.phase == "lock":
        text = f"Lock one of {listed(trick.cards)}; the rest goes into the Marketplace."
        return Text("lock", text, {**params, "cards": list(trick.cards)})
    text = f"Trick {trick.number} of {TRICKS}: "
    if not trick.plays:
        return Text("lead", f"{text}lead a card; the highest of its commodity wins.", params)
    lead = trick.plays[0].card
    return Text("follow", f"{text}play any card; {lead} was led.", {**params, "lead": lead})
