"""A small tournament from the first name to the prizes, by hand in a browser; every page by axe."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.dealfile.reader import read_object
from kiosk.organiser.app import OrganiserServing, create_organiser_app
from kiosk.organiser.database import Database
from tests.kiosk.every_page.test_every_page import AXE, RUN
from tests.kiosk.organiser.test_desk import Office, deal_of
from tests.kiosk.organiser.test_pages import REVOKE
from tests.kiosk.served import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PAGES = (
    *("/", "/people", "/people/7", "/draw", "/draw?seed=x", "/lists", "/lists/1/1", "/ranking"),
    *("/protests", "/protests/1", "/files", "/terms", "/hall"),
)
SHEETS = ("/print/ranking", "/print/tables", "/print/slips", "/print/lists")
SIZES = ((1280, 800), (800, 480), (390, 844))
OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
NAMES = "Resi;Toni;Vroni;Sepp;Kathi;Xaver;Maria;Franz-Xaver Niedermayer;Anna;Korbinian;Leni"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with Database.open(tmp_path) as database:
        yield Office(database)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    opened = chromium.new_page(locale="de-DE")
    yield opened
    opened.close()


def test_a_small_tournament_by_hand(office: Office, page: Page) -> None:
    desk = office.desk
    with serving(create_organiser_app(desk, OrganiserServing("de"))) as address:
        page.goto(address + "/people")
        page.get_by_label("Je Zeile eine Person").fill(
            "\n".join(f";{name}" for name in NAMES.split(";"))
        )
        page.get_by_role("button", name="Einlesen").click()
        assert page.locator("tr[data-number]").count() == 11
        page.get_by_label("Ändern 11").click()
        page.get_by_role("button", name="nicht gekommen").click()
        page.goto(address + "/people")
        page.get_by_label("Name", exact=True).fill("Hias")
        page.get_by_role("button", name="Eintragen").click()

        page.get_by_role("link", name="Auslosung").click()
        page.get_by_role("textbox", name="Wort oder Zahl der Auslosung").fill("Bierzelt")
        page.get_by_role("button", name="Ansehen").click()
        page.get_by_role("button", name="So auslosen").click()
        assert page.locator(".seating").count() == 2
        page.get_by_role("link", name="Tische").click()
        page.get_by_role("button", name="Runde 1 beginnen").click()
        page.get_by_text("noch 90 Minuten").wait_for()

        # What a table sends appears by itself.
        office.arrived.sent.append(deal_of(desk, 10, 60, -20, -20, -20))
        office.heard("1", "online")
        page.get_by_text("1 von 20").wait_for()

        page.goto(address + "/lists/1/2")
        fields = page.get_by_label("Punkte")
        for at, points in enumerate(("30", "−10", "-10", "-10")[: fields.count()]):
            fields.nth(at).fill(points)
        if fields.count() == 3:
            fields.nth(0).fill("20")
        page.get_by_role("button", name="Eintragen").click()
        page.get_by_text("vom Papier").first.wait_for()

        page.get_by_role("link", name="Rangliste").click()
        page.get_by_label("Startnummer").fill("3")
        page.get_by_label("Punkte", exact=True).fill("-50")
        page.get_by_label("Grund").fill("kam zu spät")
        page.get_by_role("button", name="Eintragen").click()
        page.get_by_text("kam zu spät").wait_for()

        contested = deal_of(desk, 20, 0, 0, 0, 0, deal=2)
        office.arrived.sent.append(
            replace(contested, status="unsettled", record=read_object(REVOKE))
        )
        page.goto(address + "/lists/1/1")
        page.get_by_label("Einspruch 2").click()
        page.get_by_label("Startnummer").fill(str(contested.seats[0].number))
        page.get_by_label("Wogegen").fill("nicht bedient")
        page.get_by_role("button", name="Eintragen").click()
        page.get_by_text("Nicht bedient", exact=False).first.wait_for()
        page.get_by_role("link", name="Karte für Karte").click()
        page.locator(".card").first.wait_for()
        page.go_back()
        page.get_by_role("button", name="Stattgeben").click()
        page.get_by_text("stattgegeben").first.wait_for()

        page.get_by_role("link", name="Tische").click()
        page.get_by_role("button", name="Runde 1 beenden").click()
        page.get_by_role("button", name="Runde 2 beginnen").click()
        page.get_by_role("button", name="Runde 2 beenden").click()
        page.goto(address + "/hall")
        assert "Endstand" in page.inner_text("h1")
        assert page.locator("tbody tr").count() == 10


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_fits_and_can_be_used(office: Office, chromium: Browser, language: str) -> None:
    page = chromium.new_page(bypass_csp=True)
    page.add_init_script(AXE)
    desk = office.with_people(7)
    desk.enter("Franz-Xaver Niedermayer-Hinterobermaier", "Sankt Wolfgang ob Eggenfelden")
    desk.draw("Bierzelt")
    desk.begin_round(1)
    office.arrived.sent.append(deal_of(desk, 10, 30, 10, -20, -20))
    office.heard("2", "offline")
    contested = deal_of(desk, 20, 0, 0, 0, 0, deal=2)
    office.arrived.sent.append(replace(contested, status="unsettled", record=read_object(REVOKE)))
    desk.protest(1, "1", 2, contested.seats[0].number, "nicht bedient")
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
    office.book.change(replace(desk.tournament, names=True))
    desk.draw("x")
    desk.begin_round(1)
    with serving(create_organiser_app(desk, OrganiserServing("de"))) as address:
        for width, height in (*SIZES, (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(address + "/hall")
            bottom = page.locator("tbody tr").last.bounding_box()
            foot = page.locator("footer").bounding_box()
            assert bottom is not None
            assert foot is not None
            assert bottom["y"] + bottom["height"] <= foot["y"] + 1
            assert foot["y"] + foot["height"] <= height + 1


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
