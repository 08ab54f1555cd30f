"""The score of who has left the table is changed like anybody's."""

import pytest

from engine.cards import card
from engine.deal.record import Contract
from engine.evening.report import evening_report
from engine.text import PlainError
from kiosk.table.commands import Adjust, ChangeSeats, EnterDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.opened import client_of, offered, post, text
from tests.kiosk.web.play.test_score_pad import begin, save, sentence_of, table, tap_on, taps

__all__ = ["table"]

ADJUST = "/enter?adjust=1"


def test_who_has_left_keeps_a_score_that_can_be_changed(table: Table) -> None:
    """Max goes home in the red; what he paid at once is entered all the same."""
    table.do(StartEvening("schafkopf", {}, ("Resi", "Toni", "Vroni", "Max"), "isar"))
    table.do(EnterDeal({"won": True}, Contract("solo", 0, card("EA").suit)))
    table.do(ChangeSeats(("Resi", "Toni", "Vroni", "Sepp")))
    client = client_of(table)
    page = text(client.get("/enter?adjust=1"))
    assert "n-a4" in offered(page)
    assert "Max: " in page
    page = taps(client, "n-a4", "k-5", "k-0", "n-a0", "k-5", "k-0", "k-sign", start=ADJUST)
    page = tap_on(client, page, "reason-agreed")
    assert "Resi zahlt an Max 50" in sentence_of(page)
    assert save(client, page).location == "/scores"
    state = table.view().state
    (change,) = state.adjustments
    assert (change.names[-1], change.amounts) == ("Max", (-50, 0, 0, 0, 50))
    assert [int(each) for each in state.totals] == [100, -50, -50, 0]
    report = evening_report(state)
    assert {each.name: int(each.total) for each in report.standings}["Max"] == 0
    listed = text(client.get("/deals"))
    assert "Max </span><b>+50</b>" in listed
    assert "Max" in text(client.get("/scores"))
    post(client, f"/withdraw/{change.seq}")
    after = evening_report(table.view().state)
    assert {each.name: int(each.total) for each in after.standings}["Max"] == -50


def test_only_people_of_the_evening_have_a_score(table: Table) -> None:
    begin(table)
    with pytest.raises(PlainError, match="Nobody of that name"):
        table.do(Adjust((0, 0, 0, 0, 5), "x", ("Niemand",)))
    with pytest.raises(PlainError, match="5 seats"):
        table.do(Adjust((0, 0, 0, 5), "x", ("Resi",)))


def test_without_anybody_gone_only_those_who_sit_there_are_offered(table: Table) -> None:
    client = begin(table)
    names = [key for key in offered(text(client.get(ADJUST))) if key.startswith("n-a")]
    assert names == ["n-a0", "n-a1", "n-a2", "n-a3"]


def test_a_change_reaches_nobody_it_was_not_tapped_for(table: Table) -> None:
    """Max comes back to Sepp's seat while the form is open: so many people, but others."""
    table.do(StartEvening("schafkopf", {}, ("Resi", "Toni", "Vroni", "Max"), "isar"))
    table.do(EnterDeal({"won": True}, Contract("solo", 0, card("EA").suit)))
    table.do(ChangeSeats(("Resi", "Toni", "Vroni", "Sepp")))
    table.do(EnterDeal({"won": True}, Contract("solo", 0, card("EA").suit)))
    client = client_of(table)
    page = taps(client, "n-a3", "k-5", "n-a0", "k-5", "k-sign", start=ADJUST)
    page = tap_on(client, page, "reason-agreed")
    assert "Resi zahlt an Sepp 5" in sentence_of(page)
    table.do(ChangeSeats(("Resi", "Toni", "Vroni", "Max")))
    assert save(client, page).location == "/scores"
    assert table.view().state.adjustments == ()
