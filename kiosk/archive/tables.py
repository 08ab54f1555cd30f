"""The archive's tables as Parquet files: sorted, the same bytes whoever did the work.

What the columns mean stands beside the rows' fields (`kiosk.archive.rows`) and, for people, in
`docs/ARCHIVE.md`.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from engine.files import OWNER, write_whole
from engine.journal.people import placeholder
from engine.text import PlainError, os_reason
from kiosk.archive import words as w
from kiosk.archive.finding import Unread
from kiosk.archive.rows import (
    DealRow,
    DifferenceRow,
    EveningAnswer,
    EveningFacts,
    Kind,
    SeatRow,
    VerdictRow,
)
from kiosk.home.clock import iso_day

EVENINGS, DEALS, SEATS, VERDICTS, DIFFERENCES = (
    *("evenings", "deals", "seats", "verdicts", "differences"),
)
TABLES = (EVENINGS, DEALS, SEATS, VERDICTS, DIFFERENCES)
END = ".parquet"


@dataclass(frozen=True, slots=True)
class Named:
    """An evening as it goes into the tables."""

    name: str
    kind: Kind
    source: str
    table: str
    answer: EveningAnswer
    counted: bool
    people: Mapping[int, str | None] = field(default_factory=dict)
    """Names by number; empty where people stay numbers."""


_TYPES = {
    "str": pa.string(),
    "int": pa.int32(),
    "int | None": pa.int32(),
    "float | None": pa.float64(),
    "bool": pa.bool_(),
    "bool | None": pa.bool_(),
}


def _columns(kind: type[Any], renamed: Mapping[str, pa.DataType]) -> list[pa.Field]:
    found = []
    for each in fields(kind):
        written = str(each.type)
        found.append(
            pa.field(each.name, renamed.get(each.name) or _TYPES.get(written, pa.string()))
        )
    return found


_PEOPLE = {"person": pa.string(), "player": pa.string()}
_EVENING = pa.field("evening", pa.string())
SCHEMAS: Mapping[str, pa.Schema] = {
    EVENINGS: pa.schema(
        [
            _EVENING,
            *(pa.field(name, pa.string()) for name in ("kind", "source", "table", "day")),
            pa.field("season", pa.int32()),
            pa.field("counted", pa.bool_()),
            *_columns(EveningFacts, {}),
        ]
    ),
    DEALS: pa.schema([_EVENING, *_columns(DealRow, {})]),
    SEATS: pa.schema([_EVENING, *_columns(SeatRow, _PEOPLE)]),
    VERDICTS: pa.schema([_EVENING, *_columns(VerdictRow, {})]),
    DIFFERENCES: pa.schema(
        [_EVENING, pa.field("source", pa.string()), *_columns(DifferenceRow, {})]
    ),
}
"""Columns of each table with their types, in order."""


def write(folder: Path, evenings: Sequence[Named], unread: Sequence[Unread]) -> None:
    """Write the five tables.

    Raises:
        PlainError: they cannot be written.
    """
    several = len({each.table for each in evenings if each.table}) > 1
    rows: Mapping[str, Iterable[dict[str, object]]] = {
        EVENINGS: (_evening(each) for each in evenings),
        DEALS: _of(evenings, "deals"),
        SEATS: (row for each in evenings for row in _seats(each, several=several)),
        VERDICTS: _of(evenings, "verdicts"),
        DIFFERENCES: (*_differences(evenings), *map(_unread, unread)),
    }
    for name in TABLES:
        table = pa.Table.from_pylist(list(rows[name]), SCHEMAS[name])
        body = io.BytesIO()
        pq.write_table(table, body, compression="zstd")
        try:
            write_whole(folder / f"{name}{END}", body.getvalue(), OWNER)
        except OSError as error:
            raise PlainError(w.NO_OUT.format(folder=folder, why=os_reason(error))) from error


def _evening(each: Named) -> dict[str, object]:
    facts = each.answer.facts
    day = iso_day(facts.began)
    return {
        "evening": each.name,
        "kind": each.kind,
        "source": each.source,
        "table": each.table,
        "day": day,
        "season": date.fromisoformat(day).year if day else None,
        "counted": each.counted,
        **_values(facts),
    }


def _values(row: object) -> dict[str, object]:
    return {each.name: getattr(row, each.name) for each in fields(row)}  # type: ignore[arg-type]


def _of(evenings: Sequence[Named], part: str) -> Iterator[dict[str, object]]:
    for each in evenings:
        for row in getattr(each.answer, part):
            yield {"evening": each.name, **_values(row)}


def _seats(each: Named, *, several: bool) -> Iterator[dict[str, object]]:
    def called(number: int | None) -> str | None:
        if number is None:
            return None
        name = each.people.get(number)
        if name is not None:
            return name
        return f"{placeholder(number)} ({each.table})" if several else placeholder(number)

    for row in each.answer.seats:
        people = {"person": called(row.person), "player": called(row.player)}
        yield {"evening": each.name, **_values(row), **people}


def _differences(evenings: Sequence[Named]) -> Iterator[dict[str, object]]:
    for each in evenings:
        for row in each.answer.differences:
            yield {"evening": each.name, "source": each.source, **_values(row)}


def _unread(each: Unread) -> dict[str, object]:
    row = DifferenceRow(None, "unread", None, "", each.why.de, each.why.en)
    return {"evening": "", "source": each.source, **_values(row)}
