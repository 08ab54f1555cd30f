"""A browser enters a deal by hand: whatever was tapped before saving is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiosk.commands import StartEvening
from kiosk.table import Table
from tests.kiosk.browsing import wait_for_screen
from tests.kiosk.fake_door import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser


def test_saving_waits_for_the_tap_before_it(page: Page, table: Table, address: str) -> None:
    table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    page.set_viewport_size({"width": 800, "height": 480})
    page.goto(f"{address}/enter")
    for key in ("who-0", "kind-rufspiel", "suit-G", "partners-3", "won-1"):
        page.locator(f"#tap-{key}").click()
    page.locator("#confirm:not([disabled])").wait_for()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/enter?*tap=level-schneider*", hold)
    with page.expect_request("**/enter?*tap=level-schneider*"):
        page.locator("#tap-level-schneider").click()
    page.locator("#confirm").click()
    assert not table.view().state.finished
    held[0].continue_()
    wait_for_screen(page, "result")
    assert list(table.view().state.totals) == [30, -30, -30, 30]
