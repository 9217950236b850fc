"""What the battery knows of Bull Market by itself: it is the plain game of peeking and passing."""

from __future__ import annotations

from tests.service.rules.battery.known import Known
from tests.service.rules.battery.peek_and_pass import cards_conserved, cards_swapped

KNOWN = Known(
    variants=(
        {"short": True, "slow_burn": True},
        {"slow_burn": True, "empty_rule": "shared_top", "first_seat": 1},
    ),
    invariant=cards_conserved,
    swapped=cards_swapped,
)
