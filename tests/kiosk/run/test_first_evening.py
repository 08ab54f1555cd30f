"""From power-on to the first scored deal with nothing but what is on the screen, taps counted."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.evening.fold import fold
from engine.journal.journal import Journal
from kiosk.camera.workshop import Workshop
from kiosk.home.data_folder import Home
from kiosk.table.resumption import SAMPLE_VIDEO
from tests.kiosk.appliance import true_deals
from tests.kiosk.cli import address_of, start
from tests.kiosk.first_evening import (
    PATIENCE_MS,
    Finger,
    Keys,
    begin_by_dealer,
    call_by_the_film,
    camera_that_sees,
    first_deal_by_hand,
    first_walk,
    running,
    to_the_walk,
)
from tests.kiosk.served import served
from tests.kiosk.state_screens import Scene
from tests.mosquitto import free_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

MOST_TAPS = 20
"""A first evening, a name typed letter by letter included."""
MOST_WATCHED = 20
"""With a camera: the deck is asked, and what is played is said; the cards need no tap."""
FILM_MS = 1_500_000
"""Of the first deal, 83 s long, for a machine that looks slowly."""
MOST_AGAIN = 5
"""From power-on to the first card for people who were here before."""


def opened(chromium: Browser, address: str) -> Page:
    page = chromium.new_page(viewport={"width": 800, "height": 480}, locale="de-DE")
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address)
    return page


def test_tab_and_enter_alone_lead_to_the_first_scored_deal(
    tmp_path: Path, chromium: Browser
) -> None:
    with running(tmp_path) as address:
        keys = Keys(opened(chromium, address))
        to_the_walk(keys)
        first_walk(keys)
        begin_by_dealer(keys)
        first_deal_by_hand(keys)
        assert keys.page.get_by_text("Resi und Sepp gewinnen").first.is_visible()
        keys.page.close()


def test_a_first_evening_and_the_next_one(tmp_path: Path, chromium: Browser) -> None:
    with running(tmp_path) as address:
        finger = Finger(opened(chromium, address))
        to_the_walk(finger)
        first_walk(finger)
        begin_by_dealer(finger)
        first_deal_by_hand(finger)
        assert len(finger.taps) <= MOST_TAPS, finger.taps
        print(f"{len(finger.taps)} taps to the first scored deal")
        finger.button("Mehr")
        finger.look("more")
        finger.button("Abend beenden")
        finger.look("sure")
        finger.button("Abend beenden")
        finger.look("end")
        finger.page.close()
    journal = Journal.open(Home(tmp_path).journal)
    state = fold(journal.events())
    journal.close()
    assert state.seats == ("Resi", "Toni", "Xaver", "Sepp")
    assert list(state.totals) == [20, -20, -20, 20]
    assert state.ended is not None

    process = start(tmp_path, "run", "--no-camera", "--port", "0", OMP_NUM_THREADS="1")
    with process:
        again = Finger(opened(chromium, address_of(process)))
        again.look("start")
        again.button("Wie letztes Mal")
        again.look("go")
        assert "Resi, Toni, Xaver, Sepp" in again.page.locator(".chosen").inner_text()
        again.button("Los geht’s")
        again.look("wait")
        assert len(again.taps) < MOST_AGAIN
        assert "Resi" in again.page.locator(".sub").inner_text()  # left of the last dealer
        process.send_signal(signal.SIGKILL)
        process.communicate()
        again.page.close()

    # Also where nothing says that there is no camera: an evening left open comes before the sample.
    with running(tmp_path) as address:
        back = Finger(opened(chromium, address))
        back.look("resume")
        back.button("Ja, weiter")
        back.look("wait")
        back.page.close()


@pytest.mark.prove
def test_a_first_evening_with_a_camera(tmp_path: Path, chromium: Browser) -> None:
    """The filmed evening is played before a simulated network camera that waits for who looks."""
    home, port = Home(tmp_path), free_port()
    home.prepare()
    home.table_toml.write_text(f"[metrics]\nport = {port}\n")
    with (
        camera_that_sees(SAMPLE_VIDEO, port) as camera,
        running(tmp_path, "--source", camera) as address,
    ):
        finger = Finger(opened(chromium, address))
        finger.look("start")
        first_walk(finger, watched=True)
        finger.button("Kamera an, los geht’s")
        finger.look("wait")
        call_by_the_film(finger)
        # The cards are read and the deal is scored without another tap.
        assert len(finger.taps) <= MOST_WATCHED, finger.taps
        print(f"{len(finger.taps)} taps to the first scored deal with a camera")
        finger.page.set_default_timeout(FILM_MS)
        finger.page.locator('#page[data-screen="result"]').wait_for()
        finger.page.close()
    journal = Journal.open(Home(tmp_path).journal)
    (deal, *_) = fold(journal.events()).finished
    journal.close()
    first = true_deals(SAMPLE_VIDEO)[0]
    assert [play.seat for play in deal.plays] == [seat for seat, _ in first["plays"]]
    assert [play.card and play.card.code for play in deal.plays] == [
        card for _, card in first["plays"]
    ]


def test_a_finger_types_without_a_keyboard(tmp_path: Path, chromium: Browser) -> None:
    """Wherever a field is touched the screen's own keyboard opens; a mouse opens none."""
    scene = Scene()
    scene.door.seat_them()
    with served(scene.door, workshop=Workshop(Home(tmp_path))) as address:
        context = chromium.new_context(viewport={"width": 800, "height": 480}, has_touch=True)
        page = context.new_page()
        page.goto(f"{address}/setup/deck/new")
        field = page.locator("input[name=name]")
        field.click()
        assert page.locator(".keys.over").count() == 0
        field.fill("")
        field.blur()
        field.tap()
        for letter in ("g", "u", "ß"):
            page.locator(f'.over [data-key="{letter}"]').tap()
        page.locator('.over [data-do="back"]').tap()
        assert field.input_value() == "Gu"
        box, keys = field.bounding_box(), page.locator(".over").bounding_box()
        assert box is not None
        assert keys is not None
        assert box["y"] + box["height"] <= keys["y"]
        page.locator('.over [data-do="close"]').tap()
        page.locator(".over").wait_for(state="hidden")
        context.close()
