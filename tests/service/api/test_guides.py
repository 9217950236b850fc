"""The documentation as pages: every game's rules, every ruling at its anchor, every link leading somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from openingbell.api import guides
from openingbell.rules.kernel import catalogue
from tests.support.guests import Guest

ROOT = Path(__file__).resolve().parents[3]
RULES = ROOT / "service" / "openingbell" / "rules"
RULING = re.compile(r"""["'(,| ]([A-Z][A-Z0-9]{2,3}-[0-9]{2})\b""")
PAGES = {
    "GEN": "general",
    "MKT": "market",
    "BULL": "bull_market",
    "BEAR": "bear_market",
    "INS": "insider_trading",
    "I11": "insiders",
    "HLD": "stock_holdem",
    "PNK": "panik",
    "PWS": "panic_on_wall_street",
}
ELSEWHERE = {"/openapi.json", "/docs/problems"}


class Links(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "a":
            self.links.add(found["href"] or "")
        if found.get("id"):
            self.anchors.append(found["id"] or "")


def test_every_document_is_a_page() -> None:
    files = [*ROOT.glob("docs/*.md"), *ROOT.glob("docs/rules/*.md")]
    paths = {f"/{file.relative_to(ROOT).with_suffix('').as_posix()}" for file in files}
    assert set(guides.guides()) == paths - {"/docs/problems"}
    assert all(guide.title and guide.html.startswith("<h1") for guide in guides.guides().values())


def test_every_ruling_that_the_rules_name_has_its_anchor() -> None:
    """Whatever a choice, a refusal or an option can name stands in the code of the rules."""
    named = {ruling for file in RULES.rglob("*.py") for ruling in RULING.findall(file.read_text())}
    assert len(named) > 60
    assert {ruling for game in catalogue().values() for ruling in game.rulings.values()} <= named
    assert sorted(named - set(guides.rulings())) == []


def test_the_prefix_decides_the_page() -> None:
    for ruling, address in guides.rulings().items():
        assert address == f"/docs/rules/{PAGES[ruling.partition('-')[0]]}#{ruling.lower()}"


def test_every_link_leads_to_a_page_and_an_anchor() -> None:
    links = 0
    for path, guide in guides.guides().items():
        found = Links(guide.html)
        assert len(found.anchors) == len(set(found.anchors)), path
        assert tuple(found.anchors) == guide.anchors
        for link in found.links:
            page, _, anchor = link.partition("#")
            links += 1
            if page in ELSEWHERE:
                continue
            there = guides.guides()[page or path]
            assert not anchor or anchor in there.anchors, f"{path}: {link}"
    assert links > 40


def test_a_link_to_what_is_not_served_is_plain_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.md").write_text(
        "# One `two`\n\n[here](#a) [lost](../secret.md) [out](http://example.org) <b>x</b>\n"
    )
    monkeypatch.setattr(guides, "FOLDER", tmp_path)
    guide = guides.guides.__wrapped__()["/docs/one"]
    assert guide.title == "One two"
    assert Links(guide.html).links == {"#a"}
    assert "lost" in guide.html
    assert "example" not in guide.html


@pytest.mark.server
def test_pages_are_served_and_load_nothing_from_elsewhere(stranger: Guest) -> None:
    for path, guide in guides.guides().items():
        answer = stranger.http.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert guide.html in answer.text
        assert 'name="viewport" content="width=device-width' in answer.text
        assert not re.search(r"(?:src|href)=\"(?![/#]|data:)|<script|\sstyle=|\son\w+=", answer.text), path


@pytest.mark.server
@pytest.mark.parametrize(
    "path",
    [
        "/docs/",
        "/docs/rules",
        "/docs/rules/",
        "/docs/rules/chess",
        "/docs/README",
        "/docs/rules/../problems.md",
        "/docs/%2e%2e/README",
        "/docs/rules/panik.md",
    ],
)
def test_nothing_else_is_a_page(stranger: Guest, path: str) -> None:
    answer = stranger.http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-path")


@pytest.mark.server
def test_the_catalogue_and_the_front_page_link_to_the_rules(stranger: Guest) -> None:
    front = Links(stranger.http.get("/").text).links
    assert set(guides.guides()) - front <= {f"/docs/rules/{name}" for name in PAGES.values()} - {
        game["links"]["rules"] for game in stranger.http.get("/v1/games").json()["items"]
    }
    for game in stranger.http.get("/v1/games").json()["items"]:
        assert game["links"]["rules"] in front
        page = stranger.http.get(game["links"]["rules"])
        assert page.status_code == 200
        assert re.search(f"<h1[^>]*>{re.escape(game['title'])}</h1>", page.text)


@pytest.mark.server
@pytest.mark.parametrize("game", catalogue())
def test_an_illegal_action_links_to_its_ruling(ada: Guest, game: str) -> None:
    made = ada.create(game, seats=min(catalogue()[game].seats))
    ada.start(made["id"], fill="random")
    view = ada.asked(made["id"])
    refused = list(_refused(ada, view))
    assert refused
    for problem in refused:
        assert problem["code"] in ("illegal-action", "offer-changed")
        page, _, anchor = problem["ruling_url"].partition("#")
        assert anchor == problem["ruling"].lower()
        assert anchor in Links(ada.http.get(page).text).anchors


def _refused(guest: Guest, view: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The problems that kinds of action meet: first those that are not possible now, the others filled in at random."""
    game = guest.path(view["table"]).split("/")[3]
    union = guest.document.value["components"]["schemas"][f"{''.join(map(str.capitalize, game.split('_')))}Action"]
    offered = {choice["type"] for choice in view["decision"]["choices"]}
    for tag in sorted(union["discriminator"]["mapping"], key=lambda tag: tag in offered):
        answer = guest.decide(view, guest.document.filled({"$ref": union["discriminator"]["mapping"][tag]}))
        if answer.is_success:
            return
        yield answer.json()
