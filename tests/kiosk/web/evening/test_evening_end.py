"""The evening's end: who stands where, who pays whom, how it went, and how it is taken home."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cards import card
from engine.deal.record import Contract
from engine.journal.journal import Journal
from engine.text import Language
from kiosk.home.data_folder import Home
from kiosk.table.commands import EndEvening, EnterDeal, StartEvening
from kiosk.table.writer import Table
from kiosk.web.phones.desk import make_desk
from kiosk.web.phones.guest_app import create_guest_app
from kiosk.web.phones.switches import Network
from tests.kiosk.opened import client_of, post, screen, text
from tests.kiosk.served import pages, touch_table

PEOPLE = ("Kunigunde Wallnöfer", "Toni", "Vroni", "Sepp Obermayer")


@pytest.fixture
def table() -> Iterator[Table]:
    with touch_table(Journal.in_memory(), source="none") as table:
        table.do(StartEvening("schafkopf", {}, PEOPLE, "isar"))
        table.do(EnterDeal({"won": True}, Contract("solo", 0, card("EA").suit)))
        table.do(EnterDeal({"won": False}, Contract("wenz", 1)))
        table.do(EndEvening())
        yield table


def plain(page: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", page).replace("\xa0", " ").split())


@pytest.mark.parametrize(
    ("language", "money", "words"),
    [
        ("de", False, ("1. Kunigunde +200", "4. Toni −200", "Toni zahlt an Kunigunde 200")),
        ("de", True, ("1. Kunigunde +2,00 €", "4. Toni −2,00 €", "Toni zahlt an Kunigunde 2,00 €")),
        ("en", True, ("1. Kunigunde +€2.00", "4. Toni −€2.00", "Toni pays Kunigunde €2.00")),
    ],
)
def test_standing_and_payments_are_told_in_one_way(
    table: Table, language: Language, money: bool, words: tuple[str, ...]
) -> None:
    page = text(client_of(table, language, money=money).get("/"))
    assert screen(page) == "end"
    for each in words:
        assert each in plain(page)
    chart = re.findall(r"<svg[^>]*viewBox.*?</svg>", page, re.DOTALL)
    assert ("€" in "".join(chart)) is money
    assert ("€" in page) is money


def test_without_phones_the_stick_is_named_and_a_remark_is_still_offered(table: Table) -> None:
    client = client_of(table)
    page = text(client.get("/"))
    assert 'class="qr"' not in page
    assert "auf einen USB-Stick" in page
    assert 'href="/exports"' in page
    last = table.view().state.finished[-1].id
    assert f'href="/remark?deal={last}"' in text(client.get("/more"))


def test_phones_that_are_on_get_a_code_and_see_the_same(table: Table, tmp_path: Path) -> None:
    made, home = pages(), Home(tmp_path)
    network = Network("127.0.0.1", lambda: ("192.0.2.7",), tuple)
    desk = make_desk(
        *(table, home, made.guests, made.maker(table)),
        guest_port=0,
        host_port=0,
        network=network,
    )
    client = made.app(table, desk).test_client()
    assert 'class="qr"' not in text(client.get("/"))
    desk.phones.on()
    try:
        page = text(client.get("/"))
        assert 'class="qr"' in page
        assert "192.0.2.7:" in page
        assert "auf USB-Stick" not in page
    finally:
        desk.close()
    theirs = text(create_guest_app(table, made.guests).test_client().get("/"))
    assert screen(theirs) == "end"
    assert "Toni zahlt an Kunigunde 200" in plain(theirs)
    assert "<button" not in theirs
    assert "/exports" not in theirs


def test_an_evening_without_a_deal_ends_quietly() -> None:
    with touch_table(Journal.in_memory(), source="none") as table:
        table.do(StartEvening("schafkopf", {}, PEOPLE, "isar"))
        table.do(EndEvening())
        page = text(client_of(table).get("/"))
        assert screen(page) == "end"
        assert "Danke fürs Spielen" in page
        assert "<table" not in page


def test_the_end_is_taken_back_and_the_evening_goes_on(table: Table) -> None:
    client = client_of(table)
    post(client, "/undo")
    assert table.view().state.running
    assert screen(text(client.get("/"))) == "result"
