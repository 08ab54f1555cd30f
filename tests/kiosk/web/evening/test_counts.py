"""Another game within an evening that counts something else, or the same in other units."""

import re

import pytest
from flask.testing import FlaskClient

from engine.cards import Suit
from engine.deal.record import Contract
from kiosk.exports.tables import deals
from kiosk.screens.evening_list import book
from kiosk.table.commands import ChangeGame, ChangeSeats, EnterDeal
from kiosk.table.writer import Table
from tests.kiosk.opened import text
from tests.kiosk.web.play.test_score_pad import NAMES, begin, table

__all__ = ["table"]

SOLO = Contract("solo", 1, Suit.EICHEL)


def plain(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page))


def totals(client: FlaskClient) -> dict[str, str]:
    page = text(client.get("/scores"))
    rows = re.findall(r'data-total="([^"]+)".*?<th[^>]*>([^<]+)<', page, re.DOTALL)
    return {name: total for total, name in rows}


@pytest.fixture
def sheepshead(table: Table) -> FlaskClient:
    """Five people, one deal; the fifth has left and Bierkopf is next."""
    client = begin(table, "sheepshead", 5)
    pick = Contract("pick", 0, details={"alone": True})
    table.do(EnterDeal({"won": False}, contract=pick))
    table.do(ChangeSeats(NAMES[:4]))
    return client


def test_the_old_score_stays_until_another_is_counted(
    table: Table, sheepshead: FlaskClient
) -> None:
    before = totals(sheepshead)
    assert len(before) == 5
    assert set(before.values()) != {"0"}
    table.do(ChangeGame("bierkopf", {}))
    assert totals(sheepshead) == before
    page = text(sheepshead.get("/scores"))
    assert "Mit dem nächsten Spiel beginnt ein neuer Stand" in page
    assert "Summe 0" in page
    assert page.count('class="gone"') == 1
    front = plain(text(sheepshead.get("/")))
    assert f"{NAMES[4]} +" in front
    for total in before.values():
        assert f"Stand {total.replace('-', '−') if total.startswith('-') else '+' + total}" in front
    assert "beginnt ein neuer Stand" in front
    assert "beginnt ein neuer Stand" in plain(text(sheepshead.get("/people")))


def test_then_the_old_score_stands_beside_the_new_one(
    table: Table, sheepshead: FlaskClient
) -> None:
    before = totals(sheepshead)
    table.do(ChangeGame("bierkopf", {}))
    table.do(EnterDeal({"won": True}))
    page = text(sheepshead.get("/scores"))
    stood = re.search(r"<p[^>]*data-earlier>(.*?)</p>", page, re.DOTALL)
    assert stood is not None
    told = plain(stood[1])
    assert "Stand Sheepshead" in told
    for name, total in before.items():
        assert f"{name} {'−' if total.startswith('-') else '+'}{total.removeprefix('-')}" in told
    assert totals(sheepshead)[NAMES[0]] == "1"
    assert "beginnt ein neuer Stand" not in page
    listed = plain(text(sheepshead.get("/deals")))
    assert "zählt für sich" in listed


def test_a_change_of_unit_is_said_and_every_list_counts_in_one(table: Table) -> None:
    client = begin(table)
    table.do(EnterDeal({"won": True}, contract=SOLO))
    before = table.view().state.totals
    table.do(ChangeGame("mehrkopf", {}))
    assert totals(client)["Toni"] == str(before[1])
    said = plain(text(client.get("/people")))
    assert "zu 10 ct statt 1 ct" in said
    table.do(EnterDeal({"won": True}, contract=SOLO))
    state = table.view().state
    page = text(client.get("/deals"))
    assert "frühere Spiele sind umgerechnet" in page
    assert "umgerechnet von 1 ct" in page
    shown = [int(each) for each in re.findall(r"Toni </span><b[^>]*>\+(\d+)</b>", page)]
    assert sum(shown) == state.totals[1]
    listed = deals(book(state), "de")
    value = listed.header.index("Wert")
    toni = listed.header.index("Toni")
    for row in listed.rows:
        assert row[toni] == 3 * row[value]  # type: ignore[operator]
    assert [row[toni] for row in listed.rows] == shown[::-1]
    assert "umgerechnet von 1 ct" in str(listed.rows[0][-1])


def test_one_deal_is_shown_as_it_was_counted(table: Table) -> None:
    client = begin(table)
    table.do(EnterDeal({"won": True}, contract=SOLO))
    (deal,) = table.view().state.finished
    before = plain(text(client.get(f"/deals/{deal.id}")))
    table.do(ChangeGame("mehrkopf", {}))
    table.do(EnterDeal({"won": True}, contract=SOLO))
    after = plain(text(client.get(f"/deals/{deal.id}")))
    amounts = re.findall(r"Stand\s[^ ]+", before)
    assert amounts
    assert amounts == re.findall(r"Stand\s[^ ]+", after)
