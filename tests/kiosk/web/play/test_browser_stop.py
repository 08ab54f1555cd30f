"""How a deal ends, in a browser: no way jumps when one is opened, and what it asks is in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kiosk.state_screens import playing, show

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

SIZES = ((1280, 800), (800, 480), (390, 844))
PLACES = """() => [...document.querySelectorAll(".ends summary, .ends > .choices")]
    .map(e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.width]; })"""
BELOW = """() => [...document.querySelectorAll(".ends .button")].filter(e => e.checkVisibility()
    && e.getBoundingClientRect().bottom > document.querySelector(".foot")
        .getBoundingClientRect().top).map(e => e.innerText)"""


@pytest.mark.parametrize("size", SIZES)
def test_every_way_keeps_its_place_when_one_is_opened(
    chromium: Browser, size: tuple[int, int]
) -> None:
    scene = playing(4)
    scene.path = "/stop"

    def look(page: Page) -> None:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        places = page.evaluate(PLACES)
        ways = page.locator(".ends summary")
        assert ways.count() > 2
        for number in range(ways.count()):
            ways.nth(number).click()
            assert page.locator(".ends details[open] .choices .button").first.is_visible()
            assert page.locator(".ends details[open]").count() == 1
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(PLACES) == places
            if size[0] > size[1]:
                assert page.evaluate(BELOW) == []

    show(chromium, scene, "de", look)
