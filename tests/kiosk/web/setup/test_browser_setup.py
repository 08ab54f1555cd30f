"""Camera and deck set up by one finger: the real eyes look at a drawn table, the pages lead."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from engine.cards import GERMAN_20
from kiosk.camera.camera_switch import Power
from kiosk.camera.camera_values import setup_of
from kiosk.home import deck_files
from kiosk.home.deck_files import open_deck
from tests.kiosk.browsing import go
from tests.kiosk.every_page.whole import LETTERS_CUT
from tests.kiosk.rig import Rig, rig_served
from tests.vision.drawn import drawn_profile
from tests.vision.showing import BackedTable, Show
from tests.vision.test_sheet import photographed
from vision.arrays import Image
from vision.enrolling.steps import WantedShowing
from vision.place import sheet
from vision.reading.nets import load_nets

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser
PATIENCE_MS = 20_000
NEW = (GERMAN_20[0], GERMAN_20[15], GERMAN_20[16])
"""Cards of the deck that its draft, begun before, does not hold yet."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Rig, str]]:
    table = BackedTable(width=480, height=360)
    with rig_served(tmp_path_factory.mktemp("setup"), load_nets(), table) as (rig, address):
        yield rig, address


@pytest.fixture
def rig(served: tuple[Rig, str]) -> Rig:
    return served[0]


@pytest.fixture
def tapping(context: BrowserContext, served: tuple[Rig, str]) -> Iterator[Page]:
    """A page that may not complain, on the address of the rig."""
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.goto("about:blank")
    assert complaints == []


@pytest.fixture
def address(served: tuple[Rig, str]) -> str:
    return served[1]


def press(page: Page, name: str) -> None:
    go(page, page.get_by_role("button", name=name, exact=True))


def test_the_camera_is_switched_on_looked_through_and_off(
    rig: Rig, tapping: Page, address: str
) -> None:
    tapping.goto(f"{address}/setup/camera")
    assert tapping.locator("#no-picture").get_attribute("data-power") == "off"
    press(tapping, "Kamera einschalten")
    tapping.locator("#picture").wait_for()
    assert rig.lamp.lit
    tapping.locator("[data-meter=light]").wait_for()
    # Straight above nothing has to be measured; what nobody measured is no figure.
    assert not tapping.locator("#meters > .state.bad").count()
    assert "gerade von oben" in tapping.locator("#meters").inner_text()
    assert "main" not in str(tapping.get_by_text("Tischecken", exact=True).get_attribute("class"))
    assert "Nur auf einem eingemessenen" in tapping.locator("[data-meter=pixels]").inner_text()
    tapping.locator("#picture").evaluate("image => image.decode()")
    for width, height in ((1280, 800), (800, 480)):
        tapping.set_viewport_size({"width": width, "height": height})
        cut = tapping.evaluate(LETTERS_CUT)
        # The list of what is measured scrolls.
        assert [each for each in cut if "[lines meters]" not in each] == [], (width, height)
    told = tapping.request.get(f"{address}/setup/camera/picture")
    assert told.headers["cache-control"] == "no-store"
    rig.camera.plugged = False
    tapping.locator("#no-picture[data-power=trouble]").wait_for()
    assert "ausgesteckt" in tapping.locator("#no-picture").inner_text()
    rig.camera.plugged = True
    tapping.locator("#picture").wait_for()
    press(tapping, "Kamera ausschalten")
    assert tapping.locator("#no-picture").get_attribute("data-power") == "off"
    assert tapping.request.get(f"{address}/setup/camera/picture").status == 409


def test_a_broken_off_enrolment_goes_on_through_a_wrong_card_and_a_lost_camera(
    rig: Rig, tapping: Page, address: str
) -> None:
    begin_draft(rig)
    rig.workshop.camera.on()
    tapping.goto(f"{address}/setup/deck")
    row = tapping.locator("[data-deck=wirtshaus]")
    assert "angefangen: 17 von 20" in row.inner_text()
    go(tapping, row)
    press(tapping, "Weiter einlernen")
    show = Show(rig.camera.table)
    rig.camera.show(show.empty(0.9))
    lead(tapping, "Eichel-Sau")
    rig.camera.show(show.card(NEW[0], 0.5))
    lead(tapping, "Schellen-Sau")
    # A wrong card: said, not learned, and asked for again.
    rig.camera.show(show.card(NEW[0], 1.2))
    tapping.locator("#said.bad", has_text="Das sieht aus wie Eichel-Sau").wait_for()
    assert tapping.get_by_role("button", name="Doch, stimmt").is_visible()
    lead(tapping, "Schellen-Sau")
    # The plug is pulled in the middle and put back.
    rig.camera.plugged = False
    tapping.locator("#trouble", has_text="ausgesteckt").wait_for()
    rig.camera.plugged = True
    tapping.locator("#trouble").wait_for(state="detached")
    teach(rig, show)
    tapping.locator("[data-phase=learned]").wait_for()
    assert "„wirtshaus“ ist eingelernt" in tapping.locator(".lead").inner_text()
    nets = rig.sight.nets
    assert open_deck("wirtshaus", rig.home, nets).cards == GERMAN_20
    assert not deck_files.draft_path(rig.home, "wirtshaus").exists()
    # The test of the deck, ended early: what was not shown is named.
    press(tapping, "Jetzt prüfen")
    rig.camera.show(show.empty(0.9), show.card(GERMAN_20[3], 0.5))
    tapping.locator("#said", has_text="Eichel-Ober").wait_for()
    press(tapping, "Probe beenden")
    assert "Nicht gezeigt: Eichel-Sau" in tapping.locator("#sitting").inner_text()
    press(tapping, "Fertig")
    assert "20 Karten" in tapping.locator("[data-deck=wirtshaus]").inner_text()
    assert not rig.window.lent


def begin_draft(rig: Rig) -> None:
    """Leave a draft of seventeen cards, as an enrolment that was broken off does."""
    begun = drawn_profile(rig.sight.nets, [card for card in GERMAN_20 if card not in NEW])
    path = deck_files.draft_path(rig.home, "wirtshaus")
    deck_files.save(begun, path, rig.home)
    deck_files.keep_plan(rig.home, "wirtshaus", GERMAN_20)


def teach(rig: Rig, show: Show) -> None:
    """Show what is asked for until the deck is learned; second views are left out."""
    for _ in range(40):
        sitting = rig.workshop.classroom.look(rig.table.view())
        assert sitting is not None
        state = sitting.state
        if state.wanted is WantedShowing.SECOND_VIEW:
            sitting.skip()
        elif state.wanted is WantedShowing.CARD:
            assert state.card is not None
            rig.camera.show(show.card(state.card, 1.0))
            again = sitting.state
            if again.card is state.card and again.doubtful:
                sitting.keep()
        elif state.wanted is WantedShowing.BACK:
            rig.camera.show(show.back(GERMAN_20[0]))
        elif state.wanted is WantedShowing.HAND:
            rig.camera.show(show.hand())
        else:
            return
    raise AssertionError(state)


def lead(page: Page, words: str) -> None:
    page.locator("#lead", has_text=words).wait_for(timeout=PATIENCE_MS)


def test_corners_are_tapped_nudged_taken_back_and_used(
    rig: Rig, tapping: Page, address: str
) -> None:
    rig.camera.table = BackedTable(width=960, height=600)
    rig.workshop.camera.on()
    tapping.goto(f"{address}/setup/camera/corners")
    press(tapping, "70 × 70 cm")
    press(tapping, "Bild aufnehmen")
    for count, (x, y) in enumerate(((0.04, 0.06), (0.96, 0.05), (0.95, 0.94), (0.3, 0.5)), 1):
        tap(tapping, x, y)
        tapping.locator(f".corner >> nth={count - 1}").wait_for()
    assert "Tisch" in tapping.locator("#sentence").inner_text()
    press(tapping, "Rückgängig")
    assert tapping.locator(".corner").count() == 3
    tap(tapping, 0.05, 0.95)
    before = tapping.locator(".corner.active").get_attribute("data-corner")
    press(tapping, "Ecke nach oben")
    after = tapping.locator(".corner.active").get_attribute("data-corner")
    assert before is not None
    assert after is not None
    assert float(before.split(",")[1]) - float(after.split(",")[1]) == pytest.approx(2.0, abs=0.11)
    press(tapping, "Übernehmen")
    assert tapping.url.endswith("/setup/camera/seats")
    first = rig.workshop.geometry
    stored = setup_of(rig.home, "camera")
    assert first is not None
    assert first.calibrated
    assert stored is not None
    assert stored.geometry == first
    assert tapping.request.get(f"{address}/setup/camera/corners/still").status == 409
    assert tapping.locator("text[data-seat='0']").text_content() == "Platz 1"
    press(tapping, "Drehen ↻")
    assert rig.workshop.geometry != first
    press(tapping, "Drehen ↺")
    assert rig.workshop.geometry is not None
    assert rig.workshop.geometry.px_to_mm[0] == pytest.approx(first.px_to_mm[0])


@dataclass
class Papered(BackedTable):
    """A table in whose middle a sheet of paper lies."""

    paper: Image | None = None

    def __post_init__(self) -> None:
        self._taken = 0
        self.seen = threading.Event()

    def picture(self) -> Image:
        """Show the table with the paper on it; the second time somebody has seen the first."""
        assert self.paper is not None
        self._taken += 1
        if self._taken == 2:
            self.seen.set()
        return self.paper


def lay(rig: Rig, paper: Image) -> None:
    """Lay the paper on the table and wait until it was seen."""
    height, width = paper.shape[:2]
    table = Papered(width=width, height=height, paper=paper)
    rig.camera.table = table
    assert table.seen.wait(60.0)


def test_a_sheet_is_printed_laid_and_found_and_says_itself_what_is_watched(
    rig: Rig, tapping: Page, address: str
) -> None:
    rig.workshop.camera.on()
    corners = f"{address}/setup/camera/corners"
    for size, printed in (("80 × 80 cm", sheet.USUAL), ("60 cm rund", sheet.ROUND)):
        lay(rig, photographed(printed=printed))
        tapping.goto(corners)
        press(tapping, size)
        # A round table has no corners to tap.
        taken = tapping.get_by_role("button", name="Bild aufnehmen", exact=True).count()
        assert taken == (printed is sheet.USUAL)
        with tapping.expect_download() as load:
            tapping.get_by_role("link", name="Messblatt drucken", exact=True).click()
        assert load.value.path().read_bytes() == sheet.pdf(printed)
        press(tapping, "Mit Messblatt suchen")
        assert tapping.url.endswith("/setup/camera/seats")
        stored = setup_of(rig.home, "camera")
        assert stored is not None
        assert stored.geometry is not None
        assert (stored.geometry.field_mm, stored.geometry.size) == (printed.field_mm, (1280, 720))
    lay(rig, photographed(printed=sheet.USUAL, below=sheet.ROUND))
    tapping.goto(corners)
    press(tapping, "Mit Messblatt suchen")
    assert "zwei verschiedenen Messblättern" in tapping.locator("#sentence").inner_text()


def tap(page: Page, x: float, y: float) -> None:
    """Lay a finger on the picture, look through the loupe, let go."""
    page.locator("#still").evaluate("image => image.decode()")
    box = page.locator("#still").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])
    page.mouse.down()
    assert page.locator("canvas.glass").is_visible()
    with page.expect_navigation():
        page.mouse.up()


@pytest.mark.prove
def test_a_whole_deck_is_enrolled_and_tested_by_the_page(
    rig: Rig, tapping: Page, address: str
) -> None:
    tapping.goto(f"{address}/setup/deck/new")
    tapping.locator("input[name=name]").fill("stammtisch 2")
    tapping.locator("label", has=tapping.locator("input[value=german-20]")).first.click()
    press(tapping, "Karte für Karte")
    assert rig.workshop.camera.state.power in (Power.STARTING, Power.ON)
    show = Show(rig.camera.table)
    rig.camera.show(show.empty(0.9))
    teach(rig, show)
    press(tapping, "Jetzt prüfen")
    rig.camera.show(show.empty(0.9))
    for card in reversed(GERMAN_20):
        rig.camera.show(show.card(card, 0.6))
    tapping.locator("[data-phase=tested]").wait_for()
    assert "Alle Karten sicher erkannt" in tapping.locator(".lead").inner_text()
    press(tapping, "Fertig")
    assert "stammtisch-2" in rig.given()["decks"]()
