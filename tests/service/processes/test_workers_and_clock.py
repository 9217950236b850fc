"""The real worker and clock processes: they play on, stop when told, and may be killed at any moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

from openingbell import table as folding
from openingbell.errands import Errands
from openingbell.rules.kernel import HOUSE, play
from openingbell.table import LIFECYCLE, Clock, Entry, bots_to_move, outcome
from openingbell.wiring import Services
from tests.chaos.world import children
from tests.support.playing import Seated, seated
from tests.support.redis_server import RedisServer
from tests.support.waiting import until

WORKERS = (("openingbell.worker", "house"), ("openingbell.worker", "bots"))
CLOCK = ("openingbell.clock",)


class Processes:
    """Processes of a house, started by their modules; all are gone at the end."""

    def __init__(self, url: str) -> None:
        self._environment = {**os.environ, "REDIS_URL": url}
        self._running: list[subprocess.Popen[bytes]] = []

    def start(self, *command: str, **environment: str) -> subprocess.Popen[bytes]:
        arguments = [sys.executable, "-m", *command]
        process = subprocess.Popen(arguments, env={**self._environment, **environment})
        self._running.append(process)
        return process

    def close(self) -> None:
        for process in self._running:
            process.kill()
            process.wait()


@pytest.fixture
def processes(own_server: RedisServer) -> Iterator[Processes]:
    started = Processes(own_server.url)
    yield started
    started.close()


def go_on(table: Seated, what: str, reached: Callable[[], bool]) -> None:
    """The human players play until then; everything else is left to the processes."""

    def moved_and_reached() -> bool:
        for seat in table.parts.tables.read(table.id, None).table.turn.seats:
            if seat in table.players:
                table.move(seat)
        return reached()

    until(what, moved_and_reached, within_s=120)


def assert_sound(table: Seated) -> None:
    """The log is a game by the rules: every entry legal when it came, every number used once."""
    entries = table.parts.tables._desk.shelf.load(table.id).loaded.entries
    now = table.parts.tables.read(table.id, None).table
    state = now.game.start(now.facts.seats, now.facts.options)
    fold = folding.opened(now.facts)
    for entry in entries:
        if not isinstance(entry.action, LIFECYCLE):
            n = fold.house_n if entry.seat == HOUSE else fold.closed[entry.seat]
            assert entry.n == n
            state = play(now.game, state, entry.seat, entry.action)
        fold = folding.fold(fold, entry)


def test_a_game_with_workers_and_clock(parts: Services, processes: Processes) -> None:
    running = [processes.start(*command) for command in (*WORKERS, CLOCK)]
    until("readiness", lambda: all(part["ok"] for part in parts.health.ready().values()))
    table = seated(parts, 4, bots=("random", "greedy", "random"))
    go_on(table, "the end of the game", lambda: parts.tables.read(table.id, None).table.status == "finished")
    assert_sound(table)
    for process in running:
        process.send_signal(signal.SIGTERM)
    assert [process.wait(30) for process in running] == [0, 0, 0]


def test_a_clock_alone_brings_a_game_to_its_end(parts: Services, processes: Processes) -> None:
    """Whoever played goes away and no worker runs: bots, house and deadlines are all left to the clock."""
    processes.start(*CLOCK)
    table = seated(parts, 2, bots=("random",), clock=Clock(5))
    go_on(table, "the first decision", lambda: parts.tables.read(table.id, None).table.moved[0])
    load = parts.tables._desk.shelf.load
    until("the end of the game", lambda: load(table.id).loaded.table.status == "finished", within_s=120)
    final = outcome(load(table.id).loaded.table)
    assert final is not None
    assert [each.ended_by for each in final.places] == ["abandoned", "rules"]
    assert_sound(table)


@pytest.mark.parametrize("who", ["house", "bots", "clock"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_at_a_write(parts: Services, processes: Processes, who: str, when: str) -> None:
    """A clock is killed where no worker writes before it; the house's worker where no bots' worker does."""
    others = [] if who == "clock" else [command for command in (*WORKERS, CLOCK) if who not in command]
    for command in others:
        processes.start(*command)
    dying = processes.start("tests.support.dying", who, when, "2")
    table = seated(parts, 3, bots=() if who == "house" else ("random", "random"))
    go_on(table, "the kill", lambda: dying.poll() is not None)
    assert dying.wait() == -signal.SIGKILL
    for command in (*WORKERS, CLOCK):
        processes.start(*command)
    closed = parts.tables.read(table.id, None).table.closed[0]
    go_on(table, "the game going on", lambda: parts.tables.read(table.id, None).table.closed[0] >= closed + 3)
    assert_sound(table)


def test_a_store_that_is_killed_in_the_middle_of_a_job_is_said_in_a_line_each(
    parts: Services, processes: Processes, own_server: RedisServer, capfd: pytest.CaptureFixture[str]
) -> None:
    table = seated(parts, 3, bots=("random", "random"))
    while not bots_to_move(parts.tables.read(table.id, None).table):
        table.move(table.seat_to_move())
    worker = processes.start("tests.support.dying", "bots", "before", "1", str(own_server.pid))
    assert Errands(own_server.url).ask("bot", table.id)
    worker.wait(60)
    said = capfd.readouterr().err
    assert f"table {table.id} is left to the clock" in said
    assert "the server of the jobs is away" in said
    assert "Traceback" not in said


def test_the_queues_may_be_elsewhere_and_lost(parts: Services, processes: Processes, own_server: RedisServer) -> None:
    queues = RedisServer()
    try:
        for command in (*WORKERS, CLOCK):
            processes.start(*command, OPENINGBELL_JOBS_URL=queues.url)
        until("readiness", lambda: all(part["ok"] for part in parts.health.ready().values()))
        table = seated(parts, 3, bots=("random", "random"))
        with queues.client() as jobs, own_server.client() as games:
            until("jobs on their own server", lambda: any(jobs.scan_iter("rq:*")))
            assert not list(games.scan_iter("rq:*"))
            queues.kill()
            with pytest.raises(redis.ConnectionError):
                jobs.ping()
        seat_0_moves = parts.tables.read(table.id, None).table.closed[0]

        go_on(
            table,
            "the game going on by the clock alone",
            lambda: parts.tables.read(table.id, None).table.closed[0] >= seat_0_moves + 2,
        )
    finally:
        if queues.answers():
            queues.kill()


def test_reindex(parts: Services, processes: Processes, own_server: RedisServer) -> None:
    table = seated(parts)
    with own_server.client() as client:
        client.delete("openingbell:lobby:running")
    assert parts.tables.listing(None)[0] == []
    assert processes.start("openingbell.ops", "reindex").wait(30) == 0
    assert [one.facts.id for one in parts.tables.listing(None)[0]] == [table.id]


BAD = ("crashes", "hangs_in_c", "babbles", "cheats")
"""One of each sort: it ends its process, nothing interrupts it, its answer is no action, its answer is not allowed."""


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("who", ["worker", "clock"])
def test_a_bad_bot_costs_its_own_seat_and_no_process(
    parts: Services, processes: Processes, own_server: RedisServer, bad: str, who: str
) -> None:
    """`greedy` is planted; its neighbour `random` plays on, and so does another table."""
    running = [processes.start("tests.support.planted_bots", bad, "clock")]
    if who == "worker":
        running += [processes.start("tests.support.planted_bots", bad, "worker", queue) for queue in ("house", "bots")]
        until("readiness", lambda: all(part["ok"] for part in parts.health.ready().values()))
    table = seated(parts, 3, bots=("greedy", "random"))
    other = seated(parts, 2, bots=("random",))

    occupants = parts.tables.read(table.id, None).table.occupants
    (good,) = [seat for seat, who in enumerate(occupants) if who is not None and who.bot == "random"]

    def both_moved() -> bool:
        now = parts.tables.read(table.id, None).table
        return min(now.closed[seat] for seat, who in enumerate(now.occupants) if who and who.bot) >= 2

    def thought() -> bool:
        """However slow the machine is, and however much later than the bad bot it is asked, the good one is heard."""
        return any(each.by == "house_bot" and each.seat == good for each in entries_of(table))

    go_on(table, "two moves of each bot, and one that was thought of", lambda: both_moved() and thought())
    go_on(other, "the other table", lambda: parts.tables.read(other.id, None).table.closed[1] >= 2)
    by = {
        occupant.bot: {
            each.by for each in entries_of(table) if each.seat == seat and each.n >= 0 and each.by != "house"
        }
        for seat, occupant in enumerate(occupants)
        if occupant is not None and occupant.bot
    }
    assert by["greedy"] == {"default"} or bad == "cheats", "there are decisions at which one cannot cheat"
    assert "default" in by["greedy"]
    assert "house_bot" in by["random"]
    assert parts.logs.troubles() == []
    assert [process.poll() for process in running] == [None] * len(running)
    with own_server.client() as client:
        assert not client.zcard("rq:failed:bots")


def entries_of(table: Seated) -> list[Entry]:
    entries = table.parts.tables._desk.shelf.load(table.id).loaded.entries
    return [each for each in entries if not isinstance(each.action, LIFECYCLE)]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_dies_or_stops_in_a_bot_s_turn_is_made_up_for(
    parts: Services, processes: Processes, how: signal.Signals
) -> None:
    """It is hit while its bot thinks; and what a stopped one still says when it goes on is ignored."""
    processes.start("openingbell.clock")
    worker = processes.start("tests.support.planted_bots", "slow", "worker", "bots")
    until("a worker", lambda: parts.premises.alive("bots")["bots"])
    table = seated(parts, 2, bots=("greedy",))

    def owed() -> bool:
        return 1 in parts.tables.read(table.id, None).table.turn.seats

    go_on(table, "the bot's turn", owed)
    n = parts.tables.read(table.id, None).table.closed[1]
    until("its thinking", lambda: busy(worker.pid))
    worker.send_signal(how)
    until("its move by another", lambda: parts.tables.read(table.id, None).table.closed[1] > n, within_s=30)
    entry = next(each for each in entries_of(table) if (each.seat, each.n) == (1, n))
    worker.send_signal(signal.SIGCONT)
    closed = parts.tables.read(table.id, None).table.closed[1]
    go_on(table, "more moves", lambda: parts.tables.read(table.id, None).table.closed[1] >= closed + 2)
    assert [each for each in entries_of(table) if (each.seat, each.n) == (1, n)] == [entry]
    assert_sound(table)


def busy(pid: int) -> bool:
    """Whether the worker's mind is at work: it sleeps in the planted bot and does not wait for a question."""
    thinking = [child for mind in children(pid) for child in children(mind)]
    return any("nanosleep" in Path(f"/proc/{each}/wchan").read_text() for each in thinking)


def test_a_worker_of_the_house_that_dies_holding_a_job_is_made_up_for(
    parts: Services, processes: Processes, own_server: RedisServer
) -> None:
    """It has taken the job from the queue and is stopped before it writes; the clock deals."""
    processes.start("openingbell.clock")
    worker = processes.start("tests.support.dying", "house", "before", "1")
    until("a worker", lambda: parts.premises.alive("house")["house"])
    table = seated(parts, 2, begun=False)
    for player in table.players.values():
        parts.tables.start(table.id, player)
    until("its death", lambda: worker.poll() is not None)
    until("the deal by the clock", lambda: bool(parts.tables.read(table.id, None).table.turn.seats), within_s=30)
