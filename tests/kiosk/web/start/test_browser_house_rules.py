"""House rules changed in a browser: what nobody has taken yet waits, wherever one goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiosk.table.writer import Table
from tests.kiosk.browsing import begin, follow, go, press

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SAID = {
    "de": ("Mehr", "Hausregeln", "Entwurf: Schafkopf", "Verwerfen", "ein Entwurf wartet"),
    "en": ("More", "House rules", "Draft: Schafkopf", "Discard", "a draft is waiting"),
}
SIZES = ((800, 480), (390, 844))


def change_legen(page: Page) -> None:
    """Change one rule of Schafkopf by tapping it and the other answer."""
    page.locator('.law[href*="option=legen&"], .law[href$="option=legen"]').click()
    page.locator('.says a:not([aria-current="true"])').click()
    page.locator(".law.changed").wait_for()


def overflow(page: Page) -> list[int]:
    """Return by how much the page is wider than the screen, and its foot's buttons out of it."""
    found: list[int] = page.evaluate(
        """() => [document.documentElement.scrollWidth - innerWidth,
            ...[...document.querySelectorAll('.foot .button')].map(
                e => Math.ceil(e.getBoundingClientRect().right) - innerWidth)]"""
    )
    return [over for over in found if over > 0]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", SIZES)
def test_a_change_left_by_the_menu_is_found_again_and_taken(
    page: Page, table: Table, address: str, language: str, size: tuple[int, int]
) -> None:
    more, rules, draft, _, waits = SAID[language]
    begin(table)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(address)
    if language == "en":
        press(page, "English")
    page.goto(f"{address}/rules/schafkopf?theme=3")
    change_legen(page)
    assert overflow(page) == []
    follow(page, more)
    assert waits in page.get_by_role("link", name=rules).inner_text()
    follow(page, rules)
    assert overflow(page) == []
    follow(page, draft)
    assert page.locator(".law.changed").count() == 1
    go(page, page.locator('form[action$="/take"] button'))
    page.goto(f"{address}/more")
    assert waits not in page.get_by_role("link", name=rules).inner_text()
    follow(page, rules)
    assert page.get_by_role("link", name=draft).count() == 0
    state = table.view().state
    assert state.rules is not None
    assert state.rules.options["legen"] is False


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_draft_that_is_dropped_is_gone(
    page: Page, table: Table, address: str, language: str
) -> None:
    more, rules, draft, drop, _ = SAID[language]
    begin(table)
    page.goto(address)
    if language == "en":
        press(page, "English")
    page.goto(f"{address}/rules/schafkopf?theme=3")
    change_legen(page)
    follow(page, more)
    follow(page, rules)
    follow(page, draft)
    press(page, drop)
    assert page.get_by_role("link", name=draft).count() == 0
    state = table.view().state
    assert state.rules is not None
    assert state.rules.options["legen"] is True
