"""A table as CSV the way spreadsheets in German-speaking places open it at a double click.

Semicolons, UTF-8 with a byte order mark, lines ended by CR LF; a decimal comma in German. A text
that a spreadsheet would take for a formula gets an apostrophe before it: a name is a name.
"""

from __future__ import annotations

import csv
import io
from fractions import Fraction

from engine.text import Language
from kiosk.exports.tables import Cell, Table

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What begins a formula in one program or another; full-width signs count there too."""
_PLACES = 6
"""Decimals of an amount that does not come out even."""


def csv_file(table: Table, language: Language) -> bytes:
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
