"""What a seat may do, described instead of listed.

Law. One description serves validation, clients, bots and property tests: a `Choice` is one kind of action with a
domain a field. It says yes or no (`check`), counts, enumerates where that is small, samples, and renders to the JSON
that a client draws without knowing the game. Nothing here knows any game.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from openingbell.rules.domains import Domain, Refusal, listed
from openingbell.rules.values import Action, Illegal, Rng, Text, pick, quick, tag

SAMPLE_TRIES: Final = 16


@quick
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

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Whether the fields satisfy it."""

    def check(self, values: Mapping[str, Any]) -> None:
        """Raise `Refusal` unless it holds."""

    def steer(self, values: dict[str, Any], rng: Rng) -> dict[str, Any]:
        """Fields nearer to satisfying it than the given ones, for a sampler that has tried its luck."""

    def render(self) -> dict[str, Any]:
        """Its JSON, tagged by `name`."""


@quick
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

    def holds(self, values: Mapping[str, Any]) -> bool:
        return sum(map(self.weights.__getitem__, values[self.field])) >= self.min

    def check(self, values: Mapping[str, Any]) -> None:
        if not self.holds(values):
            total = sum(self.weights[item] for item in values[self.field])
            raise Refusal("total-too-low", f"{listed(values[self.field])} add up to {total}, less than {self.min}")

    def steer(self, values: dict[str, Any], rng: Rng) -> dict[str, Any]:
        """Add the heaviest items that are left, in place of the lightest ones once there are `most`, until enough."""
        del rng
        weights, chosen = self.weights, sorted(values[self.field], key=self.weights.__getitem__, reverse=True)
        total, most = sum([weights[item] for item in chosen]), self.most
        for item in sorted(weights.keys() - chosen, key=lambda item: (-weights[item], item)):
            if total >= self.min:
                break
            if len(chosen) == most:
                total -= weights[chosen.pop()]
            total += weights[item]
            chosen.insert(0, item)
        return {**values, self.field: tuple([item for item in weights if item in chosen])}

    def render(self) -> dict[str, Any]:
        return {"name": "total_at_least", "field": self.field, "weights": dict(self.weights), "min": self.min}


@dataclass(frozen=True, slots=True)
class Different:
    """Two fields with the same domain, the two or more values `among`, do not have the same value."""

    field: str
    other: str
    among: tuple[Any, ...]
    ruling: str

    def holds(self, values: Mapping[str, Any]) -> bool:
        return bool(values[self.field] != values[self.other])

    def check(self, values: Mapping[str, Any]) -> None:
        if not self.holds(values):
            raise Refusal("repeated", f"{self.field} and {self.other} are both {values[self.field]!r}")

    def steer(self, values: dict[str, Any], rng: Rng) -> dict[str, Any]:
        """Another value for the second field, uniformly."""
        rest = [value for value in self.among if value != values[self.field]]
        return {**values, self.other: pick(rng, rest)}

    def render(self) -> dict[str, Any]:
        return {"name": "different", "fields": [self.field, self.other]}


@dataclass(frozen=True, slots=True)
class EachAtMost:
    """No amount in `field`, a table of amounts, is more than `most` says for its key; the total leaves room for it."""

    field: str
    most: Mapping[str, int]
    ruling: str

    def holds(self, values: Mapping[str, Any]) -> bool:
        return all(amount <= self.most[key] for key, amount in values[self.field].items())

    def check(self, values: Mapping[str, Any]) -> None:
        for key, amount in values[self.field].items():
            if amount > self.most[key]:
                raise Refusal("too-high", f"{amount} for {key} is more than {self.most[key]}")

    def steer(self, values: dict[str, Any], rng: Rng) -> dict[str, Any]:
        """What is too much for one key goes to those that have room, in their order."""
        del rng
        amounts = {key: min(amount, self.most[key]) for key, amount in values[self.field].items()}
        rest = sum(values[self.field].values()) - sum(amounts.values())
        for key, most in self.most.items():
            more = min(rest, most - amounts[key])
            amounts[key] += more
            rest -= more
        return {**values, self.field: amounts}

    def render(self) -> dict[str, Any]:
        return {"name": "each_at_most", "field": self.field, "most": dict(self.most)}


@quick
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
                message = f"{each.name}: {refusal.message}."
                raise Illegal(refusal.reason, message, ruling=ruling, pointer=f"/{each.name}{refusal.at}") from None
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
        """One legal action: every field uniformly, then steered by the constraints that fail.

        Raises `LookupError` if that finds none.
        """
        fields, constraints = self.fields, self.constraints
        for _ in range(SAMPLE_TRIES):
            values: dict[str, Any] = {}
            for each in fields:
                domain = each.domain or each.given(values)
                values[each.name] = domain.sample(rng)
            if not constraints:
                return self.action(**values)
            for constraint in constraints:
                if not constraint.holds(values):
                    values = constraint.steer(values, rng)
            if all(constraint.holds(values) for constraint in constraints):
                return self.action(**values)
        raise LookupError(f"no {tag(self.action)} found that meets its constraints")

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
    `rulings`, by tag, says why this seat is not offered a kind of action that others might be (a bid it cannot pay),
    and `reasons` with what code it is refused, where that is not `not-now`. `overtaken` are the reasons of refusals
    where others may have been quicker (in a free phase).
    """

    __slots__ = ("default", "items", "overtaken", "reasons", "rulings")

    def __init__(
        self,
        items: tuple[Choice, ...] = (),
        default: Action | None = None,
        rulings: Mapping[str, str] | None = None,
        reasons: Mapping[str, str] | None = None,
        overtaken: frozenset[str] = frozenset(),
    ) -> None:
        self.items = items
        self.default = default
        self.rulings = rulings or {}
        self.reasons = reasons or {}
        self.overtaken = overtaken

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.items)

    def __contains__(self, action: object) -> bool:
        return any(type(action) is choice.action and action in choice for choice in self.items)

    def check(self, action: Action, rulings: Mapping[str, str]) -> None:
        """Raise `Illegal` unless some choice has the action; `rulings` by tag for kinds that are not offered now."""
        try:
            self._check(action, rulings)
        except Illegal as illegal:
            illegal.overtaken = illegal.reason in self.overtaken
            raise

    def _check(self, action: Action, rulings: Mapping[str, str]) -> None:
        for choice in self.items:
            if type(action) is choice.action:
                choice.check(action)
                return
        kind = tag(type(action))
        offered = listed([tag(choice.action) for choice in self.items]) or "nothing"
        message = f"{kind} is not possible now; possible: {offered}."
        reason = self.reasons.get(kind, "not-now")
        raise Illegal(reason, message, ruling=self.rulings.get(kind) or rulings.get(kind, "GEN-05"))

    def count(self) -> int:
        """How many actions there are in all (an upper bound where constraints hold)."""
        return sum(choice.count() for choice in self.items)

    def actions(self) -> Iterator[Action]:
        """Every action of every choice. Only where `count` is small."""
        return itertools.chain.from_iterable(choice.actions() for choice in self.items)

    def sample(self, rng: Rng) -> Action:
        """A kind of action uniformly, then one of that kind."""
        items = self.items
        return (items[0] if len(items) == 1 else items[rng.below(len(items))]).sample(rng)

    def render(self) -> list[dict[str, Any]]:
        """The JSON of `decision.choices`."""
        return [choice.render() for choice in self.items]
