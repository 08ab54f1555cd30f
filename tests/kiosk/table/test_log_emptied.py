"""An evening does not live in the journal's log: it is emptied after each deal."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.events import Note
from engine.journal import opening
from engine.journal.check import check
from engine.journal.database import LOG_END
from engine.journal.journal import Journal
from kiosk.table.writer import TableCore
from tests.engine.spine import EVENING, finished_deal, opened


def size_of_log(path: Path) -> int:
    return path.with_name(path.name + LOG_END).stat().st_size


def test_the_log_is_emptied_when_a_deal_is_over_and_its_picture_is_out(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal.open(path)) as journal:
        core = TableCore(journal)
        sizes: list[int] = []
        core.listen(lambda view: sizes.append(size_of_log(path)))
        *before, last = (EVENING, *finished_deal())
        for event in before:
            core.commit([event])
        assert size_of_log(path) > 0
        core.commit([last])
        assert size_of_log(path) == 0
        assert sizes[-1] > 0, "who looks on does not wait for the disk"


def test_a_log_that_cannot_be_emptied_stops_no_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal.open(path)) as journal:
        core = TableCore(journal)
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM events").fetchone()
            core.commit([EVENING, *finished_deal()])
            assert size_of_log(path) > 0

        def fails(*_: object) -> None:
            raise sqlite3.OperationalError("no")

        monkeypatch.setattr(opening, "_emptied", fails)
        core.commit(finished_deal("d2"))
        assert "log cannot be emptied" in caplog.text
        monkeypatch.undo()
    assert check(path).sound


def test_a_journal_deleted_while_it_runs_is_told_on_the_evenings_page(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal.open(path)) as journal:
        core = TableCore(journal)
        core.commit([EVENING, *opened()])
        path.unlink()
        core.commit([Note("and on")])
        assert "es fehlt nichts" in core.state.notes[0].text
        assert core.state.notes[1].text == "and on"
    assert check(path).sound
