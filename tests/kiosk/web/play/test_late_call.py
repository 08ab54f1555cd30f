"""A deal that ended before anybody said what was played is called and settled all the same."""

from __future__ import annotations

import re

import pytest

from engine.cards import card
from engine.events import CardPlayed, DealClosed
from engine.journal.journal import Journal
from kiosk.table.commands import Double, StartDeal, StartEvening, Undo
from kiosk.table.writer import Table
from tests.kiosk.fake_door import NAMES, RUFSPIEL
from tests.kiosk.opened import client_of, post, screen, text
from tests.kiosk.served import touch_table

SAID = {"step": "1", "who": "0", "kind": "rufspiel", "suit": "G"}


@pytest.fixture
def table() -> Table:
    """The camera saw a whole deal; nobody touched the page."""
    table = touch_table(Journal.in_memory())
    table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    table.do(StartDeal(3))
    plays = [CardPlayed(card(play[1:])) for play in RUFSPIEL.split()]
    table.call(lambda core: core.commit((*plays, DealClosed())))
    return table


def deal_field(page: str) -> str:
    found = re.search(r'name="deal" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_the_result_leads_to_the_call_and_is_settled_by_it(table: Table) -> None:
    client = client_of(table)
    page = text(client.get("/"))
    assert screen(page) == "result"
    assert "Erst ansagen, was gespielt wurde" in page
    assert 'class="button main" href="/call">Ansage' in page
    asked = text(client.get("/call"))
    assert deal_field(asked) == table.view().state.finished[-1].id
    form = {**SAID, "deal": deal_field(asked), "d.kontra": "1"}
    post(client, "/call", **form)
    (deal,) = table.view().state.finished
    assert table.view().state.deal is None
    assert deal.report.result is not None
    assert [double.say for double in deal.record.doubles] == ["kontra"]
    assert deal.report.verdicts == ()
    page = text(client.get("/"))
    assert 'href="/call"' not in page
    assert "Rufspiel" in page
    post(client, "/call", **form)
    assert table.view().state.finished == (deal,)
    table.close()


def test_once_the_next_deal_has_begun_the_call_is_about_that(table: Table) -> None:
    table.do(StartDeal())
    client = client_of(table)
    running = table.view().state.deal
    assert running is not None
    assert deal_field(text(client.get("/call"))) == running.id
    post(client, "/call", **SAID, deal=running.id)
    assert table.view().state.finished[0].contract is None
    table.close()


def test_a_deal_before_the_running_one_lacks_only_its_call(table: Table) -> None:
    """Every card was seen: nothing is asked of the result, it is reckoned from the cards."""
    table.do(Double("kontra", 1, None))
    table.do(StartDeal())
    running = table.view().state.deal
    assert running is not None
    client = client_of(table)
    (left,) = table.view().state.finished
    page = text(client.get(f"/enter?deal={left.id}"))
    assert "das Ergebnis folgt aus ihnen" in page
    page = text(client.get("/enter", query_string={**SAID, "deal": left.id, "d.kontra": "1"}))
    assert 'data-choice="won-1"' not in page
    assert 'data-choice="partners-' not in page
    post(client, "/enter", **SAID, deal=left.id, **{"d.kontra": "1"})
    (deal,) = table.view().state.finished
    assert table.view().state.deal == running
    assert deal.contract is not None
    assert deal.end is None
    assert deal.report.result is not None
    assert [(each.say, each.seat) for each in deal.doubles] == [("kontra", 1)]
    table.do(Undo())
    assert table.view().state.finished[0].contract is None
    table.close()


def test_a_deal_with_another_call_is_reckoned_anew_from_its_cards(table: Table) -> None:
    client = client_of(table)
    post(client, "/call", **SAID)
    (deal,) = table.view().state.finished
    assert deal.report.result is not None
    before = deal.report.result.payout
    page = text(client.get(f"/enter?deal={deal.id}"))
    assert "das Ergebnis folgt aus ihnen" in page
    assert 'data-choice="won-1"' not in page
    solo = {"step": "1", "who": "0", "kind": "solo", "suit": "G"}
    post(client, "/enter", **solo, deal=deal.id)
    (deal,) = table.view().state.finished
    assert deal.report.result is not None
    assert deal.report.result.payout != before
    amounts = text(
        client.get("/enter", query_string={**SAID, "deal": deal.id, "tap": "outright-1"})
    )
    assert 'data-choice="n-a0"' in amounts
    table.close()
