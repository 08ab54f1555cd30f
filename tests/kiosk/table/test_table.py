from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from engine.cards import GERMAN_32, card
from engine.evening.state import TableState
from engine.events import CardConfirmed, CardPlayed, Event, Note
from engine.journal.journal import Journal
from engine.text import PlainError
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.director.outlook import Outlook
from kiosk.table.commands import Announce, CloseDeal, StartDeal, StartEvening
from kiosk.table.view import TableView
from kiosk.table.writer import Table, TableCore
from tests.engine.spine import AT, GRAS, NAMES, RUFSPIEL, played, running

LONG = 30.0
"""Seconds to wait at most for what must come."""
BEGIN = StartEvening("schafkopf", {}, NAMES, "isar")


@pytest.fixture
def table() -> Iterator[Table]:
    with Table(Journal.in_memory(), now=lambda: AT) as opened:
        yield opened


class Watcher(Director):
    """A director that notes which threads ask it."""

    def __init__(self) -> None:
        super().__init__(GERMAN_32, RoundDeals())
        self.threads: set[str] = set()

    def outlook(self, state: TableState) -> Outlook:
        self.threads.add(threading.current_thread().name)
        return super().outlook(state)


class TestThread:
    def test_commands_are_carried_out_in_the_tables_own_thread(self) -> None:
        director = Watcher()
        with Table(Journal.in_memory(), now=lambda: AT, director=director) as table:
            director.threads.clear()
            table.do(BEGIN)
            table.do(StartDeal())
            assert table.view().state.deal is not None
        assert director.threads == {"table"}

    def test_a_refusal_reaches_who_asked(self, table: Table) -> None:
        with pytest.raises(PlainError, match="No evening"):
            table.do(StartDeal())
        table.do(BEGIN)

    def test_a_mistake_is_told_plainly_logged_and_the_thread_goes_on(
        self, table: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr("kiosk.table.evening_orders.rules_from", None)
            with pytest.raises(PlainError, match="went wrong"):
                table.do(BEGIN)
        assert "failed" in caplog.text
        table.do(BEGIN)
        assert table.view().state.running

    def test_a_posted_job_that_fails_is_logged(
        self, table: Table, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.ERROR)
        table.post(lambda core: 1 // 0)
        table.do(BEGIN)
        assert "a job of the table failed" in caplog.text

    def test_posted_events_are_published(self, table: Table) -> None:
        table.do(BEGIN)
        seen = table.view().version
        table.post(lambda core: core.commit([Note("hello")]))
        view = table.wait(seen, LONG)
        assert view is not None
        assert view.state.notes[0].text == "hello"

    def test_a_job_may_ask_the_table_itself(self, table: Table) -> None:
        table.call(lambda core: table.do(BEGIN))
        assert table.view().state.running

    def test_listeners_hear_of_every_picture(self, table: Table) -> None:
        heard: list[int] = []
        table.listen(lambda view: heard.append(view.state.last_seq))
        table.do(BEGIN)
        table.do(StartDeal())
        assert heard == [1, 2]

    def test_waiting(self, table: Table) -> None:
        now = table.view()
        assert table.wait(now.version, 0.01) is None
        assert table.wait(now.version - 1, LONG) is now
        # A page from before the program was started again has seen more than there is.
        assert table.wait(now.version + 1000, LONG) is now
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(table.wait, now.version, LONG)
            table.do(BEGIN)
            view = waiting.result(LONG)
        assert view is not None
        assert view.version > now.version

    def test_closing_ends_the_waiting_and_refuses_the_rest(self, tmp_path: Path) -> None:
        path = tmp_path / "journal.sqlite"
        table = Table(Journal.open(path))
        table.do(BEGIN)
        for number in range(20):
            table.post(partial(TableCore.commit, events=[Note(str(number))]))
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(table.wait, 10**9, LONG)
            table.close()
            waiting.result(LONG)
        table.close()
        with pytest.raises(PlainError, match="shutting down"):
            table.do(StartDeal())
        with pytest.raises(PlainError, match="shutting down"):
            table.post(lambda core: None)
        journal = Journal.open(path)
        assert journal.last_seq == 21
        journal.close()


def torn(view: TableView) -> bool:
    """Tell whether the parts of a picture do not belong together."""
    deal = view.state.deal
    if deal is None:
        return view.report is not None and not view.state.finished
    if view.report is None:
        return True
    laid = sum(len(trick.plays) for trick in view.report.tricks)
    newest = max(deal.seqs, default=0)
    return not laid == len(deal.laid) == len(deal.seqs) or view.state.last_seq < newest


def test_readers_never_see_a_torn_picture() -> None:
    with Table(Journal.in_memory(), now=lambda: AT) as table:
        for command in (BEGIN, StartDeal(), Announce(GRAS)):
            table.do(command)
        table.call(lambda core: core.commit(played(["EO"])))
        done = threading.Event()
        start = threading.Barrier(4)

        def read(wait: bool) -> tuple[int, int, int]:
            start.wait(LONG)
            wrong = seen = 0
            version, seq = -1, -1
            while not done.wait(0 if wait else 0.001):
                view = table.wait(version, 0.05) if wait else table.view()
                if view is None:
                    continue
                seen += view.version != version
                wrong += torn(view) or view.version < version or view.state.last_seq < seq
                version, seq = view.version, view.state.last_seq
            return wrong, seen, version

        with ThreadPoolExecutor(3) as pool:
            readers = [pool.submit(read, wait) for wait in (True, True, False)]
            start.wait(LONG)
            _thousand_commits(table)
            done.set()
            answers = [reader.result(LONG) for reader in readers]
        assert [wrong for wrong, _, _ in answers] == [0, 0, 0]
        assert all(seen > 10 for _, seen, _ in answers)
        assert table.view().state.last_seq >= 1000


def _thousand_commits(table: Table) -> None:
    for number in range(1000):
        code = RUFSPIEL[1 + number % 31]
        events: list[Event] = [CardPlayed(card(code))]
        if number % 31 == 30:
            table.do(CloseDeal({"kind": "void"}))
            table.do(StartDeal())
        elif number % 7 == 3:
            seq = running(table.view().state).seqs[-1] if running(table.view().state).laid else 1
            events.append(CardConfirmed(seq))
        table.call(partial(TableCore.commit, events=events))
