from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from openingbell.processes import alive, signal_group
from tests.support.waiting import until

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")

PARENT = """
import os, signal, subprocess, sys
from openingbell.processes import tied_to
child = subprocess.Popen([sys.executable, "-c", "import signal; print('up', flush=True); signal.pause()"],
                         preexec_fn=tied_to(os.getpid(), signal.SIGTERM), stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
signal.pause()
"""


@linux
def test_a_child_ends_with_its_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert alive(child)
        parent.kill()
    until("the end of the child", lambda: not alive(child))


@linux
def test_a_child_whose_parent_is_gone_already_ends_at_once() -> None:
    code = "from openingbell.processes import die_with_parent; die_with_parent(1 << 22); print('still here')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, b"")


def test_a_group_that_is_gone_is_fine() -> None:
    with subprocess.Popen([sys.executable, "-c", ""], start_new_session=True) as process:
        process.wait()
    assert not alive(process.pid)
    signal_group(process.pid, signal.SIGKILL)


def test_this_process_is_alive() -> None:
    assert alive(os.getpid())
