"""The fair deal: commitment, keys and the stream that every deal is drawn from.

Law. Everything here can be recomputed by a stranger from a finished table's record with any language's HMAC-SHA256;
docs/fair-deal.md specifies each byte and gives test vectors. Nothing here reads a clock or the table.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Final

SECRET_BYTES: Final = 32
_WORD: Final = 4
_WORDS: Final = 1 << (8 * _WORD)


def new_secret() -> bytes:
    """A fresh table secret of 32 bytes from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def practice_secret(seed: str) -> bytes:
    """The secret of every practice table with this seed, so that its deals are reproducible."""
    return hashlib.sha256(b"openingbell/practice/1\n" + seed.encode()).digest()


def commitment(secret: bytes) -> str:
    """What the server publishes before anybody sits down: 64 hexadecimal digits."""
    return hashlib.sha256(b"openingbell/commitment/1\n" + secret).hexdigest()


def entropy_digest(entropies: Sequence[str]) -> bytes:
    """One digest of what the seats added, in seat order; a seat that added nothing counts as the empty string."""
    digest = hashlib.sha256(b"openingbell/entropy/1\n")
    for entropy in entropies:
        data = entropy.encode()
        digest.update(len(data).to_bytes(4, "big") + data)
    return digest.digest()


def house_stream(secret: bytes, entropies: Sequence[str], number: int) -> Stream:
    """The stream of the table's house action `number` (0 is the first deal). Every house action has its own key."""
    message = b"openingbell/house/1\n" + number.to_bytes(8, "big") + entropy_digest(entropies)
    return Stream(hmac.digest(secret, message, "sha256"))


def default_stream(secret: bytes, seat: int, n: int) -> Stream:
    """The stream that picks an absent seat's random move at its decision `n` (GEN-10)."""
    message = b"openingbell/default/1\n" + seat.to_bytes(8, "big") + n.to_bytes(8, "big")
    return Stream(hmac.digest(secret, message, "sha256"))


class Stream:
    """Uniform whole numbers from an HMAC-SHA256 counter stream; the same key gives the same numbers everywhere.

    Block i is HMAC(key, i as 8 bytes, big endian), i from 0; each block holds eight big-endian words of 4 bytes.
    """

    __slots__ = ("_block", "_counter", "_key", "_place")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._counter = 0
        self._block = b""
        self._place = 0

    def below(self, n: int, /) -> int:
        """A uniform whole number 0 <= x < n: words at or above the largest multiple of n are thrown away."""
        if not 0 < n <= _WORDS:
            raise ValueError(f"n must be 1 to {_WORDS}, not {n}")
        limit = _WORDS - _WORDS % n
        while True:
            word = self._word()
            if word < limit:
                return word % n

    def _word(self) -> int:
        if self._place == len(self._block):
            self._block = hmac.digest(self._key, self._counter.to_bytes(8, "big"), "sha256")
            self._counter += 1
            self._place = 0
        word = int.from_bytes(self._block[self._place : self._place + _WORD], "big")
        self._place += _WORD
        return word
