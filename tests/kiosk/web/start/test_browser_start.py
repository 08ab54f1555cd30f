"""A browser at the start of an evening: names that stand in the address."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiosk.table.writer import Table
from tests.kiosk.browsing import follow, press

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("language", "words", "new", "done", "typed"),
    [
        ("de", "Im Namen „<b>Toni“ steht ein Zeichen", "Neuer Name …", "Fertig", "Änne"),
        ("en", "The name “<b>Toni” has a character", "New name …", "Done", "Anne"),
    ],
)
@pytest.mark.parametrize("size", [(800, 480), (390, 844)])
def test_a_name_that_will_not_do_is_said_at_once_and_given_anew(
    context: BrowserContext,
    table: Table,
    address: str,
    language: str,
    words: str,
    new: str,
    done: str,
    typed: str,
    size: tuple[int, int],
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/begin/go?name0=Resi&name1=%3Cb%3EToni&name2=Vroni&name3=Sepp&dealer=0")
    if language == "en":
        press(page, "English")
    said = page.get_by_role("alert")
    assert words in said.inner_text()
    box = said.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1]
    names = page.locator("[data-seat] > span")
    assert names.all_inner_texts()[0] == "Resi"
    follow(page, new)
    page.locator("#line").fill(typed)
    press(page, done)
    assert names.all_inner_texts() == ["Resi", typed, "Vroni", "Sepp"]
    assert table.view().state.seats == ()
