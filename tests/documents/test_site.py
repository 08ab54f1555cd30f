"""The site that `make docs` built: whole, from a folder, with nothing from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest

from tests.documents.site import SITE, reached

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.docs

LOADS = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src")}
TELLS = {"canonical", "alternate", "edit", "next", "prev"}
"""Links of a page's head that load nothing."""


_IN_PARAGRAPH = re.compile(r"<p>(?:(?!</p>)[\s\S])*?\n((?:- |1\. |\| )[^\n]*)")


class Page(HTMLParser):
    """What a page leads to, what it loads, and which places in it can be led to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.leads: list[str] = []
        self.loads: list[str] = []
        self.names: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.leads.append(given["href"])
        for name in ("src", "href"):
            if (tag, name) in LOADS and name in given and given.get("rel") not in TELLS:
                self.loads.append(given[name])


PAGES = {path: Page(path) for path in sorted(SITE.rglob("*.html"))}


def test_every_document_is_a_page() -> None:
    documents, _ = reached()
    named = {
        path.with_name("index.html" if path.name == "README.md" else f"{path.stem}.html")
        for path in documents
    }
    assert named <= {path.relative_to(SITE) for path in PAGES}


def test_every_link_of_every_page_leads_to_a_file_and_a_place_in_it() -> None:
    dead = []
    for path, page in PAGES.items():
        if path.name == "404.html":
            continue
        for to in (*page.leads, *page.loads):
            parts = urlsplit(to)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            place = unquote(parts.fragment)
            if not target.is_file() or (place and place not in PAGES[target].names):
                dead.append((path.relative_to(SITE).as_posix(), to))
    assert dead == []
    assert sum(len(page.leads) for page in PAGES.values()) > 1000


def test_nothing_is_loaded_from_elsewhere() -> None:
    foreign = {
        to
        for page in PAGES.values()
        for to in page.loads
        if urlsplit(to).netloc or urlsplit(to).scheme not in ("", "data")
    }
    assert foreign == set()
    styles = [path.read_text("utf-8") for path in SITE.rglob("*.css")]
    assert styles
    assert not [to for text in styles for to in re.findall(r"url\(\s*[\"']?(?:https?:)?//", text)]


def test_no_list_has_become_a_paragraph() -> None:
    swallowed = {
        path.relative_to(SITE).as_posix(): lines
        for path in PAGES
        if (lines := _IN_PARAGRAPH.findall(path.read_text("utf-8")))
    }
    assert swallowed == {}


@pytest.mark.browser
@pytest.mark.parametrize("word", ["Laufende", "Lampenarm", "revoke"])
def test_the_search_finds_from_a_folder(chromium: Browser, word: str) -> None:
    page = chromium.new_page(offline=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((SITE / "index.html").as_uri())
    page.locator("input[name=query]").press_sequentially(word)
    page.locator(".md-search-result__link").first.wait_for()
    found = page.locator(".md-search-result__link").first.get_attribute("href") or ""
    assert found.startswith("file:")
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:", "about:"))] == []
    page.close()
