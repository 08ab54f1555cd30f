"""Pictures of the four main states for the documents: `python -m tests.kiosk.screens`.

The real table, its journal and the real pages; the cards are laid by touch.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from engine.cards import card
from engine.journal.journal import Journal
from kiosk.table.commands import CloseDeal, Double, LayCard, StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.chromium import launch
from tests.kiosk.fake_door import NAMES, REVOKE, RUFSPIEL
from tests.kiosk.served import served, touch_table

SCREENS = Path(__file__).parents[3] / "docs" / "screens"
PLAYS = RUFSPIEL.split()


def main() -> None:
    """Write the pictures."""
    with (
        sync_playwright() as playwright,
        touch_table(Journal.in_memory()) as table,
        served(table) as address,
    ):
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        _take(page, table, address)
        browser.close()


def _take(page: Page, table: Table, address: str) -> None:
    table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    table.do(StartDeal(3))
    page.goto(f"{address}/call?step=1&who=0&kind=rufspiel&suit=G&d.legen=1")
    _picture(page, "call")
    page.locator("#confirm").click()
    _lay(table, PLAYS[:19])
    page.locator("[data-card=SA]").wait_for()
    _picture(page, "table")
    _lay(table, PLAYS[19:])
    table.do(CloseDeal())
    page.locator("[data-screen=result]").wait_for()
    _picture(page, "result")
    table.do(StartDeal(3))
    page.goto(f"{address}/call?step=1&who=0&kind=rufspiel&suit=G")
    page.locator("#confirm").click()
    table.do(Double("kontra"))
    _lay(table, REVOKE[:22])
    page.locator("[data-screen=alert]").wait_for()
    _picture(page, "alert")


def _lay(table: Table, plays: list[str]) -> None:
    for play in plays:
        table.do(LayCard(card(play[1:])))


def _picture(page: Page, name: str) -> None:
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")
    page.evaluate("Promise.all([...document.images].map(image => image.decode()))")
    page.screenshot(path=SCREENS / f"{name}.png")


if __name__ == "__main__":
    main()
