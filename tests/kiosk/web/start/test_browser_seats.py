"""Who sits where: all numbers of people can be tapped, and no name comes under the finger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kiosk.browsing import go
from tests.kiosk.state_screens import CROWDED, Scene, show

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

CHIPS = """[...document.querySelectorAll(".chips .button")].map(e => {
    const at = e.getBoundingClientRect();
    return [e.innerText, Math.round(at.left), Math.round(at.top)]; })"""


def test_a_name_that_was_tapped_stays_where_it_was(chromium: Browser) -> None:
    def look(page: Page) -> None:
        before = page.evaluate(CHIPS)
        page.locator(".chips").evaluate("e => e.scrollTop = 40")
        at = page.evaluate(CHIPS)
        assert at != before
        go(page, page.locator(".chips .button", has_text="Girgl"))
        assert page.locator(".seat.at-0").inner_text() == "Girgl"
        assert page.evaluate(CHIPS) == at
        assert page.locator(".chips .button", has_text="Girgl").is_disabled()

    show(chromium, CROWDED["who-sits-where"](), "de", look)


def test_the_topics_of_the_house_rules_stay_where_they_were(chromium: Browser) -> None:
    def look(page: Page) -> None:
        last = page.locator(".topics a[href*=theme]").last
        last.scroll_into_view_if_needed()
        top = page.locator(".topics").evaluate("e => e.scrollTop")
        assert top > 0
        go(page, last)
        assert page.locator(".topics").evaluate("e => e.scrollTop") == top

    show(chromium, Scene(path="/rules/mehrkopf?theme=0"), "de", look)


def test_a_name_that_is_typed_anew_begins_with_a_capital(chromium: Browser) -> None:
    def look(page: Page) -> None:
        page.locator(".key[data-key=l]").click()
        page.locator(".key[data-key=e]").click()
        assert page.locator("#line").input_value() == "Le"

    path = "/begin/people?game=schafkopf&name0=Resi&at=0&type=1"
    show(chromium, Scene(path=path), "de", look)
