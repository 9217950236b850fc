"""`make chaos`: the long form. Exit status 1 if the checker has found anything, if there was not
enough of it, or if a recovery took longer than it may.
"""

from __future__ import annotations

import sys

from tests.chaos import losing
from tests.chaos.running import Plan, Run
from tests.chaos.world import World

LONG = Plan(tables=200, decisions=20_000, kills=100, at_once=20, every_s=4.0, longest_s=780, rest_s=300)


def say(line: str) -> None:
    """Progress, as it comes."""
    print(line, flush=True)


def main() -> int:
    """Run it and print the figures."""
    world = World(apis=3, workers=2, clocks=2)
    try:
        world.start()
        report = Run(world, LONG, say).run()
    finally:
        world.close()
    say(f"\n{report}")
    older = World(apis=2, workers=1, clocks=1, appendfsync="everysec")
    try:
        older.start()
        losses = losing.run(older, tables=10, rounds=5, every_s=4.0, rest_s=60)
    finally:
        older.close()
    say(f"{losses}")
    faults = [*report.faults, *losses.faults]
    for fault in faults[:50]:
        say(f"FAULT {fault}")
    short = report.tables < LONG.tables or report.decisions < LONG.decisions or report.kills < LONG.kills
    if short:
        say("There was not enough of something: tables, decisions or kills.")
    if spared := report.spared():
        say(f"Of some kinds of process none was killed, or none was stopped: {', '.join(spared)}.")
    if not losses.entries_lost:
        say("The store that came back older had lost nothing, which proves nothing.")
    late = not (report.owed.kept and report.asked.kept)
    if late:
        say("A recovery took too long: on a machine that does something else that says little, on a quiet one much.")
    return 1 if faults or short or spared or late or not losses.entries_lost else 0


if __name__ == "__main__":
    sys.exit(main())
