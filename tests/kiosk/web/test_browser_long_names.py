"""A browser looks at long names and long questions: nothing is cut, what is below shows itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiosk.table.commands import StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.browsing import lay, wait_for_screen
from tests.kiosk.fake_door import REVOKE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

LONG = ("Kunigunde Wallnöfer", "Maximilian-Josef von", "Maximilian-Josef vom", "Sepp")
SIDEWAYS = """[document.documentElement, ...document.querySelectorAll(".bar, .stage, .foot")]
    .map(e => e.scrollWidth - e.clientWidth).filter(x => x > 0)"""
OUTSIDE = """[...document
    .querySelectorAll(".bar h1, .bar .who, #camera, figcaption, .foot .button")]
    .filter(e => { const r = e.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth })
    .map(e => e.innerText)"""
OVERLAP = """(() => { const [a, b, c] = [".bar h1", ".bar .who", ".sure"].map(
    s => document.querySelector(s).getBoundingClientRect());
    const meet = (p, q) => p.left < q.right && q.left < p.right
        && p.top < q.bottom - 1 && q.top < p.bottom - 1;
    return [meet(a, b), meet(a, c), meet(b, c)]; })()"""
BELOW = """e => e.getBoundingClientRect().bottom
    - document.querySelector(".foot").getBoundingClientRect().top"""


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (390, 844)])
def test_a_long_name_stands_clear_of_a_long_headline(
    page: Page, table: Table, address: str, size: tuple[int, int]
) -> None:
    table.do(StartEvening("schafkopf", {}, LONG, "isar"))
    table.do(StartDeal(3))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/call?step=1&who=0&kind=rufspiel&suit=G")
    page.locator("#confirm").click()
    wait_for_screen(page, "table")
    lay(table, REVOKE[:22])
    wait_for_screen(page, "alert")
    page.locator(".bar h1").evaluate("e => { e.textContent = 'Thrown off too early' }")
    assert page.locator(".bar .who").inner_text().startswith("Maximilian-Josef")
    assert page.evaluate(SIDEWAYS) == []
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(OVERLAP) == [False, False, False]


@pytest.mark.parametrize("further", ["", "&r.further=1"])
def test_on_a_low_screen_no_row_of_a_deal_by_hand_lies_below_the_foot(
    page: Page, table: Table, address: str, further: str
) -> None:
    table.do(StartEvening("schafkopf", {}, LONG, "isar"))
    page.set_viewport_size({"width": 800, "height": 480})
    page.goto(f"{address}/enter?step=1&who=0&kind=rufspiel&suit=G{further}")
    rows = [row for row in page.locator(".choose .choices").all() if row.is_visible()]
    assert len(rows) > 1
    assert [row for row in rows if row.evaluate(BELOW) > 0] == []


def test_on_a_low_screen_every_reason_of_an_opened_end_is_in_sight(
    page: Page, table: Table, address: str
) -> None:
    table.do(StartEvening("schafkopf", {}, LONG, "isar"))
    table.do(StartDeal(3))
    page.set_viewport_size({"width": 800, "height": 480})
    page.goto(f"{address}/call?step=1&who=0&kind=rufspiel&suit=G")
    page.locator("#confirm").click()
    wait_for_screen(page, "table")
    page.goto(f"{address}/stop")
    ways = page.locator(".ends summary")
    assert ways.count() > 2
    for at in range(ways.count()):
        ways.nth(at).click()
        reasons = page.locator(".ends details[open] .button")
        assert reasons.count() > 2
        assert [each for each in reasons.all() if each.evaluate(BELOW) > 0] == []
