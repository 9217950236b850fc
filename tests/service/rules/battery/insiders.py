"""What the battery knows of Insiders by itself: the invariants of section 5 beside those of Bull Market."""

from __future__ import annotations

from openingbell.rules.games.insiders.state import turned
from openingbell.rules.peek_and_pass.state import State
from tests.service.rules.battery.peek_and_pass import cards_conserved

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
