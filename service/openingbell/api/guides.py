"""The documentation as pages for people: docs/*.md and docs/rules/*.md, rendered once, when they are first needed.

Law. The Markdown decides what a page says; nothing here knows any page or game by name. `openingbell/docs` is the
folder docs/ (a link in the source, a copy in what is built from it), so pages and code never differ in version. Links
between pages become paths on this server. What a ruling is called finds its explanation: an anchor of a rules page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

import openingbell

FOLDER: Final = Path(openingbell.__file__).parent / "docs"
PATH: Final = "/docs"
RULES: Final = f"{PATH}/rules"
_ELSEWHERE: Final[Mapping[str, str]] = {"openapi/openapi.json": "/openapi.json"}
"""Files beside docs/ that pages link to, and where this server has them."""
_OTHERS: Final = frozenset({"problems"})
"""Pages that the API makes itself."""
_ANCHOR: Final = re.compile(r'<a id="([a-z0-9-]+)">')
_RULING: Final = re.compile(r"[a-z][a-z0-9]*-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Guide:
    """One page: its title, its HTML and the anchors of its headings."""

    title: str
    html: str
    anchors: tuple[str, ...]


@cache
def guides() -> Mapping[str, Guide]:
    """Every page by its path on this server, such as `/docs/rules/bull_market`."""
    return {_path(file): _guide(file) for file in _files()}


@cache
def rulings() -> Mapping[str, str]:
    """Where each ruling is explained, by its id: `BULL-09` -> `/docs/rules/bull_market#bull-09`."""
    return {
        anchor.upper(): f"{path}#{anchor}"
        for path, guide in guides().items()
        if path.startswith(RULES)
        for anchor in guide.anchors
        if _RULING.fullmatch(anchor)
    }


def rules_path(game: str) -> str:
    """The path of a game's rules page."""
    return f"{RULES}/{game}"


def _files() -> Iterator[Path]:
    for file in sorted([*FOLDER.glob("*.md"), *FOLDER.glob("rules/*.md")]):
        if file.stem not in _OTHERS:
            yield file


def _path(file: Path) -> str:
    return f"{PATH}/{file.relative_to(FOLDER).with_suffix('').as_posix()}"


def _guide(file: Path) -> Guide:
    markdown = MarkdownIt("commonmark").enable("table")
    markdown.add_render_rule("table_open", _table_open)
    markdown.add_render_rule("table_close", _table_close)
    tokens = markdown.parse(file.read_text(encoding="utf-8"))
    title, anchors = "", []
    for place, token in enumerate(tokens):
        if token.type == "inline":
            token.children = _linked(file, token.children or [])
        if "style" in token.attrs:
            # The pages allow no style but the sheet's.
            alignment = str(token.attrs.pop("style")).removeprefix("text-align:")
            token.attrSet("class", alignment)
        if token.type == "heading_open":
            heading = tokens[place + 1]
            named = _ANCHOR.match(heading.content)
            words = re.sub(r"<[^>]*>|[`*]", "", heading.content)
            heading.children = [child for child in heading.children or [] if child.type != "html_inline"]
            title = title or words
            anchor = named[1] if named else re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
            token.attrSet("id", anchor)
            anchors.append(anchor)
    return Guide(title, markdown.renderer.render(tokens, markdown.options, {}), tuple(anchors))


def _linked(file: Path, children: list[Token]) -> list[Token]:
    """The text with its links leading to this server's pages; one that leads to none becomes plain text."""
    result, lost = [], False
    for child in children:
        if child.type == "link_open":
            address = _address(file, str(child.attrGet("href")))
            lost = address is None
            child.attrSet("href", address or "")
        if not (lost and child.type in ("link_open", "link_close")):
            result.append(child)
    return result


def _address(file: Path, target: str) -> str | None:
    """Where a link leads on this server; None: nowhere."""
    name, hash_, anchor = target.partition("#")
    if not name:
        return target
    found = (file.parent / name).resolve()
    if found.suffix == ".md" and found.is_relative_to(FOLDER.resolve()) and found.is_file():
        return f"{PATH}/{found.relative_to(FOLDER.resolve()).with_suffix('').as_posix()}{hash_}{anchor}"
    beside = PurePosixPath(*found.parts[-2:]).as_posix()
    return _ELSEWHERE.get(beside)


def _table_open(*_: object) -> str:
    """Tables scroll for themselves, so that the page never does sideways; with the keyboard too."""
    return '<div class="wide" tabindex="0" role="region" aria-label="Table">\n<table>\n'


def _table_close(*_: object) -> str:
    return "</table>\n</div>\n"
