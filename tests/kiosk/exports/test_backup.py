"""Backup and restore: written whole and checked, read back whole or not at all, nothing lost."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import zipfile
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from engine.events import EveningEnded, EveningStarted, Event, Note
from engine.journal.check import DamagedError
from engine.journal.journal import Journal
from engine.journal.opening import aside, parts, set_aside
from engine.journal.people import SCHEMA, placeholder
from engine.text import PlainError
from kiosk.exports import backup as made
from kiosk.exports.backup import (
    KEPT,
    STICK_FOLDER,
    back_up,
    back_up_all,
    backups_in,
    places,
    prune,
    read_backup,
)
from kiosk.exports.evening_backup import told
from kiosk.exports.files import Stick
from kiosk.exports.past_evenings import PastEvenings
from kiosk.exports.restore import restore
from kiosk.home.clock import TableClock
from kiosk.home.data_folder import Home
from kiosk.table.forgetting import Forgetting
from kiosk.table.notes import tells_damage
from kiosk.table.resumption import state_of
from kiosk.table.salvage import go_on
from kiosk.web.evening.evening import NameService
from tests.engine.evening.test_forty_deals import AT, night
from tests.kiosk.cli import Cli
from tests.kiosk.opened import client_of, text
from tests.kiosk.served import touch_table

NOW = datetime.fromisoformat("2026-11-26T23:10:00+01:00")
PROGRAM = "1.0.0"
SETTINGS = {
    "table.toml": b'[table]\ngame = "schafkopf"\n',
    "words.toml": b'gras = "Laub"\n',
    "decks/stube.deck": b"PK a deck",
    "rules/stube.toml": b'preset = "schafkopf"\n',
    "exports/mehrkopf-2026-11-20/liste.html": "Grüße".encode(),
}


def furnished(root: Path, *, files: dict[str, bytes] = SETTINGS) -> Home:
    home = Home(root)
    home.prepare()
    for name, content in files.items():
        place = home.root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return home


def with_night(root: Path) -> tuple[Home, str]:
    home = furnished(root)
    journal = Journal.open(home.journal)
    journal.append((*night(), EveningEnded()), AT)
    head = journal.head
    journal.close()
    return home, head


def evenings(home: Home) -> list[str]:
    journal = Journal.open(home.journal)
    try:
        return [mark.evening for mark in journal.evenings()]
    finally:
        journal.close()


def test_a_table_comes_back_in_an_empty_folder(tmp_path: Path) -> None:
    home, head = with_night(tmp_path / "a")
    path = back_up(home, tmp_path, NOW, PROGRAM)
    assert path.name.startswith("mehrkopf-2026-11-26-231000-")
    assert path.stat().st_mode & 0o077 == 0
    other = Home(tmp_path / "b")
    done = restore(other, path, NOW, PROGRAM)
    assert (done.known, done.before, done.left) == (0, None, ())
    assert done.files == len(SETTINGS)
    journal = Journal.open(other.journal)
    assert journal.head == head
    journal.close()
    for name, content in SETTINGS.items():
        assert (other.root / name).read_bytes() == content


def test_what_stays_off_a_backup(tmp_path: Path) -> None:
    home, _ = with_night(tmp_path / "a")
    home.secret_key()
    home.clips.mkdir()
    (home.clips / "clip.jpg").write_bytes(b"\xff\xd8")
    path = back_up(home, tmp_path, NOW, PROGRAM)
    with zipfile.ZipFile(path) as packed:
        assert set(packed.namelist()) == {"backup.json", "journal.jsonl", *SETTINGS}


def test_evenings_that_are_there_stay_and_others_come_in(tmp_path: Path) -> None:
    home, _ = with_night(tmp_path / "a")
    path = back_up(home, tmp_path, NOW, PROGRAM)
    other = furnished(tmp_path / "b", files={"words.toml": b'gras = "Blatt"\n'})
    (other.root / "decks" / "stube.deck").write_bytes(b"PK another deck")
    started = EveningStarted("mine", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {})
    journal = Journal.open(other.journal)
    journal.append((started, EveningEnded()), AT)
    journal.close()

    done = restore(other, path, NOW, PROGRAM)
    assert evenings(other) == ["mine", *evenings(home)]
    assert done.left == ("words.toml",)
    assert (other.root / "words.toml").read_bytes() == b'gras = "Blatt"\n'
    assert done.renamed == {"stube.deck": "stube-2026-11-26.deck"}
    assert (other.root / "decks" / "stube.deck").read_bytes() == b"PK another deck"
    assert (other.root / "decks" / "stube-2026-11-26.deck").read_bytes() == b"PK a deck"
    assert done.before is not None
    assert read_backup(done.before).backup.evenings == 1
    assert done.joined == ()

    again = restore(other, path, NOW, PROGRAM)
    assert (again.evenings, again.files, dict(again.renamed)) == (0, 0, {})


def test_two_of_one_name_from_two_tables_are_told_and_no_others(tmp_path: Path) -> None:
    home, _ = with_night(tmp_path / "a")
    path = back_up(home, tmp_path, NOW, PROGRAM)
    other = furnished(tmp_path / "b")
    with closing(Journal.open(other.journal)) as journal:
        seats = ("Resi", "Zenz", "Platz 3", "Toni")
        journal.append(
            (EveningStarted("mine", "schafkopf", {}, seats, "isar", {}), EveningEnded()), AT
        )
    done = restore(other, path, NOW, PROGRAM)
    assert done.joined == ("Resi", "Toni")
    assert "Diese Namen gab es hier schon, jeder ist jetzt eine Person: Resi, Toni." in " ".join(
        text.de for text in told(done)
    )
    assert restore(other, path, NOW, PROGRAM).joined == ()
    # The same table's own backup joins nobody.
    with closing(Journal.open(home.journal)) as journal:
        journal.append(
            (EveningStarted("next", "schafkopf", {}, seats, "isar", {}), EveningEnded()), AT
        )
    newer = back_up(home, tmp_path, NOW + timedelta(days=1), PROGRAM)
    back = Home(tmp_path / "c")
    restore(back, path, NOW, PROGRAM)
    done = restore(back, newer, NOW, PROGRAM)
    assert (done.evenings, done.joined) == (1, ())


def test_no_backup_is_restored_into_an_evening_that_goes_on(tmp_path: Path) -> None:
    home, _ = with_night(tmp_path / "a")
    path = back_up(home, tmp_path, NOW, PROGRAM)
    other = Home(tmp_path / "b")
    other.prepare()
    journal = Journal.open(other.journal)
    journal.append((EveningStarted("e", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {}),), AT)
    journal.close()
    with pytest.raises(PlainError, match="end it first"):
        restore(other, path, NOW, PROGRAM)
    assert evenings(other) == ["e"]


def test_a_backup_of_an_open_evening_may_be_restored_again_and_again(tmp_path: Path) -> None:
    home = furnished(tmp_path / "a")
    journal = Journal.open(home.journal)
    started = EveningStarted("e", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {})
    journal.append((started, Note("early")), AT)
    journal.close()
    early = back_up(home, tmp_path / "early.zip", NOW, PROGRAM)
    journal = Journal.open(home.journal)
    journal.append((Note("late"),), AT)
    journal.close()
    late = back_up(home, tmp_path / "late.zip", NOW, PROGRAM)
    other = Home(tmp_path / "b")
    for path, added in ((early, 1), (early, 0), (late, 1), (late, 0)):
        assert restore(other, path, NOW, PROGRAM).evenings == added
    journal = Journal.open(other.journal)
    # It goes on where it was left: nobody ended it.
    assert [type(each.event) for each in journal.events()] == [EveningStarted, Note, Note]
    journal.close()


@pytest.mark.parametrize("name", ["picture.png", "picture.zip", "STICK"])
def test_nothing_else_is_written_over(tmp_path: Path, name: str) -> None:
    home, _ = with_night(tmp_path / "a")
    target = tmp_path / name
    if name != "STICK":
        target.write_bytes(b"a picture")
    with pytest.raises(PlainError, match="not a folder, a stick or a backup"):
        back_up(home, target, NOW, PROGRAM)
    assert not target.exists() or target.read_bytes() == b"a picture"
    with pytest.raises(PlainError, match="not a folder, a stick or a backup"):
        back_up(home, Path("/dev/null"), NOW, PROGRAM)
    assert back_up(home, tmp_path / "new.zip", NOW, PROGRAM) == tmp_path / "new.zip"
    assert back_up(home, tmp_path / "new.zip", NOW, PROGRAM) == tmp_path / "new.zip"


def test_what_is_no_archive_is_told_as_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "picture.zip"
    path.write_bytes(b"\xff\xd8\xff\xe0 a picture")
    with pytest.raises(PlainError, match="it is not a backup"):
        read_backup(path)


def test_a_damaged_backup_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    home, _ = with_night(tmp_path / "a")
    whole = back_up(home, tmp_path, NOW, PROGRAM).read_bytes()
    chance = random.Random(19)
    bad = tmp_path / "bad.zip"
    refused = 0
    for _ in range(150):
        body = bytearray(whole)
        match chance.randrange(3):
            case 0:
                body[chance.randrange(len(body))] ^= 1 << chance.randrange(8)
            case 1:
                del body[chance.randrange(len(body)) :]
            case _:
                at = chance.randrange(len(body))
                body[at : at + 64] = bytes(64)
        bad.write_bytes(body)
        try:
            found = read_backup(bad)
        except PlainError:
            refused += 1
        else:
            # A bit that says nothing: a date, an attribute.
            assert found == read_backup_of(whole, tmp_path)
    assert refused > 100


def read_backup_of(body: bytes, folder: Path) -> made.BackupFile:
    path = folder / "whole.zip"
    path.write_bytes(body)
    return read_backup(path)


@pytest.mark.parametrize(
    "name", ["../outside.toml", "/etc/outside.toml", "decks/../../x", "secret", "journal.sqlite"]
)
def test_a_backup_that_reaches_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    home, _ = with_night(tmp_path / "a")
    path = back_up(home, tmp_path, NOW, PROGRAM)
    with zipfile.ZipFile(path) as packed:
        files = {each: packed.read(each) for each in packed.namelist()}
    manifest = json.loads(files.pop("backup.json"))
    manifest["files"][name] = manifest["files"]["words.toml"]
    files[name] = files["words.toml"]
    with zipfile.ZipFile(path, "w") as packed:
        for each, content in {**files, "backup.json": json.dumps(manifest).encode()}.items():
            packed.writestr(each, content)
    with pytest.raises(PlainError, match="does not belong in a backup"):
        restore(Home(tmp_path / "b"), path, NOW, PROGRAM)
    assert not (tmp_path / "outside.toml").exists()


def test_a_backup_that_unpacks_to_more_than_the_disk_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, _ = with_night(tmp_path / "a")
    path = back_up(home, tmp_path, NOW, PROGRAM)
    monkeypatch.setattr(made, "MOST_BYTES", 1000)
    with pytest.raises(PlainError, match="far too big"):
        read_backup(path)


def test_the_last_ten_stay_and_another_tables_too(tmp_path: Path) -> None:
    for number in range(KEPT + 3):
        (tmp_path / f"mehrkopf-2026-11-{number + 10}-200000-0123abcd.zip").touch()
    (tmp_path / "mehrkopf-2026-01-01-200000-ffffffff.zip").touch()
    (tmp_path / "unlike.zip").touch()
    newest = backups_in(tmp_path)[0]
    prune(Home(tmp_path / "home"), tmp_path, newest)
    left = backups_in(tmp_path)
    assert len(left) == KEPT + 1
    assert left[0] == newest
    assert left[-1].name.endswith("ffffffff.zip")
    assert (tmp_path / "unlike.zip").exists()


def test_what_a_damage_took_stays_in_the_last_backup_that_holds_it(tmp_path: Path) -> None:
    home, _ = with_night(tmp_path / "a")
    whole = [back_up(home, tmp_path, NOW + timedelta(hours=n), PROGRAM) for n in range(2)]
    with closing(Journal.open(home.journal)) as journal:
        lines = list(journal.export_lines())
        events = list(journal.events())
    for part in parts(home.journal):
        part.unlink()
    with closing(Journal.open(home.journal)) as journal:
        journal.append_dated([(each.at, each.event) for each in events[:-1]])
        journal.append([Note("Hier fehlt etwas")], AT)
    for n in range(KEPT):
        newest = back_up(home, tmp_path, NOW + timedelta(hours=10 + n), PROGRAM)
        prune(home, tmp_path, newest)
    left = backups_in(tmp_path)
    assert (len(left), left[0], left[-1]) == (KEPT + 1, newest, whole[-1])
    assert list(read_backup(whole[-1]).journal) == lines


def test_a_backup_that_cannot_be_read_stands_in_for_no_older_one(tmp_path: Path) -> None:
    home, _ = with_night(tmp_path / "a")
    hours = range(KEPT + 1)
    oldest, *_, newest = [back_up(home, tmp_path, NOW + timedelta(hours=n), PROGRAM) for n in hours]
    body = newest.read_bytes()
    newest.write_bytes(b"")
    prune(home, tmp_path, newest)
    assert oldest.exists()
    newest.write_bytes(body)
    prune(home, tmp_path, newest)
    assert not oldest.exists()


def test_a_stick_with_our_mark_gets_each_evening_and_a_full_one_harms_nothing(
    tmp_path: Path,
) -> None:
    home, _ = with_night(tmp_path / "a")
    ours, foreign, full = (tmp_path / name for name in ("ours", "foreign", "full"))
    for folder in (ours / STICK_FOLDER, foreign, full):
        folder.mkdir(parents=True)
    (full / STICK_FOLDER).symlink_to("/dev/full/nowhere")
    sticks = [Stick(folder.name, folder) for folder in (ours, foreign)]
    folders = (*places(home, sticks), full / STICK_FOLDER)
    written, failed = back_up_all(home, folders, NOW, PROGRAM)
    assert [path.parent for path in written] == [home.backups, ours / STICK_FOLDER]
    assert len(failed) == 1
    assert list(foreign.iterdir()) == []


def damage_beside(home: Home, *statements: str) -> None:
    """Change names and remarks behind the journal's back; what was there is nowhere any more."""
    with closing(sqlite3.connect(home.journal, isolation_level=None)) as database:
        database.execute("PRAGMA secure_delete = ON")
        triggers = [sql for sql in SCHEMA if "TRIGGER" in sql]
        for sql in triggers:
            database.execute(f"DROP TRIGGER {sql.split()[2]}")
        for statement in statements:
            database.execute(statement)
        for sql in triggers:
            database.execute(sql)


def test_names_and_remarks_that_a_damage_took_come_back_from_a_backup(tmp_path: Path) -> None:
    home = furnished(tmp_path / "home")
    with closing(Journal.open(home.journal)) as journal:
        names = ("Resi", "Toni", "Vroni", "Sepp")
        started = EveningStarted("e", "schafkopf", {}, names, "isar", {})
        journal.append([started, Note("Resi gibt Vroni eine Maß aus"), Note("zwei")], AT)
    path = back_up(home, tmp_path, NOW, PROGRAM)
    with closing(Journal.open(home.journal)) as journal:
        journal.forget([3])
        journal.append([EveningEnded()], AT)
    damage_beside(
        home,
        "UPDATE people SET name = 'Tobi' WHERE number = 2",
        "UPDATE people SET hash = 'x' WHERE number = 4",
        "UPDATE remarks SET text = 'Unfug' WHERE number = 1",
    )
    with pytest.raises(DamagedError) as caught:
        Journal.open(home.journal)
    go_on(caught.value, AT)
    with closing(Journal.open(home.journal)) as journal:
        assert [each.name for each in journal.persons()] == ["Resi", None, None, None]
        head = journal.head
    done = restore(home, path, NOW, PROGRAM)
    assert (done.names, done.evenings, done.known, done.differing) == (3, 0, 1, ())
    with closing(Journal.open(home.journal)) as journal:
        assert [each.name for each in journal.persons()] == ["Resi", "Toni", None, "Sepp"]
        notes = [each.event.text for each in journal.events() if isinstance(each.event, Note)]
        assert notes[:2] == [f"Resi gibt {placeholder(3)} eine Maß aus", "zwei"]
        assert journal.head == head
    assert restore(home, path, NOW, PROGRAM).names == 0


LATER = "2026-11-26T22:00:00.000+01:00"
"""When a damage was mended; a note of the same moment would be the same line."""


def started(name: str) -> EveningStarted:
    names = ("Resi", "Toni", "Vroni", f"Gast {name}")
    return EveningStarted(name, "schafkopf", {}, names, "isar", {})


def played(home: Home, *evenings: list[Event]) -> str:
    """Record evenings one after the other; return the head after the last."""
    with closing(Journal.open(home.journal)) as journal:
        for events in evenings:
            journal.append(events, AT)
        return journal.head


def torn_and_mended(home: Home, whole: int) -> None:
    """Have a damage take all but the first events, and go on from there."""
    with closing(sqlite3.connect(home.journal, isolation_level=None)) as database:
        database.execute("PRAGMA secure_delete = ON")
        for (name,) in database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'events'"
        ).fetchall():
            database.execute(f"DROP TRIGGER {name}")
        database.execute("DELETE FROM events WHERE seq > ?", (whole,))
    with pytest.raises(DamagedError) as caught:
        Journal.open(home.journal)
    assert caught.value.condition.whole == whole
    go_on(caught.value, LATER)


EVENING: list[Event] = [started("e"), Note("eins"), Note("zwei"), Note("drei")]


@pytest.mark.parametrize("ended_here", [False, True])
@pytest.mark.parametrize("more", [[], [EveningEnded()], [EveningEnded(), started("f"), Note("x")]])
@pytest.mark.parametrize("whole", [0, 2])
def test_what_a_damage_tore_off_comes_back_from_a_backup(
    tmp_path: Path, whole: int, more: list[Event], *, ended_here: bool
) -> None:
    home = furnished(tmp_path / "home")
    head = played(home, EVENING, more)
    path = back_up(home, tmp_path, NOW, PROGRAM)
    torn_and_mended(home, whole)
    if ended_here:
        # The page brings back nothing before the evening was ended.
        played(home, [EveningEnded()])
    before = home.journal.read_bytes()
    done = restore(home, path, NOW, PROGRAM)
    said = " ".join(text.en for text in told(done))
    assert "only its beginning was left here" in said
    assert "missing" not in said
    assert (done.evenings, done.known, done.differing) == (2 if len(more) > 1 else 1, 0, ())
    with closing(Journal.open(home.journal)) as journal:
        # Printed seals stay true, and no note says that anything is missing.
        assert (journal.head, journal.last_seq) == (head, len(EVENING) + len(more))
        assert journal.persons()[0].name == "Resi"
        assert state_of(journal).running == (not isinstance((EVENING + more)[-1], EveningEnded))
    lies = aside(home.journal)[-1] / home.journal.name
    assert lies.read_bytes() == before
    assert (restore(home, path, NOW, PROGRAM).evenings, len(aside(home.journal))) == (0, 2)


def test_a_backup_that_lacks_the_end_too_says_so(tmp_path: Path) -> None:
    home = furnished(tmp_path / "home")
    head = played(home, EVENING)
    path = back_up(home, tmp_path, NOW, PROGRAM)
    played(home, [Note("vier"), Note("fünf")])
    torn_and_mended(home, 2)
    said = [text.en for text in told(restore(home, path, NOW, PROGRAM))]
    assert any("what came after it is missing" in text for text in said)
    with closing(Journal.open(home.journal)) as journal:
        assert journal.head_at(len(EVENING)) == head
        [note] = journal.events(after=len(EVENING))
        assert tells_damage(note.event)


def test_who_was_forgotten_here_stays_so_in_what_comes_back(tmp_path: Path) -> None:
    home = furnished(tmp_path / "home")
    head = played(home, EVENING, [Note("Vroni zahlt"), EveningEnded()])
    path = back_up(home, tmp_path, NOW, PROGRAM)
    with closing(Journal.open(home.journal)) as journal:
        journal.forget([3])
    torn_and_mended(home, 2)
    restore(home, path, NOW, PROGRAM)
    with closing(Journal.open(home.journal)) as journal:
        assert [each.name for each in journal.persons()] == ["Resi", "Toni", None, "Gast e"]
        assert f"{placeholder(3)} zahlt" in [getattr(e.event, "text", "") for e in journal.events()]
        assert journal.head == head
    assert b"Vroni" not in home.journal.read_bytes()


@pytest.mark.parametrize("way", ["mended", "mended and played", "laid aside"])
def test_who_was_forgotten_stays_so_where_the_damage_took_all_names(
    tmp_path: Path, way: str
) -> None:
    home = furnished(tmp_path / "home")
    head = played(home, EVENING, [Note("Vroni zahlt"), EveningEnded()])
    path = back_up(home, tmp_path, NOW, PROGRAM)
    with closing(Journal.open(home.journal)) as journal:
        journal.forget([3])
    damage_beside(home, "DELETE FROM people", "DELETE FROM remarks")
    if way == "laid aside":
        set_aside(home.journal)
    else:
        with pytest.raises(DamagedError) as caught:
            Journal.open(home.journal)
        go_on(caught.value, LATER)
    if way == "mended and played":
        others = EveningStarted("f", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {})
        played(home, [others, EveningEnded()])
    restore(home, path, NOW, PROGRAM)
    with closing(Journal.open(home.journal)) as journal:
        assert [each.name for each in journal.persons()][:4] == ["Resi", "Toni", None, "Gast e"]
        assert f"{placeholder(3)} zahlt" in [getattr(e.event, "text", "") for e in journal.events()]
        assert journal.head_at(len(EVENING) + 2) == head
        journal.forget([1])
    assert b"Vroni" not in home.journal.read_bytes()
    restore(home, path, NOW, PROGRAM)
    with closing(Journal.open(home.journal)) as journal:
        assert [each.name for each in journal.persons()][:4] == [None, "Toni", None, "Gast e"]


def test_what_was_recorded_after_a_damage_stays_and_it_is_said(tmp_path: Path) -> None:
    home = furnished(tmp_path / "home")
    played(home, EVENING, [EveningEnded()])
    path = back_up(home, tmp_path, NOW, PROGRAM)
    torn_and_mended(home, 2)
    head = played(home, [Note("gespielt wird doch"), EveningEnded()])
    done = restore(home, path, NOW, PROGRAM)
    assert (done.evenings, done.differing, done.in_place) == (0, (AT[:10],), ())
    assert any("went on differently here" in text.en for text in told(done))
    with closing(Journal.open(home.journal)) as journal:
        assert journal.head == head


def test_an_evening_that_goes_on_after_a_damage_gets_nothing_beside_it(tmp_path: Path) -> None:
    home = furnished(tmp_path / "home")
    played(home, EVENING, [EveningEnded(), started("f")])
    path = back_up(home, tmp_path, NOW, PROGRAM)
    torn_and_mended(home, 2)
    head = played(home, [Note("gespielt wird doch")])
    with pytest.raises(PlainError, match="end it first"):
        restore(home, path, NOW, PROGRAM)
    with closing(Journal.open(home.journal)) as journal:
        assert journal.head == head


def test_the_list_tells_lost_names_from_forgotten_ones(cli: Cli) -> None:
    home = furnished(cli.home)
    played(home, EVENING, [EveningEnded()])
    with closing(Journal.open(home.journal)) as journal:
        journal.forget([3])
    damage_beside(home, "DELETE FROM people")
    mended = cli("doctor", "--mend").out
    assert "„mehrkopf restore“" in mended
    said = cli("people", "list").out
    assert "Schon vergessen: 1" in said
    assert "Durch einen Schaden verloren: 3" in said
    with touch_table(Journal.open(home.journal)) as table:
        names = NameService(home, Forgetting(TableClock(), 30))
        page = client_of(table, past=PastEvenings(home.journal), names=names).get("/names")
        assert "Schon vergessen: 1" in text(page)
        assert "Durch einen Schaden verloren: 3" in text(page)


def test_a_folder_gives_its_newest_whole_backup(cli: Cli, tmp_path: Path) -> None:
    home, head = with_night(cli.home)
    folder = tmp_path / "folder"
    folder.mkdir()
    whole = back_up(home, folder, NOW, PROGRAM)
    table = whole.stem.rpartition("-")[2]
    bad = folder / f"mehrkopf-2026-11-27-000000-{table}.zip"
    bad.write_bytes(whole.read_bytes()[:-300])
    fresh = furnished(tmp_path / "fresh")
    back_up(fresh, folder, NOW.replace(year=2027), PROGRAM)
    other = tmp_path / "other"
    done = cli("restore", str(folder), "--home", str(other))
    assert (done.status, done.out.splitlines()[:2]) == (
        0,
        [f"Nicht lesbar und übergangen: {bad.name}.", f"Eingespielt ist {whole.name}."],
    )
    with closing(Journal.open(Home(other).journal)) as journal:
        assert journal.head == head
    for each in backups_in(folder):
        each.write_bytes(b"PK no more")
    assert cli("restore", str(folder), "--home", str(other)).status == 2


def test_nothing_at_all_is_no_backup(cli: Cli) -> None:
    home = Home(cli.home)
    home.prepare()
    said = cli("backup")
    assert (said.status, said.sentence) == (
        2,
        "Hier gibt es noch nichts zu sichern: keinen Abend, kein Blatt, keine Einstellung.",
    )
    assert backups_in(home.backups) == ()


def test_one_evening_is_one(cli: Cli) -> None:
    played(furnished(cli.home), EVENING)
    assert "Darin: 1 Abend, 4 Ereignisse." in cli("backup").out


def test_another_tables_backup_gives_no_names(tmp_path: Path) -> None:
    mine, other = furnished(tmp_path / "mine"), furnished(tmp_path / "other")
    for home, first in ((mine, "Resi"), (other, "Hias")):
        with closing(Journal.open(home.journal)) as journal:
            names = (first, "Toni", "Vroni", "Sepp")
            journal.append([EveningStarted(first, "schafkopf", {}, names, "isar", {})], AT)
            journal.append([EveningEnded()], AT)
    path = back_up(other, tmp_path, NOW, PROGRAM)
    damage_beside(mine, "UPDATE people SET name = 'Rosa' WHERE number = 1")
    with pytest.raises(DamagedError) as caught:
        Journal.open(mine.journal)
    go_on(caught.value, AT)
    done = restore(mine, path, NOW, PROGRAM)
    assert (done.names, done.evenings) == (0, 1)
    with closing(Journal.open(mine.journal)) as journal:
        assert journal.persons()[0].name is None


def test_the_command_line_backs_up_and_restores(cli: Cli, tmp_path: Path) -> None:
    home, head = with_night(cli.home)
    said = cli("backup")
    assert said.status == 0
    assert said.out.startswith(f"Gesichert und geprüft: {home.backups}/mehrkopf-")
    assert "Abende, " in said.out
    other = tmp_path / "other"
    restored = cli("restore", str(home.backups), "--home", str(other))
    assert restored.status == 0, restored.error
    journal = Journal.open(Home(other).journal)
    assert journal.head == head
    journal.append((Note("goes on"),), AT)
    journal.close()

    empty = cli("restore", "--home", str(other))
    assert empty.sentence.startswith(f"In {other / 'backups'} liegt keine Sicherung")
    nothing = cli("restore", str(tmp_path))
    assert (nothing.status, nothing.sentence) == (
        2,
        f"In {tmp_path} liegt keine Sicherung; bitte die Datei nennen.",
    )
    no_zip = tmp_path / "no.zip"
    no_zip.write_text("no", encoding="utf-8")
    assert cli("restore", str(no_zip)).status == 2
    assert os.listdir(other) != []


def test_a_place_that_is_no_stick_is_told(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_night(cli.home)
    stick, folder = tmp_path / "STICK", tmp_path / "folder"
    stick.mkdir()
    folder.mkdir()
    monkeypatch.setattr("kiosk.cli.backup.sticks", lambda: (Stick("STICK", stick),))
    for where, told_so in (
        ((), False),
        ((str(folder),), True),
        ((str(folder / "a.zip"),), True),
        ((str(stick),), False),
        ((str(stick / "a.zip"),), False),
    ):
        said = cli("backup", *where)
        assert (said.status, "kein Stick" in said.error) == (0, told_so), where


@pytest.mark.parametrize("damaged", [b"[table\n", b"\xff\xfe"])
def test_damaged_settings_of_a_backup_are_left_out_and_said(tmp_path: Path, damaged: bytes) -> None:
    there = furnished(tmp_path / "there", files={**SETTINGS, "table.toml": damaged})
    backup = back_up(there, tmp_path, NOW, PROGRAM)
    here = furnished(tmp_path / "here", files={})
    done = restore(here, backup, NOW, PROGRAM)
    assert not here.table_toml.exists()
    assert here.words_toml.exists()
    assert any("table.toml" in each.de and "weggelassen" in each.de for each in told(done))


def test_a_backup_made_after_a_loss_is_not_taken_while_a_fuller_one_is_there(
    tmp_path: Path, cli: Cli
) -> None:
    home, _ = with_night(tmp_path / "home")
    home.backups.mkdir()
    with closing(Journal.open(home.journal)) as journal:
        lines = tuple(journal.export_lines())
    full = back_up(home, home.backups, NOW, PROGRAM)
    for part in parts(home.journal):
        part.unlink()
    home.journal.with_name("journal.sqlite.head").unlink(missing_ok=True)
    with closing(Journal.open(home.journal)) as journal:
        journal.append((*night()[:20], EveningEnded()), AT)
    poor = back_up(home, home.backups, NOW + timedelta(hours=1), PROGRAM)
    other = tmp_path / "other"
    done = cli("restore", str(home.backups), "--home", str(other))
    assert f"Neuer, aber mit weniger darin: {poor.name}" in done.out
    assert f"Eingespielt ist {full.name}." in done.out
    with closing(Journal.open(Home(other).journal)) as journal:
        assert tuple(journal.export_lines()) == lines
