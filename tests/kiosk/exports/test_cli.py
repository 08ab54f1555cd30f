"""`mehrkopf export` of tables and picture."""

from __future__ import annotations

import zipfile
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


@pytest.mark.parametrize(
    ("form", "name", "better"),
    [
        ("csv", "abend.csv", "abend.zip"),
        ("xlsx", "abend.csv", "abend.xlsx"),
        ("spiele", "abend.zip", "abend.csv"),
        ("svg", "abend.PNG", "abend.svg"),
    ],
)
def test_a_file_is_not_written_under_the_ending_of_another_form(
    cli: Cli, home: Path, tmp_path: Path, form: str, name: str, better: str
) -> None:
    file = tmp_path / name
    said = cli("export", "--home", str(home), "--format", form, str(file))
    assert (said.status, said.out, file.exists()) == (2, "", False)
    assert said.sentence.endswith(f"bitte {tmp_path / better} nennen oder eine andere Form.")
    assert cli("export", "--home", str(home), "--format", form, str(tmp_path / better)).status == 0
    assert cli("export", "--home", str(home), "--format", form, str(tmp_path / "x.dat")).status == 0


def test_csv_is_a_zip_of_three_tables_and_one_table_is_csv(
    cli: Cli, home: Path, tmp_path: Path
) -> None:
    packed, table = tmp_path / "abend.zip", tmp_path / "abend.csv"
    assert cli("export", "--home", str(home), str(packed)).status == 0
    assert cli("export", "--home", str(home), str(table)).status == 0
    assert len(zipfile.ZipFile(packed).namelist()) == 3
    assert ";" in table.read_text(encoding="utf-8-sig").splitlines()[0]


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
