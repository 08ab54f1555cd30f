"""A browser lays a whole deal by touch: taps and pages are counted, and the grid fits a finger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from engine.cards import Family, card
from engine.deal.record import Contract
from engine.journal.journal import Journal
from engine.text import LANGUAGES, Language
from kiosk.table.commands import Announce, LayCard, StartDeal, StartEvening
from kiosk.table.writer import Table
from kiosk.words.pages import TAKES
from tests.kiosk.browsing import PLAYS, wait_for_screen
from tests.kiosk.fake_door import NAMES
from tests.kiosk.gallery import LEAST, SMALL, SPREAD
from tests.kiosk.served import served, touch_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

MOST_TAPS = 35
"""One a card of 32, one that opens the grid, one that settles the deal, one to spare."""
MOST_PAGES = 4
PEOPLE = (*NAMES, "Girgl", "Maximilian-Ferdinand", "Lena")
NARROW = 57
"""Pixels of a card at 800x480 where a suit has more than nine: twelve millimetres have no room."""


@pytest.fixture
def by_hand() -> Iterator[tuple[Table, str]]:
    with touch_table(Journal.in_memory(), source="none") as table, served(table) as address:
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        table.do(StartDeal(3))
        table.do(Announce(Contract("rufspiel", 0, card("GA").suit)))
        yield table, address


@pytest.mark.parametrize("scripts", [True, False])
def test_a_deal_of_32_cards_takes_a_tap_a_card(
    chromium: Browser, by_hand: tuple[Table, str], scripts: bool
) -> None:
    table, address = by_hand
    context = chromium.new_context(
        viewport={"width": 800, "height": 480}, locale="de-DE", java_script_enabled=scripts
    )
    page = context.new_page()
    loads: list[str] = []
    taps = 0
    page.goto(address)
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    page.locator('a[href="/lay"]').first.click()
    taps += 1
    for number, play in enumerate(PLAYS, start=1):
        page.locator(f'input[name=laid][value="{number - 1}"]').wait_for(state="attached")
        page.locator(f"#lay-{play[1:]}").click()
        taps += 1
    wait_for_screen(page, "table")
    page.get_by_role("button", name="Spiel abrechnen").click()
    taps += 1
    wait_for_screen(page, "result")
    assert [laid.card.code for laid in table.view().state.finished[0].laid if laid.card] == [
        play[1:] for play in PLAYS
    ]
    assert taps <= MOST_TAPS
    assert len(loads) <= (MOST_PAGES if scripts else len(PLAYS) + MOST_PAGES), loads
    context.close()


def test_quick_fingers_lose_no_card(chromium: Browser, by_hand: tuple[Table, str]) -> None:
    """Four cards are tapped faster than the first is answered; each is laid once, in order."""
    table, address = by_hand
    page = chromium.new_page(viewport={"width": 800, "height": 480}, locale="de-DE")
    page.goto(f"{address}/lay")
    page.evaluate(
        "codes => codes.forEach(code => document.getElementById('lay-' + code).click())",
        [play[1:] for play in PLAYS[:4]],
    )
    page.locator('input[name=laid][value="4"]').wait_for(state="attached")
    deal = table.view().state.deal
    assert deal is not None
    assert [laid.card.code for laid in deal.laid if laid.card] == [play[1:] for play in PLAYS[:4]]
    page.close()


BELOW = """[...document.querySelectorAll(".lying li")]
    .filter(e => e.getBoundingClientRect().bottom > document.querySelector(".foot")
        .getBoundingClientRect().top).map(e => e.textContent.trim())"""
"""Whoever stands below the foot, of those who lay."""


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (390, 844)])
@pytest.mark.parametrize(
    ("game", "people", "codes"),
    [
        ("schafkopf", 4, "EO GO"),
        ("mehrkopf", 5, "EO GO"),
        ("mehrkopf", 6, "EO GO HO"),
        ("sheepshead", 7, "CQ SQ HQ"),
        ("sheepshead", 7, "CQ SQ HQ DQ CJ SJ"),
        ("bierkopf", 4, "CQ SQ"),
    ],
)
def test_every_deck_fits_and_has_room_for_a_finger(
    chromium: Browser, game: str, people: int, codes: str, size: tuple[int, int]
) -> None:
    with touch_table(Journal.in_memory(), source="none") as table, served(table) as address:
        table.do(StartEvening(game, {}, PEOPLE[:people], "isar"))
        table.do(StartDeal(people - 1))
        page: Page = chromium.new_page(viewport={"width": size[0], "height": size[1]})
        page.goto(f"{address}/lay")
        empty = page.locator(".grid .pick").first.bounding_box()
        family = Family.GERMAN if codes.startswith("E") else Family.FRENCH
        for code in codes.split():
            table.do(LayCard(card(code, family)))
        page.goto(f"{address}/lay")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
        boxes = page.locator(".grid .pick").evaluate_all(
            "all => all.map(e => [e.clientWidth, e.clientHeight])"
        )
        columns = page.locator(".grid .row").first.locator(".pick").count()
        if size[0] < size[1]:  # No key moves under a finger, and none lies below the foot.
            assert page.locator(".grid .pick").first.bounding_box() == empty
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
            assert min(min(box) for box in boxes) >= 44, boxes[0]
        else:
            if columns > 9:
                assert page.locator(".grid .pick").first.bounding_box() == empty
            assert page.evaluate(SPREAD) == []
            name = f"{size[0]}x{size[1]}"
            assert page.evaluate(SMALL, LEAST[name]) == []
            least = NARROW if name == "800x480" and columns > 9 else LEAST[name][0]
            assert min(min(box) for box in boxes) >= least, boxes[0]
            inside = "e => e.scrollHeight - e.clientHeight"
            assert page.locator(".stage").evaluate(inside) <= 0
            assert page.evaluate(BELOW) == []
        page.close()


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (390, 844)])
@pytest.mark.parametrize("people", [5, 6])
def test_who_takes_the_trick_is_told_in_words(
    chromium: Browser, people: int, size: tuple[int, int]
) -> None:
    with touch_table(Journal.in_memory(), source="none") as table, served(table) as address:
        table.do(StartEvening("mehrkopf", {}, PEOPLE[:people], "isar"))
        table.do(StartDeal(people - 1))
        table.do(Announce(Contract("solo", 0, card("GA").suit)))
        page = chromium.new_page(viewport={"width": size[0], "height": size[1]}, locale="de-DE")
        for code in ("EO", "GK", "SA", "S9", "S7", "GA")[:people]:
            table.do(LayCard(card(code)))
            page.goto(f"{address}/lay")
            told = "macht den Stich" if code == ("S7", "GA")[people - 5] else "liegt vorn"
            assert page.locator(".lying .winning").get_by_text(told).is_visible()
            assert page.evaluate(BELOW) == []
        page.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_seven_on_a_phone_are_told_who_takes_the_trick(
    chromium: Browser, language: Language
) -> None:
    """The words lie within their field, however narrow."""
    with (
        touch_table(Journal.in_memory(), source="none") as table,
        served(table, language=language) as address,
    ):
        table.do(StartEvening("sheepshead", {}, PEOPLE[:7], "isar"))
        table.do(StartDeal(6))
        for code in ["CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ"]:
            table.do(LayCard(card(code, Family.FRENCH)))
        page = chromium.new_page(viewport={"width": 390, "height": 844})
        page.goto(f"{address}/lay")
        told = page.locator(".lying .winning small")
        assert told.inner_text() == TAKES.in_language(language)
        within = """e => { const [a, b] = [e, e.parentNode].map(x => x.getBoundingClientRect());
            return a.top >= b.top && a.bottom <= b.bottom && a.right <= b.right; }"""
        assert told.evaluate(within)
        page.goto(address)
        told = page.locator(".slot.winning .badge")
        assert told.inner_text() == TAKES.in_language(language)
        clear = """e => { const place = e.closest(".place"), said = e.getBoundingClientRect();
            const [card, rank] = [".card", ".index b"].map(
                each => place.querySelector(each).getBoundingClientRect());
            return said.left >= card.left && said.right <= card.right
                && said.top >= rank.bottom; }"""
        assert told.evaluate(clear)
        page.close()
