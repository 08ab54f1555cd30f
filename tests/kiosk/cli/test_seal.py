"""`mehrkopf seal`: a key for this table, and what a printed seal proves."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.events import Note
from engine.journal.chain import GENESIS, next_hash
from engine.journal.head import Head, HeadFile
from engine.journal.journal import Journal
from engine.journal.opening import parts
from kiosk.home.data_folder import Home
from kiosk.home.seal import printed_seal, seal_of
from tests.engine.spine import AT, EVENING
from tests.engine.test_journal_golden import GOLDEN
from tests.kiosk.cli import Cli

SEAL = re.compile(r"Siegel ((?:[0-9a-f]{4}-){4}[0-9a-f]{4})")


@pytest.fixture
def home(cli: Cli) -> Home:
    home = Home(cli.home)
    home.prepare()
    with closing(Journal.open(home.journal)) as journal:
        journal.append([EVENING, Note("one")], AT)
    return home


def made(cli: Cli) -> str:
    said = cli("seal")
    assert (said.status, said.error) == (0, "")
    found = SEAL.search(said.out)
    assert found is not None
    return found[1]


def test_the_key_is_made_once_and_is_the_owners_alone(cli: Cli, home: Home) -> None:
    first = cli("seal")
    assert "Der Schlüssel ist angelegt" in first.out
    assert home.seal_key.stat().st_mode & 0o777 == 0o600
    assert "angelegt" not in cli("seal").out


def test_a_seal_of_before_holds_after_more_was_recorded(cli: Cli, home: Home) -> None:
    seal = made(cli)
    with closing(Journal.open(home.journal)) as journal:
        head = journal.head
        journal.append([Note("two")], AT)
    for typed in (seal, seal.upper(), seal.replace("-", " "), seal.replace("-", "")):
        said = cli("seal", typed)
        assert said.status == 0
        assert (
            f"nach Ereignis 2 (Abend vom Freitag, 20. November 2026), Prüfsumme {head}" in said.out
        )
    wrong = cli("seal", seal[:-1] + ("0" if seal[-1] != "0" else "1"))
    assert wrong.status == 1
    assert "passt zu keinem Stand" in wrong.sentence


def test_an_evening_made_up_with_a_chain_that_fits_has_no_seal(cli: Cli, home: Home) -> None:
    seal = made(cli)
    with closing(sqlite3.connect(home.journal, isolation_level=None)) as database:
        lines = [line for (line,) in database.execute("SELECT line FROM events ORDER BY seq")]
        database.execute("DROP TRIGGER events_never_change")
        head = GENESIS
        for seq, line in enumerate(lines, 1):
            changed = line.replace(AT, AT[:-6] + "+02:00")
            head = next_hash(head, changed)
            database.execute(
                "UPDATE events SET line = ?, hash = ? WHERE seq = ?", (changed, head, seq)
            )
        database.execute(
            "CREATE TRIGGER events_never_change BEFORE UPDATE ON events\n"
            "BEGIN SELECT RAISE(ABORT, 'events are never changed'); END"
        )
    # Noticed as long as the head beside it is not made up too.
    assert cli("seal", seal).status == 2
    HeadFile(home.journal, Head(2, head)).close()
    assert "Ereignisse, unversehrt" in cli("doctor").out
    assert cli("seal", seal).status == 1


def test_heads_of_before_names_left_the_lines_are_shown_and_their_seals_hold(
    cli: Cli, home: Home
) -> None:
    for part in parts(home.journal):
        part.unlink()
    shutil.copy(GOLDEN / "v1.sqlite", home.journal)
    with closing(sqlite3.connect(home.journal)) as database:
        rows = database.execute("SELECT seq, hash FROM events ORDER BY seq").fetchall()
    (seq, then), (early, old) = rows[-1], rows[9]
    seal = made(cli)
    with closing(Journal.open(home.journal)) as journal:
        now = journal.head_at(early)
        assert journal.head_at(seq) != then
        journal.append([Note("later")], AT)
    said = cli("seal").out
    assert f"bis Ereignis {seq} gedruckt wurden" in said
    assert f"Nach Ereignis {seq} war es {then}." in said
    assert f"(nach Ereignis {seq}: {then})" in cli("doctor").out
    said = cli("seal", seal_of(home, old)).out
    assert f"nach Ereignis {early} " in said
    assert f"Prüfsumme {old}." in said
    assert f"heute ist es dort {now}." in said
    assert "von damals" not in cli("seal", seal).out


def test_without_a_key_nothing_is_sealed_or_checked(cli: Cli, home: Home) -> None:
    assert seal_of(home, "0" * 64) == ""
    said = cli("seal", "1234")
    assert (said.status, "hat keinen Schlüssel" in said.sentence) == (2, True)


def test_a_damaged_key_is_told_and_a_list_is_printed_without_a_seal(cli: Cli, home: Home) -> None:
    made(cli)
    home.seal_key.write_bytes(b"x")
    assert "er ist beschädigt" in cli("seal").sentence
    assert home.seal_key.read_bytes() == b"x"
    assert printed_seal(home, "0" * 64) == ""


def test_no_export_and_no_backup_holds_the_key(cli: Cli, home: Home, tmp_path: Path) -> None:
    made(cli)
    target = tmp_path / "b.zip"
    assert cli("backup", str(target)).status == 0
    key = home.seal_key.read_bytes()
    assert key not in target.read_bytes()
    assert json.loads(cli("export", "-").out.splitlines()[0])["events"] == 2


def test_words_that_are_no_seal_are_told_as_that(cli: Cli, home: Home) -> None:
    made(cli)
    for words in ("abcd", "", "z" * 20):
        said = cli("seal", words)
        assert (said.status, "Das ist kein Siegel" in said.sentence) == (2, True)
