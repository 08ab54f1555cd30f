"""What the browser tests do again and again: lay cards, call, wait for a screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine.cards import card
from engine.events import TrickTaken
from kiosk.table.commands import LayCard, StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.fake_door import NAMES, REVOKE, RUFSPIEL

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

PLAYS = RUFSPIEL.split()


def begin(table: Table) -> None:
    table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    table.do(StartDeal(3))


def lay(table: Table, plays: list[str]) -> None:
    for play in plays:
        table.do(LayCard(card(play[1:])))


def sweep(table: Table) -> None:
    table.call(lambda core: core.commit((TrickTaken(),)))


def call_gras(page: Page) -> None:
    """Let Resi call Gras; exactly four taps, then the table is there."""
    page.locator("a", has_text="Ansage").click()
    page.locator("[data-choice=who-0]").click()
    page.locator("[data-choice=kind-rufspiel]").click()
    page.locator("[data-choice=suit-G]").click()
    page.get_by_role("button", name="Resi: Rufspiel auf die Gras-Sau").click()
    wait_for_screen(page, "table")


def come_to_the_alert(page: Page, table: Table, address: str) -> None:
    """Begin a deal that Resi calls on Gras and lay cards until Toni's revoke is shown."""
    begin(table)
    page.goto(address)
    call_gras(page)
    lay(table, REVOKE[:21])
    wait_for_screen(page, "table")
    lay(table, REVOKE[21:22])
    wait_for_screen(page, "alert")


def press(page: Page, name: str) -> None:
    """Tap a button that sends a form, until the page it leads to is there.

    The live updates may show what follows on the old page already, which is about to go.
    """
    go(page, page.get_by_role("button", name=name))


def follow(page: Page, name: str) -> None:
    """Follow a link to the page it leads to."""
    go(page, page.get_by_role("link", name=name))


def go(page: Page, target: Locator) -> None:
    """Tap what leads to another page until that one is there.

    Where the machine is too busy to answer in time the page drops the tap and says so; the tap
    comes again then, as a person's would.
    """
    answers = page.locator("html:not([data-gone])")
    while True:
        answers.wait_for(state="attached")
        page.evaluate("document.documentElement.dataset.before = ''")
        target.click()
        page.locator("html:not([data-before]), html[data-gone]").wait_for(state="attached")
        answers.wait_for(state="attached")
        if not page.locator("html[data-before]").count():
            page.wait_for_load_state()
            return


def shown(page: Page) -> list[str]:
    codes = page.locator("#page [data-card]").evaluate_all("all => all.map(e => e.dataset.card)")
    return [str(code) for code in codes]


def wait_for_screen(page: Page, name: str) -> None:
    page.locator(f'#page[data-screen="{name}"]').wait_for()


@contextmanager
def answers_kept_back(page: Page) -> Iterator[None]:
    """Let no answer to a tap on the call screen through before the end."""
    kept: list[Route] = []
    ended = False

    def decide(route: Route) -> None:
        if ended:
            route.continue_()
        else:
            kept.append(route)

    page.route(re.compile(r"/call\?"), decide)
    yield
    ended = True
    for route in kept:
        route.continue_()
