"""A real browser held like a phone: it follows the table, asks by itself, sleeps and catches up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from kiosk.web.phones import guest_pages
from tests.kiosk.browsing import PLAYS, lay, shown
from tests.kiosk.web.phones.conftest import House

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
PATIENCE_MS = 20_000


@pytest.fixture
def phone(chromium: Browser, house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A phone on the table's page; questions come faster than every three seconds."""
    monkeypatch.setattr(guest_pages, "POLL", 0.3)
    monkeypatch.setattr(guest_pages, "RETRY_AFTER", 1)
    house.desk.phones.on()
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="de-DE")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    asked: set[str] = set()
    broken: list[str] = []
    page.on("request", lambda request: asked.add(request.url.split("/")[2]))
    page.on("pageerror", lambda error: broken.append(str(error)))
    place = house.guests
    page.goto(place.url)
    yield page
    context.close()
    assert broken == []
    assert asked == {f"{place.host}:{place.port}"}


def link(page: Page, state: str) -> None:
    page.locator(f'#link[data-state="{state}"]').wait_for()


def card(page: Page, code: str) -> None:
    # On the table: the page that waits for the first card is adorned with cards, too.
    page.locator(f'#page[data-screen="table"] [data-card="{code}"]').first.wait_for()


def test_a_phone_follows_without_a_touch_and_changes_only_what_is_new(
    phone: Page, house: House
) -> None:
    link(phone, "live")
    house.call()
    lay(house.table, PLAYS[:1])
    card(phone, "EO")
    phone.locator("#slot-0").evaluate("slot => { slot.mine = true; }")
    lay(house.table, PLAYS[1:2])
    card(phone, "EU")
    assert phone.locator("#slot-1 [data-card=EU]").count() == 1
    assert shown(phone) == ["EO", "EU"]
    assert phone.locator("#slot-0").evaluate("slot => slot.mine === true")
    assert phone.locator("form, button, input").count() == 0


def test_nothing_is_wider_than_the_phone_and_the_links_are_large(phone: Page, house: House) -> None:
    house.call()
    lay(house.table, PLAYS[:3])
    card(phone, "H8")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for box in (each.bounding_box() for each in phone.locator(".guest-nav a").all()):
        assert box is not None
        assert box["height"] >= 44
    last = phone.locator("#slot-3").bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 844


def test_without_a_place_it_asks_by_itself_and_comes_back(phone: Page, house: House) -> None:
    running = house.desk.phones._running
    assert running is not None
    others = [f"other-{number}" for number in range(64)]
    taken = [address for address in others if running.places.take(address)]
    phone.reload()
    link(phone, "asking")
    house.call()
    lay(house.table, PLAYS[:1])
    card(phone, "EO")
    for address in taken:
        running.places.give(address)
    link(phone, "live")
    lay(house.table, PLAYS[1:2])
    card(phone, "EU")


def test_a_phone_that_lost_the_network_says_so_and_catches_up(phone: Page, house: House) -> None:
    house.call()
    lay(house.table, PLAYS[:1])
    card(phone, "EO")
    phone.context.set_offline(True)
    link(phone, "searching")
    assert phone.get_by_text("Das ist der letzte Stand. Ist das Handy").is_visible()
    lay(house.table, PLAYS[1:4])
    phone.context.set_offline(False)
    card(phone, "SO")
    link(phone, "live")
    assert shown(phone) == ["EO", "EU", "H8", "SO"]


def test_a_phone_that_slept_catches_up(phone: Page, house: House) -> None:
    house.call()
    lay(house.table, PLAYS[:1])
    card(phone, "EO")
    sleeping = phone.context.new_cdp_session(phone)
    sleeping.send("Page.setWebLifecycleState", {"state": "frozen"})
    lay(house.table, PLAYS[1:3])
    sleeping.send("Page.setWebLifecycleState", {"state": "active"})
    card(phone, "H8")
    assert shown(phone) == ["EO", "EU", "H8"]


def test_it_says_when_the_phones_are_off_keeps_the_state_and_comes_back(
    phone: Page, house: House
) -> None:
    house.call()
    lay(house.table, PLAYS[:1])
    card(phone, "EO")
    link(phone, "live")
    house.desk.phones.port = house.guests.port
    house.desk.phones.off()
    link(phone, "off")
    assert phone.get_by_text("Der Tisch zeigt nichts mehr auf Handys").is_visible()
    assert shown(phone) == ["EO"]
    house.desk.phones.on()
    lay(house.table, PLAYS[1:2])
    card(phone, "EU")
    link(phone, "live")


def test_the_other_language_and_pages_are_one_tap_away(phone: Page, house: House) -> None:
    phone.get_by_role("link", name="English").click()
    phone.wait_for_url("**/?lang=en")
    phone.get_by_role("link", name="Scores").click()
    phone.locator('#page[data-screen="scores"]').wait_for()
    phone.get_by_role("link", name="Deals").click()
    phone.locator('#page[data-screen="deals"]').wait_for()
    assert phone.locator("html").get_attribute("lang") == "en"
    del house


def test_without_scripts_the_page_is_there_and_loads_itself_anew(
    chromium: Browser, house: House
) -> None:
    house.desk.phones.on()
    house.call()
    lay(house.table, PLAYS[:2])
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(house.guests.url)
    assert page.locator('[data-card="EU"]').count() == 1
    assert 'http-equiv="refresh"' in page.content()
    context.close()
