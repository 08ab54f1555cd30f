"""The player in a browser: by finger, by keyboard, without scripts, and the file without a net."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from engine.evening.fold import fold
from engine.journal.journal import Journal
from kiosk.exports.past_evenings import PastEvenings
from kiosk.web.evening.replay import NoTable, evening_html
from tests.kiosk.every_page.whole import unreadable
from tests.kiosk.replay.evenings import (
    an_evening,
    envelopes,
    journal_of,
    library_of,
    often_put_right,
)
from tests.kiosk.served import served, touch_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser
PATIENCE_MS = 20_000


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a journal and the evening as a file."""
    folder = tmp_path_factory.mktemp("replay")
    journal_of(folder / "journal.sqlite", an_evening())
    library = library_of(an_evening())
    tape = library.tape("1")
    assert tape is not None
    (folder / "evening.html").write_text(evening_html(tape, library), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def pages(home: Path) -> Iterator[str]:
    """The kiosk over that journal, on a real server."""
    door = NoTable(fold(envelopes(an_evening())))
    with served(door, past=PastEvenings(home / "journal.sqlite")) as address:
        yield address


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.goto("about:blank")
    assert complaints == []


def cards_lying(page: Page) -> int:
    return page.locator(".slot [data-card]").count()


def at(page: Page, place: str) -> None:
    """Wait until the page's own address and the controls say so."""
    page.wait_for_url(lambda url: url.endswith(place))
    page.locator("#play:not([hidden])").wait_for()


def place_of(page: Page, go: str) -> str:
    href = page.locator(f"a[data-go={go}]").get_attribute("href")
    assert href is not None
    return href


def test_it_plays_by_itself_at_sixteen_times_and_can_be_stopped(page: Page, pages: str) -> None:
    page.goto(f"{pages}/replay/now/1?trick=7")
    for _ in range(2):
        page.locator("#speed").click()
    page.locator("#play").click()
    assert page.locator("#play").inner_text().endswith("Anhalten")
    page.locator("[data-trick='8'].now").wait_for()
    page.keyboard.press(" ")
    page.locator("#play[aria-pressed=false]").wait_for()
    assert page.locator("#play").inner_text().endswith("Abspielen")
    assert page.locator("#speed").inner_text() == "16×"
    page.keyboard.press(" ")
    page.locator("[data-screen=result]").wait_for()
    page.locator("#play[aria-pressed=false]").wait_for()
    # From the end it begins anew.
    page.locator("#play").click()
    expect(page.locator("#scrub")).not_to_have_value("32")
    assert page.locator("#play").get_attribute("aria-pressed") == "true"


def test_a_clock_at_speed_one_waits_as_long_as_the_evening_did(page: Page, pages: str) -> None:
    page.clock.install()
    page.goto(f"{pages}/replay/now/1?card=1")
    following = place_of(page, "on")
    before = page.url
    page.locator("#play").click()
    page.clock.run_for(1_900)
    assert page.url == before
    page.clock.run_for(200)
    at(page, following)


def test_from_a_cards_page_one_comes_back_to_the_step_of_the_replay(
    chromium: Browser, tmp_path: Path
) -> None:
    # The page of a card is kept up to date: its stream breaks off when one leaves.
    page = chromium.new_page(locale="de-DE")
    path = tmp_path / "journal.sqlite"
    journal_of(path, an_evening())
    with (
        touch_table(Journal.open(path)) as table,
        served(table, past=PastEvenings(path), lifetime=0.0) as address,
    ):
        page.goto(f"{address}/replay/now/1?card=5&marks=1")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#scrub")).to_have_value("6")
        before = page.url
        assert "marks=1" in before
        page.locator("a.place").last.click()
        page.locator("[data-screen=check]").wait_for()
        page.locator("a[href*='deck=1']").click()
        page.locator("main .grid").wait_for()
        page.get_by_text("Abbrechen").click()
        page.wait_for_url(before)
        assert page.locator("#scrub").get_attribute("value") == "6"
        page.close()


def test_keys_step_by_card_and_trick_and_back_shows_the_same(page: Page, pages: str) -> None:
    page.goto(f"{pages}/replay/now/1?card=5")
    start, following = page.url, place_of(page, "on")
    shown = page.locator(".stage").inner_html()
    page.keyboard.press("ArrowRight")
    at(page, following)
    assert cards_lying(page) == 2
    page.keyboard.press("ArrowLeft")
    at(page, start)
    assert page.locator(".stage").inner_html() == shown
    page.keyboard.press("ArrowDown")
    page.locator("[data-trick='3'].now").wait_for()
    page.keyboard.press(" ")
    page.locator("#play[aria-pressed=true]").wait_for()
    page.keyboard.press(" ")
    page.locator("#play[aria-pressed=false]").wait_for()


def test_the_scrubber_goes_where_the_finger_points(page: Page, pages: str) -> None:
    page.goto(f"{pages}/replay/now/1")
    scrub = page.locator("#scrub")
    scrub.fill("30")
    page.locator("[data-trick='8'].now").wait_for()
    expect(page.locator(".slot [data-card]")).to_have_count(2)
    scrub.fill("3")
    page.locator("[data-trick='1'].now").wait_for()
    expect(page.locator(".slot [data-card]")).to_have_count(3)


def test_alert_and_correction_can_be_reached_by_one_tap_each(page: Page, pages: str) -> None:
    page.goto(f"{pages}/replay/now/2")
    assert page.locator("[data-jump]").count() == 0
    page.locator("#toggle").click()
    page.locator("[data-jump=alert]").click()
    page.locator("[data-screen=alert]").wait_for()
    assert page.get_by_role("heading", name="Toni: nicht bedient").is_visible()
    page.locator("[data-jump=correction]").click()
    page.get_by_text("Berichtigt: Toni legte Herz-Zehn").wait_for()


def test_without_scripts_every_control_is_a_link(chromium: Browser, pages: str) -> None:
    context = chromium.new_context(java_script_enabled=False, locale="de-DE")
    page = context.new_page()
    page.goto(f"{pages}/replay")
    page.locator("[data-evening='1']").click()
    page.locator("[data-deal='2']").click()
    for _ in range(3):
        page.locator("a[data-go=on]").click()
    expect(page.locator(".slot [data-card]")).to_have_count(2)
    page.locator("[data-trick='3']").click()
    expect(page.locator("[data-trick='3'].now")).to_have_count(1)
    expect(page.locator("#play")).not_to_be_visible()
    page.locator("#to-deals").click()
    expect(page.locator("[data-screen=replay-deals]")).to_have_count(1)
    context.close()


SIZES = ((1280, 800), (800, 480), (390, 844))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_keys_are_twelve_millimetres_and_on_the_screen(
    chromium: Browser, pages: str, width: int, height: int
) -> None:
    context = chromium.new_context(viewport={"width": width, "height": height}, locale="de-DE")
    page = context.new_page()
    page.goto(f"{pages}/replay/now/2?trick=4&marks=1")
    page.locator("#play").wait_for()
    unit = page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.keys .button')).minHeight)"
    )
    for key in page.locator(".keys .button:visible").all():
        box = key.bounding_box()
        assert box is not None
        assert box["height"] >= unit - 0.5
        assert box["width"] >= unit - 0.5
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    for name in page.locator(".slot .name").all():
        box = name.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


OVER = """[...document.querySelectorAll(".tricks-row a")].filter(e => {
    const [box, word] = [e, e.querySelector("[aria-hidden]")].map(e => e.getBoundingClientRect());
    return word.left < box.left || word.right > box.right || word.bottom > box.bottom;
}).map(e => e.innerText)"""
"""Marks of tricks that are wider or higher than their box."""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_was_found_leaves_the_page_its_header_and_the_marks_fit(
    chromium: Browser, tmp_path: Path, width: int, height: int
) -> None:
    evening = often_put_right()
    journal_of(tmp_path / "journal.sqlite", evening)
    door = NoTable(fold(envelopes(evening)))
    page = chromium.new_page(viewport={"width": width, "height": height}, locale="de-DE")
    with served(door, past=PastEvenings(tmp_path / "journal.sqlite")) as address:
        page.goto(f"{address}/replay/now/2?marks=1")
        page.locator("[data-jump]").first.wait_for()
        assert page.locator("[data-trick='6']").inner_text().count("▲") == 1
        assert page.evaluate(OVER) == []
        assert unreadable(page) == []
        # Nor does the end of a deal that a ruling ended lose who pays whom.
        for place in ("end?marks=1", "end"):
            page.goto(f"{address}/replay/now/2/{place}")
            page.locator("#play:visible").wait_for()
            assert page.locator(".pays").inner_text()
            assert unreadable(page) == []
        assert page.locator("a[data-trick='6']").is_visible()
        assert page.locator("span[data-trick='7']").is_visible()
    page.close()


def test_the_file_opens_from_a_folder_without_any_net(chromium: Browser, home: Path) -> None:
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, locale="de-DE", offline=True
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    asked: set[str] = set()
    complaints: list[str] = []
    page.on("request", lambda request: asked.add(request.url.split(":")[0]))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto((home / "evening.html").as_uri())
    front = page.locator("[data-front=de]")
    assert front.get_by_text("Resi und Sepp gewinnen").is_visible()
    assert not page.locator("[data-front=en]").is_visible()
    front.locator("[data-deal='2']").click()
    page.locator("a[data-go=on]").click()
    page.locator("#scrub").fill("6")
    page.locator("[data-trick='2'].now").wait_for()
    assert cards_lying(page) == 2
    page.locator("[data-other]:visible").click()
    assert page.locator(".replaying").inner_text() == "Replay"
    page.locator("#toggle").click()
    page.locator("[data-trick='6'].alert").click()
    page.keyboard.press("ArrowRight")
    page.locator("[data-screen=alert]").wait_for()
    page.keyboard.press("3")
    page.locator("#play").click()
    page.locator("[data-screen=result]").wait_for()
    page.locator("#to-deals").click()
    page.locator("[data-front=en]").wait_for()
    assert page.locator("[data-front=en] .standing").is_visible()
    assert complaints == []
    assert asked <= {"file", "data"}
    assert re.search(r"evening\.html#?$", page.url)
    context.close()
