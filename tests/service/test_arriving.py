"""A request has arrived with its last byte, however it is cut, and never later."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openingbell.arriving import LARGEST_HEAD, LONGEST_LINE, Arriving

POST = b"POST /v1/players HTTP/1.1\r\nHost: x\r\n"
WHOLE = {
    "no body": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "no bytes": POST + b"Content-Length: 0\r\n\r\n",
    "a body": POST + b"content-length:  5 \r\n\r\n12345",
    "an end in the body": POST + b"Content-Length: 10\r\n\r\na\r\n\r\nb\r\n\r\n",
    "chunks": POST + b"Transfer-Encoding: chunked\r\n\r\n3\r\n0\r\n\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n",
    "a trailer": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n1\r\na\r\n0\r\nA: b\r\nC: d\r\n\r\n",
}


def fed(*pieces: bytes, kept: int = 1000, taken: int = 2000) -> Arriving:
    arriving = Arriving(kept, taken)
    for piece in pieces:
        arriving.add(piece)
    return arriving


@given(name=st.sampled_from(sorted(WHOLE)), cuts=st.sets(st.integers(1, 120)))
def test_it_has_arrived_with_its_last_byte(name: str, cuts: set[int]) -> None:
    whole = WHOLE[name]
    arriving = Arriving(1000, 2000)
    places = [0, *sorted(cut for cut in cuts if cut < len(whole)), len(whole)]
    for start, end in pairwise(places):
        assert not arriving.arrived
        arriving.add(whole[start:end])
    assert arriving.arrived
    assert arriving.whole
    assert arriving.data == whole


@pytest.mark.parametrize("whole", WHOLE.values(), ids=WHOLE)
def test_what_follows_is_kept(whole: bytes) -> None:
    arriving = fed(whole + b"GET /next")
    assert arriving.arrived
    assert arriving.data == whole + b"GET /next"


@pytest.mark.parametrize(
    "wrong",
    [b"zz\r\n", b"-1\r\n", b"\r\n", b"1" * (LONGEST_LINE + 1), b"0\r\n" + b"a" * (LONGEST_LINE + 1)],
)
def test_what_is_no_chunk_is_not_waited_for(wrong: bytes) -> None:
    arriving = fed(POST + b"Transfer-Encoding: chunked\r\n\r\n", wrong)
    assert arriving.arrived
    assert not arriving.whole


def test_a_head_without_an_end_is_not_waited_for() -> None:
    assert not fed(b"a" * LARGEST_HEAD).arrived
    assert fed(b"a" * LARGEST_HEAD, b"a").arrived


def test_of_a_large_body_only_some_is_kept_and_only_so_much_taken() -> None:
    head = POST + b"Content-Length: 1500\r\n\r\n"
    large = fed(head, b"a" * 900, b"b" * 599, kept=1000)
    assert not large.arrived
    large.add(b"c")
    assert large.arrived
    assert large.data == head + b"a" * 900 + b"b" * 100
    assert not large.whole
    larger = fed(POST + b"Content-Length: 9999\r\n\r\n", b"a" * 2000)
    assert not larger.arrived
    larger.add(b"a")
    assert larger.arrived


def test_who_waits_to_be_asked_for_the_body() -> None:
    head = POST + b"Expect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
    assert fed(head).wants_to_go_on
    assert not fed(head[:-1]).wants_to_go_on
    assert not fed(head, b"{").wants_to_go_on
    assert not fed(head, b"{}").wants_to_go_on
