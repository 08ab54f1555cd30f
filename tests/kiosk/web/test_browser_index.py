"""A French pack with the German index: its letters stand on the page where the table says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.cards import Family, card
from kiosk.table.commands import LayCard, StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.browsing import press, wait_for_screen

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", [(800, 480), (390, 844)])
def test_d_and_b_are_chosen_and_shown_in_both_languages(
    page: Page, table: Table, address: str, language: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table.do(StartEvening("bierkopf", {}, ("Anna", "Bert", "Cilli", "Done"), "lech"))
    table.do(StartDeal(3))
    for code in ("CQ", "SJ", "CK"):
        table.do(LayCard(card(code, Family.FRENCH)))
    page.goto(address)
    if language == "en":
        press(page, "English")
    wait_for_screen(page, "table")

    def letters() -> list[str]:
        return page.locator("#page [data-card] .index b").all_inner_texts()

    assert letters() == ["Q", "J", "K"]
    page.goto(f"{address}/words")
    press(page, "D B")
    assert page.locator('button[value="D B"]').get_attribute("aria-pressed") == "true"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(address)
    assert letters() == ["D", "B", "K"]
    faces = page.locator("#page [data-card] img.face")
    shown = faces.evaluate_all("all => all.map(e => [e.getAttribute('src'), e.naturalWidth > 0])")
    assert shown == [
        ["/static/cards/lech_db/CQ.svg", True],
        ["/static/cards/lech_db/SJ.svg", True],
        ["/static/cards/lech/CK.svg", True],
    ]
