"""Clients that keep a connection and send nothing, half a request, or what is no HTTP at all."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import httpx
import pytest

from tests.support.supervised import Server

pytestmark = pytest.mark.server

MANY = 40
"""More than all API processes together have threads."""

HEAD = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def _connect(server: Server, sent: bytes = b"") -> socket.socket:
    address = urlsplit(server.url)
    connection = socket.create_connection((address.hostname, address.port), timeout=60)
    connection.sendall(sent)
    return connection


@contextmanager
def _crowd(server: Server, sent: bytes) -> Iterator[None]:
    with ExitStack() as stack:
        for _ in range(MANY):
            stack.enter_context(_connect(server, sent))
        yield


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /healthz HTTP/1.1\r\nHost:", HEAD + b"Content-Length: 100\r\n\r\n{"],
    ids=["nothing", "half a head", "half a body"],
)
def test_who_does_not_finish_a_request_keeps_nobody_else_from_theirs(server: Server, sent: bytes) -> None:
    with _crowd(server, sent):
        for _ in range(4):
            assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200


def test_half_a_body_is_a_problem_at_last(server: Server) -> None:
    with _connect(server, HEAD + b"Content-Length: 100\r\n\r\n{") as connection:
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "malformed-request"


def test_who_does_not_hang_up_after_the_answer_is_not_waited_for(server: Server) -> None:
    with _crowd(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"):
        assert httpx.get(f"{server.url}/healthz", timeout=20).status_code == 200


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
            assert connection.recv(65_536).startswith(b"HTTP/1.1 200 ")
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 2 + b"nonsense\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert answer.count(b"HTTP/1.1 200 ") == 2
    assert answer.count(b"HTTP/1.1 400 ") == 1
