"""The smallest values that all rules share: tags, texts, refusals and the generator's shape.

Law. No game's vocabulary here, and nothing that decides anything.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from operator import itemgetter
from typing import Any, Final, Protocol, Self, TypeVar

T = TypeVar("T")


def quick(cls: type[T]) -> type[T]:
    """Give a frozen, slotted dataclass an `__init__` of the same signature that takes less than half the time.

    The generated one looks every field's name up through `object.__setattr__`; this one calls the slots themselves.
    For the values that are built at every decision.
    """
    scope: dict[str, Any] = {"_absent": MISSING}
    parameters, body = [], []
    for each in fields(cls):  # type: ignore[arg-type]
        name, value, default = each.name, each.name, ""
        scope[f"_set_{name}"] = getattr(cls, name).__set__
        if each.default is not MISSING:
            scope[f"_default_{name}"] = each.default
            default = f"=_default_{name}"
        elif each.default_factory is not MISSING:
            scope[f"_make_{name}"] = each.default_factory
            default, value = "=_absent", f"_make_{name}() if {name} is _absent else {name}"
        parameters.append(f"{name}{default}")
        body.append(f"  _set_{name}(self, {value})")
    if body:
        source = "\n".join([f"def __init__(self, {', '.join(parameters)}):", *body])
        exec(source, scope)  # noqa: S102 - names of fields only, as in the standard library's own dataclasses
        type.__setattr__(cls, "__init__", scope["__init__"])
    return cls


class Position:
    """A frozen dataclass without slots that is a game's state: it makes changed copies of itself."""

    def but(self, **changes: Any) -> Self:
        """This state with other values for some fields (a tenth of the time that `dataclasses.replace` takes)."""
        new = _bare(self.__class__)
        _set_values(new, self.__dict__ | changes)
        return new


_bare = object.__new__
_set_values = Position.__dict__["__dict__"].__set__


class Tagged:
    """A frozen dataclass whose JSON carries its class's name, in snake_case, as `type`."""

    __slots__ = ()


class Action(Tagged):
    """Something that a seat or the house does. A verb, or what a verb leaves: `Bid`, `PassCards`, `Deal`."""

    __slots__ = ()


_TAGS: dict[type, str] = {}


def tag(cls: type) -> str:
    """The `type` that a class of values carries in JSON: `PassBid` -> `pass_bid`."""
    found = _TAGS.get(cls)
    if found is None:
        found = _TAGS[cls] = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()
    return found


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence for people with a stable `code` and its `params` for clients that write their own."""

    code: str
    text: str
    params: Mapping[str, Any] = field(default_factory=dict)


def put(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    """The items with another one at that place."""
    return (*items[:place], item, *items[place + 1 :])


class Illegal(Exception):
    """The rules refuse an action (or a table's options).

    `reason` is a stable kebab-case code, `ruling` the id of the rule that it breaks, `pointer` a JSON pointer to the
    offending field inside the action (empty: the action as a whole), and the message quotes what was sent. `overtaken`:
    the action may have been legal until others acted, which nobody can foresee in a free phase.
    """

    overtaken = False

    def __init__(self, reason: str, message: str, *, ruling: str, pointer: str = "") -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.ruling = ruling
        self.pointer = pointer


class Rng(Protocol):
    """A source of whole numbers. Everything else that rules draw is derived from it in one fixed way."""

    def below(self, n: int, /) -> int:
        """A uniform whole number 0 <= x < n."""


def shuffled(rng: Rng, items: Sequence[T]) -> list[T]:
    """A uniform permutation, by Fisher and Yates from the last place down to the second."""
    result, below = list(items), rng.below
    for i in range(len(result) - 1, 0, -1):
        j = below(i + 1)
        result[i], result[j] = result[j], result[i]
    return result


def pick(rng: Rng, items: Sequence[T]) -> T:
    """One item, uniformly. Raises `IndexError` when there is none."""
    if not items:
        raise IndexError("nothing to pick from")
    return items[rng.below(len(items))]


FEW: Final = 500
"""Up to so many combinations one of them is drawn from a list; of more, the items one by one."""


@cache
def _combinations(size: int, count: int) -> tuple[Callable[[Sequence[Any]], tuple[Any, ...]], ...]:
    """What takes each combination of 2 or more of so many items, if those are few."""
    if math.comb(size, count) > FEW:
        return ()
    return tuple([itemgetter(*places) for places in itertools.combinations(range(size), count)])


def drawn(rng: Rng, items: Sequence[T], count: int) -> tuple[T, ...]:
    """`count` different items, uniformly, in the order of `items`.

    Of few combinations one is drawn with one number; of many, Floyd's way takes one number an item.
    """
    if count == 1:
        return (items[rng.below(len(items))],)
    if count > 1 and (takers := _combinations(len(items), count)):
        return takers[rng.below(len(takers))](items)
    chosen: set[int] = set()
    for top in range(len(items) - count, len(items)):
        place = rng.below(top + 1)
        chosen.add(top if place in chosen else place)
    return tuple([items[place] for place in sorted(chosen)])
