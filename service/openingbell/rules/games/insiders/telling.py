"""What each viewer is told of an entry in the log of Insiders.

Law. As in every game of peeking and passing; a turned card of the stub, and what it does to the demand, is public.
"""

from __future__ import annotations

from openingbell.rules.games.insiders.state import TurnStub
from openingbell.rules.kernel import Told
from openingbell.rules.peek_and_pass import telling
from openingbell.rules.peek_and_pass.state import State
from openingbell.rules.values import Action


def tell(before: State, seat: int, action: Action, after: State, viewer: int | None) -> Told | None:
    """What the viewer (None: a spectator) is told; None: nothing."""
    if isinstance(action, TurnStub):
        params = {"card": action.card, "stub_count": len(after.stub), "demand": dict(after.market.values)}
        return Told("stub-turned", f"Three or more commodities tie: the stub shows {action.card}.", None, params)
    return telling.tell(before, seat, action, after, viewer)
