from __future__ import annotations

import contextlib
import weakref
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import GERMAN_32, card
from engine.deal.report import Status, Verdict
from engine.evening.deal import LaidCard
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import CardCorrected, CardPlayed, Event, Note
from engine.journal.journal import Journal
from engine.text import PlainError, Text
from firmware_bridge.strip import Picture
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.director.driver import MOST_REVISIONS
from kiosk.director.outlook import Outlook, Question
from kiosk.table.commands import (
    Announce,
    CloseDeal,
    CorrectCard,
    LayCard,
    Rule,
    StartDeal,
    StartEvening,
    Undo,
)
from kiosk.table.view import CameraStatus, TableView
from kiosk.table.writer import MemoryTable, TableCore, local_now
from tests.engine.spine import AT, GRAS, NAMES, REVOKE, RUFSPIEL, codes, played, running
from vision.sighting import ActivityChanged, Hindrance, SightChanged, TableActivity

NOTE = Text(de="Die Hand liegt da.", en="The hand lies there.")
BEGIN = StartEvening("schafkopf", {}, NAMES, "isar")


def at_the_table(core: TableCore) -> None:
    core.do(BEGIN)
    core.do(StartDeal())
    core.do(Announce(GRAS))


@pytest.fixture
def core() -> TableCore:
    return TableCore(Journal.in_memory(), now=lambda: AT)


def directed(core: TableCore, director: Director) -> TableCore:
    """Return the table again, as it is opened with a director."""
    return TableCore(core._journal, lambda: AT, director=director)


def shown_cards(view: TableView) -> list[str]:
    return codes(running(view.state))


class TestCore:
    def test_a_deal_by_touch(self, core: TableCore) -> None:
        at_the_table(core)
        for code in RUFSPIEL:
            core.do(LayCard(card(code)))
        core.do(CloseDeal())
        assert [int(total) for total in core.state.totals] == [70, -70, -70, 70]
        assert core.view.state is core.state
        assert core.view.report is core.state.finished[0].report

    def test_the_picture_is_of_the_state_committed(self, core: TableCore) -> None:
        views: list[TableView] = []
        core.listen(views.append)
        at_the_table(core)
        core.commit(played(RUFSPIEL[:3]))
        assert [view.state.last_seq for view in views] == [1, 2, 3, 6]
        versions = [view.version for view in views]
        assert versions == sorted(set(versions))
        assert views[-1].report is not None
        assert views[-1].report.turn == 3

    def test_what_was_said_of_deals_goes_with_their_evening(self, core: TableCore) -> None:
        at_the_table(core)
        for code in RUFSPIEL:
            core.do(LayCard(card(code)))
        core.do(CloseDeal())
        core.do(StartDeal())
        first = {deal.id for deal in core.state.deals}
        assert set(core.view.said) == first
        at_the_table(core)
        assert set(core.view.said) == {deal.id for deal in core.state.deals}
        assert not first & set(core.view.said)

    def test_the_next_deal_drops_what_the_referee_worked_with_in_the_last_one(
        self, core: TableCore
    ) -> None:
        at_the_table(core)
        for code in REVOKE:
            core.do(LayCard(card(code)))
        core.do(CloseDeal())
        over = core.state.finished[0]
        known, worked_with = over.report, weakref.ref(over.record)
        core.do(StartDeal())
        assert core.state.finished[0] is over
        assert worked_with() is None
        assert over.report is known
        assert replace(over).report == known
        core.do(Rule(over.id, "revoke:1:17", "upheld"))
        ruled = {each.id: each.status for each in core.state.finished[0].report.verdicts}
        assert ruled["revoke:1:17"] is Status.UPHELD

    def test_no_events_no_picture(self, core: TableCore) -> None:
        before = core.view
        assert core.commit(()) == ()
        assert core.view is before

    def test_what_cannot_be_done_leaves_everything_as_it_was(self, core: TableCore) -> None:
        at_the_table(core)
        before, head = core.view, core.head
        with pytest.raises(PlainError, match="in none of the evening's deals"):
            core.do(CorrectCard(99, card("EO")))
        assert core.view is before
        assert core.head == head

    def test_a_correction_withdraws_a_ruled_verdict(self, core: TableCore) -> None:
        at_the_table(core)
        core.commit(played(REVOKE))
        deal = running(core.state)
        core.do(Rule(deal.id, "revoke:1:17", "upheld"))
        core.do(CloseDeal({"kind": "ruled"}))
        fined = core.state.totals
        core.do(CorrectCard(deal.seqs[17], card("EK")))
        core.do(CorrectCard(deal.seqs[REVOKE.index("EK")], card("SK")))
        report = core.view.report
        assert report is not None
        assert report.verdicts == ()
        assert [int(total) for total in core.state.totals] == [70, -70, -70, 70]
        core.do(Undo())
        core.do(Undo())
        assert core.state.totals == fined

    def test_undo_step_by_step_to_the_start(self, core: TableCore) -> None:
        at_the_table(core)
        core.do(LayCard(card("EO")))
        core.do(Undo())
        assert shown_cards(core.view) == []
        core.do(Undo())
        assert running(core.state).contract is None
        core.do(Undo())
        assert core.state.deal is None
        with pytest.raises(PlainError, match="nothing to take back"):
            core.do(Undo())

    def test_the_models_in_use_are_on_record(self) -> None:
        core = TableCore(Journal.in_memory(), lambda: AT, {"embedding.onnx": "ab"})
        core.do(BEGIN)
        assert core.state.models == {"embedding.onnx": "ab"}

    def test_a_full_disk_is_told_and_the_table_goes_on(self, tmp_path: Path) -> None:
        journal = Journal.open(tmp_path / "journal.sqlite")
        core = TableCore(journal, lambda: AT)
        at_the_table(core)
        journal._database.execute("PRAGMA max_page_count = 1")
        with contextlib.suppress(PlainError):
            while True:
                core.commit([Note("x" * 900)])
        with contextlib.suppress(PlainError):
            while True:
                core.do(Announce(GRAS))
        before, head = core.view, core.head
        for _ in range(3):
            with pytest.raises(PlainError, match="the disk is full"):
                core.do(LayCard(card("EO")))
            assert core.view is before
            assert core.head == head
        journal._database.execute("PRAGMA max_page_count = 100000")
        core.do(LayCard(card("GO")))
        assert shown_cards(core.view) == ["GO"]
        journal.close()


class Decoder(Director):
    """A director that reads each new card anew and says what it saw."""

    def __init__(self) -> None:
        super().__init__(GERMAN_32, RoundDeals())
        self.asked: list[int] = []

    def revise(self, state: TableState) -> tuple[Event, ...]:
        self.asked.append(state.last_seq)
        laid = newest(state)
        wrong = laid is not None and laid.card is card("EU")
        return (CardCorrected(laid.seq, card("GU"), "decoder"),) if laid and wrong else ()

    def outlook(self, state: TableState) -> Outlook:
        laid = newest(state)
        questions = (Question("d", laid.seq, (card("GU"),)),) if laid else ()
        return Outlook(questions=questions, unsure=frozenset({laid.seq} if laid else ()))


def newest(state: TableState) -> LaidCard | None:
    return state.deal.laid[-1] if state.deal is not None and state.deal.laid else None


class TestDirector:
    def test_it_is_asked_after_each_commit_and_the_page_shows_what_it_says(
        self, core: TableCore
    ) -> None:
        director = Decoder()
        core = directed(core, director)
        at_the_table(core)
        (laid,) = core.commit([CardPlayed(card("EO"))])
        assert director.asked == [1, 2, 3, 4]
        assert core.view.outlook.questions == (Question("d", laid.seq, (card("GU"),)),)
        assert core.view.outlook.unsure == {laid.seq}

    def test_what_follows_is_recorded_before_anybody_sees(self, core: TableCore) -> None:
        core = directed(core, Decoder())
        at_the_table(core)
        views: list[TableView] = []
        core.listen(views.append)
        core.do(Announce(GRAS))
        core.commit([CardPlayed(card("EU"))])
        assert [view.state.last_seq for view in views] == [4, 6]
        assert shown_cards(views[-1]) == ["GU"]

    def test_it_thinks_again_after_a_persons_command_too(self, core: TableCore) -> None:
        class Remarks(Decoder):
            def revise(self, state: TableState) -> tuple[Event, ...]:
                return () if state.notes else (Note("begun"),)

        core = directed(core, Remarks())
        views: list[TableView] = []
        core.listen(views.append)
        core.do(BEGIN)
        assert [note.text for note in core.state.notes] == ["begun"]
        assert [view.state.last_seq for view in views] == [2]

    def test_what_the_camera_does_is_shown_at_once(self, core: TableCore) -> None:
        core = directed(core, Decoder())
        before = core.view.version
        seen = CameraStatus(TableActivity.HAND, NOTE)
        core.sees(seen)
        assert core.view.camera == seen
        assert core.view.version == before + 1

    def test_a_table_without_one_hears_nothing(self, core: TableCore) -> None:
        with pytest.raises(ValueError, match="director"):
            core.hear(ActivityChanged(1.0, TableActivity.EMPTY))

    def test_a_failing_one_accuses_nobody_and_is_logged(
        self, core: TableCore, caplog: pytest.LogCaptureFixture
    ) -> None:
        accused = Verdict("revoke", 1, 0, (0, 1), 1)

        class Failing(Decoder):
            well = True

            def outlook(self, state: TableState) -> Outlook:
                if not self.well:
                    raise LookupError("lost")
                return Outlook(shown=(accused,))

        director = Failing()
        core = directed(core, director)
        core.sees(CameraStatus(TableActivity.STABLE))
        assert core.view.outlook.shown == (accused,)
        director.well = False
        core.do(BEGIN)
        assert core.state.running
        assert not core.view.outlook.shown
        assert core.view.camera.activity is TableActivity.STABLE
        assert "the director failed" in caplog.text

    def test_one_that_fails_when_it_thinks_again_keeps_what_was_laid(
        self, core: TableCore, caplog: pytest.LogCaptureFixture
    ) -> None:
        class Failing(Decoder):
            def revise(self, state: TableState) -> tuple[Event, ...]:
                raise LookupError("lost")

        core = directed(core, Failing())
        at_the_table(core)
        core.do(LayCard(card("EO")))
        assert shown_cards(core.view) == ["EO"]
        assert "the director failed" in caplog.text

    def test_in_a_proof_a_failure_is_raised(self) -> None:
        class Failing(Decoder):
            def revise(self, state: TableState) -> tuple[Event, ...]:
                raise LookupError("lost")

        with pytest.raises(LookupError, match="lost"):
            MemoryTable(Failing()).do(BEGIN)

    def test_one_that_never_rests_is_stopped(self, core: TableCore) -> None:
        class Restless(Decoder):
            def revise(self, state: TableState) -> tuple[Event, ...]:
                return (Note("again"),)

        core = directed(core, Restless())
        core.do(BEGIN)
        assert core.state.last_seq == 1 + MOST_REVISIONS

    def test_a_disk_that_fills_between_keeps_what_was_acknowledged(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        journal = Journal.open(tmp_path / "journal.sqlite")
        core = TableCore(journal, lambda: AT)
        at_the_table(core)

        class Filling(Decoder):
            def revise(self, state: TableState) -> tuple[Event, ...]:
                journal._database.execute("PRAGMA max_page_count = 1")
                return (Note("x" * 100_000),)

        core = directed(core, Filling())
        core.do(LayCard(card("EO")))
        assert shown_cards(core.view) == ["EO"]
        assert "could not store" in caplog.text
        assert core.state.last_seq == journal.last_seq
        journal.close()

    def test_to_the_light_a_table_that_cannot_be_read_has_no_picture(self, core: TableCore) -> None:
        seen: list[TableActivity] = []

        class Kept:
            def show(self, state: TableState, outlook: Outlook, camera: CameraStatus) -> Picture:
                seen.append(camera.activity)
                return ()

        core = TableCore(core._journal, lambda: AT, director=Decoder(), light=Kept())
        at_the_table(core)
        before = core.view.camera.activity
        core.hear(SightChanged(1.0, Hindrance.GLARE))
        core.hear(SightChanged(5.0, None))
        assert seen[-3:] == [before, TableActivity.NO_PICTURE, before]
        assert before is not TableActivity.NO_PICTURE

    def test_a_failing_light_leaves_what_is_said(
        self, core: TableCore, caplog: pytest.LogCaptureFixture
    ) -> None:
        class Broken:
            def show(self, state: TableState, outlook: Outlook, camera: CameraStatus) -> Picture:
                raise OSError("no strip")

        core = TableCore(core._journal, lambda: AT, director=Decoder(), light=Broken())
        at_the_table(core)
        core.do(LayCard(card("EO")))
        assert core.view.outlook.questions
        assert core.view.strip == ()
        assert "the light failed" in caplog.text


def test_a_failing_referee_does_not_take_the_table_down(
    core: TableCore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    at_the_table(core)

    def broken(record: object) -> None:
        raise ArithmeticError("mistake")

    monkeypatch.setattr("engine.evening.deal.evaluate", broken)
    core.commit(played(["EO"]))
    assert core.view.report is None
    assert shown_cards(core.view) == ["EO"]
    assert "cannot be judged" in caplog.text


def test_a_failing_listener_is_logged_and_the_others_hear(
    core: TableCore, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[int] = []

    def deaf(view: TableView) -> None:
        raise RuntimeError("not listening")

    core.listen(deaf)
    core.listen(lambda view: heard.append(view.version))
    core.do(BEGIN)
    core.do(StartDeal())
    assert len(heard) == 2
    assert caplog.text.count("a listener of the table failed") == 2


def test_the_program_started_again_goes_on_at_the_same_card(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    journal = Journal.open(path)
    core = TableCore(journal, lambda: AT)
    core.do(BEGIN)
    core.do(BEGIN)
    core.do(StartDeal())
    core.do(Announce(GRAS))
    core.commit(played(RUFSPIEL[:13]))
    journal.close()
    journal = Journal.open(path)
    again = TableCore(journal, lambda: AT)
    assert again.state == core.state == fold(journal.events())
    assert again.view.report == core.view.report
    again.commit(played(RUFSPIEL[13:]))
    again.do(CloseDeal())
    assert [int(total) for total in again.state.totals] == [70, -70, -70, 70]
    journal.close()


def test_the_time_has_an_offset() -> None:
    assert local_now()[10] == "T"
    assert local_now()[-6] in "+-"
