"""The kinds of faults that the checker can find.

Law. Names and what they mean; finding them stands in `accounts`, `lawful` and `seen`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

KINDS: Final = {
    "lost": "a decision was acknowledged and is not in the log",
    "doubled": "a decision, or one sealing of it, is in the log more often than it was sent or may be",
    "changed": "what counted, or what a client was told had counted, is not what was acknowledged",
    "reordered": "somebody saw the table older than somebody had seen it before, or a move before it was sent",
    "invented": "the log holds what nobody sent and neither house, clock nor bot owed",
    "unlawful": "the log is not a game by the rules, or its deals are not those of its secret",
    "leaked": "a client was shown something else than its view, events, choices or record at that moment",
    "refused": "a client got an answer that nothing it did can earn: an error of the server, a good move refused",
    "stuck": "the table has not finished",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that the server promised would not happen."""

    kind: str
    table: str
    what: str

    def __post_init__(self) -> None:
        assert self.kind in KINDS

    def __str__(self) -> str:
        return f"{self.kind} at {self.table}: {self.what}"
