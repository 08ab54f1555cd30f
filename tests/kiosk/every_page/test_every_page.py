"""Every page of the kiosk and of the phones, opened once in each language.

axe-core finds nothing serious, nothing runs out of the screen at the sides or is cut off or
covered, what can be tapped has twelve millimetres, the places of the foot do not move, each screen
has its help, no word of the other language stands there, and no value as the program writes it
down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from engine.text import Language
from kiosk.director.seen_plays import latest
from kiosk.table.view import SourceKind
from tests.kiosk.every_page.frame import Frame
from tests.kiosk.every_page.in_words import unworded
from tests.kiosk.every_page.states import House, house
from tests.kiosk.every_page.test_language import Reader, foreign_words
from tests.kiosk.every_page.whole import unreadable
from tests.kiosk.fair.crawl import addresses, links
from tests.kiosk.gallery import LEAST, SMALL
from tests.kiosk.replay.opened_cards import PHASES, TOLD
from tests.kiosk.served import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

AXE = (Path(__file__).parents[1] / "vendor" / "axe.min.js").read_text(encoding="utf-8")
RUN = """axe.run({resultTypes: ['violations']}).then(r => [
    r.violations.filter(v => ['serious', 'critical'].includes(v.impact))
    .map(v => v.id + ': ' + v.nodes[0].html.slice(0, 160)), r.passes.length])"""
SIZES = {"kiosk": ((390, 844), (800, 480), (1280, 800)), "guests": ((390, 844),)}
SIDEWAYS = """[document.documentElement,
    ...document.querySelectorAll(".page, .bar, .tabs, .tools, .foot")]
    .filter(e => e.scrollWidth > e.clientWidth)
    .map(e => e.className + ": " + (e.scrollWidth - e.clientWidth))"""
ORDER = (
    *("playing", "alert", "result", "to call", "drawing", "adjusted", "ended", "nothing"),
    *("unsettled", "void", "given up", "laid out"),
)
"""States in which a page is looked for; it is opened in the first that has it."""
DEMONSTRATION = ("playing", "result")
"""States of the demonstration, whose bar is the widest: its sign and the way to the own evening."""
TABS = {"/scores", "/deals", "/evening", "/exports", "/evenings"}
NO_PAGE = re.compile(
    r"/(?:live|api/state|setup/sheet(?:-round)?\.pdf|setup/.*/(?:live|picture|still|loupe|export|sitting)"
    r"|setup/clip/<int:number>/<int:index>|exports/file/.*|strip/(?:live|facts)"
    r"|names/<int:number>/known|replay/.*/file|replay/<evening>/<int:number>(?:/end)?|pair)$"
)
"""What is no page of its own: streams, pictures, files, and where one is only led on."""
ONLY_WITH = {"/setup/deck/of/<name>", "/setup/deck/of/<name>/remove", "/phones/host", "/pin"} | {
    "/space/<key>",
    "/backup/<name>",
    "/setup/deck/rows",
    "/setup/deck/rows/card/<int:number>",
}
"""Pages there are only with an enrolled deck, an open port, a PIN, old files on the disk, between
evenings, or before a camera (`tests/kiosk/web/setup/test_browser_rows.py` opens those of a deck in
rows)."""
OPEN_CARDS = {
    "kiosk": ("/replay/now/1/open", "/replay/now/1?card=19&open=1", "/replay/now/1?card=23&open=1"),
    "guests": ("/replay/1/open", "/replay/1/20?open=1"),
}
"""The pages of a deal with open cards; steps of it at which a card is told."""
PAPER = "/exports/list"
"""Is as wide as the sheet it is printed on."""


def route_of(app: Flask, address: str) -> str | None:
    """Return the route behind an address; None where there is none."""
    adapter = app.url_map.bind("127.0.0.1")
    try:
        rule, _ = adapter.match(address.partition("?")[0], method="GET", return_rule=True)
    except (HTTPException, RequestRedirect):
        return None
    return None if rule.endpoint == "static" or NO_PAGE.search(str(rule)) else str(rule)


def wanted(app: Flask) -> set[str]:
    """Return every route that is a page."""
    rules = (rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()))
    return {str(rule) for rule in rules if rule.endpoint != "static"} - {
        str(rule) for rule in app.url_map.iter_rules() if NO_PAGE.search(str(rule))
    }


def found(there: House, app: Flask, done: set[str]) -> Iterator[tuple[str, str]]:
    """Yield a route and a page of it for each route that answers in this state and is not done."""
    deal = latest(there.table.view().state)
    records = () if deal is None else (deal.record,)
    seqs = () if deal is None else deal.seqs[-2:]
    client = app.test_client()
    waiting = addresses(app, records, seqs)
    followed: set[str] = set()
    for address in waiting:
        route = route_of(app, address)
        known = route in followed or (route in done and route not in TABS)
        if route is None or known or "lang=" in address:
            continue
        answer = client.get(address)
        if answer.status_code == 200 and answer.mimetype == "text/html":
            followed.add(route)
            waiting += links(answer.text)
            if route not in done:
                done.add(route)
                yield route, address


def broken(page: Page) -> list[str]:
    """Return what axe-core calls serious or critical."""
    rules, passed = page.evaluate(RUN)
    assert passed > 5
    return [str(rule) for rule in rules]


def out_of_place(page: Page, which: str, frame: Frame) -> dict[str, list[object]]:
    """Return what is out of place or too small for a finger, by the screen's size.

    The last size stays.
    """
    found: dict[str, list[object]] = {}
    for width, height in SIZES[which]:
        page.set_viewport_size({"width": width, "height": height})
        amiss = [*frame.wrong(page), *unreadable(page)] if which == "kiosk" else []
        if which == "kiosk" and width > height:
            amiss += [f"small: {each}" for each in page.evaluate(SMALL, LEAST[f"{width}x{height}"])]
        if cut := [*page.evaluate(SIDEWAYS), *amiss]:
            found[f"{width}x{height}"] = cut
    return found


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_can_be_used_fits_and_is_in_words_of_its_language(
    chromium: Browser, tmp_path: Path, language: Language
) -> None:
    done: dict[str, set[str]] = {"kiosk": set(), "guests": set()}
    wrong: dict[str, object] = {}
    said: dict[str, str] = {}
    frame = Frame()
    locale = "de-DE" if language == "de" else "en-GB"
    page = chromium.new_page(locale=locale, reduced_motion="reduce", bypass_csp=True)
    page.add_init_script(AXE)

    def look(address: str, which: str, path: str, state: str) -> None:
        where = f"{which} {path} ({state})"
        answer = page.goto(address + path)
        assert answer is not None
        reader = Reader()
        reader.feed(answer.text())
        assert reader.language == language, where
        said.update({each: where for each in reader.said if each not in said})
        if path != PAPER and (out := out_of_place(page, which, frame)):
            wrong[f"{where}: out of place"] = out
        if rules := broken(page):
            wrong[where] = rules

    for state in ORDER:
        source: SourceKind = "sample" if state in DEMONSTRATION else "camera"
        with house(tmp_path, state, language, source) as there:
            for which, app in (("kiosk", there.kiosk), ("guests", there.guests)):
                done[which].discard("/")
                with serving(app) as address:
                    for route, path in found(there, app, done[which]):
                        look(address, which, path, state)
                        if route in TABS and which == "kiosk" and source == "sample":
                            assert page.locator(".demo + form .button").is_visible()
                    if state == "playing":
                        for phase, there.knows.found in PHASES.items():
                            for path in OPEN_CARDS[which]:
                                look(address, which, path, f"open cards, {phase}")
                        there.knows.found = TOLD
                    page.goto("about:blank")
    page.close()
    assert wrong == {}
    assert {each: where for each, where in said.items() if unworded(each)} == {}
    assert foreign_words(said, language) == {}
    with house(tmp_path, "playing", "en" if language == "de" else "de") as there:
        for which, app in (("kiosk", there.kiosk), ("guests", there.guests)):
            assert wanted(app) - done[which] <= ONLY_WITH, which
