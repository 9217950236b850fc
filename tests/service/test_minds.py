"""Bots in a process of their own: whatever happens to one, the next question is answered."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from openingbell import minds
from openingbell.bots import BOTS
from openingbell.fairness import Stream, house_stream
from openingbell.minds import BotFailed, Mind
from openingbell.processes import alive
from openingbell.rules.kernel import HOUSE, catalogue, play
from tests.chaos.world import children
from tests.support.waiting import until

KEY = bytes(32)


@pytest.fixture
def mind() -> Iterator[Mind]:
    made = Mind()
    yield made
    made.close()


def planted(bad: str, monkeypatch: pytest.MonkeyPatch, limit_s: float = 0.2) -> Mind:
    monkeypatch.setattr(minds, "MIND", ("-m", "tests.support.planted_bots", bad, "mind"))
    return Mind(limit_s)


def question(game: str = "bull_market") -> tuple[Any, Any, Stream]:
    """A view, choices and a stream of the first decision."""
    found = catalogue()[game]
    state, number = found.start(found.seats[0], found.Options()), 0
    while not found.turn(state).seats:
        state = play(found, state, HOUSE, found.house(state, house_stream(KEY, (), number)))
        number += 1
    seat = found.turn(state).seats[0]
    choices = found.legal(state, seat)
    choices.default = found.default(state, seat, Stream(KEY))
    return found.view(state, seat), choices, Stream(KEY)


@pytest.mark.parametrize("game", catalogue())
def test_a_bot_thinks_there_as_it_would_here(mind: Mind, game: str) -> None:
    for name, bot in BOTS.items():
        assert mind.think(name, *question(game)) == bot(*question(game))


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("crashes", "ended its process, with status -11"),
        ("raises", "RuntimeError: no idea"),
        ("exits", "SystemExit"),
        ("leaves", "gave no answer"),
        ("hangs", "ended its process, with status 1"),
        ("hangs_in_c", "ended its process, with status 1"),
        ("babbles", "is not offered"),
    ],
)
def test_a_bad_bot_fails_and_the_next_question_is_answered(bad: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mind = planted(bad, monkeypatch)
    try:
        for _ in range(2):
            with pytest.raises(BotFailed) as failed:
                mind.think("greedy", *question())
            assert why in str(failed.value)
            assert mind.think("random", *question()) == BOTS["random"](*question())
    finally:
        mind.close()


def test_a_bot_that_hangs_in_c_code_says_where(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    mind = planted("hangs_in_c", monkeypatch)
    with pytest.raises(BotFailed):
        mind.think("greedy", *question())
    mind.close()
    assert "in hangs_in_c" in capfd.readouterr().err


def test_a_bot_may_talk(monkeypatch: pytest.MonkeyPatch) -> None:
    mind = planted("prints", monkeypatch)
    for _ in range(2):
        assert mind.think("greedy", *question()) in question()[1]
    mind.close()


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc for processes")
def test_a_bot_that_forks_answers_once_and_leaves_nobody_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    mind = planted("forks", monkeypatch, limit_s=5.0)

    def left() -> list[str]:
        return [path.parent.name for path in Path("/proc").glob("[0-9]*/cmdline") if {"forks", "mind"} <= said_by(path)]

    for _ in range(3):
        assert mind.think("greedy", *question("panik")) in question("panik")[1]
        assert mind.think("random", *question()) == BOTS["random"](*question())
    assert left()
    mind.close()
    until("the end of whom the bot has left behind", lambda: not left())


def said_by(path: Path) -> set[str]:
    """The arguments of a process; none of one that has ended."""
    try:
        return set(path.read_text().split("\0"))
    except OSError:
        return set()


def test_a_mind_that_is_stopped_is_given_up(mind: Mind, monkeypatch: pytest.MonkeyPatch) -> None:
    mind.think("random", *question())
    assert mind._process is not None
    (thinking,) = children(mind._process.pid)
    os.kill(thinking, signal.SIGSTOP)
    monkeypatch.setattr(mind, "_limit_s", 0.0)
    with pytest.raises(BotFailed, match="took too long"):
        mind.think("random", *question())
    monkeypatch.setattr(mind, "_limit_s", minds.THINKING_S)
    assert mind.think("random", *question()) == BOTS["random"](*question())
    until("the end of the one that was stopped", lambda: not alive(thinking))


def test_a_mind_lets_those_end_it_who_have_started_it(mind: Mind) -> None:
    """A signal to all processes at once, at the end, takes no bot's move away."""
    mind.think("random", *question())
    process = mind._process
    assert process is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        process.send_signal(number)
    mind.think("random", *question())
    assert mind._process is process
    assert process.stdin is not None
    process.stdin.close()
    until("the end of the mind", lambda: process.poll() == 0)


STARTS_ONE = """
import time
from openingbell.minds import Mind
from tests.service.test_minds import question
mind = Mind()
mind.think("random", *question())
print(mind._process.pid, flush=True)
time.sleep(3600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the children of a killed process")
def test_a_mind_that_is_stopped_ends_with_whoever_has_started_it() -> None:
    starter = subprocess.Popen([sys.executable, "-c", STARTS_ONE], stdout=subprocess.PIPE, text=True)
    assert starter.stdout is not None
    with starter.stdout as said:
        mind = int(said.readline())
        (thinking,) = children(mind)
        os.kill(thinking, signal.SIGSTOP)
        starter.kill()
        starter.wait()
    # Whoever has ended says nothing, even where nobody has asked for its status.
    until("the end of both", lambda: not any(said_by(Path(f"/proc/{pid}/cmdline")) - {""} for pid in (mind, thinking)))
