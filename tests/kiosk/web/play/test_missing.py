"""A deal ended early and the cards do not decide it: the page asks for what is missing, one tap."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.cards import Suit, card
from engine.deal.record import Contract, JsonObject
from engine.events import DealClosed, Undone
from engine.journal.journal import Journal
from kiosk.table.commands import Announce, CloseDeal, LayCard, StartDeal, StartEvening, Undo
from kiosk.table.writer import Table
from tests.kiosk.fake_door import NAMES
from tests.kiosk.opened import client_of, newest, post, screen, sentence, text
from tests.kiosk.served import touch_table

CONCEDED: JsonObject = {"kind": "conceded", "seat": 0}
SOLO = Contract("solo", 0, Suit.EICHEL)
TRICK = ("EA", "EO", "G7", "S7")
"""Eichel-Ober with a defender, Eichel-Ass with the soloist."""


@pytest.fixture
def journal() -> Journal:
    return Journal.in_memory()


@pytest.fixture
def table(journal: Journal) -> Iterator[Table]:
    with touch_table(journal) as table:
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        yield table


def ended(table: Table, contract: Contract, *laid: str, end: JsonObject = CONCEDED) -> str:
    """Play a deal that ends early; return its id."""
    table.do(StartDeal(3))
    table.do(Announce(contract))
    for code in laid:
        table.do(LayCard(card(code)))
    table.do(CloseDeal(end))
    return newest(table).id


def offered(page: str) -> list[int]:
    return [int(count) for count in re.findall(r'name="count" value="(-?\d+)"', page)]


def test_the_numbers_that_are_possible_are_offered(table: Table) -> None:
    ended(table, SOLO, *TRICK)
    client = client_of(table)
    page = text(client.get("/"))
    assert screen(page) == "result"
    assert "Wie viele Laufende?" in page
    assert offered(page) == [0, -3, -4, -5, -6, -7, -8]
    assert 'aria-label="Ohne 3 Laufende"' in page
    assert "Niemand zahlt" not in page
    english = text(client_of(table, "en").get("/"))
    assert "How many Laufende?" in english
    assert 'aria-label="Without 3 Laufende"' in english


def test_one_tap_settles_the_deal_and_nothing_recorded_is_lost(
    table: Table, journal: Journal
) -> None:
    deal = ended(table, SOLO, *TRICK)
    before = list(journal.events())
    client = client_of(table)
    assert post(client, "/laufende", deal=deal, count="-4").status_code == 303
    page = text(client.get("/"))
    assert "Ohne 4 Laufende" in page
    assert offered(page) == []
    settled = newest(table)
    assert settled.end == {**CONCEDED, "laufende": -4}
    assert settled.result is not None
    # Declarer lost, Schneider and Schwarz: 50 + 10 + 10 + 4 x 10 to each of three.
    assert [int(each) for each in settled.payout] == [-330, 110, 110, 110]
    assert table.view().state.totals == settled.payout
    after = list(journal.events())
    assert after[: len(before)] == before
    assert [each.event for each in after[len(before) :]] == [
        Undone(before[-1].seq),
        DealClosed({**CONCEDED, "laufende": -4}),
    ]


def test_the_answer_can_be_taken_back_and_then_the_end(table: Table) -> None:
    deal = ended(table, SOLO, *TRICK)
    client = client_of(table)
    for count in ("0", "-3"):
        post(client, "/laufende", deal=deal, count=count)
        assert newest(table).report.result is not None
        table.do(Undo())
        assert newest(table).end == CONCEDED
        assert offered(text(client.get("/")))[0] == 0
    table.do(Undo())
    assert table.view().state.deal is not None
    assert screen(text(client.get("/"))) == "table"


def test_an_end_said_again_by_hand_is_taken_back_like_any_other(table: Table) -> None:
    """Only the number is taken back to the question; another end goes back to the play."""
    ended(table, SOLO, *TRICK)
    table.do(Undo())
    table.do(CloseDeal({"kind": "claim", "seat": 1, "tricks": "rest", "agreed": True}))
    table.do(Undo())
    assert table.view().state.deal is not None


@pytest.mark.parametrize("count", ["3", "9", "-15", "-1", "x", "", "1.5"])
def test_what_is_not_offered_is_refused(table: Table, count: str) -> None:
    deal = ended(table, SOLO, *TRICK)
    client = client_of(table)
    response = post(client, "/laufende", deal=deal, count=count)
    assert response.status_code in (400, 409)
    assert "eine der Zahlen antippen" in sentence(text(response))
    assert newest(table).end == CONCEDED


def test_two_screens_may_give_the_same_answer_but_not_another(table: Table) -> None:
    deal = ended(table, SOLO, *TRICK)
    one, other = client_of(table), client_of(table)
    post(one, "/laufende", deal=deal, count="-3")
    seq = table.view().state.last_seq
    assert post(other, "/laufende", deal=deal, count="-3").status_code == 303
    assert table.view().state.last_seq == seq
    refused = post(other, "/laufende", deal=deal, count="-4")
    assert "nicht mehr gefragt" in sentence(text(refused))


def test_a_deal_that_went_on_is_not_asked_about(table: Table) -> None:
    deal = ended(table, SOLO, *TRICK)
    table.do(StartDeal())
    refused = post(client_of(table), "/laufende", deal=deal, count="-3")
    assert "nicht mehr gefragt" in sentence(text(refused))
    table.do(Undo())
    assert offered(text(client_of(table).get("/")))


def test_who_had_the_called_card_is_asked_and_settles_the_deal(
    table: Table, journal: Journal
) -> None:
    deal = ended(table, Contract("rufspiel", 0, Suit.GRAS), "EO", "H7", "H8", "H9")
    client = client_of(table)
    page = text(client.get("/"))
    assert "Wer hatte die Gras-Sau?" in page
    assert "Who had the" in text(client_of(table, "en").get("/"))
    assert re.findall(r'name="seat" value="(\d)"', page) == ["1", "2", "3"]
    before = list(journal.events())
    assert post(client, "/holder", deal=deal, seat="2").status_code == 303
    page = text(client.get("/"))
    assert list(journal.events())[: len(before)] == before
    assert "Wie viele Laufende?" in page
    post(client, "/laufende", deal=deal, count="0")
    settled = newest(table)
    assert settled.end == {**CONCEDED, "holder": 2, "laufende": 0}
    assert settled.result is not None
    assert settled.result.declarers == (0, 2)
    assert sum(settled.payout) == 0
    assert [each > 0 for each in settled.payout] == [False, True, False, True]
    assert settled.report.verdicts == ()
    for end in ({**CONCEDED, "holder": 2}, CONCEDED, None):
        table.do(Undo())
        assert newest(table).end == end


@pytest.mark.parametrize("seat", ["0", "4", "x", ""])
def test_who_cannot_have_had_the_called_card_is_refused(table: Table, seat: str) -> None:
    deal = ended(table, Contract("rufspiel", 0, Suit.GRAS), "EO", "H7", "H8", "H9")
    assert post(client_of(table), "/holder", deal=deal, seat=seat).status_code in (400, 409)
    assert newest(table).end == CONCEDED
    table.do(StartDeal())
    refused = post(client_of(table), "/holder", deal=deal, seat="2")
    assert "nicht mehr gefragt" in sentence(text(refused))


def test_the_form_needs_no_scripts(table: Table) -> None:
    """A form with plain buttons, sent as it stands."""
    deal = ended(table, SOLO, *TRICK)
    page = text(client_of(table).get("/"))
    form = re.search(r'<form method="post" action="/laufende".*?</form>', page, re.DOTALL)
    assert form is not None
    assert f'name="deal" value="{deal}"' in form[0]
    assert 'name="csrf_token"' in form[0]
    assert "hx-" not in form[0]
