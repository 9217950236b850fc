"""Whose token is it? One record a token, under the token's hash.

Law. Never sees a token, only its SHA-256.
"""

from __future__ import annotations

from openingbell.store.link import Link


class Tokens:
    """The tokens of a house."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def add(self, digest: str, record: bytes) -> None:
        """Keep what the token's holder is."""
        with self._link.guarded() as client:
            client.set(f"openingbell:token:{digest}", record)

    def find(self, digest: str) -> bytes | None:
        """What the holder of the token with this hash is."""
        with self._link.guarded() as client:
            found = client.get(f"openingbell:token:{digest}")
        assert found is None or isinstance(found, bytes)
        return found
