"""Phones see a deal with open cards only where the evening's host switched it on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import TYPE_CHECKING

import pytest

from engine.cards import Suit
from engine.deal.record import Contract
from kiosk.home.files import OpenTo
from kiosk.table.commands import Announce, CloseDeal, StartDeal, Undo
from tests.kiosk.browsing import PLAYS, lay
from tests.kiosk.opened import shown_cards
from tests.kiosk.replay.opened_cards import CHAIN, PHASES
from tests.kiosk.web.phones.conftest import House

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HERE = "/replay/1/open"


@pytest.fixture
def over(house: House) -> House:
    """A deal is over and the phones look on."""
    house.table.do(Announce(Contract("rufspiel", 0, Suit.GRAS)))
    lay(house.table, PLAYS)
    house.table.do(CloseDeal())
    house.desk.phones.on()
    return house


def page(house: House, path: str) -> tuple[int, str]:
    answer = house.guests.get(path)
    return answer.status, answer.body.decode()


def test_unasked_no_phone_sees_it_and_no_page_leads_there(over: House) -> None:
    status, body = page(over, HERE)
    assert status == 403
    assert "Gastgeber" in body
    assert "data-told" not in body
    assert "to-open-cards" not in page(over, "/replay/1/3")[1]
    assert over.knows.asked == []


def test_where_the_host_switched_it_on_every_step_leads_there(over: House) -> None:
    over.wishes.change(open_cards="phones")
    status, body = page(over, "/replay/1/3")
    assert status == 200
    assert f'href="{HERE}?lang=de"' in body
    assert "◆" not in body, "the steps themselves give nothing away"
    status, told = page(over, HERE)
    assert status == 200
    assert CHAIN.de in told
    assert "konnte Vroni nicht wissen" in told
    assert not re.search(r"<form|<button|<input|csrf|hx-", told)
    [href] = re.findall(r'data-told="SA" href="([^"]+)"', told)
    at_card = page(over, unescape(href))[1]
    assert 'data-card="SA"' in at_card
    assert CHAIN.en in page(over, f"{HERE}?lang=en")[1]
    assert page(over, "/replay/1/open/")[0] == 404


def test_from_a_card_on_the_steps_carry_the_marks_and_without_it_none(over: House) -> None:
    over.wishes.change(open_cards="phones")
    [href] = re.findall(r'data-told="HZ" href="([^"]+)"', page(over, HERE)[1])
    at_card = page(over, unescape(href))[1]
    assert CHAIN.de in at_card
    assert shown_cards(at_card)[-2:] == ["HZ", "SU"], "the better card beside the one laid"
    marks = re.findall(r'data-trick="(\d)" href="([^"]+)"', at_card)
    assert [number for number, _ in marks] == ["2", "5", "6"]
    assert at_card.count("◆") == 3
    assert marks[0][1] == href
    [onward] = re.findall(r'data-go="on" href="([^"]+)"', at_card)
    status, after = page(over, unescape(onward))
    assert status == 200
    assert "told-here" not in after
    assert after.count("◆") == 3
    [tongue] = re.findall(r'class="tongue" href="([^"]+)"', at_card)
    assert CHAIN.en in page(over, unescape(tongue))[1]
    plain = page(over, unescape(href).replace("&open=1", ""))[1]
    assert "◆" not in plain
    assert "told-here" not in plain
    assert "open=1" not in plain, "nor do the steps beside it"
    # Where the host takes it back, an old address shows the plain step.
    over.wishes.change(open_cards="table")
    assert "◆" not in page(over, unescape(href))[1]


@pytest.mark.parametrize("to", ["table", "nobody"])
def test_switched_off_again_it_is_gone_at_once(over: House, to: OpenTo) -> None:
    over.wishes.change(open_cards="phones")
    assert page(over, HERE)[0] == 200
    assert "to-open-cards" in page(over, "/replay/1/3")[1]
    over.wishes.change(open_cards=to)
    assert page(over, HERE)[0] == 403
    assert "to-open-cards" not in page(over, "/replay/1/3")[1]


def test_a_running_deal_and_one_that_runs_again_are_refused(over: House) -> None:
    over.wishes.change(open_cards="phones")
    over.table.do(StartDeal(0))
    over.call()
    lay(over.table, ["1EO"])
    assert page(over, "/replay/2/open")[0] == 403
    over.table.do(Undo())
    over.table.do(Undo())
    over.table.do(Undo())
    assert over.knows.asked == []
    over.table.do(Undo())
    status, body = page(over, HERE)
    assert status == 403
    assert "läuft noch" in body
    assert over.knows.asked == []


def test_while_it_is_worked_out_the_page_comes_again_and_tells_it_once_it_is_there(
    over: House,
) -> None:
    over.wishes.change(open_cards="phones")
    for phase, over.knows.found in PHASES.items():
        body = page(over, HERE)[1]
        assert f'data-phase="{phase}"' in body
        assert ('http-equiv="refresh"' in body) == (phase in ("working", "waiting"))


@pytest.fixture
def phone(chromium: Browser, over: House) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="de-DE")
    context.set_default_timeout(20_000)
    yield context.new_page()
    context.close()


@pytest.mark.browser
def test_a_phone_taps_its_way_there_and_to_a_card(phone: Page, over: House) -> None:
    over.wishes.change(open_cards="phones")
    over.knows.found = PHASES["working"]
    phone.goto(f"{over.guests.url}/replay/1")
    phone.locator("#to-open-cards").click()
    phone.locator("#open-cards[data-phase=working]").wait_for()
    over.knows.found = PHASES["told"]
    phone.locator("#open-cards[data-phase=told]").wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.locator("[data-told=HZ]").click()
    phone.locator('#stage [data-card="HZ"]').wait_for()
    phone.locator('.told-here [data-card="SU"]').wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.locator("[data-trick='5']").click()
    phone.locator('.told-here [data-card="S7"]').wait_for()
