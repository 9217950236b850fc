"""When has a request arrived? The bytes of a connection, looked at as they come, before any thread does.

Law. Pure: no socket and no clock. It judges no request: it only tells when a thread that parses it would not have to
wait, because everything is there or because what is there is wrong already. Each byte is looked at once.
"""

from __future__ import annotations

import re
from typing import Final

LARGEST_HEAD: Final = 32_768
LONGEST_LINE: Final = 1024
"""Of what stands between the chunks of a body."""

_END: Final = b"\r\n\r\n"
_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,18})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding:[^\r]*chunked[ \t]*\r\n", re.IGNORECASE)
_EXPECTS: Final = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE)


class Arriving:
    """One request on its way. `kept` bytes of its body are kept for the thread, and `taken` at most are taken.

    A body that is larger is taken a while longer than kept, since most clients listen only once they have sent it.
    """

    def __init__(self, kept: int, taken: int) -> None:
        self.data = bytearray()
        """What has come and is kept: also what follows the request, if that came along."""
        self.arrived = False
        """Whether there is nothing more to wait for."""
        self._kept = kept
        self._taken = taken
        self._seen = 0
        self._body: _Length | _Chunks | None = None
        self._body_kept = 0
        self._body_taken = 0

    def add(self, data: bytes) -> None:
        """More has come."""
        if self._body is not None:
            self._add_body(data)
            return
        self.data += data
        end = self.data.find(_END, max(0, self._seen - len(_END)))
        self._seen = len(self.data)
        if end >= 0:
            head, rest = bytes(self.data[: end + len(_END)]), bytes(self.data[end + len(_END) :])
            del self.data[len(head) :]
            self._body = _body(head)
            self._add_body(rest)
        elif self._seen > LARGEST_HEAD:
            self.arrived = True

    @property
    def wants_to_go_on(self) -> bool:
        """Whether the client waits for `100 Continue` before it sends the body."""
        return self._body is not None and not self.arrived and not self._body_taken and bool(_EXPECTS.search(self.data))

    @property
    def whole(self) -> bool:
        """Whether all of it is there; else nobody knows where the next request on this connection would begin."""
        return self.arrived and self._body is not None and self._body.sound and self._body_kept == self._body_taken

    def _add_body(self, data: bytes) -> None:
        assert self._body is not None
        self._body_taken += len(data)
        self.arrived = self._body.ended(data) or self._body_taken > self._taken
        room = self._kept - self._body_kept
        self.data += data[:room]
        self._body_kept += min(room, len(data))


class _Length:
    """A body of so many bytes."""

    sound = True

    def __init__(self, length: int) -> None:
        self._left = length

    def ended(self, data: bytes) -> bool:
        self._left -= len(data)
        return self._left <= 0


class _Chunks:
    """A body in chunks, each with its length before it."""

    def __init__(self) -> None:
        self._left = 0
        self._line = bytearray()
        self._last = False
        self.sound = True
        """Whether it is in chunks, as far as it has come."""

    def ended(self, data: bytes) -> bool:
        """Whether it has ended, or is no body in chunks."""
        place = 0
        while place < len(data):
            if self._left:
                step = min(self._left, len(data) - place)
                self._left -= step
                place += step
                continue
            end = data.find(b"\n", place)
            self._line += data[place : end + 1 if end >= 0 else len(data)]
            if len(self._line) > LONGEST_LINE:
                self.sound = False
            if end < 0 or not self.sound:
                return not self.sound
            place = end + 1
            if self._line_ended():
                return True
        return False

    def _line_ended(self) -> bool:
        line = bytes(self._line).strip()
        self._line.clear()
        if self._last:
            return not line
        try:
            size = int(line.partition(b";")[0], 16)
        except ValueError:
            size = -1
        self.sound = size >= 0
        self._last = size == 0
        self._left = size + len(b"\r\n") if size else 0
        return not self.sound


def _body(head: bytes) -> _Length | _Chunks:
    if _CHUNKED.search(head):
        return _Chunks()
    length = _LENGTH.search(head)
    return _Length(int(length[1]) if length else 0)
