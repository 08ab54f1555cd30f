"""What is printed, as Chromium prints it; digits tapped on the screen; pages of every size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.journal.journal import Journal
from kiosk.exports.past_evenings import PastEvenings
from tests.kiosk.exports.evenings import FOUR, begun, mehrkopf, told
from tests.kiosk.exports.evenings import fill as record
from tests.kiosk.exports.test_tables import wenz
from tests.kiosk.served import served, touch_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

A4 = (595, 842)
"""Points."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A short evening of five, and after it one of sixty deals with a Sie at its end."""
    path = tmp_path / "journal.sqlite"
    journal = Journal.open(path)
    deals = [event for at in range(60) for event in told(f"d{at}", wenz(at % 4), won=at % 3 > 0)]
    sie = told("sie", type(wenz(1))("sie", 1), won=True)
    record(journal, mehrkopf(), [begun("schafkopf", FOUR), *deals, *sie])
    given = {"past": PastEvenings(path), "exports": tmp_path / "exports", "heartbeat": 0.5}
    with touch_table(journal) as table, served(table, **given) as address:
        yield address


def printed(page: Page) -> list[tuple[int, int]]:
    """Return width and height of each page, points."""
    content = page.pdf(prefer_css_page_size=True, print_background=True)
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)
    assert len(boxes) == len(re.findall(rb"/Type /Page\b", content))
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def test_lists_and_certificate_fill_sheets_of_a4(page: Page, address: str) -> None:
    page.goto(f"{address}/exports/list")
    assert printed(page) == [A4] * 3
    page.goto(f"{address}/certificate/sie")
    assert printed(page) == [(A4[1], A4[0])]
    page.set_viewport_size({"width": 800, "height": 480})
    assert page.locator(".held").count() == 8
    for box in page.locator(".held img").all():
        assert box.evaluate("each => each.naturalWidth") == 500


def test_start_numbers_are_tapped_on_the_screen(page: Page, address: str) -> None:
    page.goto(f"{address}/exports/tournament")
    pad = page.locator("[data-numpad]")
    for key in "12":
        pad.get_by_role("button", name=key, exact=True).click()
    page.locator("[name=start2]").click()
    for key in "407":
        pad.get_by_role("button", name=key, exact=True).click()
    pad.locator("[data-do=back]").click()
    page.get_by_role("button", name="Liste zeigen").click()
    assert page.get_by_text("12", exact=True).first.evaluate("e => e.tagName") == "DD"
    numbers = page.locator("[data-sheet='1'] th.number").all_text_contents()
    assert numbers == ["1", "2", "40", "4"]


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (390, 844)])
def test_nothing_of_the_evening_is_cut_off_at_the_side(
    page: Page, address: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for path in ("scores", "deals", "evening", "exports", "evenings", "deals/sie"):
        page.goto(f"{address}/{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        shown = page.locator(".balance:visible svg")
        assert shown.count() == (path == "evening")
        for tab in page.locator(".tabs a").all():
            box = tab.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= size[0]
            assert box["height"] >= 44
