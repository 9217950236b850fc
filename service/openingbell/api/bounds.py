"""How large and how slow a request may be.

Law. Numbers only; who reads requests (`reading`, and gunicorn's worker) imports them, and `GET /v1/limits` shows them.
"""

from __future__ import annotations

from typing import Final

LARGEST_BODY: Final = 65_536
"""How many bytes a body may have."""

PATIENCE_BYTES: Final = 1 << 20
"""How much of a body that is too large is taken all the same: most clients listen only once they have sent it."""

DEEPEST: Final = 32
"""How deep arrays and objects may be nested in a body."""

LONGEST_NUMBER: Final = 40
"""How many characters a number in a body may have."""

LONGEST_KEY: Final = 128
"""How many characters an Idempotency-Key may have."""

ARRIVE_S: Final = 10.0
"""How long a request may take to arrive, from its first byte on."""

LEAVE_S: Final = 10.0
"""How long a client may take no more of an answer."""
