"""Names and remarks stand beside the chain: they come back, and can be forgotten for good."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.evening.fold import fold
from engine.events import (
    EveningEnded,
    EveningStarted,
    Event,
    Note,
    ScoreAdjusted,
    SeatsChanged,
    SubstituteSat,
)
from engine.journal.check import DamagedError
from engine.journal.codec import EVENT_TYPES
from engine.journal.journal import Journal
from engine.journal.opening import go_on
from engine.journal.people import NAMES, REMARKS, SCHEMA, placeholder
from engine.text import PlainError
from tests.engine.spine import AT, EVENING, RUFSPIEL, opened, played
from tests.engine.test_journal_golden import GOLDEN
from tests.shared_data import ROOT

ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
NAME = st.one_of(ANY, st.sampled_from(["", "1", "0", "Sepp", "sepp", "Öttl Zoë", "null", "\x00"]))
SEATS = st.lists(NAME, min_size=1, max_size=5).map(tuple)
NAMING = st.one_of(
    SEATS.map(lambda seats: EveningStarted("e", "schafkopf", {}, seats, "isar", {})),
    SEATS.map(SeatsChanged),
    st.builds(SubstituteSat, st.integers(0, 3), st.one_of(st.none(), NAME)),
    st.builds(ScoreAdjusted, st.just((1,)), ANY, SEATS),
    st.builds(Note, ANY, st.one_of(st.none(), st.just("d1"))),
)
SEPP = ["Sepp", "Öttl Zoë", "Kathi", "1"]
WHO: list[Event] = [EveningStarted("e", "schafkopf", {}, tuple(SEPP), "isar", {})]


def of(name: str, journal: Journal) -> int:
    return next(each.number for each in journal.persons() if each.name == name)


def bytes_of(path: Path) -> bytes:
    """Return all that is on the disk of a journal."""
    return b"".join(each.read_bytes() for each in path.parent.glob(path.name + "*"))


@settings(deadline=None, max_examples=150)
@given(st.lists(st.lists(NAMING, max_size=4), max_size=4))
def test_whatever_people_are_called_comes_back(appended: list[list[Event]]) -> None:
    journal = Journal.in_memory()
    for events in appended:
        journal.append(events, AT)
    everything = [event for events in appended for event in events]
    assert [envelope.event for envelope in journal.events()] == everything
    again = Journal.in_memory()
    again.import_lines(journal.export_lines())
    assert [envelope.event for envelope in again.events()] == everything
    assert (again.head, again.persons()) == (journal.head, journal.persons())
    for events in appended:
        again.append(events, AT)
    known = {each.name for each in journal.persons()}
    assert sorted({each.name for each in again.persons()} ^ known, key=str) == []


def test_no_line_of_an_event_holds_a_name_or_what_somebody_wrote(tmp_path: Path) -> None:
    journal = Journal.in_memory()
    journal.append([*WHO, SubstituteSat(1, "Vroni"), Note("Sepp gab zwei Mal")], AT)
    journal.append([ScoreAdjusted((1, 2), "für die Brezn", ("Resi",))], AT)
    lines = "".join(line for line in journal.export_lines() if '"seq"' in line)
    for word in (*SEPP[:3], "Vroni", "Resi", "gab", "Brezn"):
        assert word not in lines


def test_every_field_of_an_event_that_holds_free_text_is_known() -> None:
    """A new event with a text in it has to say here whether somebody's name may stand in it."""
    harmless = {
        *("evening", "game", "deck", "models", "scores", "id", "dealt", "deal", "say", "source"),
        *("by", "doubles", "verdict", "ruling", "shown"),
    }
    for known in EVENT_TYPES:
        texts = {
            name for name, of in known.made.__annotations__.items() if "str" in of or "By" in of
        }
        kept = {NAMES.get(known.name), REMARKS.get(known.name)}
        assert texts - kept - harmless == set(), known.name


def test_the_head_says_nothing_of_names_and_stays_when_they_go() -> None:
    one, other = Journal.in_memory(), Journal.in_memory()
    one.append(WHO, AT)
    other.append([EveningStarted("e", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {})], AT)
    assert one.head == other.head
    one.forget([1, 2])
    assert (one.head, one.last_seq) == (other.head, 1)


def test_who_is_forgotten_is_a_number_everywhere_and_the_score_stays(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    journal = Journal.open(path)
    journal.append([EVENING, *opened(), *played(RUFSPIEL)], AT)
    journal.append([Note("Sepp hat sich vergeben"), EveningEnded()], AT)
    before, head = fold(journal.events()), journal.head
    journal.forget([of("Sepp", journal)])
    after = fold(journal.events())
    assert after.seats == ("Resi", "Toni", "Vroni", placeholder(4))
    assert after.notes[0].text == f"{placeholder(4)} hat sich vergeben"
    assert (after.totals, journal.head) == (before.totals, head)
    assert [deal.result for deal in after.finished] == [deal.result for deal in before.finished]
    exported = list(journal.export_lines())
    journal.close()
    again = Journal.open(path)
    assert (fold(again.events()), again.forgotten) == (after, 1)
    again.close()
    read_in = Journal.in_memory()
    read_in.import_lines(exported)
    assert fold(read_in.events()) == after
    assert "Sepp" not in "".join(exported)


def test_a_name_that_says_that_there_is_none_is_nobodys() -> None:
    """As a program of before stored it, with a blank that was typed."""
    journal = Journal.in_memory()
    journal.append([EveningStarted("e", "schafkopf", {}, ("Person 9", "Toni"), "isar", {})], AT)
    (begun,) = journal.events()
    assert begun.event.seats == (placeholder(1), "Toni")  # type: ignore[union-attr]
    assert [each.name for each in journal.persons()] == [None, "Toni"]
    journal.append([SeatsChanged(("Toni", placeholder(1)))], AT)
    assert len(journal.persons()) == 2


def test_who_comes_again_is_somebody_new_and_an_old_screen_names_the_forgotten() -> None:
    journal = Journal.in_memory()
    journal.append(WHO, AT)
    journal.forget([1])
    journal.append([SeatsChanged(("Sepp", placeholder(1)))], AT)
    *_, seated = journal.events()
    assert seated.event == SeatsChanged(("Sepp", placeholder(1)))
    assert next((each.number, each.name) for each in journal.persons()) == (1, None)
    assert of("Sepp", journal) == 5
    assert len(journal.persons()) == 5


def test_a_forgotten_name_is_in_no_byte_of_the_files(tmp_path: Path) -> None:
    """Many names over many pages, long remarks over pages of their own; every second one goes."""
    path = tmp_path / "journal.sqlite"
    journal = Journal.open(path)
    names = [f"Zenzi-{number:04}-Huberin" for number in range(600)]
    for at in range(0, len(names), 4):
        told = f"{names[at]} und {names[at + 1]}s Hund " + "x" * (at * 13 % 6000)
        seated = EveningStarted("e", "schafkopf", {}, tuple(names[at : at + 4]), "isar", {})
        journal.append([seated, Note(told), EveningEnded()], AT)
    journal.forget(range(1, 601, 2))
    # The program is still running: the file, its log and whatever lies beside it.
    there = bytes_of(path)
    assert [name for name in names[::2] if name.encode() in there] == []
    assert all(name.encode() in there for name in names[1::2])
    journal.close()
    assert [name for name in names[::2] if name.encode() in bytes_of(path)] == []


@pytest.mark.parametrize(
    ("remark", "left"),
    [
        ("Sepp, der Öttl und Kathi", f"{placeholder(1)}, der {placeholder(2)} und Kathi"),
        ("SEPPS Bier, Zoë's Wein", f"{placeholder(1)} Bier, {placeholder(2)} Wein"),
        ("öttl zoë zahlt", f"{placeholder(2)} zahlt"),
        ("der Seppl ist kein anderer", "der Seppl ist kein anderer"),
        ("1 Euro für die Kathi", "1 Euro für die Kathi"),
    ],
)
def test_names_go_from_remarks_as_words_of_their_own(remark: str, left: str) -> None:
    journal = Journal.in_memory()
    journal.append([*WHO, Note(remark)], AT)
    journal.forget([1, 2, 4])
    *_, note = journal.events()
    assert note.event == Note(left)


def test_a_first_name_that_two_share_stays_in_remarks() -> None:
    journal = Journal.in_memory()
    seats = ("Sepp Huber", "Sepp Maier", "Kathi")
    journal.append([SeatsChanged(seats), Note("Sepp und Sepp Huber")], AT)
    journal.forget([1])
    *_, note = journal.events()
    assert note.event == Note(f"Sepp und {placeholder(1)}")


def test_it_is_known_who_came_to_which_evening() -> None:
    journal = Journal.in_memory()
    journal.append([*WHO, SubstituteSat(0, "Vroni"), EveningEnded()], "2026-01-01T20:00:00+01:00")
    journal.append([Note("dazwischen")], "2026-01-02T20:00:00+01:00")
    second = EveningStarted("f", "schafkopf", {}, ("Sepp", "Vroni", "X", "Y"), "isar", {})
    journal.append([second, SeatsChanged(("Z", "Vroni"))], "2026-02-01T20:00:00+01:00")
    journal.append([EveningEnded()], "2026-02-02T01:00:00+01:00")
    known = {each.name: (each.evenings, each.last) for each in journal.persons()}
    assert known["Kathi"] == ((1,), "2026-01-02T20:00:00+01:00")
    assert known["Sepp"] == known["Vroni"] == ((1, 5), "2026-02-02T01:00:00+01:00")
    assert known["Z"] == ((5,), "2026-02-02T01:00:00+01:00")


def test_a_full_disk_forgets_nobody_and_says_so(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal.sqlite")
    journal.append([*WHO, Note("Sepp")], AT)
    journal._database.execute(
        "CREATE TEMP TRIGGER full BEFORE UPDATE ON main.remarks BEGIN SELECT RAISE(ABORT, 'x'); END"
    )
    with pytest.raises(PlainError, match="cannot be saved"):
        journal.forget([1])
    assert (journal.forgotten, journal.persons()[0].name) == (0, "Sepp")
    journal.append([SeatsChanged(("Sepp",))], AT)
    assert len(journal.persons()) == 4
    journal.close()


def test_a_name_that_cannot_be_stored_leaves_no_number_behind() -> None:
    journal = Journal.in_memory()
    with pytest.raises(UnicodeEncodeError):
        journal.append([SeatsChanged(("Sepp", "\ud800"))], AT)
    assert (journal.last_seq, journal.persons()) == (0, ())
    journal.append([SeatsChanged(("Kathi",))], AT)
    assert of("Kathi", journal) == 1


DAMAGE = [
    "UPDATE people SET name = 'Sepq' WHERE number = 1",
    "UPDATE people SET name = NULL WHERE number = 1",
    "UPDATE remarks SET text = 'was anderes' WHERE number = 1",
    "DELETE FROM people WHERE number = 4",
    "DELETE FROM people WHERE number = 2",
    "DELETE FROM remarks",
    "UPDATE people SET number = 9 WHERE number = 4",
]


@pytest.mark.parametrize("statement", DAMAGE)
def test_a_damaged_or_missing_name_is_noticed(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "journal.sqlite"
    journal = Journal.open(path)
    journal.append([*WHO, Note("ein Vermerk")], AT)
    journal.close()
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA secure_delete = ON")
    triggers = [sql for sql in SCHEMA if "TRIGGER" in sql]
    for sql in triggers:
        database.execute(f"DROP TRIGGER {sql.split()[2]}")
    database.execute(statement)
    for sql in triggers:
        database.execute(sql)
    database.close()
    before = path.read_bytes()
    with pytest.raises(DamagedError, match="names or remarks are wrong at number") as caught:
        Journal.open(path)
    assert path.read_bytes() == before
    condition = caught.value.condition
    assert (condition.whole, condition.known, bool(condition.lost)) == (2, 2, True)
    go_on(path, condition)
    journal = Journal.open(path)
    # What is lost counts as forgotten; everything else is there.
    assert [envelope.seq for envelope in journal.events()] == [1, 2]
    assert {each.name for each in journal.persons()} - {None} <= {*SEPP}
    assert len([each for each in journal.persons() if each.name is None]) <= 1
    journal.close()


@pytest.mark.parametrize("statement", [*DAMAGE[:1], *DAMAGE[3:6]])
def test_names_are_not_changed_by_carelessness(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "journal.sqlite"
    journal = Journal.open(path)
    journal.append([*WHO, Note("ein Vermerk")], AT)
    with pytest.raises(sqlite3.IntegrityError):
        journal._database.execute(statement)
    journal.close()


def test_from_when_days_are_counted_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    for at in ("2026-01-01T20:00:00+01:00", "2026-02-01T20:00:00+01:00"):
        journal = Journal.open(path)
        assert journal.forgetting_since(at) == "2026-01-01T20:00:00+01:00"
        journal.close()


def without(part: str, lines: Sequence[str]) -> list[str]:
    return [line for line in lines if part not in line]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda lines: without('"person":2', lines), "checksum"),
        (lambda lines: without('"remark"', lines), "checksum|stands for"),
        (lambda lines: [line.replace("Sepp", "Sepq") for line in lines], "checksum"),
        (lambda lines: [line.replace('"number"', '"who"') for line in lines], ""),
        (lambda lines: [lines[0], '{"person":"1"}', *lines[1:]], "not an event"),
    ],
)
def test_an_export_with_other_names_is_refused(change: object, why: str) -> None:
    journal = Journal.in_memory()
    journal.append([*WHO, Note("ein Vermerk")], AT)
    lines = list(journal.export_lines())
    assert callable(change)
    if why:
        with pytest.raises(PlainError, match=f"{why}|stands for"):
            Journal.in_memory().import_lines(change(lines))
    else:
        assert Journal.in_memory().import_lines(change(lines)) == 2


OPENER = """
import os, sys
from pathlib import Path
from engine.journal import migration
from engine.journal.journal import Journal

kill_at, seen, chained = int(sys.argv[2]), 0, migration.chained

def watched(lines):
    global seen
    for row in chained(lines):
        seen += 1
        if seen == kill_at:
            os.kill(os.getpid(), 9)
        yield row

migration.chained = watched
migration._STEP = 20
Journal.open(Path(sys.argv[1])).close()
"""


def events_in(path: Path) -> list[tuple[int, str, str]]:
    database = sqlite3.connect(path)
    found = database.execute("SELECT seq, line, hash FROM events").fetchall()
    database.close()
    return found


@pytest.mark.parametrize("kill_at", [1, 60, 132, 0])
def test_killed_on_the_way_to_numbers_the_old_journal_is_there_whole(
    tmp_path: Path, kill_at: int
) -> None:
    path = tmp_path / "journal.sqlite"
    shutil.copy(GOLDEN / "v1.sqlite", path)
    was = events_in(path)
    ran = subprocess.run(
        [sys.executable, "-c", OPENER, str(path), str(kill_at)], cwd=ROOT, check=False
    )
    assert ran.returncode == (-9 if kill_at else 0)
    assert (events_in(path) == was) is bool(kill_at)
    journal = Journal.open(path)
    assert [journal.former_head_at(seq) for seq, _, _ in was] == [row[2] for row in was]
    journal.close()


def test_a_migrated_journal_holds_old_names_nowhere_but_in_their_table(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    shutil.copy(GOLDEN / "v1.sqlite", path)
    assert path.read_bytes().count("Öttl".encode()) > 0
    journal = Journal.open(path)
    assert bytes_of(path).count("Öttl".encode()) == 1
    journal.forget([of("Öttl", journal)])
    assert "Öttl".encode() not in bytes_of(path)
    journal.close()


def test_heads_that_would_give_a_forgotten_name_away_go_with_it(tmp_path: Path) -> None:
    """Who knows everything else could try names until the old head comes out."""
    path = tmp_path / "journal.sqlite"
    shutil.copy(GOLDEN / "v2.sqlite", path)
    journal = Journal.open(path)
    last = journal.last_seq
    assert len(journal.former_head_at(last)) == 64
    first = min(each.evenings[0] for each in journal.persons() if each.name == "Dot")
    journal.forget([of("Dot", journal)])
    assert (journal.former_head_at(last), journal.former_head_at(first)) == ("", "")
    assert len(journal.former_head_at(first - 1)) == 64
    exported = "".join(journal.export_lines())
    again = Journal.in_memory()
    again.import_lines(journal.export_lines())
    assert again.former_head_at(first - 1) == journal.former_head_at(first - 1)
    assert "Dot" not in exported
    journal.close()


def test_a_journal_of_before_is_read_beside_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    shutil.copy(GOLDEN / "v1.sqlite", path)
    database = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
    journal = Journal(database, None)
    lines = (GOLDEN / "v1.jsonl").read_text("utf-8").splitlines()
    assert list(journal.export_lines()) == lines
    assert journal.forgotten == 0
    assert len(list(journal.events())) == len(lines) - 1
    journal.close()
