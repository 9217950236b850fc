"""The kinds of domains that a field can have: how each is shown, read, and said in words.

Law. One branch a kind of domain and nothing about any game. Numbers are typed as they are; listed items by their place
in the list or by their name, in any case, with blanks or commas between them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from openingbell_client.cli.output import clean


class Unclear(Exception):
    """The answer cannot be understood; the message says what would be."""


def single(domain: Mapping[str, Any]) -> Any:
    """The only value that there is, or None when there is a choice."""
    kind = domain["kind"]
    if kind == "range" and domain["min"] == domain["max"]:
        return domain["min"]
    if kind == "one_of" and len(domain["values"]) == 1:
        return domain["values"][0]
    if kind == "subset" and domain["min"] == len(domain["from"]):
        return list(domain["from"])
    return None


def words(domain: Mapping[str, Any]) -> str:
    """The domain in a few words."""
    kind = domain["kind"]
    if kind == "range":
        step = domain.get("step", 1)
        return f"{domain['min']} to {domain['max']}" + (f" in steps of {step}" if step != 1 else "")
    if kind == "one_of":
        return f"one of {len(domain['values'])}"
    if kind == "subset":
        low, high = domain["min"], domain["max"]
        return f"{low if low == high else f'{low} to {high}'} of {len(domain['from'])}"
    if kind == "amounts":
        return f"amounts that add up to {domain['total']}"
    return "by what you chose before" if kind == "depends_on" else clean(kind)


def draw(name: str, domain: Mapping[str, Any], item: Callable[[str], str]) -> list[str]:
    """The lines that show what can be chosen."""
    kind = domain["kind"]
    if kind == "range":
        return [f"  {clean(name)}: type a number from {words(domain)}."]
    if kind == "one_of":
        if all(isinstance(value, int) for value in domain["values"]):
            return [f"  {clean(name)}: type one of {' '.join(map(str, domain['values']))}."]
        return [f"  {clean(name)}: type a number or a name.", *_menu(domain["values"], item)]
    if kind == "subset":
        count = words(domain).partition(" of ")[0]
        example = " ".join(map(str, range(1, max(1, domain["min"]) + 1)))
        names = " ".join(domain["from"][: max(1, domain["min"])])
        things = "number or name" if domain["max"] == 1 else "numbers or names"
        how = f"type {count} {things}, such as {example} or {clean(names)}."
        return [f"  {clean(name)}: {how}", *_menu(domain["from"], item)]
    if kind == "amounts":
        each = f"each {domain['min']} to {domain['max']}" + (
            f", steps of {domain['step']}" if domain["step"] != 1 else ""
        )
        keys = ", ".join(f"{clean(key)}" for key in domain["keys"])
        first = clean(domain["keys"][0])
        total = f"{each}, {domain['total']} together"
        return [
            f"  {clean(name)}: {keys}; {total}. Type {first}={domain['max']} and so on; the rest get {domain['min']}."
        ]
    return [f"  {clean(name)}: type the value as JSON ({clean(json.dumps(dict(domain)))})."]


def parse(line: str, domain: Mapping[str, Any], picked: Sequence[str] = ()) -> Any:
    """The value that the answer means. `picked` are a subset's items from answers before. Raises `Unclear`."""
    kind = domain["kind"]
    if kind == "range":
        return _number(line, domain)
    if kind == "one_of":
        return _one(line, domain["values"])
    if kind == "subset":
        return _subset(line, domain["from"], picked)
    if kind == "amounts":
        return _amounts(line, domain)
    try:
        return json.loads(line)
    except ValueError:
        raise Unclear(f"{clean(line)} is not JSON.") from None


def _number(line: str, domain: Mapping[str, Any]) -> int:
    try:
        value = int(line)
    except ValueError:
        raise Unclear(f"{clean(line)} is not a whole number; {words(domain)}.") from None
    if not domain["min"] <= value <= domain["max"] or (value - domain["min"]) % domain.get("step", 1):
        raise Unclear(f"{value} is not possible: {words(domain)}.")
    return value


def _one(word: str, items: Sequence[Any]) -> Any:
    """The item of that name or, where names are no numbers, of that place."""
    named = [item for item in items if str(item).lower() == word.lower()]
    if named:
        return named[0]
    if all(isinstance(item, int) for item in items):
        raise Unclear(f"{clean(word)} is not one of {' '.join(map(str, items))}.")
    if word.isdecimal():
        if 1 <= int(word) <= len(items):
            return items[int(word) - 1]
        raise Unclear(f"There is no {word}; the numbers go from 1 to {len(items)}.")
    raise Unclear(f"{clean(word)} is not in the list.")


def _subset(line: str, items: Sequence[str], picked: Sequence[str]) -> list[str]:
    chosen = list(picked)
    for word in line.replace(",", " ").split():
        if word == "-":
            chosen = []
            continue
        item = _one(word, items)
        if item in chosen:
            raise Unclear(f"{clean(item)} is chosen twice.")
        chosen.append(item)
    return chosen


def _amounts(line: str, domain: Mapping[str, Any]) -> dict[str, int]:
    result = dict.fromkeys(domain["keys"], domain["min"])
    by_name = {key.lower(): key for key in domain["keys"]}
    for word in line.replace(",", " ").split():
        name, equals, amount = word.partition("=")
        key = by_name.get(name.lower())
        if not equals or key is None:
            raise Unclear(f"{clean(word)} is not understood; type {clean(domain['keys'][0])}=… and so on.")
        result[key] = _number(amount, domain)
    total = sum(result.values())
    if total != domain["total"]:
        apart = domain["total"] - total
        raise Unclear(f"That makes {total} of {domain['total']}: {abs(apart)} too {'few' if apart > 0 else 'many'}.")
    return result


def _menu(items: Sequence[Any], item: Callable[[str], str]) -> list[str]:
    """Numbered items, in columns that fit into 80."""
    cells = [f"{number:>3}  {item(value)}" for number, value in enumerate(items, start=1)]
    width = max(map(len, cells)) + 2
    columns = max(1, 76 // width)
    rows = -(-len(cells) // columns)
    return ["  " + "".join(cell.ljust(width) for cell in cells[row::rows]).rstrip() for row in range(rows)]
