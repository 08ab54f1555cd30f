from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings

from engine.cards import card
from engine.evening.fold import fold
from engine.events import CardPlayed, EveningStarted, Event, Note
from engine.journal.chain import GENESIS, next_hash
from engine.journal.check import DamagedError
from engine.journal.database import SCHEMA_VERSION
from engine.journal.head import head_path
from engine.journal.journal import Journal
from engine.journal.opening import parts, set_aside
from engine.text import PlainError
from tests.engine.spine import AT, EVENING, EVENINGS, NAMES, RUFSPIEL, opened, played
from tests.shared_data import ROOT

DEAL: list[Event] = [EVENING, *opened(), *played(RUFSPIEL)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    opened_journal = Journal.open(path)
    yield opened_journal
    opened_journal.close()


def written(path: Path, events: list[Event]) -> str:
    journal = Journal.open(path)
    journal.append(events, AT)
    journal.close()
    return journal.head


def raw(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def sentence(error: pytest.ExceptionInfo[PlainError]) -> str:
    text = error.value.text
    assert text.de != text.en
    assert "\n" not in text.de + text.en
    return text.en


def test_what_was_appended_is_there_after_opening_again(path: Path) -> None:
    journal = Journal.open(path)
    envelopes = journal.append(DEAL, AT)
    assert [envelope.seq for envelope in envelopes] == list(range(1, len(DEAL) + 1))
    more = journal.append([Note("späta")], "2026-11-21T00:00:00+01:00")
    head = journal.head
    journal.close()
    again = Journal.open(path)
    assert tuple(again.events()) == (*envelopes, *more)
    assert (again.head, again.last_seq) == (head, len(DEAL) + 1)
    assert tuple(again.events(after=len(DEAL))) == more
    again.close()


def test_it_is_kept_so_that_a_pulled_plug_loses_nothing(journal: Journal, path: Path) -> None:
    modes = [
        journal._database.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous")
    ]
    assert modes == ["wal", 2]
    with pytest.raises(sqlite3.IntegrityError, match="TEXT"):
        journal._database.execute("INSERT INTO events (seq, line, hash) VALUES (1, x'00', '')")
    assert path.exists()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET line = '{}' WHERE seq = 2",
        "DELETE FROM events WHERE seq = 3",
        "DELETE FROM events",
        "INSERT OR REPLACE INTO events (seq, line, hash) VALUES (2, '{}', '')",
        "INSERT INTO events (seq, line, hash) VALUES (9, '{}', '')",
        "INSERT INTO events (seq, line, hash) VALUES (-1, '{}', '')",
    ],
)
def test_nothing_stored_is_changed(path: Path, statement: str) -> None:
    head = written(path, DEAL[:5])
    database = raw(path)
    with pytest.raises(sqlite3.IntegrityError, match="events are"):
        database.execute(statement)
    database.close()
    journal = Journal.open(path)
    assert journal.head == head
    journal.close()


def test_each_event_hangs_on_all_before_it(journal: Journal) -> None:
    head = GENESIS
    for event in DEAL[:4]:
        (envelope,) = journal.append([event], AT)
        line = list(journal.export_lines())[-1]
        assert json.loads(line)["seq"] == envelope.seq
        head = next_hash(head, line)
        assert journal.head == head


def test_a_second_writer_is_refused(journal: Journal, path: Path) -> None:
    with pytest.raises(PlainError) as caught:
        Journal.open(path)
    assert (
        sentence(caught)
        == f"Another mehrkopf is already writing to the journal {path}; stop that one first."
    )
    journal.append([Note("goes on")], AT)


def test_a_second_writing_program_is_refused(journal: Journal, path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from engine.journal.journal import Journal\n"
        "from engine.text import PlainError\n"
        "try: Journal.open(Path(sys.argv[1]))\n"
        "except PlainError as error: print(error)"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    assert "already writing" in told.stdout


def test_a_closed_journal_can_be_opened_again(path: Path) -> None:
    for number in range(3):
        journal = Journal.open(path)
        assert journal.last_seq == number
        journal.append([Note(str(number))], AT)
        journal.close()


def test_careless_edits_are_found_and_nothing_is_deleted(path: Path) -> None:
    written(path, DEAL)
    database = raw(path)
    database.execute("DROP TRIGGER events_never_change")
    database.execute("UPDATE events SET line = replace(line, 'EO', 'S7') WHERE seq = 4")
    database.close()
    _refused_as_damaged(path, "the checksum is wrong from event 4", 3)


def test_a_missing_row_is_found(path: Path) -> None:
    written(path, DEAL)
    database = raw(path)
    database.execute("DROP TRIGGER events_never_go")
    database.execute("DELETE FROM events WHERE seq = 7")
    database.close()
    _refused_as_damaged(path, "the checksum is wrong from event 7")


def test_a_file_cut_short_is_found(path: Path) -> None:
    written(path, [*DEAL, *[Note("x" * 400)] * 60])
    os.truncate(path, path.stat().st_size - 8192)
    _refused_as_damaged(path)


def _refused_as_damaged(path: Path, why: str = "", whole: int | None = None) -> None:
    before = {part: part.read_bytes() for part in parts(path)}
    with pytest.raises(DamagedError) as caught:
        Journal.open(path)
    told, condition = sentence(caught), caught.value.condition
    assert f"The journal {path} is damaged ({why}" in told
    assert f"{condition.whole} of {condition.known} events are intact" in told
    assert whole in (None, condition.whole)
    assert {part: part.read_bytes() for part in parts(path)} == before
    kept = set_aside(path)
    assert {part.name: part.read_bytes() for part in kept.iterdir()} == {
        part.name: body for part, body in before.items()
    }
    Journal.open(path).close()


def test_a_file_of_another_kind_is_refused(path: Path) -> None:
    database = raw(path)
    database.execute("CREATE TABLE shopping (what TEXT)")
    database.close()
    with pytest.raises(PlainError, match="is not a journal"):
        Journal.open(path)
    path.write_text("Dear diary,\n" * 100)
    with pytest.raises(PlainError, match="is damaged"):
        Journal.open(path)


def test_a_newer_programs_journal_is_refused(path: Path) -> None:
    written(path, DEAL)
    database = raw(path)
    database.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    database.close()
    with pytest.raises(DamagedError, match="ID in it is wrong"):
        Journal.open(path)
    head_path(path).unlink()
    with pytest.raises(PlainError, match="newer version of mehrkopf"):
        Journal.open(path)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="cannot be opened"):
        Journal.open(tmp_path / "nowhere" / "journal.sqlite")


def test_a_folder_in_the_files_place_is_told(path: Path) -> None:
    path.mkdir()
    with pytest.raises(PlainError, match="cannot be opened"):
        Journal.open(path)


def test_several_events_are_stored_together_or_not_at_all(journal: Journal) -> None:
    journal.append(DEAL[:3], AT)
    before = (journal.head, journal.last_seq)
    _forbid(journal, "NEW.seq = 6")
    with pytest.raises(PlainError, match="cannot be saved"):
        journal.append([Note("yes"), Note("yes"), Note("no")], AT)
    assert (journal.head, journal.last_seq) == before
    assert len(list(journal.events())) == 3
    journal.append([Note("yes")], AT)
    assert [envelope.seq for envelope in journal.events()] == [1, 2, 3, 4]


def _forbid(journal: Journal, condition: str) -> None:
    journal._database.execute(
        f"CREATE TEMP TRIGGER forbid BEFORE INSERT ON main.events WHEN {condition} "
        "BEGIN SELECT RAISE(ABORT, 'forbidden'); END"
    )


def test_a_full_disk_is_told_and_nothing_is_half_written(path: Path) -> None:
    journal = Journal.open(path)
    journal.append(DEAL, AT)
    pages = journal._database.execute("PRAGMA page_count").fetchone()[0]
    journal._database.execute(f"PRAGMA max_page_count = {pages}")
    stored = journal.last_seq
    told: str | None = None
    while told is None:
        told = _refusal(journal, [Note("x" * 500), Note("y" * 500)])
        stored += 0 if told else 2
        assert journal.last_seq == stored
    assert "full" in told
    journal._database.execute("PRAGMA max_page_count = 100000")
    journal.append([Note("there is room again")], AT)
    journal.close()
    again = Journal.open(path)
    assert (again.last_seq, again.head) == (stored + 1, journal.head)
    again.close()


def _refusal(journal: Journal, events: list[Event]) -> str | None:
    try:
        journal.append(events, AT)
    except PlainError as error:
        return error.text.en
    return None


FULL = """
import json, resource, sys
from pathlib import Path
from engine.events import Note
from engine.journal.check import DamagedError
from engine.journal.journal import Journal
from engine.journal.opening import parts, set_aside
from engine.text import PlainError

journal = Journal.open(Path(sys.argv[1]))
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
refused = []
while len(refused) < 3:
    before = (journal.last_seq, journal.head)
    try:
        journal.append([Note("x" * 900), Note("y" * 900)], "at")
    except PlainError as error:
        refused.append(error.text.en)
        assert before == (journal.last_seq, journal.head)
stored = journal.last_seq
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
journal.append([Note("room again")], "at")
print(json.dumps({"refused": refused, "stored": stored, "head": journal.head}))
"""


def test_a_disk_that_takes_no_more_bytes_is_told(path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FULL, str(path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    told = json.loads(ran.stdout)
    assert all("cannot be saved" in each for each in told["refused"])
    journal = Journal.open(path)
    assert (journal.last_seq, journal.head) == (told["stored"] + 1, told["head"])
    texts = [envelope.event for envelope in journal.events()]
    assert texts[-1] == Note("room again")
    assert len(texts) % 2 == 1
    journal.close()


def test_evenings_are_found(journal: Journal) -> None:
    journal.append([Note("before"), *DEAL], AT)
    journal.append([EveningStarted("f", "mehrkopf", {}, NAMES, "isar", {})], "later")
    marks = [(mark.seq, mark.evening, mark.at) for mark in journal.evenings()]
    assert marks == [(2, "e", AT), (journal.last_seq, "f", "later")]


@settings(deadline=None, max_examples=40)
@given(EVENINGS)
def test_an_export_is_the_same_journal_again(events: list[Event]) -> None:
    journal = Journal.in_memory()
    journal.append(events[: len(events) // 2], AT)
    journal.append(events[len(events) // 2 :], "2026-11-20T23:00:00+01:00")
    again = Journal.in_memory()
    assert again.import_lines(journal.export_lines()) == len(events)
    assert again.head == journal.head
    assert fold(again.events()) == fold(journal.events())
    assert list(again.export_lines()) == list(journal.export_lines())


def exported() -> list[str]:
    journal = Journal.in_memory()
    journal.append(DEAL, AT)
    return list(journal.export_lines())


def _swap(lines: list[str]) -> list[str]:
    return [*lines[:-2], lines[-1], lines[-2]]


def _edit(lines: list[str]) -> list[str]:
    return [line.replace('"EO"', '"GO"') for line in lines]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([], "not JSON"),
        (exported()[1:], "header is missing"),
        (exported()[:-1], "cut off"),
        (exported()[:1], "cut off"),
        (_swap(exported()), "seq"),
        (_edit(exported()), "checksum"),
        ([*exported()[:5], "{", *exported()[5:]], "not JSON"),
        ([*exported()[:5], "[]", *exported()[5:]], "not JSON"),
        ([exported()[0], "[" * 100_000], "not JSON"),
        ([exported()[0], '{"seq":' + "9" * 5000 + "}"], "not JSON"),
        ([exported()[0], '{"seq":1,"at":"x","more":NaN}'], "not JSON"),
        ([exported()[0], '{"seq":1,"at":"x","more":' + "[" * 40 + "]" * 40 + "}"], "not JSON"),
        ([exported()[0], '{"seq":1,"at":"' + "x" * 300_000 + '"}'], "too long"),
        ([exported()[0], '{"seq":1,"at":"x","type":"sniffed","v":1}'], "newer version of mehrkopf"),
        ([exported()[0].replace('"v":2', '"v":3'), *exported()[1:]], "newer version of mehrkopf"),
    ],
)
def test_what_is_no_whole_export_is_refused(lines: list[str], why: str) -> None:
    journal = Journal.in_memory()
    with pytest.raises(PlainError) as caught:
        journal.import_lines(lines)
    assert why in sentence(caught)
    assert journal.last_seq == 0
    assert journal.import_lines(exported()) == len(DEAL)


def test_where_each_evening_lies_is_told_in_one_place(journal: Journal) -> None:
    assert journal.evenings() == ()
    journal.append([Note("before any"), *DEAL], AT)
    journal.append([EVENING, Note("one"), EVENING], AT)
    first, second, last = journal.evenings()
    count = len(DEAL)
    spans = [(mark.number, mark.seq, mark.last) for mark in (first, second, last)]
    assert spans == [(1, 2, count + 1), (2, count + 2, count + 3), (3, count + 4, count + 4)]
    assert [each.event for each in journal.events_of(first)] == DEAL
    assert [each.event for each in journal.events_of(second)] == [EVENING, Note("one")]
    journal.append([Note("more")], AT)
    assert journal.evenings()[-1].last == count + 5


def test_nothing_is_imported_over_evenings() -> None:
    journal = Journal.in_memory()
    journal.append([Note("mine")], AT)
    with pytest.raises(PlainError, match="empty data folder"):
        journal.import_lines(exported())
    assert journal.last_seq == 1


def test_blank_lines_and_line_ends_do_no_harm() -> None:
    journal = Journal.in_memory()
    assert journal.import_lines([line + "\r\n" for line in [*exported(), ""]]) == len(DEAL)


def test_a_text_that_cannot_be_written_changes_nothing(journal: Journal) -> None:
    with pytest.raises(UnicodeEncodeError):
        journal.append([Note("fine"), Note("\ud800")], AT)
    assert journal.last_seq == 0
    assert journal.append([CardPlayed(card("EO"))], AT)[0].seq == 1
