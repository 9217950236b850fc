"""The information cards of Stock Hold'em: what is on their fronts, and the half of it that their backs give away.

Law. A card is a string, its front and its back: `I4/4` is the four of the internet whose back shows the four, `I4/I`
the other one, whose back shows the internet. `BULL` and `BEAR` share a back. Facts about cards are look-ups.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

DeckName = Literal["2-6x2", "1-10x1"]

SUITS: Final[Mapping[str, str]] = MappingProxyType(
    {"I": "internet", "N": "newspaper", "L": "letter", "D": "messenger dove"}
)
"""Letter -> name, in the fixed order."""

BULL: Final = "BULL"
BEAR: Final = "BEAR"
SPECIAL: Final = "special"
"""The back that the Bull and the Bear share (HLD-02)."""
BULL_POINTS: Final = 10

_NUMBERS: Final = range(1, 11)
_PRINTED: Final = tuple(
    (f"{suit}{number}/{back}", suit, number, str(back))
    for suit in SUITS
    for number in _NUMBERS
    for back in (number, suit)
)
CARDS: Final = (*(card for card, *_ in _PRINTED), BULL, BEAR)
"""Every card of any deck, in the fixed order: by suit, by number, the number's back first; then Bull and Bear."""

SUIT: Final[Mapping[str, str]] = {card: suit for card, suit, _, _ in _PRINTED}
"""The suit of every card but the Bull and the Bear."""
NUMBER: Final[Mapping[str, int]] = {card: number for card, _, number, _ in _PRINTED}
"""The number of every card but the Bull and the Bear."""
BACK: Final[Mapping[str, str]] = {card: back for card, _, _, back in _PRINTED} | {BULL: SPECIAL, BEAR: SPECIAL}
BACKS: Final = (*map(str, _NUMBERS), *SUITS, SPECIAL)
"""Every back in the fixed order: numbers, suits, the special one."""

_place = {card: place for place, card in enumerate(CARDS)}.__getitem__
_back_place = {back: place for place, back in enumerate(BACKS)}.__getitem__


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards in the fixed order, so that where one lies in a row tells nothing (GEN-07)."""
    return tuple(sorted(cards, key=_place))


@lru_cache(maxsize=1024)
def sorted_backs(cards: tuple[str, ...]) -> tuple[str, ...]:
    """What a hidden hand shows to others: its backs, in an order that does not follow from the fronts (GEN-07)."""
    return tuple(sorted([BACK[card] for card in cards], key=_back_place))


def _doubled() -> tuple[str, ...]:
    """Numbers 2 to 6, twice a suit: once with the number on the back, once with the suit (HLD-01, HLD-02)."""
    return tuple(card for card, _, number, _ in _PRINTED if 2 <= number <= 6)


def _single() -> tuple[str, ...]:
    """Numbers 1 to 10, once a suit; backs alternate like a chessboard, so each number and each suit has both kinds."""
    rows = {suit: row for row, suit in enumerate(SUITS)}
    return tuple(card for card, suit, number, back in _PRINTED if (back == suit) == ((rows[suit] + number) % 2 == 1))


DECKS: Final[Mapping[DeckName, tuple[str, ...]]] = MappingProxyType(
    {"2-6x2": (*_doubled(), BULL, BEAR), "1-10x1": (*_single(), BULL, BEAR)}
)
"""The 42 cards of each deck, in the fixed order."""
