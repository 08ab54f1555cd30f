"""A browser looks at an evening counted in euros: amounts and ordinary names stay in one piece."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.cards import Suit
from engine.deal.record import Contract
from engine.journal.journal import Journal
from engine.text import Language
from kiosk.screens.cards import deck
from kiosk.table.commands import EnterDeal, LayCard, StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.served import served, touch_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

SIZES = [(1280, 800), (800, 480), (390, 844)]
PEOPLE = ("Mehmet", "Thomas", "Martina", "Bartholomew", "Katharina", "Hermann", "Johanna")
EVENINGS = {
    4: ("schafkopf", EnterDeal({"won": True}, Contract("solo", 0, Suit.HERZ))),
    7: (
        "sheepshead",
        EnterDeal({"won": True}, Contract("pick", 1, details={"alone": True, "die": 3})),
    ),
}
SUMS = ".sum, .scores .total, .scores .last, .pays b, .final .total, .dues b"
NAMES = ".account .who, .slot .name, .scores .who, .final .who, .round .seat span, .lying .who"
BROKEN = """what => [...document.querySelectorAll(what)].filter(e => e.offsetParent).filter(e => {
    const text = document.createRange(); text.selectNodeContents(e.firstChild);
    return new Set([...text.getClientRects()].map(r => Math.round(r.top))).size > 1; })
    .map(e => e.innerText)"""
"""What does not stand in one line."""
OUTSIDE = """what => [...document.querySelectorAll(what)].filter(e => e.offsetParent).filter(e => {
    const text = document.createRange(); text.selectNodeContents(e);
    const box = e.closest(".account, .slot, .seat, .lying li, table") || document.body;
    const ink = text.getBoundingClientRect(), room = box.getBoundingClientRect();
    return ink.left < Math.max(0, room.left) - 1
        || ink.right > Math.min(innerWidth, room.right) + 1; }).map(e => e.innerText)"""
SIDEWAYS = """[document.documentElement, ...document.querySelectorAll(".bar, .stage, .foot")]
    .filter(e => e.scrollWidth > e.clientWidth).map(e => e.className || e.tagName)"""
UNDER = """() => {
    scrollTo(0, document.documentElement.scrollHeight);
    return [...document.querySelectorAll(".account, .pays span")].filter(e =>
        e.getBoundingClientRect().bottom > document.querySelector(".foot")
            .getBoundingClientRect().top + 1).map(e => e.innerText); }"""


@contextmanager
def euros(folder: Path, people: int, deals: int = 3) -> Iterator[tuple[Table, str]]:
    """Serve an evening of so many people, counted in euros, after some deals entered by hand."""
    game, won = EVENINGS[people]
    with touch_table(Journal.open(folder / "journal.sqlite")) as table:
        table.do(StartEvening(game, {}, PEOPLE[:people], "isar"))
        for _ in range(deals):
            table.do(won)
        with served(table, money=True) as address:
            yield table, address


@contextmanager
def seen(
    chromium: Browser, address: str, size: tuple[int, int], language: Language
) -> Iterator[Page]:
    """Open a page of a size in a language; it is closed afterwards."""
    page = chromium.new_page(viewport={"width": size[0], "height": size[1]}, locale=language)
    page.goto(address)
    if language == "en":
        page.locator("button.language[lang=en]").click()
        page.locator("html[lang=en]").wait_for(state="attached")
    yield page
    page.close()


def assert_whole(page: Page) -> None:
    """Every amount and name of a page stands in one line and within what it belongs to."""
    page.evaluate("document.fonts.ready")
    assert page.evaluate(BROKEN, f"{SUMS}, {NAMES}") == []
    assert page.evaluate(OUTSIDE, f"{SUMS}, {NAMES}, .standing") == []
    assert page.evaluate(SIDEWAYS) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("people", EVENINGS)
def test_a_result_in_euros_is_whole(
    chromium: Browser, tmp_path: Path, people: int, language: Language, size: tuple[int, int]
) -> None:
    with (
        euros(tmp_path, people) as (_, address),
        seen(chromium, address, size, language) as page,
    ):
        assert page.locator(".account .sum", has_text="€").count() == people
        assert_whole(page)
        assert page.locator(".pays span").count() > 2
        assert page.evaluate(UNDER) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("people", EVENINGS)
def test_the_scores_in_euros_are_whole(
    chromium: Browser, tmp_path: Path, people: int, language: Language, size: tuple[int, int]
) -> None:
    with (
        euros(tmp_path, people, deals=20) as (_, address),
        seen(chromium, f"{address}/scores", size, language) as page,
    ):
        assert page.locator(".scores .total", has_text="€").count() == people
        assert_whole(page)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("people", EVENINGS)
def test_no_ordinary_name_breaks_where_people_play_and_sit(
    chromium: Browser, tmp_path: Path, people: int, size: tuple[int, int]
) -> None:
    with euros(tmp_path, people, deals=0) as (table, address):
        table.do(StartDeal(people - 1))
        deal = table.view().state.deal
        assert deal is not None
        for card in deck(deal.record)[:2]:
            table.do(LayCard(card))
        for path, what in (("/", ".slot"), ("/lay", ".lying li"), ("/people", ".seat")):
            with seen(chromium, f"{address}{path}", size, "de") as page:
                assert page.locator(what).count() == people, path
                assert_whole(page)
