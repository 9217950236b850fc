"""Time in words: clocks as they are typed and read, how long there is left, and out of what.

Law. Says what the server measured; knows no rule about time. Durations are seconds.
"""

from __future__ import annotations

import re
from typing import Any, Final, cast

from openingbell_client.cli.context import Mistake
from openingbell_client.client import LONGEST_WAIT_S
from openingbell_client.types import Clock, View

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
UNITS: Final = {"": 1, "s": 1, "m": MINUTE, "min": MINUTE, "h": HOUR, "d": DAY}
NAMED: Final = ("none", "live", "daily")
CLOCK_HELP: Final = (
    "none (the default), live, daily, or the time for a decision and after a + what each seat has besides for the whole"
    " game, such as 45s+2m, 1d or 90"
)

MARKS: Final = (60, 30, 10)
"""With so many seconds left it is said how many there are."""
BEHIND_S: Final = 0.1
"""A mark is looked at so long after it, so that it has passed for sure."""
FAR_S: Final = DAY
"""At a table without a clock, an end that is further off than this concerns nobody."""


def duration(seconds: float) -> str:
    """So long in at most two units: 45 s, 2 min 5 s, 1 h 30 min, 1 day, 2 days 3 h."""
    whole = max(0, round(seconds))
    if whole < 2 * MINUTE:
        return f"{whole} s"
    if whole < 2 * HOUR:
        return _two(whole, MINUTE, "min", 1, "s")
    if whole < DAY:
        return _two(whole, HOUR, "h", MINUTE, "min")
    return _two(whole, DAY, "day" if whole < 2 * DAY else "days", HOUR, "h")


def _two(whole: int, large: int, large_name: str, small: int, small_name: str) -> str:
    count, rest = divmod(whole, large)
    less = rest // small
    return f"{count} {large_name}" + (f" {less} {small_name}" if less else "")


def clock_of(typed: str) -> Clock:
    """The clock that was typed. Raises `Mistake`."""
    word = typed.strip().lower()
    if word in NAMED:
        return cast("Clock", word)
    move, plus, bank = word.partition("+")
    clock: dict[str, Any] = {"move_s": _seconds(move, typed)}
    return {**clock, "bank_s": _seconds(bank, typed)} if plus else clock


def _seconds(part: str, typed: str) -> int:
    """So many seconds: 90, 45s, 2m, 1h30m, 1d."""
    found = re.findall(r"(\d+)\s*(min|[smhd]|)", part)
    if not found or re.sub(r"\s", "", part) != "".join(number + unit for number, unit in found):
        raise Mistake(f"--clock takes {', '.join(NAMED)}, or times in seconds or with s, m, h, d, not {typed!r}.")
    return sum(int(number) * UNITS[unit] for number, unit in found)


def clock_cell(clock: Clock) -> str:
    """A table's clock in few letters: 45 s + 2 min, or none."""
    if isinstance(clock, str):
        return clock
    bank = clock.get("bank_s", 0)
    return duration(clock["move_s"]) + (f" + {duration(bank)}" if bank else "")


def clock_words(clock: Clock) -> str:
    """A table's clock in words."""
    if isinstance(clock, str):
        return "no clock"
    bank = clock.get("bank_s", 0)
    return f"{duration(clock['move_s'])} a decision" + (f" and {duration(bank)} in the bank" if bank else "")


def left(seconds: float | None, clock: Clock, bank: float) -> str:
    """How long there is and how much of it comes out of the bank; "" where no time runs that matters."""
    if seconds is None or (isinstance(clock, str) and seconds > FAR_S):
        return ""
    if bank < 1:
        return f"{duration(seconds)} left"
    if seconds <= bank:
        return f"{duration(seconds)} left, out of the bank"
    return f"{duration(seconds - bank)} left, then {duration(bank)} in the bank"


def own(view: View, seconds: float | None, clock: Clock) -> str:
    """How long the viewer has, who is asked; `seconds` is what there is until the decision's deadline."""
    return left(seconds, clock, _bank(view, view.get("seat")))


def awaited(view: View, seconds: float | None, clock: Clock) -> str:
    """How long those have who are asked; `seconds` is what there is until the turn's deadline."""
    seats = view["turn"]["seats"]
    return left(seconds, clock, _bank(view, seats[0]) if len(seats) == 1 else 0)


def _bank(view: View, seat: int | None) -> float:
    banks = view.get("banks_s", [])
    return banks[seat] if seat is not None and seat < len(banks) else 0.0


def patience(seconds: float | None) -> float:
    """How long to wait for news before a mark of the time left has to be said."""
    ahead = [seconds - mark for mark in MARKS if seconds > mark] if seconds is not None else []
    return min([LONGEST_WAIT_S, *(each + BEHIND_S for each in ahead)])


def struck(before: float | None, now: float | None) -> bool:
    """Whether a mark of the time left has passed since there was as much as before."""
    return before is not None and now is not None and any(now <= mark < before for mark in MARKS)
