"""The auction on its own: who is asked, and when it closes."""

from __future__ import annotations

import pytest

from openingbell.rules.auctions import Auction, called, opened


def run(auction: Auction, *bids: int | None) -> Auction:
    for bid in bids:
        auction = called(auction, bid)
    return auction


def test_the_opener_or_the_next_seat_that_may_bid_is_asked_first() -> None:
    assert [opened(opener, (0, 2)).asked for opener in range(4)] == [0, 2, 2, 0]
    assert opened(1, ()).asked is None


def test_it_closes_when_nobody_is_left_to_beat_the_leader() -> None:
    auction = run(opened(0, range(3)), 1, None, 2, None)
    assert (auction.asked, auction.leader, auction.high) == (None, 2, 2)


def test_a_single_able_seat_wins_with_its_first_bid() -> None:
    assert run(opened(0, (3,)), 5) == Auction(0, (3,), None, 5, 3, run(opened(0, (3,)), 5).calls)


def test_a_closed_auction_takes_no_calls() -> None:
    with pytest.raises(ValueError, match="closed"):
        called(opened(0, ()), 1)
