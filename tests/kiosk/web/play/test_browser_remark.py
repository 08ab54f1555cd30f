"""A browser writes a remark with the keyboard on the screen, and says how it was dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiosk.table.writer import Table
from tests.kiosk.browsing import begin, follow, press
from tests.kiosk.gallery import LEAST, SMALL, SPREAD

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

SIZES = {"800x480": (800, 480), "1280x800": (1280, 800)}


def fits(page: Page, size: str) -> None:
    """Check that nothing runs over and that every button is wide enough for a finger."""
    assert page.evaluate(SPREAD) == []
    assert page.evaluate(SMALL, LEAST[size]) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("language", "menu", "write", "keep", "way"),
    [
        ("de", "Vermerk", "Vermerk schreiben …", "Merken", "alle acht auf einmal"),
        ("en", "Remark", "Write a remark …", "Save", "all eight at once"),
    ],
)
def test_a_remark_is_typed_by_touch(
    context: BrowserContext,
    table: Table,
    address: str,
    size: str,
    language: str,
    menu: str,
    write: str,
    keep: str,
    way: str,
) -> None:
    begin(table)
    page = context.new_page()
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    page.goto(f"{address}/more")
    if language == "en":
        press(page, "English")
    follow(page, menu)
    fits(page, size)
    follow(page, write)
    fits(page, size)
    # A sentence's first letter is a capital by itself, those of its other words are not.
    for key in "er ging. ja, 2":
        page.locator(f'[data-key="{key}"]').click()
    press(page, keep)
    fits(page, size)
    press(page, way)
    fits(page, size)
    assert page.locator("#remark").inner_text().startswith("Er ging. Ja, 2")
    assert page.get_by_role("button", name=way).get_attribute("aria-pressed") == "true"
    deal = table.view().state.deal
    assert deal is not None
    assert (deal.record.note, deal.record.dealt) == ("Er ging. Ja, 2", "8")
    press(page, "Rückgängig" if language == "de" else "Undo")
    assert table.view().state.deal.record.dealt is None  # type: ignore[union-attr]


def test_a_remark_is_written_with_keys_alone(
    context: BrowserContext, table: Table, address: str
) -> None:
    begin(table)
    page = context.new_page()
    page.goto(f"{address}/remark/write")
    assert page.evaluate("document.activeElement.id") == "line"
    page.keyboard.type("Ben gibt neu")
    page.keyboard.press("Enter")
    page.wait_for_url("**/remark")
    deal = table.view().state.deal
    assert deal is not None
    assert deal.record.note == "Ben gibt neu"
