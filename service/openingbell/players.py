"""Players and their tokens.

Law. A token is shown once and stored as its SHA-256; a player is what that record says. Nothing here knows tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PlayerKind = Literal["human", "bot"]


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who can hold seats. `created_at_ms` is the store's time."""

    id: str
    name: str
    kind: PlayerKind
    created_at_ms: int


class Players:
    """Registers and recognises players."""

    def register(self, name: str, kind: PlayerKind) -> tuple[Player, str]:
        """A new player and the token, which nobody can read again."""
        raise NotImplementedError

    def authenticate(self, token: str) -> Player | None:
        """Whose token it is. Known within this process for at most 5 s, so that is how long a revocation takes."""
        raise NotImplementedError
