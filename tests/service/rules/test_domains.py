"""Domains and choices: what is checked, counted, listed and sampled is one set."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openingbell.bots.rng import SeededRng
from openingbell.rules.choices import Choice, Choices, EachAtMost, Field, TotalAtLeast
from openingbell.rules.domains import Amounts, Domain, OneOf, Range, Refusal, Subset
from openingbell.rules.games.bull_market import Bid, Pay
from openingbell.rules.values import Illegal, Text, drawn, shuffled

LETTERS = tuple("abcdefg")


def subset(size: int, low: int, more: int) -> Subset:
    return Subset(LETTERS[:size], min(low, size), min(low + more, size))


DOMAINS: st.SearchStrategy[Domain] = st.one_of(
    st.builds(
        lambda low, more, step: Range(low, low + more, step), st.integers(-9, 9), st.integers(0, 30), st.integers(1, 5)
    ),
    st.builds(OneOf, st.lists(st.sampled_from(LETTERS), unique=True, min_size=1).map(tuple)),
    st.builds(subset, st.integers(1, 6), st.integers(0, 4), st.integers(0, 3)),
)


@st.composite
def amounts(draw: st.DrawFn) -> Amounts:
    keys = LETTERS[: draw(st.integers(1, 4))]
    low, steps, step = draw(st.integers(0, 3)), draw(st.integers(0, 5)), draw(st.integers(1, 3))
    parts = [draw(st.integers(0, steps)) for _ in keys]
    return Amounts(keys, low, low + steps * step, low * len(keys) + step * sum(parts), step)


ANY = st.one_of(DOMAINS, amounts())
VALUES = st.one_of(
    st.integers(-12, 45),
    st.sampled_from(LETTERS),
    st.lists(st.sampled_from((*LETTERS, "x")), max_size=7).map(tuple),
    st.dictionaries(st.sampled_from(LETTERS[:4]), st.integers(-1, 20)),
    st.none(),
    st.booleans(),
    st.floats(),
)


def lies_in(domain: Domain, value: Any) -> bool:
    try:
        domain.check(value)
    except Refusal:
        return False
    return True


@given(ANY)
def test_as_many_as_are_listed_and_each_of_them_passes(domain: Domain) -> None:
    listed = list(domain.values())
    assert domain.count() == len(listed)
    assert all(lies_in(domain, value) for value in listed)
    assert len({str(value) for value in listed}) == len(listed)


@given(ANY, VALUES)
def test_what_passes_is_listed(domain: Domain, value: Any) -> None:
    if lies_in(domain, value):
        listed = list(domain.values())
        assert (sorted(value) in map(sorted, listed)) if isinstance(domain, Subset) else (value in listed)


@given(ANY, st.integers())
def test_samples_lie_in_the_domain(domain: Domain, seed: int) -> None:
    assert lies_in(domain, domain.sample(SeededRng(seed)))


@given(st.integers(0, 12), st.integers(0, 12), st.integers())
def test_drawn_items_are_different_and_in_order(size: int, count: int, seed: int) -> None:
    items = list(range(size))
    chosen = drawn(SeededRng(seed), items, min(size, count))
    assert list(chosen) == sorted(set(chosen))
    assert len(chosen) == min(size, count)


def test_drawing_and_shuffling_are_even() -> None:
    rng, rounds = SeededRng("even"), 6000
    pairs: dict[tuple[int, ...], int] = {}
    orders: dict[tuple[int, ...], int] = {}
    for _ in range(rounds):
        pair, order = drawn(rng, range(4), 2), tuple(shuffled(rng, range(3)))
        pairs[pair] = pairs.get(pair, 0) + 1
        orders[order] = orders.get(order, 0) + 1
    for counts in (pairs, orders):
        assert len(counts) == 6
        assert all(800 < count < 1200 for count in counts.values())


HANDS = st.lists(st.integers(1, 10), min_size=4, max_size=9)


@given(HANDS, st.integers(1, 5), st.data())
def test_payments_sampled_are_enough_and_checked_alike(ranks: list[int], most: int, data: st.DataObject) -> None:
    weights = {f"{letter}{rank}": rank for letter, rank in zip("ABCDEFGHI", ranks, strict=False)}
    price = data.draw(st.integers(1, sum(sorted(ranks)[-most:])))
    field = Field("cards", Subset(tuple(weights), 1, min(most, len(weights))), "BULL-12")
    choice = Choice(Pay, Text("pay", "Pay"), (field,), (TotalAtLeast("cards", weights, price, most, "BULL-12"),))
    sampled = choice.sample(SeededRng(data.draw(st.integers())))
    assert sampled in choice
    assert list(choice.actions()) == [action for action in choice.actions() if action in choice]
    assert 0 < len(list(choice.actions())) <= choice.count()


def test_a_refusal_points_at_the_field_and_names_the_ruling() -> None:
    field = Field("cards", Subset(("G1", "G2"), 1, 1), "BULL-12", {"too-many": "BULL-09"})
    choice = Choice(Pay, Text("pay", "Pay"), (field,))
    with pytest.raises(Illegal) as caught:
        choice.check(Pay(("G1", "O1")))
    assert (caught.value.pointer, caught.value.ruling, caught.value.reason) == ("/cards/1", "BULL-12", "not-offered")
    with pytest.raises(Illegal) as caught:
        choice.check(Pay(("G1", "G2")))
    assert (caught.value.pointer, caught.value.ruling) == ("/cards", "BULL-09")


def test_a_value_that_a_rule_keeps_off_the_list_is_refused_for_that_reason() -> None:
    field = Field("amount", OneOf((1, 3), {2: "full"}), "SOME-01", {"full": "SOME-02"})
    choice = Choice(Bid, Text("bid", "Bid"), (field,))
    refusals = []
    for value in (2, 4):
        with pytest.raises(Illegal) as caught:
            choice.check(Bid(value))
        refusals.append((caught.value.reason, caught.value.ruling))
    assert refusals == [("full", "SOME-02"), ("not-offered", "SOME-01")]
    assert OneOf((1, 3), {2: "full"}).render() == OneOf((1, 3)).render()


def test_a_range_may_be_wider_than_what_is_usual() -> None:
    domain = Range(5, 1_000_000, 5, usual=20)
    assert {domain.sample(SeededRng(seed)) for seed in range(60)} == {5, 10, 15, 20}
    assert lies_in(domain, 999_995)
    assert domain.render()["usual"] == 20
    assert "usual" not in Range(1, 2).render()


def test_what_is_on_no_list_may_have_a_reason_of_its_own() -> None:
    domain = OneOf(("a",), {"b": "full"}, otherwise="gone")
    for value, reason in (("b", "full"), ("c", "gone"), (None, "wrong-type")):
        with pytest.raises(Refusal) as refused:
            domain.check(value)
        assert refused.value.reason == reason


def test_a_kind_that_is_not_offered_may_have_a_reason_of_its_own() -> None:
    choices = Choices((), rulings={"bid": "X-01"}, reasons={"bid": "gone"})
    for action, reason, ruling in ((Bid(1), "gone", "X-01"), (Pay(()), "not-now", "Y-01")):
        with pytest.raises(Illegal) as caught:
            choices.check(action, {"bid": "Y-01", "pay": "Y-01"})
        assert (caught.value.reason, caught.value.ruling) == (reason, ruling)


@given(st.data())
def test_amounts_with_a_bound_for_each_are_steered_within_them(data: st.DataObject) -> None:
    most = {key: data.draw(st.integers(0, 12)) for key in LETTERS[: data.draw(st.integers(1, 4))]}
    total = data.draw(st.integers(0, sum(most.values())))
    domain, bound = Amounts(tuple(most), 0, max(most.values()), total), EachAtMost("amounts", most, "X-01")
    for seed in range(5):
        values = {"amounts": domain.sample(SeededRng(seed))}
        steered = values if bound.holds(values) else bound.steer(values, SeededRng(seed))
        bound.check(steered)
        domain.check(steered["amounts"])
    over = {**dict.fromkeys(most, 0), "a": most["a"] + 1}
    assert not bound.holds({"amounts": over})
    with pytest.raises(Refusal):
        bound.check({"amounts": over})
