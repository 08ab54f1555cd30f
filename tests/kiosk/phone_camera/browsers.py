"""The two browsers: one looks at the table's page, one is the phone whose camera shows the film."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.chromium import start
from tests.kiosk.phone_camera.house import PhoneHouse

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType, Page

PATIENCE_MS = 180_000
"""A browser that imitates a camera and squeezes its pictures is slow beside other work."""

DRAWN = """
(() => {
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  window.drawn = [];
  CanvasRenderingContext2D.prototype.drawImage = function (...given) {
    window.drawn.push(Date.now());
    return draw.apply(this, given);
  };
})()
"""
"""Notes when the phone's page took each picture from its camera."""
KEPT = """
(() => {
  window.kept = [];
  const request = WakeLock.prototype.request;
  WakeLock.prototype.request = function (kind) {
    window.kept.push(kind);
    return request.call(this, kind);
  };
})()
"""
"""Notes what the phone's page asks to be kept awake."""
SEEN = """
(() => {
  window.seen = {};
  const look = () => {
    for (const each of document.querySelectorAll("[data-card]"))
      window.seen[each.dataset.card] ??= Date.now();
  };
  new MutationObserver(look).observe(document.body,
    {childList: true, subtree: true, attributes: true});
  look();
})()
"""
"""Notes when each card stood on the table's page first."""


@contextmanager
def phone_browser(kind: BrowserType, film: Path) -> Iterator[Browser]:
    """Start a browser whose camera shows the film and whose owner allows everything."""
    browser = start(
        kind,
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    )
    try:
        yield browser
    finally:
        browser.close()


def phone_page(browser: Browser) -> Page:
    """Open a phone's page that takes the table's own certificate, as its owner would."""
    context = browser.new_context(
        ignore_https_errors=True, viewport={"width": 390, "height": 844}, locale="de-DE"
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.add_init_script(DRAWN)
    page.add_init_script(KEPT)
    return page


def reaches(page: Page, state: str) -> None:
    """Wait until the phone says this of itself."""
    page.locator(f"body[data-state={state}]").wait_for()


def switch_on(kiosk: Page, house: PhoneHouse) -> str:
    """Switch the phone camera on at the table; returns the code that is shown there.

    In a page of its own: the one with the code looks anew by itself, in the midst of anything.
    """
    page = kiosk.context.new_page()
    page.goto(f"{house.address}/setup/camera")
    page.get_by_role("link", name="Ein Handy als Kamera").click()
    page.get_by_role("button", name="Handy-Kamera einschalten").click()
    code = page.locator("#code b").text_content()
    page.close()
    assert code is not None
    return code
