"""Open cards in a browser: tapped on the page, without scripts, and in the file without a net."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from kiosk.replay.open_cards import FINDER
from kiosk.web.evening.replay import create_replay_app, evening_html
from tests.kiosk.replay.evenings import an_evening, library_of
from tests.kiosk.replay.opened_cards import CHAIN, TOLD, WORKING, Knows
from tests.kiosk.served import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser
PATIENCE_MS = 20_000


@pytest.fixture
def knows() -> Knows:
    return Knows()


@pytest.fixture
def pages(knows: Knows) -> Iterator[str]:
    app = create_replay_app(library_of(an_evening()), "de")
    app.extensions[FINDER] = knows
    with serving(app) as address:
        yield address


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.goto("about:blank")
    assert complaints == []


def _through(page: Page, first: str) -> None:
    """From the deal's beginning to open cards, to a card of them, on and back by its mark."""
    page.locator(first).click()
    page.locator("#to-open-cards").click()
    page.locator("[data-screen=open-cards] [data-phase=told]").wait_for()
    expect(page.locator("[data-told]")).to_have_count(3)
    page.locator("[data-told=SA]").click()
    banner = page.locator(".told-here")
    banner.wait_for()
    expect(banner).to_contain_text("konnte Vroni nicht wissen")
    expect(banner.locator("[data-card]")).to_have_count(2)
    expect(page.locator(".tricks-row .told")).to_have_count(3)
    page.locator("[data-go=on]").click()
    expect(page.locator(".told-here")).to_have_count(0)
    page.locator("[data-trick='2'].told").click()
    expect(page.locator(".told-here")).to_contain_text(CHAIN.de)
    expect(page.locator("[data-trick='2'].now")).to_have_count(1)


def test_it_is_tapped_open_and_its_marks_lead_to_the_cards(page: Page, pages: str) -> None:
    page.goto(f"{pages}/replay/now")
    _through(page, "[data-deal='1']")
    page.locator("#to-open-cards").click()
    page.locator("#from-start").click()
    page.locator("#play:not([hidden])").wait_for()
    expect(page.locator(".tricks-row .told")).to_have_count(0)


def test_without_scripts_every_way_is_a_link(chromium: Browser, pages: str) -> None:
    context = chromium.new_context(java_script_enabled=False, locale="de-DE")
    page = context.new_page()
    page.goto(f"{pages}/replay/now")
    _through(page, "[data-deal='1']")
    context.close()


def test_what_is_worked_out_meanwhile_comes_by_itself(page: Page, pages: str, knows: Knows) -> None:
    knows.found = WORKING
    page.goto(f"{pages}/replay/now/1/open")
    expect(page.locator("#open-cards")).to_contain_text("41\N{NO-BREAK SPACE}%")
    knows.found = TOLD
    page.locator("#open-cards[data-phase=told]").wait_for()
    expect(page.locator("[data-told]")).to_have_count(3)
    assert page.locator("#open-cards").get_attribute("hx-trigger") is None


def test_the_file_tells_it_without_any_net(chromium: Browser, tmp_path: Path) -> None:
    library = library_of(an_evening())
    tape = library.tape("1")
    assert tape is not None
    file = tmp_path / "evening.html"
    file.write_text(evening_html(tape, library, finder=Knows()), encoding="utf-8")
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, locale="de-DE", offline=True
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())
    _through(page, "[data-front=de] [data-deal='1']")
    page.locator("#toggle").click()
    expect(page.locator(".told-here")).to_have_count(1)
    page.locator("[data-other]:visible").click()
    expect(page.locator(".told-here")).to_contain_text(CHAIN.en)
    page.locator("#to-open-cards").click()
    page.locator("[data-other]:visible").click()
    expect(page.locator("[data-screen=open-cards] h1")).to_have_text("Mit offenen Karten")
    page.locator(".foot .main").click()
    expect(page.locator(".tricks-row .told")).to_have_count(0)
    # The other deal was not played to its end: it says why.
    page.locator("#to-deals").click()
    page.locator("[data-front=de] [data-deal='2']").click()
    page.locator("#to-open-cards").click()
    page.locator("[data-phase=withheld]").wait_for()
    assert complaints == []
    context.close()
