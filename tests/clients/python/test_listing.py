"""The list of a free phase: what a short line means, whatever has changed since it was read."""

from __future__ import annotations

from typing import Any

import pytest

from openingbell_client.cli.domains import Unclear
from openingbell_client.cli.listing import Listing
from tests.clients.python.test_ask import Scripted, choice

PRICE = {"name": "price", "kind": "range", "min": 5, "max": 100, "step": 5}
TERMS = {"name": "terms", "kind": "one_of", "values": ["open", "closed"]}
PROPOSE = choice("propose", {"name": "tile", "kind": "one_of", "values": ["R1", "Y2"]}, PRICE, TERMS)
DONE = choice("done")


def standing(kind: str, **prices: int) -> dict[str, Any]:
    """A kind of move on offers, each at its price."""
    rows = [{"value": name, "domain": {"kind": "one_of", "values": [price]}} for name, price in prices.items()]
    offer = {"name": "offer", "kind": "one_of", "values": list(prices)}
    return choice(kind, offer, {"name": "price", "kind": "depends_on", "field": "offer", "table": rows})


def taken(*choices: dict[str, Any], listing: Listing | None = None) -> Listing:
    listing = listing or Listing("?qsv")
    listing.take(choices, {}, str)
    return listing


def meant(listing: Listing, line: str, *answers: str) -> dict[str, Any]:
    person = Scripted(answers)
    action = listing.meant(line, str, person)
    assert person.answers == [], "some answers were not asked for"
    return action


@pytest.mark.parametrize("line", ["a 2", "A 2", "accept 2", "2 2", "a bob", "accept BOB"])
def test_a_short_line_takes_an_offer_at_the_price_that_was_shown(line: str) -> None:
    listing = taken(PROPOSE, standing("accept", ann=10, bob=20), DONE)
    assert "       a 2  bob, price 20" in list(listing.lines())
    assert meant(listing, line) == {"type": "accept", "offer": "bob", "price": 20}


def test_a_number_keeps_its_meaning_when_offers_come_go_and_change() -> None:
    listing = taken(PROPOSE, standing("accept", ann=10, bob=20), DONE)
    new = listing.take([PROPOSE, standing("accept", cyd=5, bob=25), DONE], {}, str)
    assert new == ["       a 3  cyd, price 5", "       a 4  bob, price 25"]
    assert meant(listing, "a 1") == {"type": "accept", "offer": "ann", "price": 10}
    assert meant(listing, "a 2") == {"type": "accept", "offer": "bob", "price": 20}
    assert meant(listing, "a bob") == {"type": "accept", "offer": "bob", "price": 25}
    shown = "\n".join(listing.lines())
    assert "a 1" not in shown
    assert "a 2" not in shown
    assert listing.take([PROPOSE, standing("accept", cyd=5, bob=25), DONE], {}, str) == []


def test_the_number_of_a_kind_of_move_stays_as_well() -> None:
    listing = taken(PROPOSE, DONE)
    taken(standing("accept", ann=10), DONE, listing=listing)
    assert meant(listing, "2") == meant(listing, "d") == {"type": "done"}
    assert meant(listing, "3 1") == {"type": "accept", "offer": "ann", "price": 10}
    with pytest.raises(Unclear, match="not now"):
        meant(listing, "1")
    taken(PROPOSE, DONE, listing=listing)
    assert meant(listing, "a 1") == {"type": "accept", "offer": "ann", "price": 10}


@pytest.mark.parametrize(
    ("line", "why"),
    [("a", "Which one"), ("a 9", "no a 9"), ("a 0", "no a 0"), ("a nobody", "not in the list"), ("x", "not one of")],
)
def test_what_means_nothing_is_said_and_does_nothing(line: str, why: str) -> None:
    with pytest.raises(Unclear, match=why):
        meant(taken(PROPOSE, standing("accept", ann=10), DONE), line)


def test_the_rest_of_a_move_on_one_line_or_asked_for() -> None:
    listing = taken(PROPOSE, DONE)
    whole = {"type": "propose", "tile": "Y2", "price": 30, "terms": "closed"}
    assert meant(listing, "p y2 30 closed") == meant(listing, "p y2", "30", "2") == whole
    for line, answers in (("p Y2", [""]), ("p 2 30", []), ("p Y2 30 closed now", []), ("d 5", [])):
        with pytest.raises(Unclear):
            meant(listing, line, *answers)


def test_commands_and_other_kinds_of_moves_are_no_short_form() -> None:
    lines = list(taken(standing("sell", ann=5), standing("retract", ann=5), standing("release", ann=5)).lines())
    assert [line.split()[0] for line in lines if line.startswith("       ")] == ["se", "ret", "rel"]


def test_a_refusal_says_what_became_of_the_offer() -> None:
    listing = taken(standing("accept", ann=10, bob=20), DONE)
    ann, bob = (meant(listing, f"a {number}") for number in (1, 2))
    now = [standing("accept", bob=25), DONE]
    assert listing.changed(ann, now) == "ann, price 10: that is no longer there."
    assert listing.changed(bob, now) == "bob, price 20: price is 25 now."
    assert listing.changed(ann, [DONE]) == "ann, price 10: that is no longer there."
    assert listing.changed({"type": "propose", "tile": "R1"}, now) == ""
