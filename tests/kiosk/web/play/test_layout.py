"""The piles of two players: their open cards are told by taps, and turned over as they go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from engine.cards import card
from engine.deal.record import Contract, Reveal
from engine.deal.report import Status
from engine.evening.deal import DealState
from engine.games import game
from engine.journal.journal import Journal
from engine.text import PlainError
from kiosk.table.commands import (
    Announce,
    GiveLayout,
    LayCard,
    StartDeal,
    StartEvening,
    TurnOver,
    Undo,
)
from kiosk.table.writer import Table
from tests.kiosk.browsing import follow, go, press
from tests.kiosk.opened import client_of, post, screen, text
from tests.kiosk.served import touch_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

RESI = "HO E7 SA G9 EZ HK SU G7"
TONI = "EO E8 SK GZ EA HA GU S7"
"""The open cards of a layout of two (DEAL_FILE, `piles`)."""


@pytest.fixture
def table() -> Iterator[Table]:
    with touch_table(Journal.in_memory()) as table:
        table.do(StartEvening("mehrkopf", {}, ("Resi", "Toni"), "isar"))
        table.do(StartDeal(1))
        yield table


def running(table: Table) -> DealState:
    deal = table.view().state.deal
    assert deal is not None
    return deal


def tell(client: FlaskClient, *rows: str) -> None:
    """Tell every pile of the first players in the order in which the page asks for them."""
    where = "/layout/0/0"
    for code in " ".join(rows).split():
        response = post(client, where, card=code)
        assert response.status_code == 303
        where = str(response.location)
    assert where == "/layout" or len(rows) < 2


def told(table: Table) -> list[str]:
    return [
        " ".join("??" if pile[-1] is None else pile[-1].code for pile in seat)
        for seat in running(table).piles or ()
    ]


def tiles(page: str) -> list[str]:
    return re.findall(r'class="pile (\w+)', page)


def test_each_open_card_takes_one_tap(table: Table) -> None:
    client = client_of(table)
    page = text(client.get("/"))
    assert 'href="/layout">Auslage<' in page
    assert 'href="/layout">Layout<' in text(client_of(table, "en").get("/"))
    assert tiles(text(client.get("/layout"))) == ["unsaid"] * 16
    tell(client, RESI, TONI)
    assert told(table) == [RESI, TONI]
    assert all(len(pile) == 2 for seat in running(table).record.piles or () for pile in seat)
    assert tiles(text(client.get("/layout"))) == ["open"] * 16


def test_the_whole_deck_is_offered_whatever_lies(table: Table) -> None:
    """What is still out is not told by what is missing here (DESIGN 8)."""
    client = client_of(table)
    tell(client, RESI)
    page = text(client.get("/layout/1/0"))
    offered = re.findall(r'name="card" value="(\w\w)"', page)
    deck = game("mehrkopf").setting(running(table).record).deck
    assert sorted(offered) == sorted(each.code for each in deck)
    response = post(client, "/layout/1/0", card="HO")
    assert response.location == "/layout/1/0?lies=1"
    assert "liegt schon an anderer Stelle" in text(client.get("/layout/1/0?lies=1"))
    assert told(table)[1] == "?? ?? ?? ?? ?? ?? ?? ??"


def test_a_card_that_was_played_is_followed_by_the_one_under_it(table: Table) -> None:
    client = client_of(table)
    tell(client, RESI, TONI)
    table.do(Announce(Contract("solo", 0, card("EO").suit)))
    assert client.get("/layout/0/0").status_code == 200
    for code in ("HO", "EO"):
        table.do(LayCard(card(code)))
    page = text(client.get("/layout"))
    assert [tiles(page)[0], tiles(page)[8]] == ["turn", "turn"]
    assert tiles(page).count("open") == 14
    post(client, "/layout/0/0", card="S9")
    post(client, "/layout/1/0", card="H7")
    assert running(table).record.reveals == (
        Reveal(2, 0, 0, card("S9")),
        Reveal(2, 1, 0, card("H7")),
    )
    assert told(table) == [RESI, TONI]
    assert client.get("/layout/0/0").status_code == 404
    table.do(LayCard(card("H7")))
    assert tiles(text(client.get("/layout")))[8] == "gone"
    assert client.get("/layout/1/0").status_code == 404


def test_a_card_withheld_that_lay_open_is_proven_at_once(table: Table) -> None:
    """With the layout on record everybody sees who could have followed (RULES 13)."""
    table.do(Announce(Contract("solo", 0, card("EO").suit)))
    client = client_of(table)
    tell(client, RESI, TONI)
    for code in ("G9", "S7"):
        table.do(LayCard(card(code)))
    (verdict,) = [v for v in running(table).report.verdicts if v.status is Status.PROVEN]
    assert (verdict.kind, verdict.seat, verdict.play) == ("revoke", 1, 1)


def test_without_the_layout_nobody_is_named(table: Table) -> None:
    table.do(Announce(Contract("solo", 0, card("EO").suit)))
    for code in ("G9", "S7"):
        table.do(LayCard(card(code)))
    assert running(table).report.verdicts == ()
    tell(client_of(table), RESI, TONI)
    assert [verdict.seat for verdict in running(table).report.verdicts] == [1]


def test_each_step_is_taken_back_and_brought_back(table: Table) -> None:
    client = client_of(table)
    tell(client, "HO E7")
    table.do(Undo())
    assert told(table)[0].startswith("HO ??")
    page = text(client.get("/"))
    assert "Eine Karte der Auslage von Spiel 1 ist zurückgenommen." in page
    post(client, "/restore", of=re.findall(r'name="of" value="(\d+)"', page)[0])
    assert told(table)[0].startswith("HO E7")
    post(client, "/layout/0/1", card="E9")
    assert told(table)[0].startswith("HO E9")


def test_nobody_learns_here_which_cards_are_gone(table: Table) -> None:
    """A card of an earlier trick is taken like any other; it makes no duty, for it is gone."""
    client = client_of(table)
    tell(client, RESI, TONI)
    for code in ("HO", "EO", "E8", "E7"):
        table.do(LayCard(card(code)))
    for gone in ("HO", "E9"):
        assert post(client, "/layout/0/0", card=gone).location == "/layout"
        table.do(Undo())


@pytest.mark.parametrize("where", ["/layout/2/0", "/layout/0/8", "/layout/9/9"])
def test_there_is_no_such_pile(table: Table, where: str) -> None:
    client = client_of(table)
    assert client.get(where).status_code == 404
    assert post(client, where, card="HO").status_code == 404


def test_what_the_writer_refuses(table: Table) -> None:
    with pytest.raises(PlainError, match="nothing more to turn over"):
        table.do(TurnOver(0, 0, card("HO")))
    twice = ((card("HO"),), (card("HO"),))
    with pytest.raises(PlainError, match="somewhere else already"):
        table.do(GiveLayout((twice, twice)))
    table.do(StartEvening("schafkopf", {}, ("Resi", "Toni", "Vroni", "Sepp"), "isar"))
    table.do(StartDeal(3))
    client = client_of(table)
    assert client.get("/layout").status_code == 404
    assert "/layout" not in text(client.get("/"))
    with pytest.raises(PlainError, match="No piles are laid out"):
        table.do(GiveLayout(((), ())))


def test_sheepshead_for_two_has_four_piles_of_three(table: Table) -> None:
    table.do(StartEvening("sheepshead", {}, ("Resi", "Toni"), "lech"))
    table.do(StartDeal(1))
    client = client_of(table)
    assert screen(text(client.get("/layout"))) == "layout"
    tell(client, "CQ C7 SA HT", "SQ C8 SK H9")
    piles = running(table).piles
    assert piles is not None
    assert [[len(pile) for pile in seat] for seat in piles] == [[3] * 4] * 2


@pytest.mark.browser
def test_laying_out_in_the_browser(page: Page, table: Table, address: str) -> None:
    """A tap a card; a finger that bounces is told nothing new."""
    page.goto(address)
    follow(page, "Auslage")
    go(page, page.locator("[data-pile='0']").first)
    go(page, page.locator("[data-card=HO]"))
    page.get_by_text("Resi, Stapel 2").wait_for()
    go(page, page.locator("[data-card=HO]"))
    page.get_by_text("liegt schon an anderer Stelle").wait_for()
    go(page, page.locator("[data-card=E7]"))
    follow(page, "Abbrechen")
    assert told(table)[0] == "HO E7 ?? ?? ?? ?? ?? ??"
    follow(page, "Auslage")
    press(page, "Rückgängig")
    page.locator(".piles [data-card=E7]").wait_for(state="detached")
    assert told(table)[0] == "HO ?? ?? ?? ?? ?? ?? ??"
