"""A browser at the real pages, the real table and a real journal; the cards are laid by touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.cards import Suit
from engine.deal.record import Contract
from kiosk.table.commands import CloseDeal
from kiosk.table.writer import Table
from tests.kiosk.browsing import (
    PLAYS,
    answers_kept_back,
    begin,
    call_gras,
    come_to_the_alert,
    follow,
    go,
    lay,
    press,
    shown,
    sweep,
    wait_for_screen,
)
from tests.kiosk.fake_door import REVOKE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser


def test_a_deal_from_the_call_to_the_result(page: Page, table: Table, address: str) -> None:
    begin(table)
    page.goto(address)
    wait_for_screen(page, "wait")
    call_gras(page)
    wait_for_screen(page, "table")
    seen = []
    for play in PLAYS[:4]:
        lay(table, [play])
        page.locator(f'#page [data-card="{play[1:]}"]').wait_for()
        seen.append(shown(page))
    assert seen == [["EO"], ["EO", "EU"], ["EO", "EU", "H8"], ["EO", "EU", "H8", "SO"]]
    sweep(table)
    page.get_by_text("Stich 2 von 8").wait_for()
    assert shown(page) == []
    lay(table, PLAYS[4:])
    table.do(CloseDeal())
    wait_for_screen(page, "result")
    assert page.locator("h1").inner_text() == "Resi und Sepp gewinnen"
    laufende = page.locator("[data-fact=laufende]")
    assert "Mit 4 Laufenden" in laufende.inner_text()
    assert shown(page) == ["EO", "GO", "HO", "SO"]
    page.get_by_text("Toni zahlt an Resi 70", exact=True).wait_for()
    follow(page, "Punkte")
    totals = page.locator("[data-total]").evaluate_all("all => all.map(e => e.dataset.total)")
    assert totals == ["70", "70", "-70", "-70"]


def test_an_alert_brings_its_proof_and_a_correction_withdraws_it(
    page: Page, table: Table, address: str
) -> None:
    come_to_the_alert(page, table, address)
    assert page.locator("h1").inner_text() == "Toni: nicht bedient"
    proof = [
        section.locator("[data-card]").evaluate_all("all => all.map(e => e.dataset.card)")
        for section in page.locator("[data-proof]").all()
    ]
    assert proof == [["EA", "SK"], ["EK"]]
    follow(page, "Falsche Karte")
    go(page, page.locator("[data-card=SK]"))
    follow(page, "Andere")
    page.locator("button:has([data-card=E7])").click()
    wait_for_screen(page, "table")
    assert "verloren" not in page.locator("#page").inner_text()
    assert table.view().outlook.shown == ()


def test_a_ruling_ends_the_deal_and_undo_takes_it_back(
    page: Page, table: Table, address: str
) -> None:
    begin(table)
    page.goto(address)
    call_gras(page)
    lay(table, REVOKE[:22])
    press(page, "Spiel verloren")
    press(page, "Spiel abrechnen")
    wait_for_screen(page, "result")
    page.locator("h1", has_text="Toni hat nicht bedient").wait_for()
    press(page, "Rückgängig")
    press(page, "Rückgängig")
    wait_for_screen(page, "alert")


def test_an_alert_reaches_who_is_looking_at_something_else(
    page: Page, table: Table, address: str
) -> None:
    begin(table)
    page.goto(address)
    call_gras(page)
    follow(page, "Punkte")
    page.get_by_text("Noch kein Spiel fertig").wait_for()
    lay(table, REVOKE[:22])
    page.get_by_role("alert").get_by_text("Toni: nicht bedient").wait_for()
    page.get_by_role("alert").click()
    wait_for_screen(page, "alert")


def test_cards_that_lie_there_stay_where_they_are_while_others_come(
    page: Page, table: Table, address: str
) -> None:
    begin(table)
    page.goto(address)
    call_gras(page)
    lay(table, PLAYS[:1])
    first = page.locator("[data-card=EO]")
    first.wait_for()
    first.evaluate("element => { element.marked = true }")
    lay(table, PLAYS[1:2])
    page.locator("[data-card=EU]").wait_for()
    assert first.evaluate("element => element.marked") is True


def test_taps_quicker_than_their_answers_all_count_in_their_order(
    page: Page, table: Table, address: str
) -> None:
    """The answer to the first tap stays away until every tap of the call has been made."""
    begin(table)
    page.goto(f"{address}/call")
    with answers_kept_back(page):
        for key in ("who-0", "kind-wenz", "kind-rufspiel"):
            page.locator(f"[data-choice={key}]").click()
    page.locator("[data-choice=suit-G]:visible").wait_for()
    with answers_kept_back(page):
        for key in ("suit-E", "suit-G", "d-legen", "d-kontra"):
            page.locator(f"[data-choice={key}]").click()
    page.get_by_role("button", name="Resi: Rufspiel auf die Gras-Sau, Legen, Kontra").wait_for()
    page.locator("[data-choice=by-legen-1]").click()
    page.locator("[data-choice=by-kontra-1]:visible").wait_for()
    page.locator("[data-choice=d-legen]").click()
    page.locator("[data-choice=by-legen-2]").click()
    page.get_by_role("button", name="Legen ×2 von Toni, Vroni, Kontra").click()
    wait_for_screen(page, "table")
    deal = table.view().state.deal
    assert deal is not None
    assert deal.contract == Contract("rufspiel", 0, Suit.GRAS)
    said = sorted((double.say, double.seat) for double in deal.doubles if double.say == "legen")
    assert said == [("legen", 1), ("legen", 2)]
    assert [double.say for double in deal.doubles if double.say != "legen"] == ["kontra"]


def test_a_button_that_moves_away_under_the_finger_is_tapped(
    page: Page, table: Table, address: str
) -> None:
    """The answer to the tap before makes room for another row while the finger lies there."""
    begin(table)
    page.goto(f"{address}/call?step=1&who=0&kind=rufspiel")
    box = page.locator("[data-choice=suit-G]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.evaluate("document.querySelector('.choose').style.paddingTop = '120px'")
    page.mouse.up()
    page.get_by_role("button", name="Resi: Rufspiel auf die Gras-Sau").wait_for()


@pytest.mark.parametrize("word", ["legen", "kontra"])
def test_a_double_tap_is_one_doubling(page: Page, table: Table, address: str, word: str) -> None:
    """With and without the answer between the two: said once, neither twice nor not at all."""
    begin(table)
    page.goto(f"{address}/call?step=1&who=0&kind=rufspiel&suit=G")
    page.locator(f"[data-choice=d-{word}]").dblclick()
    page.locator(f"[data-choice=by-{word}-3]:visible").wait_for()
    assert page.locator(f'[name="d.{word}"]').first.get_attribute("value") == "1"
    page.locator(f"[data-choice=by-{word}-3]").dblclick()
    page.locator(f"[data-choice=by-{word}-3][aria-pressed=true]").wait_for()
    page.locator("#confirm").click()
    wait_for_screen(page, "table")
    deal = table.view().state.deal
    assert deal is not None
    assert [(double.say, double.seat) for double in deal.doubles] == [(word, 3)]


def test_what_was_tapped_last_is_what_is_called(page: Page, table: Table, address: str) -> None:
    """The call is confirmed while the answer to the last tap is still under way."""
    begin(table)
    page.goto(f"{address}/call?step=1&who=0&kind=rufspiel&suit=G")
    with answers_kept_back(page):
        page.locator("[data-choice=suit-E]").click()
        page.locator("#confirm").click()
    wait_for_screen(page, "table")
    deal = table.view().state.deal
    assert deal is not None
    assert deal.contract == Contract("rufspiel", 0, Suit.EICHEL)


def test_a_page_that_lost_its_server_catches_up(
    context: BrowserContext, table: Table, address: str
) -> None:
    begin(table)
    page = context.new_page()
    page.goto(address)
    call_gras(page)
    wait_for_screen(page, "table")
    context.set_offline(True)
    lay(table, PLAYS[:2])
    context.set_offline(False)
    page.locator("[data-card=EU]").wait_for()
    assert shown(page) == ["EO", "EU"]


def test_without_scripts_the_page_can_be_read_and_used(
    chromium: Browser, table: Table, address: str
) -> None:
    begin(table)
    context = chromium.new_context(
        java_script_enabled=False, viewport={"width": 800, "height": 480}
    )
    page = context.new_page()
    page.goto(address)
    call_gras(page)
    lay(table, PLAYS[:2])
    page.reload()
    assert page.locator("[data-card]").count() == 2
    context.close()
