"""Buckets: how much they hold, how they fill again, and that no number of callers makes them grow."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from openingbell.rates import BUCKETS, KEPT, Rates, scaled


class Clock:
    """A clock that stands."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_holds_what_it_says_and_fills_again_evenly() -> None:
    for bucket in BUCKETS:
        clock = Clock()
        rates = Rates(clock=clock)
        for left in reversed(range(bucket.requests)):
            passed = rates.hit(bucket.name, "ada")
            assert passed is not None
            assert (passed.allowed, passed.remaining) == (True, left)
        each_s = bucket.seconds / bucket.requests
        for _ in range(3):
            refused = rates.hit(bucket.name, "ada")
            assert refused is not None
            assert (refused.allowed, refused.remaining) == (False, 0)
            assert abs(refused.more_in_s - each_s) < 0.001, "asking again costs nothing further"
        clock.now += each_s + 0.001
        again = rates.hit(bucket.name, "ada")
        assert again is not None
        assert again.allowed
        assert not rates.hit(bucket.name, "ada").allowed  # type: ignore[union-attr]
        clock.now += bucket.seconds
        full = rates.look(bucket.name, "ada")
        assert full is not None
        assert (full.remaining, full.more_in_s) == (bucket.requests, 0.0)


def test_callers_and_buckets_are_counted_apart() -> None:
    rates = Rates(clock=Clock())
    while rates.hit("tries", "one").allowed:  # type: ignore[union-attr]
        pass
    assert rates.hit("tries", "another").allowed  # type: ignore[union-attr]
    assert rates.hit("moves", "one").allowed  # type: ignore[union-attr]


@given(st.lists(st.tuples(st.floats(0, 30), st.integers(0, 40)), max_size=30))
def test_nobody_ever_gets_more_than_the_bucket_and_what_has_come_since(asked: list[tuple[float, int]]) -> None:
    clock, passed, began = Clock(), 0, 1000.0
    rates = Rates(clock=clock)
    bucket = next(each for each in BUCKETS if each.name == "tries")
    for pause_s, times in asked:
        clock.now += pause_s
        passed += sum(rates.hit("tries", "ada").allowed for _ in range(times))  # type: ignore[union-attr]
        assert passed <= bucket.requests + (clock.now - began) * bucket.requests / bucket.seconds + 0.001


def test_however_many_ask_only_some_are_remembered() -> None:
    clock = Clock()
    rates = Rates(clock=clock)
    for number in range(KEPT + 500):
        rates.hit("registering", str(number))
    assert len(rates._full_at["registering"]) == KEPT
    assert rates.look("registering", "0").remaining == 300  # type: ignore[union-attr]
    assert rates.look("registering", str(KEPT + 499)).remaining == 299  # type: ignore[union-attr]
    clock.now += 3600
    rates.hit("registering", "later")
    assert len(rates._full_at["registering"]) == 1, "who could be forgotten is"


def test_a_factor() -> None:
    assert [each.requests for each in scaled(3)] == [3 * each.requests for each in BUCKETS]
    assert scaled(0) == ()
    assert Rates(0).hit("moves", "ada") is None
    assert Rates(0).look("moves", "ada") is None
