"""The short form of `make chaos`: a few tables, processes killed and stopped at random, nothing lost."""

from __future__ import annotations

import pytest

from tests.chaos import losing
from tests.chaos.running import Plan, Run
from tests.chaos.world import World

SHORT = Plan(
    tables=6,
    decisions=200,
    kills=6,
    at_once=6,
    every_s=1.0,
    longest_s=15,
    rest_s=60,
    people=12,
    most_seats=3,
    seed="short",
)


@pytest.mark.server
def test_nothing_is_lost_doubled_or_stuck(capsys: pytest.CaptureFixture[str]) -> None:
    world = World(apis=2, workers=1, clocks=1)
    try:
        world.start()
        report = Run(world, SHORT, print).run()
    finally:
        world.close()
    with capsys.disabled():
        print(f"\n{report}")
    assert report.faults == []
    assert report.kills > 0
    assert report.acknowledged > 0


@pytest.mark.server
def test_a_store_that_comes_back_older_loses_ends_only(capsys: pytest.CaptureFixture[str]) -> None:
    world = World(apis=2, workers=1, clocks=1, appendfsync="everysec")
    try:
        world.start()
        losses = losing.run(world, tables=4, rounds=3, every_s=2.0, rest_s=60)
    finally:
        world.close()
    with capsys.disabled():
        print(f"\n{losses}")
    assert losses.faults == []
    assert losses.entries_lost > 0, "a round in which nothing was lost proves nothing"
