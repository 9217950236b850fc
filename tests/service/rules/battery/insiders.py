"""What the battery knows of Insiders by itself: the invariants of section 5 beside those of Bull Market."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openingbell.rules.games.insiders.state import turned
from openingbell.rules.peek_and_pass.state import State
from tests.service.rules.battery.known import Known
from tests.service.rules.battery.peek_and_pass import cards_conserved, cards_swapped

STUBS = {"original": {2: 9, 3: 10, 4: 11, 5: 12}, "revised": {2: 6, 3: 7, 4: 5, 5: 6, 6: 7}}


def insiders_cards(state: State) -> None:
    """Every card once; the stub is what it should be; a million a hand; six hands at the most."""
    out = turned(state)
    cards_conserved(state, len(out))
    version = state.table.options.version
    if state.hand:
        assert len(state.stub) + len(out) == STUBS[version][state.table.seats]
    assert not out or version == "original"
    assert not out or state.phase in ("score", "deal", "over")
    assert state.hand <= (6 if version == "original" else 3)


def five_in_the_original(changes: Mapping[str, Any], seats: int) -> bool:
    """The first draft ends at five seats."""
    return changes.get("version") != "original" or seats <= 5


KNOWN = Known(
    variants=({"version": "original", "first_seat": 1},),
    offered=five_in_the_original,
    invariant=insiders_cards,
    swapped=cards_swapped,
)
