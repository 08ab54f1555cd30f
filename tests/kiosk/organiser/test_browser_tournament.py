"""A small tournament from the first name to the prizes, by hand in a browser; every page by axe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.dealfile.reader import read_object
from kiosk.exchange.messages import ListLine, ListMessage, SeatResult
from kiosk.organiser.app import OrganiserServing, create_organiser_app
from kiosk.organiser.book import Book
from kiosk.organiser.database import Database
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.store import Fork, Store
from kiosk.organiser.tournament import BranchEnd, RulingKind
from tests.kiosk.every_page.test_every_page import AXE, RUN
from tests.kiosk.organiser.browser import REVOKE
from tests.kiosk.organiser.made import moved
from tests.kiosk.organiser.office import Office, deal_of
from tests.kiosk.organiser.tournament_walk import hall, walk
from tests.kiosk.served import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PAGES = (
    *("/", "/people", "/people/7", "/draw", "/draw?seed=Bierzelt", "/lists", "/ranking"),
    *("/lists/1/1", "/lists/1/2", "/protests", "/protests/1", "/protests/2"),
    *("/files", "/terms", "/hall"),
)
SHEETS = ("/print/ranking", "/print/tables", "/print/slips", "/print/lists")
SIZES = ((1280, 800), (800, 480), (390, 844))
OVERHANG = """
[document.documentElement, ...document.querySelectorAll(".desk .wide")].flatMap((each) => {
    const over = each.scrollWidth - each.clientWidth;
    return over ? [`${each.getAttribute("aria-label") ?? "page"} ${over}`] : [];
})
"""
"""What has to be pushed sideways to be read. Prints are as wide as their paper."""
POINTS = (
    *((40, 50, -100, 10), (140, -60, 20, -100), (45, -15, -30)),
    *((40, 0, 0, -40), (10, -10, 10, -10), (-30, 10, 20)),
)
"""What the lists of the walk come to, table by table."""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    opened = chromium.new_page(locale="de-DE", bypass_csp=True)
    opened.add_init_script(AXE)
    yield opened
    opened.close()


def test_a_small_tournament_by_hand(page: Page, tmp_path: Path) -> None:
    wrong: dict[str, object] = {}

    def look(page: Page, name: str) -> None:
        rules, passed = page.evaluate(RUN)
        assert passed > 5, name
        if rules:
            wrong[name] = rules

    with hall(tmp_path) as (there, address):
        walk(page, there, address, look)
        ranking = page.request.get(address + "/files/ranking.csv").text()
        tables = [there.numbers(round_, table) for round_ in (1, 2) for table in ("1", "2", "3")]
        standings = there.desk.ranking()
    assert wrong == {}
    points: Counter[int] = Counter({3: -20})
    for numbers, row in zip(tables, POINTS, strict=True):
        points.update(dict(zip(numbers, row, strict=True)))
    assert {row.number: row.points for row in standings} == points
    assert [row.place for row in standings] == list(range(1, 12))
    lines = ranking.removeprefix("\ufeff").splitlines()
    assert [line.split(";")[1:4] for line in lines[1:]] == [
        [str(row.number), row.name, str(row.points)] for row in standings
    ]
    # Whoever opens it again finds what was entered and sent, and nothing else.
    with Database.open(tmp_path) as database:
        again = Desk(Book(database, lambda: there.now), "cup", Store(database), lambda: there.now)
        assert again.ranking() == standings
        assert again.field[5].before == (("Zenzi Bauer", 2),)
        assert again.over
        assert not again.outstanding()


def test_the_hall_turns_its_pages_and_keeps_the_last_where_nobody_answers(
    office: Office, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.organiser.pages.hall.PAGE_S", 1)
    office.begun(24)
    with serving(create_organiser_app(office.desk, OrganiserServing("de"))) as address:
        page.goto(address + "/hall")
        page.locator("#hall[data-page='2']").wait_for()
        page.locator("#hall[data-page='1']").wait_for()
        office.desk.punish(9, Fraction(-1250), "?", 1)
        page.get_by_text("−1250").wait_for()
    page.wait_for_event("requestfailed")
    assert page.locator("#hall table").count() > 0
    assert page.locator("h1").inner_text() == "Stand in Runde 1"


def test_a_button_keeps_the_keyboard_while_the_tables_change(office: Office, page: Page) -> None:
    desk = office.begun()
    with serving(create_organiser_app(desk, OrganiserServing("de"))) as address:
        page.goto(address + "/")
        page.get_by_role("button", name="Runde 1 beenden").focus()
        office.arrived.sent.append(deal_of(desk, 10, 30, 10, -20, -20))
        page.get_by_text("1 von 20").wait_for()
        assert page.evaluate("document.activeElement.textContent") == "Runde 1 beenden"
        page.keyboard.press("Enter")
        # Lists are missing: that is said first.
        page.get_by_role("alert").get_by_role("link", name="Liste Runde 1, Tisch 2").wait_for()
        page.get_by_role("button", name="Runde 1 trotzdem beenden").click()
        page.get_by_role("button", name="Runde 2 beginnen").wait_for()


def crowded(office: Office) -> Desk:
    """Return a desk whose pages show everything that they can, with long names and numbers.

    Tables of five and four; at table 2 a deal that was ruled on, one that waits, one taken back and
    one that another branch has, and three signed lists.
    """
    desk = office.with_people(8)
    desk.enter("Franz-Xaver Niedermayer-Hinterobermaier", "Sankt Wolfgang ob Eggenfelden")
    desk.draw("Bierzelt", 5)
    desk.begin_round(1)
    five, four = (each.numbers for each in desk.rounds[0].tables)
    solo, contested, gone, since = (
        deal_of(desk, 10 * deal, *deltas, table="2", deal=deal)
        for deal, deltas in enumerate(
            ((-1250, 450, 450, 350), (0, 0, 0, 0), (30, 10, -20, -20), (-150, 50, 50, 50)), 1
        )
    )
    solo = replace(solo, seats=(replace(solo.seats[0], solo=True), *solo.seats[1:]))
    contested = replace(contested, status="unsettled", record=read_object(REVOKE))
    at_five = zip(five, (-1000, 250, 250, 250, 250), strict=True)
    seats = tuple(SeatResult(number, Fraction(delta), delta < 0) for number, delta in at_five)
    beside = replace(moved(solo, table="1"), seats=seats)
    office.arrived.sent += [solo, contested, replace(gone, status="withdrawn"), beside]
    lines = tuple(ListLine(seat.number, seat.delta, 0) for seat in solo.seats)
    office.arrived.signed += [
        ListMessage(replace(solo.source, cursor=50), 2, lines),
        ListMessage(replace(solo.source, cursor=60), 0, (), withdrawn=True),
        ListMessage(replace(solo.source, cursor=70), 2, lines),
    ]
    ends = BranchEnd("a" * 64, 30), BranchEnd("b" * 64, 40)
    office.arrived.forked.append(Fork("2", 1, *ends, (gone,), (since,)))
    office.heard("2", "offline")
    desk.punish(9, Fraction(-1250), "zu spät gekommen", 1)
    desk.protest(1, "2", 2, four[0], "nicht bedient")
    ruled = desk.protest(1, "2", 1, four[1], "verzählt")
    other = zip(four, map(Fraction, (-1240, 440, 450, 350)), strict=True)
    desk.rule(ruled, RulingKind.UPHELD, "nachgezählt", dict(other))
    return desk


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_fits_and_can_be_used(office: Office, chromium: Browser, language: str) -> None:
    page = chromium.new_page(bypass_csp=True)
    page.add_init_script(AXE)
    desk = crowded(office)
    wrong: dict[str, object] = {}
    app = create_organiser_app(desk, OrganiserServing("de" if language == "de" else "en"))
    with serving(app) as address:
        for path in (*PAGES, *SHEETS):
            page.set_viewport_size({"width": 1280, "height": 800})
            page.goto(address + path)
            rules, passed = page.evaluate(RUN)
            assert passed > 5, path
            if rules:
                wrong[path] = rules
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                if over := page.evaluate(OVERHANG):
                    wrong[f"{path} {width}"] = over
    page.close()
    assert wrong == {}


def test_the_hall_leaves_nothing_below_its_edge(office: Office, page: Page) -> None:
    desk = office.with_people(24)
    desk.rename(24, "Franz-Xaver Niedermayer-Hinterobermaier", "")
    desk.draw("x")
    desk.begin_round(1)
    desk.punish(7, Fraction(-1250), "?", 1)
    with serving(create_organiser_app(desk, OrganiserServing("de"))) as address:
        for people, names in ((24, False), (24, True), (44, True)):
            for number in range(len(desk.field.people) + 1, people + 1):
                desk.enter(f"Maximilian Oberhuber {number}")
            office.book.change(replace(desk.tournament, names=names))
            for width, height in (*SIZES, (1920, 1080)):
                page.set_viewport_size({"width": width, "height": height})
                page.goto(f"{address}/hall?page={2 if people > 40 else 1}")
                blocks = page.locator("#hall table")
                assert blocks.count() == (2 if people > 40 or not names else 1)
                foot = page.locator("footer").bounding_box()
                assert foot is not None
                assert foot["y"] + foot["height"] <= height + 1
                for at in range(blocks.count()):
                    block = blocks.nth(at).bounding_box()
                    assert block is not None
                    assert block["y"] + block["height"] <= foot["y"] + 1
                    assert block["x"] + block["width"] <= width
                    following = (
                        blocks.nth(at + 1).bounding_box() if at == 0 < blocks.count() - 1 else None
                    )
                    if following is not None and following["y"] == block["y"]:
                        assert block["x"] + block["width"] < following["x"]


def test_without_scripts_it_works_as_well(office: Office, chromium: Browser) -> None:
    page = chromium.new_page(java_script_enabled=False)
    with serving(create_organiser_app(office.with_people(), OrganiserServing("en"))) as address:
        page.goto(address + "/draw")
        page.get_by_role("textbox", name="Word or number of the draw").fill("Bierzelt")
        page.get_by_role("button", name="Preview").click()
        page.get_by_role("button", name="Draw like this").click()
        page.get_by_role("link", name="Tables").click()
        page.get_by_role("button", name="Begin round 1").click()
        assert page.get_by_text("90 minutes left").count() == 1
    page.close()
