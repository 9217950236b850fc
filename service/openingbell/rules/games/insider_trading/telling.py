"""What each viewer is told of an entry in the log of Insider Trading.

Law. Built by allow-list, from the action only where it is public, and otherwise from what became public between the
state before and the state after. A sealed move says nothing but that it is in.
"""

from __future__ import annotations

from typing import Any

from openingbell.rules.domains import listed
from openingbell.rules.games.insider_trading.state import Deal, Keep, Lock, Panic, Play, State, Swap, Trick
from openingbell.rules.kernel import HOUSE, Told
from openingbell.rules.matches import Score
from openingbell.rules.values import Action


def tell(before: State, seat: int, action: Action, after: State, viewer: int | None) -> Told | None:
    """What the viewer (None: a spectator) is told; None: nothing."""
    if isinstance(action, Panic):
        again = before.sealed[seat] is not None
        if again and not after.discards and viewer != seat:
            return None
        code, text, params = _panic(seat, action, viewer, again=again)
    else:
        code, text, params = _open(before, seat, action, after, viewer)
    if after.discards and not before.discards:
        cards = [list(row) for row in after.discards]
        params |= {"discards": cards, "demand": dict(after.market.values)}
        fell = "; ".join(f"seat {place} {listed(row) or 'nothing'}" for place, row in enumerate(cards))
        text = f"{text} Into the Marketplace: {fell}."
        code = "panicked" if isinstance(action, Panic) else code
    return Told(code, text, None if seat == HOUSE else seat, params)


def _panic(seat: int, action: Panic, viewer: int | None, *, again: bool) -> tuple[str, str, dict[str, Any]]:
    if viewer != seat:
        return "submitted", f"Seat {seat} has chosen.", {}
    return "replaced" if again else "submitted", f"You choose {listed(action.cards)}.", {"chosen": list(action.cards)}


def _open(
    before: State, seat: int, action: Action, after: State, viewer: int | None
) -> tuple[str, str, dict[str, Any]]:
    """An entry that everybody sees; only its cards may be for some."""
    if isinstance(action, Play):
        return _played(seat, action, after)
    if isinstance(action, Swap):
        return _swapped(seat, action, after, viewer)
    if isinstance(action, Keep):
        return "kept", f"Seat {seat} keeps the trick as it is.", {}
    if isinstance(action, Lock):
        return _locked(seat, after.tricks[-1], after)
    if isinstance(action, Deal):
        params: dict[str, Any] = {"hand": after.hand, "dealer": action.dealer, "stub_count": len(action.stub)}
        if viewer is not None:
            params["cards"] = list(after.hands[viewer])
        return "dealt", f"Hand {after.hand} is dealt.", params
    assert isinstance(action, Score)
    params = {"hand": before.hand, "scores": list(action.scores), "totals": list(action.totals)}
    return "scored", f"Hand {before.hand} scores {listed(action.scores)}; totals {listed(action.totals)}.", params


def _played(seat: int, action: Play, after: State) -> tuple[str, str, dict[str, Any]]:
    trick = after.trick
    assert trick is not None
    verb = "leads" if len(trick.plays) == 1 else "plays"
    text, params = f"Seat {seat} {verb} {action.card}.", {"card": action.card, "trick": trick.number}
    if trick.winner is not None:
        params["winner"] = trick.winner
        text += f" Seat {trick.winner} wins the trick."
    return "played", text, params


def _swapped(seat: int, action: Swap, after: State, viewer: int | None) -> tuple[str, str, dict[str, Any]]:
    assert after.trick is not None
    params: dict[str, Any] = {"removed": action.card, "stub_count": len(after.stub)}
    if viewer != seat:
        return "swapped", f"Seat {seat} removes {action.card} and draws an insider card.", params
    return "swapped", f"You remove {action.card} and draw {after.trick.drawn}.", {**params, "drawn": after.trick.drawn}


def _locked(seat: int, trick: Trick, after: State) -> tuple[str, str, dict[str, Any]]:
    flooded = list(trick.flooded)
    params: dict[str, Any] = {"locked": trick.locked, "flooded": flooded}
    params["demand"] = dict(after.market.values)
    text = f"Seat {seat} locks {trick.locked}; {listed(flooded)} into the Marketplace."
    if trick.drawn is not None:
        params["drawn"] = trick.drawn
        text += f" The insider card was {trick.drawn}."
    return "locked", text, params
