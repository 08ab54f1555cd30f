"""Nobody goes on past a deal without a result unasked, and nothing of it is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error as PlaywrightError

from engine.cards import Suit, card
from engine.deal.record import Contract, JsonObject
from engine.journal.journal import Journal
from engine.text import PlainError
from firmware_bridge.buttons import Button
from kiosk.box.buttons import meaning
from kiosk.screens.table import in_play
from kiosk.table.commands import (
    Announce,
    CloseDeal,
    EnterDeal,
    LayCard,
    StartDeal,
    StartEvening,
    StateLaufende,
)
from kiosk.table.writer import Table
from tests.kiosk.browsing import PLAYS, begin, follow, lay, press, wait_for_screen
from tests.kiosk.fake_door import NAMES
from tests.kiosk.opened import client_of, post, screen, text
from tests.kiosk.served import served, touch_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CONCEDED: JsonObject = {"kind": "conceded", "seat": 0}
SOLO = Contract("solo", 0, Suit.EICHEL)
SIZES = ((1280, 800), (800, 480), (390, 844))


@pytest.fixture
def seated() -> Iterator[Table]:
    with touch_table(Journal.in_memory()) as table:
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        yield table


def asked_about_laufende(table: Table) -> str:
    table.do(StartDeal(3))
    table.do(Announce(SOLO))
    for code in ("EA", "EO", "G7", "S7"):
        table.do(LayCard(card(code)))
    table.do(CloseDeal(CONCEDED))
    return table.view().state.finished[-1].id


def never_called(table: Table) -> str:
    table.do(StartDeal(3))
    lay(table, PLAYS)
    table.do(CloseDeal())
    return table.view().state.finished[-1].id


def field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("unsettled", [asked_about_laufende, never_called])
@pytest.mark.parametrize("way", ["/deal", "/auction/begin"])
def test_the_next_deal_asks_first(seated: Table, unsettled: object, way: str) -> None:
    deal = unsettled(seated)  # type: ignore[operator]
    seq = seated.view().state.last_seq
    client = client_of(seated)
    response = post(client, way)
    assert (response.status_code, response.location) == (303, "/next")
    page = text(client.get("/next"))
    assert screen(page) == "unsettled"
    assert "Spiel 1 hat noch kein Ergebnis" in page
    assert "Deal 1 has no result yet" in text(client_of(seated, "en").get("/next"))
    assert field(page, "deal") == deal
    assert seated.view().state.last_seq == seq
    assert post(client, "/next", deal=deal, asked=field(page, "asked")).status_code == 303
    state = seated.view().state
    assert state.deal is not None
    assert [each.id for each in state.finished] == [deal]


def test_what_is_left_is_kept_and_one_tap_goes_back_to_it(seated: Table) -> None:
    deal = asked_about_laufende(seated)
    left = seated.view().state.finished[-1]
    client = client_of(seated)
    post(client, "/next", deal=deal, asked=field(text(client.get("/next")), "asked"))
    page = text(client.get("/"))
    assert "Spiel 1 ist ohne Ergebnis geblieben." in page
    assert "Deal 1 was left without a result." in text(client_of(seated, "en").get("/"))
    post(client, "/restore", of=field(page.partition('id="undone"')[2], "of"))
    assert seated.view().state.last_deal == left
    assert "Wie viele Laufende?" in text(client.get("/"))
    seated.do(StateLaufende(deal, -4))
    assert seated.view().state.finished[-1].result is not None


def test_its_result_can_be_entered_while_the_next_one_is_played(seated: Table) -> None:
    deal = never_called(seated)
    client = client_of(seated)
    post(client, "/next", deal=deal, asked=field(text(client.get("/next")), "asked"))
    seated.do(Announce(SOLO))
    seated.do(LayCard(card("EA")))
    page = text(client.get("/"))
    assert screen(page) == "table"
    assert f'href="/enter?deal={deal}">Spiel 1: Ergebnis fehlt<' in page
    with pytest.raises(PlainError, match="by them it is 75:45 points, price 80"):
        seated.do(EnterDeal({"won": True}, SOLO, deal=deal))
    # It is not forgotten once the deal after it has its own.
    seated.do(CloseDeal({"kind": "conceded", "seat": 0}))
    seated.do(StartDeal())
    seated.do(LayCard(card("EA")))
    assert f'href="/enter?deal={deal}">Spiel 1: Ergebnis fehlt<' in text(client.get("/"))
    seated.do(EnterDeal({"points": [75, 45], "laufende": 3}, SOLO, deal=deal))
    assert "Spiel 1: Ergebnis fehlt" not in text(client.get("/"))
    assert seated.view().state.finished[0].result is not None
    assert len(seated.view().state.finished[0].plays) == 32


def test_the_list_and_the_end_of_the_evening_say_so(seated: Table) -> None:
    asked_about_laufende(seated)
    seated.do(StartDeal())
    client, english = client_of(seated), client_of(seated, "en")
    assert "<small>ohne Ergebnis" in text(client.get("/deals"))
    assert "Spiel 1 hat noch kein Ergebnis." in text(client.get("/end"))
    assert "Deal 1 has no result yet." in text(english.get("/end"))
    deal = seated.view().state.finished[0].id
    seated.do(EnterDeal({"won": True}, SOLO, deal=deal))
    assert "ohne Ergebnis" not in text(client.get("/deals"))
    assert "kein Ergebnis" not in text(client.get("/end"))


def test_its_result_is_entered_from_its_own_page(seated: Table) -> None:
    """Not the next deal's, which would go past it."""
    deal = asked_about_laufende(seated)
    page = text(client_of(seated).get("/"))
    assert f'href="/enter?deal={deal}">Ergebnis<' in page
    assert 'href="/enter"' not in page
    seated.do(EnterDeal({"won": True}, SOLO, deal=deal))
    assert 'href="/enter"' in text(client_of(seated).get("/more"))


def test_a_settled_deal_asks_nothing(seated: Table) -> None:
    seated.do(EnterDeal({"won": True}, SOLO))
    client = client_of(seated)
    assert client.get("/next").location == "/"
    assert post(client, "/deal").location == "/"
    assert seated.view().state.deal is not None


def test_an_answer_that_bounces_or_is_about_another_deal_changes_nothing(seated: Table) -> None:
    deal = asked_about_laufende(seated)
    seq = seated.view().state.last_seq
    client = client_of(seated, double_tap=60.0)
    asked = field(text(client.get("/next")), "asked")
    assert post(client, "/next", deal=deal, asked=asked).location == "/next"
    assert post(client, "/next", deal=deal, asked="x").location == "/next"
    assert post(client, "/next", deal="another", asked="0").location == "/"
    assert post(client, "/next", deal=deal).location == "/next"
    assert seated.view().state.last_seq == seq


def test_a_button_on_the_box_does_not_go_past_it_either(seated: Table) -> None:
    deal = never_called(seated)
    view = seated.view()
    for button in (Button.NEXT_DEAL, Button.CONFIRM):
        assert meaning(button, view, in_play(view)[1]).command is None
    seated.do(EnterDeal({"amounts": [60, -20, -20, -20], "reason": "Zettel"}, deal=deal))
    settled = seated.view()
    assert meaning(Button.NEXT_DEAL, settled, in_play(settled)[1]).command == StartDeal()


@pytest.fixture
def context(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    width, height = getattr(request, "param", SIZES[0])
    context = chromium.new_context(viewport={"width": width, "height": height}, locale="de-DE")
    context.set_default_timeout(20_000)
    yield context
    context.close()


@pytest.fixture
def address(table: Table, request: pytest.FixtureRequest) -> Iterator[str]:
    window = getattr(request, "param", 0.5)
    with served(table, heartbeat=0.5, double_tap=window) as address:
        yield address


def come_to_rest(page: Page, address: str) -> None:
    """Open the first page once no tap's own answer comes in between any more."""
    for _ in range(60):
        with suppress(PlaywrightError):
            page.wait_for_load_state()
            page.goto(address)
            wait_for_screen(page, "result")
            return
    pytest.fail("the page does not come to rest")


@pytest.mark.browser
@pytest.mark.parametrize("context", SIZES, indirect=True)
def test_tapping_on_and_on_never_goes_past_a_deal(page: Page, table: Table, address: str) -> None:
    """The spot where the next deal's button was is tapped eight times in a row."""
    begin(table)
    lay(table, PLAYS)
    table.do(CloseDeal())
    page.goto(f"{address}/more")
    box = page.get_by_role("button", name="Nächstes Spiel").bounding_box()
    assert box is not None
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.dblclick(*spot)
    page.locator('[data-screen="unsettled"], [data-screen="result"]').wait_for()
    for _ in range(6):
        page.mouse.click(*spot)
    come_to_rest(page, address)
    assert table.view().state.deal is None
    assert len(table.view().state.finished) == 1


@pytest.mark.browser
@pytest.mark.parametrize("address", [0.0], indirect=True)
def test_leaving_a_deal_coming_back_and_settling_it(page: Page, table: Table, address: str) -> None:
    begin(table)
    lay(table, PLAYS)
    table.do(CloseDeal())
    page.goto(f"{address}/more")
    press(page, "Nächstes Spiel")
    press(page, "Ohne Ergebnis weiter")
    wait_for_screen(page, "wait")
    press(page, "Doch nicht")
    wait_for_screen(page, "result")
    follow(page, "Ansage")
    for key in ("who-0", "kind-rufspiel", "suit-G"):
        page.locator(f"[data-choice={key}]").click()
    page.get_by_role("button", name="Resi: Rufspiel auf die Gras-Sau").click()
    page.get_by_text("Toni zahlt an Resi 70", exact=True).wait_for()
