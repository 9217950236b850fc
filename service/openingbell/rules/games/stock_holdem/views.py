"""What a seat of Stock Hold'em knows, as a type of its own, and the sentence that tells it what to do.

Law. Built by allow-list: a field gets here by being named here. Of cards that lie closed everybody sees the backs;
fronts are for the seat that holds or placed them, and for those who paid to look (rulings, section 6, visibility).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from openingbell.rules.games.stock_holdem.cards import BACK, sorted_backs
from openingbell.rules.games.stock_holdem.moves import totals, turn
from openingbell.rules.games.stock_holdem.prices import RoundScore
from openingbell.rules.games.stock_holdem.state import (
    AREA,
    COMPANIES,
    SURGES,
    Options,
    Phase,
    Slot,
    State,
    buyable,
    open_companies,
    saleable,
    shares_left,
    tied,
)
from openingbell.rules.kernel import Result
from openingbell.rules.seats import standing, waiting
from openingbell.rules.values import Text

REMEMBERED: Final = 4096
"""Areas as a seat sees them that are kept for the next view: few of them change from one to the next."""


@dataclass(frozen=True, slots=True)
class SlotView:
    """A card in an area, named by `slot`, which counts from 1 in the order in which cards came there.

    `placed_by` is absent for a card that the house dealt; `peeked_by` are the seats that paid to look. `card` is absent
    where this viewer does not know the front.
    """

    slot: int
    back: str
    face_up: bool
    peeked_by: tuple[int, ...]
    placed_by: int | None = None
    card: str | None = None


@dataclass(frozen=True, slots=True)
class CompanyView:
    """A company: its price, its shares left on the tile and `held` by seat, whether a surge lies on it, its area, and
    how many cards the area still takes."""

    company: str
    price: int
    left: int
    held: tuple[int, ...]
    surge: bool
    slots: tuple[SlotView, ...]
    room: int


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows of the game; `seat` is absent for a spectator, and so is `own_cards`.

    `round` counts from 1 (0 before the first deal), and so does `turn`, each seat's turns in the round. Lists by seat
    are in seat order. `hand_backs` are the backs of each hand, sorted. `asked` is the seat that moves. `placed` is the
    company where it placed a card in this turn, `buy_only_from` the only one that its purchase may come from (absent:
    any, or no card has been placed yet). `totals` are what each seat is worth at the present prices, `scored` the
    reasons of every round's prices.
    """

    seat: int | None
    seats: int
    options: Options
    phase: Phase
    round: int
    turn: int
    turns: int
    asked: tuple[int, ...]
    money: tuple[int, ...]
    chips: tuple[int, ...]
    totals: tuple[int, ...]
    companies: tuple[CompanyView, ...]
    surges_left: int
    hand_backs: tuple[tuple[str, ...], ...]
    undrawn_count: int
    scored: tuple[RoundScore, ...]
    start_seat: int | None = None
    placed: str | None = None
    buy_only_from: str | None = None
    own_cards: tuple[str, ...] | None = None
    result: Result | None = None


def view(state: State, seat: int | None) -> View:
    """What a seat (None: a spectator) knows."""
    table = state.table
    return View(
        seat=seat,
        seats=table.seats,
        options=table.options,
        phase=state.phase,
        round=state.round,
        turn=state.turn,
        turns=table.turns,
        asked=turn(state).seats,
        money=state.money,
        chips=state.chips,
        totals=totals(state, state.prices),
        companies=tuple([_company(state, place, left, seat) for place, left in enumerate(shares_left(state))]),
        surges_left=SURGES - sum(state.surges),
        hand_backs=tuple([sorted_backs(hand) for hand in state.hands]),
        undrawn_count=len(state.undrawn),
        scored=state.scored,
        start_seat=state.start_seat,
        placed=state.placed,
        buy_only_from=tied(state),
        own_cards=None if seat is None else state.hands[seat],
        result=result(state),
    )


def _company(state: State, place: int, left: int, seat: int | None) -> CompanyView:
    area = state.areas[place]
    return CompanyView(
        COMPANIES[place],
        state.prices[place],
        left,
        tuple([held[place] for held in state.shares]),
        state.surges[place],
        _slots(area, seat),
        AREA - len(area),
    )


@lru_cache(maxsize=REMEMBERED)
def _slots(area: tuple[Slot, ...], seat: int | None) -> tuple[SlotView, ...]:
    return tuple(
        SlotView(
            number,
            BACK[slot.card],
            slot.face_up,
            slot.peeked_by,
            slot.placed_by,
            slot.card if knows(slot, seat) else None,
        )
        for number, slot in enumerate(area, 1)
    )


def knows(slot: Slot, seat: int | None) -> bool:
    """Whether that viewer knows the front of a card in an area."""
    return slot.face_up or (seat is not None and (seat == slot.placed_by or seat in slot.peeked_by))


def scores(state: State) -> tuple[int, ...]:
    """What every seat is worth at the present prices."""
    return totals(state, state.prices)


def breakdown(state: State) -> tuple[RoundScore, ...]:
    """Every round's prices with their reasons."""
    return state.scored


def result(state: State) -> Result | None:
    """The final standing by worth; equal worth shares a place (HLD-17)."""
    if state.phase != "over":
        return None
    return standing([each.total for each in state.scored[-1].worths])


_WAITS: Final = {
    "place": "to place a card",
    "sell": "to sell or skip",
    "buy": "to buy or skip",
    "end_turn": "to end the turn",
    "final_card": "to place the last card",
}
_HOUSE: Final = {"deal": "deals a round", "score": "determines the prices"}


def prompt(state: State, seat: int | None) -> Text:
    """What that viewer is asked to do now, or waits for."""
    now = turn(state)
    return _asked(state, seat) if seat in now.seats else waiting(now, seat, _WAITS, _HOUSE)


def _asked(state: State, seat: int) -> Text:
    money, chips = state.money[seat], state.chips[seat]
    params = {"money": money, "chips": chips, "turn": state.turn, "turns": state.table.turns}
    purse = f" You have ${money} and {chips} {'chip' if chips == 1 else 'chips'}."
    if state.phase == "final":
        rooms = list(open_companies(state))
        return Text("final-card", f"Final step: place your last card at {_either(rooms)}.", {"companies": rooms})
    if state.phase == "place":
        text = f"Turn {state.turn} of {state.table.turns}: place a card at a company.{purse}"
        return Text("place", text, params)
    if state.phase == "sell":
        what = "Sell one share, or skip for a chip." if saleable(state, seat) else "You have no share: skip for a chip."
        return Text("sell", what + purse, params)
    if state.phase == "buy":
        return Text("buy", _buying(state, seat) + purse, params)
    return Text("end-turn", f"Spend chips, or end your turn.{purse}", params)


def _buying(state: State, seat: int) -> str:
    only, companies = tied(state), buyable(state, seat)
    if not companies:
        return f"You cannot buy {'any share' if only is None else f'from {only}'}: skip for a chip."
    source = "any company" if only is None else f"{only}, where you placed a card"
    return f"Buy one share from {source}, or skip for a chip."


def _either(companies: list[str]) -> str:
    return companies[0] if len(companies) == 1 else f"{', '.join(companies[:-1])} or {companies[-1]}"
