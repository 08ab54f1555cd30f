"""The files people take home from an evening, written to a USB stick or the folder `exports`.

A stick is a removable drive that the system has mounted. Each file gets its name when it is whole,
and everything is on the stick before it is said so.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from engine.deal.record import DealRecord
from engine.dealfile.writer import to_json
from engine.evening.state import TableState
from engine.files import EVERYBODY, write_whole
from engine.notation.writer import write as write_notation
from engine.referee.evaluation import evaluate
from engine.text import Language, PlainError, Text, os_reason
from kiosk.exports import chart, tables
from kiosk.exports import chart as png
from kiosk.exports.deals import records_of
from kiosk.exports.tables import Placing, csv_file, xlsx_file
from kiosk.screens.evening_list import Book
from kiosk.words import evening as p
from kiosk.words import exports as w

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first day a zip file knows; the same files make the same zip."""


@dataclass(frozen=True, slots=True)
class Source:
    """Everything files are made of."""

    listed: Book
    state: TableState
    language: Language
    place: Placing = field(default_factory=Placing)
    journal: Callable[[], Iterator[str]] = lambda: iter(())
    """Yields the whole journal as JSON Lines."""


@dataclass(frozen=True, slots=True)
class FileKind:
    """One kind of file: everything that page, stick and command line know of it."""

    ending: str
    media: str
    make: Callable[[Source], bytes]
    stick: bool = True
    """Whether it is put on a stick of one evening, beside list and replay."""
    offer: tuple[Text, Text] | None = None
    """Word and note on the page; None where the page does not offer it."""
    form: str = ""
    """Its word of `--format`; empty where `export` makes it otherwise, or not at all."""
    help: Text | None = None
    """What the help says of it; None where it stands in another one's sentence."""
    by_name: bool = False
    """Whether a file whose name has this ending is one, where no form is said."""


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


_XLSX_MEDIA = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_JSON_MEDIA = "application/x-ndjson"
_NOTATION_MEDIA = "text/plain; charset=utf-8"
KINDS: Mapping[str, FileKind] = MappingProxyType(
    {
        "xlsx": FileKind(
            "xlsx",
            _XLSX_MEDIA,
            _xlsx,
            offer=(p.SHEET, p.SHEET_NOTE),
            form="xlsx",
            help=w.XLSX_FORM,
            by_name=True,
        ),
        "csv": FileKind(
            "zip",
            "application/zip",
            _zip,
            stick=False,
            offer=(p.CSV, p.CSV_NOTE),
            form="csv",
            help=w.CSV_FORM,
            by_name=True,
        ),
        "spiele": FileKind("csv", "text/csv", _csv(0), form="spiele", by_name=True),
        "stand": FileKind("csv", "text/csv", _csv(1), form="stand"),
        "turnier": FileKind("csv", "text/csv", _csv(2), form="turnier"),
        "verlauf-png": FileKind(
            "png",
            "image/png",
            _png,
            offer=(p.PICTURE, p.PICTURE_NOTE),
            form="png",
            by_name=True,
        ),
        "verlauf": FileKind(
            "svg",
            "image/svg+xml",
            _svg,
            offer=(p.DRAWING, p.DRAWING_NOTE),
            form="svg",
            help=w.CHART_FORM,
            by_name=True,
        ),
        "mkn": FileKind("mkn", _NOTATION_MEDIA, _notation, offer=(p.NOTATION, p.NOTATION_NOTE)),
        "deals": FileKind("jsonl", _JSON_MEDIA, _deal_file),
        "journal": FileKind(
            "journal.jsonl", _JSON_MEDIA, _journal, stick=False, offer=(p.RECORD, p.RECORD_NOTE)
        ),
    }
)
"""By the word in the address: the one list of what is made. Deals and journal the command line
writes line by line, also of files, so that they are no `form` here."""


MOUNTS = Path("/proc/self/mounts")
BLOCKS = Path("/sys/class/block")
_PLACES = ("/media/", "/run/media/", "/mnt/")
"""Where systems mount sticks."""
_ESCAPED = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True)
class Stick:
    """A drive that files can be put on."""

    name: str
    folder: Path


def sticks(mounts: Path = MOUNTS, blocks: Path = BLOCKS) -> tuple[Stick, ...]:
    """Return the sticks that are mounted and can be written, in the system's order."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    found: list[Stick] = []
    for line in lines:
        fields = line.split(" ")
        if len(fields) < 4 or not fields[0].startswith("/dev/"):
            continue
        folder = Path(_ESCAPED.sub(lambda octal: chr(int(octal[1], 8)), fields[1]))
        writable = "rw" in fields[3].split(",")
        if writable and str(folder).startswith(_PLACES) and _removable(fields[0], blocks):
            found.append(Stick(folder.name, folder))
    return tuple(found)


def _removable(device: str, blocks: Path) -> bool:
    """Tell whether a device or the drive it is a part of can be pulled out."""
    try:
        place = (blocks / Path(device).name).resolve(strict=True)
    except OSError:
        return False
    for folder in (place, place.parent):
        with suppress(OSError):
            if (folder / "removable").read_text(encoding="ascii").strip() == "1":
                return True
    # Larger sticks call themselves fixed; what hangs on USB can be pulled out all the same.
    return "/usb" in str(place)


@dataclass(frozen=True, slots=True)
class Saved:
    """What was put where."""

    folder: Path
    count: int


def save(target: Path, folder: str, files: Mapping[str, bytes]) -> Saved:
    """Write files into a folder below `target`; files of the same names are replaced.

    Raises:
        PlainError: it cannot be written; what was written before stays.
    """
    place = target / folder
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_whole(place / name, content, EVERYBODY)
    except OSError as error:
        why: Text = os_reason(error)
        raise PlainError(p.NOT_SAVED.format(folder=target.name, why=why)) from error
    return Saved(place, len(files))
