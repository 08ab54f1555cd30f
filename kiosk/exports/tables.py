"""The tables of an evening, cell by cell: deals, standings, tournament sheet (PAGES 5).

The workbook and the CSV files are written from the same cells, so that they cannot differ. CSV is
as spreadsheets in German-speaking places open it at a double click: semicolons, UTF-8 with a byte
order mark, lines ended by CR LF, a decimal comma in German. A text that a spreadsheet would take
for a formula gets an apostrophe before it: a name is a name. In the workbook numbers are numbers
and sums are formulas that already hold their value; the course comes with its chart.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_col_to_name, xl_rowcol_to_cell

from engine.dealfile.places import DEALT
from engine.evening import start_numbers as numbers
from engine.evening.state import TableState
from engine.text import NO_WORDS, Language, Text
from kiosk.screens.evening_list import WORDS, Book, BookLine, listed
from kiosk.words import calls as c
from kiosk.words import exports as w

Cell = str | int | Fraction | None
"""A text, a number, or nothing."""
BEFORE_PEOPLE = 13
"""Columns of the deals before those of the people."""


@dataclass(frozen=True, slots=True)
class SheetTable:
    """One table."""

    name: str
    """`spiele`, `stand` or `turnier`."""
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Placing:
    """Where a table plays in a tournament."""

    table: int = 1
    round: int = 1
    numbers: tuple[int, ...] = ()
    """Start numbers by column; one after the other from 1 where none are told."""


def placing(state: TableState, listed_: Book) -> Placing:
    """Return where an evening says that it was played; the usual values where it was at home."""
    place = state.tournament
    if place is None:
        return Placing()
    known = numbers.start_numbers(state)
    told = [known.get(person.key, numbers.NOBODY) for person in listed_.people]
    free = iter(number for number in range(1, 2 * len(told) + 1) if number not in told)
    table = int(place.table) if place.table.isdecimal() else Placing().table
    return Placing(table, place.round, tuple(number or next(free) for number in told))


def tables(
    listed_: Book, language: Language, place: Placing | None = None
) -> tuple[SheetTable, ...]:
    """Return all three tables."""
    return (
        deals(listed_, language),
        standings(listed_, language),
        tournament(listed_, language, place or Placing()),
    )


def deals(listed_: Book, language: Language) -> SheetTable:
    """Return a row for each deal and each change by hand, a column for each person."""

    def say(text: Text) -> str:
        return text.in_language(language)

    header = (
        *(w.NUMBER, w.DEALER, w.DECLARER, w.GAME, w.SUIT, w.PARTNERS, w.KONTRA, w.LAYERS),
        *(w.POINTS, w.SCHNEIDER, w.SCHWARZ, w.LAUFENDE, w.PRICE),
    )
    assert len(header) == BEFORE_PEOPLE
    return SheetTable(
        "spiele",
        (
            *map(say, header),
            *(person.name for person in listed_.people),
            say(w.REMARKS),
        ),
        tuple(
            (*_told(line, language), *line.gains, remarks(line).in_language(language))
            for line in listed_.lines
        ),
    )


def _told(line: BookLine, language: Language) -> tuple[Cell, ...]:
    told = line.words
    if told is None:
        reason = w.CHANGED.format(reason=line.reason).in_language(language)
        return (None, None, None, reason, *(None,) * (BEFORE_PEOPLE - 4))
    yes = w.YES.in_language(language)
    points = None if told.points is None else f"{told.points[0]}:{told.points[1]}"
    return (
        told.number,
        told.dealer,
        told.declarer or None,
        told.game.in_language(language),
        told.suit.in_language(language) or None,
        ", ".join(told.partners) or None,
        told.kontra.in_language(language) or None,
        ", ".join(told.layers) or None,
        points,
        yes if told.schneider else None,
        yes if told.schwarz else None,
        told.laufende or None,
        told.price,
    )


def remarks(line: BookLine) -> Text:
    """Return what is worth knowing of a line beside its columns."""
    said = [WORDS[mark] for mark in line.marks if not _told_already(line, WORDS[mark])]
    if line.words is not None:
        said += [w.STANDS_IN.format(who=who, owner=own) for who, own in line.words.substitutes]
    if line.note is not None:
        said.append(line.note)
    if line.deal is not None and line.deal.dealt is not None:
        said.append(c.DEALT_SO.format(how=DEALT[line.deal.dealt]))
    if line.deal is not None and line.deal.note is not None:
        said.append(Text(de=line.deal.note, en=line.deal.note))
    return listed(said) if said else NO_WORDS


def _told_already(line: BookLine, word: Text) -> bool:
    return line.words is not None and line.words.game.de.casefold() == word.de.casefold()


def standings(listed_: Book, language: Language) -> SheetTable:
    """Return a row for each person, most first."""
    header = (
        *(w.RANK, w.NAME, w.TOTAL, w.PLUS, w.MINUS, w.DEALS),
        *(w.WON, w.SOLI, w.SOLI_WON, w.MOST_LAUFENDE),
    )
    return SheetTable(
        "stand",
        tuple(text.in_language(language) for text in header),
        tuple(
            (
                *(each.rank, each.name, each.total, each.plus, each.minus),
                *(each.deals, each.won, each.soli, each.soli_won, each.run or None),
            )
            for each in listed_.by_rank()
        ),
    )


def tournament(listed_: Book, language: Language, place: Placing) -> SheetTable:
    """Return the sheet a table hands in: place, start number, points and soli of each."""
    header = (w.TABLE, w.ROUND, w.START_NUMBER, w.NAME, w.SCORE, w.SOLI)
    given = start_numbers(place.numbers, len(listed_.people))
    return SheetTable(
        "turnier",
        tuple(text.in_language(language) for text in header),
        tuple(
            (place.table, place.round, number, person.name, person.total, person.soli)
            for number, person in zip(given, listed_.people, strict=True)
        ),
    )


def start_numbers(given: Sequence[int], people: int) -> tuple[int, ...]:
    """Return everybody's start number; whoever has none gets the next free one."""
    free = iter(number for number in range(1, 2 * people + 1) if number not in given)
    return (*given[:people], *(next(free) for _ in range(people - len(given))))


_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What begins a formula in one program or another; full-width signs count there too."""
_PLACES = 6
"""Decimals of an amount that does not come out even."""


def csv_file(table: SheetTable, language: Language) -> bytes:
    """Return the file."""
    written = io.StringIO()
    writer = csv.writer(written, delimiter=";", lineterminator="\r\n")
    writer.writerow([plain(cell) for cell in table.header])
    for row in table.rows:
        writer.writerow([_cell(cell, language) for cell in row])
    return written.getvalue().encode("utf-8-sig")


def _cell(cell: Cell, language: Language) -> str:
    if cell is None:
        return ""
    return plain(cell) if isinstance(cell, str) else decimal(cell, language)


def plain(text: str) -> str:
    """Return a text that no spreadsheet works out."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def decimal(number: int | Fraction, language: Language) -> str:
    """Write a number as a spreadsheet reads it, to six decimals where it has more."""
    exact = Fraction(number)
    if exact.denominator == 1:
        return str(exact.numerator)
    text = f"{float(exact):.{_PLACES}f}".rstrip("0")
    return text.replace(".", ",") if language == "de" else text


_WIDEST, _SLIMMEST = 40, 7
_COLOURS = ("#1b6ca8", "#c1440e", "#2e7d32", "#7b4fa3", "#8a6d00", "#c2185b", "#37474f", "#00838f")
_DASHES = ("solid", "dash", "round_dot", "long_dash", "dash_dot", "long_dash_dot")
_NUMBER = "#,##0.###;[Red]-#,##0.###;0"


def xlsx_file(listed: Book, language: Language, place: Placing | None = None) -> bytes:
    """Return the workbook's file."""
    target = io.BytesIO()
    with xlsxwriter.Workbook(target, {"in_memory": True, "strings_to_formulas": False}) as workbook:
        _Workbook(workbook, listed, language).fill(place or Placing())
    return target.getvalue()


class _Workbook:
    """One workbook while it is written."""

    def __init__(self, workbook: Any, listed: Book, language: Language) -> None:
        self._workbook = workbook
        self._listed = listed
        self._language = language
        self._head = workbook.add_format({"bold": True, "bottom": 1, "text_wrap": True})
        self._number = workbook.add_format({"num_format": _NUMBER})
        self._sum = workbook.add_format({"num_format": _NUMBER, "bold": True, "top": 1})
        self._bold = workbook.add_format({"bold": True})
        # Two runs at the same evening give the same file.
        day = listed.day or "2000-01-01"
        workbook.set_properties(
            {
                "title": f"Mehrkopf {day}",
                "comments": listed.head,
                "created": datetime.fromisoformat(day).replace(tzinfo=UTC),
            }
        )

    def say(self, text: Text) -> str:
        return text.in_language(self._language)

    def fill(self, place: Placing) -> None:
        played, stood, handed_in = tables(self._listed, self._language, place)
        titles = (w.DEALS, w.STANDINGS, w.TOURNAMENT)
        sheets = [
            self._sheet(self.say(title), table)
            for title, table in zip(titles, (played, stood, handed_in), strict=True)
        ]
        self._sums(sheets[0], len(played.rows))
        self._totals(sheets[1], column=2, names=[each.name for each in self._listed.by_rank()])
        self._totals(sheets[2], column=4, names=[each.name for each in self._listed.people])
        self._dues(sheets[1], len(stood.rows) + 3)
        self._course()

    def _sheet(self, title: str, table: SheetTable) -> Any:
        sheet = self._workbook.add_worksheet(title)
        for column, text in enumerate(table.header):
            sheet.write_string(0, column, text, self._head)
        for at, row in enumerate(table.rows, 1):
            for column, cell in enumerate(row):
                self._write(sheet, at, column, cell)
        sheet.freeze_panes(1, 1)
        sheet.autofilter(0, 0, len(table.rows), len(table.header) - 1)
        for column, text in enumerate(table.header):
            cells = [text, *(str(row[column] or "") for row in table.rows)]
            sheet.set_column(column, column, _width(cells))
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        return sheet

    def _write(self, sheet: Any, row: int, column: int, cell: Cell) -> None:
        if isinstance(cell, str):
            sheet.write_string(row, column, cell)
        elif cell is not None:
            sheet.write_number(row, column, float(cell), self._number)

    def _sums(self, sheet: Any, rows: int) -> None:
        """Add up every person's column below the deals."""
        sheet.write_string(rows + 1, 0, self.say(w.SUM), self._bold)
        for at, person in enumerate(self._listed.people):
            formula = f"=SUM({self._column(at, rows)})" if rows else "=0"
            sheet.write_formula(
                rows + 1, BEFORE_PEOPLE + at, formula, self._sum, float(person.total)
            )

    def _column(self, at: int, rows: int) -> str:
        name = xl_col_to_name(BEFORE_PEOPLE + at)
        return f"{name}2:{name}{rows + 1}"

    def _totals(self, sheet: Any, column: int, names: Sequence[str]) -> None:
        """Let a column of totals follow the sums of the deals."""
        places = {person.name: at for at, person in enumerate(self._listed.people)}
        rows = len(self._listed.lines)
        for row, name in enumerate(names, 1):
            at = places[name]
            cell = xl_rowcol_to_cell(rows + 1, BEFORE_PEOPLE + at)
            total = float(self._listed.people[at].total)
            formula = f"='{self.say(w.DEALS)}'!{cell}"
            sheet.write_formula(row, column, formula, self._number, total)

    def _dues(self, sheet: Any, row: int) -> None:
        if self._listed.dues is None:
            return
        sheet.write_string(row, 1, self.say(w.TO_SETTLE), self._bold)
        for column, text in enumerate((w.PAYER, w.PAYEE, _counted_in(self._listed)), 1):
            sheet.write_string(row + 1, column, self.say(text), self._head)
        stock = self.say(w.STOCK)
        for at, due in enumerate(self._listed.dues, row + 2):
            sheet.write_string(at, 1, due.payer or stock)
            sheet.write_string(at, 2, due.payee or stock)
            sheet.write_number(at, 3, float(self._listed.owed(due)), self._number)

    def _course(self) -> None:
        """Write everybody's standing after each line, and draw it."""
        listed, title = self._listed, self.say(w.COURSE)
        sheet = self._workbook.add_worksheet(title)
        sheet.write_string(0, 0, self.say(w.NUMBER), self._head)
        labels = [self.say(w.START), *(str(line.number or "±") for line in listed.lines)]
        for row, label in enumerate(labels, 1):
            sheet.write_string(row, 0, label)
        for column, (person, course) in enumerate(
            zip(listed.people, listed.courses(), strict=True), 1
        ):
            sheet.write_string(0, column, person.name, self._head)
            for row, value in enumerate(course, 1):
                sheet.write_number(row, column, float(value), self._number)
        sheet.freeze_panes(1, 1)
        chart = self._workbook.add_chart({"type": "line"})
        for at in range(len(listed.people)):
            column, colour = at + 1, _COLOURS[at % len(_COLOURS)]
            dash = _DASHES[at % len(_DASHES)]
            chart.add_series(
                {
                    "name": [title, 0, column],
                    "categories": [title, 1, 0, len(labels), 0],
                    "values": [title, 1, column, len(labels), column],
                    "line": {"color": colour, "width": 2.25, "dash_type": dash},
                }
            )
        chart.set_size({"width": 900, "height": 480})
        chart.set_x_axis({"label_position": "low"})
        if listed.people:
            sheet.insert_chart(1, len(listed.people) + 2, chart)


def _counted_in(listed: Book) -> Text:
    """Return what the amounts of a list are."""
    return w.CENTS if listed.money or listed.unit is None else w.UNITS


def _width(cells: Sequence[str]) -> float:
    longest = max(max(map(len, cell.splitlines()), default=0) for cell in cells)
    return max(_SLIMMEST, min(_WIDEST, longest + 2))
