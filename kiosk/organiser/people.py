"""A list of people, as a club keeps it: read from text or from cells of a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from engine.text import PlainError, Text
from kiosk.organiser.tournament import Field, Participant

NOBODY = Field()
_PAID = frozenset({"1", "x", "ja", "yes", "bezahlt", "paid"})
_HEADINGS = frozenset({"nr", "nr.", "no", "no.", "nummer", "number", "startnummer", "name"})
"""First cells of a line that names the columns."""
_PEOPLE_LINE = Text(
    de="Zeile {line} der Liste geht so nicht: {why} Erwartet wird je Person eine Zeile "
    "„Nummer;Name;Ort;bezahlt“.",
    en='Line {line} of the list will not do: {why} Each person is one line "number;name;town;'
    'paid".',
)
_NO_NUMBER = Text(de="„{cell}“ ist keine Startnummer.", en='"{cell}" is not a start number.')
_NO_NAME = Text(de="Der Name fehlt.", en="The name is missing.")


def read_people(text: str, there: Field = NOBODY) -> tuple[Participant, ...]:
    """Read a list of people beside those who are `there`: number, name, town, paid.

    A line that begins with the name, or an empty cell, takes the next number. Commas do as well as
    semicolons, and so do tabs, as a spreadsheet copies its cells; a heading is passed by.

    Raises:
        PlainError: a line cannot be read, or its number is taken.
    """
    delimiter = next((each for each in ";\t" if each in text), ",")
    field = there
    rows: Iterable[list[str]] = csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=delimiter)
    for line, row in enumerate(rows, 1):
        cells = [*(cell.strip() for cell in row), "", "", "", ""]
        if not any(cells) or (line == 1 and cells[0].casefold() in _HEADINGS):
            continue
        if cells[0] and not cells[0][0].isdigit():
            # The list has no numbers.
            cells.insert(0, "")
        if cells[0] and not (cells[0].isdecimal() and len(cells[0]) <= 6):
            why = _NO_NUMBER.format(cell=cells[0][:20])
            raise PlainError(_PEOPLE_LINE.format(line=line, why=why))
        if not cells[1]:
            raise PlainError(_PEOPLE_LINE.format(line=line, why=_NO_NAME))
        number = int(cells[0]) if cells[0] else field.next_number
        paid = cells[3].casefold() in _PAID
        try:
            field = Field((*field.people, Participant(number, cells[1], cells[2], paid)))
        except PlainError as error:
            raise PlainError(_PEOPLE_LINE.format(line=line, why=error.text)) from error
    return field.people[len(there.people) :]
