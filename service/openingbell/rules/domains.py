"""The domains of an action's fields: sets of values that are described, not listed.

Law. A domain knows no game. It checks, counts, enumerates in one fixed order, samples, and renders to JSON.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from openingbell.rules.values import Rng, drawn, pick, quick


class Refusal(Exception):
    """Why a value does not lie in a domain; `Choice.check` adds the field and the ruling."""

    def __init__(self, reason: str, message: str, *, at: str = "") -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.at = at


class Domain(Protocol):
    """The values that a field may take."""

    def check(self, value: Any) -> None:
        """Raise `Refusal` unless the value lies in the domain."""

    def count(self) -> int:
        """How many values there are."""

    def values(self) -> Iterator[Any]:
        """Every value, in one fixed order."""

    def sample(self, rng: Rng) -> Any:
        """One value, uniformly unless it says otherwise."""

    def render(self) -> dict[str, Any]:
        """The JSON of the domain, tagged by `kind`."""


@quick
@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from `min` to `max`, both included, in steps of `step` from `min`.

    Where `max` is far beyond what anybody would name, `usual` is the largest value that a sampler draws (0: `max`).
    """

    min: int
    max: int
    step: int = 1
    usual: int = 0

    def check(self, value: Any) -> None:
        if type(value) is not int:
            raise Refusal("wrong-type", f"{value!r} is not a whole number")
        if value < self.min:
            raise Refusal("too-low", f"{value} is less than {self.min}")
        if value > self.max:
            raise Refusal("too-high", f"{value} is more than {self.max}")
        if (value - self.min) % self.step:
            raise Refusal("off-step", f"{value} is not {self.min} plus a multiple of {self.step}")

    def count(self) -> int:
        return max(0, (self.max - self.min) // self.step + 1)

    def values(self) -> Iterator[int]:
        return iter(range(self.min, self.max + 1, self.step))

    def sample(self, rng: Rng) -> int:
        return self.min + self.step * rng.below(((self.usual or self.max) - self.min) // self.step + 1)

    def render(self) -> dict[str, Any]:
        usual = {"usual": self.usual} if self.usual else {}
        return {"kind": "range", "min": self.min, "max": self.max, "step": self.step, **usual}


@quick
@dataclass(frozen=True, slots=True)
class OneOf:
    """One of the listed values (strings or whole numbers).

    `barred` gives the reason of the refusal for values that some rule keeps off the list (`full`); `otherwise` is that
    of all others.
    """

    options: tuple[Any, ...]
    barred: Mapping[Any, str] = field(default_factory=dict, hash=False)
    otherwise: str = "not-offered"

    def check(self, value: Any) -> None:
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise Refusal("wrong-type", f"{value!r} is not one of {listed(self.options)}")
        if value not in self.options:
            reason = self.barred.get(value, self.otherwise)
            raise Refusal(reason, f"{value!r} is not one of {listed(self.options) or 'nothing'}")

    def count(self) -> int:
        return len(self.options)

    def values(self) -> Iterator[Any]:
        return iter(self.options)

    def sample(self, rng: Rng) -> Any:
        return pick(rng, self.options)

    def render(self) -> dict[str, Any]:
        return {"kind": "one_of", "values": list(self.options)}


@quick
@dataclass(frozen=True, slots=True)
class Subset:
    """`min` to `max` different items of `items`; the order in which they are named means nothing."""

    items: tuple[str, ...]
    min: int
    max: int

    def check(self, value: Any) -> None:
        if not isinstance(value, tuple | list):
            raise Refusal("wrong-type", f"{value!r} is not a list")
        for place, item in enumerate(value):
            if item not in self.items:
                raise Refusal("not-offered", f"{item!r} is not one of {listed(self.items)}", at=f"/{place}")
            if item in value[:place]:
                raise Refusal("repeated", f"{item!r} is named twice", at=f"/{place}")
        if len(value) < self.min:
            raise Refusal("too-few", f"{len(value)} named, at least {self.min} needed")
        if len(value) > self.max:
            raise Refusal("too-many", f"{len(value)} named, at most {self.max} allowed")

    def count(self) -> int:
        return sum(math.comb(len(self.items), size) for size in range(self.min, self.max + 1))

    def values(self) -> Iterator[tuple[str, ...]]:
        sizes = range(self.min, self.max + 1)
        return itertools.chain.from_iterable(itertools.combinations(self.items, size) for size in sizes)

    def sample(self, rng: Rng) -> tuple[str, ...]:
        """A size uniformly, then a subset of that size uniformly."""
        size = self.min if self.min == self.max else self.min + rng.below(self.max - self.min + 1)
        return drawn(rng, self.items, size)

    def render(self) -> dict[str, Any]:
        return {"kind": "subset", "from": list(self.items), "min": self.min, "max": self.max}


@dataclass(frozen=True, slots=True)
class Amounts:
    """A whole amount for each key, each `min` to `max` in steps of `step` from `min`; they add up to `total`."""

    keys: tuple[str, ...]
    min: int
    max: int
    total: int
    step: int = 1

    def check(self, value: Any) -> None:
        if not isinstance(value, Mapping):
            raise Refusal("wrong-type", f"{value!r} is not a table of amounts")
        for key, amount in value.items():
            if key not in self.keys:
                raise Refusal("not-offered", f"{key!r} is not one of {listed(self.keys)}", at=f"/{key}")
            try:
                Range(self.min, self.max, self.step).check(amount)
            except Refusal as refusal:
                raise Refusal(refusal.reason, refusal.message, at=f"/{key}") from None
        missing = [key for key in self.keys if key not in value]
        if missing:
            raise Refusal("too-few", f"no amount for {listed(missing)}")
        if sum(value.values()) != self.total:
            raise Refusal("wrong-total", f"the amounts add up to {sum(value.values())}, not {self.total}")

    def count(self) -> int:
        return self._ways(len(self.keys), self._units())

    def values(self) -> Iterator[dict[str, int]]:
        for parts in self._splits(len(self.keys), self._units()):
            yield {key: self.min + self.step * part for key, part in zip(self.keys, parts, strict=True)}

    def sample(self, rng: Rng) -> dict[str, int]:
        units, result = self._units(), {}
        for place, key in enumerate(self.keys):
            left = len(self.keys) - place - 1
            index = rng.below(self._ways(left + 1, units))
            for part in range(min(units, self._most()) + 1):
                ways = self._ways(left, units - part)
                if index < ways:
                    result[key] = self.min + self.step * part
                    units -= part
                    break
                index -= ways
        return result

    def render(self) -> dict[str, Any]:
        bounds = {"min": self.min, "max": self.max, "step": self.step, "total": self.total}
        return {"kind": "amounts", "keys": list(self.keys), **bounds}

    def _units(self) -> int:
        units, rest = divmod(self.total - self.min * len(self.keys), self.step)
        return -1 if rest else units

    def _most(self) -> int:
        return (self.max - self.min) // self.step

    def _ways(self, places: int, units: int) -> int:
        """In how many ways `places` parts of 0.._most() add up to `units`, by inclusion and exclusion."""
        if units < 0 or places == 0:
            return int(units == 0 and places == 0)
        size = self._most() + 1
        total = 0
        for over in range(min(places, units // size) + 1):
            free = math.comb(units - over * size + places - 1, places - 1)
            total += (-1) ** over * math.comb(places, over) * free
        return total

    def _splits(self, places: int, units: int) -> Iterator[tuple[int, ...]]:
        if places == 0:
            if units == 0:
                yield ()
            return
        for part in range(min(units, self._most()) + 1):
            for rest in self._splits(places - 1, units - part):
                yield (part, *rest)


def listed(items: Sequence[Any]) -> str:
    """The items as a message quotes them."""
    return ", ".join(map(str, items))
