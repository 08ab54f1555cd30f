"""The page of the strip in a browser: who tests the lights stands there and scrolls nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.text import Text
from firmware_bridge.link import words as lw
from firmware_bridge.link.status import LineState, StripStatus
from kiosk.box.light import TableLight
from kiosk.box.sections import StripSettings
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.served import served
from tests.kiosk.web.setup.test_strip_page import ANSWERED

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

LONG = ("Kunigunde Wallnöfer", "Maximilian Obermayer", "Anna-Lena Huber-Groß", "Wolfgang Hub")
PIN = Text(
    de="GPIO 17 lässt sich nicht benutzen (wird schon benutzt; gebraucht für: die Taste "
    "Rückgängig); bitte nachsehen, ob ein anderes Programm den Pin hält, oder in table.toml einen "
    "anderen nennen.",
    en="GPIO 17 cannot be used.",
)
STATES: dict[str, tuple[StripStatus, Text | None]] = {
    "found": (ANSWERED, None),
    "none": (StripStatus("mehrkopf+wled", LineState.SEARCHING), None),
    "everything amiss": (
        replace(ANSWERED, bad_line=True, last_trouble=lw.DUMB.format(port="/dev/ttyUSB0")),
        PIN,
    ),
}
BELOW = """() => {
    const foot = document.querySelector(".foot").getBoundingClientRect().top;
    return [...document.querySelectorAll('.stage form[action="/strip/test"] button')]
        .filter(e => e.offsetParent && e.getBoundingClientRect().bottom > foot)
        .map(e => e.innerText) }"""


class Light(TableLight):
    """A light whose strip is as the test wants it."""

    said: StripStatus | None = None

    @property
    def status(self) -> StripStatus | None:
        return self.said


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
def test_every_test_is_reached_without_scrolling(
    context: BrowserContext, state: str, size: tuple[int, int]
) -> None:
    status, trouble = STATES[state]
    light = Light(StripSettings(night="off"))
    light.said = status
    door = FakeDoor()
    door.seat_them(LONG)
    with served(door, light=light, buttons_trouble=lambda: trouble) as address:
        page = context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"{address.rstrip('/')}/strip")
        buttons = page.locator('.stage form[action="/strip/test"] button')
        assert buttons.count() == 9
        assert page.evaluate(BELOW) == []
        buttons.nth(4).click()
        page.locator('[value="first"][aria-pressed="true"]').wait_for()
        assert page.evaluate(BELOW) == [], "nor with what the test tells"
    light.close()
