"""A deck in rows by one finger, with scripts and without, at every size and in both languages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.cards import GERMAN_20
from engine.text import Language
from kiosk.camera import rows_enrolment
from kiosk.home.deck_files import open_deck
from tests.kiosk.browsing import go
from tests.kiosk.every_page.frame import Frame
from tests.kiosk.every_page.test_every_page import AXE, broken, out_of_place
from tests.kiosk.gallery import LEAST, SIZES, SMALL
from tests.kiosk.rig import PATIENCE_S, Rig, rig_served
from tests.kiosk.web.setup.test_rows import FACES, StillTable, squared
from tests.vision.laid_rows import Ground, sheet
from vision.arrays import Image
from vision.enrolling.card_pictures import CardPicture
from vision.enrolling.laid_deck import cut_rows
from vision.enrolling.rows import LaidDoubt
from vision.reading.nets import load_nets

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
SHOTS = os.environ.get("MEHRKOPF_SHOTS")
"""A folder for pictures of these pages, for people to look at; None: none are taken."""
BEGIN = {"de": "Alle Karten in Reihen", "en": "All cards in rows"}
SHOT = {"de": "Bild aufnehmen", "en": "Take the picture"}


@pytest.fixture(scope="module")
def picture() -> Image:
    """What the camera sees."""
    return squared(sheet(FACES, [one.code for one in GERMAN_20], 5, Ground.TABLE, 6).picture)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, picture: Image) -> Iterator[tuple[Rig, str]]:
    table = StillTable(width=640, height=400)
    table.shown = picture
    with rig_served(tmp_path_factory.mktemp("rows"), load_nets(), table) as (rig, address):
        yield rig, address


@pytest.fixture(scope="module")
def cut(picture: Image) -> tuple[CardPicture, ...]:
    """What is found on the picture, looked for once."""
    return cut_rows(picture, "x")


def looked_at(page: Page, name: str, language: Language) -> None:
    """Assert that a page fits every screen, can be touched and read aloud."""
    assert out_of_place(page, "kiosk", Frame()) == {}, name
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SMALL, LEAST[size]) == [], f"{name} {size}"
        cards = page.locator(".cut-card").all()
        for box in (each.bounding_box() for each in cards[:1]):
            assert box is not None
            assert min(box["width"], box["height"]) >= LEAST[size][0]
        if SHOTS is not None:
            page.screenshot(path=Path(SHOTS) / f"{name}-{language}-{size}.png")
    page.evaluate(AXE)
    assert broken(page) == [], name


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_state_of_the_sheet_fits_and_can_be_touched(
    chromium: Browser,
    served: tuple[Rig, str],
    cut: tuple[CardPicture, ...],
    monkeypatch: pytest.MonkeyPatch,
    language: Language,
) -> None:
    rig, address = served
    doubts = {2: LaidDoubt.SIDE, 7: LaidDoubt.SIDE}
    doubtful = tuple(replace(one, doubt=doubts.get(k)) for k, one in enumerate(cut))
    coming = [(), doubtful[:9], doubtful[9:]]

    def look(picture: Image, name: str) -> tuple[CardPicture, ...]:
        return coming.pop(0)

    monkeypatch.setattr(rows_enrolment, "cut_rows", look)
    locale = "de-DE" if language == "de" else "en-GB"
    page = chromium.new_page(locale=locale, reduced_motion="reduce", bypass_csp=True)
    page.goto(f"{address}/setup/deck/new")
    if page.locator("html").get_attribute("lang") != language:
        # The tap goes on its way once the program has answered: what is typed before is lost.
        go(page, page.locator("button.language[lang]"))
    page.locator("input[name=name]").fill(f"blatt-{language}")
    page.locator("label", has=page.locator("input[value=german-20]")).first.click()
    looked_at(page, "new", language)
    page.get_by_role("button", name=BEGIN[language]).click()
    page.locator("[data-phase=empty] .eye").wait_for()
    page.reload()
    looked_at(page, "empty", language)
    for name in ("nothing", "half", "doubtful"):
        sitting = rig.workshop.classroom.rows
        assert sitting is not None
        go(page, page.locator("form[action$='/rows/take'] button"))
        assert sitting.wait(PATIENCE_S)
        page.goto(f"{address}/setup/deck/rows")
        looked_at(page, name, language)
    assert page.locator(".cut-card.asked").count() == 2
    page.locator("[data-number='3']").click()
    page.locator("[data-screen=setup-rows-card]").wait_for()
    looked_at(page, "card", language)
    page.locator("form:has(input[value=whole]) button").click()
    page.locator("form[action$='/rows/whole'] button").click()
    page.locator("form[action$='/rows/save'] button").wait_for()
    looked_at(page, "ready", language)
    page.locator("form[action$='/rows/save'] button").click()
    page.locator("[data-phase=saved]").wait_for()
    looked_at(page, "saved", language)
    go(page, page.locator("form[action$='/rows/stop'] button"))
    page.close()
    assert open_deck(f"blatt-{language}", rig.home, rig.sight.nets).cards == GERMAN_20


def test_without_scripts_a_deck_is_enrolled_as_well(
    chromium: Browser, served: tuple[Rig, str]
) -> None:
    rig, address = served
    page = chromium.new_page(java_script_enabled=False, locale="de-DE")
    page.goto(f"{address}/setup/deck/new")
    language: Language = "de" if page.locator("html").get_attribute("lang") == "de" else "en"
    page.locator("input[name=name]").fill("ohne")
    page.locator("input[value=german-20]").check(force=True)
    page.get_by_role("button", name=BEGIN[language]).click()
    assert rig.window.newest(PATIENCE_S) is not None
    page.get_by_role("button", name=SHOT[language]).click()
    page.locator("[data-phase=sheet]").wait_for(timeout=PATIENCE_S * 1000)
    assert page.locator(".cut-card").count() == 20
    page.locator("form[action$='/rows/save'] button").click()
    page.locator("[data-phase=saved]").wait_for()
    page.locator("form[action$='/rows/stop'] button").click()
    page.close()
    assert open_deck("ohne", rig.home, rig.sight.nets).cards == GERMAN_20
