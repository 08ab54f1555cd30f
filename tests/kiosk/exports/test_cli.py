"""`mehrkopf export` of tables and picture."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from engine.journal.journal import Journal
from kiosk.home.data_folder import Home
from tests.kiosk.cli import Cli
from tests.kiosk.exports.evenings import fill as record
from tests.kiosk.exports.evenings import mehrkopf, schafkopf


@pytest.fixture
def home(cli: Cli) -> Path:
    Home(cli.home).prepare()
    journal = Journal.open(Home(cli.home).journal)
    record(journal, mehrkopf(), schafkopf())
    journal.close()
    return cli.home


@pytest.mark.parametrize("form", ["xlsx", "csv", "spiele", "stand", "turnier", "svg", "png"])
def test_each_form_is_written_to_the_exports(cli: Cli, home: Path, form: str) -> None:
    said = cli("export", "--home", str(home), "--format", form)
    assert (said.status, said.error) == (0, "")
    written = Path(said.out.strip())
    assert written.parent == home / "exports"
    assert written.name.startswith("mehrkopf-2026-11-13")
    assert written.stat().st_size > 50


def test_the_ending_says_the_form_and_the_number_which_evening(
    cli: Cli, home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "abend.xlsx"
    assert cli("export", "--home", str(home), "--evening", "1", str(file)).status == 0
    sheet = openpyxl.load_workbook(file, data_only=True).worksheets[0]
    assert "Xaver" in [cell.value for cell in sheet[1]]


def test_an_evening_that_is_not_there_is_told_with_what_is(cli: Cli, home: Path) -> None:
    said = cli("export", "--home", str(home), "--evening", "9", "--format", "xlsx")
    assert said.status == 2
    assert "9" in said.sentence
    assert "2" in said.sentence


def test_tables_of_a_file_of_deals_are_refused(cli: Cli, home: Path) -> None:
    said = cli("export", "--home", str(home), "--deals", "x.jsonl", "--format", "xlsx")
    assert said.status == 2
    assert "--deals" in said.sentence
    assert not list((home / "exports").iterdir())
