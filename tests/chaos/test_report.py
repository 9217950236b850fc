"""How long recoveries took is measured from the right moment, and a broken bound is said to be broken."""

from __future__ import annotations

from collections import Counter

from tests.chaos.checker import Verdict
from tests.chaos.faults import Fault
from tests.chaos.history import History
from tests.chaos.lawful import Service
from tests.chaos.report import BOUND_S, Recovery, Report


def test_what_nobody_could_serve_counts_from_when_the_last_process_was_back() -> None:
    slowest = Recovery()
    slowest.add(10, 20, [(0, 5), (8, 12), (14, 17), (30, 40)], "one")
    assert (slowest.at_all, slowest.from_back, slowest.others_lived, slowest.which) == (10, 3, 0, "one")


def test_what_somebody_could_serve_counts_from_its_beginning() -> None:
    slowest = Recovery()
    slowest.add(10, 14, [(0, 10), (14, 20)], "one")
    slowest.add(20, 21, [], "two")
    assert (slowest.at_all, slowest.from_back, slowest.others_lived, slowest.which) == (4, 4, 4, "one")


def test_who_was_away_to_the_end_and_beyond_was_not_waited_for() -> None:
    slowest = Recovery()
    slowest.add(10, 20, [(5, 60)], "one")
    assert (slowest.at_all, slowest.from_back, slowest.others_lived) == (10, 0, 0)


def test_either_bound_that_is_broken_is_said_to_be() -> None:
    within = Recovery(from_back=BOUND_S, others_lived=BOUND_S)
    assert within.kept
    assert "is kept" in str(within)
    for beyond in (Recovery(from_back=BOUND_S + 0.1), Recovery(others_lived=BOUND_S + 0.1)):
        assert not beyond.kept
        assert "is NOT kept" in str(beyond)


def test_a_report_adds_up_and_names_what_was_lost_doubled_and_stuck() -> None:
    report = Report(killed=Counter(api=2, store=1), halted=Counter(api=1))
    for kind in ("lost", "doubled", "stuck", "leaked"):
        history = History(kind, "bull_market", {}, repeats=2, outages=[(5.0, 9.0)])
        verdict = Verdict([Fault(kind, kind, "planted")], [Service("bot", 1.0, 4.0)], decisions=10, acknowledged=7)
        report.add(history, verdict, [(0.0, 2.0)], [(6.0, 8.0)])
    assert (report.tables, report.decisions, report.acknowledged, report.repeats) == (4, 40, 28, 8)
    assert [report.count(kind) for kind in ("lost", "doubled", "stuck", "leaked", "changed")] == [1, 1, 1, 1, 0]
    assert (report.owed.from_back, report.asked.from_back) == (2.0, 1.0)
    text = dict(line.split("  ", 1) for line in str(report).splitlines())
    assert {name: text[name].strip() for name in ("lost", "doubled", "stuck")} == dict.fromkeys(
        ("lost", "doubled", "stuck"), "1"
    )
    assert text["kills"].strip().startswith("3 (1 store, 2 api, 0 house, 0 bots, 0 clock)")
    assert report.spared() == ["store", "house", "bots", "clock"]
    assert "1 leaked" in text["other faults"]
