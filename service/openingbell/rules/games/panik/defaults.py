"""What an absent seat plays in Panik.

Law. From what that seat knows, and so that it tells strangers nothing about cards that stay hidden: what content
stays hidden is drawn (GEN-10), abilities are given up, and nobody is moved.
"""

from __future__ import annotations

from openingbell.rules.games.panik.legality import legal
from openingbell.rules.games.panik.state import NoCall, NoSend, Place, Relocate, State
from openingbell.rules.values import Action, Rng, pick


def default(state: State, seat: int, rng: Rng) -> Action:
    """A random hunter, face down, at a random manor; a hunter sent back goes to a random manor as it lay; nobody is
    sent back or called; all else by chance."""
    if state.phase == "send_back":
        return NoSend()
    if state.phase == "call":
        return NoCall()
    first = legal(state, seat).items[0]
    if state.phase == "place":
        return Place(pick(rng, state.hands[seat]), first.fields[1].given({}).sample(rng), "down")
    if state.phase == "relocate":
        assert state.lifted is not None
        return Relocate(first.fields[0].given({}).sample(rng), "up" if state.lifted.face_up else "down")
    return first.sample(rng)
