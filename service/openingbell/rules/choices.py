"""What a seat may do, described instead of listed.

Law. One description serves validation, clients, bots and property tests: a `Choice` is one kind of action with a
domain a field. It says yes or no (`check`), counts, enumerates where that is small, samples, and renders to the JSON
that a client draws without knowing the game. Domains and constraints know nothing of any game.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from openingbell.rules.values import Action, Illegal, Rng, Text, drawn, pick, tag

SAMPLE_TRIES: Final = 16


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


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from `min` to `max`, both included, in steps of `step` from `min`."""

    min: int
    max: int
    step: int = 1

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
        return self.min + self.step * rng.below(self.count())

    def render(self) -> dict[str, Any]:
        return {"kind": "range", "min": self.min, "max": self.max, "step": self.step}


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of the listed values (strings or whole numbers)."""

    options: tuple[Any, ...]

    def check(self, value: Any) -> None:
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise Refusal("wrong-type", f"{value!r} is not one of {_listed(self.options)}")
        if value not in self.options:
            raise Refusal("not-offered", f"{value!r} is not one of {_listed(self.options)}")

    def count(self) -> int:
        return len(self.options)

    def values(self) -> Iterator[Any]:
        return iter(self.options)

    def sample(self, rng: Rng) -> Any:
        return pick(rng, self.options)

    def render(self) -> dict[str, Any]:
        return {"kind": "one_of", "values": list(self.options)}


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
                raise Refusal("not-offered", f"{item!r} is not one of {_listed(self.items)}", at=f"/{place}")
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
        size = self.min + rng.below(self.max - self.min + 1)
        return tuple(drawn(rng, self.items, size))

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
                raise Refusal("not-offered", f"{key!r} is not one of {_listed(self.keys)}", at=f"/{key}")
            try:
                Range(self.min, self.max, self.step).check(amount)
            except Refusal as refusal:
                raise Refusal(refusal.reason, refusal.message, at=f"/{key}") from None
        missing = [key for key in self.keys if key not in value]
        if missing:
            raise Refusal("too-few", f"no amount for {_listed(missing)}")
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
        terms = range(min(places, units // size) + 1)
        return sum((-1) ** j * math.comb(places, j) * math.comb(units - j * size + places - 1, places - 1) for j in terms)

    def _splits(self, places: int, units: int) -> Iterator[tuple[int, ...]]:
        if places == 0:
            if units == 0:
                yield ()
            return
        for part in range(min(units, self._most()) + 1):
            for rest in self._splits(places - 1, units - part):
                yield (part, *rest)


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an action: its domain, and the ruling that a value outside it breaks.

    `domain` holds whatever came before. With `depends_on`, `table` maps each value of that earlier field to the
    domain here, and `domain` is None. `rulings` names another ruling for single reasons (`too-high`: BULL-09).
    """

    name: str
    domain: Domain | None
    ruling: str
    rulings: Mapping[str, str] = field(default_factory=dict)
    depends_on: str = ""
    table: Mapping[Any, Domain] = field(default_factory=dict)

    def given(self, earlier: Mapping[str, Any]) -> Domain:
        """The domain, now that the earlier fields have these values."""
        if self.domain is not None:
            return self.domain
        return self.table[earlier[self.depends_on]]

    def render(self) -> dict[str, Any]:
        if self.domain is not None:
            return {"name": self.name, **self.domain.render()}
        rows = [{"value": value, "domain": domain.render()} for value, domain in self.table.items()]
        return {"name": self.name, "kind": "depends_on", "field": self.depends_on, "table": rows}


class Constraint(Protocol):
    """What domains cannot say about an action's fields, by name and parameters."""

    @property
    def ruling(self) -> str: ...

    def check(self, values: Mapping[str, Any]) -> None:
        """Raise `Refusal` unless the fields satisfy it."""

    def steer(self, values: dict[str, Any], rng: Rng) -> dict[str, Any]:
        """Fields that satisfy it, near the given ones, for a sampler that has tried its luck."""

    def render(self) -> dict[str, Any]:
        """Its JSON, tagged by `name`."""


@dataclass(frozen=True, slots=True)
class TotalAtLeast:
    """The items named in `field` weigh at least `min` together; `weights` gives each item's weight.

    `most` is the largest number of items that the field's domain allows.
    """

    field: str
    weights: Mapping[str, int]
    min: int
    most: int
    ruling: str

    def check(self, values: Mapping[str, Any]) -> None:
        total = sum(self.weights[item] for item in values[self.field])
        if total < self.min:
            raise Refusal("total-too-low", f"{_listed(values[self.field])} add up to {total}, less than {self.min}")

    def steer(self, values: dict[str, Any], rng: Rng) -> dict[str, Any]:
        del rng
        heaviest = sorted(self.weights, key=lambda item: -self.weights[item])[: self.most]
        return {**values, self.field: tuple(item for item in self.weights if item in heaviest)}

    def render(self) -> dict[str, Any]:
        return {"name": "total_at_least", "field": self.field, "weights": dict(self.weights), "min": self.min}


@dataclass(frozen=True, slots=True)
class Different:
    """Two fields with the same domain do not have the same value."""

    field: str
    other: str
    ruling: str

    def check(self, values: Mapping[str, Any]) -> None:
        if values[self.field] == values[self.other]:
            raise Refusal("repeated", f"{self.field} and {self.other} are both {values[self.field]!r}")

    def steer(self, values: dict[str, Any], rng: Rng) -> dict[str, Any]:
        raise LookupError("sampling tries are enough unless the domain has one value")

    def render(self) -> dict[str, Any]:
        return {"name": "different", "fields": [self.field, self.other]}


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of action that a seat may take now: its class, and what each field may be."""

    action: type[Action]
    label: Text
    fields: tuple[Field, ...] = ()
    constraints: tuple[Constraint, ...] = ()

    def __contains__(self, action: Action) -> bool:
        try:
            self.check(action)
        except Illegal:
            return False
        return True

    def check(self, action: Action) -> None:
        """Raise `Illegal` with reason, pointer and ruling unless the action is one of these."""
        if type(action) is not self.action:
            raise Illegal("not-offered", f"{tag(type(action))} is not {tag(self.action)}", ruling="GEN-05")
        values: dict[str, Any] = {}
        for each in self.fields:
            values[each.name] = value = getattr(action, each.name)
            try:
                each.given(values).check(value)
            except Refusal as refusal:
                ruling = each.rulings.get(refusal.reason, each.ruling)
                pointer = f"/{each.name}{refusal.at}"
                raise Illegal(refusal.reason, f"{each.name}: {refusal.message}.", ruling=ruling, pointer=pointer) from None
        for constraint in self.constraints:
            try:
                constraint.check(values)
            except Refusal as refusal:
                raise Illegal(refusal.reason, f"{refusal.message}.", ruling=constraint.ruling) from None

    def count(self) -> int:
        """How many actions there are, up to the constraints (an upper bound where there are any)."""
        total = 1
        if any(each.domain is None for each in self.fields):
            return sum(1 for _ in self.actions())
        for each in self.fields:
            total *= each.given({}).count()
        return total

    def actions(self) -> Iterator[Action]:
        """Every action, in one fixed order. Only where `count` is small."""
        for values in self._assignments(0, {}):
            action = self.action(**values)
            if not self.constraints or action in self:
                yield action

    def sample(self, rng: Rng) -> Action:
        """One legal action; every field uniformly, tried again a few times for the constraints, then steered."""
        values: dict[str, Any] = {}
        for _ in range(SAMPLE_TRIES if self.constraints else 1):
            values = {}
            for each in self.fields:
                values[each.name] = each.given(values).sample(rng)
            if not self.constraints:
                return self.action(**values)
            action = self.action(**values)
            if action in self:
                return action
        for constraint in self.constraints:
            values = constraint.steer(values, rng)
        return self.action(**values)

    def render(self) -> dict[str, Any]:
        """The JSON that a client draws."""
        label = {"code": self.label.code, "params": dict(self.label.params), "text": self.label.text}
        result: dict[str, Any] = {"type": tag(self.action), "label": label, "fields": [f.render() for f in self.fields]}
        if self.constraints:
            result["constraints"] = [constraint.render() for constraint in self.constraints]
        return result

    def _assignments(self, place: int, values: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if place == len(self.fields):
            yield values
            return
        each = self.fields[place]
        for value in each.given(values).values():
            yield from self._assignments(place + 1, {**values, each.name: value})


class Choices:
    """All that a seat may do now, one `Choice` a kind of action. Empty for a seat that owes nothing.

    `default` is the whole legal action that stands in for silence, where whoever hands the choices out knows it.
    """

    __slots__ = ("default", "items")

    def __init__(self, items: tuple[Choice, ...] = (), default: Action | None = None) -> None:
        self.items = items
        self.default = default

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.items)

    def __contains__(self, action: object) -> bool:
        return any(type(action) is choice.action and action in choice for choice in self.items)

    def check(self, action: Action, rulings: Mapping[str, str]) -> None:
        """Raise `Illegal` unless some choice has the action; `rulings` by tag for kinds that are not offered now."""
        for choice in self.items:
            if type(action) is choice.action:
                choice.check(action)
                return
        kind = tag(type(action))
        offered = _listed([tag(choice.action) for choice in self.items]) or "nothing"
        raise Illegal("not-now", f"{kind} is not possible now; possible: {offered}.", ruling=rulings.get(kind, "GEN-05"))

    def count(self) -> int:
        """How many actions there are in all (an upper bound where constraints hold)."""
        return sum(choice.count() for choice in self.items)

    def actions(self) -> Iterator[Action]:
        """Every action of every choice. Only where `count` is small."""
        return itertools.chain.from_iterable(choice.actions() for choice in self.items)

    def sample(self, rng: Rng) -> Action:
        """A kind of action uniformly, then one of that kind."""
        return self.items[rng.below(len(self.items))].sample(rng)

    def render(self) -> list[dict[str, Any]]:
        """The JSON of `decision.choices`."""
        return [choice.render() for choice in self.items]


def _listed(items: Sequence[Any]) -> str:
    return ", ".join(map(str, items))
