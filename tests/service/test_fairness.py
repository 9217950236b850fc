"""The fair deal: docs/fair-deal.md says every byte, and its vectors are what the code gives."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openingbell import fairness
from openingbell.rules.values import shuffled

PAGE = Path(__file__).parents[2] / "docs" / "fair-deal.md"
SECRET = bytes(range(32))
ENTROPIES = ("alice", "", "čeština")


def vectors() -> dict[str, str]:
    stream = fairness.house_stream(SECRET, ENTROPIES, 1)
    shuffle = shuffled(fairness.house_stream(SECRET, ENTROPIES, 0), [f"G{rank}" for rank in range(1, 11)])
    default = fairness.default_stream(SECRET, 2, 7)
    return {
        "commitment": fairness.commitment(SECRET),
        "entropy digest": fairness.entropy_digest(ENTROPIES).hex(),
        "entropy digest of a practice table": fairness.entropy_digest(()).hex(),
        'practice secret of the seed "monday"': fairness.practice_secret("monday").hex(),
        "house action 0: shuffle of G1 … G10": " ".join(shuffle),
        "house action 1: ten numbers below 6": " ".join(str(stream.below(6)) for _ in range(10)),
        "house action 1, then: one number below 4294967295": str(stream.below(4_294_967_295)),
        "default of seat 2, n = 7: five numbers below 1000": " ".join(str(default.below(1000)) for _ in range(5)),
    }


def test_the_page_shows_the_vectors_that_the_code_gives() -> None:
    shown = dict(re.findall(r"^\| ([^|]+) \| `([^`]+)` \|$", PAGE.read_text(), flags=re.MULTILINE))
    assert shown == vectors()


def test_the_stream_can_be_rebuilt_from_the_page_alone() -> None:
    digest = hashlib.sha256(b"openingbell/entropy/1\n")
    for text in ENTROPIES:
        digest.update(len(text.encode()).to_bytes(4, "big") + text.encode())
    key = hmac.digest(SECRET, b"openingbell/house/1\n" + (5).to_bytes(8, "big") + digest.digest(), "sha256")
    blocks = b"".join(hmac.digest(key, b.to_bytes(8, "big"), "sha256") for b in range(4))
    words = [int.from_bytes(blocks[i : i + 4], "big") for i in range(0, len(blocks), 4)]
    limit = 2**32 - 2**32 % 52
    expected = [word % 52 for word in words if word < limit][:20]
    stream = fairness.house_stream(SECRET, ENTROPIES, 5)
    assert [stream.below(52) for _ in range(20)] == expected


def test_every_house_action_and_every_entropy_has_its_own_key() -> None:
    def first(secret: bytes, entropies: tuple[str, ...], number: int) -> int:
        return fairness.house_stream(secret, entropies, number).below(2**32)

    base = first(SECRET, ENTROPIES, 0)
    others = [
        first(SECRET, ENTROPIES, 1),
        first(SECRET, ("alice", "", "x"), 0),
        first(SECRET, ("", "alice", "čeština"), 0),
        first(SECRET, ("a", "lice", "čeština"), 0),
        first(bytes(32), ENTROPIES, 0),
    ]
    assert base not in others
    assert len(set(others)) == len(others)


def test_secrets_are_fresh() -> None:
    assert len({fairness.new_secret() for _ in range(100)}) == 100


@given(st.integers(min_value=1, max_value=2**32), st.integers(min_value=0, max_value=2**16))
def test_numbers_lie_below_n(n: int, number: int) -> None:
    stream = fairness.house_stream(SECRET, (), number)
    assert all(0 <= stream.below(n) < n for _ in range(5))


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_bound_outside_one_word_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="must be 1 to"):
        fairness.house_stream(SECRET, (), 0).below(n)


def test_shuffles_are_uniform() -> None:
    """Every one of the 24 orders of four cards within 5 standard deviations of its share in 24,000 shuffles."""
    stream = fairness.house_stream(SECRET, (), 9)
    orders = Counter("".join(shuffled(stream, "abcd")) for _ in range(24_000))
    assert len(orders) == 24
    assert all(abs(count - 1000) < 5 * 31 for count in orders.values())


def test_words_above_the_limit_are_thrown_away() -> None:
    """With n just above half of 2**32 nearly half of all words are rejected; a plain `mod` would favour low numbers."""
    n = 2**31 + 1
    stream = fairness.house_stream(SECRET, (), 3)
    low = sum(stream.below(n) < n // 2 for _ in range(4000))
    assert abs(low - 2000) < 5 * 32
