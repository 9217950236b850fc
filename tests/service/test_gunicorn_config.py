from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from openingbell.processes import alive
from openingbell.supervisor import listen
from tests.support.waiting import until

GUNICORN = (sys.executable, "-m", "gunicorn", "--config", "python:openingbell.gunicorn_config")
APP = "tests.support.tiny_app:app"


def _configured(**env: str) -> dict[str, str]:
    done = subprocess.run([*GUNICORN, "--print-config", APP], env={**os.environ, **env}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return dict(re.findall(r"^(\w+) += (.*)$", done.stdout, re.MULTILINE))


def test_it_follows_the_settings() -> None:
    said = _configured(OPENINGBELL_API_PROCESSES="3", OPENINGBELL_API_THREADS="5", HOST="0.0.0.0", PORT="81")
    assert (said["workers"], said["threads"], said["bind"]) == ("3", "5", "['0.0.0.0:81']")
    assert "openingbell.gunicorn_worker.Worker" in said["worker_class"]


@pytest.mark.server
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the children of a killed process")
def test_a_killed_master_leaves_no_worker() -> None:
    with listen("127.0.0.1", 0) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        command = [*GUNICORN, "--bind", f"fd://{listener.fileno()}", APP]
        with subprocess.Popen(command, pass_fds=[listener.fileno()]) as master:
            try:
                with urllib.request.urlopen(url, timeout=60) as answer:
                    assert int(answer.read()) == master.pid
                children = Path(f"/proc/{master.pid}/task/{master.pid}/children").read_text().split()
                assert children
            finally:
                master.send_signal(signal.SIGKILL)
        until("the end of the workers", lambda: not any(alive(int(child)) for child in children))
