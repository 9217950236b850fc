"""What `imagine` needs in two games: sealed moves of others, and hidden ranked cards dealt out within what is known.

Law. Places, sizes and lower bounds only; no game. What comes out is feasible if anything is.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from openingbell.rules.cards import RANK
from openingbell.rules.choices import Choices
from openingbell.rules.values import Action, Rng, shuffled

REPAIRS: Final = 4
"""Random deals that are tried and repaired before the search that cannot miss."""


class Sealing(Protocol):
    """A view of a sealed step: whose it is, of how many seats, who has chosen, and what this seat has."""

    @property
    def seat(self) -> int | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def submitted(self) -> tuple[int, ...]: ...
    @property
    def own_sealed(self) -> Action | None: ...


def sealed_anew(view: Sealing, legal: Callable[[int], Choices], rng: Rng) -> tuple[Any, ...]:
    """By seat what it may have sealed: the viewer's own move, and any legal one of others who have chosen."""
    moves: list[Action | None] = [None] * view.seats
    for seat in view.submitted:
        moves[seat] = view.own_sealed if seat == view.seat else legal(seat).sample(rng)
    return tuple(moves)


@dataclass(frozen=True, slots=True)
class Need:
    """The best `most` cards at `place` add up to at least `total` (somebody there has bid so much)."""

    place: int
    most: int
    total: int


def dealt_out(
    pool: Sequence[str], fixed: Sequence[Sequence[str]], sizes: Sequence[int], needs: Sequence[Need], rng: Rng
) -> list[list[str]] | None:
    """The cards of `pool` over places of these `sizes`, on top of the cards `fixed` there; None if no way exists.

    Uniform where chance alone meets the needs; otherwise some way that meets them.
    """
    for _ in range(REPAIRS if needs else 1):
        cards = iter(shuffled(rng, pool))
        free = [list(itertools.islice(cards, size - len(kept))) for size, kept in zip(sizes, fixed, strict=True)]
        if _repaired(free, fixed, needs, rng):
            return [[*kept, *rest] for kept, rest in zip(fixed, free, strict=True)]
    return _searched(pool, fixed, sizes, needs, rng)


def _best(cards: Sequence[str], most: int) -> int:
    return sum(sorted([RANK[card] for card in cards], reverse=True)[:most])


def _missing(free: Sequence[Sequence[str]], fixed: Sequence[Sequence[str]], needs: Sequence[Need]) -> int:
    return sum(max(0, need.total - _best([*fixed[need.place], *free[need.place]], need.most)) for need in needs)


def _repaired(free: list[list[str]], fixed: Sequence[Sequence[str]], needs: Sequence[Need], rng: Rng) -> bool:
    """Swap cards between places as long as that brings the needs nearer; whether it met them."""
    missing = _missing(free, fixed, needs)
    while missing:
        for swap in shuffled(rng, _upgrades(free, fixed, needs)):
            _swap(free, swap)
            now = _missing(free, fixed, needs)
            if now < missing:
                missing = now
                break
            _swap(free, swap)
        else:
            return False
    return True


def _upgrades(
    free: Sequence[Sequence[str]], fixed: Sequence[Sequence[str]], needs: Sequence[Need]
) -> list[tuple[int, int, int, int]]:
    short = {need.place for need in needs if _missing(free, fixed, [need])}
    return [
        (place, i, other, j)
        for place in short
        for other, cards in enumerate(free)
        if other != place
        for i, mine in enumerate(free[place])
        for j, theirs in enumerate(cards)
        if RANK[theirs] > RANK[mine]
    ]


def _swap(free: list[list[str]], swap: tuple[int, int, int, int]) -> None:
    place, i, other, j = swap
    free[place][i], free[other][j] = free[other][j], free[place][i]


def _searched(
    pool: Sequence[str], fixed: Sequence[Sequence[str]], sizes: Sequence[int], needs: Sequence[Need], rng: Rng
) -> list[list[str]] | None:
    """Set aside the fewest points that meet every need, by exhaustive search over ranks; the rest at random."""
    aside = _ranks_aside(Counter(RANK[card] for card in pool), fixed, sizes, list(needs))
    if aside is None:
        return None
    rest, result = shuffled(rng, pool), [list(kept) for kept in fixed]
    for place, ranks in aside.items():
        for rank in ranks:
            card = next(card for card in rest if RANK[card] == rank)
            rest.remove(card)
            result[place].append(card)
    for place, size in enumerate(sizes):
        while len(result[place]) < size:
            result[place].append(rest.pop())
    return result


def _ranks_aside(
    left: Counter[int], fixed: Sequence[Sequence[str]], sizes: Sequence[int], needs: list[Need]
) -> dict[int, tuple[int, ...]] | None:
    if not needs:
        return {}
    need, *others = needs
    kept = [RANK[card] for card in fixed[need.place]]
    count = min(need.most, sizes[need.place] - len(kept))
    for ranks in sorted(itertools.combinations_with_replacement(sorted(left), count), key=sum):
        used = Counter(ranks)
        if any(left[rank] < times for rank, times in used.items()):
            continue
        if sum(sorted([*kept, *ranks], reverse=True)[: need.most]) < need.total:
            continue
        found = _ranks_aside(left - used, fixed, sizes, others)
        if found is not None:
            return {need.place: ranks, **found}
    return None
