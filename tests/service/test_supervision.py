from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from openingbell.processes import alive
from tests.support.supervised import Supervised
from tests.support.waiting import until

pytestmark = pytest.mark.server

FOREVER = "import signal, sys; print('here', flush=True); signal.pause()"
STUBBORN = "import signal; signal.signal(15, signal.SIG_IGN); print('here', flush=True)\nwhile True: signal.pause()"
FAMILY = (
    "import signal, subprocess, sys; child = subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()']);"
    "print('child', child.pid, flush=True); signal.pause()"
)
# A foundation that is ready when its file exists, and that says when it ends.
BASE = (
    "import pathlib, signal, sys; pathlib.Path(sys.argv[1]).touch();"
    "signal.signal(15, lambda *_: (print('base ends', flush=True), sys.exit())); signal.pause()"
)


def supervised(*services: str, opened: str = "lambda log: log.announce('all open') or True") -> Supervised:
    """A supervisor of services that are given as Python expressions."""
    program = f"""
import pathlib, sys
from openingbell.supervision import Service, Supervisor
python = lambda name, code, *more, **named: Service(name=name, argv=(sys.executable, '-c', code, *more), **named)
sys.exit(Supervisor([{", ".join(services)}], opened={opened}).run())
"""
    return Supervised([sys.executable, "-c", program], {})


def child_of(supervisor: Supervised, name: str) -> int:
    return int(supervisor.wait_for(f"{name:<10} | child").rsplit(" ", 1)[1])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopping_leaves_no_process(number: signal.Signals) -> None:
    with supervised(f"python('one', {FOREVER!r})", f"python('two', {FAMILY!r})") as supervisor:
        supervisor.wait_for("all open")
        pids = [supervisor.wait_pid("one"), supervisor.wait_pid("two"), child_of(supervisor, "two")]
        assert supervisor.end(number) == 0
        assert supervisor.lines[-1].endswith("| stopped")
        until("the end of all", lambda: not any(map(alive, pids)))


def test_lines_carry_their_service_s_name() -> None:
    with supervised(f"python('one', {FOREVER!r})", "python('second', 'print(1); print(2, end=\"\"); input()')") as it:
        it.wait_for("one        | here")
        it.wait_for("second     | 2")


def test_a_dead_child_is_started_again_and_it_is_said() -> None:
    with supervised(f"python('one', {FOREVER!r})") as supervisor:
        supervisor.wait_for("all open")
        first = supervisor.wait_pid("one")
        os.kill(first, signal.SIGKILL)
        supervisor.wait_for("one was ended by SIGKILL; starting it again")
        assert supervisor.wait_pid("one", starts=2) != first


def test_what_a_dead_child_left_is_ended_too() -> None:
    with supervised(f"python('one', {FAMILY!r})") as supervisor:
        grandchild = child_of(supervisor, "one")
        os.kill(supervisor.wait_pid("one"), signal.SIGKILL)
        supervisor.wait_pid("one", starts=2)
        until("the end of the orphan", lambda: not alive(grandchild))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the children of a killed process")
def test_a_killed_supervisor_leaves_nothing() -> None:
    with supervised(f"python('one', {FOREVER!r})", f"python('two', {STUBBORN!r})") as supervisor:
        supervisor.wait_for("one        | here")
        supervisor.wait_for("two        | here")
        pids = [supervisor.wait_pid("one"), supervisor.wait_pid("two")]
        supervisor.process.kill()
        supervisor.process.wait()
        until("the end of all", lambda: not any(map(alive, pids)))


def test_a_service_that_never_starts_ends_it_all_with_its_last_words() -> None:
    bad, good = "python('bad', 'raise SystemExit(\"no such thing\")')", f"python('good', {FOREVER!r})"
    with supervised(bad, good, opened="lambda log: False") as it:
        assert it.process.wait(60) == 1
        it.wait_for("bad        | no such thing")
        it.wait_for("bad does not start")
        it.wait_for("stopped")
        assert not alive(it.wait_pid("good"))


def test_a_second_ctrl_c_does_not_wait() -> None:
    with supervised(f"python('one', {STUBBORN!r})") as supervisor:
        supervisor.wait_for("one        | here")
        supervisor.process.send_signal(signal.SIGINT)
        supervisor.wait_for("stopping")
        assert supervisor.end(signal.SIGINT) == 0
        supervisor.wait_for("one does not end; killing it")
        assert not alive(supervisor.wait_pid("one"))


def test_a_foundation_comes_first_and_goes_last(tmp_path: Path) -> None:
    mark = tmp_path / "ready"
    base = f"python('base', {BASE!r}, {str(mark)!r}, ready=pathlib.Path({str(mark)!r}).exists)"
    last_words = (
        f"import pathlib, signal, sys; print('base there:', pathlib.Path({str(mark)!r}).exists(), flush=True);"
        "signal.signal(15, lambda *_: (print('top ends', flush=True), sys.exit())); signal.pause()"
    )
    with supervised(base, f"python('top', {last_words!r})") as supervisor:
        supervisor.wait_for("base there: True")
        assert supervisor.end() == 0
        said = supervisor.text
        assert said.index("top ends") < said.index("base ends")
        assert said.index("base started") < said.index("top started")


def test_it_stops_when_nobody_reads_any_more() -> None:
    chatter = "import time\nwhile True: print('on and on', flush=True); time.sleep(0.01)"
    supervisor = supervised(f"python('one', {chatter!r})")
    process = subprocess.Popen(supervisor.argv, stdout=subprocess.PIPE)
    assert process.stdout is not None
    with process.stdout as lines:
        pid = int(next(line for line in lines if b"started" in line).rsplit(b" ", 1)[1])
    assert process.wait(60) == 0
    until("the end of its child", lambda: not alive(pid))
