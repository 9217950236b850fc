"""The bookkeeping: what clients were told counted, against what stands in the log.

Law. Looks at entries and answers only, never at rules: it must be right about a log that is none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from openingbell.codec import to_json
from openingbell.table import End, Entry, Ready, Resign, Return, Sit, WantPause
from tests.chaos.faults import Fault
from tests.chaos.history import History
from tests.chaos.truth import decides
from tests.chaos.wire import Exchange

CLOCKS_APART_S: Final = 0.005
"""Entries are stamped in whole milliseconds, by the store's reading of the same clock that the clients have."""

ASKED_AT: Final = {Return: "/return", Resign: "/resign", WantPause: "/pause", End: "/abort"}
"""Where a player asks for what."""

Key = tuple[int, int]


def acknowledged(exchange: Exchange) -> bool:
    """Whether the answer says that the decision counts, or is sealed."""
    return exchange.decision is not None and exchange.status in (200, 202)


class Accounts:
    """One table's decisions: by seat and number, what was sent, what was answered, what was logged."""

    def __init__(self, history: History, entries: Sequence[Entry]) -> None:
        self._history = history
        self._entries = entries
        self.logged: dict[Key, list[Entry]] = defaultdict(list)
        self.sent: dict[Key, list[Exchange]] = defaultdict(list)
        for entry in entries:
            if decides(entry):
                self.logged[entry.seat, entry.n].append(entry)
        for exchange in history.exchanges:
            if (key := exchange.decision) is not None and exchange.viewer == key[0]:
                self.sent[key].append(exchange)

    def faults(self) -> Iterator[Fault]:
        """What does not add up."""
        for key, exchanges in self.sent.items():
            for exchange in exchanges:
                if acknowledged(exchange):
                    yield from self._acknowledgement(key, exchange)
                elif exchange.status in (409, 410):
                    yield from self._refusal(key, exchange)
        for key, entries in self.logged.items():
            yield from self._doubled(key, entries)
            yield from self._invented(key, entries)
        yield from self._seating()
        yield from self._attending()

    def _acknowledgement(self, key: Key, exchange: Exchange) -> Iterator[Fault]:
        told, wanted = exchange.json, exchange.body["action"]
        if told["action"] != wanted or told["n"] != key[1]:
            yield self._fault("changed", key, f"{wanted} was acknowledged as {told['action']}")
        moves = [to_json(entry.action) for entry in self.logged.get(key, ()) if entry.by == "player"]
        if wanted not in moves:
            yield self._fault("lost", key, f"{wanted} was acknowledged with {exchange.status}; logged: {moves}")
            return
        last = self.logged[key][-1]
        if last.by == "player" and moves[-1] == wanted:
            return
        if exchange.status == 200 or last.by != "player":
            yield self._fault("changed", key, f"{wanted} counted, and then {to_json(last.action)} by {last.by}")
        elif not any(e.body["action"] == moves[-1] and e.heard > exchange.sent for e in self.sent[key]):
            yield self._fault("changed", key, f"{wanted} was sealed; {moves[-1]}, heard of before, took its place")

    def _refusal(self, key: Key, exchange: Exchange) -> Iterator[Fault]:
        """A client that is told what was recorded instead is told the truth."""
        problem = exchange.json
        entries = self.logged.get(key)
        if "recorded" not in problem:
            if entries and problem["code"] == "decision-expired":
                yield self._fault("changed", key, f"nothing is said to have counted, and there is {entries[-1]}")
            return
        if not entries:
            yield self._fault("lost", key, f"{problem['recorded']} is said to have counted")
        elif to_json(entries[-1].action) != problem["recorded"]:
            yield self._fault("changed", key, f"{problem['recorded']} is said to have counted, not {entries[-1]}")
        elif (entries[-1].by != "player") != (problem["code"] == "decision-expired"):
            yield self._fault("changed", key, f"{problem['code']}, but the decision was taken by {entries[-1].by}")

    def _doubled(self, key: Key, entries: Sequence[Entry]) -> Iterator[Fault]:
        for first, second in pairwise(entries):
            if first.action == second.action:
                yield self._fault("doubled", key, f"{second.action} stands twice in the log")
        logged = Counter(_text(to_json(entry.action)) for entry in entries if entry.by == "player")
        sent = Counter(_text(exchange.body["action"]) for exchange in self.sent.get(key, ()))
        for action, times in logged.items():
            if 0 < sent[action] < times:
                yield self._fault("doubled", key, f"{action} was sent {sent[action]} times and logged {times} times")

    def _invented(self, key: Key, entries: Sequence[Entry]) -> Iterator[Fault]:
        for entry in entries:
            if entry.by != "player":
                continue
            action = to_json(entry.action)
            sent = [each.sent for each in self.sent.get(key, ()) if each.body["action"] == action]
            if not sent:
                yield self._fault("invented", key, f"nobody sent {action}")
            elif min(sent) > entry.at_ms / 1000 + 0.001 + CLOCKS_APART_S:
                yield self._fault("reordered", key, f"{action} was logged before it was sent")

    def _attending(self) -> Iterator[Fault]:
        """What a player does beside the game, that player has asked for; whoever decides is back by that."""
        for entry in self._entries:
            if entry.by != "player" or not isinstance(entry.action, tuple(ASKED_AT)):
                continue
            path, until = ASKED_AT[type(entry.action)], entry.at_ms / 1000 + 0.001 + CLOCKS_APART_S
            for each in self._history.exchanges:
                decides_ = isinstance(entry.action, Return) and each.decision is not None
                asks = each.method == "POST" and each.path.endswith(path)
                if each.viewer == entry.seat and each.sent <= until and (asks or decides_):
                    break
            else:
                yield Fault("invented", self._history.name, f"nobody asked for {entry}")

    def _seating(self) -> Iterator[Fault]:
        players = self._history.players
        seated: Counter[int] = Counter()
        for entry in self._entries:
            if entry.by != "player" or not isinstance(entry.action, Sit | Ready):
                continue
            if entry.seat not in players:
                yield Fault("invented", self._history.name, f"nobody asked for {entry}")
            if isinstance(entry.action, Sit):
                seated[entry.seat] += 1
                if players.get(entry.seat) != entry.action.player:
                    yield Fault("invented", self._history.name, f"another player was seated: {entry}")
        for seat in players:
            if seated[seat] != 1:
                yield Fault("lost" if not seated[seat] else "doubled", self._history.name, f"seat {seat} taken")

    def _fault(self, kind: str, key: Key, what: str) -> Fault:
        return Fault(kind, self._history.name, f"seat {key[0]}, decision {key[1]}: {what}")


def _text(action: Any) -> str:
    return repr(sorted(action.items()))
