"""Questions asked of an archive's tables with DuckDB, and their answers as text, CSV or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from engine.text import Language, PlainError, Text, os_reason
from kiosk.archive import words as w
from kiosk.archive.questions import (
    COUNTS_WORDS,
    GAME_WORDS,
    Column,
    ColumnKind,
    Question,
)
from kiosk.archive.tables import DEALS, END, EVENINGS, SCHEMAS, SEATS, VERDICTS
from kiosk.exports.tables import Cell, SheetTable, decimal

Value = str | int | float | bool | None

_VIEWS = """
CREATE VIEW d AS
SELECT e.day, e.season, deals.*
FROM deals JOIN evenings AS e USING (evening)
WHERE e.counted AND ($since = '' OR e.day >= $since) AND ($until = '' OR e.day <= $until);
"""
_S = """
SELECT d.*, seats.seat, seats.person, coalesce(seats.player, seats.person) AS sat,
    seats.role, seats.won, seats.delta, seats.cents, coalesce(r.revokes, 0) AS revokes
FROM d JOIN seats USING (evening, deal)
LEFT JOIN (
    SELECT evening, deal, seat, count(*) AS revokes FROM verdicts
    WHERE kind = 'revoke' AND seat IS NOT NULL AND holds AND status IN ('proven', 'upheld')
        AND (said_now OR coalesce(said_then, false) OR status = 'upheld')
    GROUP BY evening, deal, seat
) AS r USING (evening, deal, seat)
"""


@dataclass(frozen=True, slots=True)
class Span:
    """Which evenings count, by their day; empty: no bound."""

    since: str = ""
    until: str = ""

    @classmethod
    def season(cls, year: int) -> Span:
        """Return a year, as seasons are counted in the tables."""
        return cls(f"{year:04d}-01-01", f"{year:04d}-12-31")

    def title(self) -> Text:
        """Return it in words."""
        if not self.since and not self.until:
            return w.ALL_EVENINGS
        return w.EVENINGS_FROM_TO.format(since=self.since or "…", until=self.until or "…")


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with its answer."""

    question: Question
    rows: tuple[tuple[Value, ...], ...]

    def said(self, language: Language) -> SheetTable:
        """Return it as cells, in words of a language."""
        columns = self.question.columns
        return SheetTable(
            self.question.word.in_language(language),
            tuple(each.title.in_language(language) for each in columns),
            tuple(
                tuple(
                    _cell(each, value, language) for each, value in zip(columns, row, strict=True)
                )
                for row in self.rows
            ),
        )


def ask(folder: Path, questions: Sequence[Question], span: Span) -> tuple[Answered, ...]:
    """Return the answers of an archive.

    Raises:
        PlainError: there is no archive, or a table of it cannot be read.
    """
    tables = {name: _read(folder, name) for name in (EVENINGS, DEALS, SEATS, VERDICTS)}
    with closing(duckdb.connect()) as database:
        # Nothing is fetched from anywhere, and no file but the tables is read.
        database.execute("SET enable_external_access = false")
        for name, table in tables.items():
            database.register(name, table)
        database.execute(_bound(_VIEWS, span))
        database.execute(f"CREATE VIEW s AS {_S}")
        return tuple(
            Answered(each, tuple(database.execute(each.query).fetchall())) for each in questions
        )


def _bound(query: str, span: Span) -> str:
    """Put the days into a view, which takes no parameters; they are days and nothing else."""
    for name, day in (("$since", span.since), ("$until", span.until)):
        assert not day or date.fromisoformat(day).isoformat() == day
        query = query.replace(name, f"'{day}'")
    return query


def _read(folder: Path, name: str) -> pa.Table:
    path = folder / f"{name}{END}"
    try:
        table = pq.read_table(path)
    except FileNotFoundError as error:
        raise PlainError(w.NO_ARCHIVE.format(folder=folder)) from error
    except OSError as error:
        raise PlainError(w.BAD_TABLE.format(file=path, why=os_reason(error))) from error
    except pa.ArrowInvalid as error:
        raise PlainError(w.BAD_TABLE.format(file=path, why=w.NOT_PARQUET)) from error
    if table.schema.names != SCHEMAS[name].names:
        raise PlainError(w.OTHER_TABLES.format(file=path))
    return table


def _cell(column: Column, value: Value, language: Language) -> Cell:
    match column.kind, value:
        case (_, None):
            return None
        case (ColumnKind.YES, _):
            return (w.YES if value else w.NO).in_language(language)
        case (ColumnKind.WITH, _):
            return (w.RUN_WITH if value else w.RUN_WITHOUT).in_language(language)
        case (ColumnKind.GAME, str()):
            return GAME_WORDS.get(value, Text(de=value, en=value)).in_language(language)
        case (ColumnKind.COUNTS, str()):
            return COUNTS_WORDS.get(value, Text(de=value, en=value)).in_language(language)
        case (ColumnKind.SHARE, int() | float()):
            return f"{value * 100:.0f} %"
        case (_, float()):
            return Fraction(value).limit_denominator(10**6)
        case (_, int() | str()):
            return value
    raise TypeError(f"no cell can hold {value!r}")


def text_lines(answered: Answered, language: Language) -> Iterator[str]:
    """Yield an answer as lines of a table for people."""
    table = answered.said(language)
    yield answered.question.title.in_language(language)
    if not table.rows:
        yield f"  {w.NO_ROWS.in_language(language)}"
        return
    rows = [
        table.header,
        *(tuple(written_out(cell, language) for cell in row) for row in table.rows),
    ]
    widths = [max(len(row[at]) for row in rows) for at in range(len(table.header))]
    left = [each.kind not in NUMERIC for each in answered.question.columns]
    for row in rows:
        cells = zip(row, widths, left, strict=True)
        line = "  ".join(
            cell.ljust(width) if to_left else cell.rjust(width) for cell, width, to_left in cells
        )
        yield f"  {line.rstrip()}"


NUMERIC = (ColumnKind.WHOLE, ColumnKind.AMOUNT, ColumnKind.SHARE)
"""Kinds of column that hold numbers."""


def written_out(cell: Cell, language: Language) -> str:
    """Return a cell as it is read; an empty one is nothing."""
    if cell is None:
        return ""
    return cell if isinstance(cell, str) else decimal(cell, language).replace("-", "−")


def json_lines(answered: Answered) -> Iterator[str]:
    """Yield a JSON object a row, its fields named as the columns in English."""
    names = [each.name for each in answered.question.columns]
    for row in answered.rows:
        found: Mapping[str, Value] = dict(zip(names, row, strict=True))
        yield json.dumps({"question": answered.question.word.en, **found}, ensure_ascii=False)
