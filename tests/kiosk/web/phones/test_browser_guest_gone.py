"""A guest's phone whose table is gone: it says so, leads nowhere, and comes back by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiosk.web.phones.guest_app import create_guest_app
from kiosk.web.server import GUESTS, PageServer
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.launch.test_browser_gone import back, gone

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


def serve(port: int = 0) -> PageServer:
    door = FakeDoor()
    door.seat_them()
    server = PageServer(create_guest_app(door), "127.0.0.1", port, GUESTS, network=True)
    server.start()
    return server


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_phone_says_that_the_table_is_gone_and_comes_back(
    context: BrowserContext, language: str
) -> None:
    server = serve()
    port, page = server.port, context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.address}scores?lang={language}")
    server.close()
    gone(page)
    words = {"de": "keine Verbindung zum Tisch", "en": "No connection to the table"}
    assert words[language] in page.locator("#gone").inner_text()
    page.locator(".guest-nav a").first.click(force=True)
    assert "/scores" in page.url
    server = serve(port)
    back(page)
    with page.expect_navigation():
        page.locator(".guest-nav a").first.click()
    assert "/scores" not in page.url
    server.close()
