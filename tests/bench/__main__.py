"""`make bench`: every figure of docs/performance.md, measured in one run.

`ARGS=--write` puts the figures into the page; `ARGS="engine memory"` measures only those parts.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.bench import bench_bots, bench_engine, bench_http, bench_lists, bench_memory
from tests.bench.figures import Figure

PARTS: Final[Mapping[str, tuple[str, Callable[[], Iterator[Figure]]]]] = {
    "engine": ("Rules in process, one core", bench_engine.figures),
    "memory": ("Redis memory a table", bench_memory.figures),
    "bots": ("Points a seat by which greedy beats random, ± standard error", bench_bots.figures),
    "lists": ("A page of the lobby in a process that has just started", bench_lists.figures),
    "http": ("CPU a decision over HTTP", bench_http.figures),
}
"""Name -> heading, and what measures."""

PAGE: Final = Path(__file__).parents[2] / "docs" / "performance.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def measured(names: Sequence[str]) -> list[str]:
    """The lines of the tables, in Markdown; progress goes to standard error."""
    lines = [f"Measured on {time.strftime('%Y-%m-%d')}: {_machine()}."]
    for name in names:
        heading, measure = PARTS[name]
        lines += ["", f"### {heading}", "", "| what | measured | bound |", "| --- | ---: | --- |"]
        for figure in measure():
            broken = "" if figure.kept else " (not kept in this run)"
            lines.append(f"| {figure.what} | {figure.value} | {figure.bound}{broken} |")
            print(f"  {name}: {figure.what}: {figure.value}", file=sys.stderr, flush=True)
    return lines


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"which of {', '.join(PARTS)}; all by default")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/performance.md")
    given = parser.parse_args()
    if unknown := [part for part in given.parts if part not in PARTS]:
        parser.error(f"no part named {', '.join(unknown)}; there are {', '.join(PARTS)}")
    if given.write and given.parts:
        parser.error("the page holds the figures of one whole run: --write takes no parts")
    text = "\n".join(measured(given.parts or list(PARTS)))
    print(text)
    if given.write:
        page = PAGE.read_text(encoding="utf-8")
        before, after = page.split(BEGIN)[0], page.split(END)[1]
        PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def _machine() -> str:
    load = os.getloadavg()[0]
    system = f"{platform.system()} {platform.machine()}"
    return f"{os.cpu_count()} cores, {system}, Python {platform.python_version()}, load {load:.1f} at the start"


if __name__ == "__main__":
    main()
