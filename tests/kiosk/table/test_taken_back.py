"""An undo says what it took back, and one tap brings it back: nothing is lost by one too many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cards import Suit, card
from engine.deal.record import Contract
from engine.evening.state import TableState
from engine.events import CardPlayed, Undone
from engine.journal.journal import Journal
from engine.text import PlainError
from kiosk.table.commands import (
    Adjust,
    Announce,
    ChangeGame,
    ChangeSeats,
    CloseDeal,
    Command,
    EndEvening,
    EnterDeal,
    LayCard,
    Restore,
    SitOut,
    StartDeal,
    StartEvening,
    Substitute,
    TakeBreak,
    Undo,
)
from kiosk.table.undo import taken_back
from kiosk.table.writer import Table
from kiosk.web import door
from kiosk.web.door import Taps
from tests.kiosk.fake_door import NAMES
from tests.kiosk.opened import client_of, post, screen, sentence, text
from tests.kiosk.served import touch_table

SOLO = Contract("solo", 0, Suit.HERZ)
UNDO = 'action="/undo"'
OUT_OF_USE = '<span class="button off" aria-disabled="true">Rückgängig</span>'


@pytest.fixture
def table() -> Iterator[Table]:
    with touch_table(Journal.in_memory()) as table:
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        yield table


def test_the_end_of_a_deal_comes_back_with_its_score(table: Table) -> None:
    table.do(EnterDeal({"won": True}, SOLO))
    totals = table.view().state.totals
    client = client_of(table)
    assert 'id="undone"' not in text(client.get("/"))
    assert post(client, "/undo").status_code == 303
    page = text(client.get("/"))
    assert "Das Ende von Spiel 1 ist zurückgenommen." in page
    assert "The end of deal 1 is taken back." in text(client_of(table, "en").get("/"))
    assert not any(table.view().state.totals)
    (of,) = re.findall(r'name="of" value="(\d+)"', page)
    assert post(client, "/restore", of=of).status_code == 303
    assert table.view().state.totals == totals
    assert 'id="undone"' not in text(client.get("/"))


def test_a_correction_taken_back_is_named_so_where_the_end_stands(table: Table) -> None:
    table.do(EnterDeal({"won": True, "laufende": 5}, SOLO))
    totals = table.view().state.totals
    deal = table.view().state.finished[-1].id
    table.do(EnterDeal({"won": True, "laufende": 3}, SOLO, deal=deal))
    client = client_of(table)
    post(client, "/undo")
    assert table.view().state.totals == totals
    assert "Eine Berichtigung in Spiel 1 ist zurückgenommen." in text(client.get("/"))
    post(client, "/undo")
    assert "Das Ende von Spiel 1 ist zurückgenommen." in text(client.get("/"))


def test_a_dealing_taken_back_leaves_the_deal_with_its_dealer(table: Table) -> None:
    table.do(StartDeal(1))
    client = client_of(table)
    post(client, "/undo")
    assert table.view().state.deal is None
    post(client, "/deal")
    deal = table.view().state.deal
    assert deal is not None
    assert deal.head.dealer == 1


@pytest.mark.parametrize("path", ["/", "/people", "/deals"])
def test_with_nothing_to_take_back_undo_is_not_offered(table: Table, path: str) -> None:
    """Nor does another button come under the finger that taps it once more."""
    client = client_of(table)
    assert UNDO not in text(client.get(path))
    assert OUT_OF_USE in text(client.get(path))
    table.do(StartDeal(1))
    assert UNDO in text(client.get(path))
    table.do(Undo())
    assert UNDO not in text(client.get(path))
    assert OUT_OF_USE in text(client.get(path))


def test_before_a_card_of_the_camera_alone_undo_is_not_offered(table: Table) -> None:
    table.do(StartDeal(1))
    table.call(lambda core: core.commit((CardPlayed(card("EA"), source="camera"),)))
    page = text(client_of(table).get("/"))
    assert screen(page) == "table"
    assert UNDO not in page
    assert OUT_OF_USE in page
    table.do(LayCard(card("EZ")))
    assert UNDO in text(client_of(table).get("/"))


def test_each_thing_is_named_and_restored(table: Table) -> None:
    table.do(StartDeal(3))
    table.do(Announce(SOLO))
    table.do(LayCard(card("EA")))
    client = client_of(table)
    for words in ("Eichel-Sau von Resi", "Die Ansage von Spiel 1"):
        before = table.view().state.deal
        assert before is not None
        table.do(Undo())
        last = taken_back(table.view().state)
        assert last is not None
        assert words in last.words.de
        post(client, "/restore", of=str(last.undo))
        after = table.view().state.deal
        assert after is not None
        assert (after.record.plays, after.record.contract) == (
            before.record.plays,
            before.record.contract,
        )
        table.do(Undo())


def test_once_something_else_happened_nothing_comes_back(table: Table) -> None:
    table.do(StartDeal(3))
    table.do(CloseDeal({"kind": "void"}))
    table.do(Undo())
    last = taken_back(table.view().state)
    assert last is not None
    table.do(Announce(SOLO))
    seq = table.view().state.last_seq
    for of in (str(last.undo), str(seq), "x", ""):
        refused = post(client_of(table), "/restore", of=of)
        assert "etwas anderes geschehen" in sentence(text(refused))
    assert table.view().state.last_seq == seq


def test_a_step_back_counts_again_after_a_bounce_no_later_than_any_other_tap(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do(StartDeal(3))
    for laid in ("EA", "EZ", "EK"):
        table.do(LayCard(card(laid)))
    now = [0.0]
    monkeypatch.setattr(door, "Taps", lambda window: Taps(window, lambda: now[0]))
    client = client_of(table, double_tap=0.5)
    for at, left in ((0.0, 2), (0.4, 2), (0.9, 1), (1.6, 0)):
        now[0] = at
        assert post(client, "/undo").status_code == 303
        deal = table.view().state.deal
        assert deal is not None
        assert len(deal.laid) == left


def test_a_deal_entered_in_a_break_ends_it(table: Table) -> None:
    table.do(TakeBreak())
    assert table.view().state.paused is not None
    table.do(EnterDeal({"won": True}, SOLO))
    assert table.view().state.paused is None
    table.do(TakeBreak())
    deal = table.view().state.finished[-1]
    table.do(EnterDeal({"won": False}, SOLO, deal=deal.id))
    assert table.view().state.paused is not None


def changed(state: TableState) -> tuple[object, ...]:
    """Return what a change of the evening changes."""
    deal = None if state.deal is None else (state.deal.id, state.deal.contract)
    return (
        *(deal, state.ended, state.seats, state.game, state.options, state.paused),
        *(state.adjustments, state.substitutes, state.sits_out, state.totals),
    )


@pytest.mark.parametrize(
    ("command", "german", "english"),
    [
        (StartDeal(3), "Das Geben von Spiel 1", "The dealing of deal 1"),
        (EndEvening(), "Das Ende des Abends", "The end of the evening"),
        (Adjust((5, -5, 0, 0), "Runde Bier"), "Die Änderung „Runde Bier“", "“Runde Bier”"),
        (ChangeSeats(("Resi", "Toni", "Vroni", "Max")), "Änderung der Leute", "change of people"),
        (Substitute(2, "Max"), "Das Aushelfen", "Standing in"),
        (ChangeGame("bavarian", {}), "Der Wechsel von Spiel oder Regeln", "change of game"),
        (TakeBreak(), "Die Pause", "The break"),
    ],
)
def test_a_change_of_the_evening_comes_back_too(
    table: Table, command: Command, german: str, english: str
) -> None:
    table.do(command)
    after = changed(table.view().state)
    client = client_of(table)
    post(client, "/undo")
    before = changed(table.view().state)
    assert before != after
    page = text(client.get("/"))
    assert german in page.partition('id="undone"')[2].partition("</div>")[0]
    assert english in text(client_of(table, "en").get("/"))
    (of,) = re.findall(r'name="of" value="(\d+)"', page)
    post(client, "/restore", of=of)
    assert changed(table.view().state) == after
    assert table.view().state.oddities == ()
    assert 'id="undone"' not in text(client.get("/"))
    post(client, "/undo")
    assert changed(table.view().state) == before


def test_who_sits_out_again_comes_back(table: Table) -> None:
    table.do(ChangeSeats((*NAMES, "Max")))
    table.do(SitOut(1))
    table.do(Undo())
    assert table.view().state.sits_out == ()
    last = taken_back(table.view().state)
    assert last is not None
    assert "Aussetzen" in last.words.de
    table.do(Restore(last.undo))
    assert table.view().state.sits_out == (1,)


def test_once_a_break_began_no_dealing_comes_back(table: Table) -> None:
    table.do(StartDeal(3))
    deal = table.view().state.deal
    assert deal is not None
    table.call(lambda core: core.commit((Undone(deal.head.seq),)))
    last = taken_back(table.view().state)
    assert last is not None
    table.do(TakeBreak())
    with pytest.raises(PlainError, match="Something else has happened"):
        table.do(Restore(last.undo))
    assert table.view().state.deal is None


def test_a_journal_folded_again_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Table(Journal.open(path)) as table:
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        table.do(Adjust((5, -5, 0, 0), "Runde"))
        table.do(Undo())
        last = taken_back(table.view().state)
        assert last is not None
        table.do(Restore(last.undo))
        before = table.view().state
    with Table(Journal.open(path)) as table:
        assert table.view().state == before
        assert [int(each) for each in table.view().state.totals] == [5, -5, 0, 0]
