"""A page asked for between two evenings comes once the next one is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kiosk.web.server import PageServer
from kiosk.web.swap import Curtain, waiting
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.served import app_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

BACK_MS = 60_000


@contextmanager
def curtained() -> Iterator[tuple[Curtain, str]]:
    """Serve what is shown between two evenings; yields what makes another one of it."""
    curtain = Curtain(waiting("de"))
    server = PageServer(curtain, "127.0.0.1", 0, word=curtain.word)
    server.start()
    try:
        yield curtain, server.address.rstrip("/")
    finally:
        server.close()


def test_what_was_asked_for_comes_with_the_next_evening(context: BrowserContext) -> None:
    page = context.new_page()
    with curtained() as (curtain, address):
        page.goto(f"{address}/more")
        page.locator("[data-screen=moment]").wait_for()
        curtain.rise(app_of(FakeDoor()))
        page.locator("[data-screen=moment]").wait_for(state="detached", timeout=BACK_MS)
        assert page.url == f"{address}/more"
        page.goto("about:blank")


def test_after_a_tap_that_nobody_took_stands_the_first_page(context: BrowserContext) -> None:
    page = context.new_page()
    with curtained() as (curtain, address):
        page.set_content(f'<form action="{address}/begin/language" method="post"><button>')
        page.locator("button").click()
        page.locator("[data-screen=moment]").wait_for()
        curtain.rise(app_of(FakeDoor()))
        page.locator("[data-screen=moment]").wait_for(state="detached", timeout=BACK_MS)
        assert page.url == f"{address}/"
        page.goto("about:blank")
