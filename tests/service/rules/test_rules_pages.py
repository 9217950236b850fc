"""The rules pages: every ruling that can be named has an anchor, and every link between pages leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.kernel import HOUSE, Game, catalogue

PAGES = Path(__file__).parents[3] / "docs" / "rules"
COUNTS = {"gen": 10, "mkt": 7, "bull": 24, "bear": 10, "ins": 11, "i11": 12}
WHERE = {
    "gen": "general",
    "mkt": "market",
    "bull": "bull_market",
    "bear": "bear_market",
    "ins": "insider_trading",
    "i11": "insiders",
}


def anchors(page: Path) -> list[str]:
    return re.findall(r'<a id="([a-z0-9-]+)"></a>', page.read_text())


@pytest.mark.parametrize("prefix", COUNTS)
def test_a_page_has_every_ruling_once_and_in_order(prefix: str) -> None:
    found = anchors(PAGES / f"{WHERE[prefix]}.md")
    assert found == [f"{prefix}-{number:02}" for number in range(1, COUNTS[prefix] + 1)]


def test_every_heading_names_the_ruling_of_its_anchor() -> None:
    for page in PAGES.glob("*.md"):
        for anchor, name in re.findall(r'<a id="([a-z0-9-]+)"></a>(\S+)', page.read_text()):
            assert name == anchor.upper()


def test_every_link_leads_somewhere() -> None:
    links = 0
    for page in PAGES.glob("*.md"):
        for target in re.findall(r"\]\(([^)]+)\)", page.read_text()):
            file, _, anchor = target.partition("#")
            there = (page.parent / file).resolve() if file else page
            assert there.is_file(), f"{page.name}: {target}"
            assert not anchor or anchor in anchors(there), f"{page.name}: {target}"
            links += 1
    assert links > 20


@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.name)
def test_every_ruling_that_a_choice_or_a_refusal_names_is_on_a_page(game: Game) -> None:
    known = {anchor for page in PAGES.glob("*.md") for anchor in anchors(page)}
    named, rng, state = {*game.rulings.values()}, SeededRng("pages"), game.start(game.seats[0], game.Options())
    while not (now := game.turn(state)).over:
        if not now.seats:
            state = game.apply(state, HOUSE, game.house(state, rng))
            continue
        choices = game.legal(state, now.seats[0])
        named |= {*choices.rulings.values()}
        for choice in choices:
            for field in choice.fields:
                named |= {field.ruling, *field.rulings.values()}
            named |= {constraint.ruling for constraint in choice.constraints}
        state = game.apply(state, now.seats[0], choices.sample(rng))
    assert {ruling.lower() for ruling in named} <= known
