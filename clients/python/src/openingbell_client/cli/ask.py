"""Any decision as questions, drawn from its `choices` alone.

Law. Knows the kinds of domains and constraints, and no game. What the server will judge anyway is not judged here
beyond what helps the person: bounds, sums and what is still missing. A kind of domain that is newer than this client
is asked for as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from openingbell_client.cli.domains import Unclear, draw, parse, single, words
from openingbell_client.cli.output import clean

Item = Callable[[str], str]
"""How an item of a domain is called: a card's code to its name."""


class Person(Protocol):
    """Whoever answers."""

    def say(self, text: str) -> None:
        """Show a line."""

    def answer(self, hint: str) -> str:
        """One line, stripped; commands such as `?` are dealt with before. Raises whatever ends the conversation."""


def action(
    choices: Sequence[Mapping[str, Any]], default: Mapping[str, Any], item: Item, person: Person
) -> dict[str, Any]:
    """The action that the person chooses; an empty answer to the first question is the default."""
    offer = f"Enter alone: {describe(default, choices, item)}"
    if len(choices) > 1:
        for number, choice in enumerate(choices, start=1):
            person.say(f"  {number}  {label(choice)}{bounds(choice)}")
    else:
        person.say(f"  {label(choices[0])}")
    while True:
        try:
            return _ask_once(choices, default, item, person, offer)
        except Unclear as unclear:
            person.say(f"  {unclear}")


def _ask_once(
    choices: Sequence[Mapping[str, Any]], default: Mapping[str, Any], item: Item, person: Person, hint: str
) -> dict[str, Any]:
    if len(choices) > 1:
        line = person.answer(f"{_example(choices)}{hint}")
        if not line:
            return dict(default)
        choice, rest = chosen(choices, line)
        return fields(choice, rest, item, person)
    choice = choices[0]
    if not any(each for each in choice["fields"] if single(each) is None):
        person.answer(hint)
        return dict(default)
    answered = fields(choice, "", item, person, hint=hint)
    return answered or dict(default)


def chosen(choices: Sequence[Mapping[str, Any]], line: str) -> tuple[Mapping[str, Any], str]:
    """The choice that the first word means (its number, or the beginning of its type or label), and the other words."""
    word, _, rest = line.partition(" ")
    if word.isdecimal():
        if 1 <= int(word) <= len(choices):
            return choices[int(word) - 1], rest.strip()
        raise Unclear(f"There is no {word}; type a number from 1 to {len(choices)}, and then what it asks for.")
    wanted = word.lower()
    names = [(str(choice["type"]).lower(), label(choice).lower()) for choice in choices]
    tests: tuple[Callable[[str, str], bool], ...] = (
        lambda kind, label: wanted in (kind, label),
        lambda kind, _: kind.startswith(wanted),
        lambda _, label: label.startswith(wanted),
    )
    for test in tests:
        found = [choice for choice, both in zip(choices, names, strict=True) if test(*both)]
        if len(found) == 1:
            return found[0], rest.strip()
    offered = ", ".join(clean(choice["type"]) for choice in choices)
    raise Unclear(f"{clean(word)} is not one of {offered}.")


def fields(choice: Mapping[str, Any], typed: str, item: Item, person: Person, hint: str = "") -> dict[str, Any]:
    """The choice with a value for each field; empty when the person took the default, which only `hint` offers. What is
    `typed` answers the first fields, one word each unless a field takes more. Raises `Unclear` where words are left."""
    values: dict[str, Any] = {}
    constraints = choice.get("constraints", [])
    for field in choice["fields"]:
        domain = given(field, values)
        mine = [each for each in constraints if field["name"] in (each.get("field"), *each.get("fields", []))]
        value = single(domain)
        if value is None:
            line, typed = _split(typed, domain)
            value = _value(field["name"], domain, mine, values, line, item, person, hint)
            if value is None:
                return {}
            hint = ""
        values[field["name"]] = value
    if typed:
        raise Unclear(f"{clean(typed)} is too much; nothing is done.")
    return {"type": choice["type"], **values}


def _split(typed: str, domain: Mapping[str, Any]) -> tuple[str, str]:
    """What answers a field, and what is left for the next ones; nothing is left by an answer that cannot be read."""
    if domain["kind"] not in ("range", "one_of"):
        return typed, ""
    parts = typed.split()
    for count in range(len(parts), 0, -1):
        with suppress(Unclear):
            parse(" ".join(parts[:count]), domain)
            return " ".join(parts[:count]), " ".join(parts[count:])
    return typed, ""


def given(field: Mapping[str, Any], values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The field's domain, now that the earlier fields have these values."""
    if field["kind"] != "depends_on":
        return field
    for row in field["table"]:
        if row["value"] == values[field["field"]]:
            return {"name": field["name"], **row["domain"]}
    raise Unclear(f"{clean(field['name'])} has no values after {clean(values[field['field']])}.")


def _value(
    name: str,
    domain: Mapping[str, Any],
    constraints: Sequence[Mapping[str, Any]],
    values: Mapping[str, Any],
    given: str,
    item: Item,
    person: Person,
    hint: str,
) -> Any:
    """One field's value; None when the person takes the default that `hint` offers."""
    for line in draw(name, domain, item):
        person.say(line)
    for constraint in constraints:
        person.say(f"  {_rule(constraint)}")
    picked: list[str] = []
    while True:
        line = given or person.answer("" if picked else hint)
        given = ""
        if not line and not picked:
            if hint:
                return None
            person.say(draw(name, domain, item)[0])
            continue
        try:
            value = parse(line, domain, picked)
            missing = _missing(name, value, domain, constraints, values)
        except Unclear as unclear:
            person.say(f"  {unclear}")
            continue
        if missing is None:
            return value
        person.say(f"  {missing}")
        if domain["kind"] == "subset":
            picked = list(value)


def _missing(
    name: str,
    value: Any,
    domain: Mapping[str, Any],
    constraints: Sequence[Mapping[str, Any]],
    values: Mapping[str, Any],
) -> str | None:
    """What the value still lacks, as a sentence with the running total; None: nothing."""
    more = "type more of them, or - to begin again"
    if domain["kind"] == "subset":
        chosen = " ".join(map(clean, value)) or "nothing"
        if len(value) > domain["max"]:
            raise Unclear(f"{chosen}: {len(value)} are too many, at most {domain['max']}.")
        if len(value) < domain["min"]:
            return f"So far {chosen}: {len(value)} of {domain['min']}; {more}."
    for constraint in constraints:
        if constraint["name"] == "total_at_least":
            total = sum(constraint["weights"].get(each, 0) for each in value)
            if total < constraint["min"]:
                if len(value) >= domain.get("max", total):
                    chosen = " ".join(map(clean, value))
                    raise Unclear(f"{chosen} make {total}, and {constraint['min']} are needed: choose others.")
                return f"So far {' '.join(map(clean, value)) or 'nothing'}: {total} of {constraint['min']}; {more}."
        if constraint["name"] == "different":
            other = next(each for each in constraint["fields"] if each != name)
            if values.get(other) == value:
                raise Unclear(f"{clean(name)} and {clean(other)} must differ.")
    return None


def _rule(constraint: Mapping[str, Any]) -> str:
    """A constraint in words."""
    if constraint["name"] == "total_at_least":
        return f"Together they must make at least {constraint['min']}."
    if constraint["name"] == "different":
        return f"{' and '.join(map(clean, constraint['fields']))} must differ."
    rest = ", ".join(f"{clean(key)} {clean(value)}" for key, value in constraint.items() if key != "name")
    return f"Mind this: {clean(constraint['name'])} ({rest})."


def describe(chosen: Mapping[str, Any], choices: Sequence[Mapping[str, Any]], item: Item) -> str:
    """An action in words: the label of its kind and its values."""
    kind = next((label(choice) for choice in choices if choice["type"] == chosen["type"]), clean(chosen["type"]))
    values = {clean(key): _shown(value, item) for key, value in chosen.items() if key != "type"}
    if len(values) > 1:
        return f"{kind}: {', '.join(f'{key} {value}' for key, value in values.items())}"
    return f"{kind}: {''.join(values.values())}" if values else kind


def _shown(value: Any, item: Item) -> str:
    if isinstance(value, list):
        return " ".join(map(clean, value))
    if isinstance(value, Mapping):
        return " ".join(f"{clean(key)}={clean(amount)}" for key, amount in value.items())
    return item(value) if isinstance(value, str) else clean(value)


def label(choice: Mapping[str, Any]) -> str:
    """What a kind of move is called."""
    return clean(choice["label"]["text"])


def _example(choices: Sequence[Mapping[str, Any]]) -> str:
    """An answer on one line, for the first kind of move that takes a number."""
    for choice in choices:
        if choice["fields"] and choice["fields"][0]["kind"] == "range":
            return f"such as {clean(choice['type'])} {choice['fields'][0]['min']}; "
    return ""


def bounds(choice: Mapping[str, Any]) -> str:
    """What the choice asks for, in brackets."""
    inside = [f"{clean(field['name'])} {words(field)}" for field in choice["fields"]]
    return f" ({'; '.join(inside)})" if inside else ""
