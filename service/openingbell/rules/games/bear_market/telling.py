"""What each viewer is told of an entry in the log of Bear Market.

Law. Built by allow-list, from the action only where it is public, and otherwise from what became public between the
state before and the state after. A sealed move says nothing but that it is in.
"""

from __future__ import annotations

from typing import Any

from openingbell.rules.domains import listed
from openingbell.rules.games.bear_market.state import Deal, Draft, State, locked
from openingbell.rules.games.bear_market.views import view
from openingbell.rules.kernel import HOUSE, Told
from openingbell.rules.matches import Score
from openingbell.rules.values import Action


def tell(before: State, seat: int, action: Action, after: State, viewer: int | None) -> Told | None:
    """What the viewer (None: a spectator) is told; None: nothing."""
    if isinstance(action, Deal):
        return _dealt(action, after, viewer)
    if isinstance(action, Score):
        return _scored(action, after)
    assert isinstance(action, Draft)
    resolved = len(after.drafts) > len(before.drafts)
    again = before.sealed[seat] is not None
    if again and not resolved and viewer != seat:
        return None
    code, text, params = "submitted", f"Seat {seat} has chosen.", dict[str, Any]()
    if viewer == seat:
        code = "replaced" if again else "submitted"
        params = {"lock": action.lock, "discard": action.discard}
        text = f"You lock {action.lock} and discard {action.discard}."
    if resolved:
        code = "drafted"
        sentences = [text, _discards(after, params)]
        if viewer is not None:
            sentences.append(_passed(after, viewer, params))
        text = " ".join(filter(None, sentences))
    return Told(code, text, None if seat == HOUSE else seat, params)


def _dealt(action: Deal, after: State, viewer: int | None) -> Told:
    params: dict[str, Any] = {"hand": after.hand, "stub_count": len(action.stub)}
    if viewer is not None:
        params["cards"] = list(after.hands[viewer])
    return Told("dealt", f"Hand {after.hand} is dealt.", None, params)


def _scored(action: Score, after: State) -> Told:
    cards = [list(locked(after, seat)) for seat in range(after.table.seats)]
    shown = "; ".join(f"seat {seat} {listed(row)}" for seat, row in enumerate(cards))
    text = (
        f"Hand {after.hand} is over; locked were: {shown}. "
        f"Besides a million each it scores {listed(action.scores)}; totals {listed(action.totals)}."
    )
    params = {"hand": after.hand, "locked": cards, "scores": list(action.scores), "totals": list(action.totals)}
    return Told("scored", text, None, params)


def _discards(after: State, params: dict[str, Any]) -> str:
    """What fell into the Marketplace, by seat (BEAR-10), and the demand after it."""
    cards = [move.discard for move in after.drafts[-1]]
    params |= {"round": len(after.drafts), "discards": cards, "demand": dict(after.market.values)}
    return f"Into the Marketplace: {'; '.join(f'seat {seat} {card}' for seat, card in enumerate(cards))}."


def _passed(after: State, viewer: int, params: dict[str, Any]) -> str:
    """Where the rest of a seat's hand went, and what it holds now."""
    rounds = view(after, viewer).own_rounds
    assert rounds
    last = rounds[-1]
    if last.to_seat is None:
        return ""
    received = list(after.hands[viewer])
    params |= {"passed": list(last.passed), "to_seat": last.to_seat}
    params |= {"received": received, "from_seat": last.from_seat}
    return f"Your hand goes to seat {last.to_seat}; from seat {last.from_seat} you receive {listed(received)}."
