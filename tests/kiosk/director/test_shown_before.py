"""What was shown of a deal stays marked when the program begins anew; what was not never is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import GERMAN_32, card
from engine.deal.record import DealRecord
from engine.events import DealStarted, EveningEnded, EveningStarted
from engine.journal.journal import Journal
from kiosk.director.director import Director
from kiosk.screens import alert, facts
from kiosk.table.commands import CorrectCard, EndEvening, Rule, StartDeal, Undo
from kiosk.table.view import CameraStatus
from kiosk.table.writer import TableCore
from tests.kiosk.seen_deals import OneDeal, revoke_deal, seen
from vision.sighting import TableActivity

OWN = CameraStatus(TableActivity.STABLE)
OTHER = replace(OWN, other_deck=True)
PEOPLE = ("A", "B", "C", "D")
REVOKE, WRONG, SHOWS = "revoke:2:6", 6, 18

Opened = Callable[[], AbstractContextManager[TableCore]]


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    """Return what opens the table as a program does that begins anew."""
    path = tmp_path / "journal.sqlite"

    @contextmanager
    def opens() -> Iterator[TableCore]:
        with closing(Journal.open(path)) as journal:
            director = Director(GERMAN_32, OneDeal(revoke_deal()))
            table = TableCore(journal, director=director, source="camera")
            director.resume(table.state)
            table.sees(OWN)
            yield table

    return opens


def innocent() -> DealRecord:
    """Return the deal without its revoke: the two cards that prove it the other way round."""
    plays = [*revoke_deal().plays]
    plays[WRONG], plays[SHOWS] = plays[SHOWS], plays[WRONG]
    return replace(revoke_deal(), plays=tuple(plays))


def played(table: TableCore, record: DealRecord | None = None) -> str:
    """Play the deal with its revoke to the end; return its id."""
    if not table.state.running:
        table.commit((EveningStarted("test", "schafkopf", {}, PEOPLE, "isar", {}),))
    for event in seen(record or revoke_deal()):
        table.hear(event)
    return table.state.finished[-1].id


def corrected(table: TableCore, deal: str, wrong: str, shows: str) -> None:
    """Say which cards the two plays were that prove the revoke."""
    for play, code in ((WRONG, wrong), (SHOWS, shows)):
        found = table.state.find_deal(deal)
        assert found is not None
        table.do(CorrectCard(found.seqs[play], card(code)))


def marked(table: TableCore) -> list[str]:
    """Return the deals that have a mark on the result and on the evening's pages."""
    marks = alert.marks_by_deal(table.view, "table")
    assert {*marks} == {deal.record.id for deal, _ in facts.findings(table.view)}
    return [*marks]


@pytest.mark.parametrize("way", ["next deal", "end"])
def test_what_was_shown_before_the_plug_was_pulled_is_marked_after(
    opened: Opened, way: str
) -> None:
    with opened() as table:
        deal = played(table)
        assert [verdict.id for verdict in table.view.outlook.shown] == [REVOKE]
        table.do(EndEvening() if way == "end" else StartDeal())
        assert marked(table) == [deal]
        told = next(e.event for e in table._journal.events() if getattr(e.event, "shown", ()))
        assert isinstance(told, EveningEnded if way == "end" else DealStarted)
        assert told.shown == (REVOKE,)
    for _ in range(2):
        with opened() as table:
            assert marked(table) == [deal]


@pytest.mark.parametrize("way", ["next deal", "end"])
def test_a_deal_whose_deck_was_in_doubt_is_not_marked_later(opened: Opened, way: str) -> None:
    with opened() as table:
        table.commit((EveningStarted("test", "schafkopf", {}, PEOPLE, "isar", {}),))
        table.sees(OTHER)
        played(table)
        assert table.view.outlook.shown == ()
        table.do(EndEvening() if way == "end" else StartDeal())
        table.sees(OWN)
        assert marked(table) == []
    with opened() as table:
        report = table.state.deals[0].report
        assert REVOKE in [verdict.id for verdict in report.verdicts]
        assert marked(table) == []


def test_shown_before_the_deck_was_in_doubt_it_stays_marked(opened: Opened) -> None:
    with opened() as table:
        deal = played(table)
        table.sees(OTHER)
        table.do(StartDeal())
        assert marked(table) == [deal]
    with opened() as table:
        assert marked(table) == [deal]


def test_what_a_correction_took_back_is_not_marked(opened: Opened) -> None:
    with opened() as table:
        deal = played(table)
        table.do(StartDeal())
        corrected(table, deal, "G9", "H7")
        assert marked(table) == []
    with opened() as table:
        assert table.state.shown[deal] == {REVOKE}
        assert marked(table) == []


def test_withdrawn_while_it_was_the_newest_it_is_not_on_record(opened: Opened) -> None:
    with opened() as table:
        deal = played(table)
        corrected(table, deal, "G9", "H7")
        assert table.view.outlook.shown == ()
        table.do(StartDeal())
        assert table.state.shown[deal] == frozenset()
        # Put right again later, it can be proven; said it was not.
        corrected(table, deal, "H7", "G9")
    with opened() as table:
        found = table.state.find_deal(deal)
        assert found is not None
        assert REVOKE in [verdict.id for verdict in found.report.verdicts]
        assert marked(table) == []


def test_what_was_ruled_on_is_not_marked(opened: Opened) -> None:
    with opened() as table:
        deal = played(table)
        table.do(Rule(deal, REVOKE, "waived"))
        table.do(StartDeal())
        assert marked(table) == []
    with opened() as table:
        assert marked(table) == []


def test_a_next_deal_taken_back_leaves_the_deal_the_newest(opened: Opened) -> None:
    with opened() as table:
        deal = played(table)
        table.do(StartDeal())
        table.do(Undo())
        assert [verdict.id for verdict in table.view.outlook.shown] == [REVOKE]
        corrected(table, deal, "G9", "H7")
        table.do(StartDeal())
        # The last word counts: nothing was shown any more.
        assert table.state.shown[deal] == frozenset()
    with opened() as table:
        assert marked(table) == []


def test_a_deal_without_a_finding_tells_nothing(opened: Opened) -> None:
    with opened() as table:
        played(table, innocent())
        table.do(StartDeal())
        table.do(EndEvening())
        assert not [e for e in table._journal.events() if getattr(e.event, "shown", ())]
