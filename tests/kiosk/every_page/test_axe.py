"""axe-core finds nothing serious on any page of the kiosk and of the phones, in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from engine.text import Language
from kiosk.running import latest
from tests.kiosk.every_page.states import House, house
from tests.kiosk.fair.crawl import addresses, crawl
from tests.kiosk.served import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

AXE = (Path(__file__).parents[1] / "vendor" / "axe.min.js").read_text(encoding="utf-8")
RUN = """axe.run().then(r => [r.violations.filter(v => ['serious', 'critical'].includes(v.impact))
    .map(v => v.id + ': ' + v.nodes[0].html.slice(0, 160)), r.passes.length])"""
ORDER = (
    *("playing", "alert", "result", "to call", "drawing", "adjusted", "ended", "nothing"),
    *("unsettled", "void", "given up", "laid out"),
)
"""States in which a page is looked for; it is opened in the first that has it."""
NO_PAGE = re.compile(
    r"/(?:live|api/state|setup/sheet\.pdf|setup/.*/(?:live|picture|still|loupe|export|sitting|lesson)"
    r"|exports/file/.*|strip/(?:live|facts)|replay/.*/file|replay/<evening>/<int:number>(?:/end)?|pair)$"
)
"""What is no page of its own: streams, pictures, files, and where one is only led on."""
ONLY_WITH = {"/setup/deck/of/<name>", "/setup/deck/of/<name>/remove", "/phones/host", "/pin"} | {
    "/space/<key>"
}
"""Pages there are only with an enrolled deck, an open port, a PIN or old files on the disk."""


def shape(app: Flask, address: str) -> str:
    """Return the route behind an address."""
    adapter = app.url_map.bind("127.0.0.1")
    rule, _ = adapter.match(address.partition("?")[0], method="GET", return_rule=True)
    return str(rule)


def wanted(app: Flask) -> set[str]:
    """Return every route that is a page."""
    rules = (rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()))
    return {str(rule) for rule in rules if rule.endpoint != "static"} - {
        str(rule) for rule in app.url_map.iter_rules() if NO_PAGE.search(str(rule))
    }


def found(there: House, app: Flask) -> dict[str, str]:
    """Return a page of each route that answers in this state."""
    deal = latest(there.table.view().state)
    records = () if deal is None else (deal.record,)
    seqs = () if deal is None else deal.seqs[-2:]
    listed: dict[str, str] = {}
    for address, said in crawl(app, addresses(app, records, seqs), 1).items():
        page = dict(said.headers).get("Content-Type", "").startswith("text/html")
        if page and said.status == 200:
            listed.setdefault(shape(app, address), address)
    return listed


def broken(page: Page) -> list[str]:
    """Return what axe-core calls serious or critical."""
    page.evaluate(AXE)
    rules, passed = page.evaluate(RUN)
    assert passed > 5
    return [str(rule) for rule in rules]


def looked_at(
    browser: Browser, folder: Path, language: Language
) -> tuple[set[str], dict[str, list[str]]]:
    """Return which routes were opened, and what was broken on which page."""
    done: set[str] = set()
    wrong: dict[str, list[str]] = {}
    page = browser.new_page(locale="de-DE", reduced_motion="reduce", bypass_csp=True)
    for state in ORDER:
        with house(folder, state, language) as there:
            for which, app in (("kiosk", there.kiosk), ("guests", there.guests)):
                with serving(app) as address:
                    for route, path in found(there, app).items():
                        if f"{which} {route}" in done or NO_PAGE.search(route):
                            continue
                        done.add(f"{which} {route}")
                        page.goto(address + path)
                        if rules := broken(page):
                            wrong[f"{which} {path} ({state})"] = rules
                    page.goto("about:blank")
    page.close()
    return done, wrong


def check(browser: Browser, folder: Path, language: Language) -> None:
    done, wrong = looked_at(browser, folder, language)
    assert wrong == {}
    with house(folder, "playing", "en" if language == "de" else "de") as there:
        for which, app in (("kiosk", there.kiosk), ("guests", there.guests)):
            left = {route for route in wanted(app) if f"{which} {route}" not in done}
            assert left <= ONLY_WITH, which


@pytest.mark.prove
def test_every_german_page_passes_the_accessibility_rules(
    chromium: Browser, tmp_path: Path
) -> None:
    check(chromium, tmp_path, "de")


@pytest.mark.prove
def test_every_english_page_passes_the_accessibility_rules(
    chromium: Browser, tmp_path: Path
) -> None:
    check(chromium, tmp_path, "en")
