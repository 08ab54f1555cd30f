"""The list on paper: a row a game, plus and minus columns, solos circled, sum, signatures.

Its shape is that of the lists tournaments hand out (KIOSK 4.2); more people than fit upright turn
the sheet. One sheet holds `ROWS` lines and carries the standing over to the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.text import Text
from kiosk.exports.book import Book, Line
from kiosk.exports.tables import Place, remarks, start_numbers
from kiosk.exports.words import CHANGED

ROWS, ROWS_ACROSS = 24, 16
"""Lines on a sheet of A4 held upright, and across; each may need two rows of letters."""
UPRIGHT = 5
"""So many people fit on a sheet held upright."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one person got in one game: below plus or below minus."""

    plus: Fraction | None
    minus: Fraction | None
    """Its amount without the sign."""
    circled: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One game of the list."""

    mark: str
    what: Text
    remarks: Text
    entries: tuple[Entry, ...]
    sum: Fraction
    """Of everybody; nothing where it adds up."""


@dataclass(frozen=True, slots=True)
class Column:
    """One person's column."""

    number: int
    """The start number."""
    name: str
    total: Fraction
    plus: Fraction
    minus: Fraction
    soli: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page."""

    number: int
    carried: tuple[Fraction, ...]
    """What each person had before its first row; empty on the first sheet."""
    rows: tuple[Row, ...]
    last: bool


@dataclass(frozen=True, slots=True)
class Paper:
    """The whole list."""

    title: Text
    day: str
    table: int
    round: int
    columns: tuple[Column, ...]
    sheets: tuple[Sheet, ...]
    sum: Fraction | None
    """Everybody's total together; None where it need not be nothing."""
    stock: Fraction
    head: str
    upright: bool


def paper(listed: Book, place: Place | None = None) -> Paper:
    """Return the list of an evening; an empty one has one empty sheet."""
    place = place or Place()
    rows = [_row(line) for line in listed.lines]
    upright = len(listed.people) <= UPRIGHT
    most = ROWS if upright else ROWS_ACROSS
    cuts = range(0, max(1, len(rows)), most)
    courses = listed.courses()
    numbers = start_numbers(place.numbers, len(listed.people))
    return Paper(
        title=listed.title,
        day=listed.day,
        table=place.table,
        round=place.round,
        columns=tuple(
            Column(number, person.name, person.total, person.plus, -person.minus, person.soli)
            for number, person in zip(numbers, listed.people, strict=True)
        ),
        sheets=tuple(
            Sheet(
                number=at // most + 1,
                carried=tuple(course[at] for course in courses) if at else (),
                rows=tuple(rows[at : at + most]),
                last=at == cuts[-1],
            )
            for at in cuts
        ),
        sum=listed.sum if listed.zero_sum else None,
        stock=listed.stock,
        head=listed.head,
        upright=upright,
    )


def _row(line: Line) -> Row:
    gains = [gain or Fraction(0) for gain in line.gains]
    return Row(
        mark="±" if line.number is None else str(line.number),
        what=_what(line),
        remarks=remarks(line),
        entries=tuple(
            Entry(
                plus=gain if gain is not None and gain > 0 else None,
                minus=-gain if gain is not None and gain < 0 else None,
                circled=line.alone == at,
            )
            for at, gain in enumerate(line.gains)
        ),
        sum=sum(gains, Fraction(0)),
    )


def _what(line: Line) -> Text:
    if line.words is None:
        return CHANGED.format(reason=line.reason)
    told = line.words
    if not told.declarer:
        return told.game
    return Text(de=f"{told.declarer}: {told.game.de}", en=f"{told.declarer}: {told.game.en}")
