"""A finger that bounces on the foot, or comes while a place changes, does nothing; a key counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from engine.cards import Suit
from engine.deal.record import Contract
from kiosk.table.commands import Announce
from kiosk.table.writer import Table
from tests.kiosk.browsing import begin, wait_for_screen
from tests.kiosk.served import served

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

REST_MS = 500
COUNTS = """addEventListener("click", () =>
    sessionStorage.setItem("counted", 1 + Number(sessionStorage.getItem("counted"))))"""
"""Counts the taps that come through: one that is refused does not reach the window."""


@pytest.fixture
def address(table: Table) -> Iterator[str]:
    begin(table)
    with served(table, heartbeat=0.5, double_tap=REST_MS / 1000) as address:
        yield address


@pytest.fixture
def page(page: Page, address: str) -> Page:
    """The first page; time passes there only when a test says so."""
    page.clock.install(time=0)
    page.add_init_script(COUNTS)
    page.goto(address)
    wait_for_screen(page, "wait")
    page.clock.pause_at(3_600_000)
    return page


def counted(page: Page) -> int:
    """Return how many taps came through."""
    return int(page.evaluate('Number(sessionStorage.getItem("counted"))'))


def first(page: Page, word: str) -> Locator:
    """Return the foot's first place once it says this."""
    place = page.locator(".foot .first .button", has_text=word)
    place.wait_for()
    return place


def change(page: Page, table: Table) -> Locator:
    """Announce from elsewhere: the first place means something else from now on."""
    first(page, "Ansage")
    table.do(Announce(Contract("rufspiel", 0, Suit.GRAS)))
    return first(page, "Beenden")


def test_a_tap_on_a_place_that_has_just_changed_does_nothing(page: Page, table: Table) -> None:
    place = change(page, table)
    page.clock.fast_forward(REST_MS - 1)
    place.click()
    assert counted(page) == 0
    page.clock.fast_forward(1)
    place.click()
    page.locator("[data-screen=stop]").wait_for()
    assert counted(page) == 1


def test_the_second_tap_of_one_finger_does_nothing_on_the_next_page(
    page: Page, table: Table
) -> None:
    place = change(page, table)
    page.clock.fast_forward(REST_MS)
    place.click()
    page.locator("[data-screen=stop]").wait_for()
    back = first(page, "Weiterspielen")
    back.click()
    assert counted(page) == 1
    page.clock.fast_forward(REST_MS)
    back.click()
    wait_for_screen(page, "table")
    assert counted(page) == 2


def test_keys_count_at_once(page: Page, table: Table) -> None:
    change(page, table).press("Enter")
    page.locator("[data-screen=stop]").wait_for()
    first(page, "Weiterspielen").press("Enter")
    wait_for_screen(page, "table")
    assert counted(page) == 2
