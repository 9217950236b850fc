"""The battery's own summary: what was played, at how many positions."""

from __future__ import annotations

from collections import defaultdict

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A table of games x variants x seats, with the number of positions that passed all that asked."""
    positions: dict[tuple[str, str], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for report in terminalreporter.stats.get("passed", []):
        facts = dict(report.user_properties)
        if "battery" in facts:
            game, variant, seats = facts["battery"]
            positions[game, variant][seats] += facts["positions"]
    if not positions:
        return
    columns = sorted({seats for row in positions.values() for seats in row})
    terminalreporter.section("conformance battery: positions checked, by seats")
    width = max(len(f"{game}  {variant}") for game, variant in positions)
    terminalreporter.write_line(" " * width + "".join(f"{seats:>8}" for seats in columns))
    for (game, variant), row in positions.items():
        cells = "".join(f"{row.get(seats, '-'):>8}" for seats in columns)
        terminalreporter.write_line(f"{game}  {variant}".ljust(width) + cells)
