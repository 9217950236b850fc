"""Clients that send nothing, half a request or what is no HTTP at all, and clients that do not take their answer."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from gunicorn.config import Config  # type: ignore[import-untyped]

from openingbell.gunicorn_worker import FILES_BESIDE
from openingbell.supervisor import listen
from tests.support.supervised import Server
from tests.support.waiting import until

pytestmark = pytest.mark.server

MANY = 100
"""Three times as many as all API processes together have threads."""
LARGE = "/static/swagger-ui-bundle.js"
"""The largest answer there is."""

HEAD = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def _kept_by_the_system() -> int:
    """How many bytes go into a connection that nobody reads from."""
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.connect(listener.getsockname())
        writer, _ = listener.accept()
        taken = 0
        with writer, suppress(BlockingIOError):
            writer.setblocking(False)
            while True:
                taken += writer.send(bytes(1 << 20))
    return taken


def _connect(server: Server, sent: bytes = b"") -> socket.socket:
    """A client whose system takes only little of what it does not read."""
    address = urlsplit(server.url)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(60)
    connection.connect((address.hostname, address.port))
    connection.sendall(sent)
    return connection


@contextmanager
def _crowd(server: Server, sent: bytes) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(_connect(server, sent)) for _ in range(MANY)]


def _answer(connection: socket.socket) -> bytes:
    """One whole answer with a length, and nothing of what follows it."""
    data = b""
    while not data.endswith(b"\r\n\r\n"):
        data += connection.recv(1)
    length = int(data.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    body = bytearray()
    while len(body) < length:
        body += connection.recv(length - len(body))
    return data + bytes(body)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /healthz HTTP/1.1\r\nHost:",
        HEAD + b"Content-Length: 100\r\n\r\n{",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
        HEAD + b"Content-Length: 1000000\r\n\r\n" + b" " * 100_000,
    ],
    ids=["nothing", "half a head", "half a body", "half a chunk", "half of what is too much"],
)
def test_who_does_not_finish_a_request_keeps_nobody_else_from_theirs(server: Server, sent: bytes) -> None:
    with _crowd(server, sent) as crowd:
        for _ in range(4):
            assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200
        assert not select.select(crowd, (), (), 0)[0], "nobody had to be given up for that"


def test_who_takes_no_answer_keeps_nobody_else_from_theirs(server: Server) -> None:
    whole = httpx.get(server.url + LARGE).raise_for_status().content
    # So many, one behind the other, that the system does not keep them all for a client that does not read.
    times = _kept_by_the_system() // len(whole) + 2
    request = f"GET {LARGE} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    with _crowd(server, request * times) as crowd:
        for _ in range(4):
            assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200
        for _ in range(times):
            assert _answer(crowd[-1]).endswith(whole), "who takes it slowly gets all of it"
        crowd[-1].sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert _answer(crowd[-1]).startswith(b"HTTP/1.1 200 "), "and the connection goes on"


def test_a_body_that_waits_to_be_asked_for(server: Server) -> None:
    body = b'{"name": "Ada"}'
    head = HEAD + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body)
    with _connect(server, head) as connection:
        assert connection.recv(65_536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(body)
        assert _answer(connection).startswith(b"HTTP/1.1 201 ")


def test_a_request_that_comes_byte_by_byte(server: Server) -> None:
    body = b'{"name": "Ada"}'
    with _connect(server) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body:
            connection.sendall(bytes((byte,)))
        assert _answer(connection).startswith(b"HTTP/1.1 201 ")


@pytest.mark.parametrize(
    "sent",
    [
        b"Content-Length: 1000000\r\n\r\n" + b" " * 1_000_000,
        b"Transfer-Encoding: chunked\r\n\r\n" + (b"2000\r\n" + b" " * 0x2000 + b"\r\n") * 50 + b"0\r\n\r\n",
    ],
    ids=["at once", "in chunks"],
)
def test_who_sends_too_much_hears_so_and_that_the_connection_ends(server: Server, sent: bytes) -> None:
    with _connect(server, HEAD + sent) as connection:
        answer = b"".join(iter(partial(connection.recv, 65_536), b""))
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"\r\nConnection: close\r\n" in answer


def test_who_says_no_more_is_still_answered(server: Server) -> None:
    with _connect(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") as connection:
        connection.shutdown(socket.SHUT_WR)
        assert _answer(connection).startswith(b"HTTP/1.1 200 ")


def test_half_a_body_is_a_problem_at_last(server: Server) -> None:
    with _connect(server, HEAD + b"Content-Length: 100\r\n\r\n{") as connection:
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "malformed-request"


def test_who_does_not_hang_up_after_the_answer_is_not_waited_for(server: Server) -> None:
    with _crowd(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") as crowd:
        assert httpx.get(f"{server.url}/healthz", timeout=20).status_code == 200
        for connection in crowd:
            assert b"".join(iter(partial(connection.recv, 65_536), b"")).startswith(b"HTTP/1.1 200 ")


def test_who_stays_on_the_line_after_the_end_is_left(server: Server) -> None:
    """The server reads on for a moment, so that the answer arrives; then nothing more is taken."""
    with _connect(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") as connection:
        assert b"".join(iter(partial(connection.recv, 65_536), b"")).startswith(b"HTTP/1.1 200 ")
        until("the end", lambda: _left(connection))


def test_who_takes_no_more_of_an_answer_is_left(server: Server) -> None:
    times = _kept_by_the_system() // len(httpx.get(server.url + LARGE).content) + 2
    with _connect(server, f"GET {LARGE} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * times) as connection:
        until("the end", lambda: _left(connection))


def _left(connection: socket.socket) -> bool:
    """Whether nobody is at the other end any more."""
    try:
        connection.sendall(b" ")
    except OSError:
        return True
    return False


def test_who_says_nothing_is_left_at_last(server: Server) -> None:
    with _connect(server) as connection:
        assert connection.recv(1) == b""


def test_more_connections_than_a_process_may_have_keep_nobody_away(tmp_path: Path) -> None:
    """Whoever has been of no use for longest must go, and not all the others."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        with Server(tmp_path / "crowded", {"OPENINGBELL_API_PROCESSES": "1"}) as server, ExitStack() as stack:
            idle = [stack.enter_context(_connect(server)) for _ in range(Config().worker_connections + 50)]
            assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200
            poll = select.poll()
            for connection in idle:
                poll.register(connection, select.POLLIN)
            assert 0 < len(poll.poll(0)) < len(idle) // 2
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(
    "request_",
    [
        b"nonsense\r\n\r\n",
        b"G@T / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        "GET /é HTTP/1.1\r\nHost: x\r\n\r\n".encode(),
        b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 20_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: a\r\n" * 100 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ob_\x00\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nA: a\r\n folded\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off\r\n\r\n",
        HEAD + b"Expect: miracles\r\nContent-Length: 2\r\n\r\n{}",
        HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        HEAD + b"Transfer-Encoding: miracles\r\n\r\n{}",
    ],
)
def test_what_is_no_http_is_a_problem(server: Server, request_: bytes) -> None:
    with _connect(server, request_) as connection:
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"application/problem+json" in head
    assert json.loads(body)["code"] == "malformed-request"


def test_a_kept_connection_serves_one_request_after_the_other(server: Server) -> None:
    with _connect(server) as connection:
        for _ in range(3):
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert _answer(connection).startswith(b"HTTP/1.1 200 ")
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 2 + b"nonsense\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert answer.count(b"HTTP/1.1 200 ") == 2
    assert answer.count(b"HTTP/1.1 400 ") == 1


FEW = 20
"""How many connections the process of `small` holds."""


class Small:
    """One process of the API that may open so few files that it holds `FEW` connections."""

    def __init__(self, log: Path) -> None:
        self.listener = listen("127.0.0.1", 0)
        self.address = self.listener.getsockname()
        self.log = log
        env = {"OPENINGBELL_API_PROCESSES": "1", "OPENINGBELL_API_THREADS": "4"}
        command = (sys.executable, "-m", "gunicorn", "--config", "python:openingbell.gunicorn_config")
        app = ("--bind", f"fd://{self.listener.fileno()}", "tests.support.tiny_app:app")
        files = FEW + 4 + FILES_BESIDE
        with log.open("wb") as out:
            self.master = subprocess.Popen(
                ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command, *app],
                env={**os.environ, **env},
                pass_fds=[self.listener.fileno()],
                stdout=out,
                stderr=out,
            )
        self.asked()

    def asked(self) -> None:
        """Ask for something, and get it."""
        with self.connected(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") as connection:
            assert connection.recv(65_536).startswith(b"HTTP/1.1 200 ")

    def connected(self, sent: bytes = b"") -> socket.socket:
        connection = socket.create_connection(self.address, timeout=60)
        connection.sendall(sent)
        return connection

    def worker(self) -> int:
        (pid,) = Path(f"/proc/{self.master.pid}/task/{self.master.pid}/children").read_text().split()
        return int(pid)

    def close(self) -> None:
        self.master.terminate()
        self.master.wait(60)
        self.listener.close()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Small]:
    running = Small(tmp_path / "log")
    try:
        yield running
    finally:
        running.close()


def _closed(connection: socket.socket) -> bool:
    """Whether the other side has ended it."""
    try:
        return bool(select.select([connection], (), (), 0)[0]) and not connection.recv(1)
    except ConnectionResetError:
        return True


linux = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc for the process")


@linux
def test_more_connections_than_files_cost_the_silent_ones_and_not_the_process(small: Small) -> None:
    worker = small.worker()
    with ExitStack() as stack:
        for _ in range(3 * (FEW + FILES_BESIDE)):
            stack.enter_context(small.connected())
            small.asked()
    assert small.worker() == worker
    assert "Exception" not in small.log.read_text()


@linux
def test_who_is_left_to_make_room_may_say_something_in_that_moment(small: Small) -> None:
    """New connections and bytes on the old ones come to the process in one round of events."""
    worker = small.worker()
    with ExitStack() as stack:
        old = [stack.enter_context(small.connected()) for _ in range(FEW)]
        until("room for the last", lambda: _closed(old[0]))
        os.kill(worker, signal.SIGSTOP)
        until("a stop", lambda: ") T " in Path(f"/proc/{worker}/stat").read_text())
        try:
            stack.enter_context(small.connected())
            for connection in old[1:]:
                connection.sendall(b"GET / HTTP/1.1\r\n")
        finally:
            os.kill(worker, signal.SIGCONT)
        until("room for the new one", lambda: _closed(old[1]))
        small.asked()
    assert small.worker() == worker
    assert "Exception" not in small.log.read_text()


def test_whoever_comes_last_is_not_the_one_who_must_go(small: Small) -> None:
    with ExitStack() as stack:
        for _ in range(2 * FEW):
            stack.enter_context(small.connected(b"GET / HTTP/1.1\r\nHost:"))
            small.asked()
