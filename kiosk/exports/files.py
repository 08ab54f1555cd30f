"""The files people take home from an evening: which there are, and what is in each."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.dealfile import to_json
from engine.evaluate import evaluate
from engine.notation import write as write_notation
from engine.record import DealRecord
from engine.state import TableState
from engine.text import Language
from kiosk.deal_export import records_of
from kiosk.exports import chart, png, tables
from kiosk.exports import words as w
from kiosk.exports.book import Book
from kiosk.exports.csv_file import csv_file
from kiosk.exports.tables import Place
from kiosk.exports.xlsx_file import xlsx_file

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first day a zip file knows; the same files make the same zip."""


@dataclass(frozen=True, slots=True)
class Source:
    """Everything files are made of."""

    listed: Book
    state: TableState
    language: Language
    place: Place = field(default_factory=Place)
    journal: Callable[[], Iterator[str]] = lambda: iter(())
    """Yields the whole journal as JSON Lines."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of file."""

    ending: str
    media: str
    make: Callable[[Source], bytes]


def name_of(key: str, source: Source) -> str:
    """Return what a file is called: "mehrkopf-2026-11-20-spiele.csv"."""
    kind = KINDS[key]
    word = w.NAMES.get(key.removesuffix("-png"))
    part = "" if word is None else f"-{word.in_language(source.language)}"
    return f"mehrkopf-{source.listed.day or 'abend'}{part}.{kind.ending}"


def _csv(number: int) -> Callable[[Source], bytes]:
    def make(source: Source) -> bytes:
        made = tables.tables(source.listed, source.language, source.place)
        return csv_file(made[number], source.language)

    return make


def _zip(source: Source) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for table in tables.tables(source.listed, source.language, source.place):
            name = f"{w.NAMES[table.name].in_language(source.language)}.csv"
            content = csv_file(table, source.language)
            packed.writestr(zipfile.ZipInfo(name, _EARLIEST), content, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def _xlsx(source: Source) -> bytes:
    return xlsx_file(source.listed, source.language, source.place)


def _svg(source: Source) -> bytes:
    return chart.svg(source.listed, source.language).encode()


def _png(source: Source) -> bytes:
    return png.png(chart.chart(source.listed, source.language))


def _notation(source: Source) -> bytes:
    return "".join(write_notation(deal, evaluate(deal)) + "\n" for deal in _deals(source)).encode()


def _deal_file(source: Source) -> bytes:
    lines = (json.dumps(to_json(deal), ensure_ascii=False) for deal in _deals(source))
    return "".join(f"{line}\n" for line in lines).encode()


def _deals(source: Source) -> Iterator[DealRecord]:
    """Yield the deals that are over: what is still being played is nobody's to take home."""
    finished = {deal.id for deal in source.state.finished}
    return (record for record in records_of(source.state) if record.id in finished)


def _journal(source: Source) -> bytes:
    return "".join(source.journal()).encode()


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "xlsx": Kind(
            "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _xlsx
        ),
        "csv": Kind("zip", "application/zip", _zip),
        "spiele": Kind("csv", "text/csv", _csv(0)),
        "stand": Kind("csv", "text/csv", _csv(1)),
        "turnier": Kind("csv", "text/csv", _csv(2)),
        "verlauf": Kind("svg", "image/svg+xml", _svg),
        "verlauf-png": Kind("png", "image/png", _png),
        "mkn": Kind("mkn", "text/plain; charset=utf-8", _notation),
        "deals": Kind("jsonl", "application/x-ndjson", _deal_file),
        "journal": Kind("journal.jsonl", "application/x-ndjson", _journal),
    }
)
"""By the word in the address."""
ON_STICK = ("xlsx", "spiele", "stand", "turnier", "verlauf", "verlauf-png", "mkn", "deals")
"""What is put on a stick of one evening, beside list and replay."""
