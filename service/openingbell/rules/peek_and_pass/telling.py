"""What each viewer is told of an entry in the log of a game of peeking and passing.

Law. Built by allow-list, from the action only where it is public, and otherwise from what became public between the
state before and the state after. A sealed move says nothing but that it is in.
"""

from __future__ import annotations

from typing import Any

from openingbell.rules.domains import listed
from openingbell.rules.kernel import HOUSE, Told
from openingbell.rules.matches import Score
from openingbell.rules.peek_and_pass.state import (
    Bid,
    Deal,
    Discard,
    Panic,
    PassBid,
    PassCards,
    Pay,
    State,
    neighbour,
)
from openingbell.rules.values import Action


def tell(before: State, seat: int, action: Action, after: State, viewer: int | None) -> Told | None:
    """What the viewer (None: a spectator) is told; None: nothing."""
    code, params, sentences = _entry(before, seat, action, viewer)
    if isinstance(action, PassCards | Panic | Discard):
        if _steps(after) == _steps(before):
            if before.sealed[seat] is not None and viewer != seat:
                return None
        else:
            code = "cards-passed" if before.phase == "pass" else "cards-discarded"
    _auctions(before, after, viewer, params, sentences)
    _passes(before, after, viewer, params, sentences)
    _market(before, after, params, sentences)
    return Told(code, " ".join(sentences), None if seat == HOUSE else seat, params)


def _steps(state: State) -> tuple[int, int]:
    return len(state.passes), len(state.discards)


def _entry(before: State, seat: int, action: Action, viewer: int | None) -> tuple[str, dict[str, Any], list[str]]:
    """The entry itself: its code, what everybody (or its own seat) may know of it, and a sentence."""
    params: dict[str, Any] = {}
    if isinstance(action, Deal):
        params = {"hand": before.hand + 1, "dealer": action.dealer, "stub_count": len(action.stub)}
        if viewer is not None:
            params["cards"] = list(action.hands[viewer])
        return "dealt", params, [f"Hand {before.hand + 1} is dealt."]
    if isinstance(action, Score):
        params = {"hand": before.hand, "scores": list(action.scores), "totals": list(action.totals)}
        text = f"Hand {before.hand} scores {listed(action.scores)}; totals {listed(action.totals)}."
        if before.table.award:
            params["award"] = before.table.award
            text = f"Every seat is awarded {before.table.award:,}. {text}"
        return "scored", params, [text]
    if isinstance(action, Bid):
        return "bid", {"amount": action.amount}, [f"Seat {seat} bids {action.amount}."]
    if isinstance(action, PassBid):
        return "passed-bid", params, [f"Seat {seat} passes."]
    if isinstance(action, Pay):
        return "paid", {"cards": list(action.cards)}, [f"Seat {seat} pays with {listed(action.cards)}."]
    if viewer == seat and isinstance(action, PassCards | Panic | Discard):
        cards = [action.card] if isinstance(action, Discard) else list(action.cards)
        again = before.sealed[seat] is not None
        return "replaced" if again else "submitted", {"chosen": cards}, [f"You choose {listed(cards)}."]
    return "submitted", params, [f"Seat {seat} has chosen."]


def _auctions(before: State, after: State, viewer: int | None, params: dict[str, Any], sentences: list[str]) -> None:
    """Auctions that closed, and what their winner now sees."""
    for record in after.auctions[len(before.auctions) if after.hand == before.hand else 0 :]:
        if record.winner is None:
            params.setdefault("unsold", []).append(record.round)
            sentences.append(f"Nobody buys a look at stack {record.round}.")
            continue
        params["won"] = {"round": record.round, "seat": record.winner, "price": record.price}
        sentences.append(f"Seat {record.winner} buys the look at stack {record.round} for {record.price}.")
        if viewer == record.winner:
            params["peeked"] = list(after.stacks[record.round - 1])
            sentences.append(f"You see {listed(params['peeked'])}.")


def _passes(before: State, after: State, viewer: int | None, params: dict[str, Any], sentences: list[str]) -> None:
    """What a seat gave and received when everybody's cards went round."""
    if viewer is None or len(after.passes) == len(before.passes) or after.hand != before.hand:
        return
    seats = after.table.seats
    to = neighbour(viewer, after.hand, seats)
    source = (2 * viewer - to) % seats
    given, received = list(after.passes[-1][viewer]), list(after.passes[-1][source])
    params |= {"given": given, "to_seat": to, "received": received, "from_seat": source}
    sentences.append(f"You pass {listed(given)} to seat {to} and receive {listed(received)} from seat {source}.")


def _market(before: State, after: State, params: dict[str, Any], sentences: list[str]) -> None:
    """What came into the Marketplace, and the demand after it."""
    if after.hand != before.hand or len(after.market.cards) == len(before.market.cards):
        return
    for place in range(before.revealed, after.revealed):
        params["revealed"] = {"round": place + 1, "cards": list(after.stacks[place])}
        sentences.append(f"Stack {place + 1} shows {listed(after.stacks[place])}.")
    for step in after.discards[len(before.discards) :]:
        params.setdefault("discards", []).append([list(cards) for cards in step])
        fell = (f"seat {seat} {listed(cards)}" for seat, cards in enumerate(step))
        sentences.append(f"Into the Marketplace: {'; '.join(fell)}.")
    params["demand"] = dict(after.market.values)
