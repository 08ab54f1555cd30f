"""The tables of an evening, read back from the files they were written to."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import openpyxl
import pytest

from engine.deal.record import Contract
from engine.evening.fold import fold
from engine.evening.report import evening_report
from engine.evening.state import TableState
from engine.events import Event, SeatsChanged, TournamentPlace
from engine.text import Language
from kiosk.exports.files import KINDS, Source
from kiosk.exports.paper import paper
from kiosk.exports.tables import (
    BEFORE_PEOPLE,
    Placing,
    csv_file,
    deals,
    placing,
    standings,
    tables,
    tournament,
    xlsx_file,
)
from kiosk.screens.evening_list import Book, book
from tests.engine.spine import EVENING, enveloped, finished_deal
from tests.kiosk.exports.evenings import (
    GENERATED,
    begun,
    bierkopf,
    mehrkopf,
    of_file,
    schafkopf,
    state_of,
    told,
)
from tests.shared_data import shared_path

RECORDED = [
    ("deals", "schafkopf-paid.jsonl"),
    ("deals", "schafkopf-priced.jsonl"),
    ("deals", "sheepshead-5-players.jsonl"),
    ("evenings", "evening-1.deals.jsonl"),
    ("evenings", "evening-3-sheepshead.deals.jsonl"),
]
EVIL = ("=1+1", "@SUM(A1)", '-2+3"; "x', "\tTab\nZeile", "+49 89", "Grün;ßÄ“", "'=cmd")


def rows_of(content: bytes) -> list[list[str]]:
    assert content.startswith(b"\xef\xbb\xbf")
    text = content.decode("utf-8-sig")
    assert text.endswith("\r\n")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))


def number(text: str) -> float:
    return float(text.replace(",", ".") or 0)


def check(state: TableState, language: Language = "de") -> Book:
    """Compare everything that is written of an evening with what the engine says it comes to."""
    listed = book(state, began="2026-11-20T20:00:00+01:00", head="ab" * 32)
    told = {each.name: each for each in evening_report(state).standings}
    for person in listed.people:
        standing = told[person.key[0]]
        assert person.total == standing.total
        assert (person.plus, person.minus) == (standing.plus, standing.minus)
        assert person.deals == standing.deals
    totals = [float(person.total) for person in listed.people]
    check_csv(listed, totals, language)
    check_xlsx(listed, totals, language)
    return listed


def check_csv(listed: Book, totals: Sequence[float], language: Language) -> None:
    _, *rows = rows_of(csv_file(deals(listed, language), language))
    assert len(rows) == len(listed.lines)
    columns = range(BEFORE_PEOPLE, BEFORE_PEOPLE + len(listed.people))
    sums = [sum(number(row[at]) for row in rows) for at in columns]
    assert sums == pytest.approx(totals, abs=1e-4)
    _, *stood = rows_of(csv_file(standings(listed, language), language))
    assert sorted(number(row[2]) for row in stood) == pytest.approx(sorted(totals), abs=1e-4)
    _, *handed_in = rows_of(csv_file(tournament(listed, language, Placing(7, 2)), language))
    assert [row[:3] for row in handed_in] == [
        ["7", "2", str(at + 1)] for at in range(len(listed.people))
    ]
    assert [number(row[4]) for row in handed_in] == pytest.approx(totals, abs=1e-4)


def check_xlsx(listed: Book, totals: Sequence[float], language: Language) -> None:
    content = xlsx_file(listed, language)
    shown = openpyxl.load_workbook(io.BytesIO(content), data_only=True)
    formulas = openpyxl.load_workbook(io.BytesIO(content))
    played, stood, handed_in, course = shown.worksheets
    last = len(listed.lines) + 2
    for at, total in enumerate(totals):
        column = BEFORE_PEOPLE + at + 1
        cells = [played.cell(row, column).value for row in range(2, last)]
        assert all(cell is None or isinstance(cell, int | float) for cell in cells)
        assert sum(cell or 0 for cell in cells) == pytest.approx(total)
        assert played.cell(last, column).value == pytest.approx(total)
        assert str(formulas.worksheets[0].cell(last, column).value).startswith("=")
        assert handed_in.cell(at + 2, 5).value == pytest.approx(total)
        assert course.cell(len(listed.lines) + 2, at + 2).value == pytest.approx(total)
    found = [stood.cell(row, 3).value for row in range(2, len(totals) + 2)]
    assert sorted(found) == pytest.approx(sorted(totals))
    assert played.freeze_panes == "B2"


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("evening", GENERATED)
def test_what_is_written_comes_to_what_the_engine_says(evening: str, language: Language) -> None:
    check(state_of(GENERATED[evening]), language)


@pytest.mark.shared
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path[-1])
def test_recorded_deals_come_to_the_same(path: tuple[str, str]) -> None:
    listed = check(state_of(of_file(shared_path(*path))))
    assert len(listed.deals) >= 2


def test_the_columns_are_those_that_tournaments_read() -> None:
    played, stood, handed_in = tables(book(state_of(schafkopf())), "de")
    assert ";".join(played.header) == (
        "Nr.;Geber;Spieler;Spiel;Farbe;Mitspieler;Kontra;Leger;Augen;Schneider;Schwarz;Laufende;"
        "Wert;Resi;Toni;Vroni;Sepp;Girgl;Moni;Vermerk"
    )
    assert ";".join(handed_in.header) == "Tisch;Runde;Startnummer;Name;Punkte;Soli"
    assert played.rows[0][:6] == (
        *(1, "Sepp", "Resi", "Rufspiel auf die Gras-Sau", "Gras", "Sepp"),
    )
    assert played.rows[0][-1] == "von Hand"
    assert played.rows[1][-1] == "Solo, berichtigt, von Hand"
    assert played.rows[3][3] == "Geändert: Strafe"
    assert played.rows[4][6] == "Kontra"
    solo = {row[1]: (row[7], row[8]) for row in stood.rows}
    assert solo["Resi"] == (1, 1)
    assert solo["Toni"] == (2, 1)


def test_a_round_of_a_tournament_knows_its_table_and_start_numbers() -> None:
    place = TournamentPlace("rennen", "7", 2, (17, 4, 33, 8))
    later = [SeatsChanged(("Toni", "Resi", "Vroni", "Sepp", "Lies"))]
    played = [replace(EVENING, tournament=place), *finished_deal(), *later, *finished_deal("d2")]
    state = fold(enveloped(played))
    listed = book(state)
    assert placing(state, listed) == Placing(7, 2, (17, 4, 33, 8, 1))
    sheet = tournament(listed, "de", placing(state, listed))
    assert [row[:4] for row in sheet.rows] == [
        *[(7, 2, 17, "Resi"), (7, 2, 4, "Toni"), (7, 2, 33, "Vroni"), (7, 2, 8, "Sepp")],
        (7, 2, 1, "Lies"),
    ]
    at_home = fold(enveloped([EVENING, *finished_deal()]))
    assert placing(at_home, book(at_home)) == Placing()


def test_a_tournaments_list_of_bierkopf_has_plus_and_minus() -> None:
    """BK: one game point, two with 91; what a team gains the other one loses."""
    listed = book(state_of(bierkopf(scoring="plus_minus")))
    assert [[int(gain or 0) for gain in line.gains] for line in listed.lines] == [
        *([1, -1, 1, -1], [-2, 2, -2, 2], [1, -1, 1, -1])
    ]
    sheet = tournament(listed, "de", Placing(3, 2))
    assert [row[:5] for row in sheet.rows[:2]] == [(3, 2, 1, "Resi", 0), (3, 2, 2, "Toni", 0)]
    printed = paper(listed)
    assert printed.sum == 0
    assert [int(column.plus) for column in printed.columns] == [2, 2, 2, 2]
    plain = paper(book(state_of(bierkopf())))
    assert plain.sum is None
    assert [int(column.minus) for column in plain.columns] == [0, 0, 0, 0]


def test_who_only_sat_there_for_another_has_no_column_of_her_own() -> None:
    listed = book(state_of(schafkopf()))
    girgl = next(person for person in listed.people if person.name == "Girgl")
    assert girgl.deals == 1
    vroni = next(person for person in listed.people if person.name == "Vroni")
    assert vroni.deals == 4


def evil() -> list[Event]:
    events: list[Event] = [begun("mehrkopf", EVIL[:5])]
    for at in range(5):
        events += told(f"d{at}", wenz(at), won=at % 2 == 0)
    return events


def wenz(seat: int) -> Contract:
    return Contract("wenz", seat)


def test_a_name_is_never_a_formula_in_csv() -> None:
    listed = book(state_of(evil()))
    for table in tables(listed, "de"):
        for row in rows_of(csv_file(table, "de")):
            for cell in row:
                shown = cell.lstrip(" ")
                assert not shown.startswith(("=", "+", "@", "\t", "\n")), cell
                # A minus begins a number or nothing.
                assert not shown.startswith("-") or number(shown) < 0
    names = rows_of(csv_file(deals(listed, "de"), "de"))[0][BEFORE_PEOPLE:-1]
    assert names == [f"'{name}" for name in EVIL[:5]]


def test_a_name_is_never_a_formula_in_a_workbook() -> None:
    content = xlsx_file(book(state_of(evil())), "de")
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        sheets = [packed.read(name).decode() for name in packed.namelist() if "/sheet" in name]
    formulas = [part.split("<")[0] for sheet in sheets for part in sheet.split("<f>")[1:]]
    assert formulas
    assert all(each.startswith(("SUM(", "'Spiele'!")) for each in formulas)
    played = openpyxl.load_workbook(io.BytesIO(content)).worksheets[0]
    heads = [played.cell(1, BEFORE_PEOPLE + 1 + at) for at in range(5)]
    assert [cell.value for cell in heads] == list(EVIL[:5])
    assert {cell.data_type for cell in heads} == {"s"}


def test_a_long_evening_is_written_whole() -> None:
    events: list[Event] = [begun("schafkopf", ("A", "B", "C", "D"))]
    for at in range(300):
        events += told(f"d{at}", wenz(at % 4), won=at % 3 == 0)
    listed = check(state_of(events))
    assert len(listed.deals) == 300


def test_the_zip_holds_the_three_files_and_is_the_same_each_time() -> None:
    state = state_of(schafkopf())
    source = Source(book(state), state, "de")
    content = KINDS["csv"].make(source)
    assert content == KINDS["csv"].make(source)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        assert packed.namelist() == ["spiele.csv", "stand.csv", "turnier.csv"]
        assert packed.read("stand.csv") == KINDS["stand"].make(source)


def test_a_decimal_comma_is_german_and_a_point_english() -> None:
    listed = book(state_of(GENERATED["mehrkopf"]))
    german = csv_file(standings(listed, "de"), "de").decode("utf-8-sig")
    english = csv_file(standings(listed, "en"), "en").decode("utf-8-sig")
    assert any(person.total.denominator > 1 for person in listed.people)
    assert Fraction(0) == sum((person.total for person in listed.people), Fraction(0))
    assert "," in german
    assert "," not in english
    assert "." in english


@pytest.mark.parametrize("language", ["de", "en"])
def test_where_money_was_chosen_every_amount_is_in_cents(language: Language) -> None:
    """A Mehrkopf unit is ten cents; what is paid at the end is told as the deals are."""
    units = book(state_of(mehrkopf()))
    cents = units.in_cents()
    assert units.dues
    assert [each.total for each in cents.people] == [10 * each.total for each in units.people]
    assert [line.gains for line in cents.lines] == [
        tuple(None if gain is None else 10 * gain for gain in line.gains) for line in units.lines
    ]
    assert cents.in_cents() == cents
    assert sum(cents.courses()[0]) == 10 * sum(units.courses()[0])
    words = {"de": ("Punkte", "Cent"), "en": ("points", "cents")}[language]
    for listed_, word in zip((units, cents), words, strict=True):
        sheet = openpyxl.load_workbook(io.BytesIO(xlsx_file(listed_, language))).worksheets[1]
        (head,) = [row for row in sheet.iter_rows(values_only=True) if word in row]
        column = head.index(word)
        rows = list(sheet.iter_rows(values_only=True))
        paid = [row[column] for row in rows[rows.index(head) + 1 :]]
        assert paid == [float(listed_.owed(due)) for due in listed_.dues or ()]
    assert [cents.owed(due) for due in units.dues] == [due.cents for due in units.dues]


def test_what_is_not_paid_in_units_stays_what_it_is() -> None:
    listed_ = book(state_of(bierkopf()))
    assert listed_.in_cents() is listed_
