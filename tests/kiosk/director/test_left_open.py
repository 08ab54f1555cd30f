"""What a verdict hangs on is asked once at the deal's end, and what stays open is not lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from engine.cards import GERMAN_32, card
from engine.deal.record import DealRecord
from engine.evening.deal import DealState
from engine.events import EveningStarted, QuestionLeft
from engine.journal.journal import Journal
from kiosk.director.director import Director
from kiosk.director.seen_plays import latest, look
from kiosk.screens import facts
from kiosk.table.commands import (
    ConfirmCard,
    CorrectCard,
    EndEvening,
    LeaveQuestion,
    StartDeal,
    Undo,
)
from kiosk.table.writer import TableCore
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import OneDeal, exchanged, revoke_deal, seen, session
from vision.sighting import Sighting

WRONG, SHOWS = 6, 18
"""Plays of the revoke: Herz on Gras, and the Gras that shows it; each may be the other's card."""


def played(table: TableCore, record: DealRecord | None = None) -> DealState:
    """Play the deal to its end; whether a revoke was hangs on two cards that look alike."""
    for event in exchanged(record or revoke_deal(), WRONG, SHOWS, 2.0):
        table.hear(event)
    deal = latest(table.state)
    assert deal is not None
    assert deal.closed
    return deal


def asked(table: TableCore) -> list[int | None]:
    """Return the plays that decide something."""
    deal = latest(table.state)
    assert deal is not None
    return [deal.index_of(each.seq) for each in table.view.outlook.deciding]


def said(table: TableCore) -> list[str]:
    return [verdict.id for _, verdict in facts.findings(table.view)]


def left(table: TableCore) -> list[int | None]:
    """Return the plays of the first deal about which a question stayed open."""
    deal = table.state.deals[0]
    return [deal.index_of(seq) for seq in deal.left_open]


def test_a_proof_that_hangs_on_a_doubtful_card_is_asked_about_and_not_said() -> None:
    table = session(revoke_deal())
    played(table)
    assert table.view.outlook.shown == ()
    assert asked(table) == [SHOWS, WRONG]


def test_answered_it_is_said_at_once() -> None:
    table = session(revoke_deal())
    deal = played(table)
    table.do(ConfirmCard(deal.seqs[SHOWS]))
    assert [verdict.seat for verdict in table.view.outlook.shown] == [2]
    assert asked(table) == []


def test_answered_the_other_way_nobody_is_accused() -> None:
    table = session(revoke_deal())
    deal = played(table)
    table.do(CorrectCard(deal.seqs[SHOWS], card("H7")))
    assert table.view.outlook.shown == ()
    assert asked(table) == []
    table.do(StartDeal())
    assert (left(table), said(table)) == ([], [])


def test_a_deal_that_is_clear_asks_nothing() -> None:
    for record in (revoke_deal(), random_deal(3)):
        table = session(record)
        for event in seen(record):
            table.hear(event)
        assert asked(table) == []
        table.do(StartDeal())
        assert not [e for e in table.journal.events() if isinstance(e.event, QuestionLeft)]


@pytest.mark.parametrize("way", ["unknown", "next deal", "end"])
def test_left_open_it_is_in_the_record_and_the_deal_is_settled_without(way: str) -> None:
    table = session(revoke_deal())
    deal = played(table)
    before = deal.result
    assert before is not None
    if way == "unknown":
        table.do(LeaveQuestion(deal.seqs[SHOWS]))
        table.do(LeaveQuestion(deal.seqs[SHOWS]))
    table.do(EndEvening() if way == "end" else StartDeal())
    assert left(table) == [WRONG, SHOWS]
    assert table.state.deals[0].result == before
    assert said(table) == []
    kept = [e.event.of for e in table.journal.events() if isinstance(e.event, QuestionLeft)]
    assert sorted(kept) == [deal.seqs[WRONG], deal.seqs[SHOWS]]


def test_answered_afterwards_the_verdict_comes_with_its_proof() -> None:
    records = revoke_deal(), random_deal(3)
    table = session(*records)
    deal = played(table)
    for event in seen(records[1], start=100.0)[:9]:
        table.hear(event)
    assert len(table.state.deals) == 2
    running = table.state.deal
    assert running is not None
    assert left(table) == [WRONG, SHOWS]
    table.do(ConfirmCard(deal.seqs[SHOWS]))
    ((told, verdict),) = facts.findings(table.view)
    assert (told.deal.id, verdict.seat, verdict.proof) == (deal.id, 2, (WRONG, SHOWS))
    # What runs goes on as it was.
    assert table.state.deal is not None
    assert table.state.deal.laid == running.laid
    table.do(Undo())
    assert said(table) == []
    assert left(table) == [WRONG, SHOWS]


def test_answered_afterwards_the_other_way_nobody_is_accused() -> None:
    table = session(revoke_deal())
    deal = played(table)
    table.do(StartDeal())
    table.do(CorrectCard(deal.seqs[SHOWS], card("H7")))
    assert said(table) == []
    table.do(CorrectCard(deal.seqs[WRONG], card("G9")))
    assert (said(table), left(table)) == ([], [])


def test_it_outlives_the_program(tmp_path: Path) -> None:
    record, path = revoke_deal(), tmp_path / "journal.sqlite"

    @contextmanager
    def opened() -> Iterator[TableCore]:
        with closing(Journal.open(path)) as journal:
            director = Director(GERMAN_32, OneDeal(record))
            table = TableCore(journal, director=director, source="camera")
            director.resume(table.state)
            yield table

    with opened() as table:
        people = ("A", "B", "C", "D")
        table.commit((EveningStarted("test", record.game, {}, people, "isar", {}),))
        deal = played(table, record)
        table.do(StartDeal())
    with opened() as table:
        assert left(table) == [WRONG, SHOWS]
        table.do(ConfirmCard(deal.seqs[SHOWS]))
        found = said(table)
        assert len(found) == 1
    with opened() as table:
        assert said(table) == found


def test_taken_back_it_is_asked_again() -> None:
    table = session(revoke_deal())
    deal = played(table)
    table.do(LeaveQuestion(deal.seqs[SHOWS]))
    assert latest(table.state) is not None
    assert table.state.deals[0].asked
    table.do(Undo())
    assert not table.state.deals[0].asked
    assert asked(table) == [SHOWS, WRONG]


def test_late_nobody_is_accused_where_a_card_was_missed() -> None:
    """Who looked away when is not remembered: any card nobody saw may have moved the players."""
    events = exchanged(revoke_deal(), WRONG, SHOWS, 2.0)
    missed = [at for at, event in enumerate(events) if isinstance(event, Sighting)][29]
    table = session(revoke_deal())
    for event in (*events[:missed], *events[missed + 1 :]):
        table.hear(event)
    table.do(StartDeal())
    assert left(table) == [WRONG, SHOWS]
    assert any(look(laid).guessed for laid in table.state.deals[0].laid)
    table.do(ConfirmCard(table.state.deals[0].left_open[1]))
    assert said(table) == []
