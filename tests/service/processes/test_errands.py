"""What the clock asks the workers for: once, again when it must, the urgent first, and never without end."""

from __future__ import annotations

import pytest

from openingbell import clock, errands, jobs
from openingbell.clock import Clock
from openingbell.errands import Errands
from openingbell.store.logs import Announcement
from openingbell.wiring import Services
from tests.service.processes.conftest import IMPATIENT, alone, last_by, queued
from tests.support.playing import Seated
from tests.support.redis_server import RedisServer


def test_a_worker_is_asked_once(ticking: Clock, waiting: Seated, store: RedisServer) -> None:
    for _ in range(3):
        ticking.sweep()
    assert queued(store) == 1
    assert last_by(waiting) != "house_bot"


def test_while_a_job_of_the_table_is_outstanding_no_news_makes_another_one(
    ticking: Clock, waiting: Seated, store: RedisServer
) -> None:
    """A job does all that is due when it runs; what it leaves undone is asked for again."""
    for length in range(5):
        ticking._ask_for(Announcement(waiting.id, length, {"bot": length + 1}))
        ticking.sweep()
    assert queued(store) == 1
    ticking._ask_for(Announcement(waiting.id, 9, {"bot": 9, "deadline": 9, "house": 9}))
    assert queued(store) == 2, "one more on the other queue, for two kinds"
    with store.client() as client:
        for key in client.scan_iter("rq:job:*"):
            client.delete(key)
        client.delete("rq:queue:bots", "rq:queue:house")
    ticking.sweep()
    assert queued(store) == 1, "the job is gone and the bot's move still due"


def test_what_falls_due_while_a_job_runs_is_asked_for_as_soon_as_it_is_over(
    ticking: Clock, waiting: Seated, store: RedisServer
) -> None:
    """It may have looked already: a quick player moves while the bots' job is just ending."""
    asked = ticking._errands
    asked.hear(waiting.id, ["bot"])
    asked.hear(waiting.id, ["bot"])
    asked.ask_again()
    assert queued(store) == 1
    with store.client() as client:
        for key in client.scan_iter("rq:job:*"):
            client.delete(key)
    asked.ask_again()
    assert queued(store) == 2
    asked.hear(waiting.id, ["bot"])
    asked.hear(waiting.id, [])
    with store.client() as client:
        for key in client.scan_iter("rq:job:*"):
            client.delete(key)
    asked.ask_again()
    assert queued(store) == 2, "the job has done it"


def test_a_server_of_the_queues_that_is_away_is_not_waited_for_again_and_again(
    parts: Services, waiting: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Errands("redis://127.0.0.1:1/0")
    tries = []
    guarded = asked._link.guarded
    monkeypatch.setattr(asked._link, "guarded", lambda: tries.append(1) or guarded())
    for _ in range(20):
        asked.ask("bot", waiting.id)
    assert len(tries) == 1


def test_what_a_worker_was_asked_for_in_vain_is_asked_of_another_the_next_time(
    ticking: Clock, waiting: Seated, store: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ticking._thinker, "take", lambda *_: None)
    ticking.sweep()
    assert queued(store) == 1
    with monkeypatch.context() as late:
        late.setattr(clock, "PATIENCE_MS", IMPATIENT)
        ticking.sweep()
    ticking.sweep()
    assert queued(store) == 2
    assert last_by(waiting) != "house_bot"


def test_of_those_who_are_waited_for_whoever_waits_longest_goes_first(ticking: Clock, store: RedisServer) -> None:
    ids = [f"0{number}00000000" for number in range(3)]
    for table in ids:
        ticking._errands.hear(table, ["bot"])
    assert [job.args[0] for job in ticking._errands._queues["bots"].get_jobs()] == ids


def test_queues_that_nobody_works_on_do_not_grow_for_ever(
    ticking: Clock, waiting: Seated, store: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "BACKLOG", 1)
    ticking.pulse()
    ticking.sweep()
    assert queued(store) == 2


def test_whoever_is_waited_for_by_somebody_goes_before_a_crowd_without_anybody(
    ticking: Clock, parts: Services, waiting: Seated, store: RedisServer
) -> None:
    crowd = [alone(parts) for _ in range(errands.UNATTENDED_AT_ONCE + 5)]
    for table in crowd:
        ticking._errands.hear(table.id, ["unattended"])
    assert queued(store) == errands.UNATTENDED_AT_ONCE, "there is room for others"
    ticking.sweep()
    asked = ticking._errands._queues["bots"].get_jobs()
    assert [list(job.args) for job in asked[:2]] == [[waiting.id], [crowd[0].id]]
    assert len(asked) == errands.UNATTENDED_AT_ONCE + 1
    ticking._errands.ask_for_life("bots")
    assert ticking._errands._queues["bots"].get_jobs()[0].func == jobs.pulse, "a worker who has much to do is alive"
    with store.client() as client:
        client.delete(*client.scan_iter("rq:job:*"))
    ticking.sweep()
    assert queued(store) == 1 + 2 * (errands.UNATTENDED_AT_ONCE + 1), "and the others have their turn"
