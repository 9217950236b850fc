"""The checker: one table's history and log in, its faults out.

Law. Puts the parts together and counts; what a fault is they know. It asks no server: its caller has read the log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from openingbell.rules.kernel import Illegal
from openingbell.table import Entry, Facts
from tests.chaos import lawful
from tests.chaos.accounts import Accounts, acknowledged
from tests.chaos.faults import Fault
from tests.chaos.history import History
from tests.chaos.lawful import Service
from tests.chaos.seen import Seen
from tests.chaos.truth import Truth

BROKEN: Final = (Illegal, AssertionError, KeyError, IndexError, ValueError, TypeError, AttributeError)
"""What folding a log that is no game may raise."""


@dataclass
class Verdict:
    """What the checker says of one table. `decisions` are those that counted, whoever took them."""

    faults: list[Fault]
    services: list[Service] = field(default_factory=list)
    decisions: int = 0
    acknowledged: int = 0
    by: Counter[str] = field(default_factory=Counter)
    answers: int = 0


def check(history: History, facts: Facts, secret: bytes, entries: Sequence[Entry]) -> Verdict:
    """Everything that can be said against this table."""
    accounts = Accounts(history, entries)
    verdict = Verdict(list(accounts.faults()))
    counted = {key: logged[-1] for key, logged in accounts.logged.items()}
    verdict.decisions = len(counted)
    verdict.by = Counter(entry.by for entry in counted.values())
    verdict.acknowledged = sum(1 for sent in accounts.sent.values() if any(map(acknowledged, sent)))
    verdict.answers = sum(1 for each in history.exchanges if each.status)
    try:
        truth = Truth(facts, secret, entries)
    except BROKEN as error:
        verdict.faults.append(Fault("unlawful", history.name, f"the log cannot be folded: {error!r}"))
        return verdict
    verdict.services = list(lawful.services(truth))
    verdict.faults.extend(_folded(history, truth))
    return verdict


def _folded(history: History, truth: Truth) -> Iterator[Fault]:
    yield from lawful.faults(truth, history.name)
    seen = Seen(truth, history.name)
    yield from seen.faults(history.exchanges)
    yield from seen.early(history.exchanges)
    if truth.tables[-1].status != "finished":
        entry = truth.entries[-1] if truth.entries else None
        yield Fault("stuck", history.name, f"{truth.tables[-1].status} after {truth.last} entries, the last {entry}")
