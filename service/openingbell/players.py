"""Players and their tokens.

Law. A token is shown once and stored as its SHA-256; a player is what that record says. Nothing here knows tables.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, Literal

from openingbell import codec
from openingbell.store import Premises, Tokens

TRUST_S: Final = 5.0
"""How long a process believes what it has read about a token."""

TRUSTED: Final = 10_000
"""How many tokens a process remembers, known and unknown ones together."""

PREFIX: Final = "ob_"
LONGEST_TOKEN: Final = 200
LONGEST_NAME: Final = 40

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

    def __init__(self, tokens: Tokens, premises: Premises) -> None:
        self._tokens = tokens
        self._premises = premises
        self._known: OrderedDict[str, tuple[float, Player | None]] = OrderedDict()
        self._lock = threading.Lock()

    def register(self, name: str, kind: PlayerKind) -> tuple[Player, str]:
        """A new player and the token, which nobody can read again."""
        if not 0 < len(name) <= LONGEST_NAME:
            raise ValueError(f"a name has 1 to {LONGEST_NAME} characters")
        token = PREFIX + secrets.token_urlsafe(32)
        player = Player("p" + secrets.token_hex(8), name, kind, self._premises.now_ms())
        self._tokens.add(_digest(token), codec.dumps(player))
        return player, token

    def authenticate(self, token: str) -> Player | None:
        """Whose token it is. Known within this process for at most 5 s, so that is how long a revocation takes.

        The token is looked up by its hash, so how long that takes says nothing about any token.
        """
        if not token.startswith(PREFIX) or len(token) > LONGEST_TOKEN:
            return None
        digest = _digest(token)
        with self._lock:
            since, player = self._known.get(digest, (float("-inf"), None))
        if time.monotonic() - since < TRUST_S:
            return player
        asked = time.monotonic()
        record = self._tokens.find(digest)
        player = None if record is None else codec.from_json(Player, codec.loads(record))
        with self._lock:
            self._known[digest] = (asked, player)
            self._known.move_to_end(digest)
            if len(self._known) > TRUSTED:
                self._known.popitem(last=False)
        return player


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
