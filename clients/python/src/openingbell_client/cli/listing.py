"""What a seat may do while everybody acts at once, in a list whose numbers stay.

Law. Knows the form of `choices` and no game. A number, once shown, means the same thing at the same price until the
phase is over, whatever has come and gone meanwhile; so no typed line ever means another thing than its writer read.
Whether a thing is still to be had is the server's to say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from openingbell_client.cli import ask
from openingbell_client.cli.domains import Unclear, single
from openingbell_client.cli.output import clean

INDENT: Final = "       "


@dataclass(frozen=True, slots=True)
class Thing:
    """An action that lacks nothing, such as to accept one offer; `text` says what it is about."""

    number: int
    action: Mapping[str, Any]
    text: str


class Listing:
    """The kinds of moves and the things that were shown in one phase. `reserved` are words with another meaning."""

    def __init__(self, reserved: Collection[str]) -> None:
        self._reserved = reserved
        self._kinds: dict[str, Mapping[str, Any]] = {}
        self._things: dict[str, list[Thing]] = {}
        self._now: Sequence[Mapping[str, Any]] = ()

    def take(self, choices: Sequence[Mapping[str, Any]], names: Mapping[Any, str], item: ask.Item) -> list[str]:
        """Note how things stand; the lines of what was not there before. `names` say what values are about."""
        self._now = choices
        new = []
        for choice in choices:
            kind = choice["type"]
            self._kinds[kind] = choice
            for action in _ready(choice):
                things = self._things.setdefault(kind, [])
                if all(thing.action != action for thing in things):
                    things.append(Thing(len(things) + 1, action, _text(choice, action, names, item)))
                    new.append((kind, things[-1]))
        return [self._line(kind, thing) for kind, thing in new]

    def lines(self) -> Iterator[str]:
        """The whole list as it is now."""
        numbers = {kind: number for number, kind in enumerate(self._kinds, start=1)}
        for choice in self._now:
            kind, short = choice["type"], self._short(choice["type"])
            head = f"  {numbers[kind]}  {short}  {ask.label(choice)}"
            ready = list(_ready(choice))
            yield head if ready else f"{head}{ask.bounds(choice)}"
            for thing in self._things.get(kind, ()):
                if thing.action in ready:
                    yield self._line(kind, thing)

    def meant(self, line: str, item: ask.Item, person: ask.Person) -> dict[str, Any]:
        """The action that the line means, after questions for what it leaves open. Raises `Unclear`."""
        choice, rest = ask.chosen(list(self._kinds.values()), line)
        if things := self._things.get(choice["type"]):
            return dict(self._named(choice, things, rest).action)
        if all(each["type"] != choice["type"] for each in self._now):
            raise Unclear(f"{ask.label(choice)}: not now.")
        domain = choice["fields"][0] if choice["fields"] else {}
        word = rest.partition(" ")[0]
        if word.isdecimal() and any(isinstance(value, str) for value in domain.get("values", ())):
            example = clean(domain["values"][0])
            raise Unclear(f"Call it by its name here, since places move: {self._short(choice['type'])} {example}.")
        return ask.fields(choice, rest, item, person)

    def changed(self, action: Mapping[str, Any], choices: Sequence[Mapping[str, Any]]) -> str:
        """What became of the thing that the refused action was about, by the choices that came with the refusal; ""
        where these do not tell."""
        about = next((thing for thing in self._things.get(action["type"], ()) if thing.action == action), None)
        if about is None:
            return ""
        choice = next((each for each in choices if each["type"] == action["type"]), None)
        first, *others = [key for key in action if key != "type"]
        for now in _ready(choice) if choice else ():
            if now[first] == action[first]:
                differ = [f"{clean(key)} is {clean(now[key])} now" for key in others if now[key] != action[key]]
                return f"{about.text}: {', '.join(differ)}." if differ else ""
        return f"{about.text}: that is no longer there."

    def _named(self, choice: Mapping[str, Any], things: Sequence[Thing], rest: str) -> Thing:
        """The thing of that number or, newest first, of that name."""
        short = self._short(choice["type"])
        if rest.isdecimal():
            if 1 <= int(rest) <= len(things):
                return things[int(rest) - 1]
            raise Unclear(f"There is no {short} {rest}; v shows the list.")
        first = choice["fields"][0]["name"]
        for thing in reversed(things):
            if rest and str(thing.action[first]).lower() == rest.lower():
                return thing
        if rest:
            raise Unclear(f"{clean(rest)} is not in the list; v shows it.")
        raise Unclear(f"Which one? Type {short} and its number, such as {short} {things[-1].number}.")

    def _line(self, kind: str, thing: Thing) -> str:
        return f"{INDENT}{self._short(kind)} {thing.number}  {thing.text}"

    def _short(self, kind: str) -> str:
        """The least that one must type for a kind of move."""
        others = [other for other in self._kinds if other != kind]
        for length in range(1, len(kind)):
            word = kind[:length]
            if word not in self._reserved and not any(other.startswith(word) for other in others):
                return clean(word)
        return clean(kind)


def _ready(choice: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The actions of a choice whose first value settles all others."""
    fields = choice["fields"]
    if not fields or fields[0]["kind"] != "one_of":
        return
    for value in fields[0]["values"]:
        action = {"type": choice["type"], fields[0]["name"]: value}
        for field in fields[1:]:
            action[field["name"]] = single(ask.given(field, action))
        if None not in action.values():
            yield action


def _text(choice: Mapping[str, Any], action: Mapping[str, Any], names: Mapping[Any, str], item: ask.Item) -> str:
    """What an action is about: the name of its first value, or that value and the ones that go with it."""
    first, *others = [field["name"] for field in choice["fields"]]
    value = action[first]
    if value in names:
        return names[value]
    shown = item(value) if isinstance(value, str) else clean(value)
    return ", ".join([shown, *(f"{clean(key)} {clean(action[key])}" for key in others)])
