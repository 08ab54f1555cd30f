from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import card
from engine.events import CardCorrected, CardPlayed, Envelope, Note
from engine.fold import fold
from engine.journal import Journal
from engine.report import Verdict
from engine.state import TableState
from engine.text import PlainError
from kiosk.commands import (
    Announce,
    CloseDeal,
    ConfirmCard,
    CorrectCard,
    LayCard,
    Rule,
    StartDeal,
    StartEvening,
    Undo,
)
from kiosk.table_core import MOST_ROUNDS, Follower, Live, TableCore, local_now
from kiosk.view import Question, TableView
from tests.engine.spine import AT, GRAS, NAMES, REVOKE, RUFSPIEL, codes, played, running
from vision.sighting import TableActivity

BEGIN = StartEvening("schafkopf", {}, NAMES, "isar")


def at_the_table(core: TableCore) -> None:
    core.do(BEGIN)
    core.do(StartDeal())
    core.do(Announce(GRAS))


@pytest.fixture
def core() -> TableCore:
    return TableCore(Journal.in_memory(), now=lambda: AT)


def followed(core: TableCore, follower: Follower) -> TableCore:
    """Return the table again, as it is opened with a follower."""
    return TableCore(core._journal, lambda: AT, follower=follower)


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

    def test_no_events_no_picture(self, core: TableCore) -> None:
        before = core.view
        assert core.commit(()) == ()
        assert core.view is before

    def test_what_cannot_be_done_leaves_everything_as_it_was(self, core: TableCore) -> None:
        at_the_table(core)
        before, head = core.view, core.head
        with pytest.raises(PlainError, match="No deal of the evening"):
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


class Decoder:
    """A follower that reads each new card anew and says what it saw."""

    def __init__(self) -> None:
        self.news: list[tuple[Envelope, ...]] = []

    def follow(self, state: TableState, news: tuple[Envelope, ...]) -> Live:
        self.news.append(news)
        deal = state.deal
        laid = deal.laid[-1] if deal is not None and deal.laid else None
        wrong = laid is not None and laid.card is card("EU")
        again = (CardCorrected(laid.seq, card("GU"), "decoder"),) if laid and wrong else ()
        questions = (Question("d", laid.seq, (card("GU"),)),) if laid else ()
        return Live(
            questions,
            activity=TableActivity.STABLE,
            source="camera",
            unsure=frozenset({laid.seq} if laid else ()),
            strip=((1, 2, 3),),
            events=again,
        )


class TestFollower:
    def test_it_is_asked_after_each_commit_and_shows_what_it_says(self, core: TableCore) -> None:
        follower = Decoder()
        core = followed(core, follower)
        at_the_table(core)
        (laid,) = core.commit([CardPlayed(card("EO"))])
        view = core.view
        assert [len(news) for news in follower.news] == [0, 1, 1, 1, 1]
        assert view.questions == (Question("d", laid.seq, (card("GU"),)),)
        assert (view.activity, view.source) == (TableActivity.STABLE, "camera")
        assert (view.unsure, view.strip) == (frozenset({laid.seq}), ((1, 2, 3),))

    def test_what_follows_is_recorded_before_anybody_sees(self, core: TableCore) -> None:
        core = followed(core, Decoder())
        at_the_table(core)
        views: list[TableView] = []
        core.listen(views.append)
        core.do(Announce(GRAS))
        core.commit([CardPlayed(card("EU"))])
        assert [view.state.last_seq for view in views] == [4, 6]
        assert shown_cards(views[-1]) == ["GU"]

    def test_it_answers_a_persons_command_too(self, core: TableCore) -> None:
        core = followed(core, Decoder())
        at_the_table(core)
        core.commit([CardPlayed(card("EO"))])
        core.do(ConfirmCard(running(core.state).seqs[0]))
        assert running(core.state).confirmed

    def test_a_refresh_publishes_what_moved_beside_the_record(self, core: TableCore) -> None:
        live = Live()

        class Changing:
            def follow(self, state: TableState, news: tuple[Envelope, ...]) -> Live:
                return live

        core = followed(core, Changing())
        live = replace(live, activity=TableActivity.HAND)
        before = core.view.version
        core.refresh()
        assert core.view.activity is TableActivity.HAND
        assert core.view.version == before + 1

    def test_a_failing_one_accuses_nobody_and_is_logged(
        self, core: TableCore, caplog: pytest.LogCaptureFixture
    ) -> None:
        accused = Verdict("revoke", 1, 0, (0, 1), 1)

        class Failing:
            well = True

            def follow(self, state: TableState, news: tuple[Envelope, ...]) -> Live:
                if not self.well:
                    raise LookupError("lost")
                return Live(shown=(accused,), activity=TableActivity.STABLE)

        follower = Failing()
        core = followed(core, follower)
        assert core.view.shown == (accused,)
        follower.well = False
        core.do(BEGIN)
        assert core.state.running
        assert not core.view.shown
        assert core.view.activity is TableActivity.STABLE
        assert "the follower failed" in caplog.text

    def test_one_that_never_rests_is_stopped(
        self, core: TableCore, caplog: pytest.LogCaptureFixture
    ) -> None:
        class Restless:
            def follow(self, state: TableState, news: tuple[Envelope, ...]) -> Live:
                return Live(events=(Note("again"),) if state.running else ())

        core = followed(core, Restless())
        core.do(BEGIN)
        assert core.state.last_seq == 1 + MOST_ROUNDS
        assert "does not come to rest" in caplog.text

    def test_a_disk_that_fills_between_keeps_what_was_acknowledged(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        journal = Journal.open(tmp_path / "journal.sqlite")
        core = TableCore(journal, lambda: AT)
        at_the_table(core)

        class Filling:
            def follow(self, state: TableState, news: tuple[Envelope, ...]) -> Live:
                if not news:
                    return Live()
                journal._database.execute("PRAGMA max_page_count = 1")
                return Live(events=(Note("x" * 100_000),))

        core = followed(core, Filling())
        core.do(LayCard(card("EO")))
        assert shown_cards(core.view) == ["EO"]
        assert "could not store" in caplog.text
        assert core.state.last_seq == journal.last_seq
        journal.close()


def test_a_failing_referee_does_not_take_the_table_down(
    core: TableCore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    at_the_table(core)

    def broken(record: object) -> None:
        raise ArithmeticError("mistake")

    monkeypatch.setattr("engine.deal_state.evaluate", broken)
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
