"""What a seat knows in a game of peeking and passing, and the sentence that tells it what to do.

Law. Built by allow-list: a field gets here by being named here. Nothing but the view's own seat's cards, what that
seat was shown, and what lies open (rulings, section 2, visibility). Each game has a view type of its own that
comes from `CommonView`, names its options exactly, and adds what only that game shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

from openingbell.rules.auctions import Auction
from openingbell.rules.kernel import Result
from openingbell.rules.market import HandScore, Standing
from openingbell.rules.peek_and_pass.moves import final_hands, max_bid, turn
from openingbell.rules.peek_and_pass.state import (
    KEPT,
    PANIC_CARDS,
    ROUNDS,
    AuctionRecord,
    Discard,
    Panic,
    PassCards,
    Phase,
    State,
    neighbour,
)
from openingbell.rules.seats import standing, waiting
from openingbell.rules.values import Text, quick


@quick
@dataclass(frozen=True, slots=True)
class StackView:
    """A stack by the round it belongs to: its size, whether it lies open in the Marketplace, and its cards where this
    viewer knows them (open, or peeked at)."""

    round: int
    size: int
    revealed: bool
    cards: tuple[str, ...] | None = None


@quick
@dataclass(frozen=True, slots=True)
class OwnPass:
    """What this seat gave to and received from its neighbours in one round of this hand."""

    round: int
    to_seat: int
    given: tuple[str, ...]
    from_seat: int
    received: tuple[str, ...]


@quick
@dataclass(frozen=True, slots=True)
class CommonView:
    """What one seat knows of the game; `seat` is absent for a spectator, and so are the fields `own_*`.

    `hand` counts the hands dealt (0 before the first) and `round` this hand's auctions. Lists by seat are in seat
    order. `own_cards` are this seat's unlocked cards; `card_counts` how many unlocked cards each seat holds; `locked`
    lie open. `shown` are all final hands, from scoring until the next deal. `market` has every commodity with its
    cards and its present demand, best first. `auctions` are this hand's, the open one last. `bidder` and `high_bid`
    are the best bid of the open auction, or of the one that is being paid; `max_bid` is the most that this seat could
    pay now. `asked` are the seats that owe a move, `submitted` those whose sealed move is in, `own_sealed` this seat's
    own. `discards` are the cards that fell, by completed step and seat. `last_winner` is the latest buyer of the game.
    """

    seat: int | None
    seats: int
    options: Any
    phase: Phase
    hand: int
    round: int
    totals: tuple[int, ...]
    card_counts: tuple[int, ...]
    locked: tuple[tuple[str, ...], ...]
    market: tuple[Standing, ...]
    stacks: tuple[StackView, ...]
    stub_count: int
    auctions: tuple[AuctionRecord, ...]
    asked: tuple[int, ...]
    submitted: tuple[int, ...]
    pass_direction: Literal["left", "right"]
    discards: tuple[tuple[tuple[str, ...], ...], ...]
    scored: tuple[HandScore, ...]
    dealer: int | None = None
    opener: int | None = None
    last_winner: int | None = None
    bidder: int | None = None
    high_bid: int | None = None
    max_bid: int | None = None
    shown: tuple[tuple[str, ...], ...] | None = None
    own_cards: tuple[str, ...] | None = None
    own_passes: tuple[OwnPass, ...] | None = None
    own_sealed: PassCards | Panic | Discard | None = None
    result: Result | None = None


V = TypeVar("V", bound=CommonView)


def seen(cls: type[V], state: State, seat: int | None, **more: Any) -> V:
    """What a seat (None: a spectator) knows, as that game's view; `more` are the fields that only it has."""
    table, phase, hand = state.table, state.phase, state.hand
    now, auctions = turn(state), state.auctions
    bidder = high = None
    if state.auction is not None:
        auctions = (*auctions, _open(state.round, state.auction))
        bidder, high = state.auction.leader, state.auction.high or None
    elif phase == "pay":
        bidder, high = auctions[-1].winner, auctions[-1].price
    cards = passes = sealed = most = None
    if seat is not None:
        cards = state.hands[seat]
        passes = _own_passes(state, seat)
        most = max_bid(cards, len(state.locked[seat])) if phase == "auction" else None
        sealed = state.sealed[seat] if state.sealed else None
    scored_now = phase in ("deal", "over") and hand > 0
    return cls(
        seat,
        table.seats,
        table.options,
        phase,
        hand,
        state.round,
        state.totals,
        tuple([len(held) for held in state.hands]),
        state.locked,
        state.market.standings,
        tuple([_stack(state, place, seat) for place in range(ROUNDS)]),
        len(state.stub),
        auctions,
        now.seats,
        now.revisable,
        "left" if hand % 2 or not hand else "right",
        state.discards,
        tuple([scored.breakdown for scored in state.scored]),
        state.dealer,
        state.opener,
        state.last_winner,
        bidder,
        high,
        most,
        final_hands(state) if scored_now else None,
        cards,
        passes,
        sealed,  # type: ignore[arg-type]
        result(state),
        **more,
    )


def _open(round_: int, auction: Auction) -> AuctionRecord:
    return AuctionRecord(round_, auction.opener, auction.calls, False)


def _stack(state: State, place: int, seat: int | None) -> StackView:
    cards, revealed = state.stacks[place], place < state.revealed
    known = revealed or (seat is not None and peeker(state, place) == seat)
    return StackView(place + 1, len(cards), revealed, cards if known else None)


def peeker(state: State, place: int) -> int | None:
    """Who may look at the stack of that place (0-based) before it is revealed: its auction's winner (BULL-14)."""
    return state.auctions[place].winner if place < len(state.auctions) else None


def _own_passes(state: State, seat: int) -> tuple[OwnPass, ...]:
    seats, to = state.table.seats, neighbour(seat, state.hand, state.table.seats)
    source = (2 * seat - to) % seats
    return tuple(
        [OwnPass(round_, to, given[seat], source, given[source]) for round_, given in enumerate(state.passes, start=1)]
    )


def scores(state: State) -> tuple[int, ...]:
    """The running totals by seat."""
    return state.totals


def breakdown(state: State) -> tuple[Any, ...]:
    """Every scored hand with its reasons."""
    return tuple(scored.breakdown for scored in state.scored)


def result(state: State) -> Result | None:
    """The final standing; equal totals share a place (GEN-03)."""
    return standing(state.totals) if state.phase == "over" else None


_WAITS: Final = {
    "bid": "to bid or pass",
    "pay": "to pay",
    "pass_cards": "to choose cards",
    "panic": "to choose cards",
    "discard": "to choose cards",
}
_HOUSE: Final = {"deal": "deals", "score": "scores the hand"}


def prompt(state: State, seat: int | None) -> Text:
    """What that viewer is asked to do now, or waits for."""
    now = turn(state)
    if seat in now.seats:
        return _asked(state, seat)
    return waiting(now, seat, _WAITS, _HOUSE)


def _asked(state: State, seat: int) -> Text:
    hand, locked = state.hands[seat], len(state.locked[seat])
    if state.auction is not None:
        low, high = state.auction.high + 1, max_bid(hand, locked)
        if low > high:
            return Text("pass-bid", f"You cannot pay {low}: pass.", {"min": low, "max": high})
        return Text("bid", f"Bid at least {low}, at most {high}, or pass.", {"min": low, "max": high})
    if state.phase == "pay":
        price, most = state.auctions[-1].price, KEPT - locked
        text = f"Lock at most {_cards(most)} worth at least {price} together."
        return Text("pay", text, {"price": price, "max_cards": most})
    if state.phase == "pass":
        count, to = ROUNDS + 1 - state.round, neighbour(seat, state.hand, state.table.seats)
        return Text("pass-cards", f"Choose {_cards(count)} to pass to seat {to}.", {"count": count, "to_seat": to})
    if state.phase == "panic":
        text = f"Choose {_cards(PANIC_CARDS)} for the Marketplace; the rest scores."
        return Text("panic", text, {"count": PANIC_CARDS})
    step = len(state.discards) + 1
    text = f"Choose a card for the Marketplace ({step} of {PANIC_CARDS})."
    return Text("discard", text, {"step": step, "steps": PANIC_CARDS})


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
