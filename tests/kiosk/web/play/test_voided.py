"""A revoke that was proven and shown stays to be looked at where the deal does not count after all.

The rule that knows a revoke (`mehrkopf-rules-de.txt`, Bedienregel) has it lose the deal at once; so
whoever voids the deal afterwards must still see it, and the table decides (`docs/RULES.md`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.cards import Suit, card
from engine.deal.record import Contract, JsonObject
from engine.journal.journal import Journal
from kiosk.director.verdicts import Saying, SayWhen
from kiosk.screens import facts
from kiosk.table.commands import Announce, CloseDeal, CorrectCard, Rule, StartDeal, Undo
from kiosk.table.writer import Table
from tests.kiosk.browsing import begin, come_to_the_alert, follow, lay, press, wait_for_screen
from tests.kiosk.fake_door import REVOKE
from tests.kiosk.opened import client_of, marked, post, screen, text
from tests.kiosk.served import touch_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

VOID: JsonObject = {"kind": "void"}
THROWN_IN: JsonObject = {"kind": "thrown_in", "why": "misdeal"}
WHOLE = [*REVOKE[:30], "1S8", REVOKE[31]]
"""The revoke's deal to its end, each card once."""
GRAS = Contract("rufspiel", 0, Suit.GRAS)
LOST = [20, -60, 20, 20]
"""Toni revoked: he pays each of the others the call."""


def opened(saying: Saying | None = None, path: Path | None = None) -> Table:
    journal = Journal.in_memory() if path is None else Journal.open(path)
    return touch_table(journal, saying=saying or Saying())


def play(table: Table, cards: int, end: JsonObject | None) -> str:
    begin(table)
    table.do(Announce(GRAS))
    lay(table, WHOLE[:cards])
    table.do(CloseDeal(end))
    return table.view().state.finished[-1].id


@pytest.fixture
def table() -> Iterator[Table]:
    with opened() as table:
        yield table


def rulings(page: str) -> set[str]:
    return set(re.findall(r'name="ruling" value="(\w+)"', page))


def test_what_does_not_count_is_not_counted(table: Table) -> None:
    play(table, 6, VOID)
    client = client_of(table, "en")
    assert "0 deals" in text(client.get("/scores"))
    assert "0 deals" in text(client.get("/end"))


@pytest.mark.parametrize("end", [VOID, THROWN_IN])
@pytest.mark.parametrize(("language", "words"), [("de", "Befund offen"), ("en", "Finding open")])
def test_what_was_proven_before_the_end_is_marked_on_the_result(
    table: Table, end: JsonObject, language: str, words: str
) -> None:
    play(table, 22, end)
    client = client_of(table, language)  # type: ignore[arg-type]
    page = text(client.get("/"))
    assert screen(page) == "result"
    href = marked(page)
    assert href is not None
    assert words in page
    proof = text(client.get(href))
    assert re.findall(r'data-card="(\w+)"', proof) == ["EA", "SK", "EK"]
    assert rulings(proof) == {"upheld", "waived"}
    assert not any(table.view().state.totals)


@pytest.mark.parametrize("end", [VOID, THROWN_IN])
def test_nothing_is_marked_that_was_not_shown_before(table: Table, end: JsonObject) -> None:
    play(table, 21, end)
    assert marked(text(client_of(table).get("/"))) is None
    with opened(Saying(*(3 * [SayWhen.DEAL_END]))) as other:
        play(other, 22, end)
        assert marked(text(client_of(other).get("/"))) is None
    with opened() as shown:
        play(shown, 22, end)
        assert marked(text(client_of(shown).get("/"))) is not None


@pytest.mark.parametrize("end", [VOID, THROWN_IN])
def test_the_table_upholds_it_and_takes_it_back(table: Table, end: JsonObject) -> None:
    deal = play(table, 22, end)
    (verdict,) = (v.id for _, v in facts.findings(table.view()))
    client = client_of(table)
    post(client, "/rule", deal=deal, verdict=verdict, ruling="upheld")
    assert [int(total) for total in table.view().state.totals] == LOST
    assert marked(text(client.get("/"))) is None
    table.do(Undo())
    if end is VOID:
        assert table.view().state.finished[-1].end == VOID
        table.do(Undo())
    assert not any(table.view().state.totals)
    assert table.view().state.finished[-1].end == end
    assert marked(text(client.get("/"))) is not None


def test_a_deal_that_was_played_out_is_settled_by_the_error_too(table: Table) -> None:
    deal = play(table, 32, VOID)
    (verdict,) = (v.id for _, v in facts.findings(table.view()))
    table.do(Rule(deal, verdict, "upheld"))
    assert [int(total) for total in table.view().state.totals] == LOST
    table.do(Undo())
    assert table.view().state.finished[-1].end == VOID


def test_a_void_that_was_taken_back_does_not_come_back_with_the_next_undo(table: Table) -> None:
    """It was settled after all, and nothing was ruled: the next undo leads to the table."""
    play(table, 32, VOID)
    for command in (Undo(), CloseDeal(), Undo()):
        table.do(command)
    deal = table.view().state.last_deal
    assert deal is not None
    assert not deal.closed


def test_a_void_said_after_a_card_was_taken_back_is_taken_back_alone(table: Table) -> None:
    play(table, 22, VOID)
    table.do(Undo())
    table.do(Undo())
    table.do(CloseDeal(VOID))
    table.do(Undo())
    deal = table.view().state.deal
    assert deal is not None
    assert len(deal.laid) == 21


def test_waived_or_read_wrong_nothing_is_left_of_it(table: Table) -> None:
    deal = play(table, 22, VOID)
    (verdict,) = (v.id for _, v in facts.findings(table.view()))
    table.do(Rule(deal, verdict, "waived"))
    assert marked(text(client_of(table).get("/"))) is None
    assert table.view().state.finished[-1].end == VOID
    table.do(Undo())
    table.do(CorrectCard(table.view().state.finished[-1].seqs[17], card("E7")))
    assert marked(text(client_of(table).get("/"))) is None


def test_once_the_next_deal_runs_the_proof_stays_and_the_result_is_entered(table: Table) -> None:
    deal = play(table, 22, VOID)
    table.do(StartDeal())
    client = client_of(table)
    href = marked(text(client.get("/")))
    assert href is not None
    proof = text(client.get(href))
    assert rulings(proof) == {"waived"}
    assert f'href="/enter?deal={deal}"' in proof
    (verdict,) = (v.id for _, v in facts.findings(table.view()))
    refused = post(client, "/rule", deal=deal, verdict=verdict, ruling="upheld")
    assert refused.status_code == 409
    assert not any(table.view().state.totals)


def test_after_a_restart_it_is_still_there(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with opened(path=path) as table:
        play(table, 22, VOID)
    with opened(path=path) as table:
        assert [v.kind for _, v in facts.findings(table.view())] == ["revoke"]


@pytest.mark.browser
def test_from_the_alert_to_void_and_back_to_the_proof(
    page: Page, table: Table, address: str
) -> None:
    come_to_the_alert(page, table, address)
    table.do(CloseDeal(VOID))
    wait_for_screen(page, "result")
    follow(page, "Befund offen: Spiel 1")
    page.locator("[data-proof] [data-card=SK]").wait_for()
    press(page, "Spiel verloren")
    page.locator("h1", has_text="Toni hat nicht bedient").wait_for()
