"""The commodity cards that four of the games share: nine commodities, ranks 1 to 10.

Law. Cards are strings, a commodity's letter and a rank (`G9`, `O10`); facts about them are look-ups. No game here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

COMMODITIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "G": "gold bullion",
        "O": "crude oil",
        "P": "pork bellies",
        "J": "orange juice",
        "B": "coffee beans",
        "C": "corn",
        "W": "wheat",
        "F": "fluffy bunnies",
        "U": "uranium",
    }
)
"""Letter -> name, in the order in which tables take them."""

CARDS: Final = tuple(f"{suit}{rank}" for suit in COMMODITIES for rank in range(1, 11))
"""All ninety cards in their fixed order: by commodity, then by rank."""

SUIT: Final[Mapping[str, str]] = {card: card[0] for card in CARDS}
RANK: Final[Mapping[str, int]] = {card: int(card[1:]) for card in CARDS}
ORDER: Final[Mapping[str, int]] = {card: place for place, card in enumerate(CARDS)}

_place = ORDER.__getitem__


def deck(suits: Iterable[str]) -> tuple[str, ...]:
    """The ten cards of each of these commodities, in the fixed order."""
    chosen = set(suits)
    return tuple(card for card in CARDS if SUIT[card] in chosen)


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards in the fixed order, so that where one lies in a row tells nothing (GEN-07)."""
    return tuple(sorted(cards, key=_place))
