"""Refusals in the words of whoever typed the command.

Law. The server names what it refuses by its own members; whoever typed `--clock 3s` has never seen `clock.move_s`. Only
the name changes: what is wrong with it is the server's to say.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from openingbell_client.cli.output import clean
from openingbell_client.cli.timing import duration
from openingbell_client.errors import BadRequest

TYPED: Final[Mapping[str, str]] = {
    **{name: name for name in ("clock", "seats", "seat", "bots", "fill", "name", "limit", "game")},
    "practice_seed": "practice",
}
"""By the server's name: the option of the command line in which it was typed."""

TIMES: Final[Mapping[str, str]] = {"clock.move_s": "the time for a decision", "clock.bank_s": "the bank after the +"}


@contextmanager
def in_words_of(args: Namespace) -> Iterator[None]:
    """A refusal of what is asked within speaks of the options of the command line."""
    try:
        yield
    except BadRequest as error:
        path = error.pointer.strip("/").replace("/", ".") or str(error.extras.get("parameter", ""))
        if called := _called(path, args):
            error.detail = f"{called}: {_time(path, error.detail) or error.detail.removeprefix(f'{path}: ')}"
        raise


def _called(path: str, args: Namespace) -> str:
    """How what the server calls so was called on the command line; "" where it was not typed there."""
    if path in TIMES:
        return f"--clock {clean(args.clock)}"
    head, _, option = path.partition(".")
    if head == "options" and option:
        return f"--option {option}"
    typed = TYPED.get(head, "")
    return f"--{typed}" if getattr(args, typed, None) is not None else ""


def _time(path: str, detail: str) -> str:
    """What a time of the clock may be, in the units that one types; "" where the server says something else."""
    bounds = re.search(r" from (\d+) to (\d+)", detail)
    if path not in TIMES or bounds is None:
        return ""
    least, most = (duration(int(seconds)) for seconds in bounds.groups())
    return f"{TIMES[path]} is from {least} to {most}."
