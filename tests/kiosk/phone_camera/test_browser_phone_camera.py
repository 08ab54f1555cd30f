"""From the code to the first cards read, through a bad Wi-Fi, and what off and lost mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiosk.web.phones.switches import Network
from tests.kiosk.every_page.frame import Frame
from tests.kiosk.every_page.test_every_page import AXE, broken, out_of_place
from tests.kiosk.phone_camera import film
from tests.kiosk.phone_camera.browsers import (
    PATIENCE_MS,
    phone_browser,
    phone_page,
    reaches,
    switch_on,
)
from tests.kiosk.phone_camera.house import PhoneHouse, phone_house
from tests.kiosk.phone_camera.relay import Relay
from vision.camera.live import SourceState
from vision.camera.phone import PhoneWord

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

pytestmark = pytest.mark.browser


@pytest.fixture
def house(tmp_path: Path) -> Iterator[PhoneHouse]:
    with phone_house(tmp_path / "home") as house:
        yield house


@pytest.fixture
def phone(chromium: Browser, tmp_path: Path) -> Iterator[Page]:
    with phone_browser(chromium.browser_type, film.write(tmp_path / "table.mjpeg")) as browser:
        yield phone_page(browser)


@pytest.fixture
def kiosk(chromium: Browser) -> Iterator[Page]:
    context: BrowserContext = chromium.new_context(
        viewport={"width": 1280, "height": 800}, locale="de-DE"
    )
    context.set_default_timeout(PATIENCE_MS)
    with closing(context):
        yield context.new_page()


def test_from_the_code_to_the_first_trick_through_a_bad_network(
    house: PhoneHouse, phone: Page, kiosk: Page
) -> None:
    code = switch_on(kiosk, house)
    with closing(Relay(house.port, late_s=0.04, cut=4)) as relay:
        phone.goto(f"https://127.0.0.1:{relay.port}/#{code}")
        reaches(phone, "off")
        assert phone.url.endswith("/")
        assert phone.evaluate("document.querySelector('#eye').srcObject") is None
        house.play()
        kiosk.goto(f"{house.address}/setup/camera")
        kiosk.get_by_role("button", name="Kamera einschalten").click()
        reaches(phone, "on")
        kiosk.goto(house.address)
        for card in ("EO", "H7", "HA", "SU"):
            kiosk.locator(f"[data-card={card}]").first.wait_for()
        assert relay.cuts > 0
        assert house.camera.state.phone.size == (1280, 720)


def test_off_lost_and_found_again(house: PhoneHouse, phone: Page, kiosk: Page) -> None:
    code = switch_on(kiosk, house)
    with closing(Relay(house.port, late_s=0.0, cut=0)) as relay:
        phone.goto(f"https://127.0.0.1:{relay.port}/#{code}")
        reaches(phone, "off")
        assert phone.evaluate("window.kept") == ["screen"]
        house.workshop.camera.on()
        reaches(phone, "on")
        # The imitation has a battery, and no lamp.
        word = house.camera.state.phone.word
        assert word.battery is not None
        assert word.torch is None
        kiosk.goto(f"{house.address}/setup/camera")
        kiosk.locator("#picture").wait_for()

        # Nothing can be held on a phone from here, so it is not offered.
        kiosk.get_by_role("link", name="Plätze").wait_for()
        assert not kiosk.get_by_text("Festhalten").count()

        # Off: the phone lets go of its camera, and nothing of it is held.
        kiosk.get_by_role("button", name="Kamera ausschalten").click()
        reaches(phone, "off")
        assert phone.evaluate("document.querySelector('#eye').srcObject") is None
        assert house.sight.live is not None
        assert house.sight.live.state is SourceState.OFF
        house.workshop.camera.on()
        reaches(phone, "on")
        kiosk.locator("#picture").wait_for()

        # The Wi-Fi is gone: both sides say so.
        relay.gone = True
        relay.hang_up()
        reaches(phone, "lost")
        assert "Keine Verbindung zum Tisch" in phone.inner_text("body")
        assert "No connection to the table" in phone.inner_text("body")
        kiosk.locator("#no-picture[data-power=trouble]").wait_for()
        kiosk.get_by_text("Das Handy meldet sich nicht").wait_for()

        # It is back, and so is the picture, without a tap.
        relay.gone = False
        reaches(phone, "on")
        kiosk.locator("#picture").wait_for()


def test_a_second_phone_is_refused_and_one_with_a_new_code_takes_the_place(
    house: PhoneHouse, phone: Page, kiosk: Page
) -> None:
    code = switch_on(kiosk, house)
    address = f"https://127.0.0.1:{house.port}/"
    phone.goto(f"{address}#{code}")
    reaches(phone, "off")
    browser = phone.context.browser
    assert browser is not None
    second = phone_page(browser)
    second.goto(address)
    reaches(second, "code")
    assert second.locator("#said").is_hidden()
    second.close()
    second = phone_page(browser)
    second.goto(f"{address}#{code}")
    reaches(second, "code")
    assert "gilt nicht (mehr)" in second.inner_text("#said")
    assert "not valid" in second.inner_text("#said")
    kiosk.goto(f"{house.address}/phones/camera")
    kiosk.get_by_role("button", name="Code für ein anderes Handy").click()
    word = kiosk.locator("#code b").text_content()
    assert word is not None
    second.fill("input[name=code]", word.lower())
    second.get_by_role("button", name="Weiter").click()
    reaches(second, "off")
    reaches(phone, "code")
    assert "nicht (mehr) die Kamera" in phone.inner_text("#said")
    # Loaded anew, it is known by its mark.
    second.reload()
    reaches(second, "off")
    # Switched off on purpose, which is no lost Wi-Fi; on again it needs no code.
    house.camera.port = house.port
    kiosk.get_by_role("button", name="Handy-Kamera ausschalten").click()
    reaches(second, "over")
    kiosk.get_by_role("button", name="Handy-Kamera einschalten").click()
    reaches(second, "off")
    assert house.camera.state.code is None


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_with_the_code_fits_every_screen(
    house: PhoneHouse, chromium: Browser, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.camera.phone.HEARD_S", 1e9)
    page = chromium.new_page(locale=language, reduced_motion="reduce", bypass_csp=True)
    page.add_init_script(AXE)
    with closing(page):
        house.camera.network = Network("127.0.0.1", lambda: ("192.168.178.123",), lambda: ())
        house.camera.on()
        # It looks anew by itself, which would take the page from under the measuring.
        page.route("**/phones/camera*", without_refresh)
        address = f"{house.address}/phones/camera?lang={language}"
        page.goto(address)
        assert page.locator(".qr-box svg").is_visible()
        assert out_of_place(page, "kiosk", Frame()) == {}
        assert broken(page) == []
        # With a phone there: every button it may have, and then the code for another one.
        house.sight.line.hear(PhoneWord(63, charging=True, torch=False))
        house.camera.pairing.no_code()
        page.goto(address)
        assert page.locator("main form, main + footer form").count() == 3
        assert out_of_place(page, "kiosk", Frame()) == {}
        house.camera.show_code()
        page.goto(address)
        assert page.locator(".qr-box svg").is_visible()
        assert out_of_place(page, "kiosk", Frame()) == {}
        assert broken(page) == []


def without_refresh(route: Route) -> None:
    """Hand the page on without its wish to be loaded again."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace('http-equiv="refresh"', ""))
