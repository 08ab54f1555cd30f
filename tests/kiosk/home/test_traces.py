"""Files that still hold a name are named, whatever form it has there."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from engine.events import EveningStarted, Note
from engine.journal.journal import Journal
from engine.journal.opening import set_aside
from kiosk.home.data_folder import Home
from kiosk.home.traces import Traces, told, traces

AT = "2026-11-28T20:00:00.000+01:00"


def test_files_with_the_name_are_found_and_others_are_not(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    written = {
        "journal.sqlite": "Zoë",
        "journal.sqlite-wal": "Zoë",
        "journal.damaged.sqlite": "Zoë",
        "table.toml": 'seats = ["Zoë", "B"]',
        "exports/list.html": "<td>Zoë</td>",
        "exports/a.jsonl": json.dumps({"name": "Zoë"}),
        "exports/other.csv": "Zoëlie;BZoë1;Bert",
        "exports/chart.png": "png",
        "decks/x.deck": "Zoë",
    }
    for name, text in written.items():
        (tmp_path / name).write_text(text, "utf-8")
    with ZipFile(tmp_path / "exports/sheet.xlsx", "w") as packed:
        packed.writestr("xl/sharedStrings.xml", "<t>Zoë</t>")
    with ZipFile(tmp_path / "exports/broken.zip", "w", ZIP_DEFLATED) as packed:
        packed.writestr("a", "Zoë" * 100)
    body = (tmp_path / "exports/broken.zip").read_bytes()
    (tmp_path / "exports/broken.zip").write_bytes(body[:33] + b"xx" + body[35:])
    found = traces(home, "Zoë")
    assert found == Traces(
        (
            "exports/a.jsonl",
            "exports/list.html",
            "exports/sheet.xlsx",
            "journal.damaged.sqlite",
            "table.toml",
        ),
        ("exports/broken.zip", "exports/chart.png"),
    )
    assert "exports/list.html" in told(found)[0].de
    assert "chart.png" in told(found)[1].en


@pytest.mark.parametrize("name", ["Zoë", "Ida", "A"])
def test_a_journal_that_lies_aside_holds_its_names(tmp_path: Path, name: str) -> None:
    home = Home(tmp_path)
    home.prepare()
    with closing(Journal.open(home.journal)) as journal:
        seats = (name, "Bea", "Carl", "Dora")
        started = EveningStarted("e", "schafkopf", {}, seats, "isar", {})
        journal.append([started, Note("gegeben hat Zenzi")], AT)
    folder = set_aside(home.journal).name
    held = Traces((f"{folder}/journal.sqlite",))
    assert (traces(home, name), traces(home, "Zenzi"), traces(home, "Be")) == (held, held, Traces())
    with closing(sqlite3.connect(home.root / held.holding[0])) as database, database:
        database.execute("DROP TRIGGER people_are_only_forgotten")
        database.execute("UPDATE people SET hash = replace(hash, '0', 'g')")
    assert traces(home, name) == held


def test_signs_that_are_written_otherwise_are_found(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    (home.exports / "a.html").write_text("<b>A &amp; O&#x27;B</b>")
    assert traces(home, "A & O'B").holding == ("exports/a.html",)
    assert traces(home, "A").holding == ("exports/a.html",)
    assert traces(home, "nobody") == Traces()
    assert "No other file" in told(Traces())[0].en


def test_many_files_are_counted(tmp_path: Path) -> None:
    assert "und 2 weitere" in told(Traces(tuple(map(str, range(10)))))[0].de
    backups = tuple(f"backups/{n}.zip" for n in range(10))
    said = told(Traces((*backups, "journal-damaged-1/journal.sqlite")))[0].en
    assert "still in: journal-damaged-1/journal.sqlite, backups/0.zip" in said
    assert "and 3 more" in said
