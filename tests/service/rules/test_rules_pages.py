"""The rules pages: every ruling that can be named has an anchor, and every link between pages leads somewhere."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.kernel import HOUSE, Game, catalogue

PAGES = Path(__file__).parents[3] / "docs" / "rules"
TESTS = Path(__file__).parents[2]


def anchors(page: Path) -> list[str]:
    return re.findall(r'<a id="([a-z0-9-]+)"></a>', page.read_text())


def every_anchor() -> set[str]:
    return {anchor for page in PAGES.glob("*.md") for anchor in anchors(page)}


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_a_page_has_every_ruling_once_and_in_order(page: Path) -> None:
    """Of one family; that none is missing at the end, the tests named for rulings see to."""
    found = anchors(page)
    family = found[0].partition("-")[0]
    assert found == [f"{family}-{number:02}" for number in range(1, len(found) + 1)]


@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.name)
def test_every_game_has_its_page(game: Game) -> None:
    assert (PAGES / f"{game.name}.md").is_file()


def named_by_tests() -> set[str]:
    """Every ruling that the name or the docstring of a test names."""
    families = "|".join(sorted({anchor.partition("-")[0] for anchor in every_anchor()}))
    ruling = re.compile(rf"(?<![a-z0-9])(?:{families})-\d\d(?!\d)")
    found: set[str] = set()
    for file in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                text = f"{node.name} {ast.get_docstring(node) or ''}".lower().replace("_", "-")
                found.update(ruling.findall(text))
    return found


def test_every_ruling_has_a_test_and_every_ruling_that_a_test_names_is_on_a_page() -> None:
    named, known = named_by_tests(), every_anchor()
    assert (sorted(known - named), sorted(named - known)) == ([], [])


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
    assert {ruling.lower() for ruling in named} <= every_anchor()
